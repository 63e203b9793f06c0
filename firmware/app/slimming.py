"""What play does not need: the memory of modules is given back, of this one too."""

import gc
import sys

# Names with spaces between: one object takes less memory than forty.
NOT_FOR_PLAY = (
    b"app.building app.commands app.days_memory app.displays app.host_game app.host_memory "
    b"app.keeping app.live_making app.memory app.recalling app.refusing app.service app.slimming "
    b"app.standing app.starting board_def hal.flash_memory hal.journal_files hal.reset_place "
    b"hal.store clockcore.arbiter clockcore.correction_memory "
    b"clockcore.code_names clockcore.control_dict clockcore.control_rules clockcore.gestures "
    b"clockcore.journal_control clockcore.journal_reading clockcore.keeper clockcore.laying_out "
    b"clockcore.presets clockcore.recovery clockcore.settings_rules "
    b"clockcore.snapshot drivers.panel_drawing drivers.panel_text hal.teller"
)
# What `ArbiterKeys` and its menus are made of: dropped with them.
FOR_ARBITER = (
    b"clockcore.adjust_menu clockcore.arbiter_keys clockcore.control_change "
    b"clockcore.field clockcore.laws clockcore.manual_menu clockcore.manual_texts "
    b"clockcore.programs clockcore.question clockcore.settings_menu clockcore.setup_menu "
    b"clockcore.texts "
    b"clockcore.calendar clockcore.triple_block clockcore.triple_block_menu "
    b"clockcore.triple_block_plan clockcore.triple_block_snapshot clockcore.triple_block_text "
    b"clockcore.triple_block_words"
)
# Classes of which there are as many objects as a board has parts: what makes them is not needed
# when they have been made (`__init__`).
MADE_ONCE = (
    b"app.console.Console app.recorder.Recorder app.tick_loop.TickLoop "
    b"clockcore.clock.ChessClock "
    b"clockcore.debounce.EagerBoth clockcore.debounce.EagerPress clockcore.frame.Composer "
    b"clockcore.key.Key clockcore.lever.Lever clockcore.table.Table "
    b"clockcore.table_clock.TableClock drivers.ht16k33.HT16K33 "
    b"drivers.max7219.MAX7219 drivers.max7219.MAX7219Chain drivers.ssd1306.SSD1306 "
    b"drivers.tm1637.TM1637 hal.battery.Battery hal.contact_input.EdgeInput "
    b"hal.contact_input.EdgeRing hal.display_pair.DisplayPair hal.flash_space.FlashSpace "
    b"hal.i2c_bus.I2CBus hal.idle.Idle hal.lamp.Lamp hal.reset_note.ResetNote "
    b"hal.serial_line.SerialLine hal.sounder.Sounder hal.stdio.Stdio hal.watchdog.Watchdog"
)
# What is called before the first game, and never again.
CALLED_ONCE = (
    b"hal.contact_input.EdgeInput.listen "
    b"hal.reset_note.ResetNote.forgive hal.reset_note.ResetNote.is_crash_loop"
)
# Dropped as soon as something has been kept outside of SETUP.
FOR_MEMORY = (
    b"app.keeping app.memory app.recalling app.slimming app.standing clockcore.journal_control "
    b"clockcore.journal_reading clockcore.keeper clockcore.snapshot hal.flash_memory "
    b"hal.journal_files hal.store"
)


def slim(application) -> None:
    """Give back the memory of modules that play does not need; they come back when asked."""
    application.clock.give_back()
    if not application.clock.arbiter:
        drop(FOR_ARBITER)
    drop(NOT_FOR_PLAY)
    forget(MADE_ONCE, ".__init__")
    forget(CALLED_ONCE)
    application.sounder.prepare(application.clock.settings.tell)
    gc.collect()


def drop(names: bytes) -> None:
    """Forget modules by their names; they are loaded anew when they are imported."""
    for name in names.decode().split():
        if name in sys.modules:
            del sys.modules[name]
            package, _, module = name.rpartition(".")
            if package and hasattr(sys.modules[package], module):
                delattr(sys.modules[package], module)


def forget(names: bytes, method: str = "") -> None:
    """Let classes forget methods that nobody calls again; `method` ends each name."""
    for name in names.decode().split():
        owner, _, called = (name + method).rpartition(".")
        module, _, kind = owner.rpartition(".")
        holder = getattr(sys.modules.get(module), kind, None)
        if holder is not None and called in holder.__dict__:
            delattr(holder, called)
