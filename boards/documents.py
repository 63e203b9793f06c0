"""Writes what a board's README has from its definition: tables between markers, and the drawing.

    python -m boards.documents            names the files that are not up to date
    python -m boards.documents --write    brings them up to date

A marked part begins with `<!-- made: NAME -->` and ends with `<!-- end -->`; what is between is
made by the function of that name in PARTS.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boards import power, schema
from boards.drawing import wiring_svg
from boards.pinout import board_of
from boards.schema import CHIPS, BoardError, load_board
from boards.wiring import display_rows, markdown, rtc_rows, wiring_table

HERE = Path(__file__).resolve().parent
MARKED = re.compile(r"(<!-- made: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
WARNING = "None of these figures is measured."
SHOWS = {
    ("tm1637", 6): "`h:mm:ss` from the start, tenths at the end; White's dot, flag, delay or"
    " moments while two digits are free",
    ("tm1637", 4): "`1h30` above an hour, `m:ss` below, tenths at the end; the rest takes turns"
    " in the pause",
    ("ht16k33", 4): "`1h30` above an hour, `m:ss` below, tenths at the end; White's dot, flag;"
    " the rest takes turns in the pause",
    ("max7219", 8): "`h:mm:ss` with delay or moments beside it, tenths at the end; White's dot,"
    " flag",
    ("ssd1306", 6): "as six digits, in large figures over the full height",
}


def wiring(board: Any) -> str:
    """Return the table of the default set."""
    return wiring_table(board)


def sets(board: Any) -> str:
    """Return the wires of every other set."""
    found = []
    for name in board.DISPLAY_SETS:
        if name != board.DISPLAY_SET:
            found.append(f"### `{name}`\n\n" + markdown(display_rows(board, name)))
    return "\n\n".join(found)


def clock_module(board: Any) -> str:
    """Return the wires of an optional DS3231 module."""
    return markdown(rtc_rows(board))


def displays(board: Any) -> str:
    """Return what each set shows at once, and whether it can be for rated play."""
    rows = []
    for name in board.DISPLAY_SETS:
        for module in power.modules_of(board, name):
            rated = f"casual: {module.casual}" if module.casual else "rated, if 3 m are legible"
            shows = SHOWS[(module.driver, module.cells)]
            rows.append((f"`{name}`", f"{_count(board)} {module.name}", shows, rated))
    return markdown(rows, ("set", "modules", "shows at once, beside the lamp", "for"))


def _count(board: Any) -> str:
    """Return how many display modules a board has, as a word."""
    return ("two", "four", "six")[len(board.LEVERS) - 1]


def draw(board: Any) -> str:
    """Return what each part draws, with its source."""
    _need_figures(board)
    rows = []
    for each in (*power.BOARD_DRAWS[board.CHIP], power.LAMP, power.BUZZER, power.RTC):
        rows.append((each.name, f"{each.milliamperes:g} mA", "3.3 V", each.source))
    for name, chosen in board.DISPLAY_SETS.items():
        for module in power.modules_of(board, name):
            total = power.displays_ma(board, name, module)
            modules = f"{_count(board)} {module.name}"
            what = f"`{name}`: {modules}, brightness {chosen['brightness']}"
            rows.append((what, f"{total:.0f} mA", f"{module.volts} V", module.source))
    return markdown(rows, ("what", "draws", "at", "source; none is measured"))


def hours(board: Any) -> str:
    """Return how long each battery lasts with each set, and what the low mark leaves."""
    _need_figures(board)
    supply = power.SUPPLIES[board.CHIP]
    header = (
        "set",
        "modules",
        "all at 3.3 V",
        *(battery.name for battery in supply.batteries),
        "USB bank of 10 000 mAh",
    )
    rows = []
    for name in board.DISPLAY_SETS:
        for module in power.modules_of(board, name):
            rail = power.rail_ma(board, name, module)
            cells = [_life(board, name, module, battery) for battery in supply.batteries]
            bank = f"{power.bank_hours(board, name, module)} h"
            modules = f"{_count(board)} {module.name}"
            rows.append((f"`{name}`", modules, f"{rail:.0f} mA", *cells, bank))
    mark = "The board does not measure its battery, so the clock cannot warn."
    if getattr(board, "BATTERY", ()):
        mark = (
            f"Low mark: {board.BATTERY[3]} mV at the pin that takes the battery; a battery with"
            f" hours in this table still has {power.HOURS_LEFT} of them then."
        )
    notes = [
        f"{WARNING} {mark}",
        "",
        *(f"* {battery.name}: {battery.source}." for battery in supply.batteries),
        f"* The board's input: {supply.source}.",
    ]
    return markdown(rows, header) + "\n\n" + "\n".join(notes)


def _life(board: Any, name: str, module: power.Module, battery: power.Battery) -> str:
    if module.volts != "3.3":
        return "mains or power bank"
    found = power.life(board, name, module, battery)
    if not getattr(board, "BATTERY", ()):
        return f"{int(found.hours)} h"
    if not power.is_enough(board, battery, found):
        return f"mains or power bank ({int(found.hours)} h in all)"
    low = int(found.hours - power.hours_left(board, battery, found))
    return f"{int(found.hours)} h, low after {low} h"


def _need_figures(board: Any) -> None:
    if board.CHIP not in power.SUPPLIES:
        raise ValueError(f"board {board.NAME}: power.py has no figures for {board.CHIP}")


def boards(_: Any) -> str:
    """Return the table of the boards."""
    rows = []
    for folder in board_folders(HERE):
        board = load_board(folder)
        there = board_of(board.CHIP)
        sets_of = ", ".join(f"`{name}`" for name in board.DISPLAY_SETS)
        clocks = len(board.LEVERS)
        what = there.title if there.pins else "no hardware: the bench and the web page"
        interrupts = "hard" if board.HARD_IRQ else "soft"
        carries = f"{clocks} clock{'s' if clocks > 1 else ''}, {board.LEVER}"
        rows.append(
            (f"[`{folder.name}/`]({folder.name}/README.md)", what, carries, interrupts, sets_of)
        )
    header = ("folder", "board", "carries", "interrupts", "display sets")
    return markdown(rows, header)


def fields(_: Any) -> str:
    """Return the fields of a definition, and of one display set."""
    rows = []
    for required, optional, about in (
        (schema.REQUIRED, schema.OPTIONAL, schema.ABOUT),
        (schema.SET_REQUIRED, schema.SET_OPTIONAL, schema.SET_ABOUT),
    ):
        for name, kind in {**required, **optional}.items():
            need = "yes" if name in required else "no"
            rows.append((f"`{name}`", kind.__name__, need, about[name]))
    return markdown(rows, ("field", "kind", "required", "what"))


def pins(_: Any) -> str:
    """Return the legal pins of each chip."""
    rows = []
    for name, chip in CHIPS.items():
        free = chip.pins - chip.taken.keys()
        taken: dict[str, set[int]] = {}
        for pin, reason in chip.taken.items():
            taken.setdefault(reason, set()).add(pin)
        refused = "; ".join(f"{ranges(found)}: {reason}" for reason, found in taken.items())
        rows.append(
            (
                f"`{name}`",
                ranges(free),
                ranges(chip.input_only) or "none",
                ranges(chip.strapping) or "none",
                ranges(chip.adc - chip.taken.keys()),
                _buses(chip),
                refused or "none",
            )
        )
    header = (
        "chip",
        "pins",
        "of them input only",
        "only for lines that rest high",
        "analog",
        "I2C and SPI",
        "refused",
    )
    return markdown(rows, header)


def _buses(chip: schema.Chip) -> str:
    found = []
    for name, blocks in (("I2C", chip.i2c), ("SPI", chip.spi)):
        for block, roles in blocks.items():
            if roles:
                sets_of = ", ".join(f"{role} {ranges(pins)}" for role, pins in roles.items())
                found.append(f"{name} {block}: {sets_of}")
            else:
                found.append(f"{name} {block}: any pins")
    return "; ".join(found) or "any pins"


def ranges(values: set[int] | frozenset[int]) -> str:
    """Return numbers as a text: `0 to 3, 5`."""
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][1] + 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in runs)


PARTS: dict[str, Callable[[Any], str]] = {
    "wiring": wiring,
    "sets": sets,
    "clock-module": clock_module,
    "displays": displays,
    "draw": draw,
    "hours": hours,
    "boards": boards,
    "fields": fields,
    "pins": pins,
}


def board_folders(root: Path) -> list[Path]:
    """Return the folders of the boards in `root`, by name."""
    return sorted(path.parent for path in root.glob("*/board_def.py"))


def made(text: str, board: Any) -> str:
    """Return the text of a README with its marked parts made anew.

    ValueError for a part that nobody makes, or that lacks figures for the board's chip.
    """

    def part(match: re.Match[str]) -> str:
        name = match.group(2)
        if name not in PARTS:
            raise ValueError(f"nothing makes {name!r}: {', '.join(PARTS)}")
        return f"{match.group(1)}\n{PARTS[name](board)}\n\n{match.group(3)}"

    # A recipe may show a README with markers in a code block: that one is not ours to fill in.
    blocks = re.split(r"(^```.*?^```$)", text, flags=re.DOTALL | re.MULTILINE)
    return "".join(
        block if block.startswith("```") else MARKED.sub(part, block) for block in blocks
    )


def documents(root: Path) -> dict[Path, str]:
    """Return every file that has made parts, and what it should be.

    BoardError names a board that cannot work, or has no README.
    """
    found = {}
    loaded = [(folder, load_board(folder)) for folder in board_folders(root)]
    overview = root / "README.md"
    if overview.is_file():
        found[overview] = _made_file(overview, None)
    for folder, board in loaded:
        readme = folder / "README.md"
        if not readme.is_file():
            raise BoardError(f"board {folder.name}: has no README.md")
        found[readme] = _made_file(readme, board)
        if board_of(board.CHIP).pins:
            found[folder / "wiring.svg"] = wiring_svg(board)
    return found


def _made_file(path: Path, board: Any) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BoardError(f"{path.parent.name}/{path.name}: is not UTF-8") from None
    return made(text, board)


def main(arguments: list[str]) -> int:
    """Compare or, with --write, write; return 1 if a file is not up to date or a board refused."""
    try:
        found = documents(HERE)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}")
        return 1
    except ValueError as error:
        print(error)
        return 1
    stale = 0
    for path, text in found.items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if "--write" in arguments:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(HERE.parent)}")
        else:
            print(f"not up to date: {path.relative_to(HERE.parent)}")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
