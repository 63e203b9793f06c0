"""The self-test of a board, with a person who presses and looks, on virtual boards."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from boards.schema import BoardError
from host_tools.bench.child_process import BenchError
from host_tools.bench.line_server import LineServer
from host_tools.console import Clock, ConsoleError
from host_tools.selftest import SelfTest, SelfTestError

NAMES = {
    "left plunger": "left",
    "right plunger": "right",
    "key back": "back",
    "key minus": "minus",
    "key play/pause": "play",
    "key plus": "plus",
    "key forward": "forward",
}


class Player:
    """Presses what is asked for and says what it sees; `wrong` presses something else instead."""

    def __init__(
        self, server: LineServer, wrong: dict[str, str] | None = None, deaf: bool = False
    ) -> None:
        """Sit down at the clock of `server`."""
        self.server = server
        self.wrong = wrong or {}
        self.deaf = deaf
        self.told: list[str] = []
        self.asked: list[str] = []
        self.threads: list[threading.Thread] = []

    def tell(self, text: str) -> None:
        """Hear a line; press what it names, a moment later."""
        self.told.append(text)
        if text.startswith("Press and let go: "):
            name, _, clock = text.removeprefix("Press and let go: ").partition(" of clock ")
            name = (NAMES[name] + (f" {clock}" if clock > "A" else "")).strip()
            name = self.wrong.get(name, name)
            if name:
                self._begin(name, (True, False))
        elif text.startswith("Move to the other side and back: "):
            with self.server.bench() as bench:
                closed = bench.console({"cmd": "inputs"})["inputs"][0][1]
            self._begin("left", (not closed, closed))

    def _begin(self, name: str, levels: tuple[bool, bool]) -> None:
        thread = threading.Thread(target=self._press, args=(name, levels))
        thread.start()
        self.threads.append(thread)

    def _press(self, name: str, levels: tuple[bool, bool]) -> None:
        for closed in levels:
            time.sleep(0.08)
            with self.server.bench() as bench:
                bench.edges([(bench.now_ms, name, closed)])

    def ask(self, question: str) -> bool:
        """Look or listen; answer honestly."""
        time.sleep(0.2)
        self.asked.append(question)
        with self.server.bench() as bench:
            # Of a table every clock has to do the same.
            (lamps,) = {
                (bench.lamp(left), bench.lamp(right))
                for left, right in zip(bench.sides[::2], bench.sides[1::2], strict=True)
            }
            (cells,) = {
                (tuple(bench.segments(left)), tuple(bench.segments(right)))
                for left, right in zip(bench.sides[::2], bench.sides[1::2], strict=True)
            }
            sounds = bool(bench.sounds() or bench.buzzer_hz)
        answers: dict[str, Callable[[], bool]] = {
            "Is every segment": lambda: {one & 0x7F for side in cells for one in side} == {0x7F},
            "Does the left": lambda: (cells[0][-1] & 0x7F, cells[1][-1] & 0x7F) == (0x06, 0x5B),
            "Is the left lamp": lambda: lamps == (True, False),
            "Is the right lamp": lambda: lamps == (False, True),
            "Did the buzzer": lambda: sounds and not self.deaf,
        }
        (answer,) = [each for start, each in answers.items() if question.startswith(start)]
        return answer()


@contextmanager
def trial(
    board_name: str,
    displays: str | None = None,
    name: str | None = None,
    runtime: str | None = None,
    held: tuple[str, ...] = (),
    **player: object,
) -> Iterator[tuple[SelfTest, Player]]:
    """Give a self-test of a virtual board, short waits, and its player."""
    with (
        LineServer(
            board_name, runtime, displays=displays, sound=False, held_at_boot=held
        ) as server,
        Clock(server.url) as clock,
    ):
        person = Player(server, **player)  # type: ignore[arg-type]
        yield SelfTest(name or board_name, clock, person, input_s=1.5, clock_s=1.0), person
        for thread in person.threads:
            thread.join()


def test_a_table_of_three_is_tested_clock_by_clock() -> None:
    """T60: six displays, six plungers by their clocks, one set of keys."""
    with trial("pico_table", runtime="cpython") as (test, person):
        assert test.run(), [step for step in test.steps if not step.passed]
        names = [step.name for step in test.steps]
        assert names[:6] == [
            f"{side} display of clock {clock}" for clock in "ABC" for side in ("left", "right")
        ]
        assert [name for name in names if "plunger" in name] == [
            f"{side} plunger of clock {clock}" for clock in "ABC" for side in ("left", "right")
        ]
        assert len(names) == len(set(names))
        assert any("of every clock" in text for text in person.asked)


@pytest.mark.parametrize(
    ("board", "displays", "runtime"),
    [
        ("pico", "tm1637_6", "micropython"),
        ("esp32_devkit", "ht16k33", "cpython"),
        ("pico_w", "ssd1306", "micropython"),
    ],
)
def test_a_good_board_passes(
    board: str, displays: str, runtime: str, request: pytest.FixtureRequest
) -> None:
    """Every step is there once, and all pass."""
    if runtime == "micropython":
        request.getfixturevalue("micropython")
    with trial(board, displays, runtime=runtime) as (test, person):
        assert test.run(), [step for step in test.steps if not step.passed]
        names = [step.name for step in test.steps]
        assert names == [
            "left display",
            "right display",
            "contacts",
            "battery",
            *NAMES,
            "all segments",
            "sides",
            "left lamp",
            "right lamp",
            "buzzer",
            "clock",
        ]
        with person.server.bench() as bench:
            assert bench.displays().left.text.startswith("P")
            assert bench.state == "SETUP"


@pytest.mark.parametrize("held", [(), ("left",)])
def test_a_rocker_passes_from_either_side(held: tuple[str, ...]) -> None:
    """It is moved to the other side and back, whichever end is down."""
    with trial("virtual_rocker", held=held) as (test, _):
        assert test.run(), [step for step in test.steps if not step.passed]


def test_faults_of_the_wiring_are_named() -> None:
    """Swapped keys, a key without a wire, a silent buzzer: each fails alone, with its reason."""
    wrong = {"minus": "plus", "plus": "minus", "forward": ""}
    with trial("pico", wrong=wrong, deaf=True) as (test, _):
        assert not test.run()
        failed = {step.name: step.text for step in test.steps if not step.passed}
        assert set(failed) == {"key minus", "key plus", "key forward", "buzzer"}
        assert failed["key minus"].startswith("plus moved instead")
        assert failed["key forward"].startswith("nothing came within")


def test_a_display_that_does_not_answer_fails() -> None:
    """It is named, and the rest goes on."""
    with trial("pico", "ht16k33") as (test, person):
        with person.server.bench() as bench:
            bench.connect_display("right", False)
        time.sleep(6)
        assert not test.run()
        failed = {step.name for step in test.steps if not step.passed}
        assert failed == {"right display", "all segments", "sides"}


def test_the_wrong_board_and_a_game_are_refused() -> None:
    """One line each, before anything is asked."""
    with trial("pico", name="pico_w") as (test, _), pytest.raises(SelfTestError) as caught:
        test.run()
    assert "the clock says it is pico, not pico_w" in str(caught.value)
    with trial("pico") as (test, person):
        test.clock.ask("program", number=3)
        with pytest.raises(SelfTestError, match="must be in SETUP"):
            test.run()
        with person.server.bench() as bench:
            bench.press("right")
        with pytest.raises(ConsoleError, match="a side runs: pause first"):
            test.run()


def test_a_clock_that_runs_wrong_is_found() -> None:
    """A clock that is 10 % fast fails the comparison."""
    with trial("pico") as (test, person):
        inner = person.server.live
        honest = inner.advance
        told = [time.monotonic()]

        def fast() -> None:
            passed = time.monotonic() - told[0]
            told[0] += passed
            inner._last -= passed / 10
            honest()

        inner.advance = fast  # type: ignore[method-assign]
        started = test._sample()
        time.sleep(1)
        test._time(started)
        assert [step.passed for step in test.steps] == [False]


def test_a_board_that_is_none_is_refused() -> None:
    """Unknown names are named."""
    refused = pytest.raises((BenchError, BoardError), match="board 'nowhere' is unknown")
    with LineServer("virtual", "cpython") as server, Clock(server.url) as clock, refused:
        SelfTest("nowhere", clock, Player(server))


def test_a_port_where_nobody_answers() -> None:
    """One line that names the port."""
    with pytest.raises(ConsoleError, match="nobody answers there"):
        Clock("socket://127.0.0.1:1")
