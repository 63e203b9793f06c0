"""Fields that are edited digit by digit, and the form that holds them."""

from clockcore.codes import (
    KEY_BACK,
    KEY_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_LONG_HOLD,
    KEY_MINUS,
    KEY_PLAY,
    KEY_PLUS,
    KEY_REPEAT,
    KEY_UP_AFTER_HOLD,
)
from clockcore.field import (
    ACCEPT,
    CANCEL,
    OPEN,
    ChoiceField,
    Form,
    NumberField,
    TimeField,
    View,
)


def shown(field: object, cells: int = 6, is_active: bool = True) -> tuple:
    """Return the word of a field and what blinks of it."""
    view = View()
    field.show(view, cells, is_active)
    return view.word, view.blink_from, view.blink_count


def test_a_time_keeps_its_ms_until_a_digit_is_changed() -> None:
    field = TimeField(61_234)
    assert shown(field) == (b"00:01:02", 0, 1), "rounded up, as every time that counts down"
    while field.go(1):
        pass
    assert field.value == 61_234 and not field.is_changed
    field.step(1)
    assert field.value == 63_000 and field.is_changed
    field.step(-1)
    assert field.value == 61_234 and not field.is_changed, "turned back, as if never touched"
    field.step(-1)
    assert field.value == 61_000 and field.is_changed


def test_every_digit_of_a_time_goes_round_its_own_end() -> None:
    for has_hours, bases in ((True, (10, 10, 6, 10, 6, 10)), (False, (6, 10, 6, 10))):
        field = TimeField(0, has_hours)
        for base in bases:
            seen = []
            start = field.value
            for _ in range(base):
                field.step(1)
                seen.append(field.value)
            assert seen[-1] == start and len(set(seen)) == base
            field.step(-1)
            assert field.value == max(seen), "backwards it goes to the highest digit"
            field.go(1)
        assert not field.go(1)
        assert field.value == (359_999_000 if has_hours else 3_599_000)


def test_a_time_above_its_range_is_shown_at_the_end_of_it() -> None:
    assert shown(TimeField(359_999_999))[0] == b"99:59:59"
    assert shown(TimeField(3_599_999, False))[0] == b"59:59"


def test_a_time_on_few_cells_shows_the_digits_around_the_cursor() -> None:
    field = TimeField(12 * 3_600_000 + 34 * 60_000 + 56_000)
    seen = []
    while True:
        seen.append(shown(field, 4))
        if not field.go(1):
            break
    assert seen == [
        (b"1234", 0, 1),
        (b"1234", 1, 1),
        (b"1234", 2, 1),
        (b"1234", 3, 1),
        (b"34:56", 2, 1),
        (b"34:56", 3, 1),
    ]
    assert shown(field, 4, False) == (b"1234", 0, 0)
    assert shown(field, 6, False) == (b"12:34:56", 0, 0)


def test_a_field_is_entered_at_its_first_or_last_digit() -> None:
    for field, last in ((TimeField(0), 5), (TimeField(0, False), 3), (NumberField(0, 0, 255), 2)):
        field.enter(-1)
        assert field.digit == last and not field.go(1) and field.go(-1)
        field.enter(1)
        assert field.digit == 0 and not field.go(-1)


def test_a_number_never_leaves_its_range_and_reaches_all_of_it() -> None:
    for low, high in ((0, 255), (1, 255), (1, 8), (0, 9), (5, 120)):
        # From every number each next digit is in range, and counting goes through all of them.
        reached = {low}
        waiting = [low]
        while waiting:
            value = waiting.pop()
            field = NumberField(value, low, high)
            while True:
                for by in (1, -1):
                    other = NumberField(value, low, high)
                    other.digit = field.digit
                    other.step(by)
                    assert low <= other.value <= high
                    if other.value not in reached:
                        reached.add(other.value)
                        waiting.append(other.value)
                if not field.go(1):
                    break
        assert len(reached) == high - low + 1, (low, high)


def test_a_digit_of_a_number_leaves_the_others_alone() -> None:
    # 55 of 0 to 60: the tens go on to 05, not to 60
    for value, low, high in ((55, 0, 60), (199, 0, 255), (7, 1, 8), (255, 0, 255), (41, 1, 99)):
        field = NumberField(value, low, high)
        for place in range(field.count):
            unit = 10 ** (field.count - 1 - place)
            others = field.value - field.value // unit % 10 * unit
            for by in (1, 1, 1, -1, -1):
                field.step(by)
                assert field.value - field.value // unit % 10 * unit == others, (value, place)
            if not field.go(1):
                break
    # Where a digit has nothing else, the end of the range, and at the next turn what it was.
    field = NumberField(5, 1, 10)
    field.step(1)
    assert field.value == 10
    field.step(1)
    assert field.value == 5


