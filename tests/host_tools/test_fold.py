"""Constants folded into the modules that use them: what changes, what stays, what is refused."""

from __future__ import annotations

import ast
import os
import subprocess
from pathlib import Path

import pytest

from host_tools import mpy
from host_tools.fold import STAYS, FoldError, constants_of, fold_source, fold_tree
from host_tools.mpy import (
    CompileError,
    compile_module,
    compile_tree,
    read_sources,
    shipped_names,
)

CODES = (
    "from micropython import const\n"
    "\n"
    "ONE = const(1)  # the first\n"
    "BOTH = const(\n"
    "    ONE | 2\n"
    ")\n"
    "BELOW = const(-ONE - 4)\n"
    "TEXT = const('one')\n"
    "PLAIN = 7\n"
)


def fold(user: str, codes: str = CODES, **options: bool) -> tuple[str, str]:
    """Return the folded texts of a module that uses `room/codes.py`, and of that."""
    done = fold_tree({"room/codes.py": codes, "room/user.py": user}, **options)
    return done["room/user.py"], done["room/codes.py"]


def test_definitions_go_and_every_line_stays_on_its_number() -> None:
    _, codes = fold("")
    assert codes == (
        "from micropython import const\n\npass  # the first\npass\n\n\npass\n"
        "TEXT = const('one')\nPLAIN = 7\n"
    )


def test_the_import_of_const_goes_with_the_last_definition() -> None:
    _, codes = fold("", "from micropython import const, kbd_intr\nONE = const(1)\n")
    assert codes == "from micropython import kbd_intr\npass\n"
    _, codes = fold("", "from micropython import const\nONE = const(1)\n")
    assert codes == "pass\npass\n"


def test_definitions_stay_on_demand() -> None:
    user, codes = fold("from room.codes import ONE\nx = ONE\n", drop=False)
    assert user == "pass\nx = 1\n"
    assert codes == CODES.replace("ONE | 2", "1 | 2").replace("-ONE", "-1")


def test_uses_become_values() -> None:
    user, _ = fold(
        "from room.codes import ONE, BOTH, BELOW as LOW, PLAIN\n"
        "\n"
        "class A:\n"
        '    """ONE of BOTH."""\n'
        "    def f(self, a=ONE, *, b: BOTH = LOW):  # ONE\n"
        "        self.ONE = ONE if BOTH else a.ONE\n"
        "        return g(ONE=LOW)[BOTH] - LOW + PLAIN, 'é', ONE.real\n"
    )
    assert user == (
        "from room.codes import PLAIN\n"
        "\n"
        "class A:\n"
        '    """ONE of BOTH."""\n'
        "    def f(self, a=1, *, b: 3 = (-5)):  # ONE\n"
        "        self.ONE = 1 if 3 else a.ONE\n"
        "        return g(ONE=(-5))[3] - (-5) + PLAIN, 'é', (1).real\n"
    )


@pytest.mark.parametrize(
    ("statement", "becomes"),
    [
        ("from room.codes import (\n    ONE,\n    BOTH,\n)\n", "pass\n\n\n\n"),
        (
            "from room.codes import (\n    ONE,  # one\n    PLAIN as p,\n    TEXT,\n)\n",
            "from room.codes import (PLAIN as p, TEXT\n\n\n\n)\n",
        ),
        ("from room.codes import ONE, \\\n  PLAIN\n", "from room.codes import (PLAIN\n)\n"),
        (
            "def f():\n    from room.codes import ONE; return ONE\n",
            "def f():\n    pass; return 1\n",
        ),
        ("from room import codes\n", "from room import codes\n"),
    ],
)
def test_imports_shrink_within_their_lines(statement: str, becomes: str) -> None:
    user, _ = fold(statement)
    assert user == becomes
    ast.parse(user)


def test_imported_constants_are_followed_through_modules() -> None:
    sources = {
        "a.py": "ONE = const(1)\n",
        "b.py": "from a import ONE as FIRST\nTWO = const(FIRST + 1)\n",
        "c/__init__.py": "from b import FIRST, TWO\nx = FIRST, TWO\n",
        "d.py": "from c import FIRST\nfrom c import TWO\nFOUR = const(TWO << FIRST)\nx = FOUR\n",
    }
    folded = fold_tree(sources)
    assert folded["c/__init__.py"] == "pass\nx = 1, 2\n"
    assert folded["d.py"] == "pass\npass\npass\nx = 4\n"
    assert constants_of(sources)["d"] == {"FIRST": 1, "TWO": 2, "FOUR": 4}


