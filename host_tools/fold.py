"""Fold the constants of the firmware into the text of its modules, before mpy-cross sees them.

mpy-cross puts the value of `NAME = const(5)` in place of NAME only inside the module that defines
it. A module that imports NAME keeps it as a global: an entry of a dictionary in the heap of the
device, and a search for it at each use. Here the value is written in place of the name in every
module, then the imports and the definitions, which nothing needs any more, are taken out.

Every line stays on its number, so that a traceback of a device points into the real source.

What is folded: `NAME = const(...)` at the top of a module, of integers and of other such names.
Where it cannot be seen what a name means, FoldError says so: one that is bound a second time
anywhere in a module, a module that is handed on as an object, `from module import *`. A name that
is read as `module.NAME` keeps its definition. Names that are made up at run time
(`getattr(sys.modules[...], text)`) are not seen.
"""

import ast
import operator
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

STAYS = ("main.py", "board_def.py")  # left as they are; what they read keeps its definition
CONST = "const"
LIMIT_BITS = 64  # of a shift or a power; what a device can work with is far smaller

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_SIGNS: dict[type[ast.unaryop], Callable[[int], int]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
}

Definition = ast.Assign | ast.AnnAssign
Constants = dict[str, dict[str, int]]  # module: name: value


class FoldError(Exception):
    """A constant that cannot be folded; the text is `file:line: reason`."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        """Say where and why."""
        super().__init__(f"{path}:{line}: {reason}")
        self.path = path
        self.line = line
        self.reason = reason


@dataclass
class _Module:
    """One module: its text, its syntax tree and what was found in it.

    nodes        every node of the tree, from the outside in
    definitions  NAME: its `NAME = const(...)`
    imported     each `from module import NAME`: the statement, the alias, the module
    objects      a name: the dotted name of the module of the tree that it stands for
    constants    NAME, own or imported: its value
    """

    path: str
    text: str
    tree: ast.Module
    nodes: list[ast.AST] = field(default_factory=list)
    definitions: dict[str, Definition] = field(default_factory=dict)
    imported: list[tuple[ast.ImportFrom, ast.alias, str]] = field(default_factory=list)
    objects: dict[str, str] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)

    def refuse(self, node: ast.AST, reason: str) -> FoldError:
        """Return the error at a place of this module."""
        return FoldError(self.path, getattr(node, "lineno", 1), reason)


def fold_tree(
    sources: dict[str, str], drop: bool = True, stays: Collection[str] = STAYS
) -> dict[str, str]:
    """Return the modules of a tree with their constants folded, by the same paths.

    sources  the text of each module by its path from the top of the tree (`clockcore/codes.py`)
    drop     take the definitions out, too, of all that nothing reads as `module.NAME`
    stays    paths whose text stays as it is

    Raises FoldError, also for text that is not Python.
    """
    modules = _read_tree(sources, stays)
    kept = _read_by_attribute(modules, stays)
    folded = {}
    for name, module in modules.items():
        if module.path in stays:
            folded[module.path] = module.text
        else:
            keeps = None if not drop else {one for other, one in kept if other == name}
            folded[module.path] = _fold(module, keeps)
    return folded


def constants_of(sources: dict[str, str], stays: Collection[str] = STAYS) -> Constants:
    """Return what each module of a tree calls a constant, its own and the imported ones.

    The dotted name of every module is a key. Raises FoldError.
    """
    return {name: module.constants for name, module in _read_tree(sources, stays).items()}


def fold_source(text: str, constants: Constants, path: str = "<text>") -> str:
    """Return a module that stands outside of a tree, such as a test, with its constants folded.

    constants  those of the tree, as `constants_of` returns them
    path       what errors call the text

    Its own definitions stay. Raises FoldError, also for a constant that is read as `module.NAME`:
    the tree may not have it any more.
    """
    module = _parse(path, text, constants)
    known = {name: _Module(name, "", ast.Module([], [])) for name in constants}
    for name, stand_in in known.items():
        stand_in.constants = constants[name]
    _find_constants(module, "", known)
    for node, owner, name in _attributes(module, constants):
        if name in constants[owner]:
            raise module.refuse(node, f"{owner}.{name} is folded: import it by its name")
    return _fold(module, None)


def module_name(path: str) -> str:
    """Return the dotted name of a module by its path from the top of the tree."""
    parts = path.removesuffix(".py").split("/")
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _read_tree(sources: dict[str, str], stays: Collection[str]) -> dict[str, _Module]:
    names = {module_name(path): path for path in sorted(sources)}
    modules = {name: _parse(path, sources[path], names) for name, path in names.items()}
    for module in modules.values():
        if module.path in stays:
            module.definitions.clear()
    for name, module in modules.items():
        if module.path not in stays:
            _find_constants(module, name, modules)
    return modules


def _parse(path: str, text: str, tree: Collection[str]) -> _Module:
    """Read a module and what it imports from the modules of `tree`."""
    try:
        module = _Module(path, text, ast.parse(text))
    except SyntaxError as error:
        raise FoldError(path, error.lineno or 1, f"invalid syntax: {error.msg}") from None
    except ValueError as error:
        raise FoldError(path, 1, str(error)) from None
    module.nodes = [*ast.walk(module.tree)]
    for statement in module.tree.body:
        name = _defined(statement)
        if name is not None and isinstance(statement, Definition):
            if name in module.definitions:
                raise module.refuse(statement, f"{name} is defined a second time")
            module.definitions[name] = statement
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in tree:
                    is_whole = alias.asname is None
                    first = alias.name.split(".")[0]
                    module.objects[alias.asname or first] = first if is_whole else alias.name
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise module.refuse(node, "a relative import: name the module in full")
            source = node.module or ""
            for alias in node.names:
                if f"{source}.{alias.name}" in tree:
                    module.objects[alias.asname or alias.name] = f"{source}.{alias.name}"
                elif source in tree:
                    module.imported.append((node, alias, source))
    return module


def _defined(statement: ast.stmt) -> str | None:
    """Return the name that a statement defines with `const`, None if it is no such statement."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return None
    if isinstance(target, ast.Name) and _is_const(statement.value):
        return target.id
    return None


