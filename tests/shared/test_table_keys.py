"""Keys of a table of three: each game is its own (T60)."""

from clockcore.codes import ENDED, FLAGGED, LEFT, PAUSED, READY, RIGHT, RUNNING, SETUP
from desk_kit import Desk

BOARDS = (0, 1, 2)


def states(desk: Desk) -> list:
    """Return the states of the games."""
    return [game.state for game in desk.clock.table.games]


def times(desk: Desk) -> list:
    """Return both counters of every game, in ms."""
    return [
        [game.remaining_ms(side) for side in (LEFT, RIGHT)] for game in desk.clock.table.games
    ]


def press(desk: Desk, index: int, side: int) -> None:
    """Press a plunger of a game."""
    desk.clock.contact_edge(index, side, True, desk.at())
    desk.wait(50)
    desk.clock.contact_edge(index, side, False, desk.at())
    desk.look()


def started() -> Desk:
    """Return a desk with three games that run."""
    return Desk(games=3).keys("!!").wait(1000)


def seen(desk: Desk, side: int, game: int) -> set:
    """Return what a display shows within 1.2 s, a letter that blinks among it."""
    return {desk.wait(100).text(side, game) for _ in range(12)}


# --- all of them ---------------------------------------------------------------------------------


def test_all_boards_start_together() -> None:
    """T60: the common start."""
    assert states(Desk(games=3).keys("!!")) == [RUNNING, RUNNING, RUNNING]


def test_play_without_a_choice_pauses_all_and_lets_all_go_on() -> None:
    """T6, T60: pause-all acts on every game at the one instant of the key's first edge."""
    desk = started()
    at_pause = times(desk)
    desk.keys("!")
    assert states(desk) == [PAUSED, PAUSED, PAUSED] and times(desk) == at_pause
    desk.wait(60_000)
    assert times(desk) == at_pause
    desk.keys("!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]


def test_a_pause_starts_no_board_and_a_resume_neither() -> None:
    """T6, T60: board B was started by its lever; PLAY pauses it, PLAY resumes it alone."""
    desk = Desk(games=3).keys("!")
    press(desk, 1, RIGHT)
    assert states(desk) == [READY, RUNNING, READY]
    desk.keys("!")
    assert states(desk) == [READY, PAUSED, READY]
    desk.keys("!")
    assert states(desk) == [READY, RUNNING, READY]


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


# --- one of them ---------------------------------------------------------------------------------


def test_forward_chooses_a_board_and_play_pauses_it_alone() -> None:
    """T60: once for A, twice for B, three times for C; the others run on, to the millisecond."""
    for board in BOARDS:
        desk = started()
        desk.keys(">" * (board + 1))
        before = times(desk)
        desk.keys("!").wait(10_000)
        passed = 700 + 10_000
        assert states(desk) == [PAUSED if one == board else RUNNING for one in BOARDS]
        for one in BOARDS:
            gone = 0 if one == board else passed
            assert times(desk)[one] == [before[one][LEFT] - gone, before[one][RIGHT]]


def test_a_fourth_forward_chooses_none() -> None:
    """T60: then PLAY is for all again."""
    desk = started().keys(">>>>").keys("!")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]


def test_a_choice_is_forgotten_after_3_s() -> None:
    """T60: who presses PLAY later than that means all; 1 ms before the end he means one."""
    for wait_ms, after in ((2_999 - 640, RUNNING), (3_000 - 640, PAUSED)):
        desk = started().keys(">").wait(wait_ms).keys("!")
        assert states(desk) == [PAUSED, after, after]


def test_the_chosen_board_shows_its_letter_by_turns_with_its_time() -> None:
    """T37, T60: and no other board does."""
    for board, letter in zip(BOARDS, ("A", "b", "C")):
        desk = started().keys(">" * (board + 1))
        for side in (LEFT, RIGHT):
            for one in BOARDS:
                texts = seen(desk.keys(">" * 4), side, one)
                assert (letter in texts) == (one == board)
                assert len(texts) > 1 or one != board


