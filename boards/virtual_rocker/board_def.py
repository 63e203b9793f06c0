"""The virtual board with a rocker in place of the plungers."""

from micropython import const

NAME = "virtual_rocker"
LEVER = "rocker"
LEVERS = ((2,),)  # a clock: contact of the rocker, closed to ground while its left end is down
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
