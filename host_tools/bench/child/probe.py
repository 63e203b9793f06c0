"""A debugger's look into the running firmware. It reads; it never changes anything."""

import io
import sys

READY = 1  # of clockcore.codes, which may be broken on purpose
RUNNING = 2
SIDES = (0, 1)
DAYS_PROGRAM = 301  # of clockcore.programs
EVENT_ROOM = 32  # of clockcore.game; a shipped module has no names for its constants
EVENT_FIELDS = 4
EVENT_COUNT_MASK = 0x1FFFFFFF


class Probe:
    """Reads the games of the running application."""

    def __init__(self):
        """Begin with nothing seen."""
        self.scratch = None
        self.core = None  # the module clockcore.game, once the firmware has loaded it
        self.seen = None
        self.trace = []

    def _application(self):
        """Return the running application, None before it has been built."""
        module = sys.modules.get("app.application")
        application = getattr(getattr(module, "Application", None), "current", None)
        if application is not None and self.core is None:
            self.core = sys.modules["clockcore.game"]
            self.scratch = self.core.Game()
        return application

    def is_playing(self):
        """Return whether a side runs, or is about to: a lever's edge waits in READY.

        What play does not need makes way first, in a pass of its own.
        """
        application = self._application()
        if application is None:
            return False
        state = application.clock.state()
        ring = application.ring
        if state == READY and not ring.is_empty():
            if application.console.commands or not application.is_slim:
                return False
            return ring.source[ring.tail] < application.contact_count
        return state == RUNNING

    def is_measured(self):
        """Return whether what the loop allocates counts: also with a game of Triple Block."""
        return _days_loop() is not None or self.is_playing()

    def collect(self, world):
        """Take the events that the games have left since the last look."""
        application = self._application()
        if application is None:
            return
        games = application.clock.table.games
        if self.seen is None:
            self.seen = [0] * len(games)
        for index in range(len(games)):
            game = games[index]
            while self.seen[index] != game.event_count:
                slot = (self.seen[index] & (EVENT_ROOM - 1)) * EVENT_FIELDS
                code, side, at, value = game.events[slot : slot + EVENT_FIELDS]
                self.trace.append([world.bench_ms(at), code, side, value, index])
                self.seen[index] = (self.seen[index] + 1) & EVENT_COUNT_MASK

    def report(self, world):
        """Return the state of the firmware, accounts settled to now without touching them."""
        days = _days_loop()
        if days is not None:
            return _days(days)
        application = self._application()
        if application is None:
            return {}
        trace = self.trace
        self.trace = []
        loop = application.loop
        return {
            "games": [
                self._game(game, (world.start_ticks + world.now) & 0x1FFFFFFF)
                for game in application.clock.table.games
            ],
            "events": trace,
            "state": application.clock.state(),
            "levers_moved": [
                application.clock.lever_moved(index)
                for index in range(len(application.clock.levers))
            ],
            "program": application.clock.settings.program,
            "sound": application.clock.settings.sound,
            "passes": loop.passes,
            "overruns": loop.overruns,
            "longest_ms": loop.longest_ms,
            "edges_lost": application.ring.lost,
            "contained": _text_of(loop.last_error),
            "display_errors": [
                driver.errors for pair in application.displays for driver in pair.drivers
            ],
        }

    def truth(self, world):
        """Return state, turn and, for both sides, time, moves and period of the first game."""
        application = self._application()
        if application is None or self.core is None:
            return None
        game = application.clock.table.games[0]
        plain = self._game(game, (world.start_ticks + world.now) & 0x1FFFFFFF)
        sides = [
            [one["remaining_ms"], one["moves"], one["period"]] for one in plain["accounts"]
        ]
        return [plain["state"], plain["side_to_move"], plain["flag_side"], sides]

    def _game(self, game, now):
        scratch = self.scratch
        for side in SIDES:
            scratch.accounts[side].copy(game.accounts[side])
        scratch.state = game.state
        scratch.running_side = game.running_side
        scratch.side_to_move = game.side_to_move
        scratch.first_flag_side = game.first_flag_side
        scratch.flag_fall_at = game.flag_fall_at
        scratch.freeze = game.freeze
        scratch.anchor_at = game.anchor_at
        scratch.settle(now)
        return {
            "state": scratch.state,
            "running_side": scratch.running_side,
            "side_to_move": scratch.side_to_move,
            "white_side": game.white_side,
            "flag_side": scratch.first_flag_side,
            "freeze": game.freeze,
            "accounts": [_account(account) for account in scratch.accounts],
        }


def _days_loop():
    """Return the loop of a game of Triple Block, None where there is none."""
    return getattr(getattr(sys.modules.get("app.days"), "DaysLoop", None), "current", None)


def _days(loop):
    """Return what there is to know of a game of Triple Block, in the words of the other games.

    The times are those of the reading that the firmware took last, `days` what only it has.
    """
    desk = loop.desk
    game = desk.game
    is_running = game.state == RUNNING
    return {
        "games": [
            {
                "state": game.state,
                "running_side": game.side_to_move if is_running else 2,
                "side_to_move": game.side_to_move,
                "white_side": game.white_side,
                "flag_side": game.flag_side,
                "freeze": False,
                "accounts": [
                    {
                        "remaining_ms": game.left_s(side) * 1000,
                        "moves": game.moves[side],
                        "period": 1,
                        "delay_left_ms": 0,
                    }
                    for side in SIDES
                ],
            }
        ],
        "days": {
            "has_time": game.has_time,
            "behind_s": game.behind_s,
            "flag": [game.flag_day, game.flag_second],
            "zone_minutes": desk.zone_minutes,
            "number": loop.memory.number,
        },
        "events": [],
        "levers_moved": [False],
        "program": DAYS_PROGRAM,
        "sound": False,
        "passes": loop.passes,
        "overruns": 0,
        "longest_ms": 0,
        "edges_lost": loop.ring.lost,
        "contained": _text_of(loop.last_error),
        "display_errors": [driver.errors for pair in loop.displays for driver in pair.drivers],
    }


def _account(account):
    return {
        "remaining_ms": account.counter_ms(),
        "main_ms": account.main.clip(),
        "moves": account.moves,
        "period": account.period_index + 1,
        "delay_left_ms": account.delay_left_ms,
        "overtime": account.overtime,
        "blocks_left": account.blocks_left,
        "is_flagged": account.is_flagged,
        "interim_left_ms": account.interim_left_ms,
        "booked_main_ms": account.booked_main.clip(),
        "booked_delay_ms": account.booked_delay.clip(),
        "booked_overtime_ms": account.booked_overtime.clip(),
        "booked_after_flag_ms": account.booked_after_flag.clip(),
        "added_ms": account.added_bonus.clip() + account.added_give_back.clip(),
        "added_period_ms": account.added_period.clip(),
    }


def _text_of(error):
    """Return the traceback of what the firmware has contained, "" for nothing."""
    if error is None:
        return ""
    text = io.StringIO()
    if hasattr(sys, "print_exception") and sys.implementation.name != "cpython":
        sys.print_exception(error, text)
    else:
        import traceback

        traceback.print_exception(error, file=text)
    return text.getvalue()