def test_a_time_below_zero_has_its_sign_before_its_first_0() -> None:
    # T35: rounded down in magnitude; what has no room for a sign is left alone
    field = TimeField(-61_900, True, False, True)
    assert shown(field)[0] == b"-0:01:01" and not field.is_changed
    field.step(1)
    assert (field.value, field.is_changed, shown(field)[0]) == (61_000, True, b"00:01:01")
    field.step(-1)
    assert (field.value, field.is_changed) == (-61_900, False), "as if nobody had touched it"
    field.enter(-1)
    field.step(1)
    assert field.value == -62_000
    far = TimeField(-36_000_000, True, False, True)
    assert shown(far)[0] == b"00:00:00" and far.value == -36_000_000
    up = TimeField(1_999, True, False)
    assert shown(up)[0] == b"00:00:01"
    field = TimeField(0, True, True, True)
    seen = []
    for _ in range(11):
        seen.append(shown(field)[0][:1])
        field.step(1)
    assert seen == [b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9", b"-"]
    assert shown(field)[0] == b"00:00:00"


def test_a_number_starts_inside_its_range() -> None:
    assert NumberField(300, 0, 255).value == 255
    assert NumberField(0, 1, 255).value == 1
    field = NumberField(40, 0, 255, b"n")
    assert not field.is_changed
    field.step(1)
    assert field.value == 140 and field.is_changed


def test_a_number_is_shown_with_all_its_digits() -> None:
    field = NumberField(7, 0, 255, b"n")
    assert shown(field, 6) == (b"n007", 1, 1)
    field.go(1)
    assert shown(field, 6) == (b"n007", 2, 1)
    assert shown(field, 3) == (b"007", 1, 1), "no room for the letter"
    assert shown(field, 6, False) == (b"n007", 0, 0)


def test_a_choice_goes_round_and_blinks_as_a_whole() -> None:
    field = ChoiceField(5, (3, 5, 9), (b"three", b"five", b"nine"))
    assert shown(field) == (b"five", 0, 6) and field.value == 5
    field.step(1)
    field.step(1)
    assert field.value == 3 and field.is_changed
    field.step(-1)
    assert field.value == 9
    assert not field.go(1) and not field.go(-1)
    assert shown(field, 6, False) == (b"nine", 0, 0)
    assert ChoiceField(4, (3, 5), (b"a", b"b")).value == 3, "the first where it is none of them"
    alone = ChoiceField(3, (3,), (b"a",))
    alone.step(1)
    assert alone.value == 3 and not alone.is_changed


def form() -> Form:
    """Return a form of a number of two digits, a choice, and a short time."""
    return Form(
        [NumberField(10, 0, 99), ChoiceField(0, (0, 1), (b"a", b"b")), TimeField(0, False)]
    )


def values(a_form: Form) -> list:
    """Return the values of a form."""
    return [field.value for field in a_form.fields]


def digit_of(a_form: Form) -> int:
    """Return the digit of the present field that is chosen, 0 for a field without digits."""
    field = a_form.fields[a_form.place]
    return 0 if isinstance(field, ChoiceField) else field.digit


def test_forward_goes_through_all_fields_and_accepts_at_the_end() -> None:
    a_form = form()
    places = []
    for _ in range(6):
        assert a_form.key(KEY_FORWARD, KEY_CLICK, 0) == OPEN
        places.append((a_form.place, digit_of(a_form)))
    assert places == [(0, 1), (1, 0), (2, 0), (2, 1), (2, 2), (2, 3)]
    assert a_form.key(KEY_FORWARD, KEY_CLICK, 0) == ACCEPT
    for expected in places[-2::-1]:
        assert a_form.key(KEY_BACK, KEY_CLICK, 0) == OPEN
        here = (a_form.place, digit_of(a_form))
        assert here == expected
    assert a_form.key(KEY_BACK, KEY_CLICK, 0) == OPEN
    assert a_form.key(KEY_BACK, KEY_CLICK, 0) == CANCEL
    assert values(a_form) == [10, 0, 0], "going through changes nothing"


def test_plus_and_minus_change_with_repeat_and_play_accepts_from_everywhere() -> None:
    a_form = form()
    for gesture in (KEY_DOWN, KEY_HOLD, KEY_REPEAT):
        a_form.key(KEY_PLUS, gesture, 0)
    assert values(a_form) == [40, 0, 0]
    for gesture in (KEY_CLICK, KEY_UP_AFTER_HOLD, KEY_LONG_HOLD):
        a_form.key(KEY_PLUS, gesture, 0)
        a_form.key(KEY_MINUS, gesture, 0)
    assert values(a_form) == [40, 0, 0], "a press acts once, at its edge"
    a_form.key(KEY_MINUS, KEY_DOWN, 0)
    assert values(a_form) == [30, 0, 0]
    for key in (KEY_FORWARD, KEY_BACK, KEY_PLAY):
        assert a_form.key(key, KEY_DOWN, 0) == OPEN
        assert a_form.key(key, KEY_LONG_HOLD, 0) == OPEN
    assert a_form.key(KEY_PLAY, KEY_HOLD, 0) == OPEN
    assert a_form.key(KEY_PLAY, KEY_CLICK, 0) == ACCEPT
    assert a_form.key(KEY_BACK, KEY_HOLD, 0) == CANCEL


class Watched(Form):
    """A form that counts changes and does not accept an even number."""

    changes = 0

    def changed(self) -> None:
        """Count."""
        self.changes += 1

    def accept(self) -> int:
        """Accept odd numbers."""
        return ACCEPT if self.fields[0].value % 2 else OPEN


def test_a_form_may_follow_changes_and_refuse_to_accept() -> None:
    a_form = Watched([NumberField(2, 0, 9)])
    assert a_form.key(KEY_PLAY, KEY_CLICK, 0) == OPEN
    assert a_form.key(KEY_FORWARD, KEY_CLICK, 0) == OPEN
    a_form.key(KEY_PLUS, KEY_DOWN, 0)
    assert a_form.changes == 1
    assert a_form.key(KEY_FORWARD, KEY_CLICK, 0) == ACCEPT
