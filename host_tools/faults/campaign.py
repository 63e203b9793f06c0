"""All faults, and the table of what came of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from host_tools.bench import Bench, BenchError
from host_tools.faults import cuts, disturbances, emulated
from host_tools.faults.disturbances import Outcome

SECOND_MS = 1000
BLITZ_BONUS_MS = 60_000  # Laws B.3


@dataclass(frozen=True)
class Fault:
    """One row of the table.

    name   what is told `--only`, too
    about  what goes wrong
    many   how often it is tried; `few` in the short form
    run    does it so many times
    limit  how far off the times may be, in ms
    """

    name: str
    about: str
    many: int
    few: int
    run: Callable[[int], Outcome]
    limit: str = "0 ms"


def flash_operations(tries: int) -> Outcome:
    """Cut the power in operations of the flash memory, 0, 50 and 100 % into each.

    With 0 tries in every one of a long game, else in as many as that, spread over it.
    """
    image, operations = cuts.record(9, 60 if not tries else 24)
    every = 1 if not tries else max(len(operations) * len(cuts.SHARES) // tries, 1)
    outcome = Outcome()
    for number, share, torn in cuts.cuts(image, operations, every):
        if operations[number].truth is not None:
            what = f"operation {number} at {operations[number].at_ms} ms, {share:.0%} into it"
            _judge_cut(outcome, torn, cuts.possible_truths(operations, number), what)
    delays = cuts.record_delays_ms(operations, cuts.START_TICKS)
    if not delays or max(delays) > cuts.RECORDED_MS:
        outcome.fail(f"a press was recorded after {max(delays, default=0)} ms")
    return outcome


def any_millisecond(tries: int) -> Outcome:
    """Cut the power at random instants of a game, between the operations of the flash memory."""
    image, operations = cuts.record(9, 60)
    choice = random.Random(1000)
    outcome = Outcome()
    now = bytearray(image)
    done = 0
    instants = sorted(choice.randrange(operations[-1].at_ms) for _ in range(tries))
    for at_ms in instants:
        while done < len(operations) and operations[done].at_ms <= at_ms:
            operations[done].apply(now)
            done += 1
        last = operations[done - 1] if done else None
        if last is None or last.truth is None:
            outcome.judge(0)
            continue
        truths = cuts.truths_behind(operations, done - 1, at_ms)
        _judge_cut(outcome, bytes(now), truths, f"at {at_ms} ms, after operation {done - 1}")
    return outcome


def _judge_cut(outcome: Outcome, torn: bytes, truths: list[cuts.Truth], what: str) -> None:
    try:
        found = cuts.come_back(torn)
        outcome.judge(cuts.error_ms(found, *truths), SECOND_MS, what)
    except (cuts.LostError, BenchError) as error:
        outcome.fail(f"{what}: {error}")


def flipped_bytes(tries: int) -> Outcome:
    """Change one byte of what is kept: the clock starts, and nothing wrong is taken for right.

    With 0 tries every byte of the settings, of the games and of what is recorded, else so many.
    """
    outcome = Outcome()
    with Bench("5+3", runtime="micropython") as bench:
        bench.press("right")
        for number in range(6):
            bench.advance_ms(1_300)
            bench.press("right" if number % 2 else "left")
        bench.advance_ms(3_500)
        before = [bench.remaining_ms(side) for side in ("left", "right")]
        moves = [bench.moves(side) for side in ("left", "right")]
        everything = {
            path: path.read_bytes() for path in bench.files.rglob("*") if path.is_file()
        }
        files = {path: everything[path] for path in _kept(bench.files)}
        places = [(path, place) for path, text in files.items() for place in _used(text)]
        if tries:
            places = random.Random(7).sample(places, tries)
        for path, place in places:
            for each, content in everything.items():
                if not each.exists() or each.read_bytes() != content:
                    each.write_bytes(content)
            for bad in bench.files.rglob("*.bad"):
                bad.unlink()
            torn = bytearray(files[path])
            torn[place] ^= 0x55
            path.write_bytes(torn)
            bench.power_cycle()
            state = bench.state
            what = f"{path.name}, byte {place}"
            says = str(bench.console({"cmd": "check"}).get("kept_game"))
            if state == "SETUP":
                if "damaged" in says or path.name == "settings.json":
                    outcome.judge(0)
                else:
                    outcome.fail(f"{what}: SETUP, and it says {says!r}")
                continue
            off = [
                bench.remaining_ms(side) - was
                for side, was in zip(("left", "right"), before, strict=True)
            ]
            now = [bench.moves(side) for side in ("left", "right")]
            if now == moves and all(0 <= one <= SECOND_MS for one in off):
                outcome.judge(max(off), SECOND_MS, what)
            elif "damaged" in says:
                outcome.judge(0)
            else:
                outcome.fail(f"{what}: {off} ms off, moves {now}, and it says {says!r}")
    return outcome


def _kept(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".json" or path.name in ("j00", "m00"):
            yield path


def _used(text: bytes) -> range:
    return range(len(text.rstrip(b"\xff")))


def no_room(tries: int) -> Outcome:
    """Play with a file system that takes nothing: the game goes on, the clock says FULL."""
    outcome = Outcome()
    for _ in range(tries):
        with Bench(disturbances.CONTROL, crashes_end=False) as bench:
            (bench.files / "kept_games.json.new").mkdir()
            bench.press("right")
            bench.advance_ms(2_000)
            bench.key("play")
            bench.advance_ms(500)
            paused = bench.remaining_ms("left")
            bench.key("plus", hold_ms=3_100)
            bench.key("forward")  # bonus time to the left cannot be kept whole
            bench.advance_ms(1_000)
            seen = set()
            for _ in range(5):
                seen.add(bench.displays().left.text)
                bench.advance_ms(1_000)
            bench.key("play")
            # Up from its release, 25 ms before the call comes back.
            bench.advance_ms(1_000 - 25)
            bench.press("left")
            bench.advance_ms(0)
            if "FULL" not in seen or bench.moves("left") != 1:
                outcome.fail(f"it said {sorted(seen)}, moves {bench.moves('left')}")
            else:
                wanted = paused + BLITZ_BONUS_MS - 1_000 + 3_000
                outcome.judge(bench.remaining_ms("left") - wanted, 0)
    return outcome


FAULTS = (
    Fault("flash", "power cut in every operation of the flash memory, 0, 50 and 100 % into it", 0,
          30, flash_operations, "1 s"),
    Fault("any", "power cut at any millisecond", 1000, 20, any_millisecond, "1 s"),
    Fault("bytes", "one byte of what is kept is changed", 0, 40, flipped_bytes, "1 s"),
    Fault("room", "the file system is full", 5, 1, no_room),
    Fault("displays", "displays pulled off and put back", 50, 2, disturbances.displays_lost),
    Fault("bus", "SDA held low", 50, 2, disturbances.bus_stuck),
    Fault("drivers", "sounder, display driver, flash, battery raise errors", 10, 1,
          disturbances.driver_fails),
    Fault("chatter", "a contact chatters, 1 000 edges/s for 10 s", 20, 1, disturbances.chatter),
    Fault("stuck", "a contact stays closed", 20, 1, disturbances.contact_stuck),
    Fault("wrap", "the tick counter begins anew", 100, 3, disturbances.wrap_of_ticks),
    Fault("day", "24 h of thinking, then a power cut", 3, 0, disturbances.a_day),
    Fault("host", "a host floods the line with garbage", 50, 2, disturbances.host_flood),
    Fault("emulated", "power cut in flash operations on the emulated Pico (`PICO_UF2`)", 24, 0,
          emulated.power_cuts, "1 s"),
)


def table(results: list[tuple[Fault, Outcome]]) -> str:
    """Return the results as a table in Markdown, each row with its command."""
    lines = [
        "| fault | tries | survived | worst error | allowed | command |",
        "|---|---|---|---|---|---|",
    ]
    for fault, outcome in results:
        lines.append(
            f"| {fault.about} | {outcome.tries} | {outcome.survived} | {outcome.worst_ms} ms |"
            f" {fault.limit} | `.venv/bin/python -m host_tools.faults --only {fault.name}` |"
        )
    return "\n".join(lines)
