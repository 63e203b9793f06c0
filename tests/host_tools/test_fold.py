"""Constants folded into the modules that use them: what changes, what stays, what is refused."""

from __future__ import annotations

import ast
import os
import subprocess
from pathlib import Path

import pytest

from host_tools.fold import FoldError, constants_of, fold_source, fold_tree
from host_tools.mpy import CompileError, compile_tree, read_sources

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
    ],
)
def test_what_cannot_be_folded_is_refused(text: str, line: int, says: str) -> None:
    with pytest.raises(FoldError, match=says) as refused:
        fold("from room.codes import ONE\n" + text)
    assert str(refused.value).startswith(f"room/user.py:{line}: ")


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
    assert set(ast.literal_eval(lines[0])) == {"const", "TEXT", "PLAIN"}
    assert set(ast.literal_eval(lines[1])) == {"PLAIN", "fall"}
    assert 'File "room/user.py", line 12, in fall' in done.stdout + done.stderr
    assert "ZeroDivisionError" in done.stdout + done.stderr
