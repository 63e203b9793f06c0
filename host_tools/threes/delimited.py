"""A CSV file as rows with line numbers, whatever program wrote it.

Comma, semicolon or tab; with or without a byte order mark; names of columns in English or Spanish,
in any case and order. The first row has the names of the columns.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from host_tools.threes.errors import ThreesError

MOST_BYTES = 5_000_000
DELIMITERS = ",;\t"


@dataclass(frozen=True)
class Row:
    """A row of a file: the line on which it ends, and its texts by the names of the columns."""

    line: int
    texts: Mapping[str, str]


def read_rows(path: Path, columns: Mapping[str, tuple[str, ...]], needed: tuple[str, ...]) -> list[
    Row
]:
    """Return the rows of a file below its first one; empty rows are left out.

    `columns` has the other names of each column that is read; others are left alone. ThreesError
    with the line for what cannot be read, for a missing or doubled column and for surplus texts.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ThreesError(f"{path}: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise ThreesError(f"{path}: larger than {MOST_BYTES // 1_000_000} MB, this is no list")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ThreesError(
            f"{path}: line {line}: is not UTF-8: save the file as \"CSV UTF-8\""
        ) from None
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=first.count)  # the comma where there is none at all
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    names: list[str] | None = None
    begin = 1
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                begin = reader.line_num + 1
                continue
            if names is None:
                names = _names(path, reader.line_num, cells, columns, needed)
            else:
                if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
                    raise ThreesError(
                        f"{path}: line {begin}: {len(cells)} columns, and the first line has"
                        f" {len(names)}; a text with a {_word(delimiter)} in it needs quotes"
                    )
                cells += [""] * (len(names) - len(cells))
                texts = {name: cell.strip() for name, cell in zip(names, cells, strict=False)}
                rows.append(Row(begin, texts))
            begin = reader.line_num + 1
    except csv.Error as error:
        raise ThreesError(f"{path}: line {begin}: is no CSV: {error}") from None
    if names is None:
        raise ThreesError(f"{path}: line 1: is empty; it must name the columns:"
                          f" {', '.join(needed)}")
    return rows


def _word(delimiter: str) -> str:
    return {",": "comma", ";": "semicolon"}.get(delimiter, "tab")


def _names(
    path: Path,
    line: int,
    cells: list[str],
    columns: Mapping[str, tuple[str, ...]],
    needed: tuple[str, ...],
) -> list[str]:
    known = {other: name for name, others in columns.items() for other in (name, *others)}
    names = [known.get(cell.strip().casefold(), "") for cell in cells]
    for name in needed:
        if name not in names:
            there = ", ".join(cell.strip() for cell in cells)[:60]
            raise ThreesError(
                f"{path}: line {line}: there is no column {name!r}; the first line must name"
                f" {', '.join(needed)}, and it has: {there}"
            )
    for name in columns:
        if names.count(name) > 1:
            raise ThreesError(f"{path}: line {line}: there are two columns {name!r}")
    return names
