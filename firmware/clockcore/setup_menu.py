"""SETUP: choosing a preset by its number, with its meaning page by page."""

from clockcore.codes import METHOD_LETTERS, NONE
from clockcore.settings import Settings
from clockcore.time_text import TimeText


class SetupMenu:
    """The preset that is being looked at, and its pages: texts for the right-hand display."""

    def __init__(self, settings: Settings, cells: int) -> None:
        """Look at the preset that the settings remember; `cells` is the room of a display."""
        self.settings = settings
        self.cells = cells
        self.pages: tuple = (b"",)
        self.look()

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) preset, round the end."""
        from clockcore.presets import PRESET_COUNT

        self.settings.preset = (self.settings.preset - 1 + by) % PRESET_COUNT + 1
        self.look()

    def look(self) -> None:
        """Write the pages of the preset: main time, bonus, moves, moments of every period."""
        from clockcore.presets import preset

        control = preset(self.settings.preset)
        pages = []
        for period in control.white_periods:
            letter = METHOD_LETTERS[period.method : period.method + 1]
            if period.main_ms:
                pages.append(_time(period.main_ms))
            if period.bonus_ms:
                self._add(pages, letter, _time(period.bonus_ms))
            elif period.method != NONE:
                pages.append(letter)
            if period.bonus_from_move > 1:
                self._add(pages, b"n", str(period.bonus_from_move).encode())
            if period.moves:
                self._add(pages, b"n", str(period.moves).encode())
            if period.block_ms:
                pages.append(_time(period.block_ms))
                self._add(pages, letter, str(period.block_count).encode())
        self.pages = tuple(pages)

    def _add(self, pages: list, letter: bytes, text: bytes) -> None:
        """Add a page of a letter and a value, without the space or as two pages if need be."""
        room = self.cells - len(text) + text.count(b":")
        if room >= 2:
            pages.append(letter + b" " + text)
        elif room == 1:
            pages.append(letter + text)
        else:
            pages.append(letter)
            pages.append(text)


def _time(ms: int) -> bytes:
    text = TimeText()
    text.write_down(ms, 0)
    return bytes(text.buffer[: text.length])
