"""Keys of a table of three: each game is its own (T60)."""

from clockcore.codes import ENDED, FLAGGED, LEFT, PAUSED, READY, RIGHT, RUNNING
from desk_kit import Desk


def states(desk: Desk) -> list:
    """Return the states of the games."""
    return [game.state for game in desk.clock.table.games]


def press(desk: Desk, index: int, side: int) -> None:
    """Press a plunger of a game."""
    desk.clock.contact_edge(index, side, True, desk.at())
    desk.wait(50)
    desk.clock.contact_edge(index, side, False, desk.at())
    desk.look()


def test_a_game_that_is_over_keeps_no_other_from_going_on() -> None:
    """T60, T32: board 1 is ended, boards 2 and 3 go on; what stands on board 1 stays."""
    desk = Desk(games=3).keys("!!").wait(1000).keys("!+3")
    desk.keys(">-").keys(">").keys(">")  # board 1, End, yes
    assert states(desk) == [ENDED, PAUSED, PAUSED]
    desk.keys("!")
    assert states(desk) == [ENDED, RUNNING, RUNNING]
    left = desk.times()
    desk.keys("!+3")
    seen = set()
    for _ in range(4):
        for _ in range(12):
            seen.add(desk.wait(100).text(RIGHT))
        desk.keys("+")
    assert "1" not in seen and {"2", "3"} <= seen
    desk.keys("<")
    assert states(desk) == [ENDED, PAUSED, PAUSED] and desk.times() == left


def test_forward_held_asks_for_the_board_and_before_its_end() -> None:
    """T32, T60: one game ends, and only after yes; no key ends all three at once."""
    desk = Desk(games=3).keys("!!").wait(1000).keys("!")
    desk.keys(">3").keys("+>")  # board 2
    words = set()
    for _ in range(12):
        words.add(desk.wait(100).text(LEFT))
    assert "End" in words
    desk.keys("<")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]
    desk.keys(">3").keys("+>").keys(">")
    assert states(desk) == [PAUSED, ENDED, PAUSED]
    desk.keys("!")
    assert states(desk) == [RUNNING, ENDED, RUNNING]


def test_a_frozen_flag_on_one_board_lets_the_others_go_on() -> None:
    """T31, T60: a flag concerns its game alone."""
    desk = Desk(games=3)
    desk.clock.choose_program(41, desk.at())
    desk.look().keys("!").wait(55_000)
    for index in (1, 2):
        press(desk, index, LEFT)
    desk.wait(8_000)
    assert states(desk) == [FLAGGED, RUNNING, RUNNING]
    desk.keys("!")
    assert states(desk) == [FLAGGED, PAUSED, PAUSED]
    desk.keys("!")
    assert states(desk) == [FLAGGED, RUNNING, RUNNING]


def test_a_pause_starts_no_board_and_a_resume_neither() -> None:
    """T6, T60: board 2 was started by its lever; PLAY pauses it, PLAY resumes it alone."""
    desk = Desk(games=3).keys("!")
    press(desk, 1, RIGHT)
    assert states(desk) == [READY, RUNNING, READY]
    desk.keys("!")
    assert states(desk) == [READY, PAUSED, READY]
    desk.keys("!")
    assert states(desk) == [READY, RUNNING, READY]


def test_all_boards_start_together() -> None:
    """T60: the common start."""
    assert states(Desk(games=3).keys("!!")) == [RUNNING, RUNNING, RUNNING]
