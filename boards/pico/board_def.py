"""Raspberry Pi Pico: two plungers, five keys, two displays, lamps, buzzer, battery."""

from micropython import const

NAME = "pico"
CHIP = "rp2040"
LEVER = "plungers"
LEVERS = ((2, 3),)  # a clock: contact of the left and of the right plunger, to ground
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
        "brightness": 2,
        "places": (((10, 11), (12, 13)),),
    },
    # Two TM1637 clock modules of four digits with a colon.
    "tm1637_4": {
        "driver": "tm1637",
        "cells": 4,
        "order": (0, 1, 2, 3),
        "separators": "colon",
        "brightness": 2,
        "places": (((10, 11), (12, 13)),),
    },
    # Two HT16K33 backpacks of four digits with dots: I2C address of each.
    "ht16k33": {
        "driver": "ht16k33",
        "cells": 4,
        "brightness": 5,
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
BATTERY = (29, 3000, 2400, 3600, 4050)  # pin, divider in thousandths, empty, low and full mV
HARD_IRQ = True
IDLE_MS = const(10)  # a lost edge, a key or a host waits no longer than this
IDLE_STEP_MS = const(1)  # how often the ring of edges is looked at meanwhile
