"""Makes the documents from their templates and the code.

    python -m host_tools.manual            names the documents that are not up to date
    python -m host_tools.manual --write    brings them up to date

A template is a document with what the code knows left open, in double braces:

    {{table presets}}              a table of `tables.py`
    {{gestures PAUSED}}            the table of what the keys do in a state
    {{do PAUSED SET}}              how one does that there: "hold **PLAY** 3 s"
    {{action illegal}}             how one does an action of the list, from a pause
    {{item illegal}}               name and word of an action of the list
    {{word lever}}, {{line lever}} a word for segments, a line for panels
    {{segments lever}}             the word for six cells alone, as segments (HTML only)
    {{key PLUS}}                   the name of a key
    {{bonus standard}}             the bonus time of a class of events
    {{edition}}                    which Laws the numbers are from
    {{style}}                      `style.css` of the templates (HTML only)
    {{label}}                      the lines of the label

With a capital first letter (`{{Do ...}}`) the text begins with one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path

from clockcore import laws
from clockcore.code_names import KEY_NAMES

from host_tools.manual.drawing import word_svg
from host_tools.manual.label import label_lines
from host_tools.manual.meanings import LANGUAGES, STATES
from host_tools.manual.tables import PARTS, Code, Table

HERE = Path(__file__).resolve().parent
TEMPLATES = HERE / "templates"
OPEN = re.compile(r"\{\{([A-Za-z]+)((?: [^{}]+)?)\}\}")
INLINE = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")
TAGS = ("b", "i", "code")
CODE = re.compile(r"<code>(.*?)</code>")


class TemplateError(ValueError):
    """A template asks for what the code does not have; the text is one line."""


class Renderer:
    """Fills the open places of a template in, for one language, as Markdown or as HTML."""

    def __init__(self, language: int, is_html: bool) -> None:
        """Choose language (0 English, 1 Spanish) and kind."""
        self.language = language
        self.code = Code(language)
        self.is_html = is_html
        code = self.code
        self.makers: dict[str, Callable[[str], str]] = {
            "table": lambda name: self._table(PARTS[name](code)),
            "gestures": lambda state: self._table(code.gestures(state)),
            "do": lambda names: self._inline(code.do(*names.split(" "))),
            "together": lambda names: self._inline(code.together(*names.split(" "))),
            "action": lambda name: self._inline(code.list_action(name)),
            "item": lambda name: self._inline(code.item(name)),
            "word": lambda name: self._inline(code.word(name)),
            "line": lambda name: self._inline(code.line(name)),
            "segments": self._segments,
            "key": lambda name: self._inline(
                code.key(KEY_NAMES.index(name.lower()))
            ),
            "state": lambda name: self._inline(code.say(STATES[name])),
            "bonus": lambda name: code.span(laws.bonus_ms(laws.CLASS_NAMES.index(name))),
            "edition": lambda _: laws.EDITION,
            "style": self._style,
            "label": self._label,
        }

    def render(self, template: str, where: str) -> str:
        """Return the document; TemplateError says which open place cannot be filled."""

        def fill(match: re.Match[str]) -> str:
            name, rest = match.group(1), match.group(2).strip()
            maker = self.makers.get(name[0].lower() + name[1:])
            if maker is None:
                raise TemplateError(f"{where}: nothing makes {match.group()}")
            try:
                text = maker(rest)
            except (KeyError, TypeError, ValueError) as error:
                raise TemplateError(f"{where}: {match.group()}: {error}") from None
            return _capital(text) if name[0].isupper() else text

        return OPEN.sub(fill, template)

    def _inline(self, text: str) -> str:
        if not self.is_html:
            return text
        drawn = CODE.sub(lambda match: word_svg(unescape(match.group(1))), html_of(text))
        drawn = re.sub(r"\((<svg.*?</svg>)\)", r'<span class="whole">(\1)</span>', drawn)
        return drawn.replace(" 1 s", " 1&nbsp;s").replace(" 3 s", " 3&nbsp;s")

    def _table(self, table: Table) -> str:
        return html_table(table) if self.is_html else markdown_table(table)

    def _segments(self, name: str) -> str:
        if not self.is_html:
            raise ValueError("drawn segments are for HTML")
        return word_svg(self.code.six.word(name).decode("ascii"))

    def _style(self, _: str) -> str:
        return (TEMPLATES / "style.css").read_text(encoding="utf-8").strip()

    def _label(self, _: str) -> str:
        lines = label_lines(self.code)
        if not self.is_html:
            return "\n".join(re.sub(r"[*`]", "", line) for line in lines)
        return "\n".join(f"<p>{self._inline(line)}</p>" for line in lines)


def _capital(text: str) -> str:
    """Return a text with its first letter large, whatever marks stand before it."""
    match = re.search(r"[^\W\d_]", re.sub(r"<[^>]*>", lambda tag: " " * len(tag.group()), text))
    if match is None:
        return text
    place = match.start()
    return text[:place] + text[place].upper() + text[place + 1 :]


def html_of(text: str) -> str:
    """Return a text in Markdown's marks as HTML."""

    def tag(match: re.Match[str]) -> str:
        for index, name in enumerate(TAGS, 1):
            if match.group(index) is not None:
                return f"<{name}>{html_of(match.group(index))}</{name}>"
        return match.group()

    parts = []
    end = 0
    for match in INLINE.finditer(text):
        parts += [escape(text[end : match.start()], quote=False), tag(match)]
        end = match.end()
    return "".join(parts) + escape(text[end:], quote=False)


def markdown_table(table: Table) -> str:
    """Return a table as Markdown."""
    header, rows = table
    lines = [header, ("---",) * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines).replace(
        "| --- ", "|---"
    ).replace("--- |", "---|")


def html_table(table: Table) -> str:
    """Return a table as HTML; equal cells of the first column are joined."""
    header, rows = table
    lines = ["<table>", "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in header) + "</tr>"]
    before = ""
    for index, row in enumerate(rows):
        cells = [html_of(cell) for cell in row]
        first = ""
        if cells[0] != before:
            span = 1
            while index + span < len(rows) and rows[index + span][0] == row[0]:
                span += 1
            first = f'<td rowspan="{span}">{cells[0]}</td>' if span > 1 else f"<td>{cells[0]}</td>"
        before = cells[0]
        lines.append("<tr>" + first + "".join(f"<td>{cell}</td>" for cell in cells[1:]) + "</tr>")
    return "\n".join([*lines, "</table>"])


def documents() -> dict[Path, str]:
    """Return every document and what it should be; TemplateError for a bad template."""
    found = {}
    for number, language in enumerate(LANGUAGES):
        for template in sorted(TEMPLATES.glob(f"*.{language}.*")):
            renderer = Renderer(number, template.suffix == ".html")
            text = template.read_text(encoding="utf-8")
            found[HERE / template.name] = renderer.render(text, template.name)
    return found


def main(arguments: list[str]) -> int:
    """Compare or, with --write, write; return 1 if a document is not up to date."""
    try:
        found = documents()
    except (OSError, TemplateError) as error:
        print(error)
        return 1
    stale = 0
    for path, text in found.items():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if "--write" in arguments:
            path.write_text(text, encoding="utf-8")
        else:
            print(f"{path.name} is not up to date")
            stale += 1
    return 1 if stale else 0
