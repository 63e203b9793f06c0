"""The rules of the house as functions: each takes source text and returns what breaks the rule.

Every function returns a list of one-line texts, empty when all is well. They know nothing of
pytest; the tests run them over the repository, and over bad snippets, to show that they bite.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from pathlib import Path

INT_LIMIT = 1 << 30
LINE_LIMIT = 99
BLINKA_NAMES = ("board", "keypad", "digitalio", "busio", "microcontroller", "micropython")
NOT_ON_THE_DEVICE = (
    "typing",
    "dataclasses",
    "enum",
    "abc",
    "functools",
    "contextlib",
    "itertools",
)

# What a room may import besides itself: exact modules, or whole packages with `.*`.
PURE = ("micropython", "struct", "binascii", "array")
ROOMS: dict[str, tuple[str, ...]] = {
    "clockcore": ("clockcore.*", *PURE),
    "drivers": ("drivers.*", "micropython", "array", "struct", "framebuf", "time:sleep_us"),
    "hal": (
        "hal.*",
        "clockcore.codes",
        "clockcore.journal",
        "clockcore.journal_reading",
        "clockcore.ticks",
        *PURE,
        "hashlib",
        "machine",
        "time",
        "os",
        "sys",
        "gc",
        "esp32",
        "rp2",
        "select",
    ),
    "app": (
        "app.*",
        "clockcore.*",
        "drivers.*",
        "hal.*",
        "board_def",
        *PURE,
        "gc",
        "sys",
        "time",
        "json",
        "machine",
    ),
    "main": ("app.*",),
    "board_def": ("micropython",),
}
# The single module of the core that may see the outside.
ALSO = {"clockcore/ticks.py": ("adafruit_ticks",)}
# What the host may not import: it would run a second firmware in the host's own process.
DEVICE_ONLY = ("app", "hal", "machine", "board_def")


def imported(tree: ast.AST) -> list[tuple[int, str, str]]:
    """Return (line, module, name) of every import; name is "" for a plain `import`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found += [(node.lineno, module, alias.name) for alias in node.names]
    return found


def _may(module: str, name: str, allowed: Iterable[str]) -> bool:
    for rule in allowed:
        if rule.endswith(".*"):
            if module == rule[:-2] or module.startswith(rule[:-1]):
                return True
        elif ":" in rule:
            if (module, name) == tuple(rule.split(":")):
                return True
        elif module == rule or f"{module}.{name}" == rule:
            return True
    return False


def wrong_imports(source: str, room: str, path: str) -> list[str]:
    """Check the imports of a module of `room`; `path` is relative to `firmware`."""
    allowed = ROOMS[room] + ALSO.get(path, ())
    return [
        f"{path}:{line}: {room} may not import {module} {name}".rstrip()
        for line, module, name in imported(ast.parse(source))
        if not _may(module, name, allowed)
    ]


def wrong_host_imports(source: str, path: str) -> list[str]:
    """Check that a module of the host imports nothing that belongs to the device alone."""
    return [
        f"{path}:{line}: the host may not import {module}"
        for line, module, _name in imported(ast.parse(source))
        if module.split(".")[0] in DEVICE_ONLY
    ]


def banned_module_names(paths: Iterable[str]) -> list[str]:
    """Check that no module or package carries a name that Blinka owns on a host."""
    found = []
    for path in paths:
        parts = Path(path).parts
        names = {Path(parts[-1]).stem, *parts[:-1]}
        found += [f"{path}: {name} is Blinka's" for name in sorted(names) if name in BLINKA_NAMES]
    return found


def not_integers(source: str, path: str) -> list[str]:
    """Check that there is no float, no true division and no f-string."""
    found = []
    for node in ast.walk(ast.parse(source)):
        what = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
            what = f"{node.value} is not an integer"
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
            what = "/ makes a float"
        elif isinstance(node, ast.JoinedStr):
            what = "an f-string"
        elif isinstance(node, ast.Call) and _called(node) in ("float", "round"):
            what = f"{_called(node)}() makes a float"
        if what:
            found.append(f"{path}:{node.lineno}: {what}")
    return found


def not_on_the_device(source: str, path: str) -> list[str]:
    """Check for what MicroPython lacks: modules, `match`, positional-only arguments, `assert`.

    It has `assert`, but the shipped modules are compiled without.
    """
    tree = ast.parse(source)
    found = [
        f"{path}:{line}: {module} is not on the device"
        for line, module, _name in imported(tree)
        if module.split(".")[0] in (*NOT_ON_THE_DEVICE, "__future__")
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            found.append(f"{path}:{node.lineno}: match is not on the device")
        elif isinstance(node, ast.Assert):
            found.append(f"{path}:{node.lineno}: assert is compiled away")
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            found.append(f"{path}:{node.posonlyargs[0].lineno}: positional-only arguments")
        elif isinstance(node, ast.Global):
            found.append(f"{path}:{node.lineno}: global state")
    return found


PURE_CALLS = ("const", "tuple", "len", "bytes", "range", "frozenset", "ord")


def work_at_import(source: str, path: str) -> list[str]:
    """Check that a module only defines: imports, classes, functions and constants.

    A constant may be built by a private function of the same module, without arguments.
    """
    found = []
    body = list(ast.parse(source).body)
    builders = {
        node.name
        for node in body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("_")
        and not ast.dump(node.args).count("arg=")
    }
    for node in body:
        if isinstance(node, ast.ClassDef):
            body += node.body
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Pass)):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and _called(call) not in (*PURE_CALLS, *builders):
                    found.append(f"{path}:{call.lineno}: {_called(call)}() is called at import")
            continue
        found.append(f"{path}:{node.lineno}: {type(node).__name__} runs at import")
    return found


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else "?"


