"""The TCP bridge, with real mpremote at its other end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.emulator import file_system
from host_tools.emulator.__main__ import main
from host_tools.emulator.bridge import TcpBridge
from host_tools.emulator.pico import EmulatedPico

PowerUp = Callable[..., EmulatedPico]


def mpremote(url: str, *words: str) -> str:
    """Run mpremote on a port and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "mpremote", "connect", url, *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_mpremote_runs_programs_and_copies_files(power_up: PowerUp, tmp_path: Path) -> None:
    pico = power_up({"there.txt": "already"})
    content = bytes(range(256)) * 12
    (tmp_path / "sent.bin").write_bytes(content)
    with TcpBridge(pico) as bridge:
        assert "there.txt" in mpremote(bridge.url, "fs", "ls")
        mpremote(bridge.url, "fs", "cp", str(tmp_path / "sent.bin"), ":sent.bin")
        assert mpremote(bridge.url, "exec", "print(6 * 7)").strip() == "42"
    assert file_system.read(pico.flash_content()) == {"there.txt": b"already", "sent.bin": content}


def test_after_the_bridge_the_pico_goes_on_in_its_own_time(power_up: PowerUp) -> None:
    pico = power_up({"a": "b"})
    with TcpBridge(pico) as bridge:
        mpremote(bridge.url, "exec", "x = 5")
    before = pico.now_us
    pico.usb.enter_repl()
    assert pico.usb.execute("print(1)") == "1\r\n"
    assert 0 < pico.now_us - before < 1_000_000


def test_what_goes_wrong_in_the_thread_comes_out_at_its_end(power_up: PowerUp) -> None:
    pico = power_up({"a": "b"})

    def fail() -> None:
        raise RuntimeError("the emulator broke")

    pico.after(20_000, fail)
    with pytest.raises(RuntimeError, match="the emulator broke"), TcpBridge(pico) as bridge:
        bridge.wait()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["bridge", "--port", "99999"], "port must be 0-65535"),
        (["bridge", "--image", "no/such.uf2"], "no/such.uf2 is not there"),
        (["bridge", "--keep", __file__], "but a Pico has 2097152"),
        (["benchmark", "nixie"], "display set 'nixie' is none of tm1637_6, "),
        (["profile", "nixie"], "display set 'nixie' is none of tm1637_6, "),
        (["fly"], "python -m host_tools.emulator bridge: "),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], reason: str
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert "Traceback" not in said
