"""A passive buzzer on a PWM pin: one tone at a time, off when it is over."""

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


class Sounder:
    """Sounds cues of events; off is off: no duty, no frequency left on the pin."""

    def __init__(self, pin_number: int) -> None:
        """Claim the pin, silent."""
        self.pwm = PWM(Pin(pin_number, Pin.OUT))
        self.pwm.duty_u16(0)
        self.is_on = False
        self.started_at = 0
        self.length_ms = 0

    def cue(self, event: int, now: int) -> None:
        """Start the tone of an event; an event without a tone is silent."""
        cue = CUES.get(event)
        if cue is None:
            return
        self.beep(cue[0], cue[1], now)

    def beep(self, hz: int, ms: int, now: int) -> None:
        """Start a tone of `hz` for `ms` ms."""
        self.pwm.freq(hz)
        self.pwm.duty_u16(DUTY)
        self.is_on = True
        self.started_at = now
        self.length_ms = ms

    def click(self, now: int) -> None:
        """Answer a key with a short tone, unless something more important sounds."""
        if not self.is_on:
            self.cue(CUE_KEY, now)

    def silence(self) -> None:
        """End whatever sounds."""
        self.pwm.duty_u16(0)
        self.is_on = False

    def tick(self, now: int) -> None:
        """End a tone that has sounded for its length."""
        if self.is_on and ticks_diff(now, self.started_at) >= self.length_ms:
            self.pwm.duty_u16(0)
            self.is_on = False

    def due_ms(self, now: int) -> int:
        """Return in how many ms `tick` has something to do."""
        if not self.is_on:
            return NEVER_MS
        return max(self.length_ms - ticks_diff(now, self.started_at), 0)
