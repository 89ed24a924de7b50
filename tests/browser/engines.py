"""Three browsers behind one small interface, for journeys that all of them make.

Chromium is driven by Playwright; Firefox speaks WebDriver BiDi over a WebSocket, and WebKitGTK's
driver WebDriver over HTTP: of these W3C protocols a journey needs a handful of commands.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import httpx
from playwright.sync_api import Browser, Page
from server_process import free_port
from waiting import until
from websockets.sync.client import ClientConnection, connect

PATIENCE: Final = 120.0
"""Seconds for a browser to start or to answer, on however busy a machine."""
FIREFOX: Final = shutil.which("firefox-esr")
WEBKIT: Final = shutil.which("WebKitWebDriver")
SCREEN: Final = shutil.which("Xvfb")
MINI_BROWSER: Final = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
"""The browser that comes with WebKitGTK, where Debian puts it."""


class Engine(Protocol):
    """The actions of a journey in a browser."""

    def go(self, url: str) -> None:
        """Open a page, and wait until it is loaded."""

    def reload(self) -> None:
        """Reload the page."""

    def run(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript in the page, by way of JSON."""

    def tap(self, x: int, y: int) -> None:
        """Touch a point of the window; where the driver has no touch, click it."""

    def picture(self) -> bytes:
        """Return the window as PNG."""


def as_json(expression: str) -> str:
    """Return an expression whose value is text in every driver's protocol."""
    return f"JSON.stringify(({expression}) ?? null)"


def pointer(kind: str, x: int, y: int) -> list[dict[str, Any]]:
    """Return a tap as actions, which WebDriver and WebDriver BiDi write alike."""
    move = {"type": "pointerMove", "x": x, "y": y, "origin": "viewport", "duration": 0}
    press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    parameters = {"pointerType": kind}
    return [{"type": "pointer", "id": kind, "parameters": parameters, "actions": [move, *press]}]


# --- Chromium -------------------------------------------------------------------------------------


class Chromium:
    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, url: str) -> None:
        self.page.goto(url)

    def reload(self) -> None:
        self.page.reload()

    def run(self, expression: str) -> Any:
        return json.loads(self.page.evaluate(as_json(expression)))

    def tap(self, x: int, y: int) -> None:
        self.page.touchscreen.tap(x, y)

    def picture(self) -> bytes:
        return self.page.screenshot()


BARE: Final = """
  for (const name of ['clipboard', 'serviceWorker', 'share', 'vibrate', 'wakeLock'])
    delete Navigator.prototype[name]
  for (const name of ['AudioContext', 'Notification', 'requestIdleCallback']) delete window[name]
  for (const name of ['randomUUID', 'subtle']) delete Crypto.prototype[name]
"""
"""Takes away what a page may have to do without: old browsers, plain HTTP, private windows."""


@contextmanager
def chromium(browser: Browser, width: int, height: int, script: str = "") -> Iterator[Chromium]:
    """Yield a phone's Chromium, where a script runs before those of each page."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        locale="en-GB",
        has_touch=True,
    )
    context.add_init_script(script)
    try:
        yield Chromium(context.new_page())
    finally:
        context.close()


# --- Firefox --------------------------------------------------------------------------------------

PREFERENCES: Final = {
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en-GB",
    "ui.allPointerCapabilities": 1,
    "ui.prefersReducedMotion": 1,
    "ui.primaryPointerCapabilities": 1,
}
"""A phone's: it has fingers and no mouse."""