@pytest.mark.parametrize(
    "text",
    [
        "from room import codes\nx = codes.ONE\n",
        "import room.codes\nx = room.codes.ONE\n",
        "import room.codes as c\ndef f():\n    return c.ONE\n",
    ],
)
def test_a_name_that_is_read_of_its_module_stays_there(text: str) -> None:
    user, codes = fold(text)
    assert user == text
    assert "ONE = const(1)" in codes
    assert "BOTH" not in codes


def test_main_and_the_board_are_left_as_they_are() -> None:
    sources = {
        "main.py": "from a import ONE\nprint(ONE)\n",
        "board_def.py": "TWO = const(2)\n",
        "a.py": "from board_def import TWO\nONE = const(1)\nTHREE = const(3)\nx = ONE, TWO\n",
    }
    assert fold_tree(sources) == {
        **sources,
        "a.py": "from board_def import TWO\nONE = const(1)\npass\nx = 1, TWO\n",
    }


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("def f(ONE):\n    return ONE\n", 2, "ONE is a constant, and bound here"),
        ("def f():\n    ONE = 2\n", 3, "ONE is a constant, and bound here"),
        ("ONE = 2\n", 2, "ONE is a constant, and bound here"),
        ("ONE += 2\n", 2, "ONE is a constant, and bound here"),
        ("x = [0 for ONE in (1, 2)]\n", 2, "ONE is a constant, and bound here"),
        ("x = lambda ONE: 1\n", 2, "ONE is a constant, and bound here"),
        ("class ONE:\n    pass\n", 2, "ONE is a constant, and bound here"),
        ("class A:\n    ONE = 3\n", 3, "ONE is a constant, and bound here"),
        ("def f():\n    global ONE\n", 3, "ONE is a constant, and bound here"),
        (
            "try:\n    f()\nexcept ValueError as ONE:\n    pass\n",
            4,
            "ONE is a constant, and bound",
        ),
        ("from elsewhere import ONE\n", 2, "ONE is a constant, and bound here"),
        ("import ONE\n", 2, "ONE is a constant, and bound here"),
        ("match 1:\n    case ONE:\n        pass\n", 3, "ONE is a constant, and bound here"),
        ("ONE = const(5)\n", 2, "ONE is imported, and defined here, too"),
        ("from room.codes import BOTH as ONE\n", 2, "ONE is two different constants"),
        ("TWO = const(2)\nTWO = const(2)\n", 3, "TWO is defined a second time"),
        ("TWO = const(TWO + 1)\n", 2, "TWO is defined by itself"),
        ("TWO = const(1 // 0)\n", 2, "zero"),
        ("TWO = const(1 << 1000)\n", 2, "a shift by 1000 bits"),
        ("TWO = const(1 << -1)\n", 2, "negative shift count"),
        ("from room.codes import *\n", 2, "name what is needed"),
        ("from .codes import BOTH\n", 2, "a relative import"),
        ("from room import codes\nf(codes)\n", 3, "the module room.codes as an object"),
        ("import room.codes\nx = room\n", 3, "the module room as an object"),
        ("import room.codes as c\nc.ONE = 4\n", 3, "room.codes.ONE is a constant, and set here"),
        ("import room.user\nx = room.user.ONE\n", 3, "room.user only imports ONE"),
        ("x = f'{ONE}'\n", 2, "ONE in an f-string"),
        ("TWO = const(\n2\n); x = 1\n", 2, "another statement behind"),
        ("def broken(:\n", 2, "invalid syntax"),
        ("x = 'ONE' in globals()\n", 2, "globals: names that are made up at run time"),
        ("x = eval('ONE')\n", 2, "eval: names that are made up at run time"),
        ("m = __import__('room.codes')\n", 2, "__import__: names that are made up at run time"),
        ("x = dir()\n", 2, r"dir\(\): names that are made up at run time"),
        ("import sys\nx = sys.modules['room.codes'].ONE\n", 3, "a module out of sys.modules"),
        ("import sys\nm = sys.modules['room.codes']\n", 3, "a module out of sys.modules"),
        ("from room import codes\nx = codes.__dict__\n", 3, r"room\.codes\.__dict__: name what"),
        ("x = TWO\nTWO = const(2)\n", 2, "TWO is used before it is there"),
        ("def f(a=TWO):\n    return a\nTWO = const(2)\n", 2, "TWO is used before it is there"),
        ("x = BOTH\nfrom room.codes import BOTH\n", 2, "BOTH is used before it is there"),
        ("BIG = const(1 << 40)\nx = f() is BIG\n", 3, "BIG is too large for `is`"),
    ],
)
def test_what_cannot_be_folded_is_refused(text: str, line: int, says: str) -> None:
    with pytest.raises(FoldError, match=says) as refused:
        fold("from room.codes import ONE\n" + text)
    assert str(refused.value).startswith(f"room/user.py:{line}: ")


