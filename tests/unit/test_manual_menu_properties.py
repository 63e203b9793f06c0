"""The manual set under random keys: no dead end, no exception, nothing that cannot be."""

import pytest
from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BY_COUNT,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    KEY_BACK,
    KEY_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_LONG_HOLD,
    KEY_MINUS,
    KEY_PLAY,
    KEY_PLUS,
    KEY_REPEAT,
    KEY_UP_AFTER_HOLD,
    NONE,
    SCRABBLE,
    SIDES,
    UPCOUNT,
)
from clockcore.control_dict import control_to_dict
from clockcore.control_rules import ALONE, LAST_ONLY
from clockcore.field import ACCEPT, CANCEL, LINE_COUNT, LINE_LENGTH, OPEN, View
from clockcore.manual_menu import CAP_KIND, FREEZE_KIND, SIDES_KIND, ManualMenu
from clockcore.period import MAIN_LIMIT_MS, ControlError, Period
from clockcore.presets import PRESET_COUNT, preset
from clockcore.time_control import TimeControl
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.no_cover

BACKS_AT_MOST = 2 * 8 * 40 + 20  # more digits than the longest control has
MARKS = {"mark white": b"U", "mark black": b"b", "mark both": b"="}


class Texts:
    """Words as long as there is room for, and lines that are too long."""

    def __init__(self, cells: int) -> None:
        """Keep the room of the words."""
        self.cells = cells

    def word(self, key: str) -> bytes:
        """Return a mark of one cell, a name of a field, or a word for all cells."""
        if key in MARKS:
            return MARKS[key]
        return b"x" * (self.cells - 2 if key.startswith("field") else self.cells)

    def line(self, key: str) -> bytes:
        """Return the key as a line."""
        return key.encode() * 2


times = st.one_of(
    st.sampled_from([0, 1, 999, 1000, 60_000, 300_000, 5_400_000, MAIN_LIMIT_MS]),
    st.integers(0, MAIN_LIMIT_MS),
)
bonuses = st.one_of(st.sampled_from([0, 1, 2000, 30_000, 3_599_999]), st.integers(0, 3_599_999))
small = st.one_of(st.sampled_from([0, 1, 40, 255]), st.integers(0, 255))


@st.composite
def periods(draw: st.DrawFn) -> tuple:
    """Return periods most of which can be, with values at the ends of all ranges."""
    count = draw(st.sampled_from([1, 1, 2, 3, 8]))
    result = []
    for index in range(count):
        last = index + 1 == count
        methods = [NONE, FISCHER, FISCHER, DELAY, BRONSTEIN]
        methods += [BYOYOMI, CANADIAN, SCRABBLE] if last else []
        methods += ALONE if count == 1 else []
        method = draw(st.sampled_from(methods))
        with_bonus = method in (FISCHER, DELAY, BRONSTEIN)
        with_block = method in (BYOYOMI, CANADIAN)
        main_ms = 0 if method == UPCOUNT else draw(times)
        repeat = last and main_ms > 0 and method not in (*ALONE, *LAST_ONLY)
        repeat = repeat and draw(st.booleans())
        transition = draw(st.sampled_from([BY_COUNT, AT_ZERO]))
        moves = draw(small)
        if (repeat or not last) and transition == BY_COUNT:
            moves = max(moves, 1)
        result.append(
            Period(
                main_ms // count,
                method,
                draw(bonuses) if with_bonus else 0,
                max(draw(small), 1) if draw(st.booleans()) else 1,
                draw(times) if method == FISCHER and draw(st.booleans()) else 0,
                moves,
                transition,
                max(draw(times), 1) if with_block else 0,
                draw(small) if with_block else 0,
                repeat,
            )
        )
    return tuple(result)


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    """Return any time control that can be, with its timing chosen as well as forced (T10)."""
    white = draw(periods())
    black = draw(st.one_of(st.none(), st.none(), periods()))
    timing = draw(st.sampled_from([BEFORE_MOVE, AFTER_MOVE]))
    freeze = draw(st.sampled_from([None, True, False]))
    try:
        control = TimeControl(white, black, timing, freeze, "any")
        TimeControl(white, black, control.bonus_timing, freeze)
        return control
    except ControlError:
        assume(False)
        raise


