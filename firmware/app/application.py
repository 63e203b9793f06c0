"""Composition root: from a board definition to a running clock."""

from clockcore.clock import ChessClock
from hal.contact_input import EdgeRing
from hal.idle import Idle
from hal.sounder import Sounder
from hal.watchdog import Watchdog

from app.console import Console
from app.recorder import Recorder
from app.tick_loop import TickLoop


class Application:
    """Everything that runs on one board.

    current       the running application, for a debugger; None until it has been built
    restored      what became of a game that was kept: "", "restored", or why it could not be
    memory_error  what was wrong with settings or programs that were kept, "" for nothing
    """

    current: "Application | None" = None

    # What `building.build` sets.
    board_name: str
    display_set: str
    restored: str
    memory_error: str
    needs_reset: bool
    adjourned_taken: int
    has_gone_on: bool
    started_s: int
    clock: ChessClock
    ring: EdgeRing
    contacts_a_lever: int
    contact_count: int
    inputs: tuple
    displays: tuple
    sounder: Sounder
    watchdog: Watchdog
    console: Console
    recorder: Recorder
    idle: Idle

    def __init__(self, board, note) -> None:
        """Build drivers, hardware layer and clock from the constants of `board`.

        `note` is the `ResetNote` of this start.
        """
        from app.building import build

        self.is_slim = False  # whether nothing is loaded that play does not need
        build(self, board, note)
        self.loop = TickLoop(self)

    def keeper(self):
        """Return the `Keeping` of this clock, loaded when something is to be kept."""
        from app.keeping import Keeping

        self.is_slim = False
        return Keeping(self)

    def stand(self, now: int) -> None:
        """Do one thing that waits until no side runs."""
        from app.standing import Standing

        self.is_slim = False
        Standing(self).step(now)

    def slim(self) -> None:
        """Give back the memory of modules that play does not need; they come back when asked."""
        from app.slimming import slim

        slim(self)
        self.is_slim = True

    def silence(self) -> None:
        """Leave nothing behind that would go on without the loop: interrupts, tones, lamps."""
        for each in self.inputs:
            each.deafen()
        self.sounder.silence()
        for pair in self.displays:
            for lamp in pair.lamps:
                lamp(False)
