"""User programs of a clock as a TOML file that people write (README.md shows one)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clockcore.code_names import METHOD_NAMES
from clockcore.codes import AT_ZERO
from clockcore.control_dict import control_from_dict
from clockcore.period import ControlError, Period
from clockcore.programs import USER_COUNT, USER_FIRST, Programs
from clockcore.time_control import TimeControl

from host_tools.console.model import Program
from host_tools.console.times import exact_time, read_time
from host_tools.deploy.errors import InputError
from host_tools.notation import BONUS_TIMINGS, NOTATIONS, TRANSITIONS, read_control, write_control
from host_tools.notation.draft import NotWritableError, quoted
from host_tools.notation.explain import in_short
from host_tools.notation.plain import same

USER_LAST = USER_FIRST + USER_COUNT - 1
METHODS = {name.lower().replace("_", "-"): code for code, name in enumerate(METHOD_NAMES)}
METHOD_WORDS = tuple(METHODS)
TRANSITION_WORDS = {code: word for word, code in TRANSITIONS.items()}
# What a period has in a file, and which field of the core it is; `_time`, `_whole` ... read it.
TIMES = {"main": "main_ms", "bonus": "bonus_ms", "cap": "cap_ms", "block": "block_ms"}
NUMBERS = ("bonus_from_move", "moves", "block_count")
PERIOD_KEYS = (*TIMES, *NUMBERS, "method", "transition", "repeat")
TEXT_KEYS = ("control", "notation", "transition")
FIELD_KEYS = ("periods", "black_periods")
PROGRAM_KEYS = ("name", *TEXT_KEYS, "bonus_timing", "freeze", *FIELD_KEYS)
TOP_KEYS = ("title", "program")
AS_OPTION = re.compile(r"say --as (\w+)")  # how an ambiguous text is settled on a command line


@dataclass(frozen=True)
class PresetFile:
    """A file of presets: what people call it, and its programs, by ascending number."""

    title: str
    programs: tuple[Program, ...]


class _BadError(Exception):
    """What is wrong, without the file."""


def read_presets(path: Path) -> PresetFile:
    """Return the programs of a file; InputError names the file and the line or table."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is no text in UTF-8") from None
    return parse_presets(text, str(path))


