"""Raspberry Pi Pico with a table of three (3X2): three clocks, six displays, one set of keys."""

from micropython import const

NAME = "pico_table"
CHIP = "rp2040"
LEVER = "plungers"
# A clock, A to C: contact of the left and of the right plunger, to ground.
LEVERS = ((0, 1), (2, 3), (4, 5))
KEYS = (6, 7, 8, 9, 10)  # back, minus, play/pause, plus, forward, to ground
LAMPS = ((11, 12), (13, 14), (15, 16))  # a clock: running lamp of the left and of the right side
BUZZER = const(17)
I2C = (0, 21, 20, 400_000)  # block, SCL, SDA, Hz
SPI = (0, 18, 19, 1_000_000)  # block, SCK, MOSI, Hz
DISPLAY_SET = "tm1637_6"
DISPLAY_SETS = {
    # Six TM1637 modules of six digits with dots: the clock pin of all, and the data pin of each.
    "tm1637_6": {
        "driver": "tm1637",
        "cells": 6,
        "order": (2, 1, 0, 5, 4, 3),
        "brightness": 1,
        "places": (((18, 27), (18, 26)), ((18, 22), (18, 21)), ((18, 20), (18, 19))),
    },
    # Six TM1637 clock modules of four digits with a colon.
    "tm1637_4": {
        "driver": "tm1637",
        "cells": 4,
        "order": (0, 1, 2, 3),
        "separators": "colon",
        "brightness": 1,
        "places": (((18, 27), (18, 26)), ((18, 22), (18, 21)), ((18, 20), (18, 19))),
    },
    # Six HT16K33 backpacks of four digits with dots: I2C address of each.
    "ht16k33": {
        "driver": "ht16k33",
        "cells": 4,
        "brightness": 5,
        "places": ((0x70, 0x71), (0x72, 0x73), (0x74, 0x75)),
    },
    # Three chains of two MAX7219 modules of eight digits: select pin, place in the chain.
    "max7219": {
        "driver": "max7219",
        "cells": 8,
        "brightness": 4,
        "places": (((22, 0), (22, 1)), ((21, 0), (21, 1)), ((20, 0), (20, 1))),
    },
}
BATTERY = (29, 3000, 2400, 3650, 4050)  # pin, divider in thousandths, empty, low and full mV
HARD_IRQ = True
IDLE_MS = const(10)  # a lost edge, a key or a host waits no longer than this
IDLE_STEP_MS = const(1)  # how often the ring of edges is looked at meanwhile
