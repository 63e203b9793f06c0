"""Displays of four cells: dots or a colon, short words, pages, marks that take turns (T37)."""

from clockcore.arbiter import set_block_moves, set_moments, set_period, set_remaining
from clockcore.codes import (
    AT_ZERO,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    LEFT,
    MARK_LOW_BATTERY,
    MARKS_ON_COLON,
    MARKS_ON_DOTS,
    METHOD_LETTERS,
    RIGHT,
    SCRABBLE,
)
from clockcore.field import View
from clockcore.frame import SEPARATOR, Composer, Frame
from clockcore.period import Period
from clockcore.presets import PRESET_COUNT, preset
from clockcore.settings import Settings
from clockcore.setup_menu import pages_of
from clockcore.texts import Texts
from clockcore.time_control import TimeControl
from clockcore.time_text import TimeText
from desk_kit import Desk
from shared_kit import HOUR, MINUTE, Play, control


def text_of(frame):
    """Return the cells of a frame, a point after a cell that has a separator."""
    text = ""
    for cell in frame.cells:
        text += chr(cell & 0x7F)
        if cell & SEPARATOR:
            text += "."
    return text


def shown(play, side=LEFT, marks=MARKS_ON_COLON, composer=None):
    """Return the four cells of `side` now."""
    play.game.settle(play.at())
    frame = Frame(4, marks)
    (composer or Composer(Settings(), 4)).compose(play.game, side, frame, play.at(), 0, False)
    return text_of(frame)


def test_a_colon_in_the_middle_is_the_only_separator():
    # T36: no other cell of such a module may carry one, whatever the time
    for ms in (0, 50, 900, 9_949, 9_951, 10_000, 10_001, 59_999, 600_000, HOUR - 1, 36 * HOUR):
        play = Play(control(max(ms, 1)), 7777).begin()
        set_remaining(play.game, LEFT, ms, play.at())
        for marks, allowed in ((MARKS_ON_COLON, (1,)), (MARKS_ON_DOTS, (0, 1, 2, 3))):
            frame = Frame(4, marks)
            Composer(Settings(), 4).compose(play.game, LEFT, frame, play.at(), 0, False)
            for index in range(4):
                if frame.cells[index] & SEPARATOR:
                    assert index in allowed, (ms, text_of(frame))


def test_tenths_on_a_colon_leave_the_last_cell_blank():
    # T36: 9:8 with nothing behind it cannot be taken for minutes and seconds
    for ms, expected in (
        (10_000, "10.0 "),
        (9_901, "10.0 "),
        (9_800, " 9.8 "),
        (100, " 0.1 "),
        (10_001, " 0.11"),
        (600_000, "10.00"),
    ):
        play = Play(control(HOUR))
        set_remaining(play.game, LEFT, ms, play.at())
        assert shown(play) == expected, (ms, shown(play))


def test_tenths_on_dots_take_the_last_cells():
    for ms, expected in ((10_000, " 10.0."), (9_800, "  9.8."), (0, "  0.0.")):
        play = Play(control(HOUR))
        set_remaining(play.game, LEFT, ms, play.at())
        assert shown(play, LEFT, MARKS_ON_DOTS) == expected, ms


def test_white_takes_its_turn_where_a_dot_has_no_room():
    # T37: in READY and PAUSED
    play = Play(control(5 * MINUTE))
    for paused in (False, True):
        if paused:
            play.begin().wait(2_000)
            play.game.pause(play.at())
        seen = {LEFT: set(), RIGHT: set()}
        for _ in range(64):
            play.wait(512)
            for side in (LEFT, RIGHT):
                seen[side].add(shown(play, side))
        assert "UHIt" in seen[LEFT] and "bLAC" not in seen[LEFT]
        assert "bLAC" in seen[RIGHT] and "UHIt" not in seen[RIGHT]


def test_a_method_without_a_bonus_is_its_letter_alone():
    # in READY and PAUSED: `J0.00` would be a time
    for number in (19, 20, 21, 35, 37, 38, 39):
        play = Play(preset(number))
        letter = chr(METHOD_LETTERS[play.account(LEFT).period.method])
        for paused in (False, True):
            if paused:
                play.begin().wait(2_000)
                play.game.pause(play.at())
            seen = set()
            for _ in range(64):
                play.wait(512)
                seen.add(shown(play).strip())
            assert letter in seen, (number, seen)
            assert letter + "0.00" not in seen and letter + " 0.00" not in seen
    play = Play(control(5 * MINUTE, FISCHER, 3000))
    seen = set()
    for _ in range(64):
        play.wait(512)
        seen.add(shown(play))
    assert chr(METHOD_LETTERS[FISCHER]) + "0.03" in seen


