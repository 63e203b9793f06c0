"""Fold the constants of the firmware into the text of its modules, before mpy-cross sees them.

mpy-cross puts the value of `NAME = const(5)` in place of NAME only inside the module that defines
it. A module that imports NAME keeps it as a global: an entry of a dictionary in the heap of the
device, and a search for it at each use. Here the value is written in place of the name in every
module, then the imports and the definitions, which nothing needs any more, are taken out.

Every line stays on its number, so that a traceback of a device points into the real source.

What is folded: `NAME = const(...)` at the top of a module, of integers and of other such names.
A folded program does what the plain one does. Where it cannot be seen what a name means, FoldError
says so:

* a constant that is bound a second time anywhere in a module, or used before it is there
* a module that is handed on as an object, its `__dict__`, `from module import *`
* names that are made up at run time: `eval`, `exec`, `globals`, `locals`, `__import__`, `dir()`,
  `vars()`, a module that is taken out of `sys.modules` (which `del`, `in`, `hasattr` and `delattr`
  do not do)
* `is` with an integer too large to be the same object everywhere

This stays as it is, at the price of a name:

* a definition that is read as `module.NAME`
* an import under a condition or in a `try`, and what it imports
* of an import that would go as a whole one name, if the module does anything when it is loaded, or
  if somebody reads `package.module` without importing it
* a constant as a condition, if all that makes a name local, or a function a generator, depends on
  it: the compiler leaves out what a number says is never run
"""

import ast
import operator
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

