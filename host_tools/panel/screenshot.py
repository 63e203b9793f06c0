"""Take the pictures of the page for the READMEs: `python -m host_tools.panel.screenshot FILE`.

A second word names the board: `virtual_table` for a table of three.
"""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
THINKING_MS = 1_700


def find_chromium() -> str | None:
    """Return the Chromium of this machine, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def take(target: Path, board: str = "virtual") -> None:
    """Play some moves of blitz games on the page of a board and photograph it."""
    from playwright.sync_api import sync_playwright

    port = free_port()
    command = [str(Path(sys.executable).with_name("chessclock")), "panel", "--no-browser"]
    command += ["--port", str(port), "--board", board]
    is_table = board == "virtual_table"
    server = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert server.stdout is not None
    server.stdout.readline()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(), args=list(CHROMIUM_FLAGS)
            )
            size = (1200, 530) if is_table else (1200, 650)
            page = browser.new_page(viewport={"width": size[0], "height": size[1]})
            page.goto(f"http://127.0.0.1:{port}/")
            page.locator('[data-testid="display-left"][data-text="P 1"]').wait_for()
            page.get_by_test_id("choose").click()
            page.get_by_test_id("find").fill("3 min + 2 s")
            page.keyboard.press("Enter")
            page.locator('[data-testid="display-left"][data-text="3:02"]').wait_for()
            # On a table the common start, a move on A, two on B, which is then paused alone.
            table = ("Space", "KeyQ", "KeyA", "KeyL", "ArrowRight", "ArrowRight", "Space")
            for key in table if is_table else ("KeyL", "KeyA", "KeyL"):
                page.keyboard.press(key, delay=60)
                page.wait_for_timeout(THINKING_MS)
            page.screenshot(path=str(target))
            browser.close()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()


if __name__ == "__main__":
    take(Path(sys.argv[1]), *sys.argv[2:])
