"""What the code of the firmware may not do: the device is small, and a tick must be cheap."""

from pathlib import Path

import house_checks as checks
import pytest

from host_tools.mpy import CompileError, compile_module, compile_tree, read_compiled_tree

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
MODULES = sorted(FIRMWARE.rglob("*.py"))
CORE = [path for path in MODULES if path.parent.name == "clockcore"]

# Modules of the core that work only while nothing runs: they may allocate.
SET_UP_MODULES = (
    "presets.py",
    "time_control.py",
    "control_dict.py",
    "period.py",
    "setup_menu.py",
    "snapshot.py",
    "field.py",
    "texts.py",
    "gestures.py",
    "arbiter_keys.py",
    "manual_menu.py",
    "manual_texts.py",
    "settings_menu.py",
    "adjust_menu.py",
    "programs.py",
    "question.py",
    "laws.py",
    "settings_rules.py",
    "control_rules.py",
    "code_names.py",
    "keeper.py",
    "laying_out.py",
    "correction_memory.py",
    "control_change.py",
    "journal_reading.py",
    "journal_control.py",
    "recovery.py",
    "text_of_time.py",
    "triple_block_plan.py",
    "triple_block_snapshot.py",
    "triple_block_menu.py",
    "triple_block_desk.py",  # keys and menus: its pass is measured on the bench
    "triple_block_panel.py",
)
# Functions elsewhere that are called only while nothing runs, or only by the host.
SET_UP_FUNCTIONS = {
    "arbiter.py": ("past_move",),
    "clock.py": ("keep",),
    "settings.py": ("values",),
}


def over(check: object, modules: list[Path]) -> str:
    """Return what a check finds in the modules, one line each."""
    found = []
    for path in modules:
        found += check(path.read_text(), path.relative_to(FIRMWARE).as_posix())
    return "\n".join(found)


def test_the_core_knows_integers_only() -> None:
    assert not over(checks.not_integers, CORE)


def test_nothing_is_used_that_the_device_does_not_have() -> None:
    assert not over(checks.not_on_the_device, MODULES)


def test_no_work_is_done_at_import() -> None:
    assert not over(checks.work_at_import, [path for path in MODULES if path.name != "main.py"])


def test_the_core_does_not_allocate_outside_set_up() -> None:
    found = []
    for path in CORE:
        if path.name not in SET_UP_MODULES:
            set_up = SET_UP_FUNCTIONS.get(path.name, ())
            found += checks.allocations(path.read_text(), path.name, set_up)
    assert not found, "\n".join(found)


def test_attributes_are_set_first_in_init() -> None:
    assert not over(checks.late_attributes, MODULES)


def test_every_integer_fits_31_bits() -> None:
    assert not over(checks.large_integers, MODULES)


def test_instants_are_never_compared_or_added_as_numbers() -> None:
    # T1: they wrap
    assert not over(checks.compared_instants, [path for path in CORE if path.name != "ticks.py"])


def test_every_module_class_and_function_has_a_docstring() -> None:
    assert not over(checks.missing_docstrings, MODULES)


def test_every_module_compiles_for_the_device(tmp_path: Path) -> None:
    made = compile_tree(FIRMWARE, tmp_path)
    assert len(made) == len(MODULES)
    assert {path.name for path in made if path.suffix == ".py"} == {"main.py"}


