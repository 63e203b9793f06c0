"""The `chessclock` command line.

Bad input gets one line on standard error that says what and where, and exit status 2; a
traceback is for a bug.
"""

from __future__ import annotations

import errno
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from host_tools.console.command_line import LOOKING, ClocksOption, PortsOption, register
from host_tools.threes.command_line import app as threes

app = typer.Typer(
    name="chessclock",
    help="The chess clock on your desk: play it, test it, replay games on it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(threes)
register(app)
DEFAULT_PORT = 8640
INTERRUPTED = 130  # the shells' exit status for Ctrl-C
# Why standard output may take no more: a full disk, a quota, a file that may not grow, a terminal
# that has gone.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class Runtime(StrEnum):
    """What runs the firmware."""

    micropython = "micropython"
    cpython = "cpython"


class Transition(StrEnum):
    """How the next period comes."""

    by_count = "by-count"
    at_zero = "at-zero"


class BonusTiming(StrEnum):
    """When a bonus is given."""

    before = "before"
    after = "after"


class NotationName(StrEnum):
    """How a time control is written."""

    organizers = "organizers"
    pgn = "pgn"
    trf26 = "trf26"
    us = "us"
    uci = "uci"
    lichess = "lichess"


NotationOption = Annotated[
    NotationName | None,
    typer.Option("--as", help="The notation of the text; without it the only usual reading."),
]
RuntimeOption = Annotated[
    Runtime | None,
    typer.Option(help="What runs the firmware; without it MicroPython where there is one."),
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"chessclock {version('chessclock')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def panel(
    port: Annotated[
        int, typer.Option(envvar="PORT", min=1, max=65535, help="Port on 127.0.0.1.")
    ] = DEFAULT_PORT,
    board: Annotated[
        str, typer.Option(help="virtual, virtual_rocker or virtual_table.")
    ] = "virtual",
    runtime: RuntimeOption = None,
    keep: Annotated[bool, typer.Option("--keep", help="Stay when no page is open.")] = False,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Play on the virtual clock: a web page with the firmware behind it.

    Example: chessclock panel --port 9000 --board virtual_rocker
    """
    from host_tools.panel import serve

    raise typer.Exit(serve(port, board, _name(runtime), keep, browser))


@app.command()
def virtual(
    count: Annotated[int, typer.Argument(min=1, max=16, help="How many clocks.")] = 1,
    play: Annotated[
        Path | None, typer.Option("--play", help="A file of lines to do first.", metavar="FILE")
    ] = None,
    first_port: Annotated[
        int,
        typer.Option(
            envvar="CHESSCLOCK_FIRST_PORT", min=1, max=65520, help="The port of the first clock."
        ),
    ] = 8701,
    runtime: RuntimeOption = None,
) -> None:
    """Run virtual clocks at TCP ports of this computer, to try everything without a clock.

    Type a line to press something: table1 right is the lever, table1 play a key, table1
    back+forward 1300 two keys for 1.3 s, table1 show what the displays show; help tells the rest.

    Example: chessclock virtual 3
    """
    from host_tools.bench.hall_command import virtual_command

    raise typer.Exit(virtual_command(count, first_port, play, _name(runtime)))


@app.command()
def replay(
    game: Annotated[Path, typer.Argument(help="A PGN file with [%clk] or [%emt] in it.")],
    control: Annotated[str | None, typer.Option(help="Time control, as 90/40+30+30.")] = None,
    notation: NotationOption = None,
    transition: Annotated[
        Transition | None, typer.Option(help="How the next period comes.")
    ] = None,
    bonus_timing: Annotated[
        BonusTiming | None, typer.Option(help="When a bonus is given.")
    ] = None,
    number: Annotated[
        int, typer.Option("--game", min=1, help="Which game of the file.")
    ] = 1,
    runtime: RuntimeOption = None,
    json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Play a recorded game on the virtual clock and compare every reading.

    Example: chessclock replay game.pgn --transition at-zero
    """
    from host_tools.replay import replay_command

    raise typer.Exit(
        replay_command(
            game,
            control=control,
            notation=_name(notation),
            transition=_name(transition),
            bonus_timing=_name(bonus_timing),
            runtime=_name(runtime),
            as_json=json,
            game=number,
        )
    )


@app.command()
def control(
    text: Annotated[str, typer.Argument(help="A time control: 90/40+30+30, G/60;d5, 300+5 ...")],
    notation: NotationOption = None,
    transition: Annotated[
        Transition | None, typer.Option(help="How the next period comes.")
    ] = None,
    bonus_timing: Annotated[
        BonusTiming | None, typer.Option(help="When a bonus is given.")
    ] = None,
    rating: Annotated[
        int | None,
        typer.Option(min=0, max=4000, help="The higher FIDE rating of the two players."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Explain a time control, write it in other notations, say whether it is rated.

    What is ambiguous is refused with all its readings.

    Example: chessclock control 90/40+30+30 --rating 2450
    """
    from host_tools.notation.command import control_command

    raise typer.Exit(
        control_command(
            text, _name(notation), _name(transition), _name(bonus_timing), rating, json
        )
    )


@app.command()
def vectors(
    file: Annotated[
        Path, typer.Argument(help="A JSON file of clock, display or notation vectors.")
    ],
    runtime: RuntimeOption = None,
) -> None:
    """Run a file of expected values through the core.

    Example: chessclock vectors tests/data/vectors/clock.json --runtime micropython
    """
    from host_tools.vectors import vectors_command

    raise typer.Exit(vectors_command(file, _name(runtime)))


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(help="Scenario files (.scn).")],
    runtime: RuntimeOption = None,
    accept: Annotated[
        bool, typer.Option("--accept", help="Write the trace into the file as expected.")
    ] = False,
) -> None:
    """Run scenario files on the virtual clock and print their traces.

    Exit status 1 if a file expects another trace.

    Example: chessclock scenario tests/scenarios/05-bounce-is-one-press.scn
    """
    from difflib import unified_diff

    from host_tools.bench.scenario import accept as write_expected
    from host_tools.bench.scenario import read_scenario, run_scenario

    console = Console(highlight=False, soft_wrap=True)
    failed = False
    for file in files:
        one = read_scenario(file)
        trace = run_scenario(one, _name(runtime))
        if len(files) > 1:
            console.print(f"{file}:", markup=False)
        for line in trace:
            console.print(line, markup=False)
        if accept:
            write_expected(file, trace)
        elif one.expected and one.expected != trace:
            failed = True
            for line in unified_diff(one.expected, trace, "expected", "got", lineterm="", n=1):
                console.print(line, markup=False)
    raise typer.Exit(1 if failed else 0)


@app.command()
def bench(
    runtime: RuntimeOption = None,
    json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
    watching: Annotated[
        bool,
        typer.Option("--watch", help="Measure chessclock watch instead, on ten virtual clocks."),
    ] = False,
) -> None:
    """Measure the firmware on the virtual board: ticks, heap, speed, budgets.

    Example: chessclock bench --runtime cpython
    """
    if watching:
        from host_tools.console.watch_bench import watch_bench

        raise typer.Exit(watch_bench(json))
    from host_tools.benchmark import benchmark_command

    raise typer.Exit(benchmark_command(_name(runtime), json))


BoardArgument = Annotated[str, typer.Argument(help="A board, see chessclock boards.")]
DisplaysOption = Annotated[
    str | None, typer.Option(help="Another display set of the board than its default.")
]


LinesOption = Annotated[
    bool, typer.Option("--lines", help="Crash reports with line numbers; takes some memory.")
]


@app.command()
def boards(
    all_boards: Annotated[
        bool, typer.Option("--all", help="The virtual boards, too.")
    ] = False,
) -> None:
    """List the boards there are, with their display sets.

    Example: chessclock boards
    """
    from host_tools.deploy.commands import boards_command

    raise typer.Exit(boards_command(all_boards))


@app.command()
def wiring(board: BoardArgument, displays: DisplaysOption = None) -> None:
    """Show what to connect to which pin of a board.

    Example: chessclock wiring pico --displays max7219
    """
    from host_tools.deploy.commands import wiring_command

    raise typer.Exit(wiring_command(board, displays))


@app.command()
def build(
    board: BoardArgument,
    displays: DisplaysOption = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the tree, and a package.json for mip, here."),
    ] = None,
    lines: LinesOption = False,
) -> None:
    """Build what a board gets and show how large it is.

    Example: chessclock build pico -o build/pico
    """
    from host_tools.deploy.commands import build_command

    raise typer.Exit(build_command(board, displays, output, lines))


@app.command()
def flash(
    board: BoardArgument,
    port: Annotated[
        str | None, typer.Option(help="The board's port; without it the only one found.")
    ] = None,
    displays: DisplaysOption = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="List what would be done, and change nothing.")
    ] = False,
    patience: Annotated[
        float, typer.Option(min=0.1, help="Wait this many times as long, for a slow device.")
    ] = 1.0,
    lines: LinesOption = False,
) -> None:
    """Bring the firmware onto a board, verify it, and wait until the clock runs.

    Only what differs is copied. Interrupted at any moment, it is repaired by running it again.

    Example: chessclock flash pico --port /dev/ttyACM0
    """
    from host_tools.deploy.commands import flash_command

    raise typer.Exit(flash_command(board, port, displays, dry_run, patience, lines))


@app.command()
def image(
    board: BoardArgument,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.")],
    displays: DisplaysOption = None,
    flash_mb: Annotated[
        int | None, typer.Option(help="Size of an ESP32 module's flash memory in MB.")
    ] = None,
) -> None:
    """Write an image of a board's file system, for factories.

    Example: chessclock image pico -o littlefs.img
    """
    from host_tools.deploy.commands import image_command

    raise typer.Exit(image_command(board, output, displays, flash_mb))


@app.command()
def selftest(
    board: BoardArgument,
    port: Annotated[
        str | None, typer.Option(help="The board's port; without it the only one found.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0, help="Compare the clock with this computer for so long.")
    ] = 60.0,
    wait: Annotated[
        float, typer.Option(min=1, help="Wait so many seconds for each lever and key.")
    ] = 30.0,
) -> None:
    """Test a board that has been built: levers, keys, displays, lamps, buzzer, battery, clock.

    You press and look; the clock says what came in. Nothing is changed on it.

    Example: chessclock selftest pico
    """
    from host_tools.selftest import selftest_command

    raise typer.Exit(selftest_command(board, port, seconds, wait))


@app.command(rich_help_panel=LOOKING)
def fetch(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="The file to write; of several clocks a folder."),
    ],
    port: PortsOption = None,
    clocks: ClocksOption = None,
) -> None:
    """Copy the journal of a clock into a file, of several into a folder. No side may run.

    Example: chessclock fetch -o board-12.journal
    """
    from host_tools.console.commands import fetch_command

    raise typer.Exit(fetch_command(port or (), clocks, output))


@app.command(rich_help_panel=LOOKING)
def days(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write its journal into this CSV file.")
    ] = None,
    port: PortsOption = None,
    clocks: ClocksOption = None,
) -> None:
    """Show the game of Triple Block that is on a clock: blocks, turn, when the clock reaches 0.

    Example: chessclock days -o board-12.csv
    """
    from host_tools.console.days import days_command

    raise typer.Exit(days_command(port or (), clocks, output))


@app.command()
def crash(
    report: Annotated[
        Path | None, typer.Argument(help="What a clock said when it crashed; else standard input.")
    ] = None,
) -> None:
    """Print the crash report of a clock with the names of the source.

    Example: chessclock crash report.txt
    """
    from host_tools.crash import crash_command

    raise typer.Exit(crash_command(report))


@app.command("export", rich_help_panel=LOOKING)
def export_games(
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="The file to write; of several clocks a folder."),
    ],
    port: PortsOption = None,
    clocks: ClocksOption = None,
) -> None:
    """Copy the games of a clock that is to be replaced into a file: times, moves, everything.

    Example: chessclock export -o board-12.json
    """
    from host_tools.console.commands import export_command

    raise typer.Exit(export_command(port or (), clocks, output))


@app.command("import", rich_help_panel=LOOKING)
def import_games(
    file: Annotated[Path, typer.Argument(help="What chessclock export wrote.")],
    port: PortsOption = None,
    clocks: ClocksOption = None,
) -> None:
    """Give the games in a file to a clock that has none; they stand, as they did on the other.

    Example: chessclock import board-12.json --port /dev/ttyACM1
    """
    from host_tools.console.commands import import_command

    raise typer.Exit(import_command(port or (), clocks, file))


@app.command()
def manual(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Copy the documents into this folder.")
    ] = None,
    pdf: Annotated[
        bool, typer.Option("--pdf", help="Print guide and label there as PDF files, too.")
    ] = False,
) -> None:
    """Say where the arbiter's documents are: quick guide, label and manual, in two languages.

    Example: chessclock manual -o build/manual --pdf
    """
    from host_tools.manual import documents_command

    raise typer.Exit(documents_command(output, pdf))


JournalArgument = Annotated[
    Path,
    typer.Argument(help="The folder with the clock's files j00, j01, ..., or one file of blocks."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON.")]
CsvOption = Annotated[bool, typer.Option("--csv", help="Write CSV.")]


@app.command()
def verify(
    journal: Annotated[
        list[Path],
        typer.Argument(
            help="The folder with a clock's files j00, j01, ..., or one file of blocks; several"
            " for several clocks.",
        ),
    ],
) -> None:
    """Check the journal of a clock: whether it is whole, and which records are missing or damaged.

    Exit status 1 if it is not whole. The chain has no key: forgery does not show.

    Example: chessclock verify journal
    """
    from host_tools.journal.commands import verify_command

    raise typer.Exit(verify_command(journal))


@app.command("journal")
def list_journal(
    journal: JournalArgument,
    game: Annotated[
        int | None, typer.Option("--game", min=1, help="Every entry of this game.")
    ] = None,
    json: JsonOption = False,
    csv: CsvOption = False,
) -> None:
    """List the games in the journal of a clock, or every entry of one in plain words.

    Example: chessclock journal journal --game 2
    """
    from host_tools.journal.commands import journal_command

    raise typer.Exit(journal_command(journal, game, _form(json, csv)))


@app.command("pgn")
def time_pgn(
    journal: JournalArgument,
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, help="Which game of the journal; without it the last."),
    ] = None,
    moves: Annotated[
        Path | None, typer.Option(help="A PGN file with the moves; its times are written into it.")
    ] = None,
    moves_game: Annotated[
        int | None, typer.Option(min=1, help="Which game of the PGN file.")
    ] = None,
    csv: CsvOption = False,
    json: JsonOption = False,
    picture: Annotated[
        Path | None, typer.Option(help="Draw time left against moves into this .svg or .png.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write into this file.")
    ] = None,
    decimals: Annotated[
        int, typer.Option(min=0, max=3, help="Decimals of a second in the PGN.")
    ] = 0,
) -> None:
    """Write the times of a game into its moves, or a table of them, or a picture.

    Example: chessclock pgn journal --moves game.pgn -o timed.pgn
    """
    from host_tools.journal.commands import pgn_command

    raise typer.Exit(
        pgn_command(
            journal,
            game=game,
            moves=moves,
            moves_game=moves_game,
            form=_form(json, csv),
            picture=picture,
            output=output,
            decimals=decimals,
        )
    )


@app.command("triple-block")
def triple_block(
    days: Annotated[
        int | None, typer.Option("--days", help="Duration of the event, 300 to 1999 days.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option("--start", help="Its beginning: 2026-12-01, or with a time of day."),
    ] = None,
    end: Annotated[
        str | None,
        typer.Option("--end", help="When it ends, in place of the duration; a date is its 0:00."),
    ] = None,
    average: Annotated[
        str | None,
        typer.Option("--average-elo", help="Propose a duration for this average rating."),
    ] = None,
    simulate: Annotated[
        Path | None,
        typer.Option(
            "--simulate",
            help="Play dated moves: a CSV file with the column time, and side and action.",
        ),
    ] = None,
    guaranteed_time: Annotated[
        bool, typer.Option("--guaranteed-time", help="3 days after each move from 51 on.")
    ] = False,
    team: Annotated[bool, typer.Option("--team", help="An event of teams.")] = False,
    zone: Annotated[
        str, typer.Option("--zone", help="Zone of dates: UTC, +01:00 or Europe/Madrid.")
    ] = "UTC",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write a file: .md or .csv.")
    ] = None,
) -> None:
    """Triple Block, correspondence chess: the blocks of an event, a table for its letter.

    The manual is host_tools/triple_block/TRIPLE_BLOCK.md.

    Example: chessclock triple-block --days 600 --start 2026-12-01
    """
    from host_tools.triple_block.command import triple_block_command

    raise typer.Exit(
        triple_block_command(
            days, start, end, average, simulate, guaranteed_time, team, zone, output
        )
    )


def _form(json: bool, csv: bool) -> str | None:
    if json and csv:
        raise typer.BadParameter("--json and --csv exclude each other")
    return "json" if json else "csv" if csv else None


def _name(choice: StrEnum | None) -> str | None:
    return None if choice is None else str(choice.value)


def main() -> None:
    """Run the command line; what is wrong with the input is one line and exit status 2."""
    from clockcore.period import ControlError

    from boards.schema import BoardError
    from host_tools.bench.child_process import BenchError, FirmwareError
    from host_tools.bench.scenario import ScenarioError
    from host_tools.console import ConsoleError
    from host_tools.deploy.errors import DeployError, InputError
    from host_tools.selftest import SelfTestError
    from host_tools.threes.errors import ThreesError
    from host_tools.triple_block.errors import TripleBlockError

    if sys.stdout is None:  # closed by who started us
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - to the end
    try:
        result = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()  # what cannot be written is said here, not in a traceback later
    except BrokenPipeError:
        _write_no_more()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None or error.errno not in FULL:
            raise
        _write_no_more()
        print(f"chessclock: the output cannot be written: {error.strerror}", file=sys.stderr)
        sys.exit(1)
    except typer.Abort as error:
        # A question that was not answered: by Ctrl-C, or because the input has ended.
        if isinstance(error.__context__, KeyboardInterrupt):
            print(file=sys.stderr)
            sys.exit(INTERRUPTED)
        print("\nchessclock: the input ended before the answer", file=sys.stderr)
        sys.exit(1)
    except InputError as error:
        _fail(str(error))
    except (FirmwareError, DeployError, ConsoleError, SelfTestError) as error:
        print(f"chessclock: {error}", file=sys.stderr)
        sys.exit(1)
    except (ControlError, ScenarioError, BenchError, BoardError) as error:
        _fail(str(error))
    except (ThreesError, TripleBlockError) as error:
        _fail(str(error))
    except Exception as error:
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        if not message():
            sys.exit(2)  # the help has been shown instead
        context = getattr(error, "ctx", None)
        _fail(message(), context.command_path if context else "chessclock")
    sys.exit(result or 0)


def _write_no_more() -> None:
    """Let what is still to be written go nowhere, so that Python does not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(text: str, command: str = "chessclock") -> None:
    print(f"{command}: {' '.join(text.split())}", file=sys.stderr)
    sys.exit(2)
