"""The serial console: lines of JSON from a host, and Ctrl-C.

While a side runs nothing is parsed, since JSON allocates: every line is refused with a fixed
reply. Otherwise `commands.py` answers it; that module is loaded when a host asks for something,
and dropped when none has asked for 2 s outside of SETUP, so that a game has the memory.

Ctrl-C gives the REPL: at once in SETUP and READY, by way of a reset into service mode after a
game has run or while one is paused, and not at all while a side runs. The line that is under way
is given whole first, by a host that takes it: a Ctrl-C waits for that, but for no longer than
300 ms where it gives the REPL.
"""

from clockcore.codes import RUNNING, SETUP
from clockcore.ticks import ticks_diff
from hal.serial_line import padded
from micropython import const

TEST_MS = const(120_000)
IDLE_MS = const(2000)
WAIT_MS = const(300)  # of a Ctrl-C for the line that is under way


def _busy() -> bytes:
    return padded(b'{"id": null, "ok": false, "error": "a side runs: pause first"}')


BUSY = _busy()


class Console:
    """Answers lines from a host, one a pass.

    is_leaving  whether Ctrl-C has asked for the REPL and may have it
    is_testing  whether contacts and keys are counted but not obeyed, for a self-test
    """

    def __init__(self, line, application) -> None:
        """Take the serial line and the application to be asked."""
        self.line = line
        self.application = application
        self.clock = application.clock
        self.is_leaving = False
        self.is_testing = False
        self.commands: list = []  # the `Commands`, while they are loaded
        self.used_at = 0
        self.interrupted_at = 0
        self.is_judged = True  # whether no Ctrl-C waits
        self.refusal = b""  # of a Ctrl-C, to be said when the line before it is gone

    def settle_down(self, now: int, is_late: bool, running: bool) -> None:
        """Learn whether the piece that was given last held the loop up, while a side runs.

        Some ports wait for a host that has the port open and does not read. Then it hears nothing
        for a while, or until the game stands.
        """
        line = self.line
        if not running:
            line.is_muted = False
            line.hear_again(now)
        elif is_late and line.has_given:
            line.mute(now)
        else:
            line.hear_again(now)
        line.has_given = False

    def poll(self, now: int) -> bool:
        """Give and take what is there, answer a whole line; return whether more wants a pass."""
        line = self.line
        if self.is_testing and ticks_diff(now, self.used_at) >= TEST_MS:
            self.commands[0].end_test(now)
        if self._may_drop() and ticks_diff(now, self.used_at) >= IDLE_MS:
            self.commands.clear()
            self.application.slim()
        line.pump(now)
        line.may_grow = self.clock.state() != RUNNING
        whole = line.is_whole or line.poll()
        if line.is_interrupted:
            line.is_interrupted = False
            if self.is_judged:
                self.is_judged = False
                self.interrupted_at = now
        if not self.is_judged and (
            not line.is_sending()
            or (line.may_grow and ticks_diff(now, self.interrupted_at) >= WAIT_MS)
        ):
            self.is_judged = True
            self._interrupt()
        if line.is_sending():
            # One reply at a time; what comes meanwhile waits.
            return False
        if self.refusal:
            line.send(self.refusal, now)
            self.refusal = b""
        elif whole:
            if not line.length:
                pass  # an empty line asks nothing
            elif not line.may_grow:
                line.send(BUSY, now)
            elif line.is_overlong:
                text = b'{"id": null, "ok": false, "error": "line over 4096 bytes"}'
                line.send(padded(text), now)
            else:
                line.send(self._answer(bytes(line.line[: line.length]), now), now)
            line.clear()
        line.pump(now)
        return whole or (not line.is_sending() and line.has_more())

    def has_input(self) -> bool:
        """Return whether bytes have come that can be looked at now."""
        return not self.line.is_whole and self.line.has_more()

    def due_ms(self, now: int) -> int:
        """Return in how many ms `poll` has something to do by itself."""
        due = self.line.due_ms(now)
        if not self.is_judged and self.line.may_grow:
            left = WAIT_MS - ticks_diff(now, self.interrupted_at)
            if left < due:
                due = left if left > 0 else 0
        if self.is_testing or self._may_drop():
            left = (TEST_MS if self.is_testing else IDLE_MS) - ticks_diff(now, self.used_at)
            if left < due:
                due = left if left > 0 else 0
        return due

    def leave_setup(self) -> None:
        """Give back what SETUP needed, unless a host is about; then it has its 2 s first."""
        if not self.commands:
            self.application.slim()

    def _may_drop(self) -> bool:
        """Return whether the commands lie about that nobody may want any more."""
        if not self.commands or self.is_testing:
            return False
        state = self.clock.state()
        return state != SETUP and state != RUNNING

    def _interrupt(self) -> None:
        """Judge a Ctrl-C: a running game is never ended by it."""
        if self.clock.state() == RUNNING:
            self.refusal = BUSY
            return
        try:
            self.application.keeper().keep_games()
            self.is_leaving = True
        except (OSError, MemoryError):
            text = b'{"id": null, "ok": false, "error": "the game cannot be kept: no room"}'
            self.refusal = padded(text)

    def _answer(self, line: bytes, now: int) -> bytes:
        if not self.commands:
            from app.commands import Commands

            self.commands.append(Commands(self))
        return self.commands[0].answer(line, now)
