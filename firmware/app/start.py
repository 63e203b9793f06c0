"""How the clock starts, and how it stops: service mode, crashes, the way to the REPL.

| found at power-up | what happens |
|---|---|
| key BACK held down | `SAFE` on the displays, then the REPL |
| service mode was asked for (Ctrl-C after a game) | `SErU` on the displays, then the REPL |
| the third crash or hang within 30 s | `Err` on the displays, then the REPL |
| a game of days (Triple Block) that is kept | that game, at once |
| anything else | the clock |

`starting.py` looks, and is given back. In none of the first three is the watchdog armed or the
application loaded, so whatever is wrong with it can be put right. Power-ups never count as
crashes.
"""

import array
import sys
import time

import machine
from hal.reset_note import CRASHED, NOTHING, PLAYING, SERVICE
from micropython import kbd_intr

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
    # Or each import of them would look for a file of that name first, 2.5 ms long.
    sys.modules.update(array=array, machine=machine, time=time)
    from hal.reset_note import ResetNote

    from app.starting import is_to_play, open_clock

    note = ResetNote()
    if not is_to_play(note):
        return
    application = None
    note.leave(PLAYING)
    try:
        application = open_clock(note)
        del is_to_play, open_clock  # or their module would stay for as long as this runs
        application.loop.run()
        from app.service import leave

        if leave(application):
            note.leave(SERVICE)
            machine.reset()
        note.leave(NOTHING)
    except Exception as error:
        _crash(error, note, application)


def _crash(error: Exception, note, application) -> None:
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
