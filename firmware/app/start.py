"""How the clock starts, and how it stops: service mode, crashes, the way to the REPL.

| found at power-up | what happens |
|---|---|
| key BACK held down | `SAFE` on the displays, then the REPL |
| service mode was asked for (Ctrl-C after a game) | `SErU` on the displays, then the REPL |
| the third crash or hang within 30 s | `Err` on the displays, then the REPL |
| a game of days (Triple Block) that is kept | that game, at once |
| anything else | the clock |

In none of the first three is the watchdog armed or the application loaded, so whatever is wrong
with it can be put right. Power-ups never count as crashes.
"""

import array
import sys
import time

import machine
from hal.reset_note import CRASHED, NOTHING, PLAYING, SERVICE, ResetNote
from micropython import kbd_intr

SAFE_KEY = 0  # back
LOOKS = 4  # a key that is held stays down
LOOK_MS = 5
NO_INTERRUPT = -1
CTRL_C = 3
CRASH_MS = 500  # time for the text of a crash to leave


def main() -> None:
    """Run the clock of this board, or leave the REPL to whoever is to repair it.

    Ctrl-C interrupts nothing of this: it waits for the console, which judges it.
    """
    kbd_intr(NO_INTERRUPT)
    try:
        _run()
    finally:
        kbd_intr(CTRL_C)


def _run() -> None:
    # Or each import of them would look for a file of that name first.
    sys.modules.update(array=array, machine=machine, time=time)
    note = ResetNote()
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
        return
    application = None
    note.leave(PLAYING)
    try:
        from app.memory import has_days

        if has_days():
            from app.days import play

            play(_board(), note)
        from app.application import Application

        application = Application(_board(), note)
        Application.current = application
        application.loop.run()
        from app.service import leave

        if leave(application):
            note.leave(SERVICE)
            machine.reset()
        note.leave(NOTHING)
    except Exception as error:
        _crash(error, note, application)


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


def _crash(error: Exception, note: ResetNote, application) -> None:
    """Tell a host what went wrong, and start again."""
    note.leave(CRASHED)
    if application is not None:
        try:
            application.loop.last_words()
            application.silence()
        except Exception as failure:
            sys.print_exception(failure)
        print()  # a line that was under way to a host ends here
    sys.print_exception(error)
    time.sleep_ms(CRASH_MS)
    machine.reset()
