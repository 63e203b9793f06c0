"""Debounce, in tables of edges and of what must come of them; nothing else may come (T1, T3).

A table is a list of (ms, level, expected): at `ms` the contact goes to `level` (1 closed), and
`expected` is what that very edge must give in the end: CLOSED, OPENED or nothing. Every table runs
at several poll periods, smooth and jumping, from a start a second before the wrap and from 7777,
with and without a poll before each edge, and ends with a minute of silence.
"""

from clockcore.debounce import CLOSED, NEVER_MS, NOTHING, OPENED, RELEASE_MS, EagerBoth, EagerPress
from shared_kit import MINUTE, WRAP

STARTS = (WRAP - 1000, 7777)
POLLS = ((1,), (3,), (7,), (20,), (1, 40, 3, 170), (10_000,))

_ = NOTHING
C = CLOSED
O = OPENED  # noqa: E741

PRESS_TABLES = (
    ("nothing", ()),
    ("clean press", ((100, 1, C), (200, 0, O))),
    ("one press stamped at the first of its edges", (
        (100, 1, C), (102, 0, _), (105, 1, _), (106, 0, _), (107, 1, _), (300, 0, O),
    )),
    ("bounce that settles at 6.2 ms and a release that bounces as long", (
        (50, 1, C), (51, 0, _), (52, 1, _), (54, 0, _), (56, 1, _),
        (150, 0, _), (151, 1, _), (153, 0, _), (155, 1, _), (156, 0, O),
    )),
    ("ten edges in 8 ms are one press", (
        (10, 1, C), (11, 0, _), (12, 1, _), (13, 0, _), (14, 1, _), (15, 0, _), (16, 1, _),
        (17, 0, _), (18, 1, _), (118, 0, O),
    )),
    ("tap of 1 ms", ((100, 1, C), (101, 0, O))),
    ("taps of 10 ms, 20 ms apart, are all seen", (
        (0, 1, C), (10, 0, O), (30, 1, C), (40, 0, O), (60, 1, C), (70, 0, O), (90, 1, C),
        (100, 0, O),
    )),
    ("open for 19 ms is the same press", ((100, 1, C), (150, 0, _), (169, 1, _), (400, 0, O))),
    ("open for 20 ms is a release", ((100, 1, C), (150, 0, O), (170, 1, C), (400, 0, O))),
    ("a chattering release does not press again", (
        (100, 1, C), (200, 0, _), (210, 1, _), (220, 0, _), (230, 1, _), (240, 0, O),
    )),
    ("the same level twice is one edge", ((100, 1, C), (101, 1, _), (200, 0, O), (201, 0, _))),
    ("held for ten seconds", ((5, 1, C), (10_005, 0, O))),
    ("across the wrap", ((990, 1, C), (999, 0, _), (1000, 1, _), (1001, 0, _), (1003, 1, _),
                         (1100, 0, O))),
    ("edges at one instant", ((100, 1, C), (100, 0, _), (100, 1, _), (200, 0, O))),
)  # fmt: skip

ROCKER_TABLES = (
    ("nothing", ()),
    ("over and back", ((100, 1, C), (2000, 0, O))),
    ("both ways bounce", (
        (100, 1, C), (102, 0, _), (104, 1, _), (500, 0, O), (501, 1, _), (503, 0, _),
    )),
    ("a level that stays past the lock-out wins, at its last edge", (
        (100, 1, C), (105, 0, O),
    )),
    ("a level that stays wins after a bounce, too", (
        (100, 1, C), (103, 0, _), (104, 1, _), (112, 0, O),
    )),
    ("19 ms later is inside the lock-out, and counts at its end", ((100, 1, C), (119, 0, O))),
    ("20 ms later is outside", ((100, 1, C), (120, 0, O), (140, 1, C), (160, 0, O))),
    ("across the wrap", ((995, 1, C), (1000, 0, _), (1005, 1, _), (1100, 0, O))),
)  # fmt: skip


