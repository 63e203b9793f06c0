"""The table of gestures: what it may hold (T5, T6, T40)."""

from clockcore.clock import ChessClock
from clockcore.codes import (
    ADJUST,
    ENDED,
    FLAGGED,
    KEY_BACK,
    KEY_CLICK,
    KEY_DOUBLE_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_LONG_HOLD,
    KEY_PLAY,
    KEY_PLUS,
    PAUSED,
    PLUNGERS,
    READY,
    RUNNING,
    SETUP,
)
from clockcore.gestures import (
    DO_LOCK,
    DO_PAUSE,
    DO_RELOAD,
    DO_RESUME,
    DO_SHOW_COUNTER,
    DO_SHOW_HISTORY,
    DO_SHOW_MEANING,
    DO_SOUND,
    ROWS,
    TOGETHER,
    make_table,
    place_of,
)


def test_while_a_side_runs_only_pause_counter_and_reload_act() -> None:
    """T40: nothing else can be reached, however the keys are pressed."""
    rows = [row for row in ROWS if row[0] == RUNNING]
    assert rows == [
        (RUNNING, KEY_PLAY, KEY_DOWN, DO_PAUSE),
        (RUNNING, KEY_PLUS, KEY_DOWN, DO_SHOW_COUNTER),
        (RUNNING, KEY_BACK, KEY_HOLD, DO_RELOAD),
    ]


def test_what_changes_a_game_needs_a_long_hold_from_pause() -> None:
    """T40: a click or a hold of a second in PAUSED only looks, sounds, or lets it go on."""
    harmless = (
        DO_RESUME,
        DO_SHOW_COUNTER,
        DO_SHOW_HISTORY,
        DO_SHOW_MEANING,
        DO_SOUND,
    )
    for state, _, gesture, action in ROWS:
        if state == PAUSED:
            assert (action in harmless) != (gesture == KEY_LONG_HOLD)


def test_the_table_holds_every_row_and_nothing_else() -> None:
    """The clock looks its bytes up; each row is one of them."""
    table = make_table()
    for state, key, gesture, action in ROWS:
        assert table[place_of(state, key, gesture)] == action
    assert len(table) - table.count(b"\x00") == len(ROWS)
    assert not [row for row in ROWS if row[0] == ADJUST]  # its keys belong to menus


def test_a_key_that_is_held_does_not_click_too() -> None:
    """A double click stands beside a harmless click only."""
    for state, key, gesture, _ in ROWS:
        if gesture == KEY_DOUBLE_CLICK:
            click = make_table()[place_of(state, key, KEY_CLICK)]
            assert click in (DO_SHOW_MEANING,)
    assert place_of(SETUP, KEY_BACK, KEY_DOWN) == 0


def test_two_keys_together_are_what_the_clock_obeys() -> None:
    """The clock knows the states by their numbers: those of TOGETHER and no others."""
    clock = ChessClock(1, PLUNGERS, 6)
    for key in range(5):
        clock.keys[key].is_live = True
    states = [row[0] for row in TOGETHER]
    for state in (SETUP, READY, RUNNING, PAUSED, ADJUST, FLAGGED, ENDED):
        for key in range(5):
            wanted = state in states and key in (KEY_BACK, KEY_FORWARD)
            assert bool(clock._is_together(key, state)) == wanted
    assert [row[1:] for row in TOGETHER] == [(KEY_BACK, KEY_FORWARD, DO_LOCK)] * 3
