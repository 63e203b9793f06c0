"""Names of the small integers that the whole project passes around.

One module, so that the device, the host tools and the tests speak of the same thing. Values are
stable: they are written into journals and sent over the console. Terms: the project's README,
section "Words".
"""

from micropython import const

# Sides. The core knows no colors; White is a mark on one side.
LEFT = const(0)
RIGHT = const(1)
NEITHER = const(2)
SIDES = (LEFT, RIGHT)  # to iterate over without making a tuple

# Methods of a period (T10 to T17).
NONE = const(0)
FISCHER = const(1)
BRONSTEIN = const(2)
DELAY = const(3)
HOURGLASS = const(4)
GONG = const(5)
MOVE_TIMER = const(6)
BYOYOMI = const(7)
CANADIAN = const(8)
UPCOUNT = const(9)
SCRABBLE = const(10)
TRIPLE_BLOCK = const(11)

# How the next period comes (T20, T21).
BY_COUNT = const(0)
AT_ZERO = const(1)

# When a bonus is given (T10).
BEFORE_MOVE = const(0)
AFTER_MOVE = const(1)

# States of a game. FLAGGED is also a result.
SETUP = const(0)
READY = const(1)
RUNNING = const(2)
PAUSED = const(3)
ADJUST = const(4)
FLAGGED = const(5)
ENDED = const(6)

# Results of a press: what it did. IGNORED changes nothing; STARTED ran the first clock (T5);
# SWITCHED completed a move; LATE came from a side whose final flag had fallen and only passed the
# turn (T31); FLAGGED found the flag fallen and the game frozen.
IGNORED = const(0)
STARTED = const(1)
SWITCHED = const(2)
LATE = const(3)

# Events that a game leaves behind for the sounder, the journal and the trace.
EV_SETUP = const(1)
EV_START = const(2)
EV_PRESS = const(3)
EV_LATE = const(4)
EV_IDLE_PRESS = const(5)
EV_PAUSE = const(6)
EV_RESUME = const(7)
EV_PERIOD = const(8)
EV_OVERTIME = const(9)
EV_MOMENT = const(10)
EV_FLAG = const(11)
EV_GONG = const(12)
EV_LOW_TIME = const(13)
EV_COUNTDOWN = const(14)
EV_CEILING = const(15)
EV_RELOAD = const(16)
EV_UNDO = const(17)
EV_CORRECTION = const(18)
EV_END = const(19)
EV_CLEAR_FLAG = const(20)
EV_REFUSED = const(21)
EV_STUCK = const(22)
EV_ADJUST = const(23)
EV_PUT_AWAY = const(24)
EV_RESTORED = const(25)
EV_ILLEGAL_MOVE = const(26)
EV_DEFAULT_TIME = const(27)
EV_CONTROL = const(28)
EV_IDLE_PRESSES = const(29)  # how many presses of a turn changed nothing, if more than one
EV_LOCK = const(30)  # the arbiter lock: 1 open, a host may change the game; 0 closed
EV_HOST = const(31)  # a host has done what was noted just before it

# Values of EV_UNDO that are no press (whose value is the ms taken back, 0 or more): the last
# correction, exactly, or after the game has run on by the amounts of its times and counters.
UNDONE_CORRECTION = const(-1)
UNDONE_AMOUNTS = const(-2)

# Classes of an event (Laws, Competition Rules, appendices A and B); their numbers: `laws.py`.
EVENT_STANDARD = const(0)
EVENT_RAPID = const(1)
EVENT_BLITZ = const(2)
EVENT_BLITZ_SUPERVISED = const(3)  # B.2: adequate supervision, the rules of standard chess

# Keys, left to right.
KEY_BACK = const(0)
KEY_MINUS = const(1)
KEY_PLAY = const(2)
KEY_PLUS = const(3)
KEY_FORWARD = const(4)

# Gestures of a key.
KEY_DOWN = const(0)
KEY_CLICK = const(1)
KEY_HOLD = const(2)
KEY_REPEAT = const(3)
KEY_LONG_HOLD = const(4)
KEY_UP_AFTER_HOLD = const(5)
KEY_DOUBLE_CLICK = const(6)

# Marks of a display (bits of a frame's `marks`).
MARK_RUNNING = const(1)
MARK_WHITE = const(2)
MARK_FLAG = const(4)
MARK_INTERIM_FLAG = const(8)
MARK_PAUSED = const(16)
MARK_FROZEN = const(32)
MARK_SOUND = const(64)
MARK_SIDE_TO_MOVE = const(128)
MARK_LOW_BATTERY = const(256)

# The marks that a set of segments and a lamp shows at once (T37); what has no room rotates in
# PAUSED. Clock modules with a colon and no dots have no room for White's mark either.
MARKS_ON_DOTS = const(1 | 2 | 4 | 8 | 16)
MARKS_ON_COLON = const(1 | 4 | 8 | 16)
MARKS_ON_PANEL = const(511)

# What a display shows for a moment in place of the time.
PEEK_NOTHING = const(0)
PEEK_COUNTER = const(1)
PEEK_DEFAULT_TIME = const(2)
PEEK_VIEW = const(3)

ALL_BOARDS = const(-1)  # of a table, in place of the number of a board

# Levers (T4, T41).
PLUNGERS = const(0)
ROCKER = const(1)

# Languages of what the clock says.
ENGLISH = const(0)
SPANISH = const(1)

METHOD_LETTERS = b" FbdHGtJCUr "  # one letter a method, as seven segments can draw it


def other(side: int) -> int:
    """Return the opposite side: RIGHT for LEFT, LEFT for RIGHT."""
    return 1 - side