starts = st.one_of(st.none(), st.integers(1, PRESET_COUNT).map(preset), controls())
gestures = st.sampled_from(
    [KEY_DOWN, KEY_CLICK, KEY_CLICK, KEY_REPEAT, KEY_LONG_HOLD, KEY_UP_AFTER_HOLD]
)
# FORWARD and the keys that change come often, so that the walks get far; PLAY and BACK do, too.
presses = st.tuples(
    st.sampled_from([KEY_PLUS, KEY_PLUS, KEY_MINUS, KEY_FORWARD, KEY_FORWARD, KEY_BACK, KEY_PLAY]),
    gestures,
)
# A walk: so many times on, so many steps there, and so on; it gets to the rare fields.
walks = st.lists(
    st.tuples(st.integers(-2, 12), st.integers(-6, 6), st.sampled_from([0, 0, 0, 1])), max_size=40
)


def press(menu: ManualMenu, key: int) -> int:
    """Press a key and let it go."""
    state = menu.key(key, KEY_DOWN, 0)
    return menu.key(key, KEY_CLICK, 0) if state == OPEN else state


def check_views(menu: ManualMenu, cells: int) -> None:
    """Check that both displays have room for what they are given."""
    view = View()
    for side in SIDES:
        menu.view(side, view)
        assert 0 < len(view.word.replace(b":", b"")) <= cells
        assert view.blink_from >= 0 and view.blink_from + view.blink_count <= cells
        assert len(view.lines) <= LINE_COUNT
        assert all(len(line) <= LINE_LENGTH for line in view.lines)


def check_accepted(menu: ManualMenu) -> None:
    """Check that what was accepted can be: building it anew is not refused."""
    control = menu.control()
    assert isinstance(control, TimeControl)
    black = control.black_periods if control.odds else None
    TimeControl(control.white_periods, black, control.bonus_timing, control.freeze)


def check_left_by_back(menu: ManualMenu) -> None:
    """Check that BACK alone leaves the menu, whatever stands in it."""
    for _ in range(BACKS_AT_MOST):
        before = (menu.spot, getattr(menu.fields[0], "digit", 0))
        if press(menu, KEY_BACK) == CANCEL:
            return
        assert (menu.spot, getattr(menu.fields[0], "digit", 0)) < before or (
            # timing and FREEZE, numbered as fields of the first period, come after all periods
            before[0] & 15 > CAP_KIND
        )
    raise AssertionError("no way out")


def check_faults(menu: ManualMenu) -> None:
    """Check that the menu finds a fault exactly where a time control is refused."""
    try:
        menu._build()
    except ControlError as error:
        assert menu._faults(), str(error)
    else:
        assert not menu._faults()


@settings(max_examples=300, deadline=None)
@given(starts, st.sampled_from([4, 6, 8]), st.lists(presses, max_size=120))
def test_random_keys_never_reach_a_dead_end(
    control: TimeControl | None, cells: int, keys: list[tuple[int, int]]
) -> None:
    menu = ManualMenu(control, cells, Texts(cells))
    for key, gesture in keys:
        spot = menu.spot
        state = menu.key(key, gesture, 0)
        check_views(menu, cells)
        check_faults(menu)
        if menu.is_refused:
            assert menu.spot == spot and menu.reason
        if state == ACCEPT:
            check_accepted(menu)
        if state != OPEN:
            event(["open", "cancel", "accept"][state])
            return
    check_left_by_back(menu)


