"""Stands in for `hal.stdio`: the line to the host, with a host that may not listen."""

from world import world


class Stdio:
    """The four things that the firmware asks of its standard streams."""

    def can_read(self):
        """Return whether a byte waits."""
        return world.rx_head != world.rx_tail

    def can_write(self):
        """Return whether the host listens."""
        return world.host_listens

    def readinto(self, buffer):
        """Fill `buffer`."""
        for index in range(len(buffer)):
            if world.rx_head == world.rx_tail:
                raise RuntimeError("a read that would wait for ever")
            buffer[index] = world.rx[world.rx_tail]
            world.rx_tail = (world.rx_tail + 1) % len(world.rx)

    def write(self, buffer):
        """Send `buffer`."""
        if not world.host_listens:
            raise RuntimeError("a write that would wait for a host")
        world.send(buffer)
        if world.write_ms:
            world.stall(world.write_ms)
