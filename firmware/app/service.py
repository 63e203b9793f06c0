"""Service mode: the displays say why there is no clock, and the REPL is left. Not for play."""

import sys


def serve(board, word: bytes) -> None:
    """Say on the displays why there is no clock; a display that fails must not matter here."""
    try:
        from app.displays import open_drivers, open_i2c, show_word

        show_word(open_drivers(board, open_i2c(board)), word)
    except Exception as error:
        sys.print_exception(error)
    print("chessclock: service mode (" + word.decode() + "), the clock is not running")
