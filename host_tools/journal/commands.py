"""`chessclock verify`, `chessclock journal` and `chessclock pgn`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from rich.console import Console

from host_tools.console.files import screen
from host_tools.journal.blocks import JournalError, read_blocks, shown
from host_tools.journal.chain import Journal, read_journal
from host_tools.journal.games import PlayedGame, games_of, moments
from host_tools.journal.tables import (
    as_csv,
    as_json,
    entries_as_dicts,
    game_as_dict,
    games_as_dicts,
    moves_as_dicts,
    print_entries,
    print_games,
    print_moves,
)
from host_tools.whole_file import write_whole

NO_KEY = "The chain has no key: it shows damage and careless edits, not forgery."
PICTURES = (".svg", ".png")


def verify_command(paths: Sequence[Path]) -> int:
    """Run `chessclock verify`; return 0 if every chain is whole, 1 if not, 2 for no journal."""
    status = 0
    for path in paths:
        if len(paths) > 1:
            print(f"{shown(path)}:")
        status = max(status, _run("verify", partial(_verify, path)))
    return status


def journal_command(path: Path, game: int | None, form: str | None) -> int:
    """Run `chessclock journal`: list games, or every entry of one; `form` is None, json or csv.

    Return 0, or 2 for unusable input.
    """
    return _run("journal", lambda: _list(path, game, form))


def pgn_command(
    path: Path,
    *,
    game: int | None = None,
    moves: Path | None = None,
    moves_game: int | None = None,
    form: str | None = None,
    picture: Path | None = None,
    output: Path | None = None,
    decimals: int = 0,
) -> int:
    """Run `chessclock pgn`; return 0, or 2 for unusable input.

    game              which game of the journal; None for the last one
    moves, moves_game a PGN file, and which of its games
    form              None (PGN with `moves`, else a table), json or csv
    picture           a file to draw the times into, .svg or .png
    output            a file for what is printed otherwise
    decimals          of a second in the PGN, 0 to 3
    """
    return _run(
        "pgn",
        lambda: _pgn(path, game, moves, moves_game, form, picture, output, decimals),
    )


def _run(command: str, act: Callable[[], int]) -> int:
    from host_tools.pgn import PgnError

    try:
        return act()
    except (JournalError, PgnError) as error:
        print(f"chessclock {command}: {error}", file=sys.stderr)
        return 2


def _note(command: str, text: str) -> None:
    print(f"chessclock {command}: {text}", file=sys.stderr)


# --- verify --------------------------------------------------------------------------------------


def _verify(path: Path) -> int:
    blocks = read_blocks(path)
    journal = read_journal(blocks)
    for problem in journal.problems:
        print(problem)
    for line in _summary(journal):
        print(line)
    return 1 if journal.problems else 0


def _summary(journal: Journal) -> list[str]:
    """Return what can be said of a journal beside its problems."""
    if not journal.entries:
        return ["NOT WHOLE." if journal.problems else "The journal is empty: nothing is recorded."]
    first, last = journal.entries[0].number, journal.entries[-1].number
    lines = []
    if journal.problems:
        count = len(journal.problems)
        lines.append(f"NOT WHOLE: {count} {'problem' if count == 1 else 'problems'}.")
    else:
        seals = f"{journal.seals} {'seal' if journal.seals == 1 else 'seals'}"
        lines.append(f"Whole: records {first} to {last}, {seals}.")
    if first > 1:
        lines.append(f"It begins with record {first}: what was before it is not there any more.")
    if journal.sealed < last:
        since = max(journal.sealed + 1, first)
        which = f"Record {last} is" if since == last else f"Records {since} to {last} are"
        lines.append(f"{which} not sealed yet: only its own check sum shows damage there.")
    games = games_of(journal.entries)
    standings = sum(game.standings for game in games)
    differences = [f"game {game.number}, {text}" for game in games for text in game.differences]
    if standings:
        lines.append(
            f"Where the clock stood, {standings} times, it had written down the times that follow"
            f" from the presses{'.' if not differences else ', but for:'}"
        )
    return [*lines, *differences, NO_KEY]


# --- journal -------------------------------------------------------------------------------------


def _open(path: Path, command: str) -> tuple[Journal, list[PlayedGame]]:
    """Return a journal and its games; say it if it is not whole."""
    journal = read_journal(read_blocks(path))
    if journal.problems:
        more = len(journal.problems) - 1
        tail = f" (and {more} more, see chessclock verify)" if more else ""
        _note(command, f"the journal is not whole: {journal.problems[0]}{tail}")
    return journal, games_of(journal.entries)


def _choose(games: list[PlayedGame], number: int | None, path: Path, command: str) -> PlayedGame:
    if not games:
        raise JournalError(f"{shown(path)}: no game has begun in this journal")
    if number is None:
        if len(games) > 1:
            _note(command, f"game {len(games)} of {len(games)} (--game N takes another)")
        return games[-1]
    if number > len(games):
        raise JournalError(f"{shown(path)}: game {number}: there are only {len(games)}")
    return games[number - 1]


def _list(path: Path, number: int | None, form: str | None) -> int:
    journal, games = _open(path, "journal")
    console = screen()
    if number is None:
        if form == "json":
            print(as_json(games_as_dicts(games)), end="")
        elif form == "csv":
            print(as_csv(games_as_dicts(games)), end="")
        else:
            print_games(games, journal, console)
        return 0
    game = _choose(games, number, path, "journal")
    when = moments(journal.entries)
    if form is None:
        print_entries(game, when, console)
    else:
        rows = entries_as_dicts(game, when)
        whole = game_as_dict(game) | {"entries": rows}
        print(as_json(whole) if form == "json" else as_csv(rows), end="")
    return 0


# --- pgn -----------------------------------------------------------------------------------------


def _pgn(
    path: Path,
    number: int | None,
    moves: Path | None,
    moves_game: int | None,
    form: str | None,
    picture: Path | None,
    output: Path | None,
    decimals: int,
) -> int:
    if picture is not None and picture.suffix.lower() not in PICTURES:
        raise JournalError(f"{shown(picture)}: a picture is .svg or .png")
    if moves_game is not None and moves is None:
        raise JournalError("--moves-game without --moves")
    _keep_apart([path, moves], [output, picture])
    _, games = _open(path, "pgn")
    game = _choose(games, number, path, "pgn")
    for difference in game.differences:
        _note("pgn", f"game {game.number}, {difference}")
    text = None
    names: list[str] = []
    players: tuple[str, ...] = ()
    if moves is not None:
        from host_tools.journal.moves import time_a_game

        timed = time_a_game(game, moves, moves_game, decimals)
        for note in timed.notes:
            _note("pgn", note)
        text = timed.text()
        names = timed.names[timed.first :]
        players = (timed.pgn.headers.get("White", "?"), timed.pgn.headers.get("Black", "?"))
    if picture is not None:
        _draw(game, players, picture)
        if form is None and output is None and moves is None:
            return 0
    if form == "json":
        rows = moves_as_dicts(game, names)
        text = as_json(game_as_dict(game) | {"moves": rows})
    elif form == "csv":
        text = as_csv(moves_as_dicts(game, names))
    if text is not None:
        _put(text, output)
    elif output is None:
        print_moves(game, names, screen())
    else:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
            print_moves(game, names, Console(file=file, highlight=False, markup=False, width=100))
            file.seek(0)
            _put(file.read(), output)
    return 0


def _keep_apart(sources: list[Path | None], targets: list[Path | None]) -> None:
    """Raise JournalError before a file is written over one that is read, or over another."""
    taken = [source.resolve() for source in sources if source is not None]
    for target in targets:
        if target is None:
            continue
        place = target.resolve()
        if place in taken or place.parent in taken:
            raise JournalError(f"{shown(target)}: would be written over what is read")
        taken.append(place)


def _draw(game: PlayedGame, players: tuple[str, ...], picture: Path) -> None:
    from host_tools.journal.picture import as_png, as_svg, shapes_of

    shapes = shapes_of(game, players)
    _write(as_svg(shapes) if picture.suffix.lower() == ".svg" else as_png(shapes), picture)
    _note("pgn", f"written: {shown(picture)}")


def _put(text: str, output: Path | None) -> None:
    if output is None:
        encoding = sys.stdout.encoding or "utf-8"
        print(text.encode(encoding, "backslashreplace").decode(encoding), end="")
    else:
        _write(text.encode(), output)
        _note("pgn", f"written: {shown(output)}")


def _write(content: bytes, path: Path) -> None:
    """Write a file as a whole, or leave what was there."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise JournalError(f"{shown(path)}: cannot be written: {error.strerror}") from error