# Each is run plain and folded: the output has to be the same.
CONST = "from micropython import const\n"
ZERO = {"codes.py": CONST + "TRACE = const(0)\nON = const(1)\n"}
THREE = {"codes.py": CONST + "N = const(3)\nPLAIN = 4\n"}
SAME = {
    "a yield that is never reached": {
        **ZERO,
        "a.py": "from codes import TRACE\ndef walk():\n    if TRACE:\n        yield 1\n"
        "print(walk() is None)\n",
    },
    "a yield behind and": {
        **ZERO,
        "a.py": "from codes import TRACE\ndef walk():\n    return TRACE and (yield 1)\n"
        "print(walk() == 0)\n",
    },
    "a name that is local by a line that is never run": {
        **ZERO,
        "a.py": "from codes import TRACE\nx = 'global'\ndef f():\n    if TRACE:\n"
        "        x = 'local'\n    try:\n        return x\n"
        "    except NameError:\n        return 'unbound'\nprint(f())\n",
    },
    "two such lines": {
        **ZERO,
        "a.py": "from codes import TRACE, ON\nx = 'global'\ndef f():\n    if TRACE:\n"
        "        x = 1\n    while not ON:\n        x = 2\n    try:\n        return x\n"
        "    except NameError:\n        return 'unbound'\nprint(f())\n",
    },
    "a comparison of constants": {
        **ZERO,
        "a.py": "from codes import TRACE, ON\nx = 'global'\ndef f():\n"
        "    if TRACE == ON or TRACE > 5:\n        import sys as x\n    try:\n"
        "        return x\n    except NameError:\n        return 'unbound'\nprint(f())\n",
    },
    "global in a line that is never run": {
        **ZERO,
        "a.py": "from codes import TRACE\nx = 1\ndef f():\n    if TRACE:\n        global x\n"
        "    x = 2\nf()\nprint(x)\n",
    },
    "a condition of the own module": {
        "a.py": CONST + "TRACE = const(0)\ndef walk():\n    if TRACE:\n        yield 1\n"
        "print(walk() is None)\n",
    },
    "a submodule that is reached through its package": {
        "pkg/__init__.py": "",
        "pkg/foo.py": CONST + "WIDTH = const(5)\ndef thing():\n    return 7\n",
        "a.py": "import pkg\nfrom pkg.foo import WIDTH\nprint(WIDTH, pkg.foo.thing())\n",
    },
    "a submodule that another module has loaded": {
        "pkg/__init__.py": "",
        "pkg/foo.py": CONST + "WIDTH = const(5)\ndef thing():\n    return 7\n",
        "b.py": "from pkg.foo import WIDTH\nwide = WIDTH\n",
        "a.py": "import pkg\nimport b\nprint(b.wide, pkg.foo.thing())\n",
    },
    "a module that does something when it is loaded": {
        "reg.py": "seen = []\n",
        "drv.py": CONST + "import reg\nN = const(3)\nreg.seen.append('drv')\n",
        "a.py": "import reg\nfrom drv import N\nprint(N, reg.seen)\n",
    },
    "a module that loads such a module": {
        "reg.py": "seen = []\n",
        "drv.py": "import reg\nreg.seen.append('drv')\n",
        "mid.py": CONST + "import drv\nN = const(3)\n",
        "a.py": "import reg\nfrom mid import N\nprint(N, reg.seen)\n",
    },
    "a package that does": {
        "reg.py": "seen = []\n",
        "pkg/__init__.py": "import reg\nreg.seen += ['pkg']\n",
        "pkg/foo.py": CONST + "N = const(3)\n",
        "a.py": "import reg\nfrom pkg.foo import N\nprint(N, reg.seen)\n",
    },
    "a function that is called when it is loaded": {
        "reg.py": "seen = []\n",
        "drv.py": CONST + "from reg import seen\nN = const(3)\ndef _make():\n"
        "    mine = seen\n    mine += [1]\n    return 2\nX = _make()\n",
        "a.py": "import reg\nfrom drv import N\nprint(N, reg.seen)\n",
    },
    "an import that may fail": {
        "codes.py": CONST + "N = const(3)\nimport nothing_there\n",
        "a.py": "has = True\ntry:\n    from codes import N\nexcept ImportError:\n"
        "    has = False\nprint(has)\n",
    },
    "an import with another way": {
        **THREE,
        "a.py": "try:\n    from codes import N\nexcept ImportError:\n    N = 9\nprint(N)\n",
    },
    "an import under a condition": {
        **THREE,
        "a.py": "import sys\nif sys.platform == 'nowhere':\n    from codes import N\ntry:\n"
        "    print(N)\nexcept NameError:\n    print('unbound')\n",
    },
    "an import in one function, a use in another": {
        **THREE,
        "a.py": "def f():\n    from codes import N\n    return N\ndef g():\n    return N\n"
        "try:\n    print(f(), g())\nexcept NameError:\n    print('unbound')\n",
    },
    "an import in a class": {
        **THREE,
        "a.py": "class A:\n    from codes import N\nprint(A.N)\n",
    },
    "a way through a module whose import stays": {
        **THREE,
        "mid.py": "try:\n    from codes import N\nexcept ImportError:\n    N = 9\n",
        "a.py": "from mid import N\nfrom codes import N as M\nprint(N, M)\n",
    },
    "const itself": {
        "codes.py": CONST + "N = const(3)\n",
        "a.py": "from codes import const, N\nprint(const(5), N)\n",
    },
    "const as an attribute": {
        "codes.py": CONST + "N = const(3)\n",
        "a.py": "import codes\nprint(codes.const(5), codes.N)\n",
    },
}


