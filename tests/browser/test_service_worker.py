"""The service worker: what it keeps for a visitor, and how one version follows another."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import environments
import older_page
import pytest
from playwright.sync_api import Page, expect
from server_process import Server
from waiting import until

from browser.conftest import Visit

pytestmark = pytest.mark.service_worker
BUILT = environments.PACKAGE / "server" / "static"
HASH = re.compile(rb"-([\w-]{8})(?=\.(?:js|css)\b)")
"""The hash in the name of a script or style."""
VERSION = re.compile(rb"(?<=rebelote-)[0-9a-f]{12}\b")
CACHES = "() => caches.keys()"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
"""Whether the page is served by a service worker."""
WAITING = "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null"
TAKE_OVER = (
    "async () => (await navigator.serviceWorker.getRegistration()).waiting.postMessage('take over')"
)
GREEK = "Ελληνικά"


def kept(page: Page) -> set[str]:
    """Return the sets of files that the service worker keeps, without its version."""
    names: list[str] = page.evaluate(CACHES)
    return {name.partition(".")[2] for name in names} - {""}


def arrive(page: Page, url: str) -> None:
    """Open the start page, and wait for its service worker."""
    page.goto(url)
    page.wait_for_function(CONTROLLED)
    until(lambda: {"literata-latin-wght-normal", "hungarian"} & kept(page))


def opens_offline(page: Page, title: str) -> None:
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("play-now")).to_be_visible()
    expect(page).to_have_title(title)


def speak(page: Page, language: str) -> None:
    page.get_by_role("button", name=language, exact=True).click()


def test_a_visitor_keeps_their_own_language_and_others_once_they_are_chosen(
    visit: Visit, server: Server
) -> None:
    page = visit("phone")
    arrive(page, server.url)
    english = {"en-start", "en-others"}
    until(lambda: kept(page) >= english)
    assert all(re.match("en-|literata-latin|source-sans-3-latin", name) for name in kept(page))
    page.context.set_offline(True)
    speak(page, GREEK)
    expect(page.get_by_test_id("languages-offline")).to_contain_text("were used on this device")
    assert offered(page) == ["English"]
    page.keyboard.press("Escape")
    page.context.set_offline(False)
    speak(page, GREEK)
    expect(page.locator("html")).to_have_attribute("lang", "el")
    page.reload()
    expect(page.get_by_test_id("play-now")).to_be_visible()
    assert kept(page) >= english | {"el-start", "el-others"}
    opens_offline(page, page.title())
    page.get_by_test_id("settings").click()
    assert {*offered(page)} == {"English", GREEK}
    page.locator("#set-language").select_option("English")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def offered(page: Page) -> list[str]:
    """Return the languages to choose from in the settings."""
    return page.locator("#set-language option").all_inner_texts()


def reversed_hash(match: re.Match[bytes]) -> bytes:
    """Return another hash for the same file."""
    return b"-" + match[1][::-1]


@pytest.fixture
def page_folder(tmp_path: Path) -> Path:
    """Build a page of an earlier version: other names of some files, and another service worker."""
    folder = tmp_path / "page"
    ignored = shutil.ignore_patterns("*.br", "*.gz", "offline", "embed*")
    shutil.copytree(BUILT, folder, ignore=ignored)
    for path in [*folder.rglob("*.js"), *folder.rglob("*.css"), folder / "index.html"]:
        text = HASH.sub(reversed_hash, path.read_bytes())
        if path.name == "sw.js":
            text = VERSION.sub(b"0" * 12, text)
        path.write_bytes(text)
        path.rename(path.with_name(HASH.sub(reversed_hash, path.name.encode()).decode()))
    return folder


@pytest.fixture
def server_of(
    page_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    monkeypatch.setenv("PAGE", str(page_folder))
    server = Server(tmp_path / "log.sqlite")
    server.program = (sys.executable, str(Path(older_page.__file__)))
    server.start()
    yield server
    server.stop()


def test_a_new_version_replaces_what_was_used_of_the_old_one(
    visit: Visit, server_of: Server, page_folder: Path
) -> None:
    page = visit("phone")
    settings = json.dumps(json.dumps({"language": "el", "deck": "hungarian"}))
    page.context.add_init_script(f"localStorage.setItem('rebelote.settings', {settings})")
    arrive(page, server_of.url)
    until(lambda: kept(page) >= {"el-start", "el-others", "hungarian"})
    before = kept(page)
    old = {name.partition(".")[0] for name in page.evaluate(CACHES)}
    assert old == {"rebelote-" + "0" * 12}
    shutil.rmtree(page_folder / "assets")
    shutil.copytree(BUILT, page_folder, dirs_exist_ok=True)
    page.goto(f"{server_of.url}/#/ranking")
    page.reload()
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    until(lambda: len({name.partition(".")[0] for name in page.evaluate(CACHES)}) == 2)
    until(lambda: page.evaluate(WAITING))
    page.goto(f"{server_of.url}/health")  # no page of the app, which would open again by itself
    page.evaluate(TAKE_OVER)
    until(lambda: not [name for name in page.evaluate(CACHES) if "0" * 12 in name])
    arrive(page, server_of.url)
    assert kept(page) >= before and not {"fr-others", "nl-others"} & kept(page)
    opens_offline(page, page.title())
    expect(page.locator("html")).to_have_attribute("lang", "el")
    expect(page.locator("html")).to_have_attribute("data-deck", "hungarian")
    assert page.evaluate(f"fetch('{picture()}').then(answer => answer.ok)")


def picture() -> str:
    """Return the address of a picture of the Hungarian deck."""
    style = next(BUILT.glob("assets/deck-*.js")).read_text("utf-8")
    return re.search(r"/assets/JH-[\w-]{8}\.svg", style)[0]  # type: ignore[index]
