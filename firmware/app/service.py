"""Service mode: the displays say why there is no clock, and the REPL is left. Not for play."""

import sys
from time import sleep_ms

from machine import Pin
from micropython import const

SAFE_KEY = const(0)  # back
LOOKS = const(4)  # a key that is held stays down
LOOK_MS = const(5)


def is_safe_key_held(board) -> bool:
    """Return whether the key that skips the application is held down."""
    pin = Pin(board.KEYS[SAFE_KEY], Pin.IN, Pin.PULL_UP)
    for _ in range(LOOKS):
        if pin():
            return False
        sleep_ms(LOOK_MS)
    return True


def serve(board, word: bytes) -> None:
    """Say on the displays why there is no clock; a display that fails must not matter here."""
    try:
        from app.displays import open_drivers, open_i2c, show_word

        show_word(open_drivers(board, open_i2c(board)), word)
    except Exception as error:
        sys.print_exception(error)
    print("chessclock: service mode (" + word.decode() + "), the clock is not running")
