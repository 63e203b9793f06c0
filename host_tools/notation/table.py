"""The notations there are: how each is read, written, and what it leaves open."""

from collections.abc import Callable
from dataclasses import dataclass

from clockcore.time_control import TimeControl

from host_tools.notation import lichess, organizers, organizers_text, pgn, trf26, uci, us_chess
from host_tools.notation.draft import Draft


@dataclass(frozen=True)
class Notation:
    """One notation.

    title   what a person calls it
    parse   from a text to a Draft; ControlError says what is wrong
    write   from a control to a text; NotWritableError says why there is none
    is_whole  whether it tells how periods come and when a bonus is given
    """

    title: str
    parse: Callable[[str], Draft]
    write: Callable[[TimeControl], str]
    is_whole: bool = False


NOTATIONS = {
    "organizers": Notation("organizers", organizers.parse, organizers_text.write, True),
    "pgn": Notation("PGN TimeControl", pgn.parse, pgn.write),
    "trf26": Notation("TRF26 line 222", trf26.parse, trf26.write),
    "us": Notation("US Chess", us_chess.parse, us_chess.write),
    "uci": Notation("UCI", uci.parse, uci.write),
    "lichess": Notation("lichess", lichess.parse, lichess.write),
}
