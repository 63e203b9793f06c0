"""What a host reads from a clock and gives to another one: the journal, and games (6.10.1)."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.bench import Bench
from host_tools.journal import BLOCK_SIZE, read_journal

PART = 1024


@pytest.fixture(params=["micropython", "cpython"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Return a clock with a journal, on each runtime in turn."""
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    with Bench.started(runtime=request.param, has_journal=True) as one:
        yield one


def refused(bench: Bench, command: str, **fields: object) -> str:
    """Return why the clock refuses a command."""
    reply = bench.console({"cmd": command, **fields})
    assert reply["ok"] is False
    return str(reply["error"])


def asked(bench: Bench, command: str, **fields: object) -> dict:
    """Return what the clock answers to a command."""
    reply = bench.console({"cmd": command, **fields})
    assert reply["ok"] is True, reply
    return dict(reply)


def give(bench: Bench, text: str, size: int = 2000) -> dict:
    """Give a text to a clock in pieces; return its last reply."""
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    reply: dict = {}
    for part, piece in enumerate(pieces):
        is_last = part == len(pieces) - 1
        reply = bench.console({"cmd": "import", "part": part, "text": piece, "last": is_last})
        if not reply["ok"]:
            break
    return reply


def play(bench: Bench, moves: int = 6) -> None:
    """Play some moves of 3 min + 2 s and pause."""
    asked(bench, "program", number=10)
    bench.advance_ms(3_000)
    side = "right"
    for _ in range(moves):
        bench.press(side)
        bench.advance_ms(1_500)
        side = "left" if side == "right" else "right"
    bench.key("play")
    bench.advance_ms(3_000)


def test_the_journal_is_read_block_by_block(bench: Bench) -> None:
    play(bench)
    about = asked(bench, "journal")
    assert about["records"] > 10
    assert [name for name, *_ in about["blocks"]] == ["J"] * 40 + ["M"] * 8
    blocks = []
    for number in range(len(about["blocks"])):
        block = b""
        for part in range(BLOCK_SIZE // PART):
            data = base64.b64decode(asked(bench, "journal", block=number, part=part)["data"])
            block += data or b"\xff" * PART
        blocks.append(block)
    files = {
        f"{letter.lower()}{place:02}": block
        for (letter, place, _), block in zip(about["blocks"], blocks, strict=True)
    }
    on_flash = {path.name: path.read_bytes() for path in (bench.files / "journal").iterdir()}
    assert files == on_flash
    journal = read_journal(blocks[:40])
    assert len(journal.entries) == about["records"] and not journal.problems


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"block": -1, "part": 0}, "journal: block: 0 to 47 is needed"),
        ({"block": 48, "part": 0}, "journal: block: 0 to 47 is needed"),
        ({"block": "0", "part": 0}, "journal: block: 0 to 47 is needed"),
        ({"block": 0}, "journal: part: 0 to 3 is needed"),
        ({"block": 0, "part": 4}, "journal: part: 0 to 3 is needed"),
        ({"block": 0, "part": 0.5}, "journal: part: 0 to 3 is needed"),
    ],
)
def test_what_is_not_there_is_said(bench: Bench, fields: dict, says: str) -> None:
    assert refused(bench, "journal", **fields) == says


def test_a_game_goes_on_on_another_clock(bench: Bench, tmp_path: Path) -> None:
    play(bench, 7)
    before = asked(bench, "state")["games"]
    text = asked(bench, "export")["text"]
    with Bench.started(runtime=bench.runtime, has_journal=True) as other:
        assert give(other, text)["ok"] is True
        assert asked(other, "state")["games"] == before
        other.advance_ms(3_000)
        other.power_cycle()
        assert asked(other, "state")["games"] == before, "it is kept there, too"
        other.key("play")
        other.advance_ms(2_000)
        other.key("play")
        other.advance_ms(1_000)
        after = asked(other, "state")["games"]
        assert sum(after[0]["remaining_ms"]) < sum(before[0]["remaining_ms"]) - 1_000


def test_there_must_be_a_game_to_give_and_none_to_lose(bench: Bench) -> None:
    assert refused(bench, "export") == "export: there is no game on this clock"
    play(bench)
    text = asked(bench, "export")["text"]
    says = "import: a game is on this clock: end it and put it away first"
    assert refused(bench, "import", part=0, text=text, last=True) == says
    assert asked(bench, "state")["games"][0]["state"] == "paused"


def test_a_bad_text_changes_nothing(bench: Bench) -> None:
    play(bench)
    text = asked(bench, "export")["text"]
    bench.turn_lock()
    asked(bench, "put_away")
    plain = json.loads(text)
    cases = [
        ("nonsense", "import: the text is not JSON"),
        ("[1]", "an object is needed"),
        ("{}", "kept games: not as many as this board has clocks"),
        (json.dumps({**plain, "games": []}), "games"),
        (json.dumps({**plain, "paused_down": ["x"]}), "paused_down: a side is needed"),
        (json.dumps({**plain, "paused_down": [9]}), "paused_down: a side is needed"),
        (text.replace('"state": 3', '"state": 9'), "state"),
    ]
    for bad, says in cases:
        reply = give(bench, bad)
        assert reply["ok"] is False and says in str(reply["error"]), (bad[:60], reply)
        assert asked(bench, "state")["games"][0]["state"] == "setup"
    assert "part 0" in refused(bench, "import", part=1, text=text, last=True)
    assert asked(bench, "import", part=0, text=text[:100], last=False)
    assert "part 1" in refused(bench, "import", part=2, text=text[100:], last=True)
    assert give(bench, "x" * 20_000)["error"] == "import: the text is too long"
    assert give(bench, text)["ok"] is True, "and nothing of it is left over"


def test_while_a_side_runs_nothing_is_read_or_given(bench: Bench) -> None:
    asked(bench, "program", number=10)
    bench.advance_ms(3_000)
    bench.press("right")
    for command in ("journal", "export", "import"):
        assert refused(bench, command) == "a side runs: pause first, on the clock"


def test_errors_are_counted_in_the_check(bench: Bench) -> None:
    assert asked(bench, "check")["errors"] == {}
