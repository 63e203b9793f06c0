"""What a host may change in a game, behind the arbiter lock; loaded when one asks for it.

The ways are those of the keys (`clockcore.adjust_menu`): a game that stands is put into ADJUST,
one function of `clockcore.arbiter` corrects it, and it stands again. So limits, records, flags and
undo are the same. What the keys ask first is refused with the code `ask`, unless the request says
`sure`. Behind what was done a game notes EV_HOST. Commands and their fields: `PROTOCOL.md`.
"""

from clockcore import arbiter, laws
from clockcore.arbiter import MOVES_LIMIT
from clockcore.code_names import SIDE_NAMES
from clockcore.codes import (
    ADJUST,
    EV_HOST,
    FLAGGED,
    LEFT,
    NEITHER,
    PAUSED,
    READY,
    RIGHT,
    RUNNING,
    SCRABBLE,
    SETUP,
    other,
)
from clockcore.game import Game
from clockcore.gestures import DO_SWAP_SIDES
from clockcore.period import MAIN_LIMIT_MS, ControlError

from app.refusing import RefusedError, whole
from app.standing import Standing


def note_host(games, at: int) -> None:
    """Note in every game that a host has done what was noted before."""
    for game in games:
        game.note(EV_HOST, NEITHER, at, 0)


def change_game(application, request: dict, now: int) -> dict:
    """Do one of `commands.GAME_COMMANDS`; return the reply. ControlError if it is refused."""
    clock = application.clock
    command = request["cmd"]
    state = clock.state()
    games = clock.table.games
    if state == SETUP and command != "put_away":
        raise RefusedError(command + ": no game is on this clock", "state")
    if command == "put_away" and state not in (PAUSED, FLAGGED, ADJUST):
        clock.put_away(now)
        return {}
    if not clock.composer.is_unlocked:
        raise RefusedError(command + ": open the arbiter lock by keys first", "locked")
    if state == ADJUST:
        raise RefusedError(command + ": a menu is open on the clock", "state")
    if command == "put_away":
        clock.put_away(now)
        note_host(games, now)
        return {}
    application.console.watch()  # who changes a game will want to pause it, too
    if command == "resume":
        return _resume(application, request, now)
    if command == "swap_white" and state == READY:
        clock.keys_of_arbiter().do(DO_SWAP_SIDES, now)
        note_host(games, now)
        return {}
    if command == "end":
        chosen = [game for game in _chosen(request, games) if _stands(game)]
        if not chosen:
            raise RefusedError("end: no game stands in a pause or after a flag", "state")
        arbiter.end_games(clock, chosen, now)
        note_host(chosen, now)
        clock.touch()
        return {}
    return _correct(clock, command, request, now)


def _chosen(request: dict, games) -> list:
    """Return the game that a request is about, all of them where it names none."""
    if "game" not in request:
        return list(games)
    return [games[whole(request, "game", 0, len(games) - 1)]]


def _stands(game: Game) -> bool:
    return game.state == PAUSED or game.state == FLAGGED


def _resume(application, request: dict, now: int) -> dict:
    """Let games run that stand, or start those that are ready; as PLAY does."""
    clock = application.clock
    games = clock.table.games
    chosen = _chosen(request, games)
    if clock.is_lever_undecided():
        raise RefusedError("resume: the lever is moving: ask again", "state")
    is_start = chosen[0].state == READY if len(chosen) == 1 else clock.state() == READY
    reason = "no game is ready or stands in a pause"
    will_run = False
    for index in range(len(games)):
        game = games[index]
        if game not in chosen:
            continue
        if clock.lever_moved(index):
            reason = "the lever was moved in the pause"
        elif game.state == FLAGGED or (game.state == PAUSED and not game.may_resume()):
            reason = "a flag has fallen"
        elif game.state == PAUSED or (game.state == READY and is_start):
            will_run = True
    if not will_run:
        raise RefusedError("resume: " + reason, "state")
    if application.recorder.wants_to_keep():
        Standing(application).keep(now)  # a game that runs could not be known again
    clock.give_back()
    clock.forget(True)
    clock.resume_starts = is_start
    for index in range(len(games)):
        if games[index] in chosen and not clock.go_one(index, now):
            if games[index].state == RUNNING:
                note_host((games[index],), now)
    return {}