ALLOCATING_FUNCTIONS = (
    "divmod",
    "enumerate",
    "zip",
    "map",
    "filter",
    "sorted",
    "reversed",
    "list",
    "dict",
    "set",
    "tuple",
    "bytes",
    "bytearray",
    "str",
    "repr",
    "print",
)
ALLOCATING_METHODS = ("format", "join", "split", "strip", "encode", "decode", "to_bytes")


class _Allocations(ast.NodeVisitor):
    """Collects what allocates, inside functions; `raise` statements may, they end the tick."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []

    def note(self, node: ast.AST, what: str) -> None:
        self.found.append((getattr(node, "lineno", 0), what))

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave errors alone."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Look at the body; defaults, decorators and annotations are read once."""
        if node.args.vararg or node.args.kwarg:
            self.note(node, "*args or **fields")
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef):
                self.note(statement, "a function inside a function")
            else:
                self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Leave annotations alone."""
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.note(node, "an f-string")

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.note(node, "a lambda")

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self.note(node, "a comprehension")

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self.note(node, "a comprehension")

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self.note(node, "a comprehension")

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self.note(node, "a generator")

    def visit_Yield(self, node: ast.Yield) -> None:
        self.note(node, "a generator")

    def visit_List(self, node: ast.List) -> None:
        self.note(node, "a list")

    def visit_Dict(self, node: ast.Dict) -> None:
        self.note(node, "a dict")

    def visit_Set(self, node: ast.Set) -> None:
        self.note(node, "a set")

    def visit_Slice(self, node: ast.Slice) -> None:
        self.note(node, "a slice")

    def visit_Tuple(self, node: ast.Tuple) -> None:
        if isinstance(node.ctx, ast.Load) and not all(
            isinstance(each, ast.Constant) for each in node.elts
        ):
            self.note(node, "a tuple of variables")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Allow `a, b = c, d`: two and three values are swapped on the stack."""
        if (
            isinstance(node.value, ast.Tuple)
            and len(node.value.elts) <= 3
            and isinstance(node.targets[0], ast.Tuple)
        ):
            for each in node.value.elts:
                self.visit(each)
            return
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div):
            self.note(node, "/ makes a float")
        left = node.left.value if isinstance(node.left, ast.Constant) else None
        if isinstance(node.op, ast.Mod) and isinstance(left, (str, bytes)):
            self.note(node, "% on a text")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        names = ALLOCATING_FUNCTIONS if isinstance(node.func, ast.Name) else ALLOCATING_METHODS
        if _called(node) in names:
            self.note(node, f"{_called(node)}()")
        if any(isinstance(each, ast.Starred) for each in node.args) or any(
            each.arg is None for each in node.keywords
        ):
            self.note(node, "a call with * or **")
        self.generic_visit(node)


def allocations(source: str, path: str, set_up: Iterable[str] = ()) -> list[str]:
    """Check the functions of a module for what allocates, `__init__` and `set_up` names aside.

    As far as a syntax tree can tell; a bound method kept in a variable and an attribute first
    set outside `__init__` are found by running the tick path with a locked heap.
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        bodies: list[ast.stmt] = []
        if isinstance(node, (ast.ClassDef, ast.Module)):
            bodies = node.body
        for function in bodies:
            if not isinstance(function, ast.FunctionDef):
                continue
            if function.name == "__init__" or function.name in set_up:
                continue
            visitor = _Allocations()
            visitor.visit(function)
            found += [
                f"{path}:{line}: {function.name} allocates: {what}" for line, what in visitor.found
            ]
    return found


def late_attributes(source: str, path: str) -> list[str]:
    """Check that every attribute of `self` is set first in `__init__`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef):
            continue
        methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
        known: set[str] = set()
        for method in methods:
            if method.name == "__init__":
                known = {name for name, _line in _self_targets(method)}
        for method in methods:
            found += [
                f"{path}:{line}: {node.name}.{name} is first set in {method.name}"
                for name, line in _self_targets(method)
                if name not in known and not node.bases
            ]
    return found


def _self_targets(method: ast.FunctionDef) -> list[tuple[str, int]]:
    return [
        (each.attr, each.lineno)
        for each in ast.walk(method)
        if isinstance(each, ast.Attribute)
        and isinstance(each.ctx, ast.Store)
        and isinstance(each.value, ast.Name)
        and each.value.id == "self"
    ]


