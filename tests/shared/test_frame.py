"""What a display is told to show: forms that fit, marks, when to look again (T30, T35 to T37)."""

from clockcore.arbiter import set_remaining
from clockcore.codes import (
    AT_ZERO,
    BRONSTEIN,
    BYOYOMI,
    CANADIAN,
    DELAY,
    FISCHER,
    HOURGLASS,
    LEFT,
    MARK_FLAG,
    MARK_INTERIM_FLAG,
    MARK_PAUSED,
    MARK_RUNNING,
    MARK_SIDE_TO_MOVE,
    MARK_WHITE,
    RIGHT,
    SCRABBLE,
    UPCOUNT,
)
from clockcore.frame import SEPARATOR, Composer, Frame
from clockcore.period import Period
from clockcore.settings import Settings
from clockcore.time_control import TimeControl
from shared_kit import HOUR, MINUTE, STARTS, Play, control


def text_of(frame: Frame) -> str:
    """Return the cells of a frame as a text, with a point after a cell that has a separator."""
    text = ""
    for cell in frame.cells:
        text += chr(cell & 0x7F)
        if cell & SEPARATOR:
            text += "."
    return text


def shown(play: Play, side: int, size: int = 6) -> str:
    """Return the text on the display of `side` now."""
    play.game.settle(play.at())
    frame = Frame(size)
    Composer(Settings(), 6).compose(play.game, side, frame, play.at(), False, False)
    return text_of(frame)


def test_a_time_takes_the_form_that_fits() -> None:
    # T36; the last point is White's mark
    for ms, four, six in (
        (300_000, " 5.00.", "   5.00."),
        (0, "  0.0.", "  0.00.0."),
        (9_950, " 10.0.", "  0.10.0."),
        (3_599_000, "59.59.", "  59.59."),
        (5_400_000, "1h30.", " 1.30.00."),
        (43_200_000, " 12h.", "12.00.00."),
    ):
        play = Play(control(max(ms, 1)), 7777)
        set_remaining(play.game, LEFT, ms, play.at())
        for size, expected in ((4, four), (6, six), (8, "  " + six)):
            assert shown(play, LEFT, size) == expected, (ms, size, shown(play, LEFT, size))


def test_penalty_time_shows_its_sign() -> None:
    # T17, T35
    play = Play(control(1000, SCRABBLE)).begin()
    play.wait(1001)
    assert shown(play, LEFT) == "  -0.00."
    play.wait(61_000)
    assert shown(play, LEFT) == "  -1.01."


def test_the_marks_of_a_side() -> None:
    # T37
    play = Play(control(MINUTE)).begin()
    for state, expected in (
        ("running", MARK_RUNNING | MARK_SIDE_TO_MOVE | MARK_WHITE),
        ("paused", MARK_SIDE_TO_MOVE | MARK_WHITE | MARK_PAUSED),
    ):
        if state == "paused":
            play.game.pause(play.at())
        frame = Frame(6)
        Composer(Settings(), 6).compose(play.game, LEFT, frame, play.at(), False, False)
        assert frame.marks == expected, state
    frame = Frame(6)
    Composer(Settings(), 6).compose(play.game, RIGHT, frame, play.at(), False, False)
    assert frame.marks == MARK_PAUSED


def test_the_lamp_is_lit_on_the_running_side_only() -> None:
    # T37: more than a blinking colon
    play = Play(control(MINUTE)).begin()
    for _ in range(3000):
        play.wait(1)
        lamps = []
        for side in (LEFT, RIGHT):
            frame = Frame(6)
            Composer(Settings(), 6).compose(play.game, side, frame, play.at(), False, False)
            lamps.append(frame.lamp)
        assert lamps == [True, False]


