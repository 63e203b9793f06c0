"""`chessclock selftest`: somebody presses and looks, the clock says what its wires brought.

It talks to the running firmware over the console, so it works on every board, on the virtual one
too. Nothing is changed on the clock; it must be in SETUP.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Protocol

from boards.schema import BoardError, wires
from host_tools.console import Clock, ConsoleError, RefusedError
from host_tools.deploy.tree import VIRTUAL, read_board

INPUT_S = 30.0
LOOK_S = 0.05
BEEP_HZ = 1760
BEEP_MS = 600
WRAP_MS = 1 << 29
SAMPLES = 9
LIMIT_PPM = 100  # a crystal of a board is within 30; more is a fault
ALL_LIT = "8.8.8.8.8.8.8.8."


class SelfTestError(Exception):
    """A self-test that cannot begin; the text is one line."""


class Person(Protocol):
    """Who is asked to press and look."""

    def tell(self, text: str) -> None:
        """Hear what is to be done, or what came of it."""

    def ask(self, question: str) -> bool:
        """Answer a question by yes or no."""


@dataclass(frozen=True)
class Step:
    """What was tested, whether it passed, and what was found."""

    name: str
    passed: bool
    text: str


class SelfTest:
    """The steps of one board, in order.

    steps  what came of each so far
    """

    def __init__(
        self,
        board_name: str,
        clock: Clock,
        person: Person,
        input_s: float = INPUT_S,
        clock_s: float = 60.0,
    ) -> None:
        """Take the board, the clock and the person.

        input_s  seconds to wait for each contact and key
        clock_s  seconds over which the clock is compared with the host's, 0 for not at all

        Raises BenchError or BoardError for the board.
        """
        self.board = read_board(board_name)
        self.clock = clock
        self.person = person
        self.input_s = input_s
        self.clock_s = clock_s
        self.steps: list[Step] = []

    def run(self) -> bool:
        """Run every step; return whether all passed. Raises SelfTestError or ConsoleError."""
        hello = self._begin()
        self._check(hello)
        started = self._sample() if self.clock_s else None
        try:
            for name, text in self._inputs():
                self._input(name, text)
            self._displays(hello["displays"])
            self._buzzer()
        finally:
            self.clock.ask("selftest", on=False)
        if started is not None:
            self._time(started)
        return all(step.passed for step in self.steps)

    def _begin(self) -> dict[str, Any]:
        hello = self.clock.ask("hello")
        if hello.get("name") != "chessclock" or not isinstance(hello.get("check"), dict):
            raise SelfTestError(f"{self.clock.port}: that is no chessclock, or an old one")
        if hello.get("board") != self.board.NAME:
            raise SelfTestError(
                f"{self.clock.port}: the clock says it is {hello.get('board')},"
                f" not {self.board.NAME}"
            )
        if hello.get("displays") not in self.board.DISPLAY_SETS:
            raise SelfTestError(
                f"{self.clock.port}: the clock has the display set {hello.get('displays')!r},"
                f" which {self.board.NAME} does not know: flash it again"
            )
        try:
            self.clock.ask("selftest", on=True)
        except RefusedError:
            raise SelfTestError(
                f"{self.clock.port}: the clock must be in SETUP: end the game, then hold BACK"
            ) from None
        return hello

    def _note(self, name: str, passed: bool, text: str) -> None:
        self.steps.append(Step(name, passed, text))
        self.person.tell(f"{'ok' if passed else 'FAILED'}: {name}: {text}")

    def _check(self, hello: dict[str, Any]) -> None:
        check = hello["check"]
        for index, answers in enumerate(check["displays"]):
            side = f"{('left', 'right')[index % 2]} display{self._of(index // 2)}"
            self._note(side, answers, "answers" if answers else "no answer: its wires")
        stuck = check["stuck"]
        self._note("contacts", not stuck, "open" if not stuck else f"closed: {', '.join(stuck)}")
        if check["battery_mv"] is not None:
            low = bool(check["battery_low"])
            self._note("battery", not low, f"{check['battery_mv']} mV")
        if check["rtc"] is not None:
            text = check["rtc"] if check["rtc"] != "lost power" else "answers, time not set"
            self._note("real-time clock", check["rtc"] != "no answer", text)

    def _of(self, index: int) -> str:
        return f" of clock {'ABC'[index]}" if len(self.board.LEVERS) > 1 else ""

    def _inputs(self) -> list[tuple[str, str]]:
        """Return the console's name and the words for every contact and key."""
        names = [name for name, _, _ in self.clock.ask("inputs")["inputs"]]
        texts = [wire.text for wire in wires(self.board) if wire.kind == "contact"]
        return list(zip(names, texts, strict=True))

    def _look(self) -> tuple[dict[str, bool], dict[str, int]]:
        """Return which inputs are closed, and their edges so far."""
        rows = self.clock.ask("inputs")["inputs"]
        return {name: closed for name, closed, _ in rows}, {name: n for name, _, n in rows}

    def _input(self, name: str, text: str) -> None:
        """Wait until exactly this contact has been moved and has come back."""
        rest, before = self._look()
        is_rocker = self.board.LEVER == "rocker" and name.startswith("rocker")
        self.person.tell(
            "Move to the other side and back: rocker"
            if is_rocker
            else f"Press and let go: {text}"
        )
        deadline = time.monotonic() + self.input_s
        closed, seen = rest, before
        while time.monotonic() < deadline:
            time.sleep(LOOK_S)
            closed, seen = self._look()
            if seen != before and closed == rest:
                break
        moved = [other for other in seen if seen[other] != before[other]]
        edges = (seen[name] - before[name]) & 0xFFFF
        if not moved:
            self._note(text, False, f"nothing came within {self.input_s:.0f} s: its wire, its pin")
        elif moved != [name]:
            self._note(text, False, f"{', '.join(moved)} moved instead: swapped, or touching")
        elif closed != rest:
            self._note(text, False, "it has not come back: a short, or the wrong contact")
        else:
            self._note(text, edges >= 2, f"{edges} edges")

    def _displays(self, name: str) -> None:
        room = self.board.DISPLAY_SETS[name]["cells"]
        is_table = len(self.board.LEVERS) > 1
        both, of = ("all", " of every clock") if is_table else ("both", "")
        questions = (
            ("all segments", {"left": ALL_LIT[: 2 * room], "right": ALL_LIT[: 2 * room]},
             f"Is every segment of {both} displays lit?"),
            ("sides", {"left": "1", "right": "2"},
             f"Does the left display{of} show 1 and the right one 2?"),
            ("left lamp", {"left_lamp": True},
             f"Is the left lamp{of} lit, and the right one dark?"),
            ("right lamp", {"right_lamp": True},
             f"Is the right lamp{of} lit, and the left one dark?"),
        )  # fmt: skip
        for name, fields, question in questions:
            self.clock.ask("show", **fields)
            seen = self.person.ask(question)
            self._note(name, seen, "seen" if seen else "not so: wires, display set")

    def _buzzer(self) -> None:
        self.clock.ask("beep", hz=BEEP_HZ, ms=BEEP_MS)
        heard = self.person.ask("Did the buzzer sound?")
        self._note("buzzer", heard, "heard" if heard else "silent: passive buzzer? its pin?")

    def _sample(self) -> tuple[float, int, float]:
        """Return the host's time, the clock's ms, and how unsure that is: the quickest of nine."""
        best: tuple[float, int, float] | None = None
        for _ in range(SAMPLES):
            began = time.monotonic()
            ms = self.clock.ask("ticks")["ms"]
            ended = time.monotonic()
            if best is None or ended - began < best[2]:
                best = ((began + ended) / 2, ms, ended - began)
        assert best is not None
        return best

    def _time(self, started: tuple[float, int, float]) -> None:
        left = self.clock_s - (time.monotonic() - started[0])
        if left > 0:
            self.person.tell(f"Comparing the clock with this computer for {left:.0f} s more")
            time.sleep(left)
        ended = self._sample()
        host_ms = (ended[0] - started[0]) * 1000
        clock_ms = (ended[1] - started[1]) % WRAP_MS
        unsure_ms = (started[2] + ended[2]) * 500 + 1
        error_ms = clock_ms - host_ms
        limit_ms = host_ms * LIMIT_PPM / 1_000_000 + unsure_ms
        self._note(
            "clock",
            abs(error_ms) <= limit_ms,
            f"{error_ms:+.1f} ms in {host_ms / 1000:.1f} s, sure to {unsure_ms:.1f} ms",
        )


