"""Players from a CSV file: name and rating. What is wrong is said with its line.

The numbers are given here: the place in the list ordered by rating, the higher first (rule 9.1);
equal ratings by name, in the order of an alphabet, then as the file has them.
"""

from __future__ import annotations

from pathlib import Path
from unicodedata import combining, normalize

from host_tools.threes.delimited import read_rows
from host_tools.threes.errors import ThreesError
from host_tools.threes.model import (
    MOST_NAME,
    MOST_PLAYERS,
    MOST_RATING,
    PLAYERS_AT_A_TABLE,
    Player,
)

COLUMNS = {
    "name": ("nombre", "player", "jugador"),
    "rating": ("elo", "fide", "puntuacion elo"),
}
NO_RATING = ("", "-", "0", "unrated", "unr")


def check_name(text: str) -> str:
    """Return a name with single spaces; ThreesError if it cannot be one.

    It must say who is meant, fit on a sheet, and start no formula in a spreadsheet. A letter and
    its accent become one character, as most programs write them.
    """
    name = normalize("NFC", " ".join(text.split()))
    if not name:
        raise ThreesError("the name is empty")
    if len(name) > MOST_NAME:
        raise ThreesError(f"the name has {len(name)} characters, {MOST_NAME} at the most")
    if not name.isprintable():
        raise ThreesError(f"the name {name!r} has a character that cannot be printed")
    if name[0] in "=+-@":
        raise ThreesError(f"the name {name!r} begins with {name[0]!r}, which spreadsheets run")
    if name.isdecimal():
        raise ThreesError(f"the name {name!r} is a number, and numbers are given by the list")
    return name


def check_rating(text: str) -> int:
    """Return a rating, 0 for none; ThreesError if it is no whole number from 0 to 4000."""
    rating = text.strip().casefold()
    if rating in NO_RATING:
        return 0
    if not (rating.isascii() and rating.isdecimal()) or len(rating) > 5:
        raise ThreesError(f"the rating {text.strip()!r} is no whole number")
    if int(rating) > MOST_RATING:
        raise ThreesError(f"the rating {rating} is above {MOST_RATING}")
    return int(rating)


def same_name(name: str) -> str:
    """Return what two names have in common that cannot be told apart."""
    return normalize("NFC", normalize("NFC", name).casefold())


def in_alphabet(name: str) -> tuple[str, str]:
    """Return where a name stands in a list: accents do not count, and \u00f1 comes after n.

    By the numbers of the characters a name that begins with an accent would be last of all, and
    the last of equal ratings rest first. Names that differ by accents alone go by the whole name.
    """
    whole = same_name(name)
    letters = normalize("NFKD", whole.replace("\u00f1", "n\x7f"))
    return "".join(letter for letter in letters if not combining(letter)), whole


def read_players(path: Path) -> tuple[Player, ...]:
    """Return the players of a file with their numbers; ThreesError names the first wrong line."""
    listed: list[tuple[str, int]] = []
    lines: dict[str, int] = {}
    problems: list[tuple[int, str]] = []
    for row in read_rows(path, COLUMNS, ("name", "rating")):
        try:
            name = check_name(row.texts["name"])
            rating = check_rating(row.texts["rating"])
            key = same_name(name)
            if key in lines:
                raise ThreesError(
                    f"{name!r} is on line {lines[key]}, too: tell them apart, as by a club"
                )
        except ThreesError as error:
            problems.append((row.line, str(error)))
            continue
        lines[key] = row.line
        listed.append((name, rating))
    if problems:
        line, text = problems[0]
        others = ", ".join(str(other) for other, _ in problems[1:6])
        more = f" (also wrong: line {others}{' ...' if len(problems) > 6 else ''})"
        raise ThreesError(f"{path}: line {line}: {text}{more if others else ''}")
    if len(listed) < PLAYERS_AT_A_TABLE:
        raise ThreesError(f"{path}: three players at least, and there are {len(listed)}")
    if len(listed) > MOST_PLAYERS:
        raise ThreesError(f"{path}: {len(listed)} players, {MOST_PLAYERS} at the most")
    listed.sort(key=lambda each: (-each[1], in_alphabet(each[0])))
    return tuple(Player(number, *each) for number, each in enumerate(listed, 1))
