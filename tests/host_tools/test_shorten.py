"""Short names: shared where nobody meets, and a program that does what it did."""

from __future__ import annotations

import ast
import os
import re
import subprocess
from pathlib import Path

import pytest

from host_tools.mpy import compile_module, read_sources, shipped_names
from host_tools.shorten import short_names, shorten_tree, shorten_user

BASE = "class Base:\n    def __init__(self):\n        self._first = 1\n"


def test_modules_that_never_meet_share_a_name() -> None:
    names = short_names({"a.py": "_left = 1\n_right = 2\n", "b.py": "_other = 1\n"})
    assert names == {"_left": "_a", "_other": "_a", "_right": "_b"}


@pytest.mark.parametrize(
    "user",
    [
        "from a import Base\nclass Inner(Base):\n    _second = 2\n",
        "from a import Base as B\nclass Inner(B):\n    _second = 2\n",
        "import a\nclass Inner(a.Base):\n    _second = 2\n",
        "class Inner(make()):\n    _second = 2\n",
        "def read():\n    return make()._first\n_second = 2\n",
        "from a import _first\n_second = 2\n",
    ],
)
def test_names_that_may_meet_differ(user: str) -> None:
    names = short_names({"a.py": BASE + "_first = 3\n", "b.py": user})
    assert len(names) == 2
    assert names["_first"] != names["_second"]


def test_a_class_two_steps_away_counts() -> None:
    names = short_names(
        {
            "a.py": BASE,
            "b.py": "from a import Base\nclass Middle(Base):\n    pass\n",
            "c.py": "from b import Middle\nclass Last(Middle):\n    _second = 2\n",
        }
    )
    assert names["_first"] != names["_second"]


def test_an_error_of_its_own_joins_nothing() -> None:
    names = short_names({"a.py": "class E(ValueError):\n    _one1 = 1\n", "b.py": "_two2 = 1\n"})
    assert set(names.values()) == {"_a"}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("getattr(x, '_name')\nx._name\n", "_name"),
        ("print(f'{x._name}')\n", "_name"),
        ("print(f'{_name}')\n", "_name"),
        ("for _ in x: pass\n", "_"),
        ("x.__name\n", "__name"),
        ("x.__init__()\n", "__init__"),
        ("_x = 1\n", "_x"),
    ],
)
def test_a_name_that_may_be_somebody_elses_stays(text: str, kept: str) -> None:
    assert kept not in short_names({"a.py": text})
    assert shorten_tree({"a.py": text}) == {"a.py": text}


def test_a_short_name_is_none_that_is_there() -> None:
    assert short_names({"a.py": "_long = 1\nprint(b._a)\n_b = 2\n"}) == {"_long": "_c"}


def test_what_stays_as_it_is_keeps_its_names_everywhere() -> None:
    sources = {"main.py": "from a import _start\n", "a.py": "_start = _other = 1\n"}
    assert shorten_tree(sources) == {**sources, "a.py": "_start = _a = 1\n"}


def test_texts_comments_lines_and_places_stay() -> None:
    text = '"""Of _name."""\n\n_name = """\n_name\n"""  # _name\ndef f(_name=1): return _name\n'
    changed = shorten_tree({"a.py": text})["a.py"]
    assert changed == (
        '"""Of _name."""\n\n_a = """\n_name\n"""  # _name\ndef f(_a=1): return _a\n'
    )


OWN = """
import machine
LIMIT = 3
TABLE = {1: "loaded"}
class Counter:
    step = 2
    def __init__(self, start, loaded=0):
        self.count = start
        self.pin = machine.pin
    def more(self):
        self.count += self.step
        return self.hidden(LIMIT)
    def hidden(self, amount):
        return amount + self.pin.value()
    def never_called_here(self):
        return TABLE
def show(counter, more_of_it):
    return counter.more() + more_of_it
"""


def test_what_only_one_module_mentions_is_nobody_elses() -> None:
    names = short_names({"a.py": OWN, "b.py": "amount = start = 1\nfrom a import show\n"})
    assert set(names) == {"LIMIT", "TABLE", "step", "hidden", "counter", "more_of_it"}
    assert len(set(names.values())) == 6


