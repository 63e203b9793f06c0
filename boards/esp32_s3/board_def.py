"""ESP32-S3 DevKitC-1: two plungers, five keys, two displays, lamps, buzzer, battery."""

from micropython import const

NAME = "esp32_s3"
CHIP = "esp32s3"
LEVER = "plungers"
LEVERS = ((4, 5),)  # a clock: contact of the left and of the right plunger, to ground
KEYS = (6, 7, 15, 16, 17)  # back, minus, play/pause, plus, forward, to ground
LAMPS = ((13, 14),)  # a clock: running lamp of the left and of the right side
BUZZER = const(21)
I2C = (0, 18, 8, 400_000)  # block, SCL, SDA, Hz
SPI = (1, 12, 11, 1_000_000)  # block, SCK, MOSI, Hz
DISPLAY_SET = "tm1637_6"
DISPLAY_SETS = {
    # Two TM1637 modules of six digits with dots: clock and data pin of each.
    "tm1637_6": {
        "driver": "tm1637",
        "cells": 6,
        "order": (2, 1, 0, 5, 4, 3),
        "brightness": 2,
        "places": (((9, 10), (11, 12)),),
    },
    # Two TM1637 clock modules of four digits with a colon.
    "tm1637_4": {
        "driver": "tm1637",
        "cells": 4,
        "order": (0, 1, 2, 3),
        "separators": "colon",
        "brightness": 2,
        "places": (((9, 10), (11, 12)),),
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
        "places": (((10, 0), (10, 1)),),
    },
    # Two SSD1306 or SSD1309 panels of 128x64: I2C address of each.
    "ssd1306": {
        "driver": "ssd1306",
        "cells": 6,
        "brightness": 255,
        "places": ((0x3C, 0x3D),),
    },
}
BATTERY = (1, 3000, 4500, 5400, 5800)  # pin, divider in thousandths, empty, low and full mV
I2C_TIMEOUT_US = const(50_000)  # the driver of this chip counts in steps of 10 ms
CONSOLE_GAP_MS = const(6)  # a UART at 115200 takes 64 bytes in 5.6 ms, and never says no
HARD_IRQ = False
IDLE_MS = const(10)  # a lost edge, a key or a host waits no longer than this
IDLE_STEP_MS = const(1)  # how often the ring of edges is looked at meanwhile
