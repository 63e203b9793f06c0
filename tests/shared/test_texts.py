"""Texts of the clock: one table, two languages, drawable everywhere."""

from clockcore.codes import ENGLISH, SPANISH
from clockcore.field import LINE_LENGTH
from clockcore.frame import PLAY_WORDS
from clockcore.manual_texts import MANUAL_TEXTS
from clockcore.texts import TEXTS, Texts
from clockcore.triple_block_words import DAYS_TEXTS
from drivers.seven_segment import SEGMENTS


def rows() -> list:
    """Return every row of the three tables: key, four words, two lines."""
    lines = TEXTS.split(b"\n") + MANUAL_TEXTS.split(b"\n") + DAYS_TEXTS.split(b"\n")
    return [line.split(b"|") for line in lines if line]


def test_every_word_can_be_drawn_on_seven_segments_and_fits_its_display() -> None:
    """T37: words for six cells and for four, in both languages."""
    for row in rows():
        for column in range(1, 5):
            word = row[column]
            assert 1 <= len(word) <= (6 if column % 2 else 4), word
            for code in word:
                assert code == 32 or SEGMENTS[code], word


def test_every_line_fits_a_panel_and_is_printable() -> None:
    """A panel has 21 characters a line, Latin-1."""
    for row in rows():
        for line in row[5:]:
            assert 1 <= len(line) <= LINE_LENGTH, line
            for code in line:
                assert 32 <= code < 127 or 160 < code <= 255, line


def test_every_key_is_there_once() -> None:
    """A key names one text."""
    keys = [row[0] for row in rows()]
    assert len(keys) == len(set(keys))
    for row in rows():
        assert len(row) == 7, row


def test_words_of_play_come_in_the_order_of_the_composer() -> None:
    """The composer finds them by their places."""
    for language in (ENGLISH, SPANISH):
        for cells in (4, 6):
            texts = Texts(language, cells)
            words = texts.play_words()
            assert len(words) == len(PLAY_WORDS)
            for index in range(len(words)):
                assert words[index] == texts.word(PLAY_WORDS[index])


def test_languages_and_sizes_choose_their_columns() -> None:
    """The lever's word, as arbiters see it most."""
    assert Texts(ENGLISH, 6).word("lever") == b"LEUEr"
    assert Texts(ENGLISH, 4).word("lever") == b"LEUE"
    assert Texts(SPANISH, 6).word("lever") == b"PALAnC"
    assert Texts(SPANISH, 4).word("lever") == b"PALA"
    assert Texts(SPANISH, 4).line("illegal") == b"Jugada ilegal"


def test_an_unknown_key_is_an_error() -> None:
    """A text that is missing is found by the first test that shows it."""
    try:
        Texts(ENGLISH, 6).word("nobody")
    except KeyError:
        return
    raise AssertionError("no KeyError")
