"""What displays show of a game of Triple Block (T35, T36, T50)."""

from clockcore.calendar import DAY_S
from clockcore.codes import ENGLISH, LEFT, RIGHT, SPANISH
from clockcore.frame import MARKS_ON_COLON, MARKS_ON_DOTS, SEPARATOR, Frame
from clockcore.triple_block import TripleBlockGame
from clockcore.triple_block_plan import TripleBlockPlan
from clockcore.triple_block_text import (
    LINES,
    PAGE_BANK,
    PAGE_CLOCK,
    PAGE_HOURS,
    PAGE_INCREMENT,
    PAGE_MOVES,
    PAGE_WORD,
    PAGE_ZERO_DATE,
    PAGE_ZERO_TIME,
    PAGES,
    BlockText,
)
from triple_kit import HOUR_S, Match, heap_lock, heap_unlock


def cells(
    game: TripleBlockGame, side: int, page: int, size: int, zone: int = 0, language: int = ENGLISH
) -> str:
    """Return what a page puts on a display, a dot after a cell with a separator, None as '-'."""
    text = BlockText(language)
    if not text.write_page(game, side, page, size, zone):
        return "-"
    frame = Frame(size, MARKS_ON_DOTS if size > 4 else MARKS_ON_COLON)
    frame.lay(text)
    frame.finish(0, False)
    shown = ""
    for code in frame.cells:
        shown += chr(code & 0x7F) + ("." if code & SEPARATOR else "")
    return shown


def lines(game: TripleBlockGame, side: int, zone: int = 0, language: int = ENGLISH) -> list:
    """Return the lines of a panel."""
    text = BlockText(language)
    found = []
    for line in range(LINES):
        text.write_line(game, side, line, zone)
        assert text.length <= 21, line
        # MicroPython decodes UTF-8 only
        found.append("".join([chr(code) for code in text.buffer[: text.length]]))
    return found


def test_the_clock_in_days_and_hours_and_below_a_day_in_hours() -> None:
    """T35, T36: rounded up, the unit chosen by what is left; four cells have pages for both."""
    for left, eight, six, four, hours in (
        (50 * DAY_S, "  50d 00", "50d 00", " 50d", " 00h"),
        (50 * DAY_S - 1, "  50d 00", "50d 00", " 50d", " 00h"),
        (49 * DAY_S + 23 * HOUR_S, "  49d 23", "49d 23", " 49d", " 23h"),
        (3 * DAY_S + 1, "   3d 01", " 3d 01", "  3d", " 01h"),
        (DAY_S, "   1d 00", " 1d 00", "  1d", " 00h"),
        (DAY_S - 1, "  23.59.59", "23.59.59", " 24h", "-"),
        (10 * HOUR_S - 60, "   9.59.00", " 9.59.00", "9h59", "-"),
        (3599, "    59.59", "  59.59", "59.59", "-"),
        (1, "     0.01", "   0.01", " 0.01", "-"),
    ):
        match = Match()
        match.wait(50, -left).tick()
        assert cells(match.game, LEFT, PAGE_CLOCK, 8) == eight, left
        assert cells(match.game, LEFT, PAGE_CLOCK, 6) == six, left
        assert cells(match.game, LEFT, PAGE_CLOCK, 4) == four, left
        assert cells(match.game, LEFT, PAGE_HOURS, 4) == hours, left
        assert cells(match.game, LEFT, PAGE_HOURS, 6) == "-"
    match.wait(0, 1).tick()
    assert cells(match.game, LEFT, PAGE_CLOCK, 4) == " 0.00"
    assert cells(match.game, LEFT, PAGE_WORD, 6) == "  FLAG"


def test_bank_increment_and_moves_on_every_size() -> None:
    match = Match(600)
    assert cells(match.game, LEFT, PAGE_BANK, 8) == " b50d 00"
    assert cells(match.game, LEFT, PAGE_BANK, 6) == "b50d00"
    assert cells(match.game, LEFT, PAGE_BANK, 4) == "b50d"
    assert cells(match.game, LEFT, PAGE_INCREMENT, 8) == " i4d n50"
    assert cells(match.game, LEFT, PAGE_INCREMENT, 6) == "i4 n50"
    assert cells(match.game, LEFT, PAGE_INCREMENT, 4) == " i4d"
    assert cells(match.game, LEFT, PAGE_MOVES, 6) == "  n  0"
    match.play(50, 0, 1)
    assert cells(match.game, LEFT, PAGE_BANK, 8) == "b250d 00"
    assert cells(match.game, LEFT, PAGE_BANK, 6) == " b250d"
    assert cells(match.game, LEFT, PAGE_BANK, 4) == "b250"
    assert cells(match.game, LEFT, PAGE_INCREMENT, 8) == "  i0d n0"
    assert cells(match.game, LEFT, PAGE_INCREMENT, 6) == " i0 n0"
    assert cells(match.game, LEFT, PAGE_MOVES, 4) == "n 50"
    large = Match(1999)
    assert cells(large.game, LEFT, PAGE_INCREMENT, 6) == "i17n50"
    assert cells(large.game, LEFT, PAGE_INCREMENT, 8) == " i17dn50"


