"""The commands that talk to clocks; what they need is loaded when one is called."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from host_tools.console.clock import Clock
    from host_tools.console.model import Side

LOOKING = "Clocks at work"
CHANGING = "Changing a game (the arbiter lock of the clock must be open)"
ENVIRONMENT_PORTS = "CHESSCLOCK_PORT"
ENVIRONMENT_FILE = "CHESSCLOCK_CLOCKS"

PortsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--port",
        "-p",
        envvar=ENVIRONMENT_PORTS,
        help="A clock: a port, socket://host:port, name=port, or a name from the file of clocks;"
        " may be given several times.",
    ),
]
ClocksOption = Annotated[
    Path | None,
    typer.Option(
        "--clocks",
        envvar=ENVIRONMENT_FILE,
        help="The file of clocks; without it clocks.toml, if there is one here.",
    ),
]
GameOption = Annotated[
    str | None, typer.Option("--game", help="A, B or C on a table of three games.")
]
SideArgument = Annotated[str, typer.Argument(help="left, right, white or black.")]
SureOption = Annotated[
    bool, typer.Option("--sure", help="Do it even where the clock would ask first.")
]
LowOption = Annotated[str, typer.Option("--low", help="Mark times from here down: 1:00, 30s.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON, a line a clock.")]
# A time may begin with a minus, and is no option then.
SIGNED = {"ignore_unknown_options": True}

presets = typer.Typer(
    name="presets",
    help="The user programs 101 to 110 of clocks, from a file and into one.\n\n"
    "Example: chessclock presets import event.toml",
    no_args_is_help=True,
)


class Undone(StrEnum):
    """What can be taken back."""

    press = "press"
    correction = "correction"


class Receiver(StrEnum):
    """Whose time a penalty changes."""

    opponent = "opponent"
    own = "own"


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    looking: dict[str, Callable[..., None]] = {
        "connect": connect,
        "status": status,
        "watch": watch,
        "sync-time": sync_time,
        "maintenance": maintenance,
        "lay-out": lay_out,
    }
    changing: dict[str, Callable[..., None]] = {
        "pause": pause,
        "resume": resume,
        "set-time": set_time,
        "add-time": add_time,
        "set-moves": set_moves,
        "set-period": set_period,
        "set-turn": set_turn,
        "swap-white": swap_white,
        "penalty": penalty,
        "illegal-move": illegal_move,
        "clear-flag": clear_flag,
        "undo": undo,
        "end": end,
        "put-away": put_away,
    }
    for name, function in looking.items():
        app.command(name, rich_help_panel=LOOKING)(function)
    app.add_typer(presets, rich_help_panel=LOOKING)
    for name, function in changing.items():
        settings = SIGNED if name == "add-time" else None
        app.command(name, rich_help_panel=CHANGING, context_settings=settings)(function)


def connect(
    port: PortsOption = None,
    clocks: ClocksOption = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="Write the clocks found into this file of clocks."),
    ] = None,
) -> None:
    """Find clocks: those named, those of the file of clocks, on USB, or virtual ones.

    Example: chessclock connect --save clocks.toml
    """
    from host_tools.console.look_commands import connect_command

    raise typer.Exit(connect_command(port or (), clocks, save))


def status(
    port: PortsOption = None,
    clocks: ClocksOption = None,
    json: JsonOption = False,
    low: LowOption = "1:00",
) -> None:
    """Show how every clock stands, once.

    Example: chessclock status --port table1 --port table2
    """
    from host_tools.console.look_commands import status_command
    from host_tools.console.times import read_time

    raise typer.Exit(status_command(port or (), clocks, json, read_time(low)))


def watch(
    port: PortsOption = None,
    clocks: ClocksOption = None,
    once: Annotated[bool, typer.Option("--once", help="Show it once, as status does.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Write JSON, a line for every state.")
    ] = False,
    hz: Annotated[
        int, typer.Option(min=1, max=10, help="How often a clock tells its state, a second.")
    ] = 10,
    low: LowOption = "1:00",
) -> None:
    """Watch clocks: a table that is kept up until Ctrl-C.

    > is before the time of the side to move; low times, flags, open locks and batteries are
    noted; a clock that was lost comes back by itself. A clock talks to one program at a time.

    Example: chessclock watch --port hall=socket://10.0.0.7:4001 --port /dev/ttyACM0
    """
    from host_tools.console.look_commands import status_command, watch_command
    from host_tools.console.times import read_time

    low_ms = read_time(low)
    if once:
        raise typer.Exit(status_command(port or (), clocks, json, low_ms))
    raise typer.Exit(watch_command(port or (), clocks, hz, json, low_ms))


def sync_time(
    port: PortsOption = None,
    clocks: ClocksOption = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say how far they are off, and set nothing.")
    ] = False,
) -> None:
    """Set the real-time clocks from this computer, and say how far they were off.

    Example: chessclock sync-time --dry-run
    """
    from host_tools.console.look_commands import sync_time_command

    raise typer.Exit(sync_time_command(port or (), clocks, dry_run))


def maintenance(
    port: PortsOption = None, clocks: ClocksOption = None, json: JsonOption = False
) -> None:
    """Show how clocks have run since they started: passes, errors, memory, room in the journal.

    Example: chessclock maintenance --port table1
    """
    from host_tools.console.look_commands import maintenance_command

    raise typer.Exit(maintenance_command(port or (), clocks, json))


def lay_out(
    what: Annotated[
        str, typer.Argument(help="A preset 1 to 41, a user program 101 to 110, or 90/40+30+30.")
    ],
    port: PortsOption = None,
    clocks: ClocksOption = None,
) -> None:
    """Lay a time control out for a new game: the clock is ready, the press starts it.

    Example: chessclock lay-out 101
    """
    from host_tools.console.game_commands import lay_out_command

    raise typer.Exit(lay_out_command(port or (), clocks, what))


# --- changing a game -----------------------------------------------------------------------------


def pause(port: PortsOption = None, clocks: ClocksOption = None) -> None:
    """Pause the games of a clock, of all that are meant.

    Example: chessclock pause --port table2
    """
    from host_tools.console.game_commands import on_all

    raise typer.Exit(on_all(port or (), clocks, lambda clock: clock.pause()))


def resume(
    port: PortsOption = None, clocks: ClocksOption = None, game: GameOption = None
) -> None:
    """Let the side to move run again; a game that is ready starts.

    Example: chessclock resume --port table2
    """
    from host_tools.console.game_commands import on_game

    raise typer.Exit(
        on_game(port or (), clocks, game, lambda clock, number: clock.resume(number))
    )


def set_time(
    side: SideArgument,
    time: Annotated[str, typer.Argument(help="1:05:00, 5:00, 0:30.5, 90m, 45s.")],
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Set the time of a side, in a pause.

    Example: chessclock set-time white 1:05:00 --port table2
    """
    from host_tools.console.game_commands import on_side
    from host_tools.console.times import read_time

    ms = read_time(time)

    def act(clock: Clock, one: Side, number: int | None) -> None:
        clock.set_time(one, ms, number, sure)

    raise typer.Exit(on_side(port or (), clocks, side, game, act))