def _correct(clock, command: str, request: dict, now: int) -> dict:
    """Correct one game that stands, as one correction."""
    games = clock.table.games
    if len(games) > 1 and "game" not in request:
        raise ControlError(command + ": game: 0 to " + str(len(games) - 1) + " is needed")
    game = _chosen(request, games)[0]
    if not _stands(game):
        raise RefusedError(command + ": the game does not stand: pause first", "state")
    game.adjust(now)
    try:
        reply = _do(clock, game, command, request, now)
        arbiter.expect_lever(clock, game)
    finally:
        game.leave_adjust(now)
    note_host((game,), now)
    clock.touch()
    return reply


def _do(clock, game: Game, command: str, request: dict, now: int) -> dict:
    """Do a correction; ControlError, with the game as it was, if that cannot be."""
    if command == "clear_flag":
        if not arbiter.clear_flag(game, now):
            raise RefusedError("clear_flag: no flag has fallen", "state")
        return {}
    if command == "swap_white":
        if arbiter.must_be_new_game(game):
            _ask(request, "both have not made 10 moves: a new game is due (7.3)")
        arbiter.swap_white(game, now)
        return {}
    if command == "undo":
        return _undo(game, request, now)
    side = _side(request)
    account = game.accounts[side]
    if command == "set_side_to_move":
        arbiter.set_side_to_move(game, side, now)
    elif command == "set_moves":
        arbiter.set_moves(game, side, whole(request, "moves", 0, MOVES_LIMIT), now)
    elif command == "set_period":
        period = whole(request, "period", 1, len(account.periods))
        arbiter.set_period(game, side, period - 1, now)
    elif command == "set_time":
        lowest = -MAIN_LIMIT_MS if account.period.method == SCRABBLE else 0
        ms = whole(request, "ms", lowest, MAIN_LIMIT_MS)
        if ms == 0 and arbiter.falls_at_zero(game, side):
            _ask(request, "the flag falls at 0")
        arbiter.set_remaining(game, side, ms, now)
    elif command == "add_time":
        _add(game, side, whole(request, "ms", -MAIN_LIMIT_MS, MAIN_LIMIT_MS), request, now)
    elif command == "penalty":
        return _penalty(clock, game, side, request, now)
    else:
        return _illegal_move(clock, game, side, now)
    return {}


def _undo(game: Game, request: dict, now: int) -> dict:
    """Take the last press or the last correction back (T44)."""
    what = request.get("what")
    if what == "press":
        done = arbiter.can_undo_press(game) and arbiter.undo_press(game, now)
    elif what == "correction":
        done = arbiter.undo_correction(game, now)
    else:
        raise ControlError("undo: what: press or correction is needed")
    if not done:
        raise RefusedError("undo: there is no " + what + " to take back", "state")
    return {}


def _add(game: Game, side: int, ms: int, request: dict, now: int) -> None:
    """Add to a time, or take from it."""
    if ms == 0:
        raise ControlError("ms: 0 changes nothing")
    if arbiter.goes_below_zero(game, side, ms):
        _ask(request, "nothing is left to this side")
    arbiter.add_time(game, side, ms, now)


def _penalty(clock, game: Game, side: int, request: dict, now: int) -> dict:
    """Give time to the opponent of a side, or take some from the side (12.9.2, 12.9.3)."""
    to = request.get("to")
    if to != "opponent" and to != "own":
        raise ControlError("penalty: to: opponent or own is needed")
    ms = _bonus_ms(clock, game)
    if "ms" in request:
        ms = whole(request, "ms", 1, MAIN_LIMIT_MS)
    if to == "opponent":
        arbiter.add_time(game, other(side), ms, now)
    else:
        _add(game, side, -ms, request, now)
    return {"ms": ms}


def _illegal_move(clock, game: Game, side: int, now: int) -> dict:
    """Call the last press an illegal move (Laws 7.5, T42)."""
    if game.presser != side or not arbiter.illegal_move(game, _bonus_ms(clock, game), now):
        raise RefusedError("illegal_move: there is no press of that side to take back", "state")
    count = game.offences[side]
    return {"count": count, "is_last": count > 1}


def _bonus_ms(clock, game: Game) -> int:
    """Return the time of the Laws for the class of the event (T42)."""
    return laws.bonus_ms(laws.class_for(clock.settings.event_class, game.control))


def _side(request: dict) -> int:
    """Return the side that a request is about."""
    side = request.get("side")
    if side == SIDE_NAMES[LEFT]:
        return LEFT
    if side == SIDE_NAMES[RIGHT]:
        return RIGHT
    raise ControlError("side: left or right is needed")


def _ask(request: dict, what: str) -> None:
    """Refuse what the keys would ask first, unless the host is sure."""
    if request.get("sure") is not True:
        raise RefusedError(request["cmd"] + ": " + what + "; are you sure?", "ask")
