"""What an entry of a journal says, in plain words; and a game in one line."""

from __future__ import annotations

from clockcore import codes, journal
from clockcore.code_names import EVENT_NAMES
from clockcore.journal_control import setting_of
from clockcore.settings import SETTINGS

from host_tools.journal.chain import SEAL_PARTS, Entry
from host_tools.journal.course import SIDE_MASK, Move
from host_tools.journal.games import (
    GAME_SHIFT,
    OF_A_GAME,
    OF_A_GAME_TOO,
    SIDE_NAMES,
    PlayedGame,
    date_of,
    time_text,
)
from host_tools.notation.explain import in_short

KINDS = {
    journal.J_POWER: "power",
    journal.J_TIME: "time",
    journal.J_MOVES: "moves",
    journal.J_ERROR: "error",
    journal.J_CRASH: "crash",
    journal.J_SEAL: "seal",
    journal.J_LOST: "lost",
    journal.J_CONTROL: "control-word",
    journal.J_SETTING: "setting",
    journal.J_DATE: "date",
}
CAUSES = {
    journal.CAUSE_POWER: "power-up",
    journal.CAUSE_RESET: "the reset key",
    journal.CAUSE_HANG: "the watchdog: the program hung",
    journal.CAUSE_CRASH: "a crash of the program",
    journal.CAUSE_SERVICE: "a host",
}
PARTS = {
    journal.P_DISPLAYS: "displays",
    journal.P_SOUND: "sound",
    journal.P_BATTERY: "battery",
    journal.P_HOST: "host",
    journal.P_JOURNAL: "journal",
}
# Of an event: what is said, `{side}` is its side, `{value}` its value.
EVENTS = {
    codes.EV_SETUP: "a time control is laid out",
    codes.EV_START: "{side} begins",
    codes.EV_IDLE_PRESS: "{side} presses, which changes nothing",
    codes.EV_IDLE_PRESSES: "{value} such presses in this turn",
    codes.EV_PAUSE: "pause, {side} to move",
    codes.EV_RESUME: "{side} runs again",
    codes.EV_PERIOD: "{side} enters period {value}",
    codes.EV_MOMENT: "{side} has used up a moment, {value} left",
    codes.EV_GONG: "gong, {side}'s turn is over",
    codes.EV_LOW_TIME: "low-time warning of {side}",
    codes.EV_COUNTDOWN: "last seconds of {side}",
    codes.EV_CEILING: "{side} is at the longest time that the clock can have",
    codes.EV_RELOAD: "{side} reloads its block",
    codes.EV_END: "the game is ended",
    codes.EV_CLEAR_FLAG: "the mark of {side}'s flag is removed",
    codes.EV_STUCK: "a contact of {side} does not open",
    codes.EV_PUT_AWAY: "the game is put away",
    codes.EV_RESTORED: "a game is taken up again",
    codes.EV_HOST: "a host has done what stands before this",
    codes.EV_ILLEGAL_MOVE: "illegal move of {side}, number {value}; its press is taken back",
}


def board_of(entry: Entry) -> int | None:
    """Return which clock of a table an entry is about, None for the whole clock."""
    if entry.kind < OF_A_GAME or entry.kind in OF_A_GAME_TOO:
        return entry.who >> GAME_SHIFT
    return None


def kind_name(kind: int) -> str:
    """Return the short name of a kind: `press`, `power`."""
    if 0 < kind < len(EVENT_NAMES):
        return EVENT_NAMES[kind]
    return KINDS.get(kind, f"kind-{kind}")


def entry_text(entry: Entry, game: PlayedGame | None = None) -> str:
    """Return an entry in plain words; those of a game know what came of it there."""
    text = _text(entry)
    if game is None:
        return text
    if entry.kind in (codes.EV_PRESS, codes.EV_LATE):
        move = next((one for one in game.moves if one.record == entry.number), None)
        text += f"; {_move_text(move)}" if move is not None else "; taken back later"
    if entry.kind == codes.EV_SETUP and game.control is not None:
        text += f": {in_short(game.control)}"
    said = game.said.get(entry.number)
    return f"{text}; {said}" if said else text


def _move_text(move: Move) -> str:
    parts = []
    if move.used_ms is not None:
        parts.append(f"thought {time_text(move.used_ms)}")
    if move.left_ms is not None:
        parts.append(f"has {time_text(move.left_ms)}")
    return ", ".join(parts)


