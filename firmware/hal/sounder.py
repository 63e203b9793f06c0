"""A passive buzzer on a PWM pin: one tone at a time, off when it is over.

It sounds cues of events, and on request a row of tones that tells a time and a number of moves
(`teller.py`). A cue ends such a row.
"""

from clockcore.codes import EV_COUNTDOWN, EV_FLAG, EV_GONG, EV_LOW_TIME
from clockcore.ticks import NEVER_MS, ticks_diff
from machine import PWM, Pin
from micropython import const

from hal.teller import COUNT_MASK, KIND_SHIFT, ROOM, write_steps

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

# Kind of a step of a row: frequency in Hz (0: silence), length in ms.
STEP_HZ = (300, 500, 1500, 500, 0)  # hundred, ten, unit, zero, pause
STEP_MS = (700, 360, 90, 50, 500)
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
        self.steps = bytearray(ROOM)
        self.step_count = 0
        self.step = 0
        self.repeats = 0  # how often the step has been sounded

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

    def tell(self, ms: int, counts_up: bool, moves: int, now: int) -> None:
        """Start the row of tones that tells a time in ms and a number of moves (Laws D.2.6).

        `counts_up` as in `write_steps`. A cue that sounds is let finish; a row begins anew.
        Allocates nothing; a row has at most ROOM steps, so it ends.
        """
        self.step_count = write_steps(self.steps, ms, counts_up, moves)
        self.step = 0
        self.repeats = 0
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
        if self.step == self.step_count:
            self.silence()
            return
        step = self.steps[self.step]
        self.repeats += 1
        if self.repeats == step & COUNT_MASK:
            self.step += 1
            self.repeats = 0
        kind = step >> KIND_SHIFT
        if STEP_HZ[kind]:
            self._tone(STEP_HZ[kind], STEP_MS[kind], now)
        else:
            self._rest(STEP_MS[kind], now)

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
