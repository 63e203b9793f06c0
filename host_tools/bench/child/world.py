"""The world of the virtual board: virtual time, pins, what is wired to them, orders.

Time jumps from event to event and stands still while the firmware computes. The parent process
grants time ("run until"); when it is used up the world reports and waits for the next order. It
runs on MicroPython and on CPython, and what the firmware reaches while a side runs (pins, tones,
the serial line) does not allocate, so that the firmware can be tested with a locked heap.
"""

import gc
import json
import sys
from array import array

try:
    from micropython import heap_lock, heap_unlock
except ImportError:
    heap_lock = heap_unlock = None

TICKS_MASK = (1 << 30) - 1
INSTANT_MASK = (1 << 29) - 1
TONE_ROOM = 256
UART_ROOM = 1 << 16
READS_LIMIT = 100_000  # passes without a sleep after which somebody waits for nothing


class World:
    """Everything outside the processor. There is one, `world`, at the end of this module."""

    def __init__(self):
        """Begin at time 0, with nothing wired and no time granted."""
        self.now = 0
        self.until = 0
        self.start_ticks = 0
        self.events = []
        self.sequence = 0
        self.loop_ms = ()
        self.loop_index = 0
        self.has_passed = True  # time since the clock was read last: a pass takes its own once
        self.pins = {}
        self.chips = []  # of the displays: clock A left, A right, B left ...
        self.views = []  # what a person sees of each
        self.i2c = {}
        self.spi = []
        self.rtc = None  # the real-time clock, which has a battery of its own
        self.rtc_at = 0  # bench time up to which it has counted, whole seconds apart
        self.sda_stuck = False
        self.sda_pin = -1
        self.clocks_to_free = 0  # clocks after which a chip lets SDA go, 0: never
        self.register = bytearray(1)
        # Made once: an exception that is raised from here must not allocate.
        self.no_answer = OSError(5)
        self.timed_out = OSError(110)
        self.bus_bytes = 0
        self.most_bus_bytes = 0
        self.bus_errors = 0
        self.adc_mv = {}
        self.buzzer_pin = -1
        self.cause = 1
        self.kept = bytearray(64)  # what survives a reset
        self.kept_length = 0
        self.dog_ms = 0  # 0: not armed
        self.dog_bites = False
        self.has_dog = True
        self.fed_at = 0
        self.host_listens = True
        self.is_repl = False
        self.interrupt_character = 3  # what `kbd_intr` was told last; known on CPython alone
        self.write_ms = 0  # how long the host lets every write wait
        self.tones = array("i", [0] * (TONE_ROOM * 2))
        self.tone_count = 0
        self.tone_hz = 0
        self.rx = bytearray(UART_ROOM)
        self.rx_head = 0
        self.rx_tail = 0
        self.tx = bytearray(UART_ROOM)
        self.tx_length = 0
        self.clock_reads = 0
        self.read_at = -1
        self.reads_then = 0  # at the present time
        self.in_interrupt = False
        self.sleeps = 0
        self.allocated = 0
        self.measure = False
        self.lock_wanted = False
        self.is_locked = False
        self.mem_before = 0
        self.mem_slept = 0  # when the last sleep ended; 0: the clock has been read since
        self.pass_frame = 0  # bytes that a pass itself holds while it reads the clock
        self.probe = None
        self.stall_ms = 0
        self.writes = 0
        self.most_writes = 0
        self.sent = 0  # bytes to the host in this pass
        self.most_sent = 0
        self.flash = None  # below the file system, if the firmware has opened it
        self.programmed = 0
        self.erased = 0

    def begin(self, order):
        """Take what the parent knows of the board at power-up, or after a reset."""
        self.start_ticks = order["start_ticks"]
        self.now = self.until = order["now"]
        self.cause = order["cause"]
        self.has_dog = order["has_watchdog"]
        note = order["note"]
        for index in range(len(note)):
            self.kept[index] = note[index]
        self.kept_length = len(note)
        for number, mv in order["adc_mv"]:
            self.adc_mv[number] = mv
        for at, number, level in order["events"]:
            self._schedule(at, number, level)
        for number in order["held"]:
            machine_pin(number).outside = 0

    def reset(self, cause):
        """Tell the parent that the board starts anew; this process is over."""
        self._unlock()
        if self.probe is not None:
            self.probe.collect(self)
        self._report({
            "reset": cause,
            "note": list(self.kept[: self.kept_length]),
            "events_left": [[at, pin, level] for at, _, pin, level in self.events],
            "held": [number for number, pin in self.pins.items() if not pin.outside],
        })
        sys.exit(0)

    def repl(self):
        """Be the REPL: no firmware runs, time goes on, what the host sends is not answered."""
        self._unlock()
        self.is_repl = True
        while True:
            self._pass_to(self.until + 1, False)

    # --- what the firmware sees --------------------------------------------------------------

    def ticks_ms(self):
        """Return the device's tick counter, wrapping at 2**30 as on a microcontroller."""
        if not self.in_interrupt:
            if self.loop_ms and not self.has_passed:
                # The pass before this one had more to do and did not sleep: it took time, too.
                self._leave_firmware(self.pass_frame)
                self._pass_late()
                self._enter_firmware(self.pass_frame)
            self.has_passed = False
            if self.mem_slept:
                self.pass_frame = gc.mem_alloc() - self.mem_slept
                self.mem_slept = 0
            if (self.is_locked or self.mem_before) and not self.probe.is_measured():
                # The pass before this one has stopped the clock: what it may do now is its own.
                self._leave_firmware(self.pass_frame)
            if not self.is_locked and not self.mem_before:
                # A pass without a sleep before it is locked or measured, too.
                self._enter_firmware(self.pass_frame)
            # One read a pass: what was written since the last one was written in one pass.
            self.clock_reads += 1
            if self.now != self.read_at:
                self.read_at = self.now
                self.reads_then = 0
            self.reads_then += 1
            if self.reads_then > READS_LIMIT:
                raise RuntimeError("the loop never sleeps")
            if self.writes > self.most_writes:
                self.most_writes = self.writes
            self.writes = 0
            if self.sent > self.most_sent:
                self.most_sent = self.sent
            self.sent = 0
            if self.bus_bytes > self.most_bus_bytes:
                self.most_bus_bytes = self.bus_bytes
            self.bus_bytes = 0
        return (self.start_ticks + self.now) & TICKS_MASK

    def sleep_ms(self, wait):
        """Let virtual time pass: to the end of the sleep, or to an edge, which ends it.

        With `loop_ms` it is the length of the pass that passes, however long the sleep.
        """
        self.sleeps += 1
        self._leave_firmware()
        if self.loop_ms:
            self._pass_late()
        else:
            self._pass_to(self.now + wait, True)
        self.has_passed = True
        self._enter_firmware()
        if self.measure:
            self.mem_slept = gc.mem_alloc()

    def stall(self, ms):
        """Let time pass in the middle of a pass; interrupts come through."""
        self._leave_firmware()
        self._pass_to(self.now + ms, False)
        self._enter_firmware()

    def stop_ms(self, ms):
        """Let time pass in which not even an interrupt is served, as while flash is erased.

        Edges come when it is over, in their order.
        """
        self._leave_firmware()
        end = self.now + ms
        later = [event for event in self.events if event[0] <= end]
        self.events = [event for event in self.events if event[0] > end]
        self._pass_to(end, False)
        for _, _, pin, level in later:
            self._drive(pin, level)
        self._enter_firmware()

    def tone(self, hz):
        """Take the frequency that now sounds, 0 for silence."""
        if hz == self.tone_hz:
            return
        self.tone_hz = hz
        if self.tone_count < TONE_ROOM:
            slot = self.tone_count * 2
            self.tones[slot] = self.now
            self.tones[slot + 1] = hz
            self.tone_count += 1

    def send(self, data):
        """Take bytes that the firmware sends down the serial line."""
        self.sent += len(data)
        for byte in data:
            if self.tx_length < UART_ROOM:
                self.tx[self.tx_length] = byte
                self.tx_length += 1

    # --- time --------------------------------------------------------------------------------

    def _pass_late(self):
        """Let the next length of a pass go by; no edge shortens it."""
        wait = self.loop_ms[self.loop_index]
        self.loop_index = (self.loop_index + 1) % len(self.loop_ms)
        self._pass_to(self.now + wait, False)

    def _pass_to(self, target, edge_ends):
        while True:
            stop = target
            if self.events and self.events[0][0] <= stop:
                stop = self.events[0][0]
            if self.dog_bites and self.fed_at + self.dog_ms < stop:
                stop = self.fed_at + self.dog_ms
            if stop > self.until:
                self.now = self.until
                woken = self._serve()
                if self.stall_ms:
                    target = self.now + self.stall_ms
                    edge_ends = False
                    self.stall_ms = 0
                elif woken and edge_ends:
                    return
                continue
            self.now = stop
            if self.dog_bites and stop >= self.fed_at + self.dog_ms:
                self.reset("watchdog")
            fired = False
            while self.events and self.events[0][0] == stop:
                _, _, pin, level = self.events.pop(0)
                self._drive(pin, level)
                fired = True
            if fired and edge_ends:
                return
            if stop == target:
                return

    def _drive(self, number, level):
        pin = machine_pin(number)
        if pin.outside == level:
            return
        pin.outside = level
        if pin.handler is None:
            return
        handler = pin.handler
        self.in_interrupt = True
        if self.lock_wanted:
            # An interrupt may never allocate, whatever the state.
            heap_lock()
            try:
                handler(pin)
            finally:
                heap_unlock()
        elif self.measure and self.probe.is_measured():
            before = gc.mem_alloc()
            handler(pin)
            self.allocated += gc.mem_alloc() - before
        else:
            handler(pin)
        self.in_interrupt = False

    def _enter_firmware(self, frame=0):
        """Lock or measure the heap where a side runs, just before the firmware goes on.

        `frame` bytes of it are the pass's own, and come back at its end.
        """
        if self.lock_wanted and self.probe.is_playing():
            heap_lock()
            self.is_locked = True
        elif self.measure and not self.lock_wanted and self.probe.is_measured():
            self.mem_before = gc.mem_alloc() - frame

    def _unlock(self):
        if self.is_locked:
            heap_unlock()
            self.is_locked = False

    def _leave_firmware(self, frame=0):
        self._unlock()
        if self.mem_before:
            self.allocated += gc.mem_alloc() - frame - self.mem_before
            self.mem_before = 0
        if self.probe is not None:
            self.probe.collect(self)

    # --- the host's orders -------------------------------------------------------------------

    def _serve(self):
        """Report, then take one order; return whether it woke the firmware (serial input)."""
        self._report()
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        if self.measure:
            gc.collect()  # what reports leave behind; the firmware's own counting is over
        order = json.loads(line)
        for at, pin, level in order.get("edges", ()):
            self._schedule(at, pin, level)
        if "loop_ms" in order:
            self.loop_ms = order["loop_ms"]
            self.loop_index = 0
        if "stall_ms" in order:
            self.stall_ms = order["stall_ms"]
        for index, connected in order.get("connected", ()):
            self.chips[index].connect(connected)
        if "write_ms" in order:
            self.write_ms = order["write_ms"]
        if "host_listens" in order:
            self.host_listens = order["host_listens"]
        if "sda_stuck" in order:
            self.sda_stuck = order["sda_stuck"]
            self.clocks_to_free = order.get("clocks_to_free", 0)
            for number, line in self.pins.items():
                if number == self.sda_pin:
                    line.outside = 0 if self.sda_stuck else 1
        if "rtc_time" in order:
            self.set_rtc(order["rtc_time"])
        if "rtc_connected" in order:
            self.rtc.connect(order["rtc_connected"])
        if "rtc_garbled" in order:
            self.rtc.garbled = order["rtc_garbled"]
        for number, mv in order.get("adc_mv", ()):
            self.adc_mv[number] = mv
        if "lock" in order:
            self.lock_wanted = order["lock"] and heap_lock is not None
        if "measure" in order:
            self.measure = order["measure"] and hasattr(gc, "mem_alloc")
            if self.measure:
                gc.collect()
                gc.disable()
            self.allocated = 0
            self.sleeps = 0
            self.clock_reads = 0
        self.until = order["until"]
        text = order.get("uart")
        if text:
            for byte in text.encode():
                self.rx[self.rx_head] = byte
                self.rx_head = (self.rx_head + 1) % UART_ROOM
            return True
        return False

    def _schedule(self, at, pin, level):
        self.sequence += 1
        event = (at, self.sequence, pin, level)
        index = len(self.events)
        while index and self.events[index - 1][0] > at:
            index -= 1
        self.events.insert(index, event)

    def _report(self, more=()):
        if self.flash is not None:
            self.flash.flush()
        report = {
            "now": self.now,
            "views": [view.read() for view in self.views],
            "lights": [view.light() for view in self.views],
            "outside": {number: pin.outside for number, pin in self.pins.items()},
            "levels": {number: pin.out for number, pin in self.pins.items()},
            "tones": self._take_tones(),
            "hz": self.tone_hz,
            "version": ".".join([str(part) for part in sys.implementation.version[:3]]),
            "uart": bytes(self.tx[: self.tx_length]).decode(),
            "sleeps": self.sleeps,
            "clock_reads": self.clock_reads,
            "allocated": self.allocated,
            "most_writes": self.most_writes,
            "most_sent": self.most_sent,
            "most_bus_bytes": self.most_bus_bytes,
            "bus_errors": self.bus_errors,
            "is_repl": self.is_repl,
            "interrupt_character": self.interrupt_character,
            "rtc": self._rtc_registers(),
            "is_armed": self.dog_ms != 0,
            "programmed": self.programmed,
            "erased": self.erased,
            "operations": self._take_operations(),
        }
        self.tx_length = 0
        if self.probe is not None:
            report.update(self.probe.report(self))
        report.update(more)
        sys.stdout.write("report ")
        sys.stdout.write(json.dumps(report))
        sys.stdout.write("\n")
        if hasattr(sys.stdout, "flush"):
            sys.stdout.flush()

    def scl_changed(self, level):
        """Count the clocks that somebody gives a chip which holds SDA."""
        if level and self.sda_stuck and self.clocks_to_free:
            self.clocks_to_free -= 1
            if not self.clocks_to_free:
                self.sda_stuck = False
                self.pins[self.sda_pin].outside = 1

    def set_rtc(self, time):
        """Set the real-time clock to six numbers, or let it lose its time ([])."""
        self.rtc_at = self.now
        if time:
            self.rtc.set_time(*time)
        else:
            self.rtc.lose_power()

    def count_rtc(self):
        """Let the real-time clock count up to now."""
        seconds = (self.now - self.rtc_at) // 1000
        if seconds:
            self.rtc_at += seconds * 1000
            self.rtc.advance(seconds)

    def _rtc_registers(self):
        if self.rtc is None:
            return None
        self.count_rtc()
        kept = [self.rtc_at]
        kept.extend(self.rtc.registers)
        return kept

    def _take_operations(self):
        if not hasattr(self.flash, "operations"):
            return []
        operations = self.flash.operations
        self.flash.operations = []
        return operations

    def _take_tones(self):
        result = [
            [self.tones[index * 2], self.tones[index * 2 + 1]] for index in range(self.tone_count)
        ]
        self.tone_count = 0
        return result

    def bench_ms(self, instant):
        """Return the bench time of an instant of the firmware, which must be recent."""
        age = (self.start_ticks + self.now - instant) & INSTANT_MASK
        if age > INSTANT_MASK >> 1:
            age -= INSTANT_MASK + 1
        return self.now - age


def machine_pin(number):
    """Return pin `number`, made if need be (`machine` imports this module)."""
    from machine import Pin

    return world.pins.get(number) or Pin(number)


world = World()