def test_how_the_next_period_comes_is_said_only_where_one_comes():
    # not in the last period, unless it repeats
    last = Period(MINUTE, moves=2)
    again = Period(MINUTE, moves=2, repeat=True)
    for periods, index, expected in (
        ((Period(MINUTE, moves=1), Period(HOUR)), 0, "Cton"),
        ((Period(MINUTE, moves=1), Period(HOUR)), 1, None),
        ((Period(MINUTE, transition=AT_ZERO), Period(HOUR)), 0, "CtoF"),
        ((Period(MINUTE, transition=AT_ZERO), last), 1, None),
        ((Period(MINUTE, moves=1), again), 1, "Cton"),
        ((again,), 0, "Cton"),
        ((last,), 0, None),
    ):
        play = Play(TimeControl(periods)).begin()
        play.wait(1000)
        play.game.pause(play.at())
        set_period(play.game, LEFT, index, play.at())
        seen = set()
        for _ in range(64):
            play.wait(512)
            seen.add(shown(play))
        found = [word for word in ("Cton", "CtoF") if word in seen]
        assert found == ([expected] if expected else []), (index, found)


def test_moments_and_moves_left_have_their_turn_in_a_pause():
    # T16, T37: six digits show up to nine moments before the time, four have no room for any
    byoyomi = control(0, BYOYOMI, block_ms=20_000, block_count=12)
    canadian = control(0, CANADIAN, block_ms=20_000, block_count=12)
    by_hand = control(0, CANADIAN, block_ms=20_000)
    for made, size, left, expected in (
        (byoyomi, 4, 4, "b 4"),
        (byoyomi, 4, 11, "b 11"),
        (byoyomi, 6, 11, "b  11"),
        (byoyomi, 6, 4, None),
        (canadian, 4, 11, "C 11"),
        (canadian, 6, 11, "C  11"),
        (by_hand, 4, 0, None),
        (control(MINUTE, BYOYOMI, block_ms=20_000, block_count=12), 4, 0, None),
        (control(MINUTE, CANADIAN, block_ms=20_000, block_count=12), 4, 0, None),
    ):
        play = Play(made).begin()
        play.wait(1000)
        play.game.pause(play.at())
        if expected or left:
            assert set_moments(play.game, LEFT, left, play.at()) or set_block_moves(
                play.game, LEFT, left, play.at()
            )
        seen = set()
        for _ in range(64):
            play.wait(512)
            frame = Frame(size, MARKS_ON_DOTS)
            composer = Composer(Settings(), size)
            composer.compose(play.game, LEFT, frame, play.at(), 0, False)
            seen.add(text_of(frame).strip())
        found = [text for text in seen if text[:2] in ("b ", "C ")]
        assert found == ([expected] if expected else []), (expected, seen)


def test_a_running_game_shows_nothing_but_times():
    play = Play(control(5 * MINUTE)).begin()
    for _ in range(100):
        play.wait(997)
        assert shown(play)[0] in " 1234567890"


def test_a_flag_without_a_cell_or_a_dot_takes_the_time_s_place():
    # T21: steady for 5 minutes of running time, on a module that has no room beside `59:58`
    play = Play(TimeControl((Period(MINUTE, transition=AT_ZERO), Period(HOUR)))).begin()
    play.wait(MINUTE).tick()
    seen = {}
    for _ in range(400):
        play.wait(100).tick()
        text = shown(play)
        seen[text == "FLAG"] = seen.get(text == "FLAG", 0) + 1
    assert 80 <= seen[True] <= 120, seen
    play.wait(300_000).tick()
    for _ in range(50):
        play.wait(100).tick()
        assert shown(play) != "FLAG"


