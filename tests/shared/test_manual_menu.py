"""The manual set: every field by keys, what is offered when, and what cannot be (T10 to T18)."""

from clockcore.code_names import METHOD_NAMES
from clockcore.codes import (
    AFTER_MOVE,
    AT_ZERO,
    BEFORE_MOVE,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    GONG,
    HOURGLASS,
    KEY_BACK,
    KEY_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_MINUS,
    KEY_PLAY,
    KEY_PLUS,
    LEFT,
    NONE,
    RIGHT,
    UPCOUNT,
)
from clockcore.control_dict import control_to_dict
from clockcore.field import ACCEPT, CANCEL, OPEN, View
from clockcore.manual_menu import (
    AGAIN_COUNT,
    AGAIN_ZERO,
    BONUS_KIND,
    COUNT,
    END,
    FREEZE_KIND,
    FROM_KIND,
    MAIN_KIND,
    METHOD_KIND,
    MOVES_KIND,
    NEXT_KIND,
    ZERO,
    ManualMenu,
)
from clockcore.period import Period
from clockcore.presets import PRESET_COUNT, preset
from clockcore.time_control import TimeControl

MARKS = {"mark white": b"U", "mark black": b"b", "mark both": b"="}


class Texts:
    """Words and lines that tell their keys."""

    def word(self, key: str) -> bytes:
        """Return the mark of a side, or the start of the last part of the key."""
        return MARKS.get(key) or key.split(" ")[-1].encode()[:4]

    def line(self, key: str) -> bytes:
        """Return the key itself."""
        return key.encode()


class Hand:
    """Somebody at the keys of a menu; `presses` counts every key."""

    def __init__(self, control: object = None, cells: int = 6) -> None:
        """Open the menu with `control`."""
        self.menu = ManualMenu(control, cells, Texts())
        self.presses = 0
        self.state = OPEN

    def press(self, key: int) -> "Hand":
        """Press a key and let it go; return self."""
        assert self.state == OPEN, "the menu is closed"
        self.presses += 1
        for gesture in (KEY_DOWN, KEY_CLICK):
            if self.state == OPEN:
                self.state = self.menu.key(key, gesture, 0)
        return self

    def go(self, count: int = 1) -> "Hand":
        """Press FORWARD (BACK where `count` is negative) as often; return self."""
        for _ in range(count if count > 0 else -count):
            self.press(KEY_FORWARD if count > 0 else KEY_BACK)
        return self

    def play(self) -> "Hand":
        """Press PLAY; return self."""
        return self.press(KEY_PLAY)

    def choose(self, value: object) -> "Hand":
        """Step to a choice the shorter way and go on; return self."""
        field = self.menu.fields[0]
        values = field.values
        distance = (values.index(value) - values.index(field.value)) % len(values)
        back = distance * 2 > len(values)
        for _ in range(len(values) - distance if back else distance):
            self.press(KEY_MINUS if back else KEY_PLUS)
        return self.go()

    def dial(self, digits: str) -> "Hand":
        """Set digit by digit the shorter way and go on after the last; return self."""
        view = View()
        for digit in digits:
            for _ in range(10):
                self.menu.fields[0].show(view, 8, True)
                shown = view.word.replace(b":", b"").replace(b"n", b"")
                now = shown[view.blink_from - (view.word[0] == 110)] - 48
                if now == int(digit):
                    break
                ahead = (int(digit) - now) % 10
                self.press(KEY_PLUS if ahead < 6 and int(digit) > now else KEY_MINUS)
            else:
                raise AssertionError("cannot dial " + digits)
            self.go()
        return self

    def at(self, kind: int, index: int = 0, side: int = 0) -> bool:
        """Return whether the cursor is at a field."""
        return self.menu.spot == side << 8 | index << 4 | kind

    def control(self) -> dict:
        """Return the control that must have been accepted, as plain values without its name."""
        assert self.state == ACCEPT, self.state
        return plain(self.menu.control())

    def words(self) -> tuple:
        """Return what the cells of the left and the right display show."""
        view = View()
        self.menu.view(LEFT, view)
        left = view.word
        self.menu.view(RIGHT, view)
        return left, view.word


