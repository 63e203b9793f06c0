"""ADJUST: times, counters, bonus time, illegal move, undo, key by key (T40 to T44)."""

from clockcore.codes import LEFT
from desk_kit import Desk, act, paused

MINUTE = 60_000


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


def test_a_byo_yomi_takes_no_more_keys() -> None:
    """E17, T43: both sides in their moments, the worst case of every digit."""
    desk = Desk()
    desk.clock.choose_program(19, desk.at())
    desk.look().keys("!").wait(60 * MINUTE + 5_000).press(LEFT)
    desk.wait(60 * MINUTE + 30_000).keys("!")
    assert [account.blocks_left for account in desk.game.accounts] == [5, 4]
    digits = ">".join(["+++++", "+++++", "+++", "+++++", "+++", "+++++"])
    counters = ">".join(["+", "+++++", "+++++"])
    script = ">".join([digits, digits, counters, counters, "++", "++", "+"]) + "!"
    turn = desk.game.side_to_move
    desk.keys("!3").keys(script)
    keys = len(script) + 6
    assert keys <= 120, keys
    assert desk.state == "PAUSED" and desk.game.side_to_move == 1 - turn
    assert [account.blocks_left for account in desk.game.accounts] == [2, 1]


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
    assert desk.game.control.name.startswith("FIDE 100")
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