def test_the_date_and_the_time_at_which_the_clock_reaches_0() -> None:
    match = Match()
    for size, date, time in ((8, "20.01.2027", "10.20.30"), (6, "20.01.27", "10.20.30"),
                             (4, "20.01", "10.20")):  # fmt: skip
        assert cells(match.game, LEFT, PAGE_ZERO_DATE, size).strip() == date
        assert cells(match.game, LEFT, PAGE_ZERO_TIME, size).strip() == time
        assert cells(match.game, RIGHT, PAGE_ZERO_DATE, size) == "-", "a clock that stands"
    match.game.claim(LEFT, False, *match.reading())
    assert cells(match.game, LEFT, PAGE_ZERO_DATE, 6) == "-"
    assert cells(match.game, LEFT, PAGE_WORD, 6) == " CLAin"
    assert cells(match.game, LEFT, PAGE_WORD, 4, 0, SPANISH) == "rEcL"


def test_a_panel_shows_all_blocks_to_the_second_in_two_languages() -> None:
    match = Match(600)
    match.think(1, 1)
    match.wait(0, 1).tick()
    assert lines(match.game, LEFT) == [
        "White   1 moves",
        "Clock  50d 00:00:00",
        "Bank   52d 23:59:59",
        "Incr.  4d x 49",
        "",
        "",
        "",
        "End    23.07.2028",
    ]
    assert lines(match.game, RIGHT, 60, SPANISH) == [
        "Negras  0 jugadas",
        "Reloj  49d 23:59:59",
        "Banco  50d 00:00:00",
        "Incr.  4d x 50",
        "Cero   21.01.2027",
        "       11:20:31+01:00",
        "Le toca",
        "Fin    23.07.2028",
    ]
    assert lines(match.game, RIGHT)[5] == "       10:20:31 UTC"
    assert lines(match.game, RIGHT, -210)[5] == "       06:50:31-03:30"
    assert lines(Match(600, guaranteed=True).game, LEFT)[7] == "End    open"


def test_a_panel_has_room_for_the_longest_game() -> None:
    match = Match(1999)
    match.game.moves[0] = 99_999
    match.game.bank_s[0] = 949 * DAY_S + 43_200
    for language in (ENGLISH, SPANISH):
        assert "949d 12:00:00" in lines(match.game, LEFT, 0, language)[2]
        assert "99999" in lines(match.game, LEFT, 0, language)[0]


def test_what_the_clock_does_not_know_is_said_first() -> None:
    match = Match()
    match.wait(2).tick()
    match.wait(-1).tick()
    assert lines(match.game, LEFT)[6] == "Clock was set back"
    assert cells(match.game, LEFT, PAGE_WORD, 6) == "  bAck"
    match.game.lose_time()
    assert lines(match.game, LEFT)[6] == "No date: set clock"
    assert cells(match.game, RIGHT, PAGE_WORD, 4) == "nodA"
    game = TripleBlockGame()
    game.set_up(TripleBlockPlan(600), LEFT, 9000, 0, 9001, 0)
    assert lines(game, LEFT)[6] == "Not started yet"


def test_every_stop_has_its_word() -> None:
    for act, english, spanish in (
        ("claim", "Claim", "Reclamaci\xf3n"),
        ("appeal", "Appeal", "Apelaci\xf3n"),
        ("withdraw", "Withdrawal", "Retirada"),
        ("search", "Substitution", "Sustituci\xf3n"),
    ):
        match = Match(600, guaranteed=True)
        game = match.game
        if act == "withdraw":
            game.withdraw(*match.reading())
        elif act == "search":
            game.open_search(LEFT, *match.reading())
            game.stop_for_search(*match.reading())
        else:
            game.claim(LEFT, act == "appeal", *match.reading())
        assert lines(game, LEFT)[6] == english and lines(game, RIGHT, 0, SPANISH)[6] == spanish


def test_no_view_allocates() -> None:
    match = Match()
    match.wait(3, 5).tick()
    game = match.game
    text = BlockText(SPANISH)
    frame = Frame(6)
    heap_lock()
    try:
        for size in (4, 6, 8):
            for page in range(PAGES):
                if text.write_page(game, LEFT, page, size, -60) and size == 6:
                    frame.lay(text)
                    frame.finish(0, True)
        for line in range(LINES):
            text.write_line(game, LEFT, line, 120)
    finally:
        heap_unlock()
    assert frame.dirty