def plain(control: TimeControl) -> dict:
    """Return a control as plain values without its name."""
    values = control_to_dict(control)
    del values["name"]
    return values


def same(hand: Hand, *periods: Period, **fields: object) -> None:
    """Check the accepted control."""
    assert hand.control() == plain(TimeControl(periods, **fields)), hand.control()


def minutes(main: int, method: int = NONE, bonus_s: int = 0, **fields: object) -> Period:
    """Return a period of `main` minutes with a bonus of `bonus_s` seconds."""
    return Period(main * 60_000, method, bonus_s * 1000, **fields)


def test_90_minutes_for_40_moves_then_30_with_30_seconds_by_hand() -> None:
    # T18; from the plain 5 minutes that an empty program starts with
    hand = Hand().go().choose(FISCHER).dial("013000").dial("0030").choose(COUNT).dial("040").go()
    assert hand.at(METHOD_KIND, 1)
    hand.go().dial("003000").dial("0030").play()
    same(hand, minutes(90, FISCHER, 30, moves=40), minutes(30, FISCHER, 30))
    assert hand.presses <= 45, hand.presses
    # PLAY goes to what was not looked at, so that it does not have to be stepped through
    quick = Hand().go().choose(FISCHER).dial("013000").dial("0030").choose(COUNT).dial("040")
    quick.play().play().play().play()
    same(quick, minutes(90, FISCHER, 30, moves=40), minutes(30, FISCHER, 30))
    assert quick.presses <= 36, quick.presses


def test_100_for_40_then_50_for_20_then_15_with_30_seconds_by_hand() -> None:
    # T18
    hand = Hand().go().choose(FISCHER).dial("014000").dial("0030").choose(COUNT).dial("040").go()
    hand.go().dial("005000").dial("0030").choose(COUNT).dial("020").go()
    hand.go().dial("001500").play()
    same(
        hand,
        minutes(100, FISCHER, 30, moves=40),
        minutes(50, FISCHER, 30, moves=20),
        minutes(15, FISCHER, 30),
    )
    assert hand.presses <= 70, hand.presses


def test_120_for_40_then_60_for_20_then_15_with_30_seconds_from_move_61_by_hand() -> None:
    # T18
    hand = Hand().go(2).dial("020000").choose(COUNT).dial("040")
    hand.go().dial("010000").choose(COUNT).dial("020")
    hand.choose(FISCHER).dial("001500").dial("0030").choose(END).choose(True).dial("061").play()
    same(
        hand,
        minutes(120, moves=40),
        minutes(60, moves=20),
        minutes(15, FISCHER, 30, bonus_from_move=61),
    )
    assert hand.presses <= 75, hand.presses