STAYS = ("main.py", "board_def.py")  # left as they are; what they read keeps its definition
CONST = "const"
# They do nothing when they are loaded that anybody could miss, and are on every device.
OUTSIDE = (
    *("adafruit_ticks", "array", "binascii", "framebuf", "gc", "hashlib", "json", "machine"),
    *("micropython", "os", "select", "struct", "sys", "time"),
)
# Make a value of values, whoever calls them.
MAKERS = (
    *("array", "bool", "bytearray", "bytes", "const", "dict", "frozenset", "int", "len", "list"),
    *("max", "memoryview", "min", "object", "ord", "range", "set", "slice", "str", "tuple"),
)
DECORATORS = ("classmethod", "property", "staticmethod")
AT_RUN_TIME = ("__import__", "eval", "exec", "execfile", "globals", "locals")
AT_RUN_TIME_ALONE = ("dir", "vars")  # without an argument
LIMIT_SAME = 1 << 30  # from here on two integers of one value are two objects on a device
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
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
SAME = (ast.Is, ast.IsNot)
QUIET_STATEMENTS = (
    *(ast.FunctionDef, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.Expr, ast.Pass),
    *(ast.If, ast.For, ast.While, ast.Break, ast.Continue),
)
Needed = set[tuple[str, str]]  # module and name: what has to have its name at run time
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
    parents      the node around a node, by the node's id
    definitions  NAME: its `NAME = const(...)`
    imported     each `from module import NAME`: the statement, the alias, the module
    uncertain    the same, where it depends on something whether the statement is run
    objects      a name: the dotted name of the module of the tree that it stands for
    loaded       the modules of the tree that it loads as such, whatever is folded
    constants    NAME, own or imported: its value
    left         the ids of the places where the name of a constant stays
    """

    path: str
    text: str
    tree: ast.Module
    nodes: list[ast.AST] = field(default_factory=list)
    definitions: dict[str, Definition] = field(default_factory=dict)
    parents: dict[int, ast.AST] = field(default_factory=dict)
    imported: list[tuple[ast.ImportFrom, ast.alias, str]] = field(default_factory=list)
    uncertain: list[tuple[ast.ImportFrom, ast.alias, str]] = field(default_factory=list)
    loaded: set[str] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    objects: dict[str, str] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)

    def refuse(self, node: ast.AST, reason: str) -> FoldError:
        """Return the error at a place of this module."""
        return FoldError(self.path, getattr(node, "lineno", 1), reason)

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes around a node, from the inside out."""
        while (outer := self.parents.get(id(node))) is not None:
            yield outer
            node = outer

    def function_of(self, node: ast.AST) -> ast.AST | None:
        """Return the function that a node is in, None at the top or in a class there."""
        inner = node
        for outer in self.around(node):
            # What stands before the body is worked out where the function is made.
            if isinstance(outer, Function) and _is_in_body(outer, inner):
                return outer
            inner = outer
        return None

    def is_certain(self, node: ast.stmt) -> bool:
        """Return whether a statement is run whenever its module, or its function, is."""
        for outer in self.around(node):
            if isinstance(outer, Function | ast.Module):
                return True
            if isinstance(outer, ast.stmt | ast.ExceptHandler | ast.match_case):
                return False
        return True


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
    needed = _needed(modules, stays)
    folded = {}
    for name, module in modules.items():
        if module.path in stays:
            folded[module.path] = module.text
        else:
            folded[module.path] = _fold(module, {one for of, one in needed if of == name}, drop)
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

    Its own definitions stay. Raises FoldError, also for a constant that is read as `module.NAME`
    or whose import has to stay: the tree may not have it any more.
    """
    module = _parse(path, text, constants)
    known = {name: _Module(name, "", ast.Module([], [])) for name in constants}
    for name, stand_in in known.items():
        stand_in.constants = constants[name]
    _find_constants(module, "", known)
    for node, owner, name in _attributes(module, constants):
        if name in constants[owner]:
            raise module.refuse(node, f"{owner}.{name} is folded: import it by its name")
    left = {name for _, name in _left_as_conditions("", module)}
    for statement, alias, owner in [*module.imported, *module.uncertain]:
        is_left = (alias.asname or alias.name) in left
        if (is_left or (statement, alias, owner) in module.uncertain) and (
            alias.name in constants[owner]
        ):
            reason = f"{owner}.{alias.name} is folded: neither import it under a condition"
            raise module.refuse(statement, f"{reason}, nor use it as one")
    return _fold(module, left, drop=False)


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
    for node in module.nodes:
        module.parents |= {id(inner): node for inner in ast.iter_child_nodes(node)}
    _refuse_names_of_run_time(module)
    for statement in module.tree.body:
        name = _defined(statement)
        if name is not None and isinstance(statement, Definition):
            if name in module.definitions:
                raise module.refuse(statement, f"{name} is defined a second time")
            module.definitions[name] = statement
    for node in module.nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                if module.is_certain(node) and module.function_of(node) is None:
                    module.loaded |= {alias.name, *_parents_of(alias.name)}
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
                    is_certain = alias.name == "*" or module.is_certain(node)
                    kind = module.imported if is_certain else module.uncertain
                    kind.append((node, alias, source))
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
    _look_at_uses(module)


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
    for node, alias, source in module.imported:
        if constant == (alias.asname or alias.name) and module.function_of(node) is None:
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


def _is_in_body(function: ast.AST, node: ast.AST) -> bool:
    """Return whether a node right below a function is run when the function is called."""
    assert isinstance(function, Function)
    return node in function.body if isinstance(function.body, list) else node is function.body


def _parents_of(name: str) -> list[str]:
    """Return the packages around a module, by its dotted name."""
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]


def _refuse_names_of_run_time(module: _Module) -> None:
    """Raise FoldError where a name of a module may be made of a text."""
    bound = {name for node in module.nodes for name in _bound_by(node)}
    for node in module.nodes:
        if isinstance(node, ast.Name) and node.id in AT_RUN_TIME and node.id not in bound:
            raise module.refuse(node, f"{node.id}: names that are made up at run time")
        if not isinstance(node, ast.Call | ast.Subscript):
            continue
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else ""
            if called in AT_RUN_TIME_ALONE and called not in bound and not node.args:
                raise module.refuse(node, f"{called}(): names that are made up at run time")
        elif _is_sys_modules(node.value) and isinstance(node.ctx, ast.Load):
            user = module.parents[id(node)]
            called = ast.unparse(user.func) if isinstance(user, ast.Call) else ""
            if called not in ("hasattr", "delattr"):
                raise module.refuse(node, "a module out of sys.modules: import it by its name")


def _is_sys_modules(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "modules"
        and isinstance(node.value, ast.Name)
        and node.value.id == "sys"
    )


def _bound_by(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node by itself gives a meaning, in whatever scope."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif isinstance(node, ast.MatchMapping):
        yield node.rest or ""
    elif isinstance(
        node,
        ast.FunctionDef
        | ast.AsyncFunctionDef
        | ast.ClassDef
        | ast.ExceptHandler
        | ast.MatchAs
        | ast.MatchStar,
    ):
        yield node.name or ""
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (one.asname or one.name.split(".")[0] for one in node.names)


def _look_at_uses(module: _Module) -> None:
    """Refuse what is used before it is there; leave a name that is not known where it stands."""
    known: dict[str, list[tuple[ast.stmt, ast.AST | None]]] = {}
    for name, definition in module.definitions.items():
        known.setdefault(name, []).append((definition, None))
    for origin, alias, _ in module.imported:
        place = (origin, module.function_of(origin))
        known.setdefault(alias.asname or alias.name, []).append(place)
    for node in module.nodes:
        if not isinstance(node, ast.Name) or node.id not in module.constants:
            continue
        inner = module.function_of(node)
        around = [each for each in module.around(node) if isinstance(each, Function)]
        places = [
            (statement, function)
            for statement, function in known[node.id]
            if function is None or function in around
        ]
        if not places:
            module.left.add(id(node))
        elif isinstance(node.ctx, ast.Load) and all(
            function is inner and _position(node) < _position(statement)
            for statement, function in places
        ):
            raise module.refuse(node, f"{node.id} is used before it is there")
    for node in module.nodes:
        if isinstance(node, ast.Compare) and any(isinstance(one, SAME) for one in node.ops):
            for part in [node.left, *node.comparators]:
                name = part.id if isinstance(part, ast.Name) else ""
                if abs(module.constants.get(name, 0)) >= LIMIT_SAME:
                    raise module.refuse(node, f"{name} is too large for `is`: use ==")


def _position(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _refuse_other_bindings(module: _Module) -> None:
    """Raise FoldError if the name of a constant means something else somewhere in a module."""
    allowed = {id(_target(statement)) for statement in module.definitions.values()}
    imports = {
        (id(node), alias.asname or alias.name)
        for node, alias, _ in module.imported
        if (alias.asname or alias.name) in module.constants
    }
    for node in module.nodes:
        for name in _bound_by(node):
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


def _needed(modules: dict[str, _Module], stays: Collection[str]) -> Needed:
    """Return what has to have its name at run time, where it is defined and where imported."""
    needed = _read_by_attribute(modules, stays)
    for name, module in modules.items():
        needed |= {(of, alias.name) for _, alias, of in module.uncertain}
        needed |= {(of, CONST) for _, alias, of in module.imported if alias.name == CONST}
        if module.path not in stays:
            needed |= _left_as_conditions(name, module)
    needed |= _imports_that_stay(modules, stays)
    waiting = [*needed]
    while waiting:
        name, constant = waiting.pop()
        module = modules[name]
        if module.path in stays or constant not in module.constants:
            continue
        for _, alias, of in module.imported:
            if (alias.asname or alias.name) == constant and (of, alias.name) not in needed:
                needed.add((of, alias.name))
                waiting.append((of, alias.name))
    return needed


def _read_by_attribute(modules: dict[str, _Module], stays: Collection[str]) -> Needed:
    """Return the constants that are read as `module.NAME`, or by a module whose text stays."""
    kept = set()
    for module in modules.values():
        reads = [*_attributes(module, modules)]
        places: list[tuple[ast.AST, str, str]] = [*reads]
        if module.path in stays:
            places += [(node, source, alias.name) for node, alias, source in module.imported]
        for node, owner, name in places:
            if owner in modules and name == "__dict__":
                raise module.refuse(node, f"{owner}.__dict__: name what is read of it")
            if owner in modules and name == CONST:
                kept.add((owner, name))
            if owner not in modules or name not in modules[owner].constants:
                continue
            if name not in modules[owner].definitions:
                raise module.refuse(node, f"{owner} only imports {name}: read it where it is from")
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                raise module.refuse(node, f"{owner}.{name} is a constant, and set here")
            kept.add((owner, name))
    return kept


def _imports_that_stay(modules: dict[str, _Module], stays: Collection[str]) -> Needed:
    """Return a name of each import that must not go, though only constants are imported."""
    read = {
        name for module in modules.values() for name in _read_through_packages(module, modules)
    }
    quiet: dict[str, bool] = {}
    kept = set()
    for name, module in modules.items():
        if module.path in stays:
            continue
        for node, _, source in module.imported:
            names = [alias.asname or alias.name for alias in node.names]
            if any(one not in module.constants for one in names):
                continue
            loads = [source, *_parents_of(source)]
            if read & {*loads} or not all(_is_quiet(one, modules, quiet) for one in loads):
                kept.add((name, names[0]))
    return kept


def _read_through_packages(module: _Module, tree: Collection[str]) -> Iterator[str]:
    """Yield each `package.module` that is read and that the reader does not load itself."""
    for node in module.nodes:
        if isinstance(node, ast.Name) and node.id in module.objects:
            owner = module.objects[node.id]
            for outer in module.around(node):
                if not isinstance(outer, ast.Attribute) or f"{owner}.{outer.attr}" not in tree:
                    break
                owner = f"{owner}.{outer.attr}"
                if owner not in module.loaded:
                    yield owner


def _is_quiet(name: str, modules: dict[str, _Module], known: dict[str, bool]) -> bool:
    """Return whether loading a module does nothing that anybody could miss.

    known  what has been found out so far
    """
    if name not in modules:
        return True  # a package without an __init__
    if name not in known:
        known[name] = True  # for those that import each other
        module = modules[name]
        known[name] = all(
            _is_quiet_statement(statement, module, modules, known)
            for statement in module.tree.body
        )
    return known[name]


def _is_quiet_statement(
    statement: ast.stmt, module: _Module, modules: dict[str, _Module], known: dict[str, bool]
) -> bool:
    if isinstance(statement, ast.Import | ast.ImportFrom):
        if isinstance(statement, ast.Import):
            names = [alias.name for alias in statement.names]
        else:
            source = statement.module or ""
            inner = [f"{source}.{alias.name}" for alias in statement.names]
            names = [source, *(one for one in inner if one in modules)]
        loads = [one for name in names for one in (name, *_parents_of(name))]
        tops = {name.split(".")[0] for name in modules}
        return all(
            _is_quiet(one, modules, known) if one.split(".")[0] in tops else one in OUTSIDE
            for one in loads
        )
    if isinstance(statement, Definition):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return all(isinstance(one, ast.Name) for one in targets) and _is_quiet_value(
            statement.value, module
        )
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        outside = [*statement.args.defaults, *statement.args.kw_defaults]
        return all(map(_is_quiet_decorator, statement.decorator_list)) and all(
            _is_quiet_value(one, module) for one in outside
        )
    if isinstance(statement, ast.ClassDef):
        return (
            not statement.keywords
            and not statement.decorator_list
            and all(_is_quiet_value(one, module) for one in statement.bases)
            and all(_is_quiet_statement(one, module, modules, known) for one in statement.body)
        )
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Pass)


def _is_quiet_decorator(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Name) and decorator.id in DECORATORS


def _is_quiet_value(
    value: ast.expr | None, module: _Module, callers: tuple[str, ...] = ()
) -> bool:
    """Return whether a value is made of values, without a call of anything unknown.

    callers  the functions of the module that have been called on the way here
    """
    own = {name for node in module.nodes for name in _bound_by(node)} - {CONST, "array"}
    functions = {each.name: each for each in module.tree.body if isinstance(each, ast.FunctionDef)}
    for node in ast.walk(value) if value is not None else ():
        if isinstance(node, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr):
            return False
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name in functions and name not in callers:
                if not _is_quiet_function(functions[name], module, (*callers, name)):
                    return False
            elif name not in MAKERS or name in own:
                return False
    return True


def _is_new(value: ast.expr | None) -> bool:
    """Return whether a value is made here, so that nobody else holds the same object."""
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in MAKERS
    new = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.BinOp)
    return isinstance(value, new)


def _is_quiet_function(
    function: ast.FunctionDef, module: _Module, callers: tuple[str, ...]
) -> bool:
    """Return whether a call only makes a value: it changes nothing but what it has made itself."""
    others = set()  # names of what may be anybody's
    made = set()
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and not isinstance(node, QUIET_STATEMENTS):
            return False
        names = {
            inner.id
            for inner in ast.iter_child_nodes(node)
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
        }
        if isinstance(node, ast.Assign | ast.AnnAssign) and _is_new(node.value):
            made |= names
        elif not isinstance(node, ast.AugAssign):
            others |= names
    for node in ast.walk(function):
        changed: ast.expr | None = None
        if isinstance(node, ast.AugAssign):
            changed = node.target
        elif isinstance(node, ast.Attribute | ast.Subscript):
            changed = None if isinstance(node.ctx, ast.Load) else node
        while isinstance(changed, ast.Attribute | ast.Subscript):
            changed = changed.value
        if isinstance(changed, ast.Name) and changed.id not in made - others:
            return False
        if changed is not None and not isinstance(changed, ast.Name):
            return False
    return not function.decorator_list and all(
        _is_quiet_value(node, module, callers)
        for statement in function.body
        for node in ast.walk(statement)
        if isinstance(node, ast.expr)
    )


def _left_as_conditions(name: str, module: _Module) -> Needed:
    """Leave the constants of a module that decide what a function is; return their names.

    The compiler leaves out what it sees is never run. If the only binding of a name, or the only
    `yield`, goes with it, the name is not local any more, or the function no generator: with a
    number for a condition, but not with a name.
    """
    found = set()
    for function in module.nodes:
        if isinstance(function, Function):
            for node in _Conditions(module, function).deciding():
                module.left.add(id(node))
                found.add((name, node.id))
    return found


class _Conditions:
    """What a function binds and yields, and under which conditions of constants.

    effects  a name that is bound, `global` and a name, or `yield`: with the numbers of the
             conditions around it
    names    the constants in each condition
    """

    def __init__(self, module: _Module, function: ast.AST) -> None:
        """Look at a function, and not at what is made in it."""
        assert isinstance(function, Function)
        self.constants = module.constants
        self.left = module.left
        self.names: list[list[ast.Name]] = []
        self.effects: list[tuple[str, tuple[int, ...]]] = []
        for node in ast.walk(function.args):
            if isinstance(node, ast.arg):
                self.effects.append((node.arg, ()))
        body = function.body if isinstance(function.body, list) else [function.body]
        for each in body:
            self._visit(each, ())

    def deciding(self) -> list[ast.Name]:
        """Return the constants without which something would be bound or yielded nowhere."""
        always = {what for what, conditions in self.effects if not conditions}
        numbers = {
            number
            for what, conditions in self.effects
            if what not in always
            for number in conditions
        }
        return [node for number in sorted(numbers) for node in self.names[number]]

    def _visit(self, node: ast.AST, conditions: tuple[int, ...]) -> None:
        for name in _bound_by(node):
            word = "global " if isinstance(node, ast.Global | ast.Nonlocal) else ""
            self.effects.append((word + name, conditions))
        if isinstance(node, ast.Yield | ast.YieldFrom | ast.Await):
            self.effects.append(("yield", conditions))
        inner = [*ast.iter_child_nodes(node)]
        if isinstance(node, Function):
            body = node.body if isinstance(node.body, list) else [node.body]
            inner = [each for each in inner if each not in body]
            inner = [each for each in inner if not isinstance(each, ast.arguments)]
            inner += [each for each in (*node.args.defaults, *node.args.kw_defaults) if each]
        elif isinstance(node, ast.ClassDef):
            inner = [each for each in inner if each not in node.body]
        elif isinstance(node, Comprehension):
            # Its own names are no names of the function.
            inner = [each for each in inner if not isinstance(each, ast.comprehension)]
            for part in node.generators:
                inner += [part.iter, *part.ifs]
        before: list[ast.expr] = []
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            before = [node.test]
        elif isinstance(node, ast.BoolOp):
            before = [*node.values]
        names = [name for test in before for name in self._decide(test)]
        if names:
            self.names.append(names)
            conditions = (*conditions, len(self.names) - 1)
        for each in inner:
            self._visit(each, conditions)

    def _decide(self, test: ast.expr) -> list[ast.Name]:
        """Return the constants that may let a compiler know how a test ends."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._decide(test.operand)
        if isinstance(test, ast.BoolOp):
            return [name for value in test.values for name in self._decide(value)]
        if isinstance(test, ast.IfExp):
            parts = (test.test, test.body, test.orelse)
            return [name for part in parts for name in self._decide(part)]
        names = []
        for node in ast.walk(test):
            if isinstance(node, ast.Name):
                if node.id not in self.constants:
                    return []
                names.append(node)
            elif isinstance(node, ast.expr) and not isinstance(
                node, ast.Constant | ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp
            ):
                return []
        return names


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


