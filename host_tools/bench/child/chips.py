"""Models of the chips at the other end of the wires. They see levels and bytes, never the driver.

Each is written from the data sheet of its chip. What a driver reaches (levels, `write`, `read`,
`select`, `transfer`) does not allocate, so that the firmware can be tested with a locked heap;
what a person looks at (`segments`, `pixels`) may. `light` is how bright a chip was told to be,
from 0 for the least, DARK while it lights nothing. `bad` counts what a chip would not understand.
Memory that a chip does not clear at power-up begins as noise.
"""

NOISE = 0xA5
DARK = -1


class TM1637:
    """Six-digit display chip: decodes its two wires bit by bit and answers with acknowledges.

    ram          the eight bits of each address
    brightness   0 to 7: the width of a pulse, 1 to 14 sixteenths
    pulls_down   whether the chip pulls the data line low (acknowledge)
    connected    False: the display has been pulled off, nothing is seen or answered
    """

    def __init__(self, digits):
        """Switch on, dark."""
        self.ram = bytearray(digits)
        self.connected = True
        self.pulls_down = False
        self.clock_level = 1
        self.data_level = 1
        self.in_transfer = False
        self.bits = 0
        self.shift = 0
        self.byte_index = 0
        self.address = 0
        self.auto = True
        self.is_on = False
        self.brightness = 0
        self.bad = 0

    def connect(self, connected):
        """Pull the display off or put it back; without power it forgets everything."""
        if connected and not self.connected:
            self.ram = bytearray(len(self.ram))
            self.is_on = False
            self.brightness = 0
            self.auto = True
            self.in_transfer = False
            self.pulls_down = False
            self.bits = 0
        self.connected = connected

    def clock(self, level):
        """Take a level of the clock wire."""
        if level == self.clock_level or not self.connected:
            self.clock_level = level
            return
        self.clock_level = level
        if not self.in_transfer:
            return
        if level:
            if self.bits < 8:
                if self.data_level:
                    self.shift |= 1 << self.bits
                self.bits += 1
            else:
                self.bits = 9
        elif self.bits == 8:
            self.pulls_down = True
        elif self.bits == 9:
            self.pulls_down = False
            self._byte(self.shift)
            self.bits = 0
            self.shift = 0

    def data(self, level):
        """Take a level of the data wire; a change while the clock is high is a start or a stop."""
        if level == self.data_level or not self.connected:
            self.data_level = level
            return
        self.data_level = level
        if self.clock_level:
            self.in_transfer = level == 0
            if level and self.bits > 1:
                self.bad += 1
            self.bits = 0
            self.shift = 0
            self.byte_index = 0

    def _byte(self, value):
        if self.byte_index == 0:
            if value & 0xC0 == 0x40:
                self.auto = value & 0x04 == 0
            elif value & 0xC0 == 0xC0:
                self.address = value & 0x07
            elif value & 0xC0 == 0x80:
                self.is_on = value & 0x08 != 0
                self.brightness = value & 0x07
            else:
                self.bad += 1
        elif self.address < len(self.ram):
            self.ram[self.address] = value
            if self.auto:
                self.address += 1
        self.byte_index += 1

    def segments(self):
        """Return the segments of each address as they light up now."""
        if not self.is_on or not self.connected:
            return bytes(len(self.ram))
        return self.ram

    def light(self):
        """Return the brightness, 0 to 7, or DARK."""
        return self.brightness if self.is_on and self.connected else DARK


