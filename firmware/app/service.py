"""Service mode: the displays say why there is no clock, and the REPL is left. Not for play."""

import sys

WORD_REPL = b"rEPL"


def serve(board, word: bytes) -> None:
    """Say on the displays why there is no clock; a display that fails must not matter here."""
    try:
        from app.displays import open_drivers, open_i2c, show_word

        show_word(open_drivers(board, open_i2c(board)), word)
    except Exception as error:
        sys.print_exception(error)
    print("chessclock: service mode (" + word.decode() + "), the clock is not running")


def leave(application) -> bool:
    """Stop for the REPL and leave nothing behind that goes on.

    Return whether it needs a reset: the watchdog is armed, or games have been kept.
    """
    from app.displays import show_word

    application.silence()
    if application.needs_reset or application.watchdog.is_armed:
        return True
    show_word(application.displays, WORD_REPL)
    return False
