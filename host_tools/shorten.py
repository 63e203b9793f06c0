"""Give names of the firmware that are nobody else's short ones, before mpy-cross sees them.

A device keeps every name that a module has ever used for as long as it runs, once each, and makes
room for them by doubling: the names of a menu cost a game its memory long after the menu has gone.
Names that never meet may be alike: `_a`, `_b`. A traceback shows the short names, with files and
lines of the real source. Nobody else's is

* what begins with an underscore
* what one module defines for itself: a name at its top or of a class, which only this module
  mentions, and no attribute of anything but `self` or `cls`
* a parameter that no call names, if nothing but parameters and local variables is called so
* where the `ports` are told, the names that the modules of MicroPython know: what the tree defines
  at the top of a module, in a class or as an attribute of `self`, is no parameter anywhere, and
  is none of those

Attributes share a short name if no module knows both, nor any two modules of which one derives a
class from a class of the other, or reads a private name of an object that is not its own. A class
that derives from something that is no class of the tree, nor built in, is taken to meet every
module. Other names share one if no module knows both. A name that several modules mention
shares its short one with nobody.

This keeps its name:

* what has two underscores in front, `_` alone, and what stands in a text as a whole
  (`getattr(x, "_name")`) or in an f-string; without an underscore: in any text, docstrings apart
* packages and modules, whatever else may be called so
* what a file that stays as it is mentions, what Python itself calls so, and what is `known` to
  somebody outside of the tree
* a method without an underscore that nobody in the tree calls: somebody else does

`main.py` and `board_def.py` stay as they are. Nothing else changes, so that every line and what it
does stay where they were.
"""

import ast
import builtins
import io
import itertools
import re
import string
import tokenize
from array import array
from collections import Counter
from collections.abc import Collection, Iterator

from host_tools.fold import STAYS

OWN = ("self", "cls")
LETTERS = string.ascii_lowercase
AFTER_LETTERS = LETTERS + string.digits
NAME = re.compile(r"\w+")
_TYPES = (Exception, array, bytearray, bytes, dict, int, list, set, str, tuple)
_BUILT_IN = frozenset([*dir(builtins), *(name for kind in _TYPES for name in dir(kind))])


def shorten_tree(
    sources: dict[str, str],
    stays: Collection[str] = STAYS,
    known: Collection[str] = (),
    ports: Collection[str] | None = None,
) -> dict[str, str]:
    """Return the modules of a tree with short names, by the same paths.

    sources  the text of each module by its path from the top of the tree (`clockcore/codes.py`);
             it has to be Python that `ast` can read
    stays    paths whose text stays as it is
    known    names that somebody outside of the tree knows
    ports    names that MicroPython's own modules know; None: what modules share stays
    """
    return rename_tree(sources, short_names(sources, stays, known, ports), stays)


def rename_tree(
    sources: dict[str, str], names: dict[str, str], stays: Collection[str] = STAYS
) -> dict[str, str]:
    """Return the modules of a tree with `names`, which `short_names` gave, put in."""
    return {
        path: text if path in stays else shorten_source(text, names)
        for path, text in sources.items()
    }


def short_names(
    sources: dict[str, str],
    stays: Collection[str] = STAYS,
    known: Collection[str] = (),
    ports: Collection[str] | None = None,
) -> dict[str, str]:
    """Return the short name of every name of a tree that gets one; see `shorten_tree`."""
    trees = {path: ast.parse(text, path) for path, text in sources.items()}
    tokens = {path: {token.string for token in _names(text)} for path, text in sources.items()}
    kept = {name for path in stays for name in tokens.get(path, ())} | set(known)
    kept |= {name for tree in trees.values() for name in _in_texts(tree)}
    mentions = {path: _Mentions(tree) for path, tree in trees.items()}
    own = _own_names(trees, mentions) - kept
    shared = set()
    if ports is not None:
        shared = _shared_names(trees, mentions) - own - kept - set(ports)
    private = {
        path: {name for name in found if name in own or (_is_private(name) and name not in kept)}
        for path, found in tokens.items()
    }
    attributes = {name for tree in trees.values() for name in _attributes(tree)}
    taken = {name for found in tokens.values() for name in found} | kept
    palette = [name for name in _short() if name not in taken]
    # What is shared by modules meets everything.
    short = {}
    for name in sorted(shared, key=lambda name: (-len(name), name)):
        if len(palette[0]) < len(name):
            short[name] = palette.pop(0)
    used: dict[str, set[str]] = {name: set() for found in private.values() for name in found}
    together = list(private.values())
    for group in _groups(trees, private):
        together.append({name for path in group for name in private[path] & attributes})
    for found in together:
        for name in found:
            used[name] |= found
    # Those that meet most choose first, so that fewer short names do.
    for name in sorted(used, key=lambda name: (-len(used[name]), name)):
        others = {short[other] for other in used[name] if other in short}
        free = next(each for each in palette if each not in others)
        if len(free) < len(name):
            short[name] = free
    return short


