"""What the clock keeps on flash memory: settings, user programs, adjourned and stopped games.

Loaded at power-up and whenever something is kept, then dropped: play does not need it. Never used
while a side runs.

| file | what |
|---|---|
| `settings.json` | the settings; not there while they are the defaults |
| `programs.json` | the user programs |
| `adjourned_1.json` to `adjourned_8.json` | a label, and a table of games with its levers |
| `days_1.json`, `days_2.json` | the game of Triple Block that is on the clock: `days_memory.py` |
| `kept_games.json` | the games that were stopped when the clock was: see `Application.sleep` |

Each is an object with its `format`, whole or not at all (`hal/store.py`). What cannot be read is
put aside under the same name with `.bad` at its end, and the displays say so.
"""

import json

from clockcore.frame import FEW_CELLS
from clockcore.journal import CAUSE_CRASH, CAUSE_HANG, CAUSE_POWER, CAUSE_SERVICE
from clockcore.period import ControlError
from clockcore.settings import Settings
from hal.reset_note import CRASHED, PLAYING, SERVICE
from hal.store import Store, file_names
from micropython import const

FORMAT = const(1)
KEPT_GAMES = "kept_games.json"
DAYS_COPIES = ("days_1.json", "days_2.json")
ADJOURNED_PLACES = const(8)  # as many as `programs.py` has numbers for
LABEL_ROOM = const(21)  # a line of a panel

# For displays of six cells and more, and for fewer.
NOTICE_LOST = (b"GA Err", b"GAEr")  # a game that was kept cannot be read
NOTICE_RESET = (b"rESEt", b"rESt")  # the clock crashed or hung; what ran is lost
NOTICE_STUCK = (b"StUCk", b"StUC")  # a contact or key has been closed since power-up
NOTICE_CRASH = (b"Error", b"Err")  # the program failed; the game stands as it was
NOTICE_FAILED = (b"HArd", b"HArd")  # a part outside of the core has failed; the game went on
NOTICE_FULL = (b"FULL", b"FULL")  # what was to be kept has no room
NOTICE_POWER = (b"PoUEr", b"PoUE")  # the power was gone; the game stands as it was
NOTICES = (NOTICE_POWER, NOTICE_RESET, NOTICE_RESET, NOTICE_CRASH, NOTICE_POWER)
NOTICE_SETTINGS = (b"SEt Er", b"SEtE")  # settings are not what they were
NOTICE_PROGRAMS = (b"Pro Er", b"ProE")  # user programs are gone


class Memory:
    """Keeps and finds; it remembers nothing by itself.

    What saves raises OSError if there is no room, and whatever was kept before stays.
    """

    def load_settings(self, settings: Settings) -> str:
        """Take the settings that were saved; return what is wrong with them, "" if nothing.

        What cannot be taken has its default, all of it if the file is damaged. The file is then
        put aside, and what could be taken is saved again.
        """
        store = Store("settings.json")
        try:
            plain = _load(store)
            if plain is None:
                self._find_again(settings)
                return ""
            bad = settings.take(plain.get("settings"), False)
            if not bad:
                return ""
            text = store.path + ": not taken: " + ", ".join(bad)
        except ValueError as error:
            text = str(error)
        store.put_aside()
        try:
            self.save_settings(settings)
        except OSError:
            pass  # said at the next start once more
        return text

    def _find_again(self, settings: Settings) -> None:
        """Take settings that a firmware before this one was too old for, if it has left none."""
        aside = Store("settings.json.bad")
        try:
            plain = _load(aside)
            found = Settings()
            if plain is not None and not found.take(plain.get("settings"), False):
                settings.take(found.values())
                self.save_settings(settings)
                aside.remove()
        except (ValueError, OSError):
            pass  # it is as bad as it was

    def saved_settings(self) -> list:
        """Return the values that were saved, the defaults if there are none."""
        try:
            plain = _load(Store("settings.json"))
        except ValueError:
            plain = None
        values = None if plain is None else plain.get("settings")
        return values if isinstance(values, list) else Settings().values()

    def save_settings(self, settings: Settings) -> None:
        """Save the settings, unless they are saved already."""
        store = Store("settings.json")
        values = settings.values()
        if store.is_there() or values != Settings().values():
            store.update(json.dumps({"format": FORMAT, "settings": values}))

    def load_programs(self) -> object:
        """Return what `save_programs` was given, None if there is nothing.

        ControlError if it cannot be read; it is then put aside.
        """
        store = Store("programs.json")
        try:
            plain = _load(store)
        except ValueError as error:
            store.put_aside()
            raise ControlError(str(error)) from None
        return None if plain is None else plain.get("programs")

    def save_programs(self, plain: object) -> None:
        """Save what `Programs.to_plain` returned, unless it is saved already."""
        Store("programs.json").update(json.dumps({"format": FORMAT, "programs": plain}))

    def check_programs(self) -> str:
        """Return what is wrong with the user programs that were saved, "" if nothing.

        What `Programs` cannot take is put aside, so that nobody gets it later.
        """
        from clockcore.programs import Programs

        try:
            plain = self.load_programs()
            if plain is not None:
                Programs().take(plain)
            return ""
        except ControlError as error:
            Store("programs.json").put_aside()
            return "programs.json: " + str(error) if "json" not in str(error) else str(error)

    def adjourned(self) -> list:
        """Return the places, 1 to 8, that hold an adjourned game, in order."""
        names = file_names()
        found = []
        for place in range(1, ADJOURNED_PLACES + 1):
            if _adjourned(place).path in names:
                found.append(place)
        return found

    def save_adjourned(self, place: int, plain: object, label: str) -> None:
        """Keep what `ChessClock.keep` returned, in a place (1 to 8) and under a label.

        A game that was kept there is replaced. ControlError for a bad place or label.
        """
        if not isinstance(label, str) or len(label) > LABEL_ROOM:
            raise ControlError("adjourned: label: at most " + str(LABEL_ROOM) + " characters")
        text = json.dumps({"format": FORMAT, "label": label, "clock": plain})
        _adjourned(place).save(text)

    def load_adjourned(self, place: int) -> tuple:
        """Return label and plain values of an adjourned game, for `ChessClock.restore`.

        ControlError if there is none; also if it cannot be read, and it is then put aside.
        """
        store = _adjourned(place)
        try:
            plain = _load(store)
            if plain is not None:
                if not isinstance(plain.get("label"), str):
                    raise ControlError(store.path + ": label: a text is needed")
                if not isinstance(plain.get("clock"), dict):
                    raise ControlError(store.path + ": clock: an object is needed")
        except ValueError as error:
            store.put_aside()
            raise ControlError(str(error)) from None
        if plain is None:
            raise ControlError(store.path + ": no such game")
        return plain["label"], plain["clock"]

    def remove_adjourned(self, place: int) -> None:
        """Forget an adjourned game; nothing if there is none."""
        _adjourned(place).remove()

    def save_games(self, plain: dict) -> None:
        """Keep what `ChessClock.keep` returned, for the next start."""
        Store(KEPT_GAMES).save(json.dumps(plain))

    def remove_games(self) -> None:
        """Forget the games that were kept for the next start."""
        Store(KEPT_GAMES).remove()


