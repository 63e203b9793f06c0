"""What every key does in every state: the one table, which the clock obeys (T5, T6, T40).

BACK and FORWARD held together mean something of their own (TOGETHER). The clock turns ROWS into
bytes once; the manual prints it. While a menu is open its own keys count
(`field.py`: PLUS and MINUS change, FORWARD and BACK go on and back, PLAY accepts).
DO_END only asks: FORWARD ends the game then, BACK or PLAY leaves it as it stood.
"""

from micropython import const

from clockcore.codes import (
    ENDED,
    FLAGGED,
    KEY_BACK,
    KEY_CLICK,
    KEY_DOUBLE_CLICK,
    KEY_DOWN,
    KEY_FORWARD,
    KEY_HOLD,
    KEY_LONG_HOLD,
    KEY_MINUS,
    KEY_PLAY,
    KEY_PLUS,
    KEY_REPEAT,
    PAUSED,
    READY,
    RUNNING,
    SETUP,
)

KEYS = const(5)
GESTURES = const(7)
STATES = const(7)

DO_NOTHING = const(0)
# While a side runs: the clock does these itself.
DO_PAUSE = const(1)
DO_SHOW_COUNTER = const(2)
DO_RELOAD = const(3)
DO_RESUME = const(4)
DO_START = const(5)
# The rest is done by `arbiter_keys.py`.
DO_NEXT_PROGRAM = const(6)
DO_PREVIOUS_PROGRAM = const(7)
DO_LAY_OUT = const(8)
DO_ACCEPT_PROGRAM = const(9)
DO_MANUAL_SET = const(10)
DO_SHOW_MEANING = const(11)
DO_LAST_PROGRAM = const(12)
DO_SETTINGS = const(13)
DO_PUT_AWAY = const(14)
DO_SOUND = const(15)
DO_SWAP_SIDES = const(16)
DO_FREEZE = const(17)
DO_FORCED_COUNT = const(18)
DO_TENTHS = const(19)
DO_COUNTER_ALLOWED = const(20)
DO_SET = const(21)
DO_ACTIONS = const(22)
DO_SHOW_HISTORY = const(23)
DO_SLEEP = const(24)
DO_END = const(25)
# Of a table of three: the table's clock does these itself.
DO_CHOOSE_BOARD = const(26)
DO_PLAY_BOARD = const(27)
DO_LOCK = const(28)

FIRST_OF_ARBITER = DO_NEXT_PROGRAM

