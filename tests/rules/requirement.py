"""`Requirement`: what is asked for, which tests show it, and what no test here can show."""

from __future__ import annotations

from dataclasses import dataclass

PROVEN = "proven"
IN_PART = "in part"
PLANNED = "planned"
LEFT_OUT = "left out"
BY_HAND = "by hand"
NO_TEST = "no test can"
STATES = {
    PROVEN: "the tests named show it",
    IN_PART: "the tests named show what can be shown here; the rest is said, and done by hand",
    PLANNED: "something of it is not built yet or has no test; the tests named show what is there",
    LEFT_OUT: "optional, and not built",
    BY_HAND: "nothing here can show it: there is a written test for a person with a real clock",
    NO_TEST: "not a property of the firmware",
}


@dataclass(frozen=True)
class Requirement:
    """One row of the table.

    id        E1 to E24 (FIDE's equipment rules) or R01 to R57 (what the best clock must do)
    source    articles and other places it comes from
    text      what is asked for, as facts in our own words
    tests     what shows it: `folder/test_file.py::test_name`, `...::Class::method` or
              `scenarios/name.scn`, below `tests/`
    by_hand   tests of BY_HAND.md, H1 and so on
    note      how far the tests reach; it does not change the state
    reason    why no test can show it, or the rest of it
    planned   what is missing: not built yet, or built and without a test
    left_out  why it is not to be built
    """

    id: str
    source: str
    text: str
    tests: tuple[str, ...] = ()
    by_hand: tuple[str, ...] = ()
    note: str = ""
    reason: str = ""
    planned: str = ""
    left_out: str = ""

    @property
    def state(self) -> str:
        """Return what may be said of it: nobody writes it down, it follows from the fields."""
        if self.planned:
            return PLANNED
        if self.left_out:
            return LEFT_OUT
        if self.tests:
            return IN_PART if self.reason or self.by_hand else PROVEN
        if self.by_hand:
            return BY_HAND
        return NO_TEST if self.reason else PLANNED