def test_the_flag_in_a_free_cell_blinks():
    # T30
    play = Play(control(MINUTE)).begin()
    play.wait(MINUTE).tick()
    seen = set()
    for _ in range(40):
        play.wait(128)
        seen.add(shown(play))
    assert seen == {"F0.0 ", " 0.0 "} or seen == {"F0.0 ", " 0.0 ", "F 0.0"}, seen


def test_a_delay_takes_the_place_of_the_time():
    # T37: 2 s the delay, 1 s the main time
    play = Play(control(5 * MINUTE, DELAY, 10_000)).begin()
    seen = []
    for _ in range(9):
        play.wait(1_000)
        seen.append(shown(play))
    assert "d0.09" in seen and " 5.00" in seen
    assert seen.count(" 5.00") == 3


def test_numbers_of_three_digits_fit():
    # the counter, with the room that the display has
    for cells, value, expected in (
        (4, 5, b"n 5"),
        (4, 23, b"n 23"),
        (4, 123, b"n123"),
        (6, 123, b"n  123"),
        (8, 5, b"n  5"),
    ):
        text = TimeText()
        text.write_label(110, value, cells)
        assert bytes(text.buffer[: text.length]) == expected


def test_every_page_of_every_preset_fits_four_cells():
    composer = Composer(Settings(), 4)
    view = View()
    for number in range(1, PRESET_COUNT + 1):
        pages = pages_of(preset(number), 4, Texts(0, 4))
        for page in pages:
            frame = Frame(4)
            view.put(page)
            composer.compose_view(frame, view, 0, False, 0, False)
            laid = bytes([cell & 0x7F for cell in frame.cells]).strip()
            if page.count(b":") == 2:
                assert laid == page[: page.rfind(b":")].replace(b":", b"h"), page
            else:
                assert laid == page.replace(b":", b""), page
        if not preset(number).odds:
            wide = b"".join(pages_of(preset(number), 6, Texts(0, 6))).replace(b" ", b"")
            assert b"".join(pages).replace(b" ", b"") == wide


def test_a_low_battery_has_its_turn_and_its_mark():
    # E1, E2: at set-up, and in READY
    play = Play(control(5 * MINUTE, FISCHER, 3000))
    composer = Composer(Settings(), 4)
    composer.battery_percent = 7
    composer.is_battery_low = True
    seen = set()
    for _ in range(32):
        play.wait(512)
        seen.add(shown(play, LEFT, MARKS_ON_COLON, composer))
    assert "bAtL" in seen
    desk = Desk(6)
    desk.clock.set_battery(7, True)
    left, right = set(), set()
    for _ in range(8):
        desk.wait(1024)
        left.add(desk.text(LEFT))
        right.add(desk.text(RIGHT))
        assert desk.clock.frames[0][LEFT].marks & MARK_LOW_BATTERY
    assert left == {"P  1", "bAt Lo"}
    assert right == {"5.00", "b  7"}


def test_what_has_no_room_for_its_seconds_is_rounded_to_what_is_shown():
    # T35, T36: up where it counts down, down in magnitude where it counts up
    for ms, four in (
        (3_600_000, "1h00"),
        (3_600_001, "1h01"),
        (5_428_500, "1h31"),
        (35_999_000, " 10h"),
        (36_000_001, " 11h"),
        (43_140_000, " 12h"),
        (43_140_001, " 12h"),
        (359_999_000, "100h"),
    ):
        play = Play(control(HOUR))
        set_remaining(play.game, LEFT, ms, play.at())
        assert shown(play) == four, (ms, shown(play))
    play = Play(control(1_000, SCRABBLE)).begin()
    for late, four in ((599_999, "-9.59"), (600_000, "-10'"), (659_999, "-10'"), (HOUR, " -1h")):
        play.now_ms = 1_000 + late
        assert shown(play) == four, (late, shown(play))


def test_a_delay_of_ten_minutes_has_its_unit():
    # d10' is no d0:10
    play = Play(control(5 * MINUTE, DELAY, 600_000)).begin()
    seen = set()
    for _ in range(9):
        play.wait(333)
        seen.add(shown(play))
    assert "d10'" in seen and "d0.10" not in seen


def test_penalty_time_keeps_its_sign():
    # T35: -0:05 at once
    play = Play(control(1_000, SCRABBLE)).begin()
    play.wait(1_001)
    assert shown(play) == "-0.00"
    play.wait(65_000)
    assert shown(play) == "-1.05"
