"""The chess clock on an emulated Pico: its firmware, contacts, keys, displays and console."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from host_tools.bench import views
from host_tools.bench.child_process import load_board
from host_tools.bench.views import DisplayPairView, read_display
from host_tools.deploy.tree import build_tree
from host_tools.emulator import file_system
from host_tools.emulator.buses import I2CBus, SpiBus, attach_tm1637, chip_models
from host_tools.emulator.image import find_image, flash_of
from host_tools.emulator.pico import EmulatedPico
from host_tools.journal import blank_journal

BOARD = "pico"
SIDES = ("left", "right")
KEYS = ("back", "minus", "play", "plus", "forward")
BATTERY_MV = 4500
NO_BOUNCE = (0.0,)
# Twelve edges of a contact within 2 ms: closed first, closed in the end.
BOUNCE_2_MS = (0.0, 110.0, 190.0, 420.0, 470.0, 800.0, 840.0, 1150.0, 1260.0, 1700.0, 1990.0)
_ADC_FULL = 4095
_ADC_REFERENCE_MV = 3300
_FIRST_ADC_PIN = 26


@functools.cache
def device_files(displays: str) -> Mapping[str, bytes]:
    """Return the files that `chessclock flash pico --displays ...` brings to a device."""
    return build_tree(BOARD, displays).files


class EmulatedClock:
    """A Pico wired as boards/pico says, with the firmware on it.

    pico      the `EmulatedPico`
    board     the constants of the board
    displays  the name of its display set
    """

    def __init__(
        self,
        displays: str | None = None,
        *,
        flash: bytes | None = None,
        extra: Mapping[str, str | bytes] | None = None,
        held: Sequence[str] = (),
        **options: Any,
    ) -> None:
        """Power up.

        displays  a display set of the board; None: its default
        flash     a whole flash with the firmware; without it the image of PICO_UF2 with a file
                  system made here
        extra     files that go over the firmware's, such as another main.py
        held      contacts and keys that are closed at power-up
        options   of `EmulatedPico`
        """
        self.board = self.load_board()
        self.displays: str = displays or self.board.DISPLAY_SET
        self._set: dict[str, Any] = self.board.DISPLAY_SETS[self.displays]
        system = None
        if flash is None:
            flash = bytes(flash_of(find_image()))
            system = file_system.make(
                {**device_files(self.displays), **blank_journal(), **(extra or {})}
            )
        self.pico = EmulatedPico(flash, file_system=system, **options)
        self.chips: list[Any] = []
        self.bus: I2CBus | None = None
        self._chain: Any = None
        self._spi: SpiBus | None = None
        self._asked = 0
        self._wire_displays()
        pin, divider, *_ = self.board.BATTERY
        level = BATTERY_MV * 1000 // divider * _ADC_FULL // _ADC_REFERENCE_MV
        self.pico.chip.adc.channel_values[pin - _FIRST_ADC_PIN] = level
        for name in held:
            self.pico.drive(self.pin(name), 0)

    @staticmethod
    def load_board() -> Any:
        """Return the constants of the board."""
        return load_board(BOARD)

    def _wire_displays(self) -> None:
        models = chip_models()
        driver = self._set["driver"]
        places = self._set["places"][0]
        if driver == "tm1637":
            for clock_pin, data_pin in places:
                self.chips.append(models.TM1637(self._set["cells"]))
                attach_tm1637(self.pico, clock_pin, data_pin, self.chips[-1])
        elif driver == "max7219":
            self._chain = models.MAX7219Chain()
            self.chips = [self._chain, self._chain]
            self._spi = SpiBus(self.pico, self.board.SPI[0], places[0][0], self._chain)
        else:
            self.bus = I2CBus(self.pico, self.board.I2C[0])
            self.pico.pull_up(self.board.I2C[1:3])
            for address in places:
                chip = models.HT16K33() if driver == "ht16k33" else models.SSD1306()
                self.chips.append(chip)
                self.bus.devices[address] = chip

    # --- what a person does ------------------------------------------------------------------

    def pin(self, name: str) -> int:
        """Return the pin of a plunger (`left`, `right`) or key."""
        if name in SIDES:
            return int(self.board.LEVERS[0][SIDES.index(name)])
        return int(self.board.KEYS[KEYS.index(name)])

    def press_at(
        self,
        at_us: float,
        name: str,
        hold_us: float = 60_000,
        bounce_us: Iterable[float] = NO_BOUNCE,
    ) -> None:
        """Have a contact or key close at `at_us`, bounce at each of `bounce_us` after it, open.

        The contact toggles at each offset, closed first; it opens, with the same bounce, after
        `hold_us`.
        """
        pin = self.pin(name)
        bounce = tuple(bounce_us)
        for index, offset in enumerate(bounce):
            self.pico.drive_at(at_us + offset, pin, index & 1)
            self.pico.drive_at(at_us + hold_us + offset, pin, 1 - (index & 1))

    def press(self, name: str, hold_us: float = 60_000) -> None:
        """Press a contact or key now and let it go; time passes until 20 ms after that."""
        self.press_at(self.pico.now_us, name, hold_us)
        self.pico.run_for(hold_us + 20_000)

    # --- what a person sees ------------------------------------------------------------------

    def lamp(self, side: str) -> bool:
        """Return whether the running lamp of a side is lit."""
        return bool(self.pico.level(self.lamp_pin(side)))

    def lamp_pin(self, side: str) -> int:
        """Return the pin of the running lamp of a side."""
        return int(self.board.LAMPS[0][SIDES.index(side)])

    def lit(self, side: str) -> bytes:
        """Return what the display chip of a side shows: segments, left digit first, or pixels."""
        index = SIDES.index(side)
        chip = self.chips[index]
        driver = self._set["driver"]
        if driver == "tm1637":
            segments = chip.segments()
            return bytes(segments[address] for address in self._set["order"])
        if driver == "max7219":
            return bytes(chip.segments(self._set["places"][0][index][1]))
        if driver == "ht16k33":
            return bytes(chip.segments())
        return bytes(chip.pixels())

    def icons(self, side: str) -> list[str]:
        """Return the icons that the panel of a side shows; none for digits."""
        if self._set["driver"] != "ssd1306":
            return []
        return views.read_panel(self.lit(side))[1]

    def view(self) -> DisplayPairView:
        """Return both displays as a person reads them."""
        has_dots = self._set.get("separators") != "colon"
        read = []
        for side in SIDES:
            lit: Sequence[int] = self.lit(side)
            icons: Sequence[str] = ()
            if self._set["driver"] == "ssd1306":
                lit, icons = views.read_panel(lit)
            read.append(read_display(lit, self.lamp(side), has_dots, icons))
        return DisplayPairView(*read)

    def watch_displays(self, watcher: Callable[[], None]) -> None:
        """Have `watcher()` called whenever something has come to a display chip."""
        driver = self._set["driver"]
        if driver == "tm1637":
            for clock_pin, _ in self._set["places"][0]:
                self.pico.wires[clock_pin].watch(lambda _level: watcher())
        elif self.bus is not None:
            self.bus.watchers.append(watcher)
        elif self._spi is not None:
            self._spi.watchers.append(watcher)

    def wait_for_display(self, within_us: float = 5_000_000) -> None:
        """Run until both displays show something. Raises EmulatorTimeoutError."""
        self.pico.run_while(
            lambda: not all(any(self.lit(side)) for side in SIDES),
            within_us,
            "both displays to show something",
        )

    def wait_for_text(self, left: str, within_us: float, right: str | None = None) -> None:
        """Run until the displays show these texts. Raises EmulatorTimeoutError."""
        self.pico.run_while(
            lambda: (
                self.view().left.text != left
                or (right is not None and self.view().right.text != right)
            ),
            within_us,
            f"the displays to show {left!r}" + ("" if right is None else f" and {right!r}"),
        )

    # --- what a host does --------------------------------------------------------------------

    def ask(self, command: str, **fields: Any) -> dict[str, Any]:
        """Send a command to the console, return its reply. Raises EmulatorTimeoutError.

        While a side runs the reply is a refusal, except of what `PROTOCOL.md` says.
        """
        usb = self.pico.usb
        if usb is None:
            raise ValueError("nothing is plugged into the USB port")
        self._asked += 1
        start = len(usb.received)
        request = {"id": self._asked, "cmd": command, **fields}
        usb.send("\n" + json.dumps(request) + "\n")
        while True:
            end = usb.wait_for(b"\n", start)
            line = bytes(usb.received[start:end])
            start = end
            if not line.startswith(b"{"):
                continue
            reply: dict[str, Any] = json.loads(line)
            if "event" not in reply and reply["id"] in (self._asked, None):
                return reply

    def state(self) -> dict[str, Any]:
        """Return what the console says of the game: state, remaining_ms, moves and so on."""
        reply = self.ask("state")
        if not reply["ok"]:
            raise ValueError(f"state: {reply['error']}")
        game: dict[str, Any] = reply["games"][0]
        return game