def _short() -> Iterator[str]:
    """Yield `_a` to `_z`, `_aa` to `_z9`, then those of three."""
    for first in ("", *LETTERS):
        for last in AFTER_LETTERS if first else LETTERS:
            yield f"_{first}{last}"
    for letters in itertools.product(LETTERS, AFTER_LETTERS, AFTER_LETTERS):
        yield "_" + "".join(letters)


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


def _attributes(tree: ast.Module) -> Iterator[str]:
    """Yield what is read off an object or belongs to a class."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ClassDef):
            yield from _defined(node)


def _defined(node: ast.Module | ast.ClassDef) -> Iterator[str]:
    """Yield what the body of a module or class defines, imports apart."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.ClassDef):
            yield each.name
        elif isinstance(each, ast.Assign | ast.AnnAssign):
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            for target in targets:
                for inside in ast.walk(target):
                    if isinstance(inside, ast.Name):
                        yield inside.id


class _Mentions(ast.NodeVisitor):
    """What a module says of names without an underscore.

    parameters  of functions
    outer       what is anything but a parameter or a local variable
    defined     at the top, by a class, or as an attribute of `self`
    called      methods and attributes that are read off `self`, and bare names
    foreign     attributes of other objects, what is imported, and what calls name
    """

    def __init__(self, tree: ast.Module) -> None:
        self.parameters: set[str] = set()
        self.outer: set[str] = set()
        self.defined: set[str] = set(_defined(tree))
        self.called: set[str] = set()
        self.foreign: set[str] = set()
        self._depth = 0
        self.visit(tree)

    def _function(self, node: ast.FunctionDef | ast.Lambda) -> None:
        taken = node.args
        stars = (taken.vararg, taken.kwarg)
        for name in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, *stars):
            if name is not None:
                self.parameters.add(name.arg)
        for default in (*taken.defaults, *taken.kw_defaults):
            if default is not None:
                self.visit(default)
        self._depth += 1
        for each in node.body if isinstance(node.body, list) else [node.body]:
            self.visit(each)
        self._depth -= 1

    # --- what `ast` calls ---------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.outer.add(node.name)
        for each in node.decorator_list:
            self.visit(each)
        self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.outer.add(node.name)
        self.defined.update(_defined(node))
        depth, self._depth = self._depth, 0
        self.generic_visit(node)
        self._depth = depth

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.outer.add(node.attr)
        if not _is_own(node.value):
            self.foreign.add(node.attr)
        elif isinstance(node.ctx, ast.Store):
            self.defined.add(node.attr)
        else:
            self.called.add(node.attr)
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg:
            self.outer.add(node.arg)
            self.foreign.add(node.arg)
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        self.outer.update(node.names)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._imported((node.module or "").split("."))
        self.generic_visit(node)

    def visit_alias(self, node: ast.alias) -> None:
        self._imported([*node.name.split("."), node.asname or ""])

    def _imported(self, names: list[str]) -> None:
        self.outer.update(names)
        self.foreign.update(names)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.called.add(node.id)
        if not self._depth:
            self.outer.add(node.id)


