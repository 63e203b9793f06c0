"""ADJUST: controls, colors, flags, adjournment, the lever, what is asked first (T30, T41, T43)."""

from clockcore.codes import FISCHER, LEFT, NEITHER, RIGHT
from desk_kit import Desk, act, paused

MINUTE = 60_000


def test_five_seconds_are_inserted_by_the_guidelines() -> None:
    """Guidelines III.4: only below two minutes in a game without increment."""
    desk = Desk()
    desk.clock.choose_program(2, desk.at())
    desk.look().keys("!").wait(8 * MINUTE + 1000).keys("!")
    side = desk.game.side_to_move
    left = desk.times()
    act(desk, "inc 05")
    assert desk.times()[1 - side] == left[1 - side] + 2 * MINUTE
    assert desk.game.accounts[side].period.method == FISCHER
    desk.keys("!").wait(1000).press(side)
    assert desk.times()[side] >= left[side] - 2500 + 5000


def test_a_flag_is_cleared_and_the_game_goes_on() -> None:
    """T30: the mark goes only by CLEAR FLAG or undo."""
    desk = Desk()
    desk.clock.choose_program(41, desk.at())
    desk.look().keys("!").wait(62_000)
    assert desk.state == "FLAGGED"
    desk.keys("+3>")
    assert desk.state == "PAUSED" and desk.game.first_flag_side != NEITHER
    act(desk, "FLAGno")
    assert desk.game.first_flag_side == NEITHER
    assert desk.keys("!").state == "RUNNING"


def test_the_time_used_is_shown() -> None:
    """Guidelines I, D.2.10.4: thinking time of both, without what was added."""
    desk = paused(10, presses=2, think_ms=30_000)
    act(desk, "USEd")
    assert desk.texts() == ("0.32", "0.30")
    assert desk.keys("<").state == "ADJUST"


def test_an_adjourned_game_comes_back_as_it_was() -> None:
    """Guidelines I: kept in a place, chosen in SETUP like a program."""
    desk = paused(26, presses=7)
    times, moves, turn = desk.times(), desk.moves(), desk.game.side_to_move
    act(desk, "AdJoUr").keys("+!")  # place 2
    assert desk.state == "SETUP" and desk.text(LEFT) == "A  2"
    desk.keys("--++")
    assert desk.text(LEFT) == "A  2"
    desk.keys("!")
    assert desk.state == "PAUSED"
    assert (desk.times(), desk.moves(), desk.game.side_to_move) == (times, moves, turn)


def test_the_end_of_the_game_is_asked_first_in_the_menu() -> None:
    """T32: both stop."""
    desk = paused(10)
    times = desk.times()
    act(desk, "End")
    assert desk.state == "ADJUST"
    desk.keys("!")
    assert desk.state == "ADJUST"  # PLAY is no yes
    act(desk.keys("<"), "End").keys(">")
    assert (desk.state, desk.times()) == ("ENDED", times)


def test_forward_held_in_a_pause_asks_before_the_game_ends() -> None:
    """T32, T40: the question of the list; after no the game stands as it stood."""
    for answer in ("!", "<"):
        desk = paused(10)
        times = desk.times()
        desk.keys(">3")
        words = set()
        for _ in range(12):
            words.add(desk.wait(100).text(LEFT))
        assert desk.state == "ADJUST" and "End" in words
        assert desk.keys(answer).state == "PAUSED" and desk.times() == times
        assert desk.keys("!").state == "RUNNING"
        assert desk.keys("!>3>").state == "ENDED"
    desk = Desk()
    desk.clock.choose_program(41, desk.at())
    desk.look().keys("!").wait(62_000)
    assert desk.keys(">3<").state == "FLAGGED"
    assert desk.keys(">3>").state == "ENDED"


