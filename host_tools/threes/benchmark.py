"""How long a large tournament takes: `python -m host_tools.threes.benchmark [PLAYERS [ROUNDS]]`.

It plays a tournament with results by chance through a real tournament file, with the commands an
arbiter uses, in both modes of `--thirds`, and prints the seconds and what the rounds break.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table as Grid

from host_tools.threes import page, sheet_rows
from host_tools.threes.desk import Desk
from host_tools.threes.model import Result, Thirds, Tournament
from host_tools.threes.scoring import meetings
from host_tools.threes.texts import ENGLISH
from host_tools.threes.trio_search import TWICE

PLAYERS, ROUNDS, SEED = 300, 9, 1
RESULTS = (Result.white_wins, Result.black_wins, Result.draw)


def play(folder: Path, players: int, rounds: int, thirds: Thirds) -> dict[str, str]:
    """Play a tournament and return its figures, in words."""
    dice = random.Random(SEED)
    listed = folder / "players.csv"
    ratings = sorted((dice.randint(1000, 2600) for _ in range(players)), reverse=True)
    rows = [f"Player {number},{rating}" for number, rating in enumerate(ratings, 1)]
    listed.write_text("\n".join(["name,rating", *rows]) + "\n", encoding="utf-8")
    desk = Desk(folder / f"{thirds}.3x2")
    begin = perf_counter()
    desk.new(listed, rounds, "Benchmark", thirds)
    pairing = entering = 0.0
    worst = 0.0
    for _ in range(rounds):
        start = perf_counter()
        desk.pair()
        seconds = perf_counter() - start
        pairing += seconds
        worst = max(worst, seconds)
        start = perf_counter()
        results = folder / "results.csv"
        lines = [
            f"{table.number},{game.board},{dice.choice(RESULTS)}"
            for table, game in desk.read().rounds[-1].games()
        ]
        results.write_text("\n".join(["table,board,result", *lines]) + "\n", encoding="utf-8")
        desk.enter_results_from(results)
        entering += perf_counter() - start
    start = perf_counter()
    tournament = desk.read()
    sheet_rows.standings_sheet(tournament, None, ENGLISH)
    page.table_page(tournament, tournament.round(None), ENGLISH)
    sheets = perf_counter() - start
    return {
        "thirds": thirds,
        "pairings": f"{pairing:.1f} s",
        "slowest round": f"{worst:.1f} s",
        "results": f"{entering:.1f} s",
        "standings and table sheets": f"{sheets:.1f} s",
        "all": f"{perf_counter() - begin:.1f} s",
        "third time same color": str(too_often(tournament)),
        "same color again": str(again(tournament)),
    }


def too_often(tournament: Tournament) -> int:
    """Return how many games were the third or later with the same colors (rule 4)."""
    return sum(max(0, times - TWICE) for times in meetings(tournament.rounds).values())


def again(tournament: Tournament) -> int:
    """Return how many games had colors as before (rule 6)."""
    return sum(times - 1 for times in meetings(tournament.rounds).values())


def main(arguments: list[str]) -> None:
    """Print the figures of both modes."""
    players = int(arguments[0]) if arguments else PLAYERS
    rounds = int(arguments[1]) if len(arguments) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as name:
        figures = [play(Path(name), players, rounds, thirds) for thirds in Thirds]
    grid = Grid(title=f"{players} players, {rounds} rounds", title_justify="left")
    grid.add_column("")
    for each in figures:
        grid.add_column(f"--thirds {each['thirds']}", justify="right")
    for what in figures[0]:
        if what != "thirds":
            grid.add_row(what, *(each[what] for each in figures))
    Console(highlight=False).print(grid)


if __name__ == "__main__":
    main(sys.argv[1:])
