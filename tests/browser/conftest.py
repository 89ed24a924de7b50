"""The real server, the built client and the system's Chromium, for the browser's tests."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
import volume
from playwright.sync_api import Browser, Page, expect, sync_playwright
from server_process import Server, serving

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
if volume.LEVEL == "quick":
    # The same engine without windows, menus and profiles takes a sixth less of a processor.
    CHROMIUM = shutil.which("chromium-headless-shell") or CHROMIUM
expect.set_options(timeout=60_000)
QUIET = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-features="
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,"
    "MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "ThirdPartyStoragePartitioning",
]
"""Options of Chromium. Two pages of the address bar would be drawn for every window.

What follows them in that list is Playwright's own, which this one replaces.
"""

ROOT = ["--no-sandbox"] if os.geteuid() == 0 else []
"""An option without which Chromium does not start for root."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "no Chromium here: on Debian, apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *ROOT])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield one server for all: no test stops it, or asks who else has been there.

    An account made there has a name that no other test uses.
    """
    with serving(tmp_path_factory.mktemp("browsers") / "log.sqlite") as server:
        yield server


@pytest.fixture
def stopped_server(tmp_path: Path) -> Iterator[Server]:
    """Yield a server of the test's own, for it to start."""
    server = Server(tmp_path / "log.sqlite")
    yield server
    if server.process is not None and server.process.poll() is None:
        server.stop()


@pytest.fixture
def own_server(stopped_server: Server) -> Server:
    """Return a server of the test's own, which may be stopped and where nobody has been."""
    stopped_server.start()
    return stopped_server


SIZES = {"phone": (360, 640), "desktop": (1280, 800)}


Workers = Literal["allow", "block"]


@pytest.fixture
def workers(request: pytest.FixtureRequest) -> Workers:
    """Return whether pages have their service worker: where a test is about it, and in journeys.

    It fetches all files of the page again, which takes as long as to show a table: `make test` has
    it in three journeys, and `make test-full` in all.
    """
    names = ["service_worker"] if volume.LEVEL == "quick" else ["service_worker", "journey"]
    return "allow" if any(map(request.node.get_closest_marker, names)) else "block"


@contextmanager
def visitor(browser: Browser, size: str, workers: Workers) -> Iterator[Page]:
    """Yield a fresh visitor with a screen of this size, who dislikes motion."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        locale="en-GB",
        has_touch=size == "phone",
        service_workers=workers,
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert not problems


@pytest.fixture(params=SIZES)
def page(browser: Browser, request: pytest.FixtureRequest, workers: Workers) -> Iterator[Page]:
    """Yield a visitor at phone and at desktop size, for tests of layout, touch or keyboard."""
    with visitor(browser, request.param, workers) as page:
        yield page


@pytest.fixture
def phone(browser: Browser, workers: Workers) -> Iterator[Page]:
    with visitor(browser, "phone", workers) as page:
        yield page


@pytest.fixture
def desktop(browser: Browser, workers: Workers) -> Iterator[Page]:
    with visitor(browser, "desktop", workers) as page:
        yield page


QUICK = {"hold": 0.6, "speed": "fast", "count": True, "level": "beginner"}
"""Settings of a player in a hurry, who reads how each deal was counted."""
Visit = Callable[..., Page]


def barred(said: str) -> list[str]:
    """Return the console's message if the content security policy blocked something."""
    return [said] if "Content Security" in said else []


@pytest.fixture
def visit(browser: Browser, workers: Workers) -> Iterator[Visit]:
    """Yield a maker of fresh visitors, each with a browser context of their own."""
    contexts: list[Any] = []
    problems: list[str] = []

    def arrive(size: str, name: str = "", **how: Any) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            has_touch=size == "phone",
            **{"locale": "en-GB", "service_workers": workers, **how},
        )
        contexts.append(context)
        liked = json.dumps(json.dumps({**QUICK, "name": name}))
        context.add_init_script(
            f"localStorage.getItem('rebelote.settings') ?? "
            f"localStorage.setItem('rebelote.settings', {liked})"
        )
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.extend(barred(said.text)))
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not problems