def test_a_time_that_is_set_to_zero_is_asked_about() -> None:
    """T43: BACK goes back to the digits, with what was set; 0 that was 0 is not asked."""
    desk = paused(10)
    left, right = desk.times()
    assert 60_000 <= left < 600_000
    zero = ">>>" + "-" * (left // 60_000) + ">" + "-" * (-(-left // 1000) // 10 % 6)
    desk.keys("!3" + zero + ">" + "-" * (-(-left // 1000) % 10) + "!")
    words = set()
    for _ in range(12):
        words.add(desk.wait(100).text(LEFT))
    assert "to 0" in words and desk.state == "ADJUST"
    assert desk.keys("<").state == "ADJUST" and desk.times() == (left, right)
    desk.keys("!>")
    assert desk.state == "PAUSED" and desk.times() == (0, right)
    assert desk.keys("!3!").state == "PAUSED"
    desk = Desk()
    desk.clock.choose_program(39, desk.at())  # counts up: nothing falls at 0
    desk.look().keys("!").wait(5_000).keys("!")
    desk.keys("!3>>>>>" + "-" * 5 + "!")
    assert desk.state == "PAUSED" and desk.times() == (0, 0)


def test_times_that_count_up_are_set_as_they_are_shown() -> None:
    """T35: rounded down; below zero with the sign, which can be turned away."""
    desk = Desk()
    desk.clock.choose_program(39, desk.at())
    desk.look().keys("!").wait(5_900).keys("!3>")
    assert desk.times() == (6_540, 0) and desk.text(LEFT) == "00.00.06"
    desk = Desk()
    desk.clock.choose_program(21, desk.at())
    desk.look().keys("!").wait(26 * MINUTE + 900).keys("!")
    side = desk.game.side_to_move
    assert side == LEFT and -61_900 < desk.times()[LEFT] < -60_900
    desk.keys("!3>")
    assert desk.text(LEFT) in ("-0.01.01", "- .01.01", "- 01.01")
    desk.keys(">>>>+!")
    assert desk.times()[LEFT] == -62_000
    desk.keys("!3+!")
    assert desk.times()[LEFT] == 62_000
    desk.keys("!3-!")
    assert desk.times()[LEFT] == -62_000
    for cells in (4, 6):
        desk.clock.keys_of_arbiter().cells = cells
        desk.keys("!3>>")
        assert desk.text(LEFT)[0] == "-"
        desk.keys("<<<<")


def test_counters_above_255_are_kept_and_set() -> None:
    """T24, T43: a counter that nobody touched is not written, whatever it is."""
    for moves in (256, 700, 1001):
        desk = paused(10)
        for account in desk.game.accounts:
            account.moves = moves
        desk.keys("!3" + ">" * 4 + "+!")
        assert desk.moves() == (moves, moves)
    desk = paused(10)
    for account in desk.game.accounts:
        account.moves = 256
    desk.keys("!3" + ">" * 12 + ">>+!")
    white = desk.game.white_side
    assert desk.moves()[0] == 257 and abs(desk.moves()[1] - 257) <= 1, white


def test_a_press_that_was_undone_can_come_back() -> None:
    """T44: UNDO PRESS is a correction; FREEZE leaves it possible."""
    desk = paused(10, presses=3)
    times, moves, turn = desk.times(), desk.moves(), desk.game.side_to_move
    act(desk, "Fr")
    act(desk, "UndoPr")
    assert desk.game.side_to_move == 1 - turn and desk.moves() != moves
    act(desk, "UndoCo")
    assert (desk.times(), desk.moves(), desk.game.side_to_move) == (times, moves, turn)
    act(desk, "ILLEG")
    assert desk.game.side_to_move == 1 - turn


def test_a_period_that_was_set_cannot_be_undone_by_half() -> None:
    """T44: once the game has gone on, times and counters would go back and the period not."""
    desk = paused(27, 4, 1000)
    desk.keys("!3" + ">" * 13 + "+++++!")
    assert [account.period_index for account in desk.game.accounts] == [1, 1]
    desk.keys("!")
    for _ in range(2):
        desk.wait(1000).press(desk.game.running_side)
    moves = desk.moves()
    desk.keys("!+3")
    assert "undo correction" not in desk.clock.keys_of_arbiter().menu.items
    assert desk.keys("<").moves() == moves


def test_the_moves_left_in_a_canadian_block_are_shown_and_set() -> None:
    """T16, T37, T43: where a side is in one; the other side's field is passed over."""
    for cells, shown in ((4, "C 14"), (6, "C  14")):
        desk = Desk(cells)
        desk.clock.choose_program(20, desk.at())
        desk.look().keys("!").wait(60 * MINUTE + 30_000).press(LEFT).wait(1000).keys("!")
        account = desk.game.accounts[LEFT]
        assert account.overtime and account.block_moves == 1
        seen = set()
        for _ in range(64):
            seen.add(desk.wait(256).text(LEFT))
            assert not desk.text(RIGHT).startswith("C ")
        assert shown in seen, seen
        desk.keys("!3" + ">" * 18).look()
        assert desk.text(RIGHT) == ""
        desk.keys(">>").look()
        assert "C" not in desk.text(LEFT) + desk.text(RIGHT)  # the turn
        desk.keys("<-!")
        assert account.block_moves == 2 and desk.state == "PAUSED"
        act(desk, "UndoCo" if cells == 6 else "UndC")
        assert account.block_moves == 1


def test_moments_left_have_their_turn_where_they_have_no_cell() -> None:
    """T37: four digits; six show them before the time."""
    for cells, expected in ((4, True), (6, False)):
        desk = Desk(cells)
        desk.clock.choose_program(19, desk.at())
        desk.look().keys("!").wait(60 * MINUTE + 30_000).keys("!")
        seen = set()
        for _ in range(64):
            seen.add(desk.wait(256).text(LEFT))
        assert ("b 4" in seen) == expected and "b  4" not in seen, seen


def test_after_a_correction_the_lever_must_stand_as_the_turn_wants_it() -> None:
    """T41, bug case 55: whoever is to move must be able to press; either order of hands works."""
    desk = Desk(rocker=True)
    desk.keys("!").press(RIGHT).wait(2000).press(LEFT).wait(2000).press(RIGHT).wait(2000).keys("!")
    turn = desk.game.side_to_move
    assert turn == LEFT
    desk.press(LEFT).wait(200)
    assert desk.keys("!").state == "PAUSED"
    desk.keys("!3").keys("<").keys("<")
    assert desk.keys("!").state == "PAUSED"  # looked at, nothing accepted
    digits = ">" * 18
    desk.keys("!3").keys(digits + "+!").keys("!")
    assert desk.state == "RUNNING" and desk.game.running_side == RIGHT


def test_an_illegal_move_with_a_rocker_wants_the_lever_back() -> None:
    """T41, T42: the offender moves again, so his end must be up; before or after accepting."""
    for lever_first in (True, False):
        desk = Desk(rocker=True)
        desk.keys("!").press(RIGHT).wait(2000).press(LEFT)
        desk.wait(2000).press(RIGHT).wait(2000).keys("!")
        offender = RIGHT
        if lever_first:
            desk.press(LEFT)
        act(desk, "ILLEG")
        if not lever_first:
            assert desk.keys("!").state == "PAUSED" and desk.texts() == ("LEUEr", "LEUEr")
            desk.press(LEFT)
        assert desk.keys("!").state == "RUNNING"
        assert desk.game.running_side == offender


def test_a_frozen_flag_says_why_the_clock_does_not_go_on() -> None:
    """T30, T31: after ADJUST the flag stands as before, and PLAY says FLAG."""
    desk = Desk()
    desk.clock.choose_program(41, desk.at())
    desk.look().keys("!").wait(62_000).keys("+3<")
    assert desk.state == "FLAGGED"
    assert desk.keys("!").state == "FLAGGED" and desk.texts() == ("FLAG", "FLAG")


def test_a_counter_moves_no_period_that_ends_at_zero() -> None:
    """T24: only a period that is known by its moves is offered from the counter."""
    desk = Desk()
    desk.clock.choose_program(13, desk.at())
    desk.look().keys("!").wait(91 * MINUTE).keys("!")
    assert [account.period_index for account in desk.game.accounts] == [1, 1]
    desk.keys("!3").keys(">>>>>>>>>>>>>+!")
    assert desk.moves()[0] == 10
    assert [account.period_index for account in desk.game.accounts] == [1, 1]


def test_an_occupied_place_of_an_adjourned_game_is_asked_about() -> None:
    """E18, Guidelines I: another game is never replaced without a word, also when all are full."""
    desk = paused(26, presses=3)
    for place in range(1, 9):
        desk.shelf.games[place] = "somebody's game"
    act(desk, "AdJoUr").keys(">")
    words = set()
    for _ in range(12):
        words.add(desk.wait(100).text(LEFT))
    assert "FULL" in words and desk.state == "ADJUST"
    desk.keys("<")
    assert desk.shelf.games[1] == "somebody's game" and desk.state == "ADJUST"
    act(desk.keys("<"), "AdJoUr").keys(">>")
    assert desk.state == "SETUP" and desk.shelf.games[1] != "somebody's game"


def test_a_digit_that_is_turned_back_changes_nothing() -> None:
    """T43: not the ms, and not a penalty time below zero that no digit can show."""
    desk = paused(10)
    times = desk.times()
    desk.keys("!3>>>>>+-!")
    assert desk.times() == times and desk.times()[LEFT] % 1000
    desk = Desk()
    desk.clock.choose_program(21, desk.at())
    desk.look().keys("!").wait(26 * MINUTE).keys("!")
    times = desk.times()
    assert times[desk.game.side_to_move] < 0
    desk.keys("!3>>>>>+-!")
    assert desk.times() == times


def test_after_move_ten_freeze_and_the_insertion_are_asked_about_too() -> None:
    """A.5.1: settings do not change after ten moves by each."""
    for word in ("Fr", "inc 05"):
        desk = Desk()
        desk.clock.choose_program(1, desk.at())
        desk.look().keys("!")
        for _ in range(20):
            desk.wait(9_500).press(desk.game.running_side)
        desk.wait(90_000).keys("!")
        freeze, periods = desk.game.freeze, desk.game.accounts[LEFT].periods
        act(desk, word)
        words = set()
        for _ in range(12):
            words.add(desk.wait(100).text(LEFT))
        assert "A-5-1" in words, (word, words)
        assert (desk.game.freeze, desk.game.accounts[LEFT].periods) == (freeze, periods)


def test_what_the_arbiter_has_set_is_not_carried_over() -> None:
    """T24: the offer ends where somebody has decided."""
    desk = paused(26, presses=4)
    desk.keys("!3").keys(">" * 15 + ">>+").keys("<<<")  # the right counter first: 3, then the left
    desk.keys("+!")
    assert desk.moves()[1] == 3 and desk.moves()[0] != 2


def test_the_moments_left_are_set_like_a_counter() -> None:
    """T16, T43: only those of a side that is in one; a flagged side gets time first."""
    desk = Desk()
    desk.clock.choose_program(19, desk.at())
    desk.look().keys("!").wait(60 * MINUTE + 30_000).keys("!")
    side = desk.game.side_to_move
    account = desk.game.accounts[side]
    assert account.overtime and account.blocks_left == 4
    places = ">" * (2 * 6 + 2 * 3)  # behind the times and the counters
    desk.keys("!3" + places)
    seen = set()
    for _ in range(12):
        seen.add(desk.wait(100).texts()[side])
        assert desk.texts()[1 - side] == ""
    assert seen == {"b4", "b"}
    desk.keys(">").look()  # the other side is in its main time: its field is passed over
    assert "b" not in desk.text(0) + desk.text(1)
    desk.keys("<--!")
    assert account.blocks_left == 2 and desk.game.accounts[1 - side].blocks_left == 0
    act(desk, "UndoCo")
    assert account.blocks_left == 4
    desk.keys("!").wait(10 * MINUTE).keys("!")
    assert account.is_flagged and account.blocks_left == 0
    desk.keys("!3!")
    assert account.blocks_left == 0 and account.is_flagged
    desk.keys("!3" + ">" * (6 * side + 4) + "+" + ">" * (14 - 6 * side) + "+!")
    assert account.blocks_left == 2 and account.block_left_ms == 10_000
    assert not account.is_flagged


def test_a_moment_that_is_reduced_to_nothing_is_followed_by_the_next() -> None:
    """T16: what the question says of a byo-yomi is so; no flag falls but after the last one."""
    desk = Desk()
    desk.clock.choose_program(19, desk.at())
    desk.look().keys("!").wait(60 * MINUTE + 30_000).keys("!")
    account = desk.game.accounts[LEFT]
    assert account.overtime and account.blocks_left == 4
    act(desk, "tinE").keys(">+!")  # left, minus
    words = set()
    for _ in range(12):
        words.add(desk.wait(100).text(LEFT))
    assert "to 0" in words
    desk.keys(">")
    assert desk.times()[LEFT] == 0 and desk.state == "PAUSED"
    desk.keys("!").wait(100)
    assert desk.state == "RUNNING" and account.blocks_left == 3 and desk.times()[LEFT] > 19_000
