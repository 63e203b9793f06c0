"""The virtual board with a rocker: one contact, closed while the left end is down."""

from micropython import const

NAME = "virtual_rocker"
CHIP = "virtual"
LEVER = "rocker"
LEVERS = ((2,),)  # a clock: the contact, closed to ground while the left end is down
KEYS = (4, 5, 6, 7, 8)  # back, minus, play/pause, plus, forward, to ground
LAMPS = ((14, 15),)  # a clock: running lamp of the left and of the right side
BUZZER = const(16)
I2C = (0, 21, 20, 400_000)  # block, SCL, SDA, Hz
SPI = (0, 18, 19, 1_000_000)  # block, SCK, MOSI, Hz
DISPLAY_SET = "tm1637_6"
DISPLAY_SETS = {
    # Two TM1637 modules of six digits with dots: clock and data pin of each.
    "tm1637_6": {
        "driver": "tm1637",
        "cells": 6,
        "order": (2, 1, 0, 5, 4, 3),
        "brightness": 7,
        "places": (((10, 11), (12, 13)),),
    },
    # Two TM1637 clock modules of four digits with a colon.
    "tm1637_4": {
        "driver": "tm1637",
        "cells": 4,
        "order": (0, 1, 2, 3),
        "separators": "colon",
        "brightness": 7,
        "places": (((10, 11), (12, 13)),),
    },
    # Two HT16K33 backpacks of four digits with dots: I2C address of each.
    "ht16k33": {
        "driver": "ht16k33",
        "cells": 4,
        "brightness": 15,
        "places": ((0x70, 0x71),),
    },
    # Two MAX7219 modules of eight digits in a chain: select pin, place in the chain.
    "max7219": {
        "driver": "max7219",
        "cells": 8,
        "brightness": 8,
        "places": (((17, 0), (17, 1)),),
    },
    # Two SSD1306 or SSD1309 panels of 128x64: I2C address of each.
    "ssd1306": {
        "driver": "ssd1306",
        "cells": 6,
        "brightness": 255,
        "places": ((0x3C, 0x3D),),
    },
}
RTC = "ds3231"
HARD_IRQ = True
IDLE_MS = const(60_000)  # an edge ends the sleep of this board, so it may sleep long
IDLE_STEP_MS = const(60_000)  # which is the whole of it
