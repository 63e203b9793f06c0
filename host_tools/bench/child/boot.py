"""First program of the child: wire the virtual board, then start the firmware as a device would.

The first line that it reads is one JSON object (`World.begin` takes most of it; `displays` is the
display set, `connected` which displays are on their wires, `files` the board's file system).
`machine` and `time` are found here, before the real ones; on CPython they are put into place by
hand. So is the line to the host, before anything of the firmware is loaded.
"""

import json
import os
import sys

if sys.implementation.name == "cpython":
    import atexit
    import importlib.util
    import time as _host_time
    import traceback

    import micropython

    # What runs at exit (coverage) wants the host's clock back.
    atexit.register(sys.modules.__setitem__, "time", _host_time)

    _here = __file__.rsplit("/", 1)[0]
    _spec = importlib.util.spec_from_file_location("time", _here + "/time.py")
    _time = importlib.util.module_from_spec(_spec)
    sys.modules["time"] = _time
    _spec.loader.exec_module(_time)
    sys.print_exception = lambda error: traceback.print_exception(error, file=sys.stdout)
    micropython.kbd_intr = lambda character: setattr(world, "interrupt_character", character)

import host_line

sys.modules["hal.stdio"] = host_line

import board_def
from probe import Probe
from wiring import wire_displays
from world import world

_order = json.loads(sys.stdin.readline())
if _order["displays"]:
    board_def.DISPLAY_SET = _order["displays"]
world.begin(_order)
world.buzzer_pin = board_def.BUZZER
wire_displays(world, board_def)
if _order["rtc"] is not None and world.rtc is not None:
    world.rtc_at = _order["rtc"][0]
    for _index, _value in enumerate(_order["rtc"][1:]):
        world.rtc.registers[_index] = _value
if world.rtc is not None:
    world.rtc.connect(_order["rtc_connected"])
    if _order["rtc_time"]:
        world.set_rtc(_order["rtc_time"])
for _index, _connected in enumerate(_order["connected"]):
    world.chips[_index].connect(_connected)

world.probe = Probe()
if _order.get("image"):
    import vfs
    from rp2 import ImageFlash

    with open(_order["image"], "rb") as _file:
        _flash = ImageFlash(bytearray(_file.read()))
    vfs.mount(vfs.VfsLfs2(_flash, progsize=256), "/flash")
    os.chdir("/flash")
else:
    os.chdir(_order["files"])
__import__("main")  # the firmware; it comes back only for the REPL
world.repl()
