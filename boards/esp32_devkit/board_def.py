"""ESP32 DevKit (ESP-WROOM-32): two plungers, five keys, two displays, lamps, buzzer."""

from micropython import const

NAME = "esp32_devkit"
CHIP = "esp32"
LEVER = "plungers"
LEVERS = ((32, 33),)  # a clock: contact of the left and of the right plunger, to ground
KEYS = (25, 26, 27, 14, 13)  # back, minus, play/pause, plus, forward, to ground
LAMPS = ((17, 16),)  # a clock: running lamp of the left and of the right side
BUZZER = const(4)
I2C = (0, 22, 21, 400_000)  # block, SCL, SDA, Hz
SPI = (2, 18, 23, 1_000_000)  # block, SCK, MOSI, Hz
DISPLAY_SET = "tm1637_6"
DISPLAY_SETS = {
    # Two TM1637 modules of six digits with dots: clock and data pin of each.
    "tm1637_6": {
        "driver": "tm1637",
        "cells": 6,
        "order": (2, 1, 0, 5, 4, 3),
        "brightness": 2,
        "places": (((23, 19), (18, 5)),),
    },
    # Two TM1637 clock modules of four digits with a colon.
    "tm1637_4": {
        "driver": "tm1637",
        "cells": 4,
        "order": (0, 1, 2, 3),
        "separators": "colon",
        "brightness": 2,
        "places": (((23, 19), (18, 5)),),
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
        "places": (((5, 0), (5, 1)),),
    },
    # Two SSD1306 or SSD1309 panels of 128x64: I2C address of each.
    "ssd1306": {
        "driver": "ssd1306",
        "cells": 6,
        "brightness": 255,
        "places": ((0x3C, 0x3D),),
    },
}
BATTERY = (34, 3000, 4500, 5350, 5800)  # pin, divider in thousandths, empty, low and full mV
I2C_TIMEOUT_US = const(50_000)  # the driver of this chip counts in steps of 10 ms
CONSOLE_GAP_MS = const(6)  # a UART at 115200 takes 64 bytes in 5.6 ms, and never says no
HARD_IRQ = False
IDLE_MS = const(10)  # a lost edge, a key or a host waits no longer than this
IDLE_STEP_MS = const(1)  # how often the ring of edges is looked at meanwhile