def test_the_first_flag_blinks_and_the_second_side_has_no_mark() -> None:
    # T30
    for start in STARTS:
        play = Play(control(MINUTE), start).begin()
        play.wait(MINUTE).tick()
        seen = set()
        for _ in range(20):
            play.wait(100)
            seen.add(shown(play, LEFT))
            assert shown(play, RIGHT) == "   1.00"
        assert seen == {"F 0.00.0.", "  0.00.0."}, seen
        frame = Frame(6)
        Composer(Settings(), 6).compose(play.game, LEFT, frame, play.at(), False, False)
        assert frame.marks & MARK_FLAG


def test_a_period_that_ended_at_zero_has_a_steady_flag_for_5_minutes() -> None:
    # T21
    play = Play(TimeControl((Period(MINUTE, transition=AT_ZERO), Period(HOUR)))).begin()
    play.wait(MINUTE).tick()
    for _ in range(299):
        play.wait(1000).tick()
        frame = Frame(6)
        Composer(Settings(), 6).compose(play.game, LEFT, frame, play.at(), False, False)
        assert frame.marks & MARK_INTERIM_FLAG and text_of(frame)[0] == "F"
    play.wait(1000).tick()
    assert shown(play, LEFT)[0] == " "


def test_a_delay_and_the_moments_left_stand_before_the_time() -> None:
    # T13, T16, T37
    play = Play(control(5 * MINUTE, DELAY, 3000)).begin()
    assert shown(play, LEFT) == "3d 5.00."
    play.wait(2001)
    assert shown(play, LEFT) == "1d 5.00."
    play.wait(1000)
    assert shown(play, LEFT) == "   5.00."
    play = Play(control(0, BYOYOMI, block_ms=20_000, block_count=3)).begin()
    play.wait(20_001)
    assert shown(play, LEFT) == "2b 0.20."


def test_a_frame_is_dirty_only_if_something_changed() -> None:
    # a press must not redraw what stays
    play = Play(control(5 * MINUTE), 7777).begin()
    frame = Frame(6)
    composer = Composer(Settings(), 6)
    composer.compose(play.game, LEFT, frame, play.at(), False, False)
    assert frame.dirty
    frame.dirty = False
    play.wait(999).tick()
    composer.compose(play.game, LEFT, frame, play.at(), False, False)
    assert not frame.dirty, "5:00 for the whole first second"
    play.wait(1).tick()
    composer.compose(play.game, LEFT, frame, play.at(), False, False)
    assert frame.dirty and text_of(frame) == "   4.59."


def test_next_ms_never_sleeps_through_a_change() -> None:
    # composing only when it is due shows at every ms what composing at every ms would show
    for made in (
        control(12_000),
        control(8_000, FISCHER, 2000),
        control(8_000, BRONSTEIN, 2000),
        control(8_000, DELAY, 3000),
        control(8_000, DELAY, 12_000),
        control(11_000, HOURGLASS),
        control(2_000, BYOYOMI, block_ms=3000, block_count=3),
        control(2_000, CANADIAN, block_ms=3000, block_count=3),
        control(0, UPCOUNT),
        control(1500, SCRABBLE),
        TimeControl((Period(2_000, transition=AT_ZERO), Period(HOUR))),
    ):
        play = Play(made, STARTS[2]).begin()
        game = play.game
        lazy = [Frame(6), Frame(6)]
        eager = [Frame(6), Frame(6)]
        due = [0, 0]
        composer = Composer(Settings(), 6)
        events = -1
        for ms in range(9000):
            play.wait(1)
            game.tick(play.at())
            if ms == 4321:
                game.press(game.running_side, play.at())
            if ms == 6000:
                game.pause(play.at())
            changed = events != game.event_count
            events = game.event_count
            for side in (LEFT, RIGHT):
                due[side] -= 1
                if changed or due[side] <= 0:
                    composer.compose(game, side, lazy[side], play.at(), False, False)
                    due[side] = composer.next_ms
                    assert due[side] > 0
                composer.compose(game, side, eager[side], play.at(), False, False)
                assert lazy[side].cells == eager[side].cells, (ms, side, text_of(eager[side]))
                assert lazy[side].lamp == eager[side].lamp