class Firefox:
    """A tab of Firefox, by WebDriver BiDi."""

    def __init__(self, socket: ClientConnection, width: int, height: int) -> None:
        self._socket = socket
        self._ids = itertools.count()
        self._command("session.new", capabilities={})
        self._context = self._command("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": width, "height": height}
        self._within("browsingContext.setViewport", viewport=size)

    def _command(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(PATIENCE))).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def _within(self, method: str, **params: Any) -> Any:
        return self._command(method, context=self._context, **params)

    def go(self, url: str) -> None:
        self._within("browsingContext.navigate", url=url, wait="complete")

    def reload(self) -> None:
        self._within("browsingContext.reload", wait="complete")

    def run(self, expression: str) -> Any:
        target = {"context": self._context}
        answer = self._command(
            "script.evaluate", expression=as_json(expression), target=target, awaitPromise=False
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def tap(self, x: int, y: int) -> None:
        self._within("input.performActions", actions=pointer("touch", x, y))

    def picture(self) -> bytes:
        return base64.b64decode(self._within("browsingContext.captureScreenshot")["data"])


@contextmanager
def firefox(home: Path, width: int, height: int) -> Iterator[Firefox]:
    """Yield a Firefox without a window and with a profile of its own."""
    assert FIREFOX
    lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items())
    (home / "user.js").write_text("".join(lines))
    address = home / "WebDriverBiDiServer.json"
    options = ["--headless", "--no-remote", "--profile", str(home), "--remote-debugging-port", "0"]
    with running([FIREFOX, *options], home):
        received = json.loads(
            until(lambda: address.read_text() if address.exists() else "", PATIENCE)
        )
        url = f"ws://{received['ws_host']}:{received['ws_port']}/session"
        with connect(url, max_size=None, open_timeout=PATIENCE) as socket:
            yield Firefox(socket, width, height)


# --- WebKit ---------------------------------------------------------------------------------------

NARROW: Final = "* { min-width: 0; padding: 0; margin: 0; -gtk-icon-source: none; }\n"
"""A style of GTK's by which the toolbar lets the window be as narrow as a phone."""
STILL: Final = "[Settings]\ngtk-enable-animations=0\n"
"""A setting of GTK's of which WebKit makes `prefers-reduced-motion`."""


class WebKit:
    """A window of WebKitGTK's MiniBrowser, by WebDriver."""

    def __init__(self, driver: httpx.Client, width: int, height: int) -> None:
        self._driver = driver
        self._session = f"/session/{new_session(driver)}"
        chrome = self.run("outerHeight - innerHeight")
        self._post("/window/rect", width=width, height=height + chrome)

    def _post(self, path: str, **body: Any) -> Any:
        return value(self._driver.post(self._session + path, json=body))

    def go(self, url: str) -> None:
        self._post("/url", url=url)

    def reload(self) -> None:
        self._post("/refresh")

    def run(self, expression: str) -> Any:
        script = f"return {as_json(expression)}"
        return json.loads(self._post("/execute/sync", script=script, args=[]))

    def tap(self, x: int, y: int) -> None:
        self._post("/actions", actions=pointer("mouse", x, y))

    def picture(self) -> bytes:
        return base64.b64decode(value(self._driver.get(f"{self._session}/screenshot")))


def value(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()["value"]


@contextmanager
def webkit(home: Path, width: int, height: int) -> Iterator[WebKit]:
    """Yield WebKit on a screen that nobody sees."""
    assert WEBKIT
    style = home / "gtk-3.0"
    style.mkdir()
    (style / "gtk.css").write_text(NARROW)
    (style / "settings.ini").write_text(STILL)
    port = free_port()
    with screen(home) as display:
        where = {"DISPLAY": display, "GDK_BACKEND": "x11", "XDG_CONFIG_HOME": str(home)}
        with (
            running([WEBKIT, f"--port={port}"], home, where),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as driver,
        ):
            until(lambda: answers(driver), PATIENCE)
            yield WebKit(driver, width, height)


def answers(driver: httpx.Client) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return driver.get("/status").is_success
    return False


def new_session(driver: httpx.Client) -> str:
    browser = {"binary": str(MINI_BROWSER), "args": ["--automation"]}
    asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": browser}}}
    session: str = value(driver.post("/session", json=asked))["sessionId"]
    return session


@contextmanager
def screen(home: Path) -> Iterator[str]:
    """Start an X server without a screen; yield the name of its display."""
    assert SCREEN
    received = home / "display"
    with received.open("w") as out:
        options = ["-displayfd", str(out.fileno()), "-screen", "0", "1400x1000x24"]
        command = [SCREEN, *options, "-nolisten", "tcp"]
        with running(command, home, kept=(out.fileno(),)):
            yield f":{until(lambda: received.read_text().strip(), PATIENCE)}"


@contextmanager
def running(
    command: list[str], home: Path, more: dict[str, str] | None = None, kept: tuple[int, ...] = ()
) -> Iterator[None]:
    """Yield a program, ended with all that it started."""
    environment = {**os.environ, "HOME": str(home), **(more or {})}
    process = subprocess.Popen(
        command,
        env=environment,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=kept,
    )
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
