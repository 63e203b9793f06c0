"""A few numbers that survive a reset, but not a power-up.

They tell an intended reset from a crash and a hang, and count those: a clock that crashes three
times in 30 seconds stays in the REPL. Power-ups never count, since they wipe the note. Where it
lives says `reset_place.py`.
"""

import machine
from clockcore.ticks import ticks_add, ticks_diff, ticks_ms
from micropython import const

MAGIC = const(0xC5)
NOTHING = const(0)  # the application does not run: whatever resets, it was not its fault
PLAYING = const(1)  # it runs: a reset that nobody asked for is a hang
CRASHED = const(2)  # an exception ended it
SERVICE = const(3)  # it asks for service mode: the REPL, the watchdog never armed

LOOP_COUNT = const(3)
LOOP_SECONDS = const(30)
SECOND_MS = const(1000)
LONG_AGO = const(255)
SIZE = const(4)  # magic, reason, seconds since the last bad reset and since the one before


class ResetNote:
    """What the last run left behind.

    reason      NOTHING, PLAYING (a hang), CRASHED or SERVICE, as it was found at power-up
    bad_resets  crashes and hangs within the last 30 s, this one included: 0 to 3
    """

    def __init__(self) -> None:
        """Read the note, and count this start if it was a bad one."""
        from hal.reset_place import open_place

        self.place = open_place()
        self.note = bytearray(SIZE)
        self.second_at = ticks_ms()
        self.place.load(self.note)
        if self.note[0] != MAGIC or machine.reset_cause() == machine.PWRON_RESET:
            self._clear()
        self.reason = self.note[1]
        self.bad_resets = 0
        if self.reason == PLAYING or self.reason == CRASHED:
            self.bad_resets = 1
            for index in range(2, SIZE):
                if self.note[index] <= LOOP_SECONDS:
                    self.bad_resets += 1
            self.note[3] = self.note[2]
            self.note[2] = 0
        self.leave(NOTHING)

    def is_crash_loop(self) -> bool:
        """Return whether this is the third bad reset within 30 s."""
        return self.bad_resets >= LOOP_COUNT

    def leave(self, reason: int) -> None:
        """Write down why the next start will come, if it comes now."""
        self.note[1] = reason
        self.place.store(self.note)

    def forgive(self) -> None:
        """Forget the bad resets."""
        self._clear()
        self.place.store(self.note)

    def tick(self, now: int) -> None:
        """Let the bad resets grow old; call it now and then."""
        seconds = ticks_diff(now, self.second_at) // SECOND_MS
        if seconds <= 0:
            return
        self.second_at = ticks_add(self.second_at, seconds * SECOND_MS)
        if self.note[2] == LONG_AGO:
            return
        for index in range(2, SIZE):
            age = self.note[index] + seconds
            self.note[index] = age if age < LONG_AGO else LONG_AGO
        self.place.store(self.note)

    def _clear(self) -> None:
        self.note[0] = MAGIC
        self.note[1] = NOTHING
        self.note[2] = LONG_AGO
        self.note[3] = LONG_AGO