def parse_presets(text: str, name: str = "presets") -> PresetFile:
    """Return the programs of a text; InputError, which names `name` and the line or table."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name}: {error}") from None
    except RecursionError:
        raise InputError(f"{name}: nested too deeply") from None
    for key in plain:
        if key not in TOP_KEYS:
            raise InputError(f"{name}: {quoted(key)} is unknown: {', '.join(TOP_KEYS)}")
    title = plain.get("title", "")
    if not isinstance(title, str):
        raise InputError(f"{name}: title: a text is needed")
    table = plain.get("program", {})
    if not isinstance(table, dict):
        raise InputError(f"{name}: program: tables [program.{USER_FIRST}] ... are needed")
    programs = []
    for key, fields in table.items():
        try:
            programs.append(_program(key, fields))
        except (_BadError, ControlError, InputError) as error:
            what = AS_OPTION.sub(r'add notation = "\1"', str(error))
            raise InputError(f"{_place(text, name, key)}: program.{key}: {what}") from None
    return PresetFile(title, tuple(sorted(programs, key=lambda one: one.number)))


def _place(text: str, name: str, key: str) -> str:
    """Return the file with the line at which the table of a program begins, where it has one."""
    header = re.compile(rf"\s*\[+\s*program\s*\.\s*[\"']?{re.escape(key)}[\"']?\s*[\].]")
    for number, line in enumerate(text.splitlines(), 1):
        if header.match(line):
            return f"{name}:{number}"
    return name


def _program(key: str, fields: object) -> Program:
    if not key.isdecimal() or not USER_FIRST <= int(key) <= USER_LAST or not key.isascii():
        raise _BadError(f"a user program is {USER_FIRST} to {USER_LAST}")
    number = int(key)
    if not isinstance(fields, dict):
        raise _BadError("a table is needed")
    for field in fields:
        if field not in PROGRAM_KEYS:
            raise _BadError(f"{quoted(field)} is unknown: {', '.join(PROGRAM_KEYS)}")
    name = _checked_name(number, fields.get("name", ""))
    if "control" in fields and "periods" in fields:
        raise _BadError("control and periods exclude each other")
    if "control" in fields:
        if "black_periods" in fields:
            raise _BadError("black_periods needs periods")
        control = _from_text(fields)
    elif "periods" in fields:
        for field in TEXT_KEYS:
            if field in fields:
                raise _BadError(f"{field} needs control")
        control = _from_fields(fields)
    else:
        raise _BadError("control or periods is needed")
    return Program(number, name, control)


def _checked_name(number: int, name: object) -> str:
    programs = Programs()
    try:
        programs.rename(number, name)  # type: ignore[arg-type]
    except ControlError as error:
        raise _BadError(str(error).partition(": ")[2]) from None
    return programs.name(number)


def _from_text(fields: dict[str, Any]) -> TimeControl:
    text = fields["control"]
    if not isinstance(text, str):
        raise _BadError("control: a text is needed, such as 90/40+30+30")
    control = read_control(
        text,
        _word(fields, "notation", NOTATIONS),
        _word(fields, "transition", TRANSITIONS),
        _word(fields, "bonus_timing", BONUS_TIMINGS),
    ).control
    freeze = _freeze(fields)
    if freeze is not None:
        control.freeze = freeze
    return control


def _from_fields(fields: dict[str, Any]) -> TimeControl:
    black = fields.get("black_periods")
    return control_from_dict(
        {
            "bonus_timing": _word(fields, "bonus_timing", BONUS_TIMINGS) or "before",
            "freeze": _freeze(fields),
            "periods": _periods(fields["periods"], "periods"),
            "black_periods": None if black is None else _periods(black, "black_periods"),
        }
    )


def _periods(plain: object, where: str) -> list[dict[str, Any]]:
    if not isinstance(plain, list) or not plain:
        raise _BadError(f"{where}: tables [[program.N.{where}]] are needed")
    return [_period(fields, f"{where} {index}") for index, fields in enumerate(plain, 1)]


def _period(fields: object, where: str) -> dict[str, Any]:
    if not isinstance(fields, dict):
        raise _BadError(f"{where}: a table is needed")
    found: dict[str, Any] = {}
    for key, value in fields.items():
        if key in TIMES:
            if not isinstance(value, str):
                raise _BadError(f'{where}: {key}: a time in quotes is needed, such as "1:30:00"')
            try:
                found[TIMES[key]] = read_time(value)
            except InputError as error:
                raise _BadError(f"{where}: {key}: {error}") from None
        elif key in NUMBERS:
            if isinstance(value, bool) or not isinstance(value, int):
                raise _BadError(f"{where}: {key}: a whole number is needed")
            found[key] = value
        elif key == "method":
            found[key] = METHODS[_one_of(value, f"{where}: method", METHOD_WORDS)]
        elif key == "transition":
            found[key] = TRANSITIONS[_one_of(value, f"{where}: transition", tuple(TRANSITIONS))]
        elif key == "repeat":
            if not isinstance(value, bool):
                raise _BadError(f"{where}: repeat: true or false is needed")
            found[key] = value
        else:
            raise _BadError(f"{where}: {quoted(key)} is unknown: {', '.join(PERIOD_KEYS)}")
    return found


def _freeze(fields: dict[str, Any]) -> bool | None:
    freeze = fields.get("freeze")
    if freeze is not None and not isinstance(freeze, bool):
        raise _BadError("freeze: true or false is needed")
    return freeze


def _word(fields: dict[str, Any], key: str, words: dict[str, Any]) -> str | None:
    return None if key not in fields else _one_of(fields[key], key, tuple(words))


def _one_of(value: object, where: str, words: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in words:
        raise _BadError(f"{where}: {', '.join(words[:-1])} or {words[-1]} is needed")
    return value


# --- writing -------------------------------------------------------------------------------------


def write_presets(presets: PresetFile) -> str:
    """Return a text that `parse_presets` reads as the same programs; those that are free fall out.

    A control is written as organizers write it where that says all of it, else by its periods.
    """
    import tomlkit

    document = tomlkit.document()
    if presets.title:
        document.add("title", presets.title)
        document.add(tomlkit.nl())
    programs = tomlkit.table(is_super_table=True)
    for one in presets.programs:
        if one.control is None:
            continue
        table = tomlkit.table()
        table.add(tomlkit.comment(in_short(one.control)))
        table.add("name", one.name)
        for key, value in _written(one.control).items():
            if key in FIELD_KEYS:
                rows = tomlkit.aot()
                for row in value:
                    rows.append(tomlkit.item(row))
                table.add(key, rows)
            else:
                table.add(key, value)
        programs.add(str(one.number), table)
    document.add("program", programs)
    text = tomlkit.dumps(document).strip()
    return text + "\n" if text else ""


def same_program(one: Program, two: Program) -> bool:
    """Return whether two programs have one name and are the same game."""
    if one.name != two.name:
        return False
    if one.control is None or two.control is None:
        return one.control is two.control
    return same(one.control, two.control) and one.control.freeze == two.control.freeze


def _written(control: TimeControl) -> dict[str, Any]:
    text = _as_text(control)
    if text is not None:
        return text
    fields: dict[str, Any] = {}
    if control.bonus_timing == BONUS_TIMINGS["after"]:
        fields["bonus_timing"] = "after"
    fields["freeze"] = control.freeze
    fields["periods"] = [_row(period) for period in control.white_periods]
    if control.odds:
        fields["black_periods"] = [_row(period) for period in control.black_periods]
    return fields


def _as_text(control: TimeControl) -> dict[str, Any] | None:
    """Return the keys that say all of a control by a text, None where there is none."""
    try:
        text = write_control(control, "organizers")
    except NotWritableError:
        return None
    for more in ({}, {"notation": "organizers"}):
        fields: dict[str, Any] = {"control": text, **more}
        try:
            again = _from_text(fields)
        except ControlError:
            continue
        if again.freeze != control.freeze:
            fields["freeze"] = control.freeze
        if same(again, control):
            return fields
    return None


def _row(period: Period) -> dict[str, Any]:
    """Return the fields of a period that are not what they are without being given."""
    plain = Period()
    row: dict[str, Any] = {"main": exact_time(period.main_ms)}
    if period.method != plain.method:
        row["method"] = METHOD_WORDS[period.method]
    for key, field in TIMES.items():
        if key != "main" and getattr(period, field) != getattr(plain, field):
            row[key] = exact_time(getattr(period, field))
    for key in NUMBERS:
        if getattr(period, key) != getattr(plain, key):
            row[key] = getattr(period, key)
    if period.transition == AT_ZERO:
        row["transition"] = TRANSITION_WORDS[AT_ZERO]
    if period.repeat:
        row["repeat"] = True
    return row