@pytest.mark.parametrize("sources", SAME.values(), ids=SAME.keys())
def test_a_folded_program_does_what_the_plain_one_does(
    sources: dict[str, str], micropython: list[str], tmp_path: Path
) -> None:
    said = []
    for name, texts in (("plain", sources), ("folded", fold_tree(sources))):
        for path, text in texts.items():
            made = tmp_path / name / path
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(text)
            compile_module(made, made.with_suffix(".mpy"), path)
            made.unlink()
        done = subprocess.run(
            [*micropython, "-c", "import a"],
            env={**os.environ, "MICROPYPATH": f"{tmp_path / name}:.frozen"},
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        said.append(done.stdout + done.stderr)
    assert said[0] and "Traceback" not in said[0], said[0]
    assert said[1] == said[0]


@pytest.mark.parametrize(
    "text",
    [
        "def f(a):\n    if ONE:\n        a = 2\n    return a\n",
        "def f(a):\n    if ONE:\n        b = 2\n    else:\n        b = 3\n    b = 4\n",
        "def f(a):\n    if a == ONE:\n        b = 2\n",
        "def f(a):\n    if ONE:\n        a.b = [c for c in a]\n",
        "def f(a):\n    if ONE:\n        def g():\n            yield 1\n    g = 2\n",
        "if ONE:\n    x = 2\n",
        "class A:\n    if ONE:\n        x = 2\n",
    ],
)
def test_a_condition_that_decides_nothing_more_is_folded(text: str) -> None:
    user, _ = fold("from room.codes import ONE\n" + text)
    assert user == "pass\n" + text.replace("ONE", "1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import array\nfrom machine import Pin\nx = bytes(3)\n",
        "def _make():\n    table = bytearray(3)\n    for index in range(3):\n"
        "        table[index] = ord('a')\n    return bytes(table)\nTABLE = _make()\n",
        "class A(Exception):\n    'A.'\n    x = (1, 2)\n    def f(self, a=PLAIN):\n"
        "        a.go()\n",
    ],
)
def test_an_import_of_a_module_that_does_nothing_goes(text: str) -> None:
    assert fold("from room.codes import ONE\nx = ONE\n", CODES + text)[0] == "pass\nx = 1\n"