def _is_const(node: ast.AST | None) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == CONST
        and len(node.args) == 1
        and not node.keywords
    )


def _find_constants(module: _Module, name: str, modules: dict[str, _Module]) -> None:
    """Work out every constant of a module; its own that are no integers are forgotten."""
    origin: dict[str, ast.AST] = {}
    for node, alias, source in module.imported:
        if alias.name == "*":
            if modules[source].definitions or modules[source].constants:
                raise module.refuse(node, f"from {source} import *: name what is needed")
            continue
        value = _value(modules, source, alias.name, ())
        if value is None:
            continue
        local = alias.asname or alias.name
        if module.constants.setdefault(local, value) != value:
            raise module.refuse(node, f"{local} is two different constants in this module")
        origin[local] = node
    for local, statement in [*module.definitions.items()]:
        if name:
            value = _value(modules, name, local, ())
        else:
            value = _evaluate(module, statement, module.constants.get)
        if value is None:
            del module.definitions[local]
        elif local in origin:
            raise module.refuse(statement, f"{local} is imported, and defined here, too")
        else:
            module.constants[local] = value
    _refuse_other_bindings(module)


def _value(
    modules: dict[str, _Module], name: str, constant: str, way: tuple[tuple[str, str], ...]
) -> int | None:
    """Return the value of a constant of a module, None if it is no integer constant."""
    module = modules[name]
    if constant in module.constants:
        return module.constants[constant]
    statement = module.definitions.get(constant)
    if (name, constant) in way:
        raise module.refuse(statement or module.tree, f"{constant} is defined by itself")
    way = (*way, (name, constant))
    if statement is not None:
        return _evaluate(module, statement, lambda one: _value(modules, name, one, way))
    for _, alias, source in module.imported:
        if constant == (alias.asname or alias.name):
            return _value(modules, source, alias.name, way)
    return None


