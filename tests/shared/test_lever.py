"""From contacts to presses of a side: plungers and rocker (T3, T4, T5, T15, T41)."""

from clockcore.codes import LEFT, NEITHER, PLUNGERS, RIGHT, ROCKER
from clockcore.lever import Lever
from shared_kit import MINUTE, WRAP

STARTS = (WRAP - 1000, 7777)
POLLS = ((1,), (3,), (7,), (20,), (1, 40, 3, 170))


def plungers(start: int) -> Lever:
    lever = Lever(PLUNGERS)
    lever.boot(0, False, start)
    lever.boot(1, False, start)
    return lever


def rocker(start: int, left_down: bool = False) -> Lever:
    lever = Lever(ROCKER)
    lever.boot(0, left_down, start)
    return lever


def play(lever: Lever, edges: tuple, start: int, polls: tuple) -> list:
    """Run edges (ms, contact, level); return the presses as (ms, side)."""
    came = []

    def note(is_press: bool) -> None:
        if is_press:
            came.append(((lever.press_at - start) % WRAP, lever.press_side))

    last = edges[-1][0] if edges else 0
    end = last + MINUTE
    now = turn = position = 0
    while now < end:
        silence = 1 if now < last + 1000 else 17  # still tells, and takes less of our time
        now = min(now + polls[turn % len(polls)] * silence, end)
        turn += 1
        while position < len(edges) and edges[position][0] <= now:
            ms, contact, level = edges[position]
            position += 1
            note(lever.edge(contact, level == 1, (start + ms) % WRAP))
        for contact in range(len(lever.contacts)):
            note(lever.poll(contact, (start + now) % WRAP))
    return came


PLUNGER_TABLES = (
    ("nothing", (), ()),
    ("left, right, left", (
        (100, 0, 1), (160, 0, 0), (1000, 1, 1), (1060, 1, 0), (2000, 0, 1), (2060, 0, 0),
    ), ((100, LEFT), (1000, RIGHT), (2000, LEFT))),
    ("bounce", ((10, 0, 1), (12, 0, 0), (15, 0, 1), (16, 0, 0), (18, 0, 1), (90, 0, 0)),
     ((10, LEFT),)),
    ("a hand that rests on its plunger does not stop the other", (
        (100, 0, 1), (500, 1, 1), (560, 1, 0), (900, 1, 1), (960, 1, 0),
    ), ((100, LEFT), (500, RIGHT), (900, RIGHT))),
    ("both down together are two presses of two sides, in the order of their edges", (
        (100, 1, 1), (101, 0, 1), (200, 0, 0), (201, 1, 0),
    ), ((100, RIGHT), (101, LEFT))),
)  # fmt: skip


def test_plunger_tables() -> None:
    for name, edges, presses in PLUNGER_TABLES:
        for start in STARTS:
            for polls in POLLS:
                came = play(plungers(start), edges, start, polls)
                assert came == list(presses), (name, start, polls, came)


ROCKER_TABLES = (
    ("nothing", (), ()),
    ("over and back", ((100, 0, 1), (2000, 0, 0)), ((100, LEFT), (2000, RIGHT))),
    ("bounce of the rocker", (
        (100, 0, 1), (102, 0, 0), (104, 0, 1), (900, 0, 0), (901, 0, 1), (903, 0, 0),
    ), ((100, LEFT), (900, RIGHT))),
    ("thrown back at once", ((100, 0, 1), (110, 0, 0)), ((100, LEFT), (110, RIGHT))),
)  # fmt: skip


def test_rocker_tables() -> None:
    for name, edges, presses in ROCKER_TABLES:
        for start in STARTS:
            for polls in POLLS:
                came = play(rocker(start), edges, start, polls)
                assert came == list(presses), (name, start, polls, came)


def test_the_rocker_knows_which_end_is_down() -> None:
    for left_down, expected in ((True, LEFT), (False, RIGHT)):
        lever = rocker(7777, left_down)
        assert lever.down_side == expected
        assert lever.stuck == [False]
    lever = rocker(7777)
    lever.edge(0, True, 8000)
    assert lever.down_side == LEFT
    lever.edge(0, False, 9000)
    assert lever.down_side == RIGHT


def test_plungers_have_no_position() -> None:
    # T41
    lever = plungers(7777)
    lever.edge(0, True, 8000)
    assert lever.down_side == NEITHER


def test_the_level_at_power_up_is_no_press() -> None:
    for start in STARTS:
        for polls in POLLS:
            assert play(rocker(start, True), (), start, polls) == []
            lever = Lever(PLUNGERS)
            lever.boot(0, True, start)
            lever.boot(1, False, start)
            assert play(lever, (), start, polls) == []


def test_a_contact_stuck_at_power_up_is_told_until_it_opens_and_then_works() -> None:
    for start in STARTS:
        for polls in POLLS:
            lever = Lever(PLUNGERS)
            lever.boot(0, True, start)
            lever.boot(1, False, start)
            assert lever.stuck == [True, False]
            came = play(lever, ((500, 1, 1), (560, 1, 0)), start, polls)
            assert came == [(500, RIGHT)], "a stuck side must not stop the other"
            assert lever.stuck == [True, False]
            again = (start + MINUTE) % WRAP
            came = play(lever, ((1000, 0, 0), (2000, 0, 1), (2060, 0, 0)), again, polls)
            assert came == [(2000, LEFT)]
            assert lever.stuck == [False, False]


def test_a_stuck_contact_is_free_even_when_its_release_was_seen_late() -> None:
    lever = Lever(PLUNGERS)
    lever.boot(0, True, 0)
    lever.edge(0, False, 100)
    assert lever.edge(0, True, 200), "nobody polled since, and it is a press"
    assert lever.stuck == [False, False]


def test_of_two_presses_at_one_instant_only_the_first_that_acted_is_taken() -> None:
    # T3
    lever = plungers(7777)
    for side in (LEFT, RIGHT):
        assert lever.take(side, 9000)
    lever.took(LEFT, 9000)
    assert not lever.take(RIGHT, 9000)
    assert lever.take(RIGHT, 9001)
    assert lever.take(LEFT, 9000)


def test_an_unknown_kind_is_refused() -> None:
    for kind in (2, -1):
        try:
            Lever(kind)
        except ValueError as error:
            assert str(kind) in str(error)
        else:
            raise AssertionError("taken")


def test_due_ms_is_the_earlier_of_the_contacts() -> None:
    lever = plungers(7777)
    lever.edge(0, True, 8000)
    lever.edge(1, True, 8000)
    lever.edge(0, False, 8100)
    lever.edge(1, False, 8110)
    assert lever.due_ms(8110) == 10
    lever.poll(0, 8120)
    assert lever.due_ms(8120) == 10
