"""From the edges of a key to gestures (T6, T40): down, click, hold, long hold, repeats."""

from clockcore.codes import (
    KEY_CLICK,
    KEY_DOWN,
    KEY_HOLD,
    KEY_LONG_HOLD,
    KEY_REPEAT,
    KEY_UP_AFTER_HOLD,
)
from clockcore.key import HOLD_MS, LONG_HOLD_MS, NO_GESTURE, REPEAT_MS, Key
from shared_kit import MINUTE, WRAP

STARTS = (WRAP - 1000, 7777)
POLLS = ((1,), (3,), (7,), (20,), (1, 40, 3, 170), (10_000,))

DOWN, CLICK, HOLD = KEY_DOWN, KEY_CLICK, KEY_HOLD
LONG, UP = KEY_LONG_HOLD, KEY_UP_AFTER_HOLD

# Edges (ms, level) and the gestures (ms, which), repeats aside.
TABLES = (
    ("nothing", (), ()),
    ("a click counts at its release", ((100, 1), (200, 0)), ((100, DOWN), (200, CLICK))),
    ("bounce", ((100, 1), (102, 0), (105, 1), (200, 0), (203, 1), (206, 0)),
     ((100, DOWN), (200, CLICK))),
    ("1 ms below a second is a click", ((100, 1), (1099, 0)), ((100, DOWN), (1099, CLICK))),
    ("a second is a hold", ((100, 1), (1100, 0)), ((100, DOWN), (1100, HOLD), (1100, UP))),
    ("a hold", ((100, 1), (2500, 0)), ((100, DOWN), (1100, HOLD), (2500, UP))),
    ("1 ms below 3 s", ((100, 1), (3099, 0)), ((100, DOWN), (1100, HOLD), (3099, UP))),
    ("3 s are a long hold", ((100, 1), (3100, 0)),
     ((100, DOWN), (1100, HOLD), (3100, LONG), (3100, UP))),
    ("a long hold", ((100, 1), (9000, 0)),
     ((100, DOWN), (1100, HOLD), (3100, LONG), (9000, UP))),
    ("pressed again in the lock-out", ((100, 1), (600, 0), (610, 1), (2000, 0)),
     ((100, DOWN), (600, CLICK), (640, DOWN), (1640, HOLD), (2000, UP))),
    ("pressed again after the lock-out", ((100, 1), (600, 0), (640, 1), (1200, 0)),
     ((100, DOWN), (600, CLICK), (640, DOWN), (1200, CLICK))),
    ("a tap shorter than the lock-out", ((100, 1), (110, 0)), ((100, DOWN), (140, CLICK))),
    ("two clicks", ((100, 1), (150, 0), (300, 1), (350, 0)),
     ((100, DOWN), (150, CLICK), (300, DOWN), (350, CLICK))),
)  # fmt: skip


def play(key: Key, edges: tuple, start: int, polls: tuple) -> list:
    """Run edges; return the gestures as (ms, which)."""
    came = []

    def drain(instant: int) -> None:
        while True:
            gesture = key.poll(instant)
            if gesture == NO_GESTURE:
                return
            came.append(((key.at - start) % WRAP, gesture))

    last = edges[-1][0] if edges else 0
    end = last + MINUTE
    now = turn = position = 0
    while now < end:
        silence = 1 if now < last + 1000 else 17  # still tells, and takes less of our time
        now = min(now + polls[turn % len(polls)] * silence, end)
        turn += 1
        while position < len(edges) and edges[position][0] <= now:
            ms, level = edges[position]
            position += 1
            at = (start + ms) % WRAP
            drain(at)
            gesture = key.edge(level == 1, at)
            if gesture != NO_GESTURE:
                came.append(((key.at - start) % WRAP, gesture))
        drain((start + now) % WRAP)
    return came


def test_tables() -> None:
    for name, edges, expected in TABLES:
        for start in STARTS:
            for polls in POLLS:
                key = Key()
                key.boot(False, start)
                came = [row for row in play(key, edges, start, polls) if row[1] != KEY_REPEAT]
                assert came == list(expected), (name, start, polls, came)


def test_repeats_come_only_in_a_hold_and_never_faster_than_five_a_second() -> None:
    for start in STARTS:
        for polls in POLLS:
            key = Key()
            key.boot(False, start)
            came = play(key, ((100, 1), (6000, 0)), start, polls)
            repeats = [ms for ms, which in came if which == KEY_REPEAT]
            last = 100 + HOLD_MS
            for ms in repeats:
                assert last + REPEAT_MS <= ms <= 6000, (polls, repeats)
                last = ms
            if polls == (1,):
                assert len(repeats) >= (6000 - 100 - LONG_HOLD_MS) // REPEAT_MS


def test_a_key_held_at_power_up_makes_no_gesture_and_then_works() -> None:
    for start in STARTS:
        for polls in POLLS:
            key = Key()
            key.boot(True, start)
            came = play(key, ((5000, 0), (6000, 1), (6100, 0)), start, polls)
            assert came == [(6000, KEY_DOWN), (6100, KEY_CLICK)], (polls, came)


def test_due_ms_never_sleeps_through_a_gesture() -> None:
    for start in STARTS:
        key = Key()
        key.boot(False, start)
        edges = ((100, 1), (3500, 0), (4000, 1), (4050, 0))
        position = now = 0
        came = []
        while now < MINUTE:
            instant = (start + now) % WRAP
            while position < len(edges) and edges[position][0] == now:
                gesture = key.edge(edges[position][1] == 1, instant)
                if gesture != NO_GESTURE:
                    came.append(gesture)
                position += 1
            gesture = key.poll(instant)
            while gesture != NO_GESTURE:
                came.append(gesture)
                assert (instant - key.at) % WRAP <= 20, "told when it was due"
                gesture = key.poll(instant)
            wait = key.due_ms(instant)
            assert wait > 0
            now += wait
            if position < len(edges) and edges[position][0] < now:
                now = edges[position][0]
        wanted = [KEY_DOWN, KEY_HOLD, KEY_LONG_HOLD, KEY_UP_AFTER_HOLD, KEY_DOWN, KEY_CLICK]
        assert [gesture for gesture in came if gesture != KEY_REPEAT] == wanted
