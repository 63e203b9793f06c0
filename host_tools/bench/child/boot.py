"""First program of the child: wire the virtual board, then start the firmware as a device would.

Called with the start value of the tick counter. `machine` and `time` are found here, before the
real ones; on CPython they are put into place by hand.
"""

import sys

if sys.implementation.name == "cpython":
    import atexit
    import importlib.util
    import time as _host_time

    # What runs at exit (coverage) wants the host's clock back.
    atexit.register(sys.modules.__setitem__, "time", _host_time)

    _here = __file__.rsplit("/", 1)[0]
    _spec = importlib.util.spec_from_file_location("time", _here + "/time.py")
    _time = importlib.util.module_from_spec(_spec)
    sys.modules["time"] = _time
    _spec.loader.exec_module(_time)

import board_def
from chips import TM1637
from machine import Pin
from probe import Probe
from world import world

world.start_ticks = int(sys.argv[1])
for _pair in board_def.DISPLAYS:
    for _clock, _data in _pair:
        _chip = TM1637(board_def.DISPLAY_CELLS)
        world.chips.append(_chip)
        for _number, _is_clock in ((_clock, True), (_data, False)):
            _pin = Pin(_number)
            _pin.chip = _chip
            _pin.is_clock = _is_clock
for _number in sys.argv[2:]:
    Pin(int(_number)).outside = 0  # held closed at power-up

world.probe = Probe()
__import__("main")  # the firmware; it does not come back
