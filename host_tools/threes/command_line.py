"""The commands of `chessclock threes`; what they need is loaded when one is called."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from host_tools.threes.errors import ThreesError
from host_tools.threes.model import Thirds, TieBreak
from host_tools.threes.texts import Language

if TYPE_CHECKING:
    from host_tools.threes.desk import Desk
    from host_tools.threes.sheet_rows import Sheet

app = typer.Typer(
    name="threes",
    help="A tournament of 3X2: three players at a table, two games each at once.\n\n"
    "new, then for each round pair, sheet, result; at any time standings, why, withdraw, enter,"
    " no-show, undo. The manual is host_tools/threes/THREES.md.\n\n"
    "Example: chessclock threes new cup.3x2 --players players.csv --rounds 5",
    no_args_is_help=True,
)


class SheetKind(StrEnum):
    """What a sheet is for."""

    pairings = "pairings"  # the list for the wall
    tables = "tables"  # a sheet for each table
    boards = "boards"  # a slip for each board


class SheetFormat(StrEnum):
    """How a sheet comes."""

    screen = "screen"
    csv = "csv"
    html = "html"


FileArgument = Annotated[Path, typer.Argument(help="The tournament file.", metavar="FILE")]
PlayerArgument = Annotated[
    str, typer.Argument(help="Number, name, or part of a name.", metavar="PLAYER")
]
RoundOption = Annotated[int | None, typer.Option("--round", help="Without it the last round.")]
FormatOption = Annotated[
    SheetFormat | None,
    typer.Option("--format", help="Without it by the ending of the output, or screen."),
]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write a file: .html or .csv.")
]
LanguageOption = Annotated[Language, typer.Option("--language", help="Words of the sheet.")]
ThirdsOption = Annotated[
    Thirds | None,
    typer.Option(
        "--thirds",
        help="score: thirds inside score groups (rule 5). whole: of the whole list (rule 11.1"
        " word for word). For this round alone.",
    ),
]


def _desk(file: Path) -> Desk:
    from host_tools.threes.desk import Desk

    return Desk(file)


def _say(lines: list[str]) -> None:
    from host_tools.threes.output import say

    say(lines)


@app.command()
def new(
    file: FileArgument,
    players: Annotated[
        Path, typer.Option("--players", help="A CSV file with the columns name and rating.")
    ],
    rounds: Annotated[
        int, typer.Option("--rounds", help="How many rounds, return rounds included (rule 3).")
    ],
    name: Annotated[
        str | None, typer.Option("--name", help="Title; without it the name of the file.")
    ] = None,
    thirds: Annotated[
        Thirds,
        typer.Option(
            "--thirds",
            help="score: thirds inside score groups (rule 5). whole: of the whole list (rule"
            " 11.1 word for word).",
        ),
    ] = Thirds.score,
    double: Annotated[
        bool,
        typer.Option("--double", help="Every round is followed by its return round (rule 7)."),
    ] = False,
    ties: Annotated[
        str, typer.Option("--ties", help="Tie-breaks in their order, with commas between.")
    ] = "buchholz,sonneborn,wins",
) -> None:
    """Make a tournament file from a list of players.

    Example: chessclock threes new cup.3x2 --players players.csv --rounds 5 --name "Summer Cup"
    """
    order = []
    for word in filter(None, ties.replace(" ", "").casefold().split(",")):
        if word not in list(TieBreak) or word in order:
            raise ThreesError(f"--ties: {word!r}: each at most once of {', '.join(TieBreak)}")
        order.append(TieBreak(word))
    if not order:
        raise ThreesError(f"--ties: name at least one of {', '.join(TieBreak)}")
    _say(_desk(file).new(players, rounds, name, thirds, double, order))


@app.command()
def pair(
    file: FileArgument,
    thirds: ThirdsOption = None,
    returning: Annotated[
        bool,
        typer.Option("--return", help="The return round of the last one: every cycle turned."),
    ] = False,
    why: Annotated[bool, typer.Option("--why", help="Say why, table by table.")] = False,
) -> None:
    """Pair the next round.

    Example: chessclock threes pair cup.3x2 --why
    """
    from host_tools.threes.output import show_reasons

    desk = _desk(file)
    _say(desk.pair(thirds, returning))
    if why:
        show_reasons(desk.reasons(None)[1])


@app.command()
def sheet(
    file: FileArgument,
    kind: Annotated[
        SheetKind,
        typer.Argument(
            metavar="KIND",
            help="pairings: the list for the wall. tables: a sheet for each table, with the"
            " seats and the start. boards: a slip for each board, to be signed.",
        ),
    ] = SheetKind.pairings,
    round_number: RoundOption = None,
    form: FormatOption = None,
    output: OutputOption = None,
    language: LanguageOption = Language.en,
) -> None:
    """Show or print the pairings, the table sheets or the board slips of a round.

    Example: chessclock threes sheet cup.3x2 tables -o tables.html --language es
    """
    from host_tools.threes import page, sheet_rows
    from host_tools.threes.texts import words_of

    tournament = _desk(file).read()
    one = tournament.round(round_number)
    words = words_of(language)
    make = {
        SheetKind.pairings: sheet_rows.pairing_list,
        SheetKind.tables: sheet_rows.table_list,
        SheetKind.boards: sheet_rows.board_list,
    }
    rows = make[kind](tournament, one, words)
    if kind is SheetKind.tables:
        html = page.table_page(tournament, one, words)
    elif kind is SheetKind.boards:
        html = page.board_page(tournament, one, words)
    else:
        html = page.sheet_page(tournament, rows, words)
    _deliver(file, tournament.name, rows, html, form, output)


@app.command(context_settings={"ignore_unknown_options": True})
def result(
    file: FileArgument,
    table: Annotated[int, typer.Argument(help="The table.", metavar="TABLE")],
    results: Annotated[
        list[str],
        typer.Argument(
            metavar="RESULT...",
            help="Three, for the boards A, B and C, or B=1-0 for one board. 1-0, 0-1, = (draw),"
            " 0-0; by absence +/-, -/+, -/-; * takes a result away.",
        ),
    ],
    round_number: RoundOption = None,
) -> None:
    """Enter the results of a table.

    Example: chessclock threes result cup.3x2 4 1-0 = 0-1
    """
    _say(_desk(file).enter_results(table, results, round_number))


@app.command()
def results(
    file: FileArgument,
    csv: Annotated[
        Path, typer.Argument(help="A CSV file: table, board, result.", metavar="CSV")
    ],
    round_number: RoundOption = None,
) -> None:
    """Enter results from a CSV file, as of `sheet pairings -o list.csv`, filled in.

    All of them, or none: what is wrong is named with its line.

    Example: chessclock threes results cup.3x2 list.csv
    """
    _say(_desk(file).enter_results_from(csv, round_number))


@app.command()
def standings(
    file: FileArgument,
    round_number: RoundOption = None,
    form: FormatOption = None,
    output: OutputOption = None,
    language: LanguageOption = Language.en,
) -> None:
    """Show the standings, with the tie-breaks and what they are.

    Example: chessclock threes standings cup.3x2 --round 3 -o standings.html
    """
    from host_tools.threes import page, sheet_rows
    from host_tools.threes.texts import words_of

    tournament = _desk(file).read()
    words = words_of(language)
    rows = sheet_rows.standings_sheet(tournament, round_number, words)
    html = page.sheet_page(tournament, rows, words)
    _deliver(file, tournament.name, rows, html, form, output)


@app.command()
def players(
    file: FileArgument,
    form: FormatOption = None,
    output: OutputOption = None,
    language: LanguageOption = Language.en,
) -> None:
    """List the players with their numbers.

    Example: chessclock threes players cup.3x2
    """
    from host_tools.threes import page, sheet_rows
    from host_tools.threes.texts import words_of

    tournament = _desk(file).read()
    words = words_of(language)
    rows = sheet_rows.player_list(tournament, words)
    _deliver(
        file, tournament.name, rows, page.sheet_page(tournament, rows, words), form, output
    )


@app.command(name="no-show")
def no_show(
    file: FileArgument,
    player: PlayerArgument,
    came: Annotated[bool, typer.Option("--came", help="Take it back: he came.")] = False,
) -> None:
    """Say that a player did not come to the last round.

    He scores 0; his two opponents play each other and score 1 for the missing game.

    Example: chessclock threes no-show cup.3x2 17
    """
    _say(_desk(file).no_show(player, came))


@app.command()
def withdraw(file: FileArgument, player: PlayerArgument) -> None:
    """Say that a player is not paired any more.

    Example: chessclock threes withdraw cup.3x2 "Ana Ruiz"
    """
    _say(_desk(file).withdraw(player))


@app.command()
def readmit(file: FileArgument, player: PlayerArgument) -> None:
    """Let a player who has withdrawn play again, from the next round on.

    Example: chessclock threes readmit cup.3x2 17
    """
    _say(_desk(file).withdraw(player, back=True))


@app.command()
def enter(
    file: FileArgument,
    name: Annotated[str, typer.Argument(help="The name.", metavar="NAME")],
    rating: Annotated[str, typer.Argument(help="0 for none.", metavar="RATING")] = "0",
) -> None:
    """Let somebody enter late, from the next round on.

    Example: chessclock threes enter cup.3x2 "Luis Vega" 1850
    """
    _say(_desk(file).enter(name, rating))


@app.command()
def undo(
    file: FileArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Take the last round back: its tables, results and no-shows.

    Asks first where results would go with it. Players who entered or withdrew since stay as they
    are.

    Example: chessclock threes undo cup.3x2
    """
    desk = _desk(file)
    one = desk.last_round()
    known = sum(game.result is not None for _, game in one.games())
    question = f"Take round {one.number} back, with {known} results?"
    if known and not yes and not typer.confirm(question):
        _say(["Nothing is changed."])
        raise typer.Exit(1)
    _say(desk.undo())