def add_time(
    side: SideArgument,
    time: Annotated[str, typer.Argument(help="2:00, 90s; -2:00 takes it away.")],
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Add to the time of a side, or take from it, in a pause.

    Example: chessclock add-time left -0:30 --port table2
    """
    from host_tools.console.game_commands import on_side
    from host_tools.console.times import read_time

    ms = read_time(time, signed=True)

    def act(clock: Clock, one: Side, number: int | None) -> None:
        clock.add_time(one, ms, number, sure)

    raise typer.Exit(on_side(port or (), clocks, side, game, act))


def set_moves(
    side: SideArgument,
    moves: Annotated[int, typer.Argument(min=0, max=999, help="Completed moves.")],
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Set the counter of moves of a side, in a pause.

    Example: chessclock set-moves left 39 --port table2
    """
    from host_tools.console.game_commands import on_side

    def act(clock: Clock, one: Side, number: int | None) -> None:
        clock.set_moves(one, moves, number, sure)

    raise typer.Exit(on_side(port or (), clocks, side, game, act))


def set_period(
    side: SideArgument,
    period: Annotated[int, typer.Argument(min=1, max=99, help="The period, from 1.")],
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Put a side into a period of its time control, in a pause.

    Example: chessclock set-period right 2 --port table2
    """
    from host_tools.console.game_commands import on_side

    def act(clock: Clock, one: Side, number: int | None) -> None:
        clock.set_period(one, period, number, sure)

    raise typer.Exit(on_side(port or (), clocks, side, game, act))


def set_turn(
    side: SideArgument,
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Say whose turn it is, in a pause.

    Example: chessclock set-turn black --port table2
    """
    from host_tools.console.game_commands import on_side

    def act(clock: Clock, one: Side, number: int | None) -> None:
        clock.set_side_to_move(one, number, sure)

    raise typer.Exit(on_side(port or (), clocks, side, game, act))


def swap_white(
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Give White to the other side, before the game or in a pause.

    Example: chessclock swap-white --port table2
    """
    from host_tools.console.game_commands import on_game

    def act(clock: Clock, number: int | None) -> None:
        clock.swap_white(number, sure)

    raise typer.Exit(on_game(port or (), clocks, game, act))


def penalty(
    side: Annotated[str, typer.Argument(help="Who is penalized: left, right, white or black.")],
    time: Annotated[
        str | None, typer.Argument(help="2:00, 90s; without it the time of the Laws.")
    ] = None,
    to: Annotated[
        Receiver,
        typer.Option(
            "--to", help="opponent: the time is added to it. own: it is taken from the side."
        ),
    ] = Receiver.opponent,
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Penalize a side: time for its opponent, or less for itself; in a pause.

    Example: chessclock penalty white 2:00 --port table2
    """
    from host_tools.console.game_commands import on_side
    from host_tools.console.times import exact_time, read_time

    ms = None if time is None else read_time(time)

    def act(clock: Clock, one: Side, number: int | None) -> str:
        came_to = clock.penalty(one, ms, to.value, number, sure)
        verb = "less for" if to is Receiver.own else "more for the opponent of"
        return f"{exact_time(came_to)} {verb} {one}"

    raise typer.Exit(on_side(port or (), clocks, side, game, act))


def illegal_move(
    side: Annotated[str, typer.Argument(help="Who has played it: left, right, white or black.")],
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Note an illegal move (Laws 7.5): its press is taken back, the opponent gets time.

    Example: chessclock illegal-move black --port table2
    """
    from host_tools.console.game_commands import on_side

    def act(clock: Clock, one: Side, number: int | None) -> str:
        found = clock.illegal_move(one, number, sure)
        text = f"illegal move {found.count} of {one}"
        return f"{text}: by the Laws the game is lost" if found.is_last else text

    raise typer.Exit(on_side(port or (), clocks, side, game, act))


def clear_flag(
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Lift a flag, in a pause.

    Example: chessclock clear-flag --port table2
    """
    from host_tools.console.game_commands import on_game

    def act(clock: Clock, number: int | None) -> None:
        clock.clear_flag(number, sure)

    raise typer.Exit(on_game(port or (), clocks, game, act, only_one=True))


def undo(
    what: Annotated[Undone, typer.Argument(help="The last press, or the last correction.")],
    port: PortsOption = None,
    clocks: ClocksOption = None,
    game: GameOption = None,
    sure: SureOption = False,
) -> None:
    """Take the last press back, or the last correction, in a pause.

    Example: chessclock undo press --port table2
    """
    from host_tools.console.game_commands import on_game

    def act(clock: Clock, number: int | None) -> None:
        clock.undo(what.value, number, sure)

    raise typer.Exit(on_game(port or (), clocks, game, act, only_one=True))


def end(port: PortsOption = None, clocks: ClocksOption = None, game: GameOption = None) -> None:
    """End a game; the times stay on the displays.

    Example: chessclock end --port table2
    """
    from host_tools.console.game_commands import on_game

    raise typer.Exit(on_game(port or (), clocks, game, lambda clock, number: clock.end(number)))


def put_away(port: PortsOption = None, clocks: ClocksOption = None) -> None:
    """Put the game away: the clock is as before it, and its lock is closed.

    Example: chessclock put-away --port table2
    """
    from host_tools.console.game_commands import on_all

    raise typer.Exit(on_all(port or (), clocks, lambda clock: clock.put_away()))


# --- presets -------------------------------------------------------------------------------------

PresetsArgument = Annotated[Path, typer.Argument(help="A TOML file of programs.")]
ExactOption = Annotated[
    bool, typer.Option("--exact", help="Programs that the file has not are to be free.")
]


@presets.command("list")
def list_presets(port: PortsOption = None, clocks: ClocksOption = None) -> None:
    """List the user programs of clocks.

    Example: chessclock presets list --port table1
    """
    from host_tools.console.preset_commands import list_command

    raise typer.Exit(list_command(port or (), clocks))


@presets.command("validate")
def validate_presets(
    files: Annotated[list[Path], typer.Argument(help="TOML files of programs.")],
) -> None:
    """Check files of programs, without a clock, and print what they hold.

    Example: chessclock presets validate event.toml
    """
    from host_tools.console.preset_commands import validate_command

    raise typer.Exit(validate_command(files))


@presets.command("export")
def export_presets(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write into this file.")
    ] = None,
    port: PortsOption = None,
    clocks: ClocksOption = None,
) -> None:
    """Write the user programs of a clock as TOML.

    Example: chessclock presets export -o event.toml --port table1
    """
    from host_tools.console.preset_commands import export_command

    raise typer.Exit(export_command(port or (), clocks, output))


@presets.command("import")
def import_presets(
    file: PresetsArgument,
    exact: ExactOption = False,
    port: PortsOption = None,
    clocks: ClocksOption = None,
) -> None:
    """Give every clock the programs of a file; what it has already is left alone.

    Example: chessclock presets import event.toml --port table1 --port table2
    """
    from host_tools.console.preset_commands import import_command

    raise typer.Exit(import_command(port or (), clocks, file, exact))


@presets.command("diff")
def diff_presets(
    file: PresetsArgument,
    exact: ExactOption = False,
    port: PortsOption = None,
    clocks: ClocksOption = None,
) -> None:
    """Compare the programs of clocks with a file; exit status 1 if they differ.

    Example: chessclock presets diff event.toml
    """
    from host_tools.console.preset_commands import diff_command

    raise typer.Exit(diff_command(port or (), clocks, file, exact))
