"""Where each pin of a board's chip comes out: the name printed on the board, and its number.

One table a chip, of the board that its definitions are made for. Compared pin by pin with the
makers' own tables: Raspberry Pi's pin-out of the Pico (the Pico W is taken to have the same edge),
tables J2 and J3 of Espressif's guide to the ESP32-DevKitC V4, and J1 and J3 of its guide to the
ESP32-S3-DevKitC-1 v1.1.
"""

from __future__ import annotations

from dataclasses import dataclass

LEFT, RIGHT = "left", "right"


@dataclass(frozen=True)
class Pin:
    """A pin of a board's edge.

    name    as printed on the board
    gpio    number of the chip's pin, None for supply and the like
    number  physical number, with the header's name where there are two: "4", "J2-7"
    side    LEFT or RIGHT edge, the USB socket on top for a Pico, at the bottom for a DevKit
    """

    name: str
    gpio: int | None
    number: str
    side: str

    @property
    def label(self) -> str:
        """The name with the physical number: `GP2 (pin 4)`."""
        return f"{self.name} (pin {self.number})"


@dataclass(frozen=True)
class Board:
    """The board that carries a chip.

    title   its name in full
    usb     "top" or "bottom" in the drawing
    pins    down the left edge, then down the right edge
    ground  the ground pin that the tables name
    supply  the pin that gives 3.3 V to the modules
    feed    the pin that takes the battery
    five    the pin that gives 5 V while there is USB, for modules that need it
    inner   pins of the chip that the board itself wires: number, and how a table names them
    """

    title: str
    usb: str
    pins: tuple[Pin, ...]
    ground: str
    supply: str
    feed: str
    five: str
    inner: dict[int, str]

    def find(self, name: str) -> Pin:
        """Return the first pin with that printed name."""
        return next(pin for pin in self.pins if pin.name == name)

    def label(self, gpio: int) -> str:
        """Return how a table names a pin of the chip: printed name and physical number."""
        for pin in self.pins:
            if pin.gpio == gpio:
                return pin.label
        return self.inner.get(gpio, f"GPIO{gpio} (on no header)")


def _edge(side: str, header: str, names: str, first: int = 1, prefix: str = "") -> list[Pin]:
    """Read pins from a text: `NAME`, `NAME=number`, or a bare number that gets the prefix."""
    pins = []
    for place, word in enumerate(names.split(), first):
        name, _, gpio = word.partition("=")
        if name.isdigit():
            name, gpio = prefix + name, name
        pins.append(Pin(name, int(gpio) if gpio else None, f"{header}{place}", side))
    return pins


def _pico(title: str, inner: dict[int, str]) -> Board:
    left = "0 1 GND 2 3 4 5 GND 6 7 8 9 GND 10 11 12 13 GND 14 15"
    right = "16 17 GND 18 19 20 21 GND 22 RUN 26 27 AGND 28 ADC_VREF 3V3(OUT) 3V3_EN GND VSYS VBUS"
    down = _edge(RIGHT, "", right, 21, "GP")
    return Board(
        title,
        "top",
        (*_edge(LEFT, "", left, 1, "GP"), *reversed(down)),
        ground="GND",
        supply="3V3(OUT)",
        feed="VSYS",
        five="VBUS",
        inner=inner,
    )


BOARDS: dict[str, Board] = {
    "rp2040": _pico(
        "Raspberry Pi Pico", {29: "GP29 (on the board itself, measures a third of VSYS)"}
    ),
    "rp2040_w": _pico("Raspberry Pi Pico W", {}),
    "esp32": Board(
        "ESP32-DevKitC V4",
        "bottom",
        (
            *_edge(
                LEFT,
                "J2-",
                "3V3 EN VP=36 VN=39 34 35 32 33 25 26 27 14 12 GND 13 D2=9 D3=10 CMD=11 5V",
                prefix="IO",
            ),
            *_edge(
                RIGHT,
                "J3-",
                "GND 23 22 TX=1 RX=3 21 GND 19 18 5 17 16 4 0 2 15 D1=8 D0=7 CLK=6",
                prefix="IO",
            ),
        ),
        ground="GND",
        supply="3V3",
        feed="5V",
        five="5V",
        inner={},
    ),
    "esp32s3": Board(
        "ESP32-S3-DevKitC-1",
        "bottom",
        (
            *_edge(
                LEFT,
                "J1-",
                "3V3 3V3 RST 4 5 6 7 15 16 17 18 8 3 46 9 10 11 12 13 14 5V G",
            ),
            *_edge(
                RIGHT,
                "J3-",
                "G TX=43 RX=44 1 2 42 41 40 39 38 37 36 35 0 45 48 47 21 20 19 G G",
            ),
        ),
        ground="G",
        supply="3V3",
        feed="5V",
        five="5V",
        inner={},
    ),
}
VIRTUAL = Board("virtual board", "top", (), "", "", "", "", {})


def board_of(chip: str) -> Board:
    """Return the board of a chip; of the virtual chip one without an edge."""
    return BOARDS.get(chip, VIRTUAL)
