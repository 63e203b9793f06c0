"""The virtual board of a table of three (3X2): three clocks, six displays, one set of keys."""

from micropython import const

NAME = "virtual_table"
CHIP = "virtual"
LEVER = "plungers"
# A clock, A to C: contact of the left and of the right plunger, to ground.
LEVERS = ((2, 3), (22, 23), (24, 25))
KEYS = (4, 5, 6, 7, 8)  # back, minus, play/pause, plus, forward, to ground
LAMPS = ((14, 15), (26, 27), (28, 29))  # a clock: running lamp of the left and of the right side
BUZZER = const(16)
I2C = (0, 21, 20, 400_000)  # block, SCL, SDA, Hz
SPI = (0, 18, 19, 1_000_000)  # block, SCK, MOSI, Hz
DISPLAY_SET = "tm1637_6"
DISPLAY_SETS = {
    # Six TM1637 modules of six digits with dots: the clock pin of all, and the data pin of each.
    "tm1637_6": {
        "driver": "tm1637",
        "cells": 6,
        "order": (2, 1, 0, 5, 4, 3),
        "brightness": 7,
        "places": (((10, 11), (10, 12)), ((10, 13), (10, 30)), ((10, 31), (10, 32))),
    },
    # Six TM1637 clock modules of four digits with a colon.
    "tm1637_4": {
        "driver": "tm1637",
        "cells": 4,
        "order": (0, 1, 2, 3),
        "separators": "colon",
        "brightness": 7,
        "places": (((10, 11), (10, 12)), ((10, 13), (10, 30)), ((10, 31), (10, 32))),
    },
    # Six HT16K33 backpacks of four digits with dots: I2C address of each.
    "ht16k33": {
        "driver": "ht16k33",
        "cells": 4,
        "brightness": 15,
        "places": ((0x70, 0x71), (0x72, 0x73), (0x74, 0x75)),
    },
    # Three chains of two MAX7219 modules of eight digits: select pin, place in the chain.
    "max7219": {
        "driver": "max7219",
        "cells": 8,
        "brightness": 8,
        "places": (((17, 0), (17, 1)), ((33, 0), (33, 1)), ((34, 0), (34, 1))),
    },
}
RTC = "ds3231"
HARD_IRQ = True
IDLE_MS = const(60_000)  # an edge ends the sleep of this board, so it may sleep long
IDLE_STEP_MS = const(60_000)  # which is the whole of it
