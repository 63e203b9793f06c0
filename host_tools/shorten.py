"""Give the private names of the firmware short ones, before mpy-cross sees them.

A device keeps every name that a module has ever used for as long as it runs, once each, and makes
room for them by doubling: the names of a menu cost a game its memory long after the menu has gone.
What begins with an underscore is nobody else's, so modules that never meet may call theirs alike:
`_a`, `_b`. A traceback shows the short names, with files and lines of the real source.

Names share a short one if no module knows both, nor any two modules of which one derives a class
from a class of the other, or reads a private name of an object that is not its own. A class that
derives from something that is no class of the tree, nor built in, is taken to meet every module.

This keeps its name:

* what has two underscores in front, `_` alone, and what stands in a text as a whole
  (`getattr(x, "_name")`) or in an f-string
* what a file that stays as it is mentions

`main.py` and `board_def.py` stay as they are. Nothing else changes, so that every line and what it
does stay where they were.
"""

import ast
import builtins
import io
import string
import tokenize
from collections.abc import Collection, Iterator

from host_tools.fold import STAYS

OWN = ("self", "cls")
LETTERS = string.ascii_lowercase


def shorten_tree(sources: dict[str, str], stays: Collection[str] = STAYS) -> dict[str, str]:
    """Return the modules of a tree with short private names, by the same paths.

    sources  the text of each module by its path from the top of the tree (`clockcore/codes.py`);
             it has to be Python that `ast` can read
    stays    paths whose text stays as it is
    """
    names = short_names(sources, stays)
    return {
        path: text if path in stays else _renamed(text, names) for path, text in sources.items()
    }


def short_names(sources: dict[str, str], stays: Collection[str] = STAYS) -> dict[str, str]:
    """Return the short name of every private name of a tree that gets one."""
    trees = {path: ast.parse(text, path) for path, text in sources.items()}
    tokens = {path: {token.string for token in _names(text)} for path, text in sources.items()}
    kept = {name for path in stays for name in tokens.get(path, ())}
    kept |= {name for tree in trees.values() for name in _in_texts(tree)}
    private = {
        path: {name for name in found if _is_private(name) and name not in kept}
        for path, found in tokens.items()
    }
    taken = {name for found in tokens.values() for name in found} | kept
    palette = [name for name in _short() if name not in taken]
    used: dict[str, set[str]] = {name: set() for found in private.values() for name in found}
    for group in _groups(trees, private):
        together = {name for path in group for name in private[path]}
        for name in together:
            used[name] |= together
    short: dict[str, str] = {}
    for name in sorted(used):
        others = {short[other] for other in used[name] if other in short}
        free = next(each for each in palette if each not in others)
        if len(free) < len(name):
            short[name] = free
    return short


def _short() -> Iterator[str]:
    """Yield `_a` to `_z`, then `_aa` to `_zz`."""
    for first in ("", *LETTERS):
        for last in LETTERS:
            yield f"_{first}{last}"


def _is_private(name: str) -> bool:
    return name.startswith("_") and name.strip("_") != "" and not name.startswith("__")


def _is_own(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in OWN


def _names(text: str) -> Iterator[tokenize.TokenInfo]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield token


def _in_texts(tree: ast.Module) -> Iterator[str]:
    """Yield what stands in a text as a whole, and every name in an f-string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            for inside in ast.walk(node):
                if isinstance(inside, ast.Name):
                    yield inside.id
                elif isinstance(inside, ast.Attribute):
                    yield inside.attr


def _groups(trees: dict[str, ast.Module], private: dict[str, set[str]]) -> list[set[str]]:
    """Return the paths of the tree, those together whose private names may meet in one object."""
    classes: dict[str, set[str]] = {}
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, set()).add(path)
    groups = {path: {path} for path in trees}

    def join(one: str, other: str) -> None:
        joined = groups[one] | groups[other]
        for path in joined:
            groups[path] = joined

    for path, tree in trees.items():
        renamed = {
            alias.asname: alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if alias.asname
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for base in node.bases:
                    name = base.attr if isinstance(base, ast.Attribute) else ast.unparse(base)
                    name = renamed.get(name, name)
                    unknown = () if hasattr(builtins, name) else trees
                    for other in classes.get(name, unknown):
                        join(path, other)
            elif isinstance(node, ast.Attribute) and not _is_own(node.value):
                for other, names in private.items():
                    if node.attr in names:
                        join(path, other)
    return list({id(group): group for group in groups.values()}.values())


def _renamed(text: str, names: dict[str, str]) -> str:
    lines = text.split("\n")
    for token in reversed([token for token in _names(text) if token.string in names]):
        row, column = token.start[0] - 1, token.start[1]
        line = lines[row]
        lines[row] = line[:column] + names[token.string] + line[column + len(token.string) :]
    return "\n".join(lines)
