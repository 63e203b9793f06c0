"""From the contacts of one clock's lever to presses of a side.

Two plungers spring back: a side's contact closes, that is its press. One rocker stays where it is
put: it has one contact, closed while its left end is down, and either change is the press of the
end that went down.
"""

from clockcore.codes import LEFT, NEITHER, PLUNGERS, RIGHT, ROCKER
from clockcore.debounce import CLOSED, NOTHING, EagerBoth, EagerPress


class Lever:
    """`kind` is PLUNGERS (contacts LEFT and RIGHT) or ROCKER (contact 0, closed = left end down).

    down_side   the end of the rocker that is down; NEITHER with plungers
    press_side, press_at  the press that `edge` or `poll` has just found
    stuck       one flag a contact: closed at power-up and not released since (reported, not
                obeyed); always False with a rocker
    """

    def __init__(self, kind: int) -> None:
        """Make a lever with open contacts; ValueError for an unknown kind."""
        if kind == PLUNGERS:
            self.contacts: tuple = (EagerPress(), EagerPress())
        elif kind == ROCKER:
            self.contacts = (EagerBoth(),)
        else:
            raise ValueError("lever kind " + str(kind) + " is unknown")
        self.kind = kind
        self.stuck = [False] * len(self.contacts)
        self.down_side = NEITHER
        self.press_side = NEITHER
        self.press_at = 0
        self.taken_side = NEITHER
        self.taken_at = 0

    def boot(self, contact: int, is_closed: bool, at: int) -> None:
        """Take the level of a contact at power-up: a position or a stuck plunger, no press."""
        self.contacts[contact].boot(is_closed, at)
        if self.kind == ROCKER:
            self.down_side = LEFT if is_closed else RIGHT
        else:
            self.stuck[contact] = is_closed

    def edge(self, contact: int, is_closed: bool, at: int) -> bool:
        """Take an edge; True if it is a press, then in `press_side` and `press_at`."""
        return self._changed(contact, self.contacts[contact].edge(is_closed, at))

    def poll(self, contact: int, now: int) -> bool:
        """Let time pass for a contact; True if that shows a press (a rocker after a lock-out)."""
        return self._changed(contact, self.contacts[contact].poll(now))

    def take(self, side: int, at: int) -> bool:
        """Return whether a press may act: False for the second of two at one instant (T3)."""
        return not (self.taken_at == at and self.taken_side == 1 - side)

    def took(self, side: int, at: int) -> None:
        """Remember a press that acted."""
        self.taken_side = side
        self.taken_at = at

    def is_undecided(self) -> bool:
        """Return whether a rocker differs in its lock-out: there may have been a press."""
        return self.kind == ROCKER and self.contacts[0].is_undecided()

    def settled_until(self, now: int) -> int:
        """Return up to which instant the presses are known: `now`, or a rocker's open question.

        A game is settled no further, so that a press that the end of a lock-out shows counts from
        its edge (T1) and before the flag (T2).
        """
        if self.is_undecided():
            return self.contacts[0].raw_at
        return now

    def due_ms(self, now: int) -> int:
        """Return in how many ms `poll` has something to do."""
        due = self.contacts[0].due_ms(now)
        for contact in self.contacts:
            one = contact.due_ms(now)
            if one < due:
                due = one
        return due

    def _changed(self, contact: int, change: int) -> bool:
        if change == NOTHING:
            return False
        if self.kind == ROCKER:
            self.down_side = LEFT if change == CLOSED else RIGHT
            self.press_side = self.down_side
        else:
            self.stuck[contact] = False
            if change != CLOSED:
                return False
            self.press_side = contact
        self.press_at = self.contacts[contact].at
        return True
