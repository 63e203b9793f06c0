"""The page of the virtual clock in a real browser, with the real firmware behind it.

It needs Chromium; without one the tests are skipped, or fail where the variable CI is set.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from host_tools.panel.screenshot import CHROMIUM_FLAGS, find_chromium

try:
    from playwright.sync_api import Browser, Page, expect, sync_playwright
except ImportError:  # the test extra is not installed
    sync_playwright = None

ROOT = Path(__file__).resolve().parents[2]
FLAG_MS = 15_000
DEBOUNCE_MS = 120  # a lock-out of 40 ms follows press and release, and pages may lag
SERVE = (
    "import sys; from host_tools.panel import serve; "
    "sys.exit(serve(0, sys.argv[1], None, True, False))"
)


class Server:
    """The virtual clock in a process of its own."""

    def __init__(self, board: str = "virtual") -> None:
        """Start it on a free port."""
        path = os.pathsep.join([str(ROOT), str(ROOT / "firmware")])
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, board],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        self.port = int(found.group(1))
        self.address = found.group()

    def end(self) -> None:
        """End it as Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        assert self.process.wait(5) == 0
        assert self.process.stdout is not None
        self.process.stdout.close()


class Cable:
    """A way to a port that can be cut and mended."""

    def __init__(self, port: int) -> None:
        """Lay a cable to `port`; `self.port` is this end of it."""
        self.far_port = port
        self.is_cut = False
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Drop every connection, and refuse new ones."""
        self.is_cut = True
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let connections through again."""
        self.is_cut = False

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.far_port))
            self.ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium once."""
    path = find_chromium()
    if path is None or sync_playwright is None:
        what = "chromium is not installed" if path is None else "playwright is not installed"
        if os.environ.get("CI"):
            pytest.fail(f"{what}: the page of the virtual clock cannot be tested")
        pytest.skip(f"{what}: THE PAGE OF THE VIRTUAL CLOCK IS NOT TESTED")
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_FLAGS))
        yield one
        one.close()


@pytest.fixture
def server() -> Iterator[Server]:
    """Run the virtual clock with two plungers."""
    one = Server()
    yield one
    one.end()


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: Server) -> Iterator[Open]:
    """Open pages, and watch that none of them complains or reaches for another host."""
    contexts = []
    complaints: list[str] = []

    def open_one(address: str = server.address, **options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(FLAG_MS)
        contexts.append(context)
        page = context.new_page()

        def complain(text: str) -> None:
            if "WebSocket connection" not in text:  # a cut cable is no fault of the page
                complaints.append(text)

        page.on("pageerror", lambda error: complain(str(error)))
        page.on("console", lambda line: complain(line.text) if line.type == "error" else None)
        page.on(
            "request",
            lambda request: (
                None if request.url.startswith(address) else complain(f"asked for {request.url}")
            ),
        )
        page.goto(address)
        expect(page.get_by_test_id("connection")).to_have_text("Connected")
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


def choose(page: Page, number: int) -> None:
    """Choose a time control from the list."""
    page.get_by_test_id("choose").click()
    page.locator(f'[data-preset="{number}"]').click()


def expect_state(page: Page, state: str) -> None:
    """Wait until the clock is in a state."""
    expect(page.get_by_test_id("clock")).to_have_attribute("data-state", state)


def press_key(page: Page, key: str) -> None:
    """Press a key as a person does: the contact is open again before the next press."""
    page.keyboard.press(key, delay=20)
    page.wait_for_timeout(DEBOUNCE_MS)


def expect_text(page: Page, side: str, text: str | re.Pattern[str]) -> None:
    """Wait until a display shows a text."""
    expect(page.get_by_test_id(f"display-{side}")).to_have_attribute("data-text", text)


def expect_running(page: Page, side: str) -> None:
    """Wait until the lamp of `side` is lit, and no other."""
    for name in ("left", "right"):
        lit = "true" if name == side else "false"
        expect(page.get_by_test_id(f"lamp-{name}")).to_have_attribute("data-lit", lit)


def expect_down(page: Page, control: str, down: bool) -> None:
    """Wait until an end of the lever or a key is down or up on the clock."""
    value = "true" if down else "false"
    expect(page.get_by_test_id(control)).to_have_attribute("data-down", value)


# --- games ----------------------------------------------------------------------------------


def test_a_whole_game_by_keyboard_mouse_and_touch(open_page: Open) -> None:
    page = open_page()
    finger = open_page(has_touch=True, viewport={"width": 844, "height": 390})
    expect_state(page, "SETUP")
    expect(page.get_by_test_id("runtime")).to_contain_text("Python")

    # The letters typed into the list are no presses.
    page.get_by_test_id("choose").click()
    page.get_by_test_id("find").press_sequentially("3 min al")
    expect(page.get_by_test_id("find")).to_have_value("3 min al")
    expect(page.locator("[data-preset]:visible")).to_have_count(0)
    expect_state(page, "SETUP")
    page.get_by_test_id("find").fill("3 min + 2")
    expect(page.locator("[data-preset]:visible")).to_have_count(1)
    page.get_by_test_id("find").press("Enter")
    expect_state(page, "READY")
    expect(page.get_by_test_id("preset")).to_have_text("3 min + 2 s")
    expect_text(page, "left", "3:02")
    expect(page.get_by_test_id("marks-left")).to_contain_text("White")

    press_key(page, "l")  # Black starts White's clock
    expect_state(page, "RUNNING")
    expect_running(page, "left")
    expect(page.get_by_test_id("state")).to_have_text("Left clock is running.")
    press_key(page, "a")
    expect_running(page, "right")
    expect_text(page, "left", "3:04")
    page.get_by_test_id("press-right").click()
    expect_running(page, "left")
    finger.get_by_test_id("press-left").tap()
    expect_running(page, "right")
    press_key(page, "a")  # not the turn of the left side
    press_key(page, "ShiftRight")
    expect_running(page, "left")

    press_key(page, "Space")
    expect_state(page, "PAUSED")
    expect(page.get_by_test_id("hints")).to_contain_text("go on")
    press_key(page, "Space")
    expect_state(page, "RUNNING")
    expect_running(page, "left")
    finger.get_by_test_id("key-play").tap()
    expect_state(page, "PAUSED")
    page.wait_for_timeout(DEBOUNCE_MS)
    page.get_by_test_id("key-play").click()
    expect_state(page, "RUNNING")

    page.get_by_test_id("speed-60").click()
    expect(page.get_by_test_id("speed-60")).to_have_attribute("aria-checked", "true")
    expect_state(page, "FLAGGED")
    for one in (page, finger):
        expect(one.locator('[data-testid="marks-left"] [data-mark="flag"]')).to_be_visible()
        expect(one.locator('[data-mark="flag"]')).to_have_count(1)
        expect_text(one, "left", "0:00.0")

    choose(page, 1)  # and a new game
    page.get_by_test_id("confirm-new").click()
    expect_state(page, "READY")
    expect(page.locator('[data-mark="flag"]')).to_have_count(0)
    expect_text(page, "right", "5:00")


def test_reload_in_the_middle_keeps_the_game(open_page: Open) -> None:
    page = open_page()
    choose(page, 10)
    expect_state(page, "READY")
    press_key(page, "a")
    expect_running(page, "right")
    press_key(page, "l")
    expect_running(page, "left")
    expect_text(page, "right", re.compile(r"3:0[34]"))
    page.reload()
    expect_state(page, "RUNNING")
    expect_running(page, "left")
    expect(page.get_by_test_id("preset")).to_have_text("3 min + 2 s")
    expect(page.get_by_test_id("marks-right")).to_contain_text("White")  # it ran first
    expect_text(page, "left", re.compile(r"(3:0\d|2:5\d)"))


def test_two_pages_show_and_press_the_same_clock(open_page: Open) -> None:
    one, two = open_page(), open_page()
    choose(one, 10)
    expect_state(two, "READY")
    two.keyboard.down("l")
    expect_running(one, "left")
    expect_down(one, "press-right", True)
    press_key(one, "a")
    expect_running(two, "right")
    two.context.close()  # it held the right plunger
    expect_down(one, "press-right", False)
    one.wait_for_timeout(DEBOUNCE_MS)
    press_key(one, "l")
    expect_running(one, "left")


def test_the_keys_of_the_clock_choose_a_control(open_page: Open) -> None:
    page = open_page()
    expect_text(page, "left", "P 1")
    press_key(page, "ArrowUp")
    expect_text(page, "left", "P 2")
    press_key(page, "4")
    expect_text(page, "left", "P 3")
    page.get_by_test_id("key-minus").click()
    expect_text(page, "left", "P 2")
    expect(page.get_by_test_id("preset")).to_have_text("10 min")
    press_key(page, "Space")
    expect_state(page, "READY")
    expect_text(page, "right", "10:00")


def test_a_control_is_refused_while_a_side_runs(open_page: Open) -> None:
    page, other = open_page(), open_page()
    choose(page, 10)
    expect_state(page, "READY")
    press_key(page, "l")
    expect_state(page, "RUNNING")
    page.get_by_test_id("choose").click()
    expect(page.get_by_test_id("chooser")).to_contain_text("Pause first")
    expect(page.get_by_test_id("chooser")).to_contain_text("puts the present game away")
    page.locator('[data-preset="1"]').click()
    error = page.get_by_test_id("chooser-error")
    expect(error).to_have_text("a side runs: pause first, on the clock")
    expect(error).to_be_visible()
    expect(page.get_by_test_id("chooser")).to_be_visible()
    expect(page.get_by_test_id("preset")).to_have_text("3 min + 2 s")

    # When the state changes, the error is out of date.
    other.get_by_test_id("key-play").click()
    expect_state(page, "PAUSED")
    expect(error).to_be_hidden()
    expect(page.get_by_test_id("chooser")).to_be_visible()
    page.locator('[data-preset="1"]').click()
    page.get_by_test_id("confirm-new").click()
    expect(page.get_by_test_id("chooser")).to_be_hidden()
    expect_state(page, "READY")
    expect(page.get_by_test_id("preset")).to_have_text("5 min")


def test_toast_goes_when_the_state_changes(open_page: Open) -> None:
    page = open_page()
    choose(page, 10)
    expect_state(page, "READY")
    press_key(page, "l")
    expect_state(page, "RUNNING")
    page.get_by_test_id("choose").click()
    # Close the list in the moment after the choice: the refusal comes when it is gone.
    page.evaluate(
        """() => {
          document.querySelector('[data-preset="1"]').click();
          document.querySelector("#chooser").close();
        }"""
    )
    expect(page.get_by_test_id("toast")).to_have_text("a side runs: pause first, on the clock")
    expect(page.get_by_test_id("toast")).to_be_visible()
    page.get_by_test_id("key-play").click()
    expect_state(page, "PAUSED")
    expect(page.get_by_test_id("toast")).to_be_hidden(timeout=1000)  # by itself after 5 s


def test_a_new_control_in_a_pause_is_confirmed(open_page: Open) -> None:
    page = open_page()
    keep, new = page.get_by_test_id("confirm-keep"), page.get_by_test_id("confirm-new")
    chooser = page.get_by_test_id("chooser")
    choose(page, 10)  # SETUP: nothing to lose
    expect_state(page, "READY")
    choose(page, 1)  # nor in READY
    expect(page.get_by_test_id("preset")).to_have_text("5 min")
    choose(page, 10)
    expect(page.get_by_test_id("preset")).to_have_text("3 min + 2 s")
    expect(chooser).to_be_hidden()
    press_key(page, "l")
    press_key(page, "a")
    expect_running(page, "right")
    press_key(page, "Space")
    expect_state(page, "PAUSED")
    left = page.get_by_test_id("display-left").get_attribute("data-text")

    def expect_kept() -> None:
        expect(chooser).to_be_hidden()
        expect_state(page, "PAUSED")
        expect(page.get_by_test_id("preset")).to_have_text("3 min + 2 s")
        expect_text(page, "left", left or "")

    choose(page, 1)
    expect(chooser).to_contain_text(
        "This puts the present game away: times and counters are lost."
    )
    expect(keep).to_be_focused()
    expect(page.get_by_test_id("find")).to_be_hidden()
    keep.click()
    expect_kept()

    choose(page, 1)
    press_key(page, "Escape")
    expect_kept()

    # Find and Enter: the same Enter answers nothing, and one more keeps the game.
    page.get_by_test_id("choose").click()
    page.get_by_test_id("find").fill("5 min")
    press_key(page, "Enter")
    expect(keep).to_be_focused()
    press_key(page, "Enter")
    expect_kept()

    # A double click confirms nothing, wherever the buttons come to lie.
    page.get_by_test_id("choose").click()
    page.evaluate(
        """() => {
          document.querySelector('[data-preset="1"]').click();
          document.querySelector("#confirm-new").click();
        }"""
    )
    expect(new).to_be_enabled()
    page.wait_for_timeout(100)
    expect(keep).to_be_visible()
    expect_state(page, "PAUSED")

    press_key(page, "Tab")
    expect(new).to_be_focused()
    press_key(page, "Enter")
    expect(chooser).to_be_hidden()
    expect_state(page, "READY")
    expect(page.get_by_test_id("preset")).to_have_text("5 min")
    expect_text(page, "left", "5:00")

    press_key(page, "Space")
    expect_state(page, "RUNNING")
    press_key(page, "Space")
    expect_state(page, "PAUSED")
    page.keyboard.down("Space")  # held, it opens ADJUST
    expect_state(page, "ADJUST")
    page.keyboard.up("Space")
    choose(page, 2)
    expect(keep).to_be_focused()
    press_key(page, "Escape")
    expect_state(page, "ADJUST")
    press_key(page, "ArrowLeft")  # from the digits to the list of actions
    expect_text(page, "right", "bonU5")
    press_key(page, "ArrowLeft")
    expect_state(page, "PAUSED")
    page.keyboard.down("ArrowRight")  # held, it asks whether the game is to end
    expect_state(page, "ADJUST")
    page.keyboard.up("ArrowRight")
    page.wait_for_timeout(DEBOUNCE_MS)
    press_key(page, "ArrowRight")
    expect_state(page, "ENDED")
    choose(page, 2)
    expect_state(page, "READY")
    expect(page.get_by_test_id("preset")).to_have_text("10 min")


# --- inputs ---------------------------------------------------------------------------------


def test_keyboard_holds_repeats_and_releases(open_page: Open) -> None:
    page = open_page()
    choose(page, 10)
    expect_state(page, "READY")
    page.keyboard.down("a")
    page.keyboard.down("a")  # repeats
    page.keyboard.down("a")
    expect_running(page, "right")
    page.keyboard.down("ShiftLeft")  # a second source on the same plunger
    page.keyboard.up("a")
    page.keyboard.down("ArrowUp")
    expect_down(page, "key-plus", True)
    expect_down(page, "press-left", True)
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect_down(page, "press-left", False)
    expect_down(page, "key-plus", False)
    page.keyboard.up("ShiftLeft")

    # The place of a key counts, not its letter: this is a French keyboard's A in the place of Q.
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {code: 'KeyL', key: 'q'}))")
    expect_down(page, "press-right", True)
    expect_running(page, "left")
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keyup', {code: 'KeyL', key: 'q'}))")
    expect_down(page, "press-right", False)
    press_key(page, "Control+a")  # a command of the browser is no press
    press_key(page, "ArrowUp")
    expect_running(page, "left")


def test_two_fingers_at_once(open_page: Open) -> None:
    page = open_page(has_touch=True, viewport={"width": 390, "height": 844})
    points = []
    for side in ("left", "right"):
        box = page.get_by_test_id(f"press-{side}").bounding_box()
        assert box is not None
        points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    points = [{**point, "id": number} for number, point in enumerate(points)]
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, touching: list[dict]) -> None:
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touching})

    touch("touchStart", points[:1])
    expect_down(page, "press-left", True)
    touch("touchStart", points)
    expect_down(page, "press-right", True)
    expect_down(page, "press-left", True)
    touch("touchEnd", points[:1])
    expect_down(page, "press-left", False)
    expect_down(page, "press-right", True)
    touch("touchEnd", [])
    expect_down(page, "press-right", False)


def test_mouse_that_leaves_the_plunger_still_lets_go(open_page: Open) -> None:
    page = open_page()
    page.get_by_test_id("press-left").hover()
    page.mouse.down()
    expect_down(page, "press-left", True)
    page.mouse.move(5, 600)
    page.mouse.up()
    expect_down(page, "press-left", False)
    page.get_by_test_id("press-left").click(button="right")
    press_key(page, "ArrowUp")
    expect_text(page, "left", "P 2")
    expect_down(page, "press-left", False)


def test_focus_and_keyboard(open_page: Open) -> None:
    page = open_page()
    page.get_by_test_id("press-left").focus()
    page.keyboard.down("Enter")
    expect_down(page, "press-left", True)
    page.keyboard.up("Enter")
    expect_down(page, "press-left", False)
    page.get_by_test_id("sound").focus()
    press_key(page, "Space")  # switches the sound, not the clock
    expect(page.get_by_test_id("sound")).to_have_attribute("aria-pressed", "true")
    expect_state(page, "SETUP")
    page.get_by_test_id("speed-1").focus()
    press_key(page, "ArrowRight")
    expect(page.get_by_test_id("speed-10")).to_have_attribute("aria-checked", "true")
    expect_text(page, "left", "P 1")
    page.get_by_test_id("choose").focus()
    press_key(page, "Enter")
    expect(page.get_by_test_id("chooser")).to_be_visible()
    press_key(page, "Escape")
    expect(page.get_by_test_id("chooser")).to_be_hidden()
    expect(page.get_by_test_id("choose")).to_be_focused()
    press_key(page, "Enter")
    page.get_by_test_id("find").fill("hourglass 2")
    press_key(page, "Enter")
    expect_state(page, "READY")
    expect_text(page, "left", "2:00")
    press_key(page, "Space")
    expect_state(page, "RUNNING")


def test_sound_is_off_until_asked_for(open_page: Open) -> None:
    page = open_page()
    expect(page.get_by_test_id("sound")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_test_id("sound")).to_have_text("Sound off")
    page.get_by_test_id("sound").click()
    expect(page.get_by_test_id("sound")).to_have_text("Sound on")
    page.reload()
    expect(page.get_by_test_id("sound")).to_have_text("Sound off")


# --- what goes wrong ------------------------------------------------------------------------


def test_lost_connection_comes_back_and_the_game_goes_on(open_page: Open, server: Server) -> None:
    cable = Cable(server.port)
    page, other = open_page(f"http://127.0.0.1:{cable.port}/"), open_page()
    choose(page, 10)
    expect_state(page, "READY")
    page.keyboard.down("l")
    expect_running(other, "left")
    cable.cut()
    expect(page.get_by_test_id("lost")).to_be_visible()
    expect(page.get_by_test_id("lost")).to_contain_text("Connection lost, reconnecting")
    expect_down(other, "press-right", False)  # what it held is let go
    press_key(other, "a")
    expect_running(other, "right")
    cable.mend()
    expect(page.get_by_test_id("lost")).to_be_hidden()
    expect_running(page, "right")
    expect(page.get_by_test_id("connection")).to_have_text("Connected")
    page.keyboard.up("l")
    press_key(page, "l")
    expect_running(other, "left")
    cable.listener.close()
    cable.cut()


def test_page_says_that_the_clock_has_ended(open_page: Open, server: Server) -> None:
    page = open_page()
    server.end()
    expect(page.get_by_test_id("lost")).to_contain_text("The virtual clock has ended")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see children")
def test_stopped_firmware_is_shown_and_restarts(open_page: Open, server: Server) -> None:
    page = open_page()
    choose(page, 10)
    expect_state(page, "READY")
    number = server.process.pid
    children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    os.kill(int(children[0]), signal.SIGKILL)
    expect(page.get_by_test_id("failure")).to_contain_text("The firmware stopped")
    expect(page.get_by_test_id("failure-text")).to_contain_text("exit -9")
    expect(page.get_by_test_id("state")).to_have_text("Stopped.")
    page.get_by_test_id("restart").click()
    expect(page.get_by_test_id("failure")).to_be_hidden()
    expect_state(page, "SETUP")


# --- looks ----------------------------------------------------------------------------------


def test_a_rocker_tilts(browser: Browser) -> None:
    server = Server("virtual_rocker")
    page = browser.new_page()
    page.goto(server.address)
    expect(page.get_by_test_id("clock")).to_have_attribute("data-lever", "rocker")
    choose(page, 10)
    expect_state(page, "READY")
    press_key(page, "a")
    expect_running(page, "right")
    expect_down(page, "press-left", True)
    expect_down(page, "press-right", False)
    page.get_by_test_id("press-right").click()
    expect_running(page, "left")
    expect_down(page, "press-right", True)
    expect_down(page, "press-left", False)
    page.close()
    server.end()


def test_a_rocker_moved_in_a_pause_is_to_be_put_back(browser: Browser) -> None:
    server = Server("virtual_rocker")
    page = browser.new_page()
    page.goto(server.address)
    advice = page.get_by_test_id("advice")
    choose(page, 10)
    expect_state(page, "READY")
    press_key(page, "a")
    expect_running(page, "right")
    press_key(page, "Space")
    expect_state(page, "PAUSED")
    expect(advice).to_have_text("Both times are kept exactly.")
    press_key(page, "l")
    expect(advice).to_have_text("The lever was moved in the pause. Put it back, then go on.")
    press_key(page, "Space")  # refused
    page.wait_for_timeout(200)
    expect_state(page, "PAUSED")
    press_key(page, "a")
    expect(advice).to_have_text("Both times are kept exactly.")
    press_key(page, "Space")
    expect_state(page, "RUNNING")
    expect_running(page, "right")
    page.close()
    server.end()


# --- a table of three -----------------------------------------------------------------------


@pytest.fixture
def table(browser: Browser) -> Iterator[Page]:
    """Open the page of a table of three, with 3 min + 2 s laid out; it may not complain."""
    server = Server("virtual_table")
    context = browser.new_context(viewport={"width": 1280, "height": 760})
    context.set_default_timeout(FLAG_MS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(server.address)
    expect(page.get_by_test_id("connection")).to_have_text("Connected")
    expect_text(page, "left-C", "P 1")
    choose(page, 10)
    expect_text(page, "right-C", "3:02")
    yield page
    context.close()
    server.end()
    assert complaints == []


def expect_boards(page: Page, *texts: str) -> None:
    """Wait until the page says of each board how its game stands."""
    expect(page.locator(".board")).to_have_text(
        [f"Board {letter}: {text}" for letter, text in zip("ABC", texts, strict=True)]
    )


def test_a_table_of_three_plays_on_one_page(table: Page) -> None:
    """T60: one start, a keyboard row a clock, a board that is paused alone, then all."""
    expect_boards(table, "ready", "ready", "ready")
    expect(table.get_by_test_id("hints")).to_contain_text("start all three")
    press_key(table, "Space")
    expect_boards(table, "left runs", "left runs", "left runs")
    press_key(table, "q")
    press_key(table, "a")
    press_key(table, "l")
    press_key(table, "z")
    expect_boards(table, "right runs", "left runs", "right runs")
    table.get_by_test_id("press-right-C").click()
    expect_boards(table, "right runs", "left runs", "left runs")
    press_key(table, "ArrowRight")
    press_key(table, "ArrowRight")
    expect_text(table, "left-B", "b")
    press_key(table, "Space")
    expect_boards(table, "right runs", "paused", "left runs")
    press_key(table, "Space")
    expect_boards(table, "paused", "paused", "paused")
    expect(table.get_by_test_id("state")).to_have_text("Paused.")
    press_key(table, "Space")
    expect_boards(table, "right runs", "paused", "left runs")
    for letter in ("", "-B", "-C"):
        expect(table.get_by_test_id(f"marks-left{letter}")).to_contain_text("White")
        expect(table.get_by_test_id(f"lamp-left{letter}")).to_have_attribute(
            "data-lit", "true" if letter == "-C" else "false"
        )
    table.reload()
    expect_boards(table, "right runs", "paused", "left runs")


def test_a_flag_on_one_board_of_a_table_is_told_of_that_board(table: Page) -> None:
    """T31, T60: the others go on."""
    press_key(table, "Space")
    press_key(table, "a")
    press_key(table, "z")
    table.get_by_test_id("speed-60").click()
    expect(table.get_by_test_id("clock")).to_have_attribute("data-state", "FLAGGED")
    expect(table.get_by_test_id("clock-B")).to_have_attribute("data-state", "FLAGGED")
    expect_boards(table, "flag left", "flag right", "flag right")
    expect(table.locator('[data-mark="flag"]')).to_have_count(3)


@pytest.mark.parametrize(("width", "height"), [(1280, 760), (844, 390), (390, 844)])
def test_a_table_fits_the_width_of_the_page(table: Page, width: int, height: int) -> None:
    """Nothing is cut off, and every plunger can be hit."""
    table.set_viewport_size({"width": width, "height": height})
    assert table.evaluate("document.documentElement.scrollWidth") <= width
    for name in ("press-left", "press-right", "press-left-B", "press-right-C", "key-play"):
        box = table.get_by_test_id(name).bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["width"] >= 40 and box["height"] >= 30, name


def test_the_whole_clock_is_in_view(open_page: Open) -> None:
    page = open_page()
    names = ["press-left", "press-right", "display-left", "display-right", "choose", "sound"]
    names += [f"key-{name}" for name in ("back", "minus", "play", "plus", "forward")]
    for width, height in ((1280, 800), (844, 390), (667, 375), (390, 844), (360, 640), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for name in names:
            where = f"{name} at {width} x {height}"
            box = page.get_by_test_id(name).bounding_box()
            assert box is not None
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, where
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, where
            if name.startswith(("press", "key")):
                assert min(box["width"], box["height"]) >= 36, where


PHONE = {"width": 390, "height": 844}


def test_an_upright_phone_has_a_top_and_a_bottom(open_page: Open) -> None:
    page = open_page(viewport=PHONE)
    left, right = page.get_by_test_id("press-left"), page.get_by_test_id("press-right")
    left_help, right_help = (page.locator(".shortcuts dd").nth(number) for number in (0, 1))
    expect(left).to_have_text("Left - top", use_inner_text=True)
    expect(right).to_have_text("Right - bottom", use_inner_text=True)
    expect(left).to_have_attribute("aria-label", re.compile("^Left .top. player"))
    expect(left_help).to_have_text("left player (top)", use_inner_text=True)
    expect(right_help).to_have_text("right player (bottom)", use_inner_text=True)
    choose(page, 10)
    expect_state(page, "READY")
    left.click()
    expect(page.get_by_test_id("state")).to_have_text("Right (bottom) clock is running.")
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.get_by_test_id("state")).to_have_text("Right clock is running.")
    expect(left).to_have_attribute("aria-label", re.compile("^Left player"))
    expect(left).to_have_text("Left A", use_inner_text=True)
    expect(left_help).to_have_text("left player", use_inner_text=True)
    expect(page.get_by_test_id("turn")).to_be_hidden()


def test_the_top_clock_turns_round(open_page: Open) -> None:
    page = open_page(viewport=PHONE)
    turn = page.get_by_test_id("turn")

    def rotation(selector: str) -> str:
        return page.locator(selector).evaluate("element => getComputedStyle(element).rotate")

    def middle(what: str) -> float:
        box = page.get_by_test_id(what).bounding_box()
        assert box is not None
        return box["y"] + box["height"] / 2

    top, bottom = '.side[data-side="left"]', '.side[data-side="right"]'
    top_label, bottom_label = "[data-testid=press-left] .cap-label", "[data-testid=press-right]"
    expect(turn).to_have_attribute("aria-pressed", "false")  # off by default
    assert rotation(top) == rotation(top_label) == "none"
    turn.click()
    expect(turn).to_have_attribute("aria-pressed", "true")
    assert rotation(top) == rotation(top_label) == "180deg"
    assert rotation(bottom) == rotation(bottom_label) == "none"
    # The lamp is still next to the player, the marks still next to the keys.
    assert middle("press-left") < middle("lamp-left") < middle("display-left")
    assert middle("display-left") < middle("marks-left") < middle("key-play")

    page.reload()
    expect(turn).to_have_attribute("aria-pressed", "true")
    assert rotation(top) == "180deg"
    page.set_viewport_size({"width": 844, "height": 390})
    assert rotation(top) == rotation(top_label) == "none"  # side by side nobody sits across
    page.set_viewport_size(PHONE)
    turn.click()
    assert rotation(top) == "none"
    page.reload()
    expect(turn).to_have_attribute("aria-pressed", "false")


def test_digits_are_drawn_from_the_bytes(open_page: Open) -> None:
    page = open_page()
    choose(page, 1)
    expect_text(page, "right", "5:00")
    lit = page.locator('[data-testid="display-right"] .lit [visibility="visible"]')
    expect(lit).to_have_count(5 + 1 + 6 + 6)  # 5, its dot, 0, 0


def test_space_is_play_again_however_the_list_was_left(open_page: Open) -> None:
    page = open_page()
    choose(page, 1)
    expect_state(page, "READY")
    expect(page.get_by_test_id("chooser")).to_be_hidden()
    press_key(page, "l")
    expect_state(page, "RUNNING")
    for leave in ("backdrop", "Escape"):
        page.get_by_test_id("choose").click()
        expect(page.get_by_test_id("chooser")).to_be_visible()
        if leave == "backdrop":
            page.mouse.click(5, 400)
        else:
            page.keyboard.press("Escape")
        expect(page.get_by_test_id("chooser")).to_be_hidden()
        press_key(page, "Space")
        expect_state(page, "PAUSED")
        press_key(page, "Space")
        expect_state(page, "RUNNING")


def test_a_clock_at_zero_is_not_called_running(open_page: Open) -> None:
    page = open_page()
    choose(page, 40)  # one minute without increment: FREEZE is off
    expect_state(page, "READY")
    expect(page.get_by_test_id("chooser")).to_be_hidden()
    press_key(page, "l")
    expect_running(page, "left")
    page.get_by_test_id("speed-60").click()
    expect(page.get_by_test_id("state")).to_have_text("Left stands at zero: flag.")