@app.command()
def why(
    file: FileArgument,
    round_number: RoundOption = None,
    table: Annotated[int | None, typer.Option("--table", help="One table alone.")] = None,
) -> None:
    """Say why a round is paired as it is: every choice, with its rule.

    Example: chessclock threes why cup.3x2 --round 2 --table 4
    """
    from host_tools.threes.output import show_reasons

    one, reasons = _desk(file).reasons(round_number)
    if table is not None:
        if not 1 <= table <= len(one.tables):
            raise ThreesError(
                f"there is no table {table} in round {one.number}: 1 to {len(one.tables)}"
            )
        reasons = [reason for reason in reasons if reason.table == table]
    show_reasons(reasons)


@app.command()
def log(
    file: FileArgument,
    full: Annotated[
        bool, typer.Option("--full", help="Rounds that were taken back, too, as JSON.")
    ] = False,
) -> None:
    """Show everything that was done with a tournament file, with its time in UTC.

    Example: chessclock threes log cup.3x2
    """
    lines = []
    for at, command, detail in _desk(file).log():
        lines.append(f"{at} {command}")
        if full and detail:
            lines.append(f"    {detail}")
    _say(lines)


def _deliver(
    file: Path,
    title: str,
    rows: Sheet,
    html: str,
    form: SheetFormat | None,
    output: Path | None,
) -> None:
    from host_tools.threes.output import deliver, sheet_csv, show_sheet

    if output is not None:
        ending = {".html": SheetFormat.html, ".htm": SheetFormat.html, ".csv": SheetFormat.csv}
        found = ending.get(output.suffix.lower())
        if found is None or (form is not None and form is not found):
            raise ThreesError(f"{output}: a sheet is written into a file .html or .csv")
        if output.exists() and output.samefile(file):
            raise ThreesError(f"{output}: is the tournament file itself")
        form = found
    if form is SheetFormat.html:
        deliver(html, output)
    elif form is SheetFormat.csv:
        deliver(sheet_csv(rows), output)
    else:
        show_sheet(title, rows)