@settings(max_examples=300, deadline=None)
@given(starts, walks)
def test_every_walk_ends_in_a_control_that_can_be_or_with_back(
    control: TimeControl | None, walk: list[tuple[int, int, int]]
) -> None:
    menu = ManualMenu(control, 6, Texts(6))
    state = OPEN
    for ahead, steps, accepts in walk:
        keys = [KEY_FORWARD if ahead > 0 else KEY_BACK] * abs(ahead)
        keys += [KEY_PLUS if steps > 0 else KEY_MINUS] * abs(steps)
        keys += [KEY_PLAY] * accepts
        for key in keys:
            state = press(menu, key)
            check_faults(menu)
            if state != OPEN:
                event("accepted changed" if state == ACCEPT and menu.control() is not menu.loaded
                      else "closed")
                if state == ACCEPT:
                    check_accepted(menu)
                return
    event("left by back")
    check_left_by_back(menu)


@settings(max_examples=200, deadline=None)
@given(starts, walks)
def test_play_always_gets_on(
    control: TimeControl | None, walk: list[tuple[int, int, int]]
) -> None:
    """PLAY accepts, goes to something that was not seen, or tells a fault where it stands."""
    menu = ManualMenu(control, 6, Texts(6))
    for ahead, steps, _accepts in walk:
        keys = [KEY_FORWARD if ahead > 0 else KEY_BACK] * abs(ahead)
        for key in keys + [KEY_PLUS if steps > 0 else KEY_MINUS] * abs(steps):
            if press(menu, key) != OPEN:
                return
    for _ in range(100):
        seen = len(menu.seen)
        state = press(menu, KEY_PLAY)
        if state == ACCEPT:
            check_accepted(menu)
            return
        if len(menu.seen) == seen:
            assert menu.reason and menu._faults()
            press(menu, KEY_PLAY)
            assert menu.is_refused, "at the fault it stays"
            check_left_by_back(menu)
            return
    raise AssertionError("PLAY leads nowhere")


@settings(max_examples=300, deadline=None)
@given(controls())
def test_what_is_loaded_comes_back_equal(control: TimeControl) -> None:
    before = control_to_dict(control)
    menu = ManualMenu(control, 6, Texts(6))
    assert press(menu, KEY_PLAY) == ACCEPT
    assert menu.control() is control
    menu = ManualMenu(control, 6, Texts(6))
    for _ in range(BACKS_AT_MOST):
        if press(menu, KEY_FORWARD) == ACCEPT:
            break
    assert menu.control() is control and control_to_dict(control) == before


@settings(max_examples=100, deadline=None)
@given(controls())
def test_changing_one_thing_leaves_all_others(control: TimeControl) -> None:
    """With FREEZE stepped at the very end, the periods keep every field that applies."""
    menu = ManualMenu(control, 6, Texts(6))
    while menu.spot & 15 != FREEZE_KIND:
        assert press(menu, KEY_FORWARD) == OPEN
    press(menu, KEY_PLUS)
    assert press(menu, KEY_PLAY) == ACCEPT
    accepted = menu.control()
    assert accepted.odds == control.odds
    for one, two in zip(
        control.white_periods + control.black_periods,
        accepted.white_periods + accepted.black_periods,
        strict=True,
    ):
        for field in ("main_ms", "method", "bonus_ms", "cap_ms", "block_ms", "block_count"):
            assert getattr(one, field) == getattr(two, field)
        assert one.repeat == two.repeat
        if one.bonus_ms:
            assert one.bonus_from_move == two.bonus_from_move
    for one, two in zip(control.white_periods[:-1], accepted.white_periods[:-1], strict=True):
        assert (one.moves, one.transition) == (two.moves, two.transition)


@given(starts)
def test_back_held_cancels_at_once(control: TimeControl | None) -> None:
    menu = ManualMenu(control, 6, Texts(6))
    press(menu, KEY_FORWARD)
    assert menu.key(KEY_BACK, KEY_HOLD, 0) == CANCEL
    assert menu.control() is None
    assert ManualMenu(control, 6, Texts(6)).spot == SIDES_KIND
