"""Sheets as printable HTML: one file, nothing loaded from elsewhere, A4."""

from __future__ import annotations

import html
from pathlib import Path

from host_tools.threes.drawing import SEATS, VIEW, boards_symbol, corner
from host_tools.threes.model import Round, Table, Tournament, halves_text
from host_tools.threes.sheet_rows import Place, Sheet, heading, places, scores_before
from host_tools.threes.texts import Words

STYLE = Path(__file__).resolve().parent / "sheet.css"
SYMBOL = "boards"
NAMES = ("white", "black", "name", "left", "right", "status")  # columns that may be broken


def document(title: str, body: str, words: Words) -> str:
    """Return a whole page."""
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{STYLE.read_text(encoding='utf-8')}"
        f"</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def sheet_page(tournament: Tournament, sheet: Sheet, words: Words) -> str:
    """Return a sheet of rows as a page; columns without a heading are left out."""
    shown = [index for index, column in enumerate(sheet.columns) if column.heading]
    head = "".join(
        f"<th{_side(sheet, index)}>{html.escape(sheet.columns[index].heading)}</th>"
        for index in shown
    )
    rows = []
    for place, row in enumerate(sheet.rows):
        kind = ""
        if sheet.group and place % sheet.group == 0:
            kind = " class=first"
        elif sheet.group and (place + 1) % sheet.group == 0:
            kind = " class=last"
        cells = "".join(
            f"<td{_side(sheet, index)}>{html.escape(row[index])}</td>" for index in shown
        )
        rows.append(f"<tr{kind}>{cells}</tr>")
    notes = "".join(f"<p>{html.escape(note)}</p>" for note in sheet.notes)
    body = (
        f"<h1>{html.escape(tournament.name)}</h1>\n"
        f"<h2>{html.escape(sheet.title)}, {html.escape(sheet.subtitle)}</h2>\n"
        f'<table class="rows">\n<thead><tr>{head}</tr></thead>\n<tbody>\n'
        + "\n".join(rows)
        + f"\n</tbody>\n</table>\n{notes}"
    )
    return document(f"{tournament.name}: {sheet.title}", body, words)


def _side(sheet: Sheet, index: int) -> str:
    column = sheet.columns[index]
    if column.right:
        return " class=right"
    return " class=name" if column.key in NAMES else ""


def table_page(tournament: Tournament, one: Round, words: Words) -> str:
    """Return a sheet for each table: who sits where, the boards, the start (rules 12 to 14)."""
    scores = scores_before(tournament, one)
    title = heading(tournament, one, words)
    parts = [f'<svg class="symbol">{boards_symbol(SYMBOL)}</svg>']
    for table in one.tables:
        seats = places(tournament, table, scores)
        start = "".join(f"<li>{html.escape(text)}</li>" for text in words.start)
        parts.append(
            f'<section class="table-sheet">\n<header><h1>{html.escape(words.table)}'
            f" {table.number}</h1><p>{html.escape(tournament.name)}<br>{html.escape(title)}</p>"
            f"</header>\n<div class=columns>\n<div>{_drawing(seats)}\n"
            f"<p class=legend>{_legend(words)}</p></div>\n{_seats(seats, words)}\n</div>\n"
            f"{_games(tournament, table, words)}\n"
            f"<h2>{html.escape(words.start_title)}</h2>\n<ol>{start}</ol>\n</section>"
        )
    return document(f"{tournament.name}: {words.table}", "\n".join(parts), words)


def _drawing(seats: tuple[Place, ...]) -> str:
    """Return the boards with the three players at their corners."""
    left, top, width, height = VIEW.split()
    texts = []
    for place in seats:
        x, y = corner(SEATS[place.seat], 112)
        side = {1: "middle", 2: "end", 3: "start"}[place.seat]
        y += 12 if place.seat == 1 else 0
        texts.append(
            f'<text class="seat" x="{x:.1f}" y="{y:.1f}" text-anchor="{side}">'
            f"{place.number}</text>"
        )
    return (
        f'<svg class="drawing" viewBox="{VIEW}" role="img"><use href="#{SYMBOL}"'
        f' x="{left}" y="{top}" width="{width}" height="{height}"/>'
        f"{''.join(texts)}</svg>"
    )


def _legend(words: Words) -> str:
    """Return what the marks at the edges of the boards mean."""
    return f"&#9675; {html.escape(words.white)} &nbsp; &#9679; {html.escape(words.black)}"


def _seats(seats: tuple[Place, ...], words: Words) -> str:
    head = (words.number, words.player, words.rating, words.score, words.white_on, words.black_on)
    rows = [
        f"<tr><td class=right>{place.number}</td><td class=name>{html.escape(place.name)}</td>"
        f"<td class=right>{place.rating}</td><td class=right>{place.score}</td>"
        f"<td>{place.white_board} ({html.escape(words.left)})</td>"
        f"<td>{place.black_board} ({html.escape(words.right)})</td></tr>"
        for place in seats
    ]
    headings = "".join(f"<th>{html.escape(text)}</th>" for text in head)
    return f'<table class="rows"><tr>{headings}</tr>{"".join(rows)}</table>'


def _games(tournament: Tournament, table: Table, words: Words) -> str:
    head = (words.board, words.white, words.result, words.black, words.points)
    rows = []
    for game in table.games:
        result = "" if game.result is None else html.escape(str(game.result))
        halves = table.points_of(game.white)
        points = "" if halves is None else halves_text(halves)
        rows.append(
            f"<tr><td><b>{game.board}</b></td>"
            f"<td class=name>{html.escape(str(tournament.player(game.white)))}</td>"
            f"<td class=write>{result}</td>"
            f"<td class=name>{html.escape(str(tournament.player(game.black)))}</td>"
            f"<td class=write>{points}</td></tr>"
        )
    headings = "".join(f"<th>{html.escape(text)}</th>" for text in head)
    note = f"<p class=note>{html.escape(words.points_note)}</p>"
    return f'<table class="rows"><tr>{headings}</tr>{"".join(rows)}</table>{note}'


def board_page(tournament: Tournament, one: Round, words: Words) -> str:
    """Return a slip for each board, on which the result is written and signed."""
    title = heading(tournament, one, words)
    slips = []
    for table, game in one.games():
        players = "".join(
            f"<tr><td>{html.escape(color)}</td><td><b>{html.escape(str(tournament.player(who)))}"
            f"</b></td><td class=box></td></tr><tr><td class=sign colspan=3>"
            f"{html.escape(words.signature)}</td></tr>"
            for color, who in ((words.white, game.white), (words.black, game.black))
        )
        slips.append(
            f'<section class="slip"><header><h2>{html.escape(words.table)} {table.number},'
            f" {html.escape(words.board)} {game.board}</h2><p>{html.escape(tournament.name)}<br>"
            f"{html.escape(title)}</p></header><table>{players}</table></section>"
        )
    body = f'<div class="slips">\n{chr(10).join(slips)}\n</div>'
    return document(f"{tournament.name}: {words.boards}", body, words)
