"""Single modules of the core against a slow and obvious way to say the same."""

from clockcore.codes import AT_ZERO, BRONSTEIN, BY_COUNT, DELAY, FISCHER, LEFT, NONE, RIGHT
from clockcore.control_dict import FIELDS, control_from_dict, control_to_dict, vars_of
from clockcore.debounce import CLOSED, NOTHING, OPENED, RELEASE_MS, EagerPress
from clockcore.duration import CLIP_MS, DAY_MS, Duration
from clockcore.game import Game
from clockcore.key import NO_GESTURE, Key
from clockcore.period import MAIN_LIMIT_MS, ControlError, Period
from clockcore.text_of_time import text_of_ms
from clockcore.ticks import ticks_add, ticks_diff, ticks_less
from clockcore.time_control import TimeControl
from clockcore.time_text import TimeText
from hypothesis import given
from hypothesis import strategies as st

WRAP = 1 << 29
HALF = 1 << 28

instants = st.one_of(st.integers(0, WRAP - 1), st.integers(WRAP - 2000, WRAP - 1))
times = st.one_of(st.integers(0, MAIN_LIMIT_MS), st.integers(0, 25_000))


@given(instants, st.integers(-HALF + 1, HALF - 1))
def test_an_instant_and_a_difference_give_each_other_back(start: int, ms: int) -> None:
    """T1: the ring of 2**29 ms."""
    later = ticks_add(start, ms)
    assert 0 <= later < WRAP
    assert ticks_diff(later, start) == ms
    assert ticks_less(start, later) == (ms > 0)


@given(st.integers(-200, 200), st.lists(st.integers(-(1 << 29) + 1, (1 << 29) - 1), max_size=20))
def test_a_duration_is_the_sum_of_what_was_added(days: int, parts: list[int]) -> None:
    duration = Duration()
    duration.set(days, 0)
    for part in parts:
        duration.add(part)
        assert 0 <= duration.day_ms < DAY_MS
    whole = days * DAY_MS + sum(parts)
    assert duration.days * DAY_MS + duration.day_ms == whole
    if abs(whole) <= CLIP_MS:
        assert duration.clip() == whole
    else:
        assert duration.clip() == (CLIP_MS if whole > 0 else -CLIP_MS)