def play(contact: object, edges: tuple, start: int, polls: tuple, poll_first: bool) -> list:
    """Run a table; return what came, as (ms of its edge, what)."""
    came = []

    def note(change: int) -> None:
        if change != NOTHING:
            came.append(((contact.at - start) % WRAP, change))

    last = edges[-1][0] if edges else 0
    end = last + MINUTE
    now = turn = position = 0
    while now < end:
        silence = 1 if now < last + 1000 else 17  # still tells, and takes less of our time
        now = min(now + polls[turn % len(polls)] * silence, end)
        turn += 1
        while position < len(edges) and edges[position][0] <= now:
            ms, level, _expected = edges[position]
            position += 1
            at = (start + ms) % WRAP
            if poll_first:
                note(contact.poll(at))
            note(contact.edge(level == 1, at))
        instant = (start + now) % WRAP
        while contact.due_ms(instant) <= 0:
            note(contact.poll(instant))
        assert contact.poll(instant) == NOTHING, "a poll when nothing was due"
    assert contact.due_ms((start + now) % WRAP) == NEVER_MS
    return came


def expected_of(edges: tuple) -> list:
    return [(ms, expected) for ms, _level, expected in edges if expected != NOTHING]


def test_plunger_tables_with_a_poll_before_each_edge() -> None:
    for name, edges in PRESS_TABLES:
        for start in STARTS:
            for polls in POLLS:
                contact = EagerPress()
                contact.boot(False, start)
                came = play(contact, edges, start, polls, True)
                assert came == expected_of(edges), (name, start, polls, came)


def test_plunger_presses_are_the_same_when_nobody_polls_between_edges() -> None:
    for name, edges in PRESS_TABLES:
        expected = expected_of(edges)
        for start in STARTS:
            for polls in POLLS:
                contact = EagerPress()
                contact.boot(False, start)
                came = play(contact, edges, start, polls, False)
                presses = [row for row in came if row[1] == CLOSED]
                assert presses == [row for row in expected if row[1] == CLOSED], (name, polls)
                for row in came:
                    assert row in expected, (name, polls, row)
                assert not contact.is_closed


def test_rocker_tables() -> None:
    for name, edges in ROCKER_TABLES:
        for start in STARTS:
            for polls in POLLS:
                for poll_first in (True, False):
                    contact = EagerBoth()
                    contact.boot(False, start)
                    came = play(contact, edges, start, polls, poll_first)
                    assert came == expected_of(edges), (name, start, polls, poll_first, came)


def test_a_release_is_told_only_after_20_ms_of_quiet_and_then_at_once() -> None:
    for start in STARTS:
        contact = EagerPress()
        contact.boot(False, start)
        assert contact.edge(True, start) == CLOSED
        assert contact.edge(False, (start + 100) % WRAP) == NOTHING
        assert contact.due_ms((start + 100) % WRAP) == RELEASE_MS
        assert contact.poll((start + 119) % WRAP) == NOTHING
        assert contact.due_ms((start + 119) % WRAP) == 1
        assert contact.poll((start + 120) % WRAP) == OPENED
        assert contact.at == (start + 100) % WRAP
        assert contact.poll((start + 121) % WRAP) == NOTHING


def test_forty_of_forty_10_ms_taps_are_seen_however_late_the_loop_is() -> None:
    for start in STARTS:
        for polls in POLLS:
            edges = []
            for tap in range(40):
                edges.append((tap * 40, 1, CLOSED))
                edges.append((tap * 40 + 10, 0, OPENED))
            contact = EagerPress()
            contact.boot(False, start)
            came = play(contact, tuple(edges), start, polls, False)
            assert [ms for ms, what in came if what == CLOSED] == [tap * 40 for tap in range(40)]


def test_a_contact_closed_at_power_up_is_no_press() -> None:
    for kind in (EagerPress, EagerBoth):
        contact = kind()
        contact.boot(True, 7777)
        assert contact.is_closed
        for ms in range(0, 1000, 7):
            assert contact.poll(7777 + ms) == NOTHING
        assert contact.edge(True, 9000) == NOTHING


def test_the_quiet_time_can_be_chosen() -> None:
    for quiet in (1, 5, 50):
        contact = EagerPress(quiet)
        contact.edge(True, 0)
        contact.edge(False, 100)
        assert contact.poll(100 + quiet - 1) == NOTHING
        assert contact.poll(100 + quiet) == OPENED
