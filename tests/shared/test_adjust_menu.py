"""ADJUST: what an arbiter corrects, key by key (T40 to T44)."""

from clockcore.codes import FISCHER, LEFT, NEITHER, RIGHT
from desk_kit import Desk

MINUTE = 60_000


def paused(program: int = 26, presses: int = 4, think_ms: int = 10_000) -> Desk:
    """Return a desk whose game has had some presses and is paused."""
    desk = Desk()
    desk.clock.choose_program(program, desk.at())
    desk.look().keys("!")
    for _ in range(presses):
        desk.wait(think_ms).press(desk.game.running_side)
    return desk.wait(2000).keys("!")


def act(desk: Desk, word: str, then: str = ">") -> Desk:
    """Open ACTIONS, go to the item with this word, and press `then`."""
    desk.keys("+3")
    for _ in range(20):
        desk.look()
        if word in desk.texts():
            break
        seen = desk.wait(512).look().texts()  # a word may be dark half of the time
        if word in seen:
            break
        desk.keys("+")
    else:
        raise AssertionError("no item " + word)
    return desk.keys(then)


def test_the_first_digit_blinks_and_play_accepts_what_was_set() -> None:
    """T43: the DGT way: PLAY held, digits, PLAY; only what was changed changes."""
    desk = paused()
    left, right = desk.times()
    desk.keys("!3")
    assert desk.state == "ADJUST"
    seen = set()
    for _ in range(12):
        seen.add(desk.wait(100).text(LEFT))
    assert len(seen) == 2  # the first digit, on and off
    desk.keys(">+!")
    assert desk.state == "PAUSED"
    assert desk.times() == ((left + 999) // 1000 * 1000 + 60 * MINUTE, right)
    assert desk.keys("!").state == "RUNNING"


def test_back_leaves_without_a_change() -> None:
    """From the first digit to ACTIONS, from there to PAUSED; held, from anywhere."""
    desk = paused()
    times = desk.times()
    desk.keys("!3+>+<<").keys("<")
    assert (desk.state, desk.times()) == ("PAUSED", times)
    desk.keys("!3>>>>+<1")
    assert desk.state == "ADJUST" and desk.times() == times
    assert desk.keys("<").state == "PAUSED"


def test_everything_on_both_sides_takes_less_than_a_minute_at_two_keys_a_second() -> None:
    """E17, T43, the worst case: every digit as far away as can be, counters, periods, turn."""
    desk = paused(27, presses=5)
    digits = ">".join(["+++++", "+++++", "+++", "+++++", "+++", "+++++"])
    counters = ">".join(["+", "+++++", "+++++"])
    script = ">".join([digits, digits, counters, counters, "++", "++", "+"]) + "!"
    turn = desk.game.side_to_move
    desk.keys("!3").keys(script)
    keys = len(script) + 6  # three seconds of holding PLAY
    assert keys < 120, keys
    assert desk.state == "PAUSED" and desk.game.side_to_move == 1 - turn
    assert [account.period_index for account in desk.game.accounts] != [0, 0]
    assert desk.moves()[0] > 50


def test_the_left_counter_carries_the_right_one_and_the_period_along() -> None:
    """T24: an offer, which the arbiter can change; White has one more while Black is to move."""
    desk = paused(26, presses=5)
    white = desk.game.white_side
    assert desk.game.side_to_move == 1 - white
    desk.keys("!3").keys(">>>>>>>>>>>>").keys(">++++>+++++++!")
    # the left counter was 3: 43 after four tens, then seven units, round the end of the digit
    left, right = desk.moves()
    assert left == 40 and right == (left - 1 if white == LEFT else left + 1)
    indices = [account.period_index for account in desk.game.accounts]
    assert indices == ([1, 0] if white == LEFT else [1, 1])


def test_play_in_the_list_of_actions_does_nothing_but_leave() -> None:
    """T40: who goes back from ADJUST and lets the game go on must not give anybody time."""
    desk = paused()
    times = desk.times()
    desk.keys("!3").keys("<").keys("!")
    assert (desk.state, desk.times()) == ("PAUSED", times)
    assert desk.keys("!").state == "RUNNING"


def test_bonus_time_is_one_action_and_follows_the_class_of_the_event() -> None:
    """T42: 2 min in standard, 1 min in rapid and blitz, 2 min in blitz under B.2."""
    for program, event_class, minutes in ((26, 0, 2), (11, 0, 1), (10, 0, 1), (10, 4, 2)):
        desk = paused(program)
        desk.clock.settings.event_class = event_class
        left, right = desk.times()
        desk.keys("+3>")
        assert (desk.state, desk.times()) == ("PAUSED", (left + minutes * MINUTE, right))
        desk.keys("+3+>")
        assert desk.times() == (left + minutes * MINUTE, right + minutes * MINUTE)


def test_an_illegal_move_is_one_action() -> None:
    """T42, 7.5: the turn goes back, what the press gave is taken back, the opponent gains."""
    desk = paused(10, presses=3, think_ms=5000)
    presser = 1 - desk.game.side_to_move
    moves = desk.moves()[presser]
    before = desk.times()
    act(desk, "ILLEG")
    after = desk.times()
    assert desk.state == "PAUSED" and desk.game.side_to_move == presser
    assert desk.moves()[presser] == moves - 1
    assert after[presser] == before[presser] - 2000  # the increment
    assert after[1 - presser] == before[1 - presser] + MINUTE
    assert desk.game.offences[presser] == 1


def test_the_second_offence_is_announced() -> None:
    """T42: the clock says it and judges nothing."""
    desk = paused(10, presses=3)
    act(desk, "ILLEG")
    desk.keys("!").wait(3000).press(desk.game.running_side).wait(500)
    desk.keys("!")
    act(desk, "ILLEG")
    assert desk.texts() == ("ILLEG", "ILLEG") and desk.state == "PAUSED"


def test_any_amount_goes_to_one_or_both_and_below_zero_is_asked_first() -> None:
    """12.5, 12.9: plus or minus; a reduction below 0 asks, BACK says no."""
    desk = paused(10)
    left, right = desk.times()
    act(desk, "tinE").keys("++").keys(">>").keys("!")  # both, plus, 1:00
    assert desk.times() == (left + MINUTE, right + MINUTE)
    act(desk, "tinE").keys("+>+>").keys(">+!")  # right, minus, 10 h more than 1 min
    assert desk.state == "ADJUST"
    words = set()
    for _ in range(12):
        words.add(desk.wait(100).text(LEFT))
    assert "to 0" in words
    desk.keys("<")
    assert desk.times() == (left + MINUTE, right + MINUTE) and desk.state == "ADJUST"
    desk.keys("<")
    act(desk, "tinE").keys("+>+>").keys(">+!").keys(">")
    assert desk.times() == (left + MINUTE, 0) and desk.state == "PAUSED"


def test_press_and_correction_can_be_undone() -> None:
    """T44: the last correction, then the last press."""
    desk = paused(10, presses=3)
    times, turn = desk.times(), desk.game.side_to_move
    desk.keys("+3>")
    assert desk.times() != times
    act(desk, "UndoCo")
    assert (desk.times(), desk.game.side_to_move) == (times, turn)
    act(desk, "UndoPr")
    assert desk.game.side_to_move == 1 - turn and desk.state == "PAUSED"


def test_the_time_control_changes_in_the_middle_of_a_game() -> None:
    """6.10.2, T43: times and counters stay; the program is chosen as in SETUP."""
    desk = paused(26, presses=4)
    times, moves = desk.times(), desk.moves()
    act(desk, "ContrL")
    assert desk.text(LEFT) == "P  26"
    desk.keys("+>")
    assert desk.state == "PAUSED" and (desk.times(), desk.moves()) == (times, moves)
    assert desk.game.control.name.startswith("FIDE 100 min")
    assert desk.clock.settings.program == 26


def test_after_move_ten_a_change_in_rapid_is_asked_first() -> None:
    """A.5.1: ten moves by each."""
    desk = paused(11, presses=20, think_ms=1000)
    act(desk, "ContrL").keys("+>")
    assert desk.state == "ADJUST"
    words = set()
    for _ in range(12):
        words.add(desk.wait(100).text(LEFT))
    assert "A-5-1" in words
    name = desk.game.control.name
    desk.keys("<")
    assert desk.game.control.name == name
    act(desk.keys("<"), "ContrL").keys("+>>")
    assert desk.game.control.name != name and desk.state == "PAUSED"


def test_colors_are_swapped_and_before_move_ten_the_rule_is_named() -> None:
    """7.3: fewer than ten moves by both: a new game; the arbiter decides."""
    desk = paused(26, presses=4)
    white = desk.game.white_side
    act(desk, "CoLorS")
    assert desk.game.white_side == white
    desk.keys(">")
    assert desk.game.white_side == 1 - white and desk.state == "PAUSED"


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
    """T32: both stop; FORWARD held long from PAUSED does the same."""
    desk = paused(10)
    times = desk.times()
    act(desk, "End")
    assert desk.state == "ADJUST"
    desk.keys("!")
    assert desk.state == "ADJUST"  # PLAY is no yes
    act(desk.keys("<"), "End").keys(">")
    assert (desk.state, desk.times()) == ("ENDED", times)
    desk = paused(10)
    assert desk.keys(">3").state == "ENDED"


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
