"""Runs one vector through the pure core, on CPython and on MicroPython alike.

Nothing here but plain Python that both interpreters read: it imports the core and `json`. As a
script it reads one `{"kind": "clock" | "display", "vector": {...}}` a line from standard input and
answers each with one `{"failures": [...], "skip": null | "reason"}` a line. What the file looks
like is checked before, by `vectors.py`; here a vector is believed to be well formed.

A clock vector is run twice, as the firmware might see it: once with nothing but the settling at
each step (a loop that was late all the time), and once with ticks in between, the last one 1 ms
before the step. Both must give what is expected.
"""

import json
import sys

from clockcore import codes
from clockcore.account import Account
from clockcore.arbiter import set_moves, set_remaining, undo_press
from clockcore.game import EVENT_FIELDS, EVENT_ROOM, Game
from clockcore.period import Period
from clockcore.text_of_time import text_of_ms
from clockcore.ticks import ticks_add, ticks_diff
from clockcore.time_control import TimeControl

DEFAULT_TICKS_START = 2**29 - 1000
DAY_MS = 86_400_000
MODES = {
    "sudden": codes.NONE,
    "fischer": codes.FISCHER,
    "bronstein": codes.BRONSTEIN,
    "delay": codes.DELAY,
    "hourglass": codes.HOURGLASS,
    "byoyomi": codes.BYOYOMI,
    "canadian": codes.CANADIAN,
    "fixed": codes.MOVE_TIMER,
    "upcount": codes.UPCOUNT,
}
SIDES = {"W": codes.LEFT, "B": codes.RIGHT}
SIDE_LETTERS = ("W", "B", None)
# Steps in which the clock of `side` runs, so that an ignored opponent has to press first.
RUNNING_OPS = ("press", "live", "pause", "stop", "reload")


def skip_reason(vector: dict) -> "str | None":
    """Return why a vector cannot be expressed by the timing rules, or None."""
    config = vector["config"]
    if config.get("margin_ms"):
        return "margin_ms: no time is ever given beyond zero (T2)"
    phases = config["phases"] + config.get("phases_B", [])
    for phase in phases:
        if phase.get("bonus_every_moves"):
            return "bonus_every_moves: a bonus belongs to every move (T10)"
        if _has_two_methods(phase):
            if config.get("opponent") != "ignored":
                return (
                    phase["mode"]
                    + " with overtime in one period: a period has one method, and a period"
                    + " that comes at zero comes to both sides (T16, T21)"
                )
            if len(config["phases"]) > 1:
                return phase["mode"] + " with overtime in one of several periods (T16)"
    if config.get("free_first_moves") and not _free_moves_are_instant(vector):
        return "free_first_moves: a first move that took time is always charged (T1)"
    return None


def _has_two_methods(phase: dict) -> bool:
    overtime = "then_byoyomi" in phase or "then_canadian" in phase
    return overtime and phase["mode"] not in ("byoyomi", "canadian", "sudden")


def _free_moves_are_instant(vector: dict) -> bool:
    """Return whether all free first moves took 0 ms; then free only means without a bonus."""
    pressed = {"W": 0, "B": 0}
    for step in vector["sequence"]:
        side = step["side"]
        if pressed[side] < vector["config"]["free_first_moves"]:
            if step["think_ms"]:
                return False
            if step["op"] == "press":
                pressed[side] += 1
    return True


def control_of(config: dict) -> TimeControl:
    """Build the TimeControl of a vector's `config`; ControlError for one that cannot be."""
    black = config.get("phases_B")
    return TimeControl(
        _periods(config["phases"], config),
        None if black is None else _periods(black, config),
        codes.BEFORE_MOVE if config.get("start_bonus") else codes.AFTER_MOVE,
        config.get("flag_mode", "freeze") == "freeze",
    )


def _periods(phases: list, config: dict) -> tuple:
    periods = []
    for phase in phases:
        overtime = _overtime(phase)
        if _has_two_methods(phase):
            # One side alone: overtime as a period of its own that comes at zero.
            periods.append(_period(phase, config, MODES[phase["mode"]], codes.AT_ZERO, {}))
            method = codes.BYOYOMI if "then_byoyomi" in phase else codes.CANADIAN
            periods.append(Period(0, method, **overtime))
            continue
        method = MODES[phase["mode"]]
        if "then_byoyomi" in phase:
            method = codes.BYOYOMI
        elif "then_canadian" in phase:
            method = codes.CANADIAN
        periods.append(_period(phase, config, method, codes.BY_COUNT, overtime))
    return tuple(periods)


