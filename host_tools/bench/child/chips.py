"""Models of the chips at the other end of the wires. They see levels, never the driver."""


class TM1637:
    """Six-digit display chip: decodes its two wires bit by bit and answers with acknowledges.

    ram          the eight bits of each address
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
        self.bad = 0

    def connect(self, connected):
        """Pull the display off or put it back; without power it forgets everything."""
        if connected and not self.connected:
            self.ram = bytearray(len(self.ram))
            self.is_on = False
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
