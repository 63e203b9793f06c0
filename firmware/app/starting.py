"""What a clock does first: whether it plays at all, and what; given back for play."""

import time

import machine
from hal.reset_note import SERVICE, ResetNote

SAFE_KEY = 0  # back
LOOKS = 4  # a key that is held stays down
LOOK_MS = 5


def is_to_play(note: ResetNote) -> bool:
    """Return whether the clock plays; otherwise its displays have said why not. See `start.py`."""
    word = b""
    if note.reason == SERVICE:
        word = b"SErU"
    elif note.is_crash_loop():
        word = b"Err"
    elif _is_safe_key_held():
        word = b"SAFE"
    if word:
        from app.service import serve

        note.forgive()
        serve(_board(), word)
    return not word


def open_clock(note: ResetNote):
    """Return the `Application`, when any game of days (Triple Block) that is kept has ended."""
    from app.memory import has_days

    if has_days():
        from app.days import play

        play(_board(), note)
    from app.application import Application

    application = Application(_board(), note)
    Application.current = application
    return application


def _board():
    """Return the constants of this board; nobody keeps them, so that a game has the memory."""
    import board_def

    return board_def


def _is_safe_key_held() -> bool:
    pin = machine.Pin(_board().KEYS[SAFE_KEY], machine.Pin.IN, machine.Pin.PULL_UP)
    for _ in range(LOOKS):
        if pin():
            return False
        time.sleep_ms(LOOK_MS)
    return True
