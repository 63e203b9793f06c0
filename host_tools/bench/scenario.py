"""Scenario files: what is done to the clock, and every single thing that must come of it.

```
# A press 1 ms before the flag counts.
control 0+1 canonical text of the control, as on the command line
 0.000  press right
 0.999  press left
> 0.000 setup
> 0.000 start left
...
```

One step a line: a time in seconds (`1.500`, `2:00`, or `+0.100` after the step before) and a verb.
Lines that begin with `>` are the expected trace; what is not listed must not happen, and after the
last step a minute of silence follows. Before the steps stand the settings of the bench.

| setting | meaning |
|---|---|
| control TEXT | the time control (`notation/README.md`); without it the clock stays in SETUP |
| board NAME | virtual (default), virtual_rocker or virtual_table |
| freeze on, freeze off | as the arbiter may set it before the start |
| loop MS MS ... | lengths of the passes of the main loop, round and round |
| ticks N | value of the tick counter at power-up |
| held NAME ... | contacts or keys that are closed at power-up |
| rtc 2026-12-01 10:20:30 | what the real-time clock has been set to; without it: never |

| verb | meaning |
|---|---|
| press SIDE [bounce MS,MS,...] [hold MS] | a press of the lever |
| hold SIDE, release SIDE | a plunger that stays down, and its release |
| key NAME [hold MS] | a key; its hold is time that passes |
| keydown NAME, keyup NAME | a key that stays down, and its release; no time passes |
| stall MS | the loop stands still for so long |
| display SIDE off, display SIDE on | a display pulled off its wires, and back |
| power MS | the power is off for so long; what is kept and the real-time clock go on |
| rtc lost, rtc 2026-12-01 10:20:30 | the real-time clock has lost its time; has another |
| console JSON | a line down the serial console; the reply is in the trace |
| show | the displays, in the trace |
| wait | nothing |

On a board with a table of three a SIDE is `left` and `right` of clock A, `left B`, `right C` and
so on; the events of the trace, `show` and the last line then tell the clock.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from clockcore.code_names import KEY_NAMES, STATE_NAMES

from host_tools.bench.bench import SIDES, START_TICKS, Bench, side_names
from host_tools.bench.child_process import FIRMWARE, BenchError, FirmwareError

SILENCE_MS = 60_000
ALL_SIDES = side_names(3)
SIDED = ("press", "hold", "release", "display")
VERBS = (
    "press",
    "hold",
    "release",
    "key",
    "keydown",
    "keyup",
    "stall",
    "display",
    "power",
    "rtc",
    "console",
    "show",
    "wait",
)


class ScenarioError(ValueError):
    """A scenario file that cannot be read; the text names file, line and reason."""


@dataclass(frozen=True)
class Step:
    """One thing to do: bench time in ms, verb, words after it, line of the file."""

    at_ms: int
    verb: str
    words: tuple[str, ...]
    line: int


@dataclass
class Scenario:
    """A scenario file as it was read."""

    name: str
    path: Path | None = None
    control: str | None = None
    board: str = "virtual"
    freeze: bool | None = None
    loop_ms: list[int] = field(default_factory=list)
    start_ticks: int = START_TICKS
    held: list[str] = field(default_factory=list)
    rtc: list[int] | None = None
    steps: list[Step] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file; ScenarioError says what is wrong and in which line."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    scenario = Scenario(path.stem, path)
    previous = 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        where = f"{path}:{number}"
        if line.startswith(">"):
            scenario.expected.append(line[1:].strip())
            continue
        words = line.split()
        if words[0][0] in "+0123456789":
            at = _time(words[0], previous, where)
            if at < previous:
                raise ScenarioError(f"{where}: {words[0]} is before the step above")
            if len(words) < 2 or words[1] not in VERBS:
                raise ScenarioError(f"{where}: a verb is needed: {', '.join(VERBS)}")
            rest = line.split(None, 2)[2:] if words[1] == "console" else words[2:]
            if words[1] in SIDED:
                rest = _with_clock(rest)
            step = Step(at, words[1], tuple(rest), number)
            _check(step, where)
            scenario.steps.append(step)
            previous = at
        else:
            _setting(scenario, words, line, where)
    return scenario


def run_scenario(
    scenario: Scenario,
    runtime: str | None = None,
    heap_lock: bool = False,
    firmware: Path = FIRMWARE,
) -> list[str]:
    """Run a scenario and return its trace, the minute of silence at its end included."""
    trace: list[str] = []
    with Bench(
        control=scenario.control,
        board=scenario.board,
        runtime=runtime,
        freeze=scenario.freeze,
        start_ticks=scenario.start_ticks,
        loop_ms=scenario.loop_ms or None,
        heap_lock=heap_lock,
        held_at_boot=scenario.held,
        rtc=scenario.rtc,
        firmware=firmware,
    ) as bench:
        told = 0
        for step in scenario.steps:
            where = f"{scenario.path or scenario.name}:{step.line}"
            if step.at_ms < bench.now_ms:
                raise ScenarioError(f"{where}: the step before took until {bench.now_ms} ms")
            bench.advance_ms(step.at_ms - bench.now_ms)
            told = _tell(bench, told, trace)
            try:
                extra = _do(bench, step)
            except FirmwareError:
                raise
            except BenchError as error:
                raise ScenarioError(f"{where}: {error}") from None
            told = _tell(bench, told, trace)
            trace.extend(f"{bench.now_ms / 1000:.3f} {line}" for line in extra)
        bench.advance_ms(SILENCE_MS)
        _tell(bench, told, trace)
        trace.append(_ending(bench))
    return trace


def _tell(bench: Bench, told: int, trace: list[str]) -> int:
    events = bench.events()
    trace.extend(str(event) for event in events[told:])
    return len(events)


def _ending(bench: Bench) -> str:
    ends = []
    for index, game in enumerate(bench.games()):
        sides = bench.sides[2 * index : 2 * index + 2]
        times = [f"{side} {bench.remaining_ms(side)}/{bench.moves(side)}" for side in sides]
        flag = f" flag {SIDES[game['flag_side']]}" if game["flag_side"] < 2 else ""
        state = STATE_NAMES[game["state"]]
        ends.append(f"{'' if bench.clocks == 1 else state + ' '}{' '.join(times)}{flag}")
    state = f" {bench.state}" if bench.clocks == 1 else ""
    return f"{bench.now_ms / 1000:.3f} end{state} {' | '.join(ends)}"


def _do(bench: Bench, step: Step) -> list[str]:
    words = step.words
    if step.verb == "press":
        options = _options(words[1:])
        bounce = [int(one) for one in options.get("bounce", "0").split(",")]
        bench.press(words[0], bounce_ms=bounce, hold_ms=int(options.get("hold", "60")))
    elif step.verb == "hold":
        bench.hold(words[0])
    elif step.verb == "release":
        bench.release(words[0])
    elif step.verb == "key":
        bench.key(words[0], hold_ms=int(_options(words[1:]).get("hold", "50")))
    elif step.verb == "keydown":
        bench.key_down(words[0])
    elif step.verb == "keyup":
        bench.key_up(words[0])
    elif step.verb == "stall":
        bench.stall_ms(int(words[0]))
    elif step.verb == "display":
        bench.connect_display(words[0], words[1] == "on")
    elif step.verb == "power":
        bench.power_cycle(off_ms=int(words[0]))
    elif step.verb == "rtc":
        bench.set_rtc(None if words == ("lost",) else _date(words))
    elif step.verb == "console":
        reply = bench.console_line(words[0])
        return [f"reply {json.dumps(reply, sort_keys=True)}"]
    elif step.verb == "show":
        shown = []
        for clock in "ABC"[: bench.clocks]:
            views = bench.displays(clock)
            shown.append(f"{clock + ' ' if bench.clocks > 1 else ''}{views.left} | {views.right}")
        return [f"show {' || '.join(shown)}"]
    return []


def _with_clock(words: list[str]) -> list[str]:
    """Return the words of a step with the clock of a table joined to its side."""
    if len(words) > 1 and words[1] in ("A", "B", "C"):
        clock = "" if words[1] == "A" else f" {words[1]}"
        return [words[0] + clock, *words[2:]]
    return words


def _time(text: str, previous: int, where: str) -> int:
    match = re.fullmatch(r"(\+?)(?:(\d+):)?(\d+)(?:\.(\d{1,3}))?", text)
    if match is None:
        raise ScenarioError(f"{where}: {text!r} is not a time in seconds")
    plus, minutes, seconds, part = match.groups()
    ms = (int(minutes or 0) * 60 + int(seconds)) * 1000 + int((part or "0").ljust(3, "0"))
    return previous + ms if plus else ms


def _date(words: Sequence[str]) -> list[int] | None:
    """Return the six numbers of a date and a time, None if that is none."""
    try:
        time = datetime.strptime(" ".join(words), "%Y-%m-%d %H:%M:%S")
    except ValueError:
        return None
    return [time.year, time.month, time.day, time.hour, time.minute, time.second]


def _options(words: Sequence[str]) -> dict[str, str]:
    return dict(zip(words[::2], words[1::2], strict=True))


def _check(step: Step, where: str) -> None:
    words = step.words
    if step.verb in SIDED and (not words or words[0] not in ALL_SIDES):
        raise ScenarioError(f"{where}: {step.verb} needs left or right")
    if step.verb.startswith("key") and (not words or words[0] not in KEY_NAMES):
        raise ScenarioError(f"{where}: {step.verb} needs one of {', '.join(KEY_NAMES)}")
    if step.verb in ("press", "key"):
        known = {"hold": r"\d+"}
        if step.verb == "press":
            known["bounce"] = r"\d+(,\d+)*"
        rest = words[1:]
        pairs = list(zip(rest[::2], rest[1::2], strict=False))
        fits = all(re.fullmatch(known.get(name, "(?!)"), value) for name, value in pairs)
        if len(rest) % 2 or not fits or len({name for name, _ in pairs}) < len(pairs):
            raise ScenarioError(f"{where}: {' '.join(rest)!r} is not understood")
    elif step.verb == "stall" and (len(words) != 1 or not words[0].isdigit()):
        raise ScenarioError(f"{where}: stall needs a number of ms")
    elif step.verb == "display" and words[1:] not in (("on",), ("off",)):
        raise ScenarioError(f"{where}: display needs on or off")
    elif step.verb == "power" and (len(words) != 1 or not words[0].isdigit()):
        raise ScenarioError(f"{where}: power needs a number of ms")
    elif step.verb == "rtc" and words != ("lost",) and _date(words) is None:
        raise ScenarioError(f"{where}: rtc needs lost, or a date and a time: 2026-12-01 10:20:30")
    elif step.verb == "console" and not words:
        raise ScenarioError(f"{where}: console needs a line")
    elif step.verb in ("hold", "release", "keydown", "keyup") and len(words) != 1:
        raise ScenarioError(f"{where}: {' '.join(words[1:])!r} is not understood")
    elif step.verb in ("show", "wait") and words:
        raise ScenarioError(f"{where}: {step.verb} takes nothing after it")


def _setting(scenario: Scenario, words: list[str], line: str, where: str) -> None:
    name, values = words[0], words[1:]
    if scenario.steps:
        raise ScenarioError(f"{where}: {name!r} must stand before the first step")
    if name == "control" and values:
        scenario.control = line.split(None, 1)[1]
    elif name == "board" and len(values) == 1:
        scenario.board = values[0]
    elif name == "freeze" and values in (["on"], ["off"]):
        scenario.freeze = values == ["on"]
    elif name == "loop" and values and all(one.isdigit() and int(one) for one in values):
        scenario.loop_ms = [int(one) for one in values]
    elif name == "ticks" and len(values) == 1 and values[0].isdigit():
        scenario.start_ticks = int(values[0])
    elif name == "rtc" and _date(values) is not None:
        scenario.rtc = _date(values)
    elif name == "held" and values and all(one in (*SIDES, *KEY_NAMES) for one in values):
        scenario.held = values
    else:
        raise ScenarioError(f"{where}: {line!r} is not understood")


def accept(path: Path, trace: Sequence[str]) -> None:
    """Write `trace` into a scenario file as what is expected from now on."""
    lines = path.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.strip().startswith(">")]
    while kept and not kept[-1].strip():
        kept.pop()
    expected = [f"> {line}" for line in trace]
    path.write_text("\n".join([*kept, "", *expected]) + "\n", encoding="utf-8")


__all__ = (
    "BenchError",
    "Scenario",
    "ScenarioError",
    "accept",
    "read_scenario",
    "run_scenario",
)
