"""The web server of the virtual clock: 127.0.0.1 only, for the pages it served itself.

A page talks over one websocket, `/ws`. Only requests that name this machine as their host are
answered, and only websockets opened by a page from this very address, so that a foreign site in
the same browser cannot drive the clock.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from host_tools.bench import BenchError, choose_runtime
from host_tools.bench.child_process import load_board
from host_tools.bench.live import LiveBench
from host_tools.panel.hub import FRAME_S, STEP_S, Engine, Hub

ADDRESS = "127.0.0.1"
HOST_NAMES = ("127.0.0.1", "localhost")
IDLE_S = 30.0  # without a page
LAST_RESORT_S = 0.6  # after Ctrl-C, when something hangs
GOODBYE_S = 0.2
WATCH_S = 0.5
PING_S = 5.0
STATIC = Path(__file__).parent / "static"
ENDED = 1001  # websocket: going away
FULL = 1013  # websocket: try again later
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self' ws://127.0.0.1:* ws://localhost:*; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def serve(
    port: int,
    board: str = "virtual",
    runtime: str | None = None,
    keep: bool = False,
    open_browser: bool = True,
) -> int:
    """Run the firmware of `board` behind a web page until it is ended; return the exit code.

    port          0 takes any free one
    runtime       "micropython", "cpython" or None: MicroPython where there is one
    keep          go on without a page; otherwise 30 s without one end it
    open_browser  open the page in a browser, where there is one
    0 when it was ended, 2 when it could not begin (one line on stderr says why).
    """
    try:
        choose_runtime(runtime)
        load_board(board)
    except BenchError as error:
        print(error, file=sys.stderr)
        return 2

    def make_engine(speed: int) -> Engine:
        now = datetime.now(UTC)
        rtc = [now.year, now.month, now.day, now.hour, now.minute, now.second]
        has_rtc = bool(getattr(load_board(board), "RTC", ""))
        return LiveBench(board=board, runtime=runtime, speed=speed, rtc=rtc if has_rtc else None)

    return Panel(make_engine, port=port, keep=keep, open_browser=open_browser).run()


class Panel:
    """One run of the virtual clock.

    make_engine(speed)  powers an engine up
    idle_s              how long it goes on without a page, unless `keep`
    say(line)           tells the person at the terminal
    port                the port in use, once `run` has taken one
    """

    def __init__(
        self,
        make_engine: Callable[[int], Engine],
        port: int,
        keep: bool = False,
        open_browser: bool = False,
        idle_s: float = IDLE_S,
        say: Callable[[str], None] | None = None,
    ) -> None:
        """Prepare; `run` does everything."""
        self.hub = Hub(make_engine)
        self.port = port
        self.keep = keep
        self.open_browser = open_browser
        self.idle_s = idle_s
        self.say = say or _say
        self.is_stopping = False

    def run(self) -> int:
        """Serve until Ctrl-C, SIGTERM, `stop` or the idle time; return the exit code."""
        try:
            listener = _listen(self.port)
        except PermissionError:
            print(
                f"port {self.port} is not allowed; choose another with PORT=...", file=sys.stderr
            )
            return 2
        except (OSError, OverflowError):
            print(f"port {self.port} is taken; choose another with PORT=...", file=sys.stderr)
            return 2
        self.port = listener.getsockname()[1]
        with listener, self._signals():
            return asyncio.run(self._serve(listener))

    def stop(self) -> None:
        """End the run; from any thread, or from a signal handler."""
        self.is_stopping = True

    async def _serve(self, listener: socket.socket) -> int:
        hub = self.hub
        hub.power_up()
        try:
            if hub.failure is not None:
                print(hub.failure, file=sys.stderr)
            server = _Server(_config(_Guard(_application(self))))
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            while not server.started and not serving.done():
                await asyncio.sleep(0.005)
            address = f"http://{ADDRESS}:{self.port}/"
            self.say(f"Virtual clock: {address}  (Ctrl-C ends it)")
            if self.open_browser:
                threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
            threading.Thread(target=self._watch, daemon=True).start()
            await self._pump(serving)
        finally:
            self.is_stopping = True
            hub.power_off()
        await self._say_goodbye()
        server.should_exit = True
        with contextlib.suppress(asyncio.CancelledError):
            await serving
        return 0

    async def _pump(self, serving: asyncio.Task) -> None:
        """Keep the firmware in the present until it is time to end."""
        hub = self.hub
        clock = asyncio.get_running_loop().time
        hub.empty_since = clock()
        while not self.is_stopping and not serving.done():
            hub.step()
            since = hub.empty_since
            if since is not None and not self.keep and clock() - since >= self.idle_s:
                self.say(f"No page was open for {self.idle_s:g} s: the virtual clock ends.")
                return
            await asyncio.sleep(STEP_S)

    async def _say_goodbye(self) -> None:
        """Give every page a moment to hear that the clock has ended."""
        clock = asyncio.get_running_loop().time
        end = clock() + GOODBYE_S
        for page in self.hub.pages:
            page.wake.set()
        while self.hub.pages and clock() < end:
            await asyncio.sleep(0.005)

    def _watch(self) -> None:
        """End a firmware that hangs: while it does, nothing else here runs."""
        while not self.is_stopping:
            self.hub.end_hang()
            time.sleep(WATCH_S)

    def _last_resort(self) -> None:
        """End although something hangs: first the firmware, then this process."""
        engine = self.hub.engine
        if engine is not None:
            with contextlib.suppress(Exception):
                engine.close()
        os._exit(0)

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Let Ctrl-C and SIGTERM end the run at once; only the main thread can hear them."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def end(_number: int, _frame: object) -> None:
            if not self.is_stopping:
                self.is_stopping = True
                last_resort = threading.Timer(LAST_RESORT_S, self._last_resort)
                last_resort.daemon = True
                last_resort.start()
                timers.append(last_resort)

        timers: list[threading.Timer] = []
        before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for timer in timers:
                timer.cancel()
            for number, handler in before.items():
                signal.signal(number, handler)


class _Server(uvicorn.Server):
    """Uvicorn without its own signal handling: the panel has the firmware to end as well."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _Guard:
    """Refuses requests to another host name and websockets of another site."""

    def __init__(self, application: ASGIApp) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name: value.decode("latin-1") for name, value in scope.get("headers", ())}
        host = headers.get(b"host", "")
        is_ours = host.rpartition(":")[0] in HOST_NAMES or host in HOST_NAMES
        if scope["type"] == "websocket":
            if not is_ours or headers.get(b"origin") != "http://" + host:
                await receive()
                await send({"type": "websocket.close", "code": 1008})  # before accept: HTTP 403
                return
            await self.application(scope, receive, send)
        elif scope["type"] == "http":
            if not is_ours:
                await PlainTextResponse("unknown host", 421)(scope, receive, send)
                return

            async def send_with_headers(message: Message) -> None:
                if message["type"] == "http.response.start":
                    message.setdefault("headers", []).extend(
                        (name.encode(), value.encode()) for name, value in HEADERS.items()
                    )
                await send(message)

            await self.application(scope, receive, send_with_headers)


