"""The serial console: lines of JSON from a host, and Ctrl-C. The protocol: `PROTOCOL.md`.

What a host may ask while a side runs, `live_line.py` hears and answers, and events to a host that
has subscribed; nothing is parsed then, since JSON allocates. It has its place in the memory
of a clock with digits from its start; of one with panels, and of a table of three, from the first
time on that a host asks for the state while no side runs. All else is refused while a side runs,
and otherwise answered by `commands.py`; that module is loaded when a host asks for something, and
dropped outside of SETUP when none has asked for 2 s or somebody presses, so that a game has the
memory and its ticks are short. The lamp of such a press comes up to 0.1 s later; its instant is
exact.

Ctrl-C gives the REPL: at once in SETUP and READY, by way of a reset into service mode after a
game has run or while one is paused, and not at all while a side runs. The line that is under way
is given whole first, by a host that takes it: a Ctrl-C waits for that, but for no longer than
300 ms where it gives the REPL.
"""

from clockcore.codes import PAUSED, READY, RUNNING, SETUP
from clockcore.ticks import ticks_diff
from hal.serial_line import padded
from micropython import const

from app.live_line import HEARD, NO_VALUE, PAUSE, RUNNING_WORD, UNKNOWN

TEST_MS = const(120_000)
IDLE_MS = const(2000)
WAIT_MS = const(300)  # of a Ctrl-C for the line that is under way


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
        self.live: list = []  # the `LiveLine`, since a host has asked for the state
        # What is refused while a side runs, as `make_refusal` would make it.
        self.busy = bytearray(
            padded(
                b'{"id":null     ,"ok":false,"code":"running",'
                b'"error":"a side runs: pause first, on the clock"}'
            )
        )
        self.is_leaving = False
        self.is_testing = False
        self.commands: list = []  # the `Commands`, while they are loaded
        self.used_at = 0
        self.interrupted_at = 0
        self.is_judged = True  # whether no Ctrl-C waits
        # Of a Ctrl-C, to be said when the line before it is gone.
        self.refusal: bytes | bytearray = b""

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
            self._drop()
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
            self._interrupt(now)
        if line.is_sending():
            # One reply at a time; what comes meanwhile waits.
            return False
        wants_tick = False
        if self.refusal:
            line.send(self.refusal, now)
            self.refusal = b""
        elif whole and not (self.live and self.live[0].is_asked):
            if self._hear(now):
                line.clear()
        elif self.live:
            wants_tick = self.live[0].step(now)
        return whole or wants_tick or (not line.is_sending() and line.has_more())

    def _hear(self, now: int) -> bool:
        """Answer a whole line; return whether that is done: a pause waits for its tick."""
        line = self.line
        asked = UNKNOWN
        if not line.length:
            return True
        if self.live and not self.is_testing:
            asked = self.live[0].hear(now)
        if asked != HEARD and line.may_grow:
            answer = self._answer(now)
            if answer:
                line.send(answer, now)
            if self.clock.state() == RUNNING:
                self._drop()  # a host has let it run
        elif asked == PAUSE:
            return False
        elif asked == UNKNOWN:
            line.send(self.busy, now)
        return True

    def make_way(self) -> bool:
        """Give back what play does not need; return whether there was something.

        A side may run next, so not in SETUP.
        """
        state = self.clock.state()
        stands = state == READY or state == PAUSED
        if self._may_drop() or (stands and not self.application.is_slim and not self.is_testing):
            self._drop()
            return True
        return False

    def _drop(self) -> None:
        self.commands.clear()
        self.application.slim()

    def watch(self) -> None:
        """Have room for what a host gets in play; from now on, since it may come at any time."""
        if not self.live:
            from app.live_line import LiveLine

            self.live.append(LiveLine(self.clock, self.line, self.busy))

    def has_input(self) -> bool:
        """Return whether bytes have come that can be looked at now."""
        return not self.line.is_whole and self.line.has_more()

    def due_ms(self, now: int) -> int:
        """Return in how many ms `poll` has something to do by itself."""
        due = self.line.due_ms(now)
        if not self.line.is_sending():
            if self.line.is_whole:
                due = 0
            elif self.live:
                one = self.live[0].due_ms(now)
                if one < due:
                    due = one
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

    def _interrupt(self, now: int) -> None:
        """Judge a Ctrl-C: a running game is never ended by it."""
        if self.clock.state() == RUNNING:
            if self.live:
                self.live[0].refuse(NO_VALUE, RUNNING_WORD, now)
            else:
                self.refusal = self.busy
            return
        try:
            self.application.keeper().keep_games()
            self.is_leaving = True
        except (OSError, MemoryError):
            from app.live_making import make_refusal

            self.refusal = make_refusal(b"the game cannot be kept: no room", b'"room"')

    def _answer(self, now: int) -> bytes:
        if not self.commands:
            from app.commands import Commands

            self.commands.append(Commands(self))
        return self.commands[0].answer(self.line, now)
