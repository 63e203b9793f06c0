"""An update that breaks off anywhere never leaves mixed modules running, and the next repairs.

The device is real MicroPython on a real littlefs; its power goes in the middle of every change of
its flash memory in turn, and after so many bytes from the host.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable

import pytest

from host_tools.deploy.device import Device
from host_tools.deploy.errors import DeployError
from host_tools.deploy.tree import Tree
from host_tools.deploy.update import apply_plan, make_plan
from tests.deploy.conftest import QUICK
from tests.deploy.device_double import DeviceDouble
from tests.deploy.small_trees import MODULES, NEW, NOT_OURS, OLD, small_tree, state_of

pytestmark = pytest.mark.no_cover

Make = Callable[..., DeviceDouble]


def run(double: DeviceDouble, tree: Tree) -> dict[str, object]:
    """Update a device and return its hello."""
    device = Device(double.port, QUICK)
    try:
        device.enter()
        apply_plan(device, tree, make_plan(tree, device.find(), device.about()))
        device.reset()
        return device.hello()
    finally:
        device.close()


def broken_off(double: DeviceDouble, tree: Tree, die_at: int = 0, cut_after: int = 0) -> bool:
    """Update a device whose power goes on the way; return whether it did."""
    double.power_on(die_at=die_at)
    double.cut_after = cut_after or None
    try:
        run(double, tree)
        return False
    except DeployError:
        return True
    finally:
        double.cut_after = None
        double.power_off()


def repair(double: DeviceDouble, tree: Tree) -> None:
    """Run the update again and see that all is as it should be."""
    double.power_on()
    assert run(double, tree)["version"] == tree.files["app/first.py"].decode()[11]
    files = double.files()
    assert {path: files.pop(path) for path in tree.files} == tree.files
    assert files == NOT_OURS, "data is not touched, and nothing is left"
    assert double.folders() == {*tree.folders, "journal", "lib"}


def changes_of(double: DeviceDouble, tree: Tree) -> tuple[int, int]:
    """Return how many changes of flash memory and bytes from the host an update takes."""
    device = Device(double.port, QUICK)
    device.enter()
    apply_plan(device, tree, make_plan(tree, device.find(), device.about()))
    changes = int(device.run("import flash_double\nprint(flash_double.changes)"))
    device.close()
    return changes, double.received


@pytest.fixture
def old(double: Make) -> DeviceDouble:
    """Return a device with the old firmware and files of its own."""
    device = double(imports=MODULES)
    device.put({**OLD.files, **NOT_OURS})
    return device


def test_the_power_may_go_in_the_middle_of_any_change_of_the_flash_memory(
    old: DeviceDouble,
) -> None:
    before = old.image.read_bytes()
    changes, _ = changes_of(old, NEW)
    assert changes > 25
    states = []
    for die_at in range(1, changes + 1):
        old.power_off()
        old.image.write_bytes(before)
        assert broken_off(old, NEW, die_at=die_at), die_at
        states.append(state_of(old.files()))
        repair(old, NEW)
    assert "MIXED" not in states, states
    order = [state for at, state in enumerate(states) if at == 0 or state != states[at - 1]]
    assert order == ["old", "REPL", "new"]


def test_the_connection_may_break_after_any_number_of_bytes(old: DeviceDouble) -> None:
    before = old.image.read_bytes()
    _, count = changes_of(old, NEW)
    assert count > 8000
    states = []
    for cut_after in range(1, count, count // 20):
        old.power_off()
        old.image.write_bytes(before)
        assert broken_off(old, NEW, cut_after=cut_after), cut_after
        states.append(state_of(old.files()))
        repair(old, NEW)
    assert {"old", "REPL"} <= set(states) <= {"old", "REPL", "new"}, states


def test_a_first_installation_may_break_off(double: Make) -> None:
    device = double(imports=MODULES)
    device.put(NOT_OURS)
    before = device.image.read_bytes()
    changes, _ = changes_of(device, NEW)
    for die_at in range(1, changes + 1, 5):
        device.power_off()
        device.image.write_bytes(before)
        assert broken_off(device, NEW, die_at=die_at)
        assert state_of(device.files()) in ("REPL", "new"), die_at
        repair(device, NEW)


def test_repairs_may_break_off_as_well(old: DeviceDouble) -> None:
    """Three times in a row, and at last another firmware than the one that was begun."""
    before = old.image.read_bytes()
    chance = random.Random(3)
    for _ in range(6):
        old.power_off()
        old.image.write_bytes(before)
        for _ in range(3):
            broken_off(old, NEW, die_at=chance.randrange(1, 9))
            assert state_of(old.files()) != "MIXED"
        repair(old, small_tree("3"))


def test_without_taking_main_away_modules_would_be_mixed(
    old: DeviceDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail: this is what the order of the steps prevents."""
    before = old.image.read_bytes()
    monkeypatch.setattr("host_tools.deploy.update.take_away_main", lambda device: None)
    for die_at in range(10, 30, 4):
        old.power_off()
        old.image.write_bytes(before)
        broken_off(old, NEW, die_at=die_at)
        files = old.files()
        if files["app/first.py"] == NEW.files["app/first.py"]:
            break
    assert files["hal/third.py"] == OLD.files["hal/third.py"]
    assert state_of(files) == "MIXED"
    old.power_on()
    device = Device(old.port, QUICK)
    with pytest.raises(DeployError, match="it stopped: ValueError: MIXED MODULES"):
        device.hello()
    device.close()


def test_what_a_power_cut_hides_is_seen(old: DeviceDouble) -> None:
    """A move between folders takes littlefs two steps; between them it lists too little."""
    before = old.image.read_bytes()
    for die_at in range(1, 8):
        old.power_off()
        old.image.write_bytes(before)
        old.power_on(mode="repl", die_at=die_at)
        device = Device(old.port, QUICK)
        with contextlib.suppress(DeployError):
            device.enter()
            device.run("open('/flash.new', 'w').close()\nos.rename('/flash.new', '/app/first.py')")
        device.close()
        old.power_on(mode="repl")
        device.enter()
        assert device.find().folders == OLD.folders, die_at
        device.close()


def test_what_an_interruption_says_is_what_to_do(old: DeviceDouble) -> None:
    old.power_on(die_at=15)
    with pytest.raises(DeployError) as caught:
        run(old, NEW)
    assert "the update is not complete: run it again" in str(caught.value)
    assert "\n" not in str(caught.value)