def _application(panel: Panel) -> Starlette:
    async def talk(websocket: WebSocket) -> None:
        await _talk(panel, websocket)

    return Starlette(
        routes=[
            WebSocketRoute("/ws", talk),
            Mount("/", StaticFiles(directory=STATIC, html=True)),
        ]
    )


async def _talk(panel: Panel, websocket: WebSocket) -> None:
    """Serve one page: its inputs at once, the latest state whenever it can take one."""
    hub = panel.hub
    await websocket.accept()
    page = hub.join()
    if page is None:
        await websocket.close(FULL, "too many pages")
        return

    async def send_states() -> None:
        await websocket.send_text(hub.hello())
        while True:
            await page.wake.wait()
            page.wake.clear()
            if panel.is_stopping:
                await websocket.close(ENDED, "ended")
                return
            error, page.error = page.error, None
            if error is not None:
                await websocket.send_json({"type": "error", "error": error})
            chosen, page.chosen = page.chosen, None
            if chosen is not None:
                await websocket.send_json({"type": "chosen", "number": chosen})
            await websocket.send_text(hub.state_for(page))
            await asyncio.sleep(FRAME_S)

    sending = asyncio.create_task(send_states())
    try:
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if not panel.is_stopping:
                hub.receive(page, text if text is not None else "")
    finally:
        sending.cancel()
        hub.leave(page)
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


def _config(application: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        log_level="critical",
        access_log=False,
        lifespan="off",
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=16_384,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        timeout_graceful_shutdown=0,
    )


def _listen(port: int) -> socket.socket:
    """Return a socket that listens on 127.0.0.1; OSError where `port` is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Lets a new run follow an old one at once; a port that is listened on stays taken.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((ADDRESS, port))
        listener.listen(64)
    except BaseException:
        listener.close()
        raise
    return listener


def _open_browser(address: str) -> None:
    """Open `address` in a graphical browser; without one nothing happens."""
    with contextlib.suppress(Exception):
        browser = webbrowser.get()
        # A browser for the terminal would take it over; it is only used when it was asked for.
        if type(browser) is webbrowser.GenericBrowser and "BROWSER" not in os.environ:
            return
        browser.open(address)


def _say(line: str) -> None:
    print(line, flush=True)
