"""Records of the journal: 16 bytes each, programmed once into erased flash memory, never changed.

| bytes | what |
|---|---|
| 0 to 2 | number of the record, one more than that of the record before, never reused |
| 3 | kind: an event of the game (`EV_`), or one of those below |
| 4 | game << 4, and the side (LEFT, RIGHT or NEITHER) or what the kind says |
| 5 | reserved, 0 |
| 6 to 9 | instant: ticks of the run of the clock that it belongs to |
| 10 to 13 | value, signed |
| 14, 15 | CRC-16 of the rest (CCITT, begins with 0xFFFF) |

All numbers have their lowest byte first. A block of flash memory (4 096 bytes) begins with a tag
of the same size, then come 255 records. Nothing here allocates.
"""

from micropython import const

RECORD_SIZE = const(16)
BLOCK_SIZE = const(4096)

# Kinds beside the events of a game.
J_POWER = const(64)  # the clock has started: `who` is the cause, the value minutes of the RTC
J_TIME = const(65)  # a side's running counter in ms, where the game stands
J_MOVES = const(66)  # a side's counter of moves, period << 16, and 1 << 20 if it is to move
J_ERROR = const(68)  # a part has failed: `who` is the part (`P_`), the value how often so far
J_CRASH = const(69)  # the program failed; the instant is the last one that is known
J_SEAL = const(70)  # an eighth of a SHA-256: `who` is which, 0 to 7; the value are its 4 bytes
J_LOST = const(71)  # records that had no room
J_CONTROL = const(72)  # a word of a time control (`journal_control.py`); the instant is which
J_SETTING = const(73)  # `who` is a place in SETTINGS, the value new << 8 and old
J_DATE = const(74)  # a host has set the RTC: the value minutes of it, `who` its second

# Of the value of J_MOVES.
MOVES_MASK = const(0xFFFF)
PERIOD_SHIFT = const(16)
PERIOD_MASK = const(7)
TURN_SHIFT = const(20)

# Causes of a start.
CAUSE_POWER = const(0)  # power-up, or the power was too low
CAUSE_RESET = const(1)  # the reset key, a debugger
CAUSE_HANG = const(2)  # the watchdog
CAUSE_CRASH = const(3)  # an exception in the core
CAUSE_SERVICE = const(4)  # a host has asked for the REPL, or put a new firmware in

# Parts that may fail.
P_DISPLAYS = const(0)
P_SOUND = const(1)
P_BATTERY = const(2)
P_HOST = const(3)
P_JOURNAL = const(5)

# The first byte of a block's tag.
TAG_JOURNAL = const(0x4A)  # J
TAG_MARKS = const(0x4D)  # M

# Marks of time that passes behind a record, one byte each.
MARK_EVERY_MS = const(900)
MARK_SELDOM_MS = const(10_000)  # in the last block
MARK_BETWEEN = const(0x80)  # not one of them

# Of the CRC, by half bytes.
CRC_TABLE = (
    0x0000,
    0x1021,
    0x2042,
    0x3063,
    0x4084,
    0x50A5,
    0x60C6,
    0x70E7,
    0x8108,
    0x9129,
    0xA14A,
    0xB16B,
    0xC18C,
    0xD1AD,
    0xE1CE,
    0xF1EF,
)


def crc_16(data, start: int, length: int) -> int:
    """Return the CRC-16/CCITT of `length` bytes of a buffer from `start` on."""
    crc = 0xFFFF
    table = CRC_TABLE
    for index in range(start, start + length):
        byte = data[index]
        crc = (crc << 4 & 0xFFFF) ^ table[crc >> 12 ^ byte >> 4]
        crc = (crc << 4 & 0xFFFF) ^ table[crc >> 12 ^ byte & 15]
    return crc


def write_record(
    record: bytearray, number: int, kind: int, who: int, at: int, value: int
) -> None:
    """Write a record into a buffer of 16 bytes; see the head of this module."""
    record[0] = number & 0xFF
    record[1] = number >> 8 & 0xFF
    record[2] = number >> 16 & 0xFF
    record[3] = kind
    record[4] = who
    record[5] = 0
    for index in range(4):
        record[6 + index] = at >> 8 * index & 0xFF
        record[10 + index] = value >> 8 * index & 0xFF
    seal_record(record)


def mark_of(number: int) -> int:
    """Return the mark that follows a record, 0 to 127."""
    return number & 0x7F


def seal_record(record: bytearray) -> None:
    """Put the CRC of a record at its end."""
    crc = crc_16(record, 0, RECORD_SIZE - 2)
    record[14] = crc & 0xFF
    record[15] = crc >> 8