class Terminal:
    """A person at a terminal."""

    def __init__(self) -> None:
        """Use the standard streams."""
        from rich.console import Console

        self.console = Console(highlight=False)

    def tell(self, text: str) -> None:
        """Print a line."""
        style = "red" if text.startswith("FAILED") else None
        self.console.print(text, style=style, markup=False)

    def ask(self, question: str) -> bool:
        """Ask for y or n."""
        import typer

        return typer.confirm(question)


def selftest_command(board: str, port: str | None, seconds: float, wait: float) -> int:
    """Run the self-test at a terminal; return the exit status."""
    from host_tools.deploy.port import find_port

    terminal = Terminal()
    # What is wrong with it is said before a clock is looked for.
    if read_board(board).CHIP == VIRTUAL and not port:
        raise BoardError(f"{board} is a virtual board: name its port with --port")
    with Clock(port or find_port()) as clock:
        test = SelfTest(board, clock, terminal, wait, seconds)
        passed = test.run()
    failed = sum(not step.passed for step in test.steps)
    done = len(test.steps)
    terminal.tell(f"{done} checks, all passed" if passed else f"FAILED: {failed} of {done} checks")
    return 0 if passed else 1


__all__ = ("ConsoleError", "SelfTest", "SelfTestError", "Step", "selftest_command")
