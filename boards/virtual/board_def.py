"""The virtual board: two plungers, five keys, two TM1637 displays of six digits, a buzzer."""

from micropython import const

NAME = "virtual"
LEVER = "plungers"
LEVERS = ((2, 3),)  # a clock: contact of the left and of the right plunger, closed to ground
KEYS = (4, 5, 6, 7, 8)  # back, minus, play/pause, plus, forward, closed to ground
DISPLAYS = (((10, 11), (12, 13)),)  # a clock: clock and data of the left, of the right display
DISPLAY_CELLS = const(6)
DISPLAY_ORDER = (2, 1, 0, 5, 4, 3)  # address of each digit, from the left, as modules are wired
DISPLAY_BRIGHTNESS = const(7)
LAMPS = ((14, 15),)  # a clock: running lamp of the left and of the right side
BUZZER = const(16)
CONSOLE_UART = const(0)
HARD_IRQ = True
IDLE_MS = const(60_000)  # an edge ends the sleep of this board, so it may sleep long