def _fold(module: _Module, needed: Collection[str], drop: bool) -> str:
    """Return the text of a module with its constants folded.

    needed  the constants whose definitions or imports stay
    drop    whether any other definition goes
    """
    gone = [
        statement for name, statement in module.definitions.items() if drop and name not in needed
    ]
    edits = [_without(module, statement, "pass") for statement in gone]
    skipped = {id(node) for statement in gone for node in ast.walk(statement)}
    edits += _uses(module, skipped)
    edits += _imports(module, skipped, needed, drop)
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
        if id(node) in skipped or id(node) in module.left:
            continue
        if node.id in module.constants:
            value = module.constants[node.id]
            text = str(value)
            edits.append(_Edit.of(node, f"({text})" if value < 0 or id(node) in owners else text))
    return edits


def _imports(
    module: _Module, skipped: set[int], needed: Collection[str], drop: bool
) -> list[_Edit]:
    """Return the edits that shorten `from ... import ...`."""
    gone = {
        id(alias)
        for _, alias, _ in module.imported
        if (name := alias.asname or alias.name) in module.constants and name not in needed
    }
    is_const_used = (
        not drop
        or CONST in needed
        or any(
            isinstance(node, ast.Name) and node.id == CONST and id(node) not in skipped
            for node in module.nodes
        )
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