def test_compiling_a_tree_follows_its_source(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    (source / "room").mkdir(parents=True)
    (source / "main.py").write_text("import room.one\n")
    (source / "room" / "one.py").write_text("ONE = 1\n")
    (source / "room" / "two.py").write_text("TWO = 2\n")
    names = ["main.py", "room/one.mpy", "room/two.mpy"]
    assert [path.relative_to(target).as_posix() for path in compile_tree(source, target)] == names
    first = (target / "room" / "one.mpy").read_bytes()
    stamp = (target / "room" / "two.mpy").stat().st_mtime_ns
    (source / "room" / "one.py").write_text("ONE = 'one'\n")
    compile_tree(source, target)
    assert (target / "room" / "one.mpy").read_bytes() != first
    assert (target / "room" / "two.mpy").stat().st_mtime_ns == stamp, "unchanged, left alone"
    (source / "room" / "two.py").unlink()
    compile_tree(source, target)
    assert not (target / "room" / "two.mpy").exists()


@pytest.fixture
def two_modules(tmp_path: Path) -> tuple[Path, Path]:
    """Return a folder with the modules `a` and `z`, and one in which they are compiled."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    (source / "a.py").write_text("def price():\n    return 111\n")
    (source / "z.py").write_text("def last():\n    return 1\n")
    compile_tree(source, target)
    return source, target


def contents(target: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {
        path.relative_to(target).as_posix(): path.read_bytes()
        for path in target.rglob("*")
        if path.is_file()
    }


def test_a_build_that_fails_leaves_everything_as_it_was(two_modules: tuple[Path, Path]) -> None:
    source, target = two_modules
    before, texts = contents(target), contents(source)
    (source / "a.py").write_text("def price():\n    return 222\n")
    (source / "z.py").write_text("def last(x):\n    match x:\n        case 1:\n            pass\n")
    with pytest.raises(CompileError, match=r"^z\.py: "):
        compile_tree(source, target)
    assert contents(target) == before
    for name, text in texts.items():
        (source / name).write_bytes(text)
    compile_tree(source, target)
    assert contents(target) == before


@pytest.mark.parametrize("at", range(1, 8))
def test_a_build_that_is_broken_off_is_put_right_by_the_next(
    two_modules: tuple[Path, Path], at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Ctrl-C, a kill or a power cut at the `at`-th change of a file, which is not done any more.
    source, target = two_modules
    before, texts = contents(target), contents(source)
    for name in texts:
        (source / name).write_bytes(texts[name].replace(b"1", b"2"))
    left = [at]
    real = {name: getattr(Path, name) for name in ("write_bytes", "replace")}

    def change(name: str, path: Path, *arguments: object) -> object:
        left[0] -= 1
        if left[0] <= 0:
            raise KeyboardInterrupt
        return real[name](path, *arguments)

    with monkeypatch.context() as patch:
        for name in real:
            patch.setattr(
                Path, name, lambda path, *arguments, name=name: change(name, path, *arguments)
            )
        if at < 7:
            with pytest.raises(KeyboardInterrupt):
                compile_tree(source, target)
        else:
            compile_tree(source, target)
    for name, text in texts.items():
        (source / name).write_bytes(text)
    compile_tree(source, target)
    assert contents(target) == before


@pytest.mark.parametrize("harm", ["other", "half", "none", "record", "list"])
def test_what_is_not_what_was_compiled_is_compiled_again(
    two_modules: tuple[Path, Path], harm: str
) -> None:
    source, target = two_modules
    before = contents(target)
    made, record = target / "a.mpy", target / ".compiled.json"
    if harm == "other":
        made.write_bytes((target / "z.mpy").read_bytes())
    elif harm == "half":
        made.write_bytes(made.read_bytes()[:-3])
    elif harm == "none":
        made.unlink()
    else:
        record.write_text(record.read_text()[:-9] if harm == "record" else "[1]")
    (target / "a.mpy.123").write_bytes(b"left by a program that was killed")
    compile_tree(source, target)
    assert contents(target) == before


def test_the_contents_are_those_of_the_source_that_was_asked_for(
    two_modules: tuple[Path, Path],
) -> None:
    source, target = two_modules
    files = read_compiled_tree(source, target)
    assert list(files) == ["a.mpy", "z.mpy"]
    (source / "a.py").write_text("def price():\n    return 222\n")
    compile_tree(source, target)  # somebody else, with another source
    assert files["a.mpy"] != (target / "a.mpy").read_bytes()
    assert files["z.mpy"] == (target / "z.mpy").read_bytes()


def test_a_module_that_does_not_compile_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def broken(:\n")
    with pytest.raises(CompileError, match=r"room/bad\.py"):
        compile_module(bad, tmp_path / "bad.mpy", "room/bad.py")
    assert not (tmp_path / "bad.mpy").exists()


@pytest.mark.parametrize(
    ("check", "bad"),
    [
        (checks.not_integers, "x = 1.5"),
        (checks.not_integers, "x = 1e3"),
        (checks.not_integers, "def f(a):\n    return a / 2"),
        (checks.not_integers, "def f(a):\n    a /= 2"),
        (checks.not_integers, "def f(a):\n    return f'{a}'"),
        (checks.not_integers, "def f(a):\n    return round(a)"),
        (checks.not_on_the_device, "from typing import Any"),
        (checks.not_on_the_device, "import enum"),
        (checks.not_on_the_device, "from __future__ import annotations"),
        (checks.not_on_the_device, "def f(a):\n    match a:\n        case 1:\n            pass"),
        (checks.not_on_the_device, "def f(a, /):\n    pass"),
        (checks.not_on_the_device, "def f(a):\n    assert a"),
        (checks.not_on_the_device, "def f():\n    global a\n    a = 1"),
        (checks.work_at_import, "print(1)"),
        (checks.work_at_import, "for x in range(3):\n    pass"),
        (checks.work_at_import, "if 1:\n    X = 2"),
        (checks.work_at_import, "PIN = Pin(3)"),
        (checks.work_at_import, "class A:\n    pin = Pin(3)"),
        (checks.work_at_import, "class A:\n    go()"),
        (checks.work_at_import, "def _f(pin): pass\nA = _f(3)"),
        (checks.work_at_import, "def f(): pass\nA = f()"),
        (checks.work_at_import, "def _f(): pass\n_f()"),
        (checks.late_attributes, "class A:\n    def __init__(self): self.a = 1\n"
                                 "    def f(self): self.b = 2"),
        (checks.late_attributes, "class A:\n    def f(self): self.b += 2"),
        (checks.large_integers, "X = 1073741824"),
        (checks.large_integers, "X = 1 << 30"),
        (checks.large_integers, "X = -(1 << 31)"),
        (checks.large_integers, "X = 50 * 86_400_000"),
        (checks.compared_instants, "def f(now, a): return now < a.due_at"),
        (checks.compared_instants, "def f(now, a): return now - a.anchor_at"),
        (checks.compared_instants, "def f(self): self.down_at += 5"),
        (checks.compared_instants, "def f(at): return at + 5"),
        (checks.missing_docstrings, "x = 1"),
        (checks.missing_docstrings, '"""M."""\ndef f(): pass'),
        (checks.missing_docstrings, '"""M."""\nclass A:\n    """A."""\n    def f(self): pass'),
        (checks.missing_docstrings, '"""M."""\nclass A: pass'),
    ],
)  # fmt: skip
def test_each_rule_bites(check: object, bad: str) -> None:
    assert check(bad, "bad.py")


@pytest.mark.parametrize(
    ("check", "good"),
    [
        (checks.not_integers, "def f(a):\n    return a // 2 + 0x10"),
        (checks.not_on_the_device, "from array import array\ndef f(a, *, b=1):\n    return b"),
        (checks.work_at_import, '"""M."""\nfrom x import y\nA = const(1)\nB = (1, 2)\n'
                                "C = tuple([1])\ndef _f(): pass\nG = _f()\nclass D:\n"
                                "    E = 1\n    def f(self): go()"),
        (checks.late_attributes, "class A:\n    def __init__(self): self.a = self.b = 1\n"
                                 "    def f(self): self.b = 2; other.c = 3"),
        (checks.large_integers, "X = (1 << 30) - 1\nY = 0x1FFFFFFF"),
        (checks.compared_instants, "def f(now, at): return ticks_diff(now, at) < 5 or at == now"),
        (checks.missing_docstrings, '"""M."""\ndef _f(): pass'),
    ],
)  # fmt: skip
def test_no_rule_bites_what_is_right(check: object, good: str) -> None:
    assert not check(good, "good.py")


@pytest.mark.parametrize(
    "body",
    [
        "return f'{a}'",
        "return a[1:2]",
        "return divmod(a, 2)",
        "for i, x in enumerate(a): pass",
        "return (a, 1)",
        "return [a]",
        "return {}",
        "return [x for x in a]",
        "return max(x for x in a)",
        "return lambda: a",
        "yield a",
        "return '%d' % a",
        "return a / 2",
        "return str(a)",
        "return g(*a)",
        "return g(**a)",
        "return a.decode()",
        "def inner(): pass",
    ],
)
def test_the_rule_on_allocations_bites(body: str) -> None:
    for source in (f"def f(a):\n    {body}", f"class A:\n    def f(self, a):\n        {body}"):
        assert checks.allocations(source, "bad.py"), body
        assert not checks.allocations(source, "bad.py", ("f",)), "declared as set-up"


@pytest.mark.parametrize(
    "body",
    [
        "a.b = a.c + 1",
        "a[1] = a[2] // 3 % 4",
        "for x in range(3): a.go(x)",
        "one, two = a.games",
        "x, y = a, 2",
        "raise ValueError('no ' + str(a))",
        "if a in (1, 2): pass",
        "try: a.go()\n    except OSError: pass",
    ],
)
def test_the_rule_on_allocations_lets_the_rest_alone(body: str) -> None:
    assert not checks.allocations(f"def f(a):\n    {body}", "good.py")


def test_arguments_without_number_allocate() -> None:
    assert checks.allocations("def f(*a): pass", "bad.py")
    assert checks.allocations("def f(**a): pass", "bad.py")