@pytest.mark.parametrize(
    "other",
    [
        "from a import LIMIT",
        "import a\nprint(a.LIMIT)",
        "from a.LIMIT import show",
        "import a.LIMIT",
        "def f(x):\n    x.LIMIT = 1",
        "def f(x):\n    x(LIMIT=1)",
        "LIMIT = 2",
        "class LIMIT:\n    pass",
        "print(b'more LIMIT less')",
        "print('the LIMIT')",
    ],
)
def test_what_another_module_mentions_stays(other: str) -> None:
    sources = {"a.py": OWN, "b.py": other + "\n"}
    assert "LIMIT" not in short_names(sources)
    assert "TABLE" in short_names(sources)


def test_a_local_variable_is_no_mention() -> None:
    sources = {"a.py": OWN, "b.py": '"""Of LIMIT."""\ndef f():\n    LIMIT = 1\n    return LIMIT\n'}
    assert short_names(sources)["LIMIT"] == short_names({"a.py": OWN})["LIMIT"]


def test_what_is_known_outside_stays() -> None:
    assert "step" not in short_names({"a.py": OWN}, known=("step",))


def test_bare_names_of_modules_that_meet_may_be_alike_and_attributes_not() -> None:
    sources = {
        "a.py": "class Base:\n    first = 1\n    def f(self, left):\n        return self.first\n",
        "b.py": (
            "from a import Base\nclass Next(Base):\n    second = 2\n"
            "    def f(self, right):\n        return self.second\n"
        ),
    }
    names = short_names(sources)
    assert names["first"] != names["second"]
    assert names["left"] == names["second"] or names["left"] == names["right"]


def test_a_user_of_the_tree_keeps_what_is_its_own() -> None:
    text = (
        "from a import (\n    LIMIT,\n    show,\n)\n"
        "def first(x):  # LIMIT\n    rows = 'ä', x.rows, x . rows.other\n    return rows, LIMIT\n"
        "class Other:\n    rows = 1\n    def first(self):\n        pass\n"
    )
    assert shorten_user(text, {"LIMIT": "_a", "rows": "_b", "first": "_b"}) == (
        "from a import (\n    _a,\n    show,\n)\n"
        "def first(x):  # LIMIT\n    rows = 'ä', x._b, x . _b.other\n    return rows, _a\n"
        "class Other:\n    _b = 1\n    def _b(self):\n        pass\n"
    )


PROGRAM = {
    "base.py": (
        "class Base:\n"
        "    def __init__(self, given=4):\n"
        "        self._kept = 'base'\n"
        "        self.own = given\n"
        "    def show(self):\n"
        "        return self._kept, self._hidden(), self.own_hidden(7)\n"
        "    def _hidden(self):\n"
        "        return 'hidden'\n"
        "    def own_hidden(self, amount):\n"
        "        return amount * self.own\n"
    ),
    "other.py": (
        "FACTOR = 3\n"
        "def _hidden_too():\n    return FACTOR\n"
        "def show(_many=2, times=5):\n    return _hidden_too() * times\n"
    ),
    "a.py": (
        "from base import Base\nfrom other import show\n"
        "_count = 0\nSTEP = 2\n"
        "def _more():\n    global _count\n    _count += STEP\n    return _count\n"
        "class Own(Base):\n"
        "    _class_wide = 5\n"
        "    width = 6\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        self._second = self._class_wide\n"
        "        self.third = self.width\n"
        "    def _hidden(self):\n"
        "        return super()._hidden(), self._second, self.third, self.with_more(1)\n"
        "    def with_more(self, given):\n"
        "        return [(lambda extra: extra + given)(each) for each in range(3)]\n"
        "print(Own().show(), show(_many=3), show(times=2), _more(), _more(), "
        "[_i for _i in range(2)])\n"
    ),
}