def test_a_game_that_was_paused_alone_goes_on_alone() -> None:
    """T60: pause-all and the resume of all leave it as it stands."""
    desk = started().keys(">>!")
    assert states(desk) == [RUNNING, PAUSED, RUNNING]
    left = times(desk)[1]
    desk.keys("!")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]
    desk.keys("!")
    assert states(desk) == [RUNNING, PAUSED, RUNNING]
    assert times(desk)[1] == left
    desk.keys(">>!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]
    desk.keys("!!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]  # it belongs to all again


def test_play_lets_a_game_go_on_that_was_paused_alone_when_nothing_else_waits() -> None:
    """T60: nobody is locked out by a choice that was forgotten."""
    desk = started().keys(">!").keys(">>!").keys(">>>!")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]
    desk.keys("!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]


def test_a_chosen_board_goes_on_at_the_release_of_play_and_not_after_a_hold() -> None:
    """T6: as with one clock."""
    desk = started().keys(">!").keys(">!1")
    assert states(desk) == [PAUSED, RUNNING, RUNNING]
    desk.keys(">!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]


def test_from_a_pause_of_all_one_board_goes_on_alone() -> None:
    """T60: the others stay where they stand."""
    desk = started().keys("!").keys(">>>!")
    assert states(desk) == [PAUSED, PAUSED, RUNNING]
    desk.keys("!")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]
    desk.keys("!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]


def test_a_ready_board_starts_alone_while_others_run() -> None:
    """T5, T60: its White clock starts, nothing else changes."""
    desk = Desk(games=3).keys("!")
    press(desk, 1, RIGHT)
    desk.keys(">>>!")
    assert states(desk) == [READY, RUNNING, RUNNING]
    assert desk.clock.table.games[2].running_side == desk.clock.table.games[2].white_side


def test_a_board_that_is_over_cannot_be_let_go_on() -> None:
    """T32: PLAY for an ended board changes nothing, while others run and while they stand."""
    desk = started().keys("!").keys(">>3")  # FORWARD for A, then FORWARD held: its end
    desk.keys(">")  # yes
    assert states(desk) == [ENDED, PAUSED, PAUSED]
    desk.keys(">!")
    assert states(desk) == [ENDED, PAUSED, PAUSED]
    assert "no" in seen(desk, LEFT, 0)
    desk.wait(3_000).keys("!").keys(">!")
    assert states(desk) == [ENDED, RUNNING, RUNNING]


def test_forward_and_play_do_nothing_else_in_ready() -> None:
    """T5: there FORWARD swaps the colors, and chooses no board."""
    desk = Desk(games=3).keys("!").keys(">")
    assert [game.white_side for game in desk.clock.table.games] == [RIGHT] * 3
    desk.keys("!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]


def test_one_clock_has_no_boards_to_choose() -> None:
    """T40: on a clock of its own FORWARD does nothing while a side runs."""
    desk = Desk().keys("!!").wait(1000).keys(">!")
    assert desk.state == "PAUSED"


# --- corrections ---------------------------------------------------------------------------------


def test_adjust_asks_for_the_board_unless_one_is_chosen() -> None:
    """T43, T60: the list begins for the chosen board at once."""
    desk = started().keys("!")
    desk.keys("+3")
    assert "A" in seen(desk, RIGHT, 0)
    desk.keys("<").wait(3_000).keys(">>+3")
    assert desk.clock.arbiter[0].index == 1
    desk.keys(">")  # bonus time to the left of board B
    assert times(desk)[1][LEFT] - times(desk)[0][LEFT] in (60_000, 120_000)
    assert times(desk)[0] == times(desk)[2]


def test_a_menu_shows_on_the_board_that_it_concerns() -> None:
    """T37, T60: the others keep their times."""
    desk = started().keys("!").keys(">>+3")
    assert "bonUS" in seen(desk, RIGHT, 1)
    for one in (0, 2):
        for side in (LEFT, RIGHT):
            assert all(text[:1].isdigit() for text in seen(desk, side, one))
    desk.keys("<")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]


def test_an_illegal_move_on_one_board_is_no_business_of_the_others() -> None:
    """T42, T60: the penalty concerns its game alone."""
    desk = started()
    for index in BOARDS:
        press(desk, index, LEFT)
    desk.wait(5_000).keys("!")
    before = times(desk)
    desk.keys(">>>+3").keys("++").keys(">")  # the third item: illegal move
    game = desk.clock.table.games[2]
    assert list(game.offences) == [1, 0] and game.side_to_move == LEFT
    assert times(desk)[2] != before[2] and times(desk)[:2] == before[:2]
    assert [list(one.offences) for one in desk.clock.table.games[:2]] == [[0, 0], [0, 0]]
    assert [one.side_to_move for one in desk.clock.table.games] == [RIGHT, RIGHT, LEFT]
    desk.keys("!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]


def test_the_last_moves_and_the_control_are_those_of_the_chosen_board() -> None:
    """D.2.10.4, T60: and they show on that board only."""
    desk = started()
    press(desk, 1, LEFT)
    desk.wait(7_000)
    press(desk, 1, RIGHT)
    desk.wait(1_000).keys("!")
    desk.keys("-")
    assert "no" in seen(desk, LEFT, 0)  # on board A nobody has moved
    desk.wait(3_000).keys(">>-")
    assert (desk.text(LEFT, 1), desk.text(RIGHT, 1)) == ("H  1", "0.07")
    desk.wait(3_000).keys(">>").keys("--")  # one move further back, as long as it is shown
    assert (desk.text(LEFT, 1), desk.text(RIGHT, 1)) == ("0.01", "H  2")
    for side in (LEFT, RIGHT):
        assert all(text[:1].isdigit() for text in seen(desk.wait(3_000).keys(">>-"), side, 0))


def test_a_block_is_reloaded_on_the_chosen_board_only() -> None:
    """T16, T40, T60: and without a choice on none, since one player means his own turn."""
    from clockcore.codes import CANADIAN
    from clockcore.period import Period
    from clockcore.time_control import TimeControl

    control = TimeControl([Period(10_000, CANADIAN, block_ms=300_000, block_count=0)])
    desk = Desk(games=3)
    desk.clock.choose(control, desk.at())
    desk.look().keys("!").wait(60_000)
    before = times(desk)
    assert before[0][LEFT] < 300_000
    desk.keys("<1")
    assert all(one[LEFT] < before[0][LEFT] for one in times(desk))
    desk.keys(">>").keys("<1")
    after = times(desk)
    assert after[1][LEFT] > before[1][LEFT]
    assert after[0][LEFT] < before[0][LEFT] and after[2][LEFT] < before[2][LEFT]


# --- the end -------------------------------------------------------------------------------------


def test_a_game_that_is_over_keeps_no_other_from_going_on() -> None:
    """T60, T32: board A is ended, boards B and C go on; what stands on board A stays."""
    desk = started().keys("!+3")
    desk.keys(">-").keys(">").keys(">")  # board A, End, yes
    assert states(desk) == [ENDED, PAUSED, PAUSED]
    desk.keys("!")
    assert states(desk) == [ENDED, RUNNING, RUNNING]
    left = desk.times()
    desk.keys("!+3")
    letters = set()
    for _ in range(4):
        letters |= seen(desk, RIGHT, 0)
        desk.keys("+")
    assert "A" not in letters and {"b", "C"} <= letters
    desk.keys("<")
    assert states(desk) == [ENDED, PAUSED, PAUSED] and desk.times() == left


def test_forward_held_asks_for_the_board_and_before_its_end() -> None:
    """T32, T60: one game ends, and only after yes."""
    desk = started().keys("!")
    desk.keys(">3").keys("+>")  # board B
    assert "End" in seen(desk, LEFT, 1) and "End" not in seen(desk, LEFT, 0)
    desk.keys("<")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]
    desk.keys(">3").keys("+>").keys(">")
    assert states(desk) == [PAUSED, ENDED, PAUSED]
    desk.keys("!")
    assert states(desk) == [RUNNING, ENDED, RUNNING]


def test_all_games_can_be_ended_at_once_and_only_after_yes() -> None:
    """T32, T60: stop-all, the last choice of the end of the game; all keep their exact times."""
    desk = started()
    press(desk, 2, LEFT)
    desk.wait(1_234).keys("!")
    left = times(desk)
    desk.keys(">3").keys("++")
    assert "C" in seen(desk, RIGHT, 0)
    desk.keys("+")  # behind the three of them
    assert "ALL" in seen(desk, RIGHT, 0) and "ALL" in seen(desk, RIGHT, 2)
    desk.keys(">")
    assert "End" in seen(desk, LEFT, 0) and "End" in seen(desk, LEFT, 2)
    desk.keys("<")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]
    desk.keys(">3").keys("-").keys(">").keys(">")
    assert states(desk) == [ENDED, ENDED, ENDED] and times(desk) == left
    desk.keys("!")
    assert states(desk) == [ENDED, ENDED, ENDED]
    desk.keys("<3")
    assert states(desk) == [SETUP, SETUP, SETUP]


def test_a_rocker_moved_on_one_board_keeps_that_board_alone_from_going_on() -> None:
    """T41, T60."""
    desk = Desk(games=3, rocker=True).keys("!!").wait(1000).keys("!")
    assert states(desk) == [PAUSED, PAUSED, PAUSED]
    desk.clock.contact_edge(1, 0, False, desk.at())
    desk.wait(100).keys("!")
    assert states(desk) == [RUNNING, PAUSED, RUNNING]
    desk.keys(">>!")
    assert states(desk) == [RUNNING, PAUSED, RUNNING]
    desk.clock.contact_edge(1, 0, True, desk.at())
    desk.wait(100).keys(">>!")
    assert states(desk) == [RUNNING, RUNNING, RUNNING]