# state, key, gesture, what it does
ROWS = (
    (SETUP, KEY_PLUS, KEY_DOWN, DO_NEXT_PROGRAM),
    (SETUP, KEY_PLUS, KEY_HOLD, DO_NEXT_PROGRAM),
    (SETUP, KEY_PLUS, KEY_REPEAT, DO_NEXT_PROGRAM),
    (SETUP, KEY_MINUS, KEY_DOWN, DO_PREVIOUS_PROGRAM),
    (SETUP, KEY_MINUS, KEY_HOLD, DO_PREVIOUS_PROGRAM),
    (SETUP, KEY_MINUS, KEY_REPEAT, DO_PREVIOUS_PROGRAM),
    (SETUP, KEY_PLAY, KEY_CLICK, DO_LAY_OUT),
    (SETUP, KEY_FORWARD, KEY_CLICK, DO_ACCEPT_PROGRAM),
    (SETUP, KEY_FORWARD, KEY_HOLD, DO_MANUAL_SET),
    (SETUP, KEY_BACK, KEY_CLICK, DO_SHOW_MEANING),
    (SETUP, KEY_BACK, KEY_DOUBLE_CLICK, DO_LAST_PROGRAM),
    (SETUP, KEY_BACK, KEY_HOLD, DO_SETTINGS),
    (READY, KEY_PLAY, KEY_CLICK, DO_START),
    (READY, KEY_BACK, KEY_CLICK, DO_PUT_AWAY),
    (READY, KEY_BACK, KEY_HOLD, DO_FORCED_COUNT),
    (READY, KEY_MINUS, KEY_CLICK, DO_SHOW_MEANING),
    (READY, KEY_MINUS, KEY_HOLD, DO_SOUND),
    (READY, KEY_PLUS, KEY_CLICK, DO_TENTHS),
    (READY, KEY_PLUS, KEY_HOLD, DO_COUNTER_ALLOWED),
    (READY, KEY_FORWARD, KEY_CLICK, DO_SWAP_SIDES),
    (READY, KEY_FORWARD, KEY_HOLD, DO_FREEZE),
    (RUNNING, KEY_PLAY, KEY_DOWN, DO_PAUSE),
    (RUNNING, KEY_PLUS, KEY_DOWN, DO_SHOW_COUNTER),
    (RUNNING, KEY_BACK, KEY_HOLD, DO_RELOAD),
    (PAUSED, KEY_PLAY, KEY_CLICK, DO_RESUME),
    (PAUSED, KEY_PLAY, KEY_LONG_HOLD, DO_SET),
    (PAUSED, KEY_PLUS, KEY_DOWN, DO_SHOW_COUNTER),
    (PAUSED, KEY_PLUS, KEY_LONG_HOLD, DO_ACTIONS),
    (PAUSED, KEY_MINUS, KEY_CLICK, DO_SHOW_HISTORY),
    (PAUSED, KEY_MINUS, KEY_HOLD, DO_SOUND),
    (PAUSED, KEY_BACK, KEY_CLICK, DO_SHOW_MEANING),
    (PAUSED, KEY_BACK, KEY_LONG_HOLD, DO_SLEEP),
    (PAUSED, KEY_FORWARD, KEY_LONG_HOLD, DO_END),
    (FLAGGED, KEY_PLAY, KEY_CLICK, DO_RESUME),
    (FLAGGED, KEY_PLAY, KEY_LONG_HOLD, DO_SET),
    (FLAGGED, KEY_PLUS, KEY_DOWN, DO_SHOW_COUNTER),
    (FLAGGED, KEY_PLUS, KEY_LONG_HOLD, DO_ACTIONS),
    (FLAGGED, KEY_MINUS, KEY_CLICK, DO_SHOW_HISTORY),
    (FLAGGED, KEY_BACK, KEY_CLICK, DO_SHOW_MEANING),
    (FLAGGED, KEY_BACK, KEY_LONG_HOLD, DO_SLEEP),
    (FLAGGED, KEY_FORWARD, KEY_LONG_HOLD, DO_END),
    (ENDED, KEY_PLUS, KEY_DOWN, DO_SHOW_COUNTER),
    (ENDED, KEY_MINUS, KEY_CLICK, DO_SHOW_HISTORY),
    (ENDED, KEY_BACK, KEY_CLICK, DO_SHOW_MEANING),
    (ENDED, KEY_BACK, KEY_LONG_HOLD, DO_PUT_AWAY),
)

# What a table of three has beside that: FORWARD chooses a board, and PLAY concerns it alone (T60).
TABLE_ROWS = (
    (RUNNING, KEY_FORWARD, KEY_CLICK, DO_CHOOSE_BOARD),
    (RUNNING, KEY_PLAY, KEY_CLICK, DO_PLAY_BOARD),
    (PAUSED, KEY_FORWARD, KEY_CLICK, DO_CHOOSE_BOARD),
    (FLAGGED, KEY_FORWARD, KEY_CLICK, DO_CHOOSE_BOARD),
    (ENDED, KEY_FORWARD, KEY_CLICK, DO_CHOOSE_BOARD),
)

# In these states two keys held together for 1 s do something, and then nothing of what each does
# alone: state, both keys, what they do.
TOGETHER = (
    (READY, KEY_BACK, KEY_FORWARD, DO_LOCK),
    (PAUSED, KEY_BACK, KEY_FORWARD, DO_LOCK),
    (FLAGGED, KEY_BACK, KEY_FORWARD, DO_LOCK),
)


def place_of(state: int, key: int, gesture: int) -> int:
    """Return where the table of `make_table` has what a gesture of a key does in a state."""
    return (state * KEYS + key) * GESTURES + gesture


def make_table(rows: tuple = ROWS) -> bytes:
    """Return rows as one byte for each state, key and gesture: a DO_ number."""
    table = bytearray(STATES * KEYS * GESTURES)
    for state, key, gesture, action in rows:
        table[place_of(state, key, gesture)] = action
    return bytes(table)