def test_a_program_does_what_it_did(micropython: list[str], tmp_path: Path) -> None:
    said = []
    assert {"own_hidden", "width", "third", "FACTOR", "STEP", "extra"} <= set(short_names(PROGRAM))
    for name, texts in (("plain", PROGRAM), ("short", shorten_tree(PROGRAM))):
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
    assert said[0].startswith("(")
    assert "Traceback" not in said[0], said[0]
    assert said[1] == said[0]


def test_what_the_bench_reads_off_a_running_clock_keeps_its_name(root: Path) -> None:
    renamed = shipped_names(root / "firmware")
    child = root / "host_tools" / "bench" / "child"
    probe = ast.parse((child / "probe.py").read_text())
    line = ast.parse((child / "host_line.py").read_text())  # in place of `hal.stdio`
    read = {
        node.attr
        for node in ast.walk(probe)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) != "self"
    }
    read |= {node.value for node in ast.walk(probe) if isinstance(node, ast.Constant)}
    read |= {node.name for node in ast.walk(line) if isinstance(node, ast.FunctionDef)}
    assert len(read) > 20
    assert {"can_write", "running_side", "current"} <= read
    assert not {name for name in read & set(renamed) if not name.startswith("_")}


SHARED = {
    "clockcore/clock.py": (
        "import machine\nfrom binascii import crc32\n"
        "class Counter:\n    limit = 3\n    def __init__(self, start):\n"
        "        self.start = start\n        self.booked = crc32(b'')\n        self.feed = None\n"
        "    def tick(self):\n        self.feed(marked=self.booked)\n        self.clock = 1\n"
        "    def marked(self):\n        return machine.tick\n"
    ),
    "clockcore/game.py": (
        "from clockcore.clock import Counter\n"
        "def of(it):\n    booked = it.limit + it.booked + it.start\n    it.tick(); it.marked()\n"
        "    return it.clock, it.feed, getattr(it, 'limited'), it.limited, booked\n"
    ),
    "clockcore/__init__.py": "class Limit:\n    limited = Counter = crc32 = 1\n",
}


def test_what_modules_share_is_short_where_nobody_outside_can_mean_it() -> None:
    """Not parameters, what a call names, texts, modules, what ports know, what is imported."""
    names = short_names(SHARED, ports=("feed",))
    assert set(names) == {"Counter", "limit", "booked", "tick"}
    assert len(set(names.values())) == 4
    changed = shorten_tree(SHARED, ports=("feed",))
    assert f"import {names['Counter']}\n" in changed["clockcore/game.py"]
    assert f"{names['booked']} = it.{names['limit']} + " in changed["clockcore/game.py"]
    assert not short_names(SHARED)


def test_a_shared_short_name_is_nobody_elses() -> None:
    private = "def _one1(): pass\ndef _two2(): pass\n_three3 = _one1, _two2\n"
    sources = {**SHARED, "clockcore/other.py": private}
    names = short_names(sources, ports=())
    assert {"_one1", "_two2", "_three3", "booked", "feed"} <= set(names)
    assert len(set(names.values())) == len(names)


def test_what_programs_on_an_emulated_clock_read_keeps_its_name(root: Path) -> None:
    """Or what `profile.py` translates itself."""
    renamed = shipped_names(root / "firmware")
    for name in ("probe.py", "profile.py"):
        text = (root / "host_tools" / "emulator" / name).read_text(encoding="utf-8")
        program = "".join(part for part in text.split('"""') if "Application.__init__" in part)
        read = {"Application", *re.findall(r"\.(\w+)", program)}
        for imported in re.findall(r"^from .* import (.*)", program, re.MULTILINE):
            read.update(re.findall(r"\w+", imported.replace("{padded} as padded", "")))
        assert {"loop", "clock", "games"} <= read
        assert not {each for each in read & set(renamed) if not each.startswith("_")}, name


def test_the_firmware_needs_a_third_of_its_names(root: Path) -> None:
    sources = read_sources(root / "firmware")
    names = short_names(sources)
    assert len(names) > 400
    assert len(set(names.values())) * 3 < len(names)
    for text in shorten_tree(sources).values():
        compile(text, "firmware", "exec")
