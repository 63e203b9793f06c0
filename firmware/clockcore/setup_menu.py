"""SETUP: choosing a preset by its number, with its meaning page by page."""

from clockcore.codes import METHOD_LETTERS, NONE
from clockcore.presets import PRESET_COUNT, preset
from clockcore.settings import Settings
from clockcore.time_text import TimeText


class SetupMenu:
    """The preset that is being looked at, and its pages: texts for the right-hand display."""

    def __init__(self, settings: Settings) -> None:
        """Look at the preset that the settings remember."""
        self.settings = settings
        self.pages: tuple = (b"",)
        self.look()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) preset, round the end."""
        self.settings.preset = (self.settings.preset - 1 + by) % PRESET_COUNT + 1
        self.look()

    def look(self) -> None:
        """Write the pages of the preset: main time, bonus, moves, moments of every period."""
        control = preset(self.settings.preset)
        pages = []
        for period in control.white_periods:
            letter = METHOD_LETTERS[period.method : period.method + 1]
            if period.main_ms:
                pages.append(_time(period.main_ms))
            if period.bonus_ms:
                pages.append(letter + b" " + _time(period.bonus_ms))
            elif period.method != NONE:
                pages.append(letter)
            if period.bonus_from_move > 1:
                pages.append(b"n " + str(period.bonus_from_move).encode())
            if period.moves:
                pages.append(b"n " + str(period.moves).encode())
            if period.block_ms:
                pages.append(_time(period.block_ms))
                pages.append(letter + b" " + str(period.block_count).encode())
        self.pages = tuple(pages)


def _time(ms: int) -> bytes:
    text = TimeText()
    text.write_down(ms, 0)
    return bytes(text.buffer[: text.length])