@pytest.mark.parametrize(
    "text",
    [
        "print(1)\n",
        "import elsewhere\n",
        "from elsewhere import x\n",
        "x = f()\n",
        "a.b = 1\n",
        "PLAIN += 1\n",
        "for x in range(3):\n    pass\n",
        "class A(f()):\n    pass\n",
        "class A:\n    f()\n",
        "def f(a=[].append(1)):\n    pass\n",
        "@f\ndef g():\n    pass\n",
        "def f():\n    global x\n    x = 1\n    return 2\ny = f()\n",
        "def f():\n    a.append(1)\ny = f()\n",
        "def f():\n    b = a\n    b[0] = 1\ny = f()\n",
        "def f():\n    for b in a:\n        b.c = 1\ny = f()\n",
        "def bytes(a):\n    print(a)\nx = bytes(3)\n",
    ],
)
def test_an_import_of_a_module_that_may_do_something_stays(text: str) -> None:
    user, codes = fold("from room.codes import ONE, BOTH\nx = ONE, BOTH\n", CODES + text)
    assert user == "from room.codes import ONE\nx = 1, 3\n"
    assert "ONE = const(1)" in codes and "BOTH = const" not in codes


def test_nothing_of_the_firmware_keeps_its_name(root: Path) -> None:
    folded = fold_tree(read_sources(root / "firmware"))
    for path, text in folded.items():
        if path not in STAYS:
            assert "const(" not in text, path


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    from room.codes import ONE\nexcept ImportError:\n    ONE = 2\n",
        "from room.codes import ONE\ndef f():\n    if ONE:\n        yield 1\n",
    ],
)
def test_a_text_outside_of_the_tree_needs_no_name_of_it(text: str) -> None:
    constants = constants_of({"room/codes.py": CODES})
    with pytest.raises(FoldError, match=r"^a\.py:\d: room\.codes\.ONE is folded: neither"):
        fold_source(text, constants, "a.py")


def test_a_name_of_another_module_is_no_constant_here() -> None:
    text = "from elsewhere import ONE\ndef f(BOTH):\n    return ONE, BOTH\n"
    assert fold(text)[0] == text


def test_a_text_outside_of_the_tree_is_folded_with_the_constants_of_the_tree() -> None:
    constants = constants_of({"room/codes.py": CODES})
    assert constants == {"room.codes": {"ONE": 1, "BOTH": 3, "BELOW": -5}}
    text = "from room.codes import ONE, PLAIN\nTWO = const(ONE + 1)\nx = ONE, TWO\n"
    assert fold_source(text, constants) == (
        "from room.codes import PLAIN\nTWO = const(1 + 1)\nx = 1, 2\n"
    )
    with pytest.raises(FoldError, match=r"^a\.py:2: room\.codes\.ONE is folded"):
        fold_source("from room import codes\nx = codes.ONE\n", constants, "a.py")
    with pytest.raises(FoldError, match=r"as an object"):
        fold_source("from room import codes\nx = getattr(codes, 'ONE')\n", constants)


def test_no_line_of_the_firmware_moves(root: Path) -> None:
    sources = read_sources(root / "firmware")
    folded = fold_tree(sources)
    assert folded.keys() == sources.keys()
    assert folded["main.py"] == sources["main.py"]
    for path, text in sources.items():
        before, after = ast.parse(text), ast.parse(folded[path])
        assert folded[path].count("\n") == text.count("\n"), path
        assert [(type(node), node.lineno) for node in before.body if _stays(node)] == [
            (type(node), node.lineno) for node in after.body if _stays(node)
        ], path
        functions = [
            [(node.name, node.lineno, node.end_lineno) for node in ast.walk(tree) if _named(node)]
            for tree in (before, after)
        ]
        assert functions[0] == functions[1], path


def _stays(node: ast.stmt) -> bool:
    return not isinstance(node, ast.ImportFrom | ast.Assign | ast.AnnAssign | ast.Pass)


