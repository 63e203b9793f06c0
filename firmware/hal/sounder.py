"""A passive buzzer on a PWM pin: one tone at a time, off when it is over.

It sounds cues of events, and on request a row of tones that tells a time and a number of moves
(`teller.py`). A cue ends such a row.
"""

from clockcore.codes import EV_COUNTDOWN, EV_FLAG, EV_GONG, EV_LOW_TIME
from clockcore.ticks import NEVER_MS, ticks_diff
from machine import PWM, Pin
from micropython import const

DUTY = const(32768)  # half of 16 bits: the loudest

CUE_KEY = const(-1)  # beside the events: a key went down

# Event: frequency in Hz, length in ms.
CUES = {
    CUE_KEY: (2400, 20),
    EV_GONG: (880, 400),
    EV_FLAG: (660, 1200),
    EV_LOW_TIME: (1760, 300),
    EV_COUNTDOWN: (1760, 80),
}

GAP_MS = const(140)  # between two tones of a row, and before the first


class Sounder:
    """Sounds cues of events; off is off: no duty, no frequency left on the pin.

    is_on       whether a tone sounds
    is_telling  whether a row of tones is being sounded, between its tones too
    """

    def __init__(self, pin_number: int) -> None:
        """Claim the pin, silent."""
        self.pwm = PWM(Pin(pin_number, Pin.OUT))
        self.pwm.duty_u16(0)
        self.is_on = False
        self.is_telling = False
        self.started_at = 0  # of the tone, or of the silence between two of a row
        self.length_ms = 0
        self.row: list = []  # the `Row` of teller.py, where somebody wants to be told

    def cue(self, event: int, now: int) -> None:
        """Start the tone of an event; an event without a tone is silent."""
        cue = CUES.get(event)
        if cue is None:
            return
        self.beep(cue[0], cue[1], now)

    def beep(self, hz: int, ms: int, now: int) -> None:
        """Start a tone of `hz` for `ms` ms; it ends whatever sounds."""
        self.is_telling = False
        self._tone(hz, ms, now)

    def click(self, now: int) -> None:
        """Answer a key with a short tone, unless something more important sounds."""
        if not self.is_on and not self.is_telling:
            self.cue(CUE_KEY, now)

    def prepare(self, tells: bool) -> None:
        """Load what telling needs, or give it back. Not while a side runs: it allocates."""
        if not tells:
            self.row.clear()
        elif not self.row:
            from hal.teller import Row

            self.row.append(Row())

    def tell(self, ms: int, counts_up: bool, moves: int, now: int) -> None:
        """Start the row of tones that tells a time in ms and a number of moves (Laws D.2.6).

        `counts_up` as in `write_steps`. A cue that sounds is let finish; a row begins anew.
        Allocates nothing; a row has an end. Nothing where `prepare` has not been asked for it.
        """
        if not self.row:
            return
        self.row[0].write(ms, counts_up, moves)
        if self.is_telling or not self.is_on:
            self._rest(GAP_MS, now)
        self.is_telling = True

    def silence(self) -> None:
        """End whatever sounds."""
        self.pwm.duty_u16(0)
        self.is_on = False
        self.is_telling = False

    def tick(self, now: int) -> None:
        """End a tone that has sounded for its length; go on with a row."""
        if not self.is_on and not self.is_telling:
            return
        if ticks_diff(now, self.started_at) < self.length_ms:
            return
        if not self.is_telling:
            self.silence()
        elif self.is_on:
            self._rest(GAP_MS, now)
        else:
            self._go_on(now)

    def due_ms(self, now: int) -> int:
        """Return in how many ms `tick` has something to do."""
        if not self.is_on and not self.is_telling:
            return NEVER_MS
        return max(self.length_ms - ticks_diff(now, self.started_at), 0)

    def _go_on(self, now: int) -> None:
        """Sound the next tone or pause of the row, or end it."""
        row = self.row[0]
        if not row.next():
            self.silence()
        elif row.hz:
            self._tone(row.hz, row.ms, now)
        else:
            self._rest(row.ms, now)

    def _tone(self, hz: int, ms: int, now: int) -> None:
        self.pwm.freq(hz)
        self.pwm.duty_u16(DUTY)
        self.is_on = True
        self.started_at = now
        self.length_ms = ms

    def _rest(self, ms: int, now: int) -> None:
        self.pwm.duty_u16(0)
        self.is_on = False
        self.started_at = now
        self.length_ms = ms
