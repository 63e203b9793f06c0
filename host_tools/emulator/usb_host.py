"""The host at the other end of the USB cable: a serial line, and MicroPython's raw REPL on it.

The emulator's own host answers an endpoint for which it has nothing with an empty packet, every
10 us, and the chip drowns in interrupts. A real host lets it wait (NAK), and so does this one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rp2040py.usb.cdc import USBCDC

if TYPE_CHECKING:
    from host_tools.emulator.pico import EmulatedPico

PACKET = 64
_DELIVERY_US = 10


class GuestError(Exception):
    """The program on the emulated Pico raised; the text is its traceback."""


class UsbHost:
    """A host with the port of the device open.

    received      every byte that the device has sent
    connected_us  when the device was last configured; None while it is not
    """

    def __init__(self, pico: EmulatedPico) -> None:
        """Plug the cable in."""
        self.received = bytearray()
        self.connected_us: float | None = None
        self._pico = pico
        self._usb = pico.chip.usb_ctrl
        self._cdc: Any = USBCDC(self._usb)
        self._cdc.on_device_connected = self._connected
        self._cdc.on_serial_data = self.received.extend
        self._queue = bytearray()
        self._room: int | None = None  # bytes that the device has asked for; None: it has not
        self._is_reading = True
        self._held: list[int] = []
        self._give = self._usb.on_endpoint_read
        self._forget = self._usb.on_reset
        self._ready = self._usb._indicate_buffer_ready
        self._usb.on_endpoint_read = self._device_asks
        self._usb.on_reset = self._device_reset
        self._usb._indicate_buffer_ready = self._buffer_ready

    def send(self, data: bytes | str) -> None:
        """Send bytes: packets of 64, each as soon as the device takes it."""
        self._queue += data.encode() if isinstance(data, str) else data
        self._deliver()

    @property
    def unsent(self) -> int:
        """How many bytes the device has not taken yet."""
        return len(self._queue)

    def read(self, is_reading: bool) -> None:
        """Stop reading with the port left open (what a stalled program does), or go on."""
        self._is_reading = is_reading
        if is_reading:
            held, self._held = self._held, []
            for endpoint in held:
                self._ready(endpoint, False)

    def open_port(self, is_open: bool) -> None:
        """Open or close the port: raise or drop DTR and RTS."""
        self._cdc.set_control_lines(dtr=is_open, rts=is_open)

    def _connected(self) -> None:
        self.connected_us = self._pico.now_us

    def _device_reset(self) -> None:
        self.connected_us = None
        self._room = None
        self._held = []
        self._queue.clear()
        if self._forget is not None:
            self._forget()

    def _device_asks(self, endpoint: int, size: int) -> None:
        if endpoint == 0 or endpoint != self._cdc._out_endpoint:
            self._give(endpoint, size)
            return
        self._room = size
        self._deliver()

    def _deliver(self) -> None:
        if self._room is None or not self._queue:
            return
        size = min(self._room, PACKET, len(self._queue))
        packet = bytes(self._queue[:size])
        del self._queue[:size]
        self._room = None
        self._usb.endpoint_read_done(self._cdc._out_endpoint, packet, _DELIVERY_US)

    def _buffer_ready(self, endpoint: int, out: bool) -> None:
        if not out and endpoint == self._cdc._in_endpoint and not self._is_reading:
            self._held.append(endpoint)
            return
        self._ready(endpoint, out)

    # --- the raw REPL ------------------------------------------------------------------------

    def wait_for(self, marker: bytes, start: int = 0, within_us: float = 10_000_000) -> int:
        """Run until `marker` has come after byte `start`; return where it ends.

        Raises EmulatorTimeout.
        """
        self._pico.run_while(
            lambda: self.received.find(marker, start) < 0,
            within_us,
            f"{marker!r} from the device",
        )
        return self.received.find(marker, start) + len(marker)

    def enter_repl(self) -> None:
        """Interrupt whatever runs and enter the raw REPL. Raises EmulatorTimeout."""
        if self.connected_us is None:
            self._pico.run_while(
                lambda: self.connected_us is None, 5_000_000, "the device to appear on USB"
            )
        start = len(self.received)
        self.send(b"\r\x03\x03\x01")
        self.wait_for(b"raw REPL; CTRL-B to exit\r\n>", start)

    def execute(self, program: str, within_us: float = 60_000_000) -> str:
        """Run a program in the raw REPL, which was entered; return what it printed.

        Raises GuestError with the traceback if it raised, EmulatorTimeout if it does not end.
        """
        start = len(self.received)
        self.send(program.encode() + b"\x04")
        output = self.wait_for(b"OK", start)
        error = self.wait_for(b"\x04", output, within_us)
        end = self.wait_for(b"\x04>", error, within_us)
        text = bytes(self.received[error : end - 2]).decode()
        if text:
            raise GuestError(text.strip())
        return bytes(self.received[output : error - 1]).decode()