class HT16K33:
    """LED controller on I2C, on a backpack of four digits and a colon.

    ram         16 bytes; the digits are bytes 0, 2, 6 and 8, bit 1 of byte 4 is the colon
    brightness  0 to 15
    blink       0 none, 1 to 3: twice, once, half a time a second
    """

    def __init__(self):
        """Switch on: standby, dark."""
        self.connected = True
        self.bad = 0
        self.ram = bytearray(16)
        self._power_up()

    def _power_up(self):
        for index in range(16):
            self.ram[index] = NOISE
        self.address = 0
        self.oscillates = False
        self.is_on = False
        self.blink = 0
        self.brightness = 15

    def connect(self, connected):
        """Pull the display off or put it back; without power it forgets everything."""
        if connected != self.connected:
            self._power_up()
        self.connected = connected

    def write(self, data):
        """Take the bytes of one transaction, after the chip's address."""
        if not self.connected or len(data) == 0:
            return
        command = data[0]
        if command < 0x10:
            self.address = command
            for index in range(1, len(data)):
                self.ram[self.address] = data[index]
                self.address = (self.address + 1) & 15
            return
        if len(data) > 1:
            self.bad += 1
        kind = command & 0xF0
        if kind == 0x20 and command < 0x22:
            self.oscillates = command & 1 == 1
        elif kind == 0x80 and command < 0x88:
            self.is_on = command & 1 == 1
            self.blink = command >> 1 & 3
        elif kind == 0xE0:
            self.brightness = command & 15
        elif not (kind == 0xA0 and command < 0xA4):  # row or interrupt: the backpack has rows
            self.bad += 1

    def read(self, buffer):
        """Fill `buffer` with memory from the address on."""
        for index in range(len(buffer)):
            buffer[index] = self.ram[self.address]
            self.address = (self.address + 1) & 15

    def segments(self):
        """Return what is lit, left digit first; bit 7 of the second digit is the colon."""
        if not (self.connected and self.oscillates and self.is_on):
            return bytes(4)
        lit = bytearray(4)
        lit[0] = self.ram[0]
        lit[1] = self.ram[2] & 0x7F | (0x80 if self.ram[4] & 2 else 0)
        lit[2] = self.ram[6]
        lit[3] = self.ram[8]
        return bytes(lit)

    def light(self):
        """Return the brightness, 0 to 15, or DARK."""
        is_lit = self.connected and self.oscillates and self.is_on
        return self.brightness if is_lit else DARK


# Code B, which a digit of a MAX7219 shows in decode mode: 0 to 9, -, E, H, L, P, blank.
_CODE_B = b"\x7e\x30\x6d\x79\x33\x5b\x5f\x70\x7f\x7b\x01\x4f\x37\x0e\x67\x00"


class MAX7219Chain:
    """LED controllers in a chain, each with eight digits; the data goes from place 0 on.

    `registers[place]` are the 16 registers of a chip: 1 to 8 the digits from the right.
    """

    def __init__(self, places=2):
        """Switch on: every chip in shutdown."""
        self.places = places
        self.plugged = [True] * places
        self.has_power = [True] * places
        self.shift = bytearray(2 * places)  # oldest first, so from the farthest chip
        self.registers = [bytearray(16) for _ in range(places)]
        self.level = 1
        self.count = 0
        self.bad = 0
        for place in range(places):
            self._power_up(place)

    def _power_up(self, place):
        for register in range(16):
            self.registers[place][register] = NOISE if 1 <= register <= 8 else 0

    def connect(self, connected, place=0):
        """Pull the chain apart before a place, or join it; what has no power forgets."""
        self.plugged[place] = connected
        has_power = True
        for each in range(self.places):
            has_power = has_power and self.plugged[each]
            if has_power != self.has_power[each]:
                self.has_power[each] = has_power
                self._power_up(each)

    def transfer(self, data):
        """Shift bytes in, whatever the select wire says: other chains may share the bus."""
        shift = self.shift
        last = len(shift) - 1
        for index in range(len(data)):
            for position in range(last):
                shift[position] = shift[position + 1]
            shift[last] = data[index]
        if not self.level:
            self.count += len(data)

    def select(self, level):
        """Take a level of the select wire; as it rises every chip takes its 16 bits over."""
        if level == self.level:
            return
        self.level = level
        if not level:
            self.count = 0
            return
        if self.count == 0 or self.count % len(self.shift):
            self.bad += 1
        for place in range(self.places):
            if self.has_power[place]:
                first = 2 * (self.places - 1 - place)
                register = self.shift[first] & 15
                if register == 13 or register == 14:
                    self.bad += 1
                elif register:
                    self.registers[place][register] = self.shift[first + 1]

    def brightness(self, place):
        """Return the intensity of a chip, 0 to 15."""
        return self.registers[place][10] & 15

    def light(self, place):
        """Return the intensity of a chip, 0 to 15, or DARK."""
        is_lit = self.has_power[place] and self.registers[place][12] & 1
        return self.brightness(place) if is_lit else DARK

    def segments(self, place):
        """Return what is lit at a place, left digit first: bit 0 a ... bit 6 g, bit 7 the dot."""
        registers = self.registers[place]
        if not self.has_power[place]:
            return bytes(8)
        if registers[15] & 1:
            return b"\xff" * 8
        lit = bytearray(8)
        if not registers[12] & 1:
            return bytes(lit)
        for digit in range(registers[11] % 8 + 1):
            value = registers[1 + digit]
            if registers[9] >> digit & 1:
                value = _CODE_B[value & 15] | value & 0x80
            shape = value & 0x80
            for bit in range(7):
                if value >> bit & 1:
                    shape |= 0x40 >> bit
            lit[7 - digit] = shape
        return bytes(lit)