def _period(phase: dict, config: dict, method: int, transition: int, overtime: dict) -> Period:
    return Period(
        phase["main_ms"],
        method,
        phase.get("bonus_ms", 0),
        bonus_from_move=config.get("free_first_moves", 0) + 1,
        cap_ms=phase.get("cap_ms", 0),
        moves=phase.get("moves", 0),
        transition=transition,
        repeat=bool(phase.get("repeat", False)),
        **overtime,
    )


def _overtime(phase: dict) -> dict:
    if "then_byoyomi" in phase:
        block = phase["then_byoyomi"]
        return {"block_ms": block["byo_ms"], "block_count": block["periods"]}
    if "then_canadian" in phase:
        block = phase["then_canadian"]
        return {"block_ms": block["byo_ms"], "block_count": block["stones"]}
    return {}


class ClockRun:
    """One pass of a clock vector through a `Game`; White sits left."""

    def __init__(self, vector: dict, ticking: bool) -> None:
        """Set the game up; `ticking` puts ticks between the steps."""
        config = vector["config"]
        self.vector = vector
        self.ticking = ticking
        self.failures: list[str] = []
        self.warnings = 0
        self.seen_events = 0
        self.now = config.get("ticks_start", DEFAULT_TICKS_START)
        self.opponent_ignored = config.get("opponent") == "ignored"
        self.game = Game()
        if "low_time_ms" in config:
            self.game.low_time_ms = config["low_time_ms"]
        self.game.set_up(control_of(config), codes.LEFT, self.now)
        self.before: list = []

    def run(self) -> list:
        """Run all steps; return the list of failures, one line each."""
        self.before = self._state()
        first = self.vector["config"].get("first_press")
        if first is None:
            self.game.start(codes.LEFT, self.now)
        else:
            self.game.press(SIDES[first], self.now)
        self._check("start", "W", self.vector.get("expected_start", {}))
        side = "W"
        for number, step in enumerate(self.vector["sequence"], 1):
            side = step["side"]
            op = step["op"]
            think = step["think_ms"]
            where = f"step {number} ({side} {op} after {think} ms)"
            self._step(step, where)
            self._check(where, side, step.get("expect", {}))
        self._check("end", side, self.vector.get("expected", {}))
        return self.failures

    def _step(self, step: dict, where: str) -> None:
        game = self.game
        op = step["op"]
        side = SIDES[step["side"]]
        if op in RUNNING_OPS and game.state == codes.RUNNING and game.running_side != side:
            if self.opponent_ignored:
                game.press(game.running_side, self.now)
            else:
                other = SIDE_LETTERS[game.running_side]
                self.failures.append(f"{where}: the clock of {other} runs")
        self._pass(step["think_ms"])
        self.before = self._state()
        now = self.now
        done = True
        if op == "press" or op == "press_again":
            game.press(side, now)
        elif op == "pause":
            game.pause(now)
            done = game.state != codes.RUNNING
        elif op == "resume":
            done = game.resume(now)
        elif op == "stop":
            game.end(now)
        elif op == "undo":
            done = undo_press(game, now)
        elif op == "reload":
            done = game.reload_block(now)
        elif op == "set":
            done = self._set(step["set"])
        if not done:
            self.failures.append(f"{where}: {op} was refused")
        self._tick(now)

    def _set(self, values: dict) -> bool:
        done = True
        for letter in ("W", "B"):
            side = SIDES[letter]
            if letter in values:
                done = set_remaining(self.game, side, values[letter], self.now) and done
            moves = values.get("moves_" + letter)
            if moves is not None:
                done = set_moves(self.game, side, moves, self.now) and done
        return done

    def _pass(self, ms: int) -> None:
        """Let `ms` ms pass; the core settles at least once a day (T1)."""
        waits = []
        while ms > DAY_MS:
            waits.append(DAY_MS)
            ms -= DAY_MS
        if self.ticking and ms > 3:
            third = ms // 3
            waits += [third, third, ms - 2 * third - 1, 1]
        else:
            waits.append(ms)
        last = len(waits) - 1
        for index in range(len(waits)):
            self.now = ticks_add(self.now, waits[index])
            if index < last:
                self._tick(self.now)

    def _tick(self, now: int) -> None:
        """Tick, and count the low-time warnings that the game has left behind."""
        game = self.game
        game.tick(now)
        while self.seen_events != game.event_count:
            base = (self.seen_events & (EVENT_ROOM - 1)) * EVENT_FIELDS
            if game.events[base] == codes.EV_LOW_TIME:
                self.warnings += 1
            self.seen_events += 1

    def _state(self) -> list:
        """Return all that a press could change, for `no_change`."""
        game = self.game
        game.settle(self.now)
        state = [game.state, game.running_side, game.side_to_move, game.first_flag_side]
        for account in game.accounts:
            state += [
                account.counter_ms(),
                account.delay_left_ms,
                account.moves,
                account.period_index,
                account.overtime,
                account.blocks_left,
                account.block_moves,
            ]
        return state

    def _check(self, where: str, side: str, expected: dict) -> None:
        for key in sorted(expected):
            want = expected[key]
            if key == "moves":
                for letter in sorted(want):
                    got = self.game.accounts[SIDES[letter]].moves
                    self._compare(where, "moves of " + letter, want[letter], got)
            elif key != "warnings" or self.ticking:
                self._compare(where, key, want, self._value(key, SIDES[side]))

    def _compare(self, where: str, key: str, want: object, got: object) -> None:
        if want != got or isinstance(want, bool) != isinstance(got, bool):
            wanted = json.dumps(want)
            found = json.dumps(got)
            self.failures.append(f"{where}: {key} expected {wanted}, got {found}")

    def _value(self, key: str, side: int) -> object:
        game = self.game
        account = game.accounts[side]
        period = account.period
        if key in SIDES:
            return game.remaining_ms(SIDES[key])
        if key == "flag":
            return SIDE_LETTERS[game.first_flag_side]
        if key == "overshoot_ms":
            if game.first_flag_side == codes.NEITHER:
                return 0
            return ticks_diff(self.now, game.flag_fall_at)
        if key == "flag_style":
            if game.first_flag_side == side:
                return "blinking"
            return "steady" if account.interim_left_ms else None
        if key == "delay_left_ms":
            return account.delay_left_ms
        if key == "overtime":
            return account.overtime
        if key == "byo_periods_left":
            waiting = not account.overtime and not account.is_flagged
            return period.block_count if waiting else account.blocks_left
        if key == "stones_left":
            return period.block_count - account.block_moves
        if key == "moves_to_go":
            return account.end_move - account.moves if account.end_move else 0
        if key == "moves_in_period":
            if period.method == codes.CANADIAN:
                return account.block_moves
            return account.moves - self._moves_before_period(account)
        if key == "warnings":
            return self.warnings
        return self.before == self._state()  # no_change

    def _moves_before_period(self, account: Account) -> int:
        if account.end_move:
            return account.end_move - account.period.moves
        total = 0
        for index in range(account.period_index):
            total += account.periods[index].moves
        return total