def _text(entry: Entry) -> str:
    kind, value = entry.kind, entry.value
    side = SIDE_NAMES[min(entry.who & SIDE_MASK, codes.NEITHER)]
    if kind in EVENTS:
        return EVENTS[kind].format(side=side, value=value)
    if kind == codes.EV_PRESS:
        return f"{side} presses, move {value}"
    if kind == codes.EV_LOCK:
        return "the arbiter lock is " + ("opened: a host may act" if value else "closed")
    if kind == codes.EV_LATE:
        return f"{side} presses after its flag: no move is counted"
    if kind == codes.EV_OVERTIME:
        moments = f", {value} moments" if value else ""
        return f"{side}'s main time is over, overtime{moments}"
    if kind == codes.EV_FLAG:
        return f"{side}'s flag falls" + (", the first" if value == 1 else "")
    if kind == codes.EV_UNDO:
        return _undo_text(side, value)
    if kind == codes.EV_CORRECTION:
        if side == SIDE_NAMES[codes.NEITHER]:
            return f"FREEZE {'on' if value else 'off'}"
        return f"correction of {side}, value {value}"
    if kind == codes.EV_REFUSED:
        why = "the flag has fallen" if value else "the lever was moved"
        return f"{side} may not run: {why}"
    if kind == codes.EV_ADJUST:
        return "corrections begin" if value else "corrections end"
    if kind == codes.EV_DEFAULT_TIME:
        who = "both" if side == SIDE_NAMES[codes.NEITHER] else side
        return f"the default time of {time_text(value)} is over for {who}"
    if kind == codes.EV_CONTROL:
        return f"{value // 1000} s a move from now on" if value else "another time control"
    return _text_of_the_clock(entry, side)


def _undo_text(side: str, value: int) -> str:
    if value == codes.UNDONE_CORRECTION:
        return "the last correction is undone"
    if value == codes.UNDONE_AMOUNTS:
        return "the last correction is undone, by its amounts"
    return f"{side}'s press is undone, {time_text(value)} after it"


def _text_of_the_clock(entry: Entry, side: str) -> str:
    kind, value = entry.kind, entry.value
    if kind == journal.J_POWER:
        date = date_of(value)
        cause = CAUSES.get(entry.who, f"cause {entry.who}")
        return f"the clock starts, by {cause}" + (f", at {date:%Y-%m-%d %H:%M}" if date else "")
    if kind == journal.J_DATE:
        date = date_of(value)
        at = f": {date:%Y-%m-%d %H:%M}:{entry.who:02} UTC" if date else ""
        return f"a host sets the real-time clock{at}"
    if kind == journal.J_TIME:
        return f"{side} has {time_text(value)}"
    if kind == journal.J_MOVES:
        period = (value >> journal.PERIOD_SHIFT & journal.PERIOD_MASK) + 1
        turn = ", to move" if value >> journal.TURN_SHIFT & 1 else ""
        return f"{side}: move {value & journal.MOVES_MASK}, period {period}{turn}"
    if kind == journal.J_ERROR:
        part = PARTS.get(entry.who, f"part {entry.who}")
        return f"{part} failed, {value} so far"
    if kind == journal.J_CRASH:
        return "the program crashed"
    if kind == journal.J_SEAL:
        return "seal" if entry.who == 0 else f"seal, part {entry.who + 1} of {SEAL_PARTS}"
    if kind == journal.J_LOST:
        return f"{value} records had no room so far"
    if kind == journal.J_CONTROL:
        return "the time control" if entry.at == 0 else f"the time control, word {entry.at + 1}"
    if kind == journal.J_SETTING:
        new, old = setting_of(entry.who, value)
        name = SETTINGS[entry.who] if entry.who < len(SETTINGS) else f"number {entry.who}"
        return f"setting {name}: {old} -> {new}"
    return f"unknown kind {kind}: {entry.who}, {value}"


def side_text(game: PlayedGame) -> str:
    """Return who sits where, and what it goes on from: `White left`; "" if neither is known."""
    parts = []
    if game.first_side != codes.NEITHER:
        parts.append(f"White {SIDE_NAMES[game.first_side]}")
    if game.continues is not None:
        parts.append(f"goes on from game {game.continues}")
    return ", ".join(parts)


def control_text(game: PlayedGame) -> str:
    """Return the control of a game in words."""
    return in_short(game.control) if game.control is not None else "control not known"


def date_text(game: PlayedGame) -> str:
    """Return when a game began: date and time, or "" if the clock did not know."""
    if game.start is None or game.start.date is None or game.is_taken_up:
        return ""
    return f"{game.start.date:%Y-%m-%d %H:%M}"
