"""Takes the text of a PGN file apart into games, and says where one is broken.

Readers of PGN guess at what is meant by a broken file, and what they skip is skipped without a
word. A record with something left out makes other think times, so here everything must be
understood: headers, the moves of the main line with their comments, and where each of them ends.
Whether the moves can be played is not looked at.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from host_tools.notation.draft import quoted

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_HEADER = re.compile(
    r'\s*\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s*"((?:[^"\\]|\\.)*)"\s*\]', re.ASCII
)
# Values with quotes inside that should have been escaped; where such a line ends is clear.
_CARELESS = re.compile(
    r'\s*\[\s*([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s*"(.*(?<!\\))"\s*\]\s*$', re.ASCII
)
_NEXT_HEADER = re.compile(r"\]\s*\[")
_HEADER_START = re.compile(r"\s*\[\s*[A-Za-z0-9]", re.ASCII)
_ESCAPE = re.compile(r'\\(["\\])')
_TOKEN = re.compile(r"\s+|[{}();]|\$[0-9]*|[^\s{}();$]+")
_NUMBER = re.compile(r"([0-9]{1,5})(?:[.\u2026]+|$)")
_DOTS = ".\u2026"
_MOVE = re.compile(
    r"(?:[PNBRQK]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[PNBRQK]?@[a-h][1-8]"
    r"|O-O(?:-O)?|0-0(?:-0)?|--|Z0|0000|@@@@)[+#]*"
)
_INNER_TIME = re.compile(r"\{\s*\[%")
NOT_CLOSED = "the comment {{ is not closed before {}"


@dataclass
class MoveText:
    """One move of the main line as it stands in the file.

    text      the move without its number and its `!` and `?`
    line      where it stands, from 1
    number    the move number before it, None without one
    comments  the comments between it and the next move
    """

    text: str
    line: int
    number: int | None = None
    comments: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Fault:
    """What is broken, and in which line; `text` of both is one line."""

    line: int
    what: str

    @property
    def text(self) -> str:
        """Return `line 5: the variation ( is not closed`."""
        return f"line {self.line}: {self.what}"


@dataclass
class GameText:
    """One game of a file.

    headers   name to value and line
    moves     the main line; empty where only the boundaries of the game were wanted
    fault     the first thing that is broken in it, or None
    swallows  the fault that makes it unknown where this game ends, or None
    """

    line: int
    headers: dict[str, tuple[str, int]] = field(default_factory=dict)
    moves: list[MoveText] = field(default_factory=list)
    result: str | None = None
    has_text: bool = False  # a move or a result, after which a header begins the next game
    has_moves: bool = False
    fault: Fault | None = None
    swallows: Fault | None = None

    def add_fault(self, line: int, what: str, *, swallows: bool = False) -> None:
        """Note a fault; of several the first one counts."""
        fault = Fault(line, what)
        self.fault = self.fault or fault
        if swallows:
            self.swallows = self.swallows or fault


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, whichever way they end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").split("\n")


def moves_of_lines(lines: Sequence[str]) -> list[str]:
    """Return the lines of a game behind its headers, without blank ones outside of comments."""
    found: list[str] = []
    in_comment = False
    for line in lines:
        if not found:
            while match := _CARELESS.match(line) or _HEADER.match(line):
                line = line[match.end() :]
        if not line.strip() and (not in_comment or not found):
            continue
        found.append(line)
        for token in _TOKEN.findall("" if line.startswith("%") else line):
            if token == ";" and not in_comment:
                break
            if token in "{}":
                in_comment = token == "{"
    return found


def games_of_text(text: str, wanted: int) -> Iterator[GameText]:
    """Yield every game of a text; the moves are kept of game `wanted` (from 1) only."""
    return _Scanner(wanted).games(text)


@dataclass
class _Comment:
    """A brace comment that goes on in the next line."""

    line: int
    parts: list[str]
    after_blank: bool = False


class _Scanner:
    """Goes through the lines of a file once."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.count = 0
        self.game: GameText | None = None
        self.finished: list[GameText] = []
        self.comment: _Comment | None = None
        self.variations: list[int] = []  # the lines of those that are open
        self.number: int | None = None  # a move number that waits for its move
        self.blanks = 0  # empty lines since something stood in one
        self.line = 0

    def games(self, text: str) -> Iterator[GameText]:
        for self.line, line in enumerate(lines_of(text), 1):
            self._read_line(line)
            yield from self.finished
            self.finished.clear()
        if self.comment is not None:
            what = NOT_CLOSED.format("the end of the file")
            self._fault(what, line=self.comment.line, swallows=True)
        self._finish(swallows=True)
        yield from self.finished

    def _read_line(self, line: str) -> None:
        at = 0
        if self.comment is not None:
            if not (self.comment.after_blank and _HEADER.fullmatch(line.rstrip())):
                self._go_on_with_comment(self.comment, line)
                return
            # A comment may hold anything, but this is the next game.
            what = NOT_CLOSED.format(f"the header in line {self.line}")
            self._fault(what, line=self.comment.line, swallows=True)
            self.comment = None
            self.blanks = 1
        if not line.strip():
            self.blanks += 1
            return
        if line.startswith("%"):
            return
        if _HEADER_START.match(line):
            at = self._read_headers(line)
        self._read_text(line, at)

    # --- headers -----------------------------------------------------------------------------

    def _read_headers(self, line: str) -> int:
        """Read the headers that a line begins with; return where they end."""
        self._begin_headers()
        at = 0
        while _HEADER_START.match(line, at):
            match = _HEADER.match(line, at) or _CARELESS.match(line, at)
            if match is None or _NEXT_HEADER.search(match[2]):
                rest = line[at:].strip()
                self._fault(f"the header {quoted(rest)} {_what_is_missing(rest)}")
                return len(line)
            self._header(match[1], _ESCAPE.sub(r"\1", match[2]))
            at = match.end()
        return at

    def _begin_headers(self) -> None:
        """Begin a game at a header, where the header is not one more of the same game."""
        game = self.game
        if game is not None and game.has_text:
            if game.result is None and self.blanks == 0:
                self._fault("a header in the middle of the moves")
            self._finish()
        elif game is not None and self.blanks > 1:
            self._finish()
        self.blanks = 0
        self._open()

    def _header(self, name: str, value: str) -> None:
        headers = self._open().headers
        first, line = headers.setdefault(name, (value, self.line))
        if first != value:
            self._fault(f"{name} {quoted(value)}, but line {line} says {quoted(first)}")

    # --- comments ----------------------------------------------------------------------------

    def _go_on_with_comment(self, comment: _Comment, line: str) -> None:
        close = line.find("}")
        comment.after_blank = not line.strip()
        comment.parts.append(line if close < 0 else line[:close])
        if close >= 0:
            self.comment = None
            self._end_comment(comment.line, comment.parts)
            self._read_text(line, close + 1)

    def _end_comment(self, line: int, parts: list[str]) -> None:
        text = "\n".join(parts)
        if _INNER_TIME.search(text):
            # Whatever the first one was, it ended long before this.
            self._fault(
                NOT_CLOSED.format("the next {"),
                line=line,
                swallows=any(not part.strip() for part in parts[1:-1]),
            )
        game = self.game
        is_between_games = game is not None and game.result is not None and self.blanks > 0
        if game is not None and game.moves and not self.variations and not is_between_games:
            game.moves[-1].comments.append(text)

    # --- moves -------------------------------------------------------------------------------

    def _read_text(self, line: str, at: int) -> None:
        """Read what stands in a line besides headers, up to a comment that does not end in it."""
        while match := _TOKEN.match(line, at):
            token = match[0]
            at = match.end()
            if token.isspace():
                continue
            if token == ";":
                return
            if token == "{":
                close = line.find("}", at)
                if close < 0:
                    self.comment = _Comment(self.line, [line[at:]])
                    return
                self._end_comment(self.line, [line[at:close]])
                at = close + 1
            else:
                self._read_token(token)
                self.blanks = 0

    def _read_token(self, token: str) -> None:
        if token == "}":
            self._fault("a } without a comment before it")
        elif token == ")":
            if self.variations:
                self.variations.pop()
            else:
                self._fault("a ) without a variation before it")
        elif token.startswith("$"):
            if token == "$":
                self._fault("a $ without a number after it")
        elif self.variations:
            if token == "(":
                self.variations.append(self.line)
        else:
            self._read_main_line(token)

    def _read_main_line(self, token: str) -> None:
        """Read a move, a number, a result or the beginning of a variation."""
        self._begin_text(token)
        game = self._open()
        if token in RESULTS:
            game.has_text = True
            if game.result is not None:
                self._fault(f"a second result {token} after {game.result}")
            game.result = game.result or token
            return
        if game.result is not None:
            self._fault(f"{quoted(token)} after the result {game.result}")
        elif token == "(":
            if not game.has_moves:
                self._fault("a variation before the first move")
            self.variations.append(self.line)
        else:
            self._read_move(game, token)
            game.has_text = game.has_text or game.has_moves

    def _begin_text(self, token: str) -> None:
        """Begin a game without headers, where an empty line and move 1 say that it is one."""
        game = self.game
        number = _NUMBER.match(token)
        if self.blanks == 0 or game is None or number is None or number[0] not in ("1", "1."):
            return
        if game.result is not None:
            self._finish()
        elif game.has_moves:
            self._fault("move 1 after an empty line, but no result before it", swallows=True)
            self._finish()

    def _read_move(self, game: GameText, token: str) -> None:
        if token in ("e.p.", "ep"):
            return
        number = _NUMBER.match(token)
        if number is not None:
            self.number = int(number[1])
            token = token[number.end() :]
            if token in RESULTS:
                self._read_main_line(token)
                return
        move = token.lstrip(_DOTS).rstrip("!?")
        if not move:
            return
        if not _MOVE.fullmatch(move):
            self._fault(f"{quoted(move)} is not understood")
            return
        game.has_moves = True
        if self.count == self.wanted:
            game.moves.append(MoveText(move, self.line, self.number))
        self.number = None

    # --- games -------------------------------------------------------------------------------

    def _open(self) -> GameText:
        """Return the game that is being read; begin one where there is none."""
        if self.game is None:
            self.count += 1
            self.game = GameText(self.line)
        return self.game

    def _fault(self, what: str, *, line: int | None = None, swallows: bool = False) -> None:
        self._open().add_fault(self.line if line is None else line, what, swallows=swallows)

    def _finish(self, *, swallows: bool = False) -> None:
        """End the game that is being read."""
        if self.variations:
            what = "the variation ( is not closed"
            self._fault(what, line=self.variations[0], swallows=swallows)
        if self.number is not None and self.game is not None and self.game.result is None:
            self._fault(f"move number {self.number} without a move after it")
        if self.game is not None:
            self.finished.append(self.game)
        self.game = None
        self.variations.clear()
        self.number = None


def _what_is_missing(header: str) -> str:
    """Return what a header that cannot be read lacks."""
    quotes = len(re.findall(r'(?<!\\)"', header))
    if quotes == 0:
        return "has no value in quotes"
    if quotes == 1:
        return "has no closing quote"
    if not header.endswith("]"):
        return "has no closing bracket"
    return 'is not [Name "value"]'