def large_integers(source: str, path: str) -> list[str]:
    """Check that every integer, and every constant expression, fits 31 bits."""
    found = []
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        value = _constant(node)
        if value is None:
            waiting += ast.iter_child_nodes(node)
        elif not -INT_LIMIT < value < INT_LIMIT:
            found.append(f"{path}:{getattr(node, 'lineno', 0)}: {value} is no small integer")
    return found


def _constant(node: ast.AST) -> int | None:
    if isinstance(node, ast.Constant):
        value = node.value
        return value if isinstance(value, int) and not isinstance(value, bool) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _constant(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp):
        left, right = _constant(node.left), _constant(node.right)
        work: dict[type, Callable[[int, int], int]] = {
            ast.Add: int.__add__,
            ast.Sub: int.__sub__,
            ast.Mult: int.__mul__,
            ast.LShift: int.__lshift__,
        }
        if left is not None and right is not None and type(node.op) in work:
            return work[type(node.op)](left, right)
    return None


def compared_instants(source: str, path: str) -> list[str]:
    """Check that no instant (`now`, `at`, `*_at`) meets `<`, `-` or `+`: they wrap (T1)."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            if all(isinstance(op, (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)) for op in node.ops):
                continue
            sides: list[ast.expr] = [node.left, *node.comparators]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
            sides = [node.left, node.right]
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub)):
            sides = [node.target]
        else:
            continue
        found += [
            f"{path}:{node.lineno}: {_name(side)} is an instant, use ticks_diff or ticks_add"
            for side in sides
            if re.fullmatch(r"now|at|\w+_at", _name(side))
        ]
    return found


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def missing_docstrings(source: str, path: str) -> list[str]:
    """Check the module, its public classes and its public functions and methods."""
    tree = ast.parse(source)
    found = [] if ast.get_docstring(tree) else [f"{path}:1: the module has no docstring"]
    for scope in [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]:
        for node in scope.body:
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                continue
            if node.name.startswith("_") and node.name != "__init__":
                continue
            if not ast.get_docstring(node):
                found.append(f"{path}:{node.lineno}: {node.name} has no docstring")
    return found


def long_lines(source: str, path: str) -> list[str]:
    """Check the length of lines."""
    return [
        f"{path}:{number}: {len(line)} characters"
        for number, line in enumerate(source.splitlines(), 1)
        if len(line) > LINE_LIMIT
    ]


def unmentioned(readme: str, names: Iterable[str], path: str) -> list[str]:
    """Check that a README names every file and folder beside it, in back quotes.

    A star in a name stands for the rest: `test_*.py`, `*.scn`.
    """
    named = set()
    for quoted in re.findall(r"`([^`\n]+)`", readme):
        named |= {part.strip().rstrip("/") for part in re.split(r"[ ,]+", quoted)}
    patterns = [
        re.compile(re.escape(name).replace(r"\*", r"[^/]*")) for name in named if "*" in name
    ]
    return [
        f"{path}: does not name `{name}`"
        for name in names
        if name not in named and not any(pattern.fullmatch(name) for pattern in patterns)
    ]


def named_but_absent(readme: str, names: Iterable[str], path: str) -> list[str]:
    """Check that what the file tables of a README name exists; `NN` stands for a number."""
    existing = set(names)
    found = []
    for row in re.findall(r"^\|\s*((?:`[^`|]+`[, ]*)+)\|", readme, re.MULTILINE):
        for name in re.findall(r"`([\w.-]+\.(?:py|scn|html|js|css|svg|json|md)|[\w.-]+/)`", row):
            if name.rstrip("/") not in existing and "NN" not in name:
                found.append(f"{path}: names `{name}`, which is not there")
    return found


PRIVATE = re.compile(
    r"(?<![\w.])/(?:work|home|Users|root|t[m]p)/|\bissue #?\d+\b|[.][.]/shared\b", re.IGNORECASE
)
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")


def private_places(source: str, path: str) -> list[str]:
    """Check that no file speaks of a place that only its author has, or of work left undone."""
    return [
        f"{path}:{number}: {match.group()}"
        for number, line in enumerate(source.splitlines(), 1)
        for pattern in (PRIVATE, UNFINISHED)
        for match in pattern.finditer(line)
    ]


def undescribed_targets(makefile: str) -> list[str]:
    """Check that every target of the Makefile that a person calls has a `## text`."""
    found = []
    phony = set(re.findall(r"^\.PHONY:(.*)$", makefile, re.MULTILINE)[0].split())
    described = set()
    for match in re.finditer(r"^([A-Za-z][\w-]*):(?!=)(.*)$", makefile, re.MULTILINE):
        name, rest = match.groups()
        if re.search(r"## \S", rest):
            described.add(name)
        else:
            found.append(f"target {name} has no ## text")
        if name not in phony:
            found.append(f"target {name} is not .PHONY")
    return found + [f"{name} is .PHONY, but no target" for name in sorted(phony - described)]


def unpinned(requirements: Iterable[str]) -> list[str]:
    """Check that every requirement is pinned with `==` to one version."""
    return [
        f"{each} is not pinned"
        for each in requirements
        if not re.fullmatch(r"[A-Za-z0-9._-]+(?:\[[\w,]+\])?==[0-9][A-Za-z0-9.]*", each)
    ]
