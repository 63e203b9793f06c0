"""A running lamp: an LED on a pin, at full brightness or dimmed by PWM."""

from machine import PWM, Pin
from micropython import const

LAMP_HZ = const(1000)


class Lamp:
    """Called with True or False, it lights up or goes out."""

    def __init__(self, pin_number: int, percent: int) -> None:
        """Claim the pin, dark; `percent` 1 to 100 is the brightness."""
        self.pin = Pin(pin_number, Pin.OUT, value=0)
        self.duty = percent * 65535 // 100
        self.pwm = None
        if percent < 100:
            self.pwm = PWM(self.pin)
            self.pwm.freq(LAMP_HZ)
            self.pwm.duty_u16(0)

    def __call__(self, lit: bool) -> None:
        """Light up or go out."""
        if self.pwm is None:
            self.pin(1 if lit else 0)
        else:
            self.pwm.duty_u16(self.duty if lit else 0)
