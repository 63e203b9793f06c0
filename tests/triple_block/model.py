"""A game of Triple Block told apart from the core: by dates and deadlines.

Nothing runs here. A turn has the date at which it is lost; stopping the clocks takes the rest of
the way to it aside, starting them sets a new date. What a player has is one amount; how much of it
is on his clock follows. Python's own dates and lengths of time, one method a rule.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

DAY = timedelta(days=1)
FULL = 50 * DAY
SECOND = timedelta(seconds=1)


class Player:
    """What a player has: all of it, and the part on his clock when his turn does not run."""

    def __init__(self, everything: timedelta) -> None:
        """Begin with a full clock."""
        self.everything = everything
        self.on_clock = FULL
        self.moves = 0
        self.thought = timedelta()
        self.search_since: datetime | None = None


class Model:
    """The game; `now` is the latest date anybody has seen."""

    def __init__(self, days: int, start: datetime, guaranteed: bool, team: bool) -> None:
        """Begin it at `start` with the first player to move."""
        half = timedelta(days=days) / 2
        self.increment = (half - 2 * FULL) // FULL * DAY
        self.players = [Player(half - 50 * self.increment) for _ in range(2)]
        self.guaranteed = guaranteed
        self.team = team
        self.end = start + timedelta(days=days)
        self.now = start
        self.turn = 0
        self.deadline: datetime | None = start + FULL
        self.stopped = ""
        self.stopped_on = start
        self.lost: datetime | None = None
        self.over = False

    # --- dates ---------------------------------------------------------------------------------

    def see(self, now: datetime) -> None:
        """Come to a date; what falls due on the way happens on its day."""
        self.now = max(self.now, now)
        ends = {
            side: min(player.search_since + 60 * DAY, self.end)
            for side, player in enumerate(self.players)
            if player.search_since is not None
        }
        due = [end for end in ends.values() if end <= self.now]
        for side, end in ends.items():
            if end <= self.now:
                self.players[side].search_since = None
        if due and len(due) == len(ends) and self.stopped == "search" and not self.over:
            self._start(max(due))
        if self.deadline is not None and self.deadline <= self.now and self.lost is None:
            self.lost = self.deadline
            player = self.players[self.turn]
            player.thought += self._left_at_anchor
            player.everything -= self._left_at_anchor
            player.on_clock = timedelta()
            self.deadline = None

    @property
    def _left_at_anchor(self) -> timedelta:
        return self.players[self.turn].on_clock

    def clock(self, side: int) -> timedelta:
        """What the clock of a side shows."""
        if self.deadline is not None and side == self.turn:
            return self.deadline - self.now
        return self.players[side].on_clock

    def bank(self, side: int) -> timedelta:
        """What is in its bank."""
        player = self.players[side]
        return player.everything - player.on_clock

    def _pay(self) -> Player:
        """Take what the turn has cost so far from the player whose turn it is."""
        player = self.players[self.turn]
        assert self.deadline is not None
        cost = player.on_clock - (self.deadline - self.now)
        player.thought += cost
        player.everything -= cost
        player.on_clock -= cost
        return player

    def _start(self, when: datetime) -> None:
        self.stopped = ""
        self.deadline = when + self.players[self.turn].on_clock

    # --- what is done --------------------------------------------------------------------------

    def _obstacle(self, stands_is_one: bool = True) -> str:
        if self.over:
            return "ended"
        if self.lost is not None:
            return "flag"
        return "stands" if self.stopped and stands_is_one else ""

    def move(self, side: int) -> str:
        """Complete a move."""
        if obstacle := self._obstacle() or ("turn" if side != self.turn else ""):
            return obstacle
        player = self._pay()
        player.moves += 1
        if player.moves <= 50:
            player.everything += self.increment
        if player.moves > 50 and self.guaranteed and player.everything < 3 * DAY:
            player.everything = 3 * DAY
        player.on_clock = min(FULL, player.everything)
        self.turn = 1 - side
        self._start(self.now)
        return ""

    def refuel(self, side: int) -> str:
        """Fill the clock up on one's own turn."""
        if obstacle := self._obstacle() or ("turn" if side != self.turn else ""):
            return obstacle
        return self._fill(side)

    def captain(self, side: int) -> str:
        """Fill the clock of a player up who is being replaced."""
        if obstacle := self._obstacle(stands_is_one=False):
            return obstacle
        if not self.team or self.guaranteed:
            return "event"
        if self.players[side].search_since is None:
            return "search"
        return "stands" if self.stopped else self._fill(side)

    def _fill(self, side: int) -> str:
        player = self.players[side]
        if not self.bank(side) or self.clock(side) >= FULL:
            return "nothing"
        if side == self.turn:
            self._pay()
        player.on_clock = min(FULL, player.everything)
        if side == self.turn:
            self._start(self.now)
        return ""

    def stop(self, kind: str, side: int) -> str:
        """Stop both clocks: claim, withdrawal or search."""
        if obstacle := self._obstacle():
            return obstacle
        if kind == "claim" and side != self.turn:
            return "turn"
        allowed = {"withdrawal": not self.team, "search": self.guaranteed}
        if not allowed.get(kind, True):
            return "event"
        if kind == "search" and not any(one.search_since for one in self.players):
            return "search"
        self._pay()
        self.stopped, self.stopped_on, self.deadline = kind, self.now, None
        return ""

    def resolve(self, is_right: bool) -> str:
        """Answer a claim."""
        if obstacle := self._obstacle(stands_is_one=False):
            return obstacle
        if self.stopped != "claim":
            return "stands" if self.stopped else "runs"
        self._start(self.now if is_right else self.stopped_on)
        self.see(self.now)
        return "flag" if self.lost else ""

    def go_on(self) -> str:
        """Let the clocks run again."""
        if obstacle := self._obstacle(stands_is_one=False):
            return obstacle
        if self.stopped in ("", "claim"):
            return "stands" if self.stopped else "runs"
        self._start(self.now)
        return ""

    def open(self, side: int) -> str:
        """Begin to look for somebody."""
        if obstacle := self._obstacle(stands_is_one=False):
            return obstacle
        if not (self.team or self.guaranteed):
            return "event"
        if self.players[side].search_since is not None:
            return "open"
        if self.now >= self.end:
            return "late"
        self.players[side].search_since = self.now
        return ""

    def close(self, side: int) -> str:
        """Look no more."""
        if obstacle := self._obstacle(stands_is_one=False):
            return obstacle
        if self.players[side].search_since is None:
            return "search"
        self.players[side].search_since = None
        if self.stopped == "search" and not any(one.search_since for one in self.players):
            self._start(self.now)
        return ""


def date_of(seconds: int) -> datetime:
    """Return the date of seconds since 1 January 2000."""
    return datetime(2000, 1, 1, tzinfo=UTC) + seconds * SECOND