def has_days() -> bool:
    """Return whether a game of days is on this clock, good or bad."""
    return Store(DAYS_COPIES[0]).is_there() or Store(DAYS_COPIES[1]).is_there()


def recall(application) -> None:
    """Give a clock that starts what was kept, and say on its displays what the start has found.

    Settings, user programs, then the games that were kept for this start: the arbiter finds them
    stopped, as they were. They stay kept until they go on or are given up. The notice is about
    the worst thing.
    """
    from clockcore.programs import ADJOURNED_FIRST, DAYS_PROGRAM

    clock = application.clock
    memory = Memory()
    notice = None
    application.memory_error = memory.check_programs()
    if application.memory_error:
        notice = NOTICE_PROGRAMS
    text = memory.load_settings(clock.settings)
    if text:
        application.memory_error = text
        notice = NOTICE_SETTINGS
    program = clock.settings.program
    place = program - ADJOURNED_FIRST + 1
    if place > 0 and program != DAYS_PROGRAM and place not in memory.adjourned():
        clock.settings.program = 1
    for each in application.inputs:
        if each.is_stuck:
            notice = NOTICE_STUCK
    if application.note.bad_resets:
        notice = NOTICE_RESET
    application.recorder.cause = _cause(application.note)
    application.recorder.program = clock.settings.program
    lost = None
    if Store(KEPT_GAMES).is_there():
        from app.recalling import recall_games

        lost = recall_games(application, memory)
    clock.composer.take_words()  # of the language of the settings
    clock.notice = lost if lost is not None else notice


def _cause(note) -> int:
    """Return why the clock has started (`CAUSE_`)."""
    if note.reason == PLAYING:
        return CAUSE_HANG
    if note.reason == CRASHED:
        return CAUSE_CRASH
    return CAUSE_SERVICE if note.reason == SERVICE else CAUSE_POWER


def show_notice(clock, notice: tuple) -> None:
    """Let stopped games show a notice by turns with their times, until a key goes down."""
    from clockcore.field import View

    clock.notice = notice
    word = notice[0 if clock.cells >= FEW_CELLS else 1]
    views = (View(), View())
    for view in views:
        view.put(word)
    clock.peek_views = views
    clock.touch()


def _adjourned(place: int) -> Store:
    if not isinstance(place, int) or not 1 <= place <= ADJOURNED_PLACES:
        raise ControlError("adjourned: place: 1 to " + str(ADJOURNED_PLACES) + " is needed")
    return Store("adjourned_" + str(place) + ".json")


def _load(store: Store) -> dict | None:
    """Return the object in a file, None if there is none; ValueError if it is not of FORMAT."""
    text = store.load()
    if text is None:
        return None
    plain = parse(store, text)
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise ControlError(store.path + ": not of format " + str(FORMAT))
    return plain


def parse(store: Store, text: str):
    """Return what the JSON text of a file says; ControlError."""
    try:
        return json.loads(text)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deep
        raise ControlError(store.path + ": no JSON") from None
