"""Keeps over a power cut what has to last: the `Keeper` of an application's clock.

Loaded when something is to be kept, and given back: play does not need it. Never used while a side
runs. What it remembers stands in the `Application`.
"""

import gc

from clockcore.codes import READY, RUNNING, SETUP
from clockcore.journal import J_SETTING
from clockcore.keeper import Keeper
from clockcore.period import ControlError
from clockcore.ticks import ticks_ms

from app.memory import NOTICE_FULL, NOTICE_LOST, Memory


class Keeping(Keeper):
    """Settings, user programs, adjourned games, and the games that stand when the power goes."""

    def __init__(self, application) -> None:
        """Keep for this `Application`."""
        self.application = application
        self.clock = application.clock

    def keep_games(self) -> None:
        """Keep games that are under way, for the next start; OSError if there is no room."""
        if self._has_game():
            from app.standing import Standing

            if not Standing(self.application).keep(ticks_ms()):
                raise OSError("no room")
            self.application.needs_reset = True

    def sleep(self) -> bool:
        """Keep games that are under way, since the displays go dark and the power may follow.

        Return whether that went well. They are forgotten when they go on or are given up.
        """
        if self.clock.state() == RUNNING:
            return False
        if not self._has_game():
            return True
        from app.standing import Standing

        return self._give_back(Standing(self.application).keep(ticks_ms()))

    def label_adjourned(self, place: int, label: object) -> None:
        """Give an adjourned game another label; ControlError if there is none, or no room."""
        memory = Memory()
        plain = memory.load_adjourned(place)[1]
        if not isinstance(label, str):
            raise ControlError("label: a text is needed")
        try:
            memory.save_adjourned(place, plain, label)
        except (OSError, MemoryError):
            raise ControlError("label: there is no room") from None

    def keep_settings(self) -> bool:
        """Remember the settings over a power cut, if they have changed.

        Return whether that went well; if there is no room the displays say so in SETUP, and the
        clock goes on. Called in SETUP, READY or PAUSED.
        """
        memory = Memory()
        self.application.recorder.program = self.clock.settings.program
        try:
            before = memory.saved_settings()
            memory.save_settings(self.clock.settings)
            self._tell_settings(before)
        except (OSError, MemoryError):
            return self._give_back(False)
        return self._give_back(True)

    def _tell_settings(self, before: list) -> None:
        """Record which settings have changed."""
        from clockcore.journal_control import setting_value

        from app.standing import Standing

        now = ticks_ms()
        recorder = self.application.recorder
        values = self.clock.settings.values()
        for index in range(len(values)):
            is_number = index < len(before) and isinstance(before[index], int)
            if is_number and before[index] != values[index]:
                if recorder.must_open:
                    Standing(self.application).open(now)
                value = setting_value(index, values[index], before[index])
                recorder.write(J_SETTING, index, now, value)

    def programs(self) -> object:
        """Return the user programs that were kept, None if there are none to be read."""
        try:
            return Memory().load_programs()
        except ControlError as error:
            self._say_lost(str(error))
            return None

    def keep_programs(self, plain: object) -> bool:
        """Remember the user programs, as `keep_settings` does the settings."""
        try:
            Memory().save_programs(plain)
        except (OSError, MemoryError):
            return self._give_back(False)
        return self._give_back(True)

    def begin_days(self, menu) -> str:
        """Begin a game of Triple Block: the board starts anew with it; return why not."""
        from app.days_memory import begin

        self.keep_settings()
        return begin(self.application, menu)

    def adjourned(self) -> tuple:
        """Return the places, 1 to 8, that hold an adjourned game, in order."""
        return tuple(Memory().adjourned())

    def adjourn(self, place: int, plain: object, label: str = "") -> bool:
        """Keep the games of the table in a place (Guidelines I); they stay on the clock.

        Return whether that went well, as `keep_settings`. ControlError for a bad place or label.
        """
        try:
            Memory().save_adjourned(place, plain, label)
        except (OSError, MemoryError):
            return self._give_back(False)
        if place == self.application.adjourned_taken:
            self.application.adjourned_taken = 0  # what is kept is newer than what was taken
            self.application.has_gone_on = False
        return self._give_back(True)

    def look_at_adjourned(self, place: int) -> "tuple | None":
        """Return label and games of a place without taking them, None if they cannot be read."""
        try:
            gc.collect()
            return Memory().load_adjourned(place)
        except (ControlError, MemoryError):
            return None

    def take_adjourned(self, place: int) -> "object | None":
        """Return an adjourned game for `ChessClock.restore`, with the settings of today.

        It stays adjourned until it has gone on and then ends or is given up. None if there is
        none, or if it cannot be read: it is then put aside, and the displays say so.
        """
        memory = Memory()
        if place not in memory.adjourned():
            return None
        try:
            plain = memory.load_adjourned(place)[1]
        except ControlError as error:
            self._say_lost(str(error))
            return None
        plain["settings"] = self.clock.settings.values()
        self.application.adjourned_taken = place
        self.clock.has_kept = True
        self.application.has_gone_on = False
        return plain

    def forget(self, goes_on: bool) -> None:
        """Know that an adjourned game goes on, or is given up. Called while no side runs.

        It is forgotten when it has gone on and is then given up: until then whoever only looks
        at it, or loses power, still has it.
        """
        if goes_on:
            self.application.has_gone_on = self.application.adjourned_taken != 0
        elif self.application.adjourned_taken:
            if self.application.has_gone_on:
                Memory().remove_adjourned(self.application.adjourned_taken)
            self.application.adjourned_taken = 0
            self.application.has_gone_on = False
        self.clock.has_kept = self.application.adjourned_taken != 0

    def _has_game(self) -> bool:
        for game in self.clock.table.games:
            if game.state != SETUP and game.state != READY:
                return True
        return False

    def _say_lost(self, text: str) -> None:
        """Say that something that was kept cannot be read: to a host, and on the displays."""
        self.application.memory_error = text
        self.clock.notice = NOTICE_LOST

    def _give_back(self, went_well: bool) -> bool:
        """Drop what keeping has loaded; say on the displays if it did not go well."""
        if not went_well:
            self.clock.notice = NOTICE_FULL
        if self.clock.state() != SETUP:
            from app.slimming import FOR_MEMORY, drop

            drop(FOR_MEMORY)
            gc.collect()
        return went_well