def _argument_counts():
    """Return how many bytes follow each command of an SSD1306 or SSD1309, 255: no command."""
    counts = bytearray([255] * 256)
    for first, last in (
        (0x00, 0x1F), (0x2E, 0x2F), (0x40, 0x7F), (0xA0, 0xA1), (0xA4, 0xA7), (0xAE, 0xAF),
        (0xB0, 0xB7), (0xC0, 0xC0), (0xC8, 0xC8), (0xE3, 0xE3),
    ):  # fmt: skip
        for command in range(first, last + 1):
            counts[command] = 0
    for command in (0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0xFD):
        counts[command] = 1
    for command, count in ((0x21, 2), (0x22, 2), (0xA3, 2), (0x26, 6), (0x27, 6)):
        counts[command] = count
    counts[0x29] = counts[0x2A] = 5
    return bytes(counts)


_ARGUMENTS = _argument_counts()


class SSD1306:
    """OLED controller on I2C with a panel of 128 by 64, as modules with a charge pump have it.

    ram         1024 bytes, page by page; bit 0 is the upper pixel
    contrast    0 to 255
    """

    def __init__(self):
        """Switch on: dark, memory full of noise."""
        self.connected = True
        self.bad = 0
        self.ram = bytearray(1024)
        self.arguments = bytearray(6)
        self._power_up()

    def _power_up(self):
        for index in range(1024):
            self.ram[index] = NOISE
        self.mode = 2
        self.column = self.first_column = 0
        self.last_column = 127
        self.page = self.first_page = 0
        self.last_page = 7
        self.contrast = 0x7F
        self.is_on = False
        self.pump = False
        self.all_lit = False
        self.inverse = False
        self.turned_columns = False
        self.turned_rows = False
        self.start_line = 0
        self.offset = 0
        self.rows = 64
        self.alternates = True
        self.scrolls = False
        self.command = 0
        self.missing = 0  # arguments of the command that are still to come
        self.taken = 0

    def connect(self, connected):
        """Pull the display off or put it back; without power it forgets everything."""
        if connected != self.connected:
            self._power_up()
        self.connected = connected

    def read(self, buffer):
        """Fill `buffer` with the status: bit 6 is set while the display is off."""
        for index in range(len(buffer)):
            buffer[index] = 0 if self.is_on else 0x40

    def write(self, data):
        """Take the bytes of one transaction: control bytes, each with what it announces."""
        if not self.connected:
            return
        control = True
        is_pixels = single = False
        for index in range(len(data)):
            value = data[index]
            if control:
                if value & 0x3F:
                    self.bad += 1
                single = value & 0x80 != 0
                is_pixels = value & 0x40 != 0
                control = False
                continue
            if not is_pixels:
                self._command(value)
            elif self.missing:
                self.bad += 1  # pixels in the middle of a command
                self.missing = 0
            else:
                self._pixels(value)
            control = single

    def _pixels(self, value):
        self.ram[self.page * 128 + self.column] = value
        if self.mode == 2:
            self.column = (self.column + 1) & 127
        elif self.mode == 0:
            if self.column == self.last_column:
                self._next_page()
            self._next_column()
        elif self.page == self.last_page:
            self.page = self.first_page
            self._next_column()
        else:
            self._next_page()

    def _next_page(self):
        if self.page == self.last_page:
            self.page = self.first_page
        else:
            self.page = (self.page + 1) & 7

    def _next_column(self):
        if self.column == self.last_column:
            self.column = self.first_column
        else:
            self.column = (self.column + 1) & 127

    def _command(self, value):
        if self.missing:
            self.arguments[self.taken] = value
            self.taken += 1
            self.missing -= 1
            if not self.missing:
                self._obey(self.command, self.arguments[0], self.arguments[1])
            return
        count = _ARGUMENTS[value]
        if count == 255:
            self.bad += 1
            return
        self.command = value
        self.missing = count
        self.taken = 0
        if not count:
            self._obey_short(value)

    def _obey_short(self, command):
        """Obey a command of one byte."""
        if command < 0x20:
            if self.mode != 2:
                self.bad += 1  # only for page addressing
            elif command < 0x10:
                self.column = self.column & 0xF0 | command
            else:
                self.column = self.column & 0x0F | (command & 7) << 4
        elif command < 0x30:
            self.scrolls = command == 0x2F
        elif command < 0x80:
            self.start_line = command & 63
        elif command < 0xA2:
            self.turned_columns = command == 0xA1
        elif command < 0xA6:
            self.all_lit = command == 0xA5
        elif command < 0xA8:
            self.inverse = command == 0xA7
        elif command < 0xB0:
            self.is_on = command == 0xAF
        elif command < 0xC0:
            if self.mode != 2:
                self.bad += 1
            else:
                self.page = command & 7
        elif command < 0xE0:
            self.turned_rows = command == 0xC8

    def _obey(self, command, first, second):
        """Obey a command with arguments."""
        if command == 0x20:
            self.mode = first & 3
            if first > 2:
                self.bad += 1
        elif command == 0x21:
            if first > second or second > 127 or self.mode == 2:
                self.bad += 1
            else:
                self.column = self.first_column = first
                self.last_column = second
        elif command == 0x22:
            if first > second or second > 7 or self.mode == 2:
                self.bad += 1
            else:
                self.page = self.first_page = first
                self.last_page = second
        elif command == 0x81:
            self.contrast = first
        elif command == 0x8D:
            self.pump = first & 4 != 0
        elif command == 0xA8:
            if not 15 <= first <= 63:
                self.bad += 1
            self.rows = (first & 63) + 1
        elif command == 0xD3:
            self.offset = first & 63
        elif command == 0xDA:
            self.alternates = first & 0x10 != 0

    def pixels(self):
        """Return what a person sees, as 1024 bytes: page by page, bit 0 is the upper pixel.

        Upright is what the usual modules show with both directions turned (0xA1, 0xC8).
        """
        if not (self.connected and self.is_on and self.pump):
            return bytes(1024)
        if self.all_lit:
            return b"\xff" * 1024
        seen = bytearray(1024)
        for column in range(128):
            strip = 0
            source = column if self.turned_columns else 127 - column
            for page in range(8):
                strip |= self.ram[page * 128 + source] << 8 * page
            strip = self._strip(strip)
            for page in range(8):
                seen[page * 128 + column] = strip >> 8 * page & 0xFF
        return bytes(seen)

    def light(self):
        """Return the contrast, 0 to 255, or DARK."""
        return self.contrast if self.connected and self.is_on and self.pump else DARK

    def _strip(self, strip):
        """Return the 64 pixels of a column as the panel shows those of the memory."""
        if self.inverse:
            strip ^= (1 << 64) - 1
        if self.turned_rows and self.alternates and self.rows == 64:
            shift = (self.start_line + self.offset) % 64
            return (strip >> shift | strip << (64 - shift)) & ((1 << 64) - 1)
        shown = 0
        for row in range(self.rows):
            line = (row + self.start_line + self.offset) % 64
            place = row if self.alternates else (row % 32 * 2 + row // 32)
            if not self.turned_rows:
                place = 63 - place
            shown |= (strip >> line & 1) << place
        return shown


_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
# The bits that each register of a DS3231 has, from seconds to the temperature.
_DS3231_BITS = b"\x7f\x7f\x7f\x07\x3f\x9f\xff\xff\xff\xff\xff\xff\xff\xff\xff\x8f\xff\x00\x00"


class DS3231:
    """Real-time clock on I2C, with a battery of its own.

    registers   0 to 6 the time in BCD, 14 control, 15 status (bit 7: it has stood still)
    garbled     how many of the readings to come have a bit of the year wrong, as by noise
    """

    def __init__(self):
        """Begin with the first power ever: 1 January, stopped flag set."""
        self.connected = True
        self.garbled = 0
        self.bad = 0
        self.registers = bytearray(19)
        self.pointer = 0
        self.lose_power()

    def connect(self, connected):
        """Pull the module off the bus or put it back; its battery keeps the time."""
        self.connected = connected

    def lose_power(self):
        """Take the battery out too, and put it back."""
        for index in range(19):
            self.registers[index] = 0
        self.registers[3] = self.registers[4] = self.registers[5] = 1
        self.registers[14] = 0x1C
        self.registers[15] = 0x88
        self.registers[17] = 25  # degrees
        self.pointer = 0

    def set_time(self, year, month, day, hour, minute, second):
        """Set the clock as its owner has done before: it runs and knows the time."""
        values = (second, minute, hour, 1, day, month, year % 100)
        for index in range(7):
            self.registers[index] = values[index] // 10 << 4 | values[index] % 10
        if year >= 2100:
            self.registers[5] |= 0x80
        self.registers[14] = 0x1C
        self.registers[15] = 0

    def write(self, data):
        """Take the bytes of one transaction: the register, then values from there on."""
        if not self.connected or len(data) == 0:
            return
        self.pointer = data[0] % 19
        if data[0] > 18:
            self.bad += 1
        for index in range(1, len(data)):
            value = data[index]
            register = self.pointer
            if value & ~_DS3231_BITS[register]:
                self.bad += 1
            if register == 15:
                # The flags can be cleared, never set; busy cannot be written.
                kept = self.registers[15]
                self.registers[15] = kept & value & 0x83 | kept & 4 | value & 8
            elif register < 17:
                self.registers[register] = value & _DS3231_BITS[register]
                self._check(register, value)
            self.pointer = (register + 1) % 19

    def _check(self, register, value):
        if register > 6 or register == 3:
            return
        if register == 2 and value & 0x40:
            value &= 0x1F
        if register == 5:
            value &= 0x1F
        if value & 15 > 9 or value >> 4 > 9:
            self.bad += 1

    def read(self, buffer):
        """Fill `buffer` with registers from the pointer on."""
        for index in range(len(buffer)):
            buffer[index] = self.registers[self.pointer]
            if self.garbled and self.pointer == 6:
                buffer[index] ^= 1  # a year more, or less
                self.garbled -= 1
            self.pointer = (self.pointer + 1) % 19

    def advance(self, seconds):
        """Let seconds pass. Every fourth year is a leap year for the chip, 2100 too."""
        registers = self.registers
        total = self._number(0) + 60 * self._number(1) + 3600 * self._hour() + seconds
        days = total // 86400
        total %= 86400
        day = self._number(4) + days
        month = self._number(5)
        year = self._number(6) + (100 if registers[5] & 0x80 else 0)
        while day > self._days(year, month):
            day -= self._days(year, month)
            month += 1
            if month == 13:
                month = 1
                year = (year + 1) % 200
        # Without a tuple of them: what the firmware allocates is measured around this.
        self._put(0, total % 60)
        self._put(1, total // 60 % 60)
        self._put(4, day)
        self._put(5, month)
        self._put(6, year % 100)
        registers[3] = (registers[3] - 1 + days) % 7 + 1
        if year >= 100:
            registers[5] |= 0x80
        hour = total // 3600
        if registers[2] & 0x40:
            shown = (hour + 11) % 12 + 1
            registers[2] = 0x40 | (0x20 if hour >= 12 else 0) | shown // 10 << 4 | shown % 10
        else:
            registers[2] = hour // 10 << 4 | hour % 10

    def _put(self, register, value):
        self.registers[register] = value // 10 << 4 | value % 10

    def _number(self, register):
        value = self.registers[register]
        if register == 5:
            value &= 0x1F
        return (value >> 4) * 10 + (value & 15)

    def _hour(self):
        value = self.registers[2]
        if not value & 0x40:
            return self._number(2)
        hour = (value >> 4 & 1) * 10 + (value & 15)
        return hour % 12 + (12 if value & 0x20 else 0)

    def _days(self, year, month):
        return 29 if month == 2 and year % 4 == 0 else _MONTHS[month - 1]