def _evaluate(
    module: _Module, statement: Definition, lookup: Callable[[str], int | None]
) -> int | None:
    """Return the value in `NAME = const(...)`, None if it is not of integers alone."""

    def value_of(node: ast.expr) -> int | None:
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int else None
        if isinstance(node, ast.Name):
            return lookup(node.id)
        if isinstance(node, ast.UnaryOp) and type(node.op) in _SIGNS:
            operand = value_of(node.operand)
            return None if operand is None else _SIGNS[type(node.op)](operand)
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = value_of(node.left), value_of(node.right)
            if left is None or right is None:
                return None
            if isinstance(node.op, ast.LShift) and right > LIMIT_BITS:
                raise module.refuse(node, f"a shift by {right} bits")
            try:
                return _OPERATORS[type(node.op)](left, right)
            except (ArithmeticError, ValueError) as error:
                raise module.refuse(node, str(error)) from None
        return None

    assert isinstance(statement.value, ast.Call)
    return value_of(statement.value.args[0])


def _bindings(module: _Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield every place that gives a name a meaning, in whatever scope, and the name."""
    for node in module.nodes:
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                yield node, node.id
        elif isinstance(node, ast.arg):
            yield node, node.arg
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from ((node, name) for name in node.names)
        elif isinstance(node, ast.MatchMapping):
            yield node, node.rest or ""
        elif isinstance(
            node,
            ast.FunctionDef
            | ast.AsyncFunctionDef
            | ast.ClassDef
            | ast.ExceptHandler
            | ast.MatchAs
            | ast.MatchStar,
        ):
            yield node, node.name or ""
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((node, one.asname or one.name.split(".")[0]) for one in node.names)


def _refuse_other_bindings(module: _Module) -> None:
    """Raise FoldError if the name of a constant means something else somewhere in a module."""
    allowed = {id(_target(statement)) for statement in module.definitions.values()}
    imports = {
        (id(node), alias.asname or alias.name)
        for node, alias, _ in module.imported
        if (alias.asname or alias.name) in module.constants
    }
    for node, name in _bindings(module):
        if name not in module.constants or id(node) in allowed or (id(node), name) in imports:
            continue
        raise module.refuse(node, f"{name} is a constant, and bound here to something else")


def _target(statement: Definition) -> ast.expr:
    return statement.targets[0] if isinstance(statement, ast.Assign) else statement.target


def _attributes(
    module: _Module, tree: Collection[str]
) -> Iterator[tuple[ast.Attribute, str, str]]:
    """Yield what a module reads as `module.NAME`: the place, the module and the name."""
    inner: set[int] = set()
    for node in module.nodes:
        if id(node) in inner or not isinstance(node, ast.Attribute | ast.Name):
            continue
        chain: list[ast.Attribute] = []
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            chain.insert(0, root)
            root = root.value
            inner.add(id(root))
        if not isinstance(root, ast.Name) or root.id not in module.objects:
            continue
        owner = module.objects[root.id]
        for link in chain:
            if f"{owner}.{link.attr}" not in tree:
                yield link, owner, link.attr
                break
            owner = f"{owner}.{link.attr}"
        else:
            raise module.refuse(node, f"the module {owner} as an object: name what is read of it")


def _read_by_attribute(
    modules: dict[str, _Module], stays: Collection[str]
) -> set[tuple[str, str]]:
    """Return the constants, as module and name, that have to stay where they are defined."""
    kept = set()
    for module in modules.values():
        reads = [*_attributes(module, modules)]
        places: list[tuple[ast.AST, str, str]] = [*reads]
        if module.path in stays:
            places += [(node, source, alias.name) for node, alias, source in module.imported]
        for node, owner, name in places:
            if owner not in modules or name not in modules[owner].constants:
                continue
            if name not in modules[owner].definitions:
                raise module.refuse(node, f"{owner} only imports {name}: read it where it is from")
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                raise module.refuse(node, f"{owner}.{name} is a constant, and set here")
            kept.add((owner, name))
    return kept


@dataclass(frozen=True, order=True)
class _Edit:
    """New text for a place: lines from 0, columns in bytes, as `ast` counts them."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str

    @classmethod
    def of(cls, node: ast.stmt | ast.expr, text: str) -> "_Edit":
        """Return the edit that replaces all of a node."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        line, end_line = node.lineno - 1, node.end_lineno - 1
        return cls(line, node.col_offset, end_line, node.end_col_offset, text)


def _fold(module: _Module, keeps: Collection[str] | None) -> str:
    """Return the text of a module with its constants folded.

    keeps  the definitions that stay; None if all do
    """
    gone = [
        statement
        for name, statement in module.definitions.items()
        if keeps is not None and name not in keeps
    ]
    edits = [_without(module, statement, "pass") for statement in gone]
    skipped = {id(node) for statement in gone for node in ast.walk(statement)}
    edits += _uses(module, skipped)
    edits += _imports(module, skipped, keeps is not None)
    lines = module.text.encode().split(b"\n")
    for edit in sorted(edits, reverse=True):
        before = lines[edit.line][: edit.column]
        after = lines[edit.end_line][edit.end_column :]
        lines[edit.line : edit.end_line + 1] = (before + edit.text.encode() + after).split(b"\n")
    return b"\n".join(lines).decode()


def _uses(module: _Module, skipped: set[int]) -> list[_Edit]:
    """Return the edits that put values in place of names."""
    for node in module.nodes:
        if isinstance(node, ast.JoinedStr):
            # Python 3.11 does not say where in its text the name stands.
            for inside in ast.walk(node):
                if isinstance(inside, ast.Name) and inside.id in module.constants:
                    raise module.refuse(node, f"{inside.id} in an f-string: join texts with +")
    owners = {id(node.value) for node in module.nodes if isinstance(node, ast.Attribute)}
    edits = []
    for node in module.nodes:
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            continue
        if node.id in module.constants and id(node) not in skipped:
            value = module.constants[node.id]
            text = str(value)
            edits.append(_Edit.of(node, f"({text})" if value < 0 or id(node) in owners else text))
    return edits


def _imports(module: _Module, skipped: set[int], drop: bool) -> list[_Edit]:
    """Return the edits that shorten `from ... import ...`."""
    gone = {
        id(alias)
        for _, alias, _ in module.imported
        if (alias.asname or alias.name) in module.constants
    }
    is_const_used = not drop or any(
        isinstance(node, ast.Name) and node.id == CONST and id(node) not in skipped
        for node in module.nodes
    )
    edits = []
    for node in module.nodes:
        if not isinstance(node, ast.ImportFrom):
            continue
        left = []
        for alias in node.names:
            is_const = node.module == "micropython" and alias.name == CONST and not alias.asname
            if id(alias) not in gone and not (is_const and not is_const_used):
                left.append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
        if len(left) == len(node.names):
            continue
        if not left:
            edits.append(_without(module, node, "pass"))
        else:
            breaks = "\n" * ((node.end_lineno or node.lineno) - node.lineno)
            names = ", ".join(left)
            names = f"({names}{breaks})" if breaks else names
            edits.append(_Edit.of(node, f"from {node.module} import {names}"))
    return edits


def _without(module: _Module, node: ast.stmt, text: str) -> _Edit:
    """Return the edit that replaces a statement by a shorter one of as many lines."""
    breaks = "\n" * ((node.end_lineno or node.lineno) - node.lineno)
    edit = _Edit.of(node, text + breaks)
    rest = module.text.encode().split(b"\n")[edit.end_line][edit.end_column :]
    if breaks and rest.lstrip().startswith(b";"):
        raise module.refuse(node, "another statement behind one of several lines")
    return edit
