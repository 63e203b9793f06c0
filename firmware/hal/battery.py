"""The battery's voltage through a divider on an analog input."""

from clockcore.ticks import ticks_diff
from machine import ADC, Pin
from micropython import const

EVERY_MS = const(5000)
REFERENCE_MV = const(3300)
FULL_SCALE = const(65535)
HYSTERESIS_MV = const(100)  # a battery that recovers a little is still a low one
SMOOTHING = const(8)
NO_BATTERY = const(255)


class Battery:
    """Measures every 5 s, smooths, and says when the battery is low.

    is_there  whether there is a battery: on a USB cable alone its input is far below empty
    mv        volts in thousandths at the battery, smoothed over eight readings
    percent   0 to 100 between the empty and the full voltage of the board; NO_BATTERY for none
    is_low    below the board's low mark; ends 100 mV above it
    changes   counts changes of `percent` and `is_low`, wrapping at 2**16
    """

    def __init__(self, pin_number: int, divider: int, empty: int, low: int, full: int) -> None:
        """Take the pin, the divider in thousandths (2000: a half arrives), and the mV marks."""
        pin = Pin(pin_number)
        # An ESP32 needs its widest range, and knows its own calibration.
        self.adc = ADC(pin, atten=ADC.ATTN_11DB) if hasattr(ADC, "ATTN_11DB") else ADC(pin)
        self.read_uv = getattr(self.adc, "read_uv", None)
        self.divider = divider
        self.empty = empty
        self.low = low
        self.full = full
        self.mv = 0
        for _ in range(SMOOTHING):
            self.mv += self._measure()
        self.mv //= SMOOTHING
        self.is_there = self.mv * 2 > empty
        self.is_low = self.is_there and self.mv < low
        self.percent = self._percent()
        self.changes = 0
        self.measured_at = 0
        self.is_measured = False

    def tick(self, now: int) -> None:
        """Measure if it is time."""
        if self.is_measured and ticks_diff(now, self.measured_at) < EVERY_MS:
            return
        self.is_measured = True
        self.measured_at = now
        self.mv += (self._measure() - self.mv) // SMOOTHING
        percent = self._percent()
        self.is_there = self.mv * 2 > self.empty
        is_low = self.mv < (self.low + HYSTERESIS_MV if self.is_low else self.low)
        is_low = is_low and self.is_there
        if percent != self.percent or is_low != self.is_low:
            self.percent = percent
            self.is_low = is_low
            self.changes = (self.changes + 1) & 0xFFFF

    def due_ms(self, now: int) -> int:
        """Return in how many ms `tick` wants to measure."""
        left = EVERY_MS - ticks_diff(now, self.measured_at) if self.is_measured else 0
        return left if left > 0 else 0

    def _measure(self) -> int:
        if self.read_uv is not None:
            pin_mv = self.read_uv() // 1000
        else:
            pin_mv = self.adc.read_u16() * REFERENCE_MV // FULL_SCALE
        return pin_mv * self.divider // 1000

    def _percent(self) -> int:
        if not self.is_there:
            return NO_BATTERY
        share = (self.mv - self.empty) * 100 // (self.full - self.empty)
        return 0 if share < 0 else (100 if share > 100 else share)