def test_common_controls_of_one_period_by_hand() -> None:
    # T18: 25 + 10, 15 + 10, 3 + 2, 5 + 0, US G/60 d5
    for main, bonus, method, most in (
        (25, 10, FISCHER, 20),
        (15, 10, FISCHER, 20),
        (3, 2, FISCHER, 20),
        (60, 5, DELAY, 30),
    ):
        digits = "0" + str(main // 60) + str(100 + main % 60)[1:]
        hand = Hand().go().choose(method).dial(digits).go(2)
        hand.dial("00" + str(100 + bonus)[1:]).play()
        same(hand, minutes(main, method, bonus))
        assert hand.presses <= most, (main, hand.presses)
    hand = Hand().play()
    same(hand, minutes(5))
    assert hand.presses == 1


def test_armageddon_5_v_4_with_3_seconds_from_move_61_by_hand() -> None:
    # T18; what Black has begins as White's
    hand = Hand().choose(True).choose(FISCHER).go(6).dial("0003").choose(END).choose(True)
    hand.dial("061").go(6)
    assert hand.at(METHOD_KIND, 0, 1)
    hand.go().dial("000400").play()
    white = minutes(5, FISCHER, 3, bonus_from_move=61)
    black = minutes(4, FISCHER, 3, bonus_from_move=61)
    same(hand, white, black_periods=(black,))
    assert hand.presses <= 55, hand.presses


def test_40_in_90_then_30_with_a_delay_of_10_seconds_by_hand() -> None:
    # T18: US 40/90, SD/30 d10
    hand = Hand().go().choose(DELAY).dial("013000").dial("0010").choose(COUNT).dial("040")
    hand.play().play().play().play()
    same(hand, minutes(90, DELAY, 10, moves=40), minutes(30, DELAY, 10))
    assert hand.presses <= 40, hand.presses


def test_every_preset_is_walked_through_and_comes_back_equal() -> None:
    # T18
    for number in range(1, PRESET_COUNT + 1):
        control = preset(number)
        hand = Hand(control)
        for _ in range(200):
            if hand.state == OPEN:
                hand.go()
                assert not hand.menu.is_refused
        assert hand.state == ACCEPT, number
        assert control_to_dict(hand.menu.control()) == control_to_dict(control), number


def test_back_goes_over_fields_and_periods_and_cancels_at_the_start() -> None:
    hand = Hand(preset(28))
    for _ in range(200):
        if hand.state == OPEN and not hand.at(FREEZE_KIND):
            hand.go()
    forward = hand.presses
    hand.go(-forward)
    assert hand.menu.spot == 0 and hand.state == OPEN
    hand.go(-1)
    assert hand.state == CANCEL
    hand = Hand(preset(28)).go(20)
    assert hand.menu.key(KEY_BACK, KEY_HOLD, 0) == CANCEL
    assert hand.menu.control() is None


def test_other_methods_by_hand() -> None:
    # T14 to T17: a method alone has neither a next period nor anything that it does not use
    hand = Hand().go().choose(BYOYOMI).go(6).dial("000030").dial("005").play()
    same(hand, minutes(5, BYOYOMI, block_ms=30_000, block_count=5))
    hand = Hand().go().choose(CANADIAN).go(6).dial("000500").dial("015").play()
    same(hand, minutes(5, CANADIAN, block_ms=300_000, block_count=15))
    hand = Hand().go().choose(UPCOUNT).choose(None)
    same(hand, Period(0, UPCOUNT))
    hand = Hand().go().choose(GONG).dial("000010").play()
    same(hand, Period(10_000, GONG))
    hand = Hand().go().choose(BRONSTEIN).play().dial("0003").play()
    same(hand, minutes(5, BRONSTEIN, 3))


def test_cap_timing_and_freeze_by_hand() -> None:
    # T10, T11, T31
    hand = Hand().go().choose(FISCHER).go(6).dial("0003").choose(END).choose(True)
    hand.go(3).dial("001000").choose(AFTER_MOVE).choose(False)
    same(hand, minutes(5, FISCHER, 3, cap_ms=600_000), bonus_timing=AFTER_MOVE, freeze=False)
    hand = Hand().go(9).choose(True)
    same(hand, minutes(5), freeze=True)
    again = Hand(hand.menu.control()).go(9).choose(None)
    same(again, minutes(5), freeze=False)
    # with the rare fields given up again, what was set there is gone
    control = TimeControl((minutes(5, FISCHER, 3, bonus_from_move=7, cap_ms=600_000),))
    hand = Hand(control).go(13).choose(False).play()
    same(hand, minutes(5, FISCHER, 3))


def test_main_time_0_shows_that_the_bonus_comes_before_the_move() -> None:
    # T10
    hand = Hand(TimeControl((minutes(5, FISCHER, 3),), bonus_timing=AFTER_MOVE))
    hand.go(2).dial("000000").go(6)
    assert hand.words() == (b"timi", b"befo")
    assert hand.menu.fields[0].values == (BEFORE_MOVE,)
    hand.play()
    assert hand.menu.control().bonus_timing == BEFORE_MOVE
    # and what follows is judged by it
    two = (minutes(1, FISCHER, 30, transition=AT_ZERO), Period(10_000))
    hand = Hand(TimeControl(two, bonus_timing=AFTER_MOVE)).go(2).dial("000000").play()
    assert hand.at(MAIN_KIND, 1) and hand.menu.reason == "reason nothing"


def test_what_comes_next_by_hand() -> None:
    # T20, T21, T18: by count, at zero with a count that is only shown, repeated
    hand = Hand().go(8).choose(ZERO).dial("030").go(7).choose(AGAIN_COUNT).dial("020").play()
    same(
        hand,
        minutes(5, moves=30, transition=AT_ZERO),
        minutes(30, moves=20, repeat=True),
    )
    hand = Hand().go(8).choose(AGAIN_ZERO).play()
    same(hand, minutes(5, transition=AT_ZERO, repeat=True))
    # a repeat of nothing is none: it waits until there is a main time again
    again = TimeControl((minutes(5, FISCHER, 3, moves=30, repeat=True),))
    hand = Hand(again).go(2).dial("000000").play()
    same(hand, Period(0, FISCHER, 3000))
    hand = Hand(again).go(2).dial("000000").go(-1).press(KEY_PLUS).play()
    same(hand, Period(1000, FISCHER, 3000, moves=30, repeat=True))
    # END in the middle closes the list; what stood behind it waits for a change of mind
    hand = Hand(preset(27)).go(12)
    assert hand.at(NEXT_KIND)
    hand.choose(END).go(-1).choose(COUNT).play()
    assert hand.control() == plain(preset(27))
    hand = Hand(preset(27)).go(12).choose(END).play()
    same(hand, minutes(100, FISCHER, 30))


def test_eight_periods_and_no_more() -> None:
    hand = Hand().go(8)
    for _ in range(7):
        hand.choose(COUNT).go(10)
    assert hand.at(NEXT_KIND, 7)
    assert hand.menu.fields[0].values == (END, AGAIN_COUNT, AGAIN_ZERO)
    hand.play()
    assert len(hand.control()["periods"]) == 8


def test_what_cannot_be_keeps_the_cursor_until_it_can() -> None:
    hand = Hand().go(2).dial("00050").press(KEY_MINUS).press(KEY_PLUS).go(-2)
    for _ in range(5):
        hand.press(KEY_MINUS)
    hand.go(3)
    assert hand.at(MAIN_KIND) and hand.menu.is_refused, "main 0 without anything else"
    assert hand.menu.reason == "reason zero" and hand.words()[1] == b"no"
    hand.press(KEY_PLAY)
    assert hand.at(MAIN_KIND) and hand.menu.is_refused and hand.state == OPEN
    hand.go(-1)
    assert not hand.menu.is_refused, "BACK is never refused"
    hand.go().press(KEY_PLUS)
    assert not hand.menu.is_refused and hand.words()[1] == b"00:00:01"
    hand.play()
    same(hand, Period(1000))


def test_impossible_sums_are_refused() -> None:
    # T14, T21 and the limit of an account
    hand = Hand().go().choose(HOURGLASS).dial("500000")
    assert hand.at(MAIN_KIND) and hand.menu.reason == "reason total"
    hand = Hand().go(2).dial("995959").choose(COUNT).go(4).dial("000001")
    assert hand.at(MAIN_KIND, 1) and hand.menu.reason == "reason total"
    hand = Hand().go().choose(FISCHER).dial("995959").dial("0001")
    assert hand.at(BONUS_KIND) and hand.menu.reason == "reason total"
    hand = Hand(TimeControl((minutes(5, FISCHER, 30, transition=AT_ZERO), minutes(1))))
    hand.go(17)
    assert hand.at(METHOD_KIND, 1)
    hand.go().dial("000010")
    assert hand.at(MAIN_KIND, 1) and hand.menu.reason == "reason nothing"
    hand = Hand(TimeControl((Period(0, FISCHER, 3000),))).go(13).choose(True).dial("002")
    assert hand.at(FROM_KIND) and hand.menu.reason == "reason from"
    hand = Hand(TimeControl((Period(0, DELAY, 3000),))).go(8).dial("0000")
    assert hand.at(BONUS_KIND) and hand.menu.reason == "reason zero"
    hand = Hand(preset(26)).go(13).dial("000")
    assert hand.at(MOVES_KIND) and hand.menu.reason == "reason moves", "0 moves by count"
    hand = Hand(preset(6)).go(2).dial("995959").play()
    assert hand.at(MAIN_KIND, 1) and hand.menu.reason == "reason total", "where the sum bursts"
    assert not hand.menu.is_refused, "the cursor went there"


def test_hourglass_and_gong_are_for_both_sides() -> None:
    # T14, T15: what White gets, Black has
    hand = Hand().choose(True).choose(HOURGLASS).go(6)
    assert hand.at(METHOD_KIND, 0, 1) and hand.menu.fields[0].values == (HOURGLASS,)
    hand.go().dial("000400").play()
    assert [one["method"] for one in hand.control()["black_periods"]] == [HOURGLASS]
    odds = TimeControl((minutes(5),), (minutes(4),))
    hand = Hand(odds).go().choose(GONG).play()
    same(hand, minutes(5, GONG), black_periods=(minutes(4, GONG),))
    hand = Hand(hand.menu.control()).go().choose(NONE).go(7)
    assert hand.at(METHOD_KIND, 0, 1) and GONG not in hand.menu.fields[0].values
    hand.play()
    same(hand, minutes(5), black_periods=(minutes(4),), freeze=False)


def test_milliseconds_stay_where_nothing_is_changed() -> None:
    control = TimeControl((Period(61_234, FISCHER, 1500),), name="odd")
    hand = Hand(control).go(8).dial("0003").play()
    same(hand, Period(61_234, FISCHER, 3000))
    assert hand.menu.control().name == "", "it is no longer what it was called"
    hand = Hand(control).go(2).press(KEY_PLUS).press(KEY_MINUS).play()
    same(hand, Period(61_234, FISCHER, 1500))
    hand = Hand(control).go(2).dial("000103").play()
    same(hand, Period(63_000, FISCHER, 1500))
    assert Hand(control).play().menu.control() is control


def test_both_displays_name_the_field_and_show_its_value() -> None:
    hand = Hand(preset(29), 6)
    assert hand.words() == (b"side", b"each")
    hand.go()
    assert hand.words() == (b"U1meth", b"fisc")
    hand.go()
    assert hand.words() == (b"U1main", b"00:05:00")
    view = View()
    hand.menu.view(RIGHT, view)
    assert (view.blink_from, view.blink_count, view.lines) == (0, 1, ())
    hand.menu.view(LEFT, view)
    assert view.blink_count == 0
    assert view.lines[:4] == (b"field main", b"white, period 1", b"", b"")
    assert len(view.lines) == 8
    hand.go(6)
    assert hand.words() == (b"U1bonu", b"00:03")
    hand.go(4)
    hand.menu.view(LEFT, view)
    assert view.lines[:3] == (b"field next", b"white, period 1", b"next end")
    hand.go(2).go(9)
    assert hand.words() == (b"b1meth", b"fisc")
    assert Hand(preset(30), 8).go(8).words() == (b"=1  dela", b"00:05")


def test_every_view_fits_its_display() -> None:
    view = View()
    for cells in (4, 6, 8):
        for number in range(1, PRESET_COUNT + 1):
            hand = Hand(preset(number), cells)
            while hand.state == OPEN:
                for side in (LEFT, RIGHT):
                    hand.menu.view(side, view)
                    if side == RIGHT or cells > 4:
                        assert 0 < len(view.word.replace(b":", b"")) <= cells, view.word
                    assert view.blink_from + view.blink_count <= cells
                    for line in view.lines:
                        assert len(line) <= 21
                hand.go()


def test_the_names_of_methods_stand_in_their_order() -> None:
    from clockcore.manual_menu import METHOD_KEYS, METHODS

    assert sorted(METHODS) == list(range(len(METHOD_KEYS)))
    for method in METHODS:
        assert METHOD_KEYS[method] == "method " + METHOD_NAMES[method].lower().replace("_", " ")