def plain_text(ms: int, tenths_ms: int) -> str:
    """Say T35 and T36 again with strings."""
    with_tenths = tenths_ms > 0 and ms <= tenths_ms
    unit = 100 if with_tenths else 1000
    units = -(-ms // unit)
    seconds, tenth = divmod(units, 10) if with_tenths else (units, 0)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    text = f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"
    return f"{text}.{tenth}" if with_tenths else text


@given(times.filter(lambda ms: ms <= 359_999_000), st.sampled_from([0, 10_000, 20_000]))
def test_the_text_of_a_time(ms: int, tenths_ms: int) -> None:
    """T35, T36."""
    assert text_of_ms(ms, tenths_ms) == plain_text(ms, tenths_ms)


@given(times.filter(lambda ms: 0 < ms <= 359_999_000), st.sampled_from([0, 10_000, 20_000]))
def test_the_text_changes_exactly_when_it_says(ms: int, tenths_ms: int) -> None:
    text = TimeText()
    text.write_down(ms, tenths_ms)
    assert 0 < text.next_ms <= ms
    shown = plain_text(ms, tenths_ms)
    assert plain_text(ms - text.next_ms + 1, tenths_ms) == shown
    assert plain_text(ms - text.next_ms, tenths_ms) != shown


@given(times, st.booleans())
def test_a_time_that_counts_up_never_shows_more_than_there_is(ms: int, negative: bool) -> None:
    """T35: rounded down in magnitude, the sign at once."""
    text = TimeText()
    text.write_up(ms, negative)
    shown = bytes(text.buffer[: text.length]).decode()
    assert shown.startswith("-") == negative
    parts = [int(part) for part in shown.lstrip("-").split(":")]
    seconds = sum(part * 60**place for place, part in enumerate(reversed(parts)))
    assert seconds == ms // 1000


gaps = st.lists(st.integers(0, 60), max_size=40)


@given(instants, gaps, st.integers(1, 25))
def test_debounce_against_a_model_that_looks_at_every_millisecond(
    start: int, waits: list[int], poll: int
) -> None:
    """A press counts at its first edge; a release at the edge before 20 ms of quiet."""
    edges = {}
    now = 0
    level = False
    for wait in waits:
        now += wait + 1
        level = not level
        edges[now] = level
    end = now + 200

    expected = []
    raw = closed = False
    quiet_since = 0
    for ms in range(end):
        if closed and not raw and ms - quiet_since >= RELEASE_MS:
            closed = False
            expected.append((quiet_since, OPENED))
        if ms in edges:
            raw = edges[ms]
            if not raw:
                quiet_since = ms
            elif not closed:
                closed = True
                expected.append((ms, CLOSED))

    contact = EagerPress()
    contact.boot(False, start)
    came = []

    def note(change: int) -> None:
        if change != NOTHING:
            came.append((ticks_diff(contact.at, start), change))

    for ms in range(end):
        instant = (start + ms) % WRAP
        if ms in edges or ms % poll == 0:
            note(contact.poll(instant))
        if ms in edges:
            note(contact.edge(edges[ms], instant))
    note(contact.poll((start + end) % WRAP))
    assert came == expected


@given(instants, st.lists(st.tuples(st.integers(41, 4000), st.integers(41, 400)), max_size=5))
def test_each_press_of_a_key_ends_in_exactly_one_way(
    start: int, presses: list[tuple[int, int]]
) -> None:
    """T6: a click before 1 s, else a hold; from 3 s a long hold; never two of them."""
    key = Key()
    key.boot(False, start)
    came = []
    now = start

    def drain(instant: int) -> None:
        gesture = key.poll(instant)
        while gesture != NO_GESTURE:
            came.append(gesture)
            gesture = key.poll(instant)

    for held, gap in presses:
        came.clear()
        drain(now)
        assert key.edge(True, now) == 0
        now = ticks_add(now, held)
        drain(now)
        came.append(key.edge(False, now))
        now = ticks_add(now, gap)
        drain(now)
        ends = [gesture for gesture in came if gesture != 3]
        if held < 1000:
            assert ends == [1], held
        elif held < 3000:
            assert ends == [2, 5], held
        else:
            assert ends == [2, 4, 5], held


periods = st.builds(
    Period,
    main_ms=times,
    method=st.sampled_from([NONE, FISCHER, BRONSTEIN, DELAY, 4, 5, 6, 9, 10]),
    bonus_ms=st.sampled_from([0, 0, 1, 30_000, 3_599_999]),
    bonus_from_move=st.integers(1, 255),
    moves=st.integers(0, 255),
    transition=st.sampled_from([BY_COUNT, AT_ZERO]),
)


@given(st.lists(periods, max_size=9), st.booleans())
def test_a_control_is_refused_in_one_line_or_plays_and_survives_plain_values(
    parts: list[Period], after: bool
) -> None:
    """Section 2: whatever is put in, the answer is a game or one line of text."""
    try:
        control = TimeControl(tuple(parts), None, 1 if after else 0)
    except ControlError as error:
        assert str(error) and "\n" not in str(error)
        return
    again = control_from_dict(control_to_dict(control))
    assert [vars_of(one) for one in again.white_periods] == [vars_of(one) for one in parts]
    game = Game()
    game.set_up(control, LEFT, 7777)
    assert game.press(RIGHT, 7777) == 1
    game.tick(8777)
    for account in game.accounts:
        assert account.main.clip() <= MAIN_LIMIT_MS


@given(
    st.dictionaries(
        st.sampled_from([*FIELDS, "nonsense"]),
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3), st.floats()),
    )
)
def test_plain_values_never_end_in_a_traceback(fields: dict) -> None:
    """Bad input is one line that says what and where."""
    try:
        control_from_dict({"periods": [fields]})
    except ControlError as error:
        assert str(error) and "\n" not in str(error)