def _shared_names(trees: dict[str, ast.Module], mentions: "dict[str, _Mentions]") -> set[str]:
    """Return the names without an underscore that are the tree's, and no parameters."""
    defined = set().union(*(each.defined for each in mentions.values()))
    called = set().union(*(each.called | each.foreign for each in mentions.values()))
    parameters = set().union(*(each.parameters for each in mentions.values()))
    words = set(_BUILT_IN).union(*(_words(tree) for tree in trees.values()))
    places = {part for path in trees for part in path.removesuffix(".py").split("/")}
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg:
                words.add(node.arg)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                words.update(_from_outside(node, places))
    shared = defined & called - parameters - words - places - set(OWN)
    return {name for name in shared if not name.startswith("_")}


def _from_outside(node: ast.Import | ast.ImportFrom, places: set[str]) -> Iterator[str]:
    """Yield the modules that a statement imports, and what it takes from those of others."""
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    yield from module.split(".")
    if isinstance(node, ast.Import) or module.split(".")[0] not in places:
        for alias in node.names:
            yield from (*alias.name.split("."), alias.asname or "")


def _own_names(trees: dict[str, ast.Module], mentions: "dict[str, _Mentions]") -> set[str]:
    """Return the names without an underscore that are nobody else's."""
    words = set(_BUILT_IN).union(*(_words(tree) for tree in trees.values()))
    outer = set().union(*(each.outer for each in mentions.values()))
    foreign = set().union(*(each.foreign for each in mentions.values()))
    parameters = set().union(*(each.parameters for each in mentions.values()))
    own = parameters - outer
    times = Counter(name for each in mentions.values() for name in each.outer)
    for each in mentions.values():
        own |= {name for name in each.defined & each.called - foreign if times[name] == 1}
    return {name for name in own - words if not name.startswith("_")} - set(OWN)


def _words(tree: ast.Module) -> set[str]:
    """Return every word in a text that is no docstring."""
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documents:
            text = node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
            if isinstance(text, str):
                found.update(re.findall(r"\w+", text))
    return found


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


def shorten_source(text: str, names: dict[str, str]) -> str:
    """Return a module of the tree with its names changed as `short_names` says."""
    places = [token.start for token in _names(text) if token.string in names]
    return _renamed(text, names, places)


def shorten_user(text: str, names: dict[str, str]) -> str:
    """Return a module that uses the tree, such as a test, with what it takes from there changed.

    That is what it imports, attributes and what its classes define; its own functions and
    variables stay.
    """
    tree = ast.parse(text)
    imported = {
        alias.name: alias
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in names
    }
    lines = text.split("\n")
    places = [(alias.lineno, alias.col_offset) for alias in imported.values()]
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in imported:
            places.append((node.lineno, node.col_offset))
        elif isinstance(node, ast.Attribute) and node.attr in names:
            row, end = node.end_lineno or 0, node.end_col_offset or 0
            places.append((row, end - len(node.attr)))
        elif isinstance(node, ast.ClassDef):
            places += _places_of_defined(node, names)
    in_characters = [
        (row, len(lines[row - 1].encode()[:column].decode())) for row, column in places
    ]
    return _renamed(text, names, in_characters)


def _places_of_defined(node: ast.ClassDef, names: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Yield where the body of a class defines one of `names`: line, column in bytes."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name in names:
            yield each.lineno, each.col_offset + len("def ")
        elif isinstance(each, ast.Assign | ast.AnnAssign):
            for target in each.targets if isinstance(each, ast.Assign) else [each.target]:
                for inside in ast.walk(target):
                    if isinstance(inside, ast.Name) and inside.id in names:
                        yield inside.lineno, inside.col_offset


def _renamed(text: str, names: dict[str, str], places: list[tuple[int, int]]) -> str:
    """Return the text with the name at each place, (line, character), changed."""
    lines = text.split("\n")
    for row, column in sorted(places, reverse=True):
        line = lines[row - 1]
        name = NAME.match(line, column)
        assert name, "an attribute or import ends with its name"
        lines[row - 1] = line[:column] + names[name[0]] + line[name.end() :]
    return "\n".join(lines)