def run_clock(vector: dict) -> tuple:
    """Run a clock vector; return (failures, reason it was skipped or None)."""
    reason = skip_reason(vector)
    if reason:
        return [], reason
    late = ClockRun(vector, False).run()
    ticking = ClockRun(vector, True).run()
    failures = []
    for line in late:
        failures.append(line if line in ticking else line + " (with late ticks)")
    for line in ticking:
        if line not in late:
            failures.append(line + " (with ticks in between)")
    return failures, None


def run_display(vector: dict) -> tuple:
    """Compare the text of a time (T36) without leading zeros; return (failures, None)."""
    got = text_of_ms(vector["ms"])
    if got.lstrip("0") == vector["shown"].lstrip("0"):
        return [], None
    ms = vector["ms"]
    wanted = json.dumps(vector["shown"])
    found = json.dumps(got)
    return [f"{ms} ms expected {wanted}, got {found}"], None


def run(kind: str, vector: dict) -> tuple:
    """Run a vector of `kind`, "clock" or "display"; return (failures, skip reason or None)."""
    return run_clock(vector) if kind == "clock" else run_display(vector)


def main() -> None:
    """Answer every line of standard input with one line."""
    while True:
        line = sys.stdin.readline()
        if not line.strip():
            break
        request = json.loads(line)
        failures, reason = run(request["kind"], request["vector"])
        print(json.dumps({"failures": failures, "skip": reason}))


if __name__ == "__main__":
    main()