def _named(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef)


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    """Return a folder with `room/codes.py`, one module that uses it and one that does not."""
    source = tmp_path / "source"
    (source / "room").mkdir(parents=True)
    (source / "room" / "codes.py").write_text(CODES)
    (source / "room" / "user.py").write_text(
        "from room.codes import (\n"
        "    BELOW,\n"
        "    BOTH,\n"
        "    ONE,\n"
        "    PLAIN,\n"
        ")\n"
        "\n"
        "\n"
        "def fall(number):\n"
        "    if number == ONE:\n"
        "        return BELOW\n"
        "    return PLAIN // (number - BOTH)\n"
    )
    (source / "room" / "other.py").write_text("OTHER = 1\n")
    return source


def test_a_new_value_compiles_those_who_use_it(small_tree: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"

    def stamps() -> dict[str, int]:
        return {made.name: made.stat().st_mtime_ns for made in compile_tree(small_tree, target)}

    before = stamps()
    assert stamps() == before, "nothing changed, nothing compiled"
    codes = small_tree / "room" / "codes.py"
    codes.write_text(CODES.replace("const(1)", "const(9)"))
    after = stamps()
    assert {name for name in before if before[name] != after[name]} == {"user.mpy"}


def test_what_has_been_compiled_is_not_even_folded_again(
    small_tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless a source, a compiled file or what makes one of the other has changed."""
    target = tmp_path / "target"
    compile_tree(small_tree, target)
    made = {path.name: path.read_bytes() for path in target.rglob("*.mpy")}
    folded = []

    def fold(sources: dict[str, str]) -> dict[str, str]:
        folded.append(sources)
        return fold_tree(sources)

    def again() -> int:
        """Build once more, with nothing remembered; return how often it has folded."""
        for function in (mpy._folded, mpy._short, mpy._shipped):
            function.cache_clear()
        folded.clear()
        compile_tree(small_tree, target)
        return len(folded)

    monkeypatch.setattr(mpy, "fold_tree", fold)
    assert again() == 0
    (target / "room" / "codes.mpy").write_bytes(b"damaged")
    assert again() == 1
    (target / "room" / "user.mpy").unlink()
    assert again() == 1
    (target / "room" / "left_over.mpy").write_bytes(b"old")
    assert again() == 1
    assert {path.name: path.read_bytes() for path in target.rglob("*.mpy")} == made
    monkeypatch.setattr(mpy, "_makers", lambda: "another way to fold")
    assert (again(), again()) == (1, 0)
    (small_tree / "room" / "other.py").write_text("OTHER = 2\n")
    assert (again(), again()) == (1, 0)


def test_what_cannot_be_folded_is_a_module_that_does_not_compile(
    small_tree: Path, tmp_path: Path
) -> None:
    (small_tree / "room" / "other.py").write_text("from room.codes import *\n")
    with pytest.raises(CompileError, match=r"^room/other\.py:1: from room\.codes import \*"):
        compile_tree(small_tree, tmp_path / "target")
    (small_tree / "room" / "other.py").write_bytes(b"\xff")
    with pytest.raises(CompileError, match=r"^room/other\.py: is not UTF-8"):
        compile_tree(small_tree, tmp_path / "target")


def test_folded_code_runs_and_its_tracebacks_point_into_the_source(
    micropython: list[str], small_tree: Path, tmp_path: Path
) -> None:
    compile_tree(small_tree, tmp_path / "target")
    program = (
        "import room.codes, room.user\n"
        "print([name for name in dir(room.codes) if name[0] != '_'])\n"
        "print([name for name in dir(room.user) if name[0] != '_'])\n"
        "print(room.user.fall(1), room.user.fall(4))\n"
        "room.user.fall(3)\n"
    )
    done = subprocess.run(
        [*micropython, "-c", program],
        env={**os.environ, "MICROPYPATH": str(tmp_path / "target")},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert lines[2:3] == ["-5 7"], done.stdout + done.stderr
    # What both share has a short name.
    assert shipped_names(small_tree)["PLAIN"].startswith("_")
    assert set(ast.literal_eval(lines[0])) == {"const", "TEXT"}
    assert set(ast.literal_eval(lines[1])) == {"fall"}
    assert 'File "user", line 1, in fall' in done.stdout + done.stderr
    assert "ZeroDivisionError" in done.stdout + done.stderr
