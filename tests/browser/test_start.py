"""The loading budget of the start page for a browser with an empty cache."""

from __future__ import annotations

import paint
import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect
from server_process import Server

from browser.conftest import SIZES, Visit
from browser.steps import go_on


@pytest.mark.parametrize(
    ("size", "workers", "locale"),
    [
        ("phone", "block", "en-GB"),
        ("phone", "allow", "fr-FR"),
        ("desktop", "block", "fr-FR"),
        ("desktop", "allow", "en-GB"),
        ("phone", "block", "nl-NL"),
    ],
)
def test_the_start_page_asks_for_what_it_shows(
    browser: Browser, server: Server, size: str, workers: str, locale: str
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=locale,
        service_workers=workers,  # type: ignore[arg-type]
    )
    visit = paint.arrive(context.new_page(), server.url)
    context.close()
    assert 4 <= visit.requests <= paint.REQUESTS
    assert 20_000 <= visit.size <= paint.BYTES


@pytest.mark.journey
def test_what_the_next_page_needs_comes_once_the_start_page_is_there(
    visit: Visit, server: Server
) -> None:
    """Then nothing of the client is left to fetch: not for the table, nor for the other pages."""
    page = visit("phone", service_workers="block")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(path_of(request, server)))
    with page.expect_event("requestfinished", lambda request: "/assets/pages-" in request.url):
        page.goto(server.url)
    begun = [path.partition("-")[0] for path in asked]
    first = begun.index("/assets/app")
    assert first < begun.index("/assets/table") < begun.index("/assets/pages")
    assert not [path for path in begun if path in ("/assets/Moderation", "/assets/uPlot.esm")]
    expect(page.get_by_test_id("play-now")).to_be_enabled()
    asked.clear()
    page.get_by_test_id("account").click()
    expect(page.get_by_test_id("show-sign-up")).to_be_visible()
    page.go_back()
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("table")).to_have_attribute("data-free", "true")
    go_on(page)
    assert [path for path in asked if path.startswith("/assets/")] == []


@pytest.mark.parametrize(
    "locale",
    ["en-GB", "fr-FR", "nl-BE", "nl-NL", "sv-SE", "bg-BG", "hr-HR", "el-GR", "ar-SA", "hy-AM"],
)
def test_the_start_page_has_its_words_before_all_others(
    browser: Browser, server: Server, locale: str
) -> None:
    """The page reads the same before and after the other words arrive."""
    with browser.new_context(
        viewport={"width": 360, "height": 640}, locale=locale, service_workers="block"
    ) as context:
        page = context.new_page()
        held: list[Route] = []
        page.route("**/assets/*-others-*.js", lambda route: held.append(route))
        with page.expect_request("**/assets/*-others-*.js"):
            page.goto(server.url)
        expect(page.get_by_test_id("play-now")).to_be_enabled()
        said = page.locator("body").aria_snapshot()
        with page.expect_event("requestfinished", lambda request: "/assets/pages-" in request.url):
            for route in held:
                route.continue_()
        expect(page.locator("body")).to_match_aria_snapshot(said)


def path_of(request: Request, server: Server) -> str:
    """Return the path of a request to our server, or another server's whole address."""
    return request.url.removeprefix(server.url)


def test_nothing_moves_as_the_start_page_is_drawn(page: Page, server: Server) -> None:
    page.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => {"
        "  for (const entry of list.getEntries()) window.moved += entry.value"
        "}).observe({ type: 'layout-shift', buffered: true })"
    )
    with page.expect_event("requestfinished", lambda request: "/assets/pages-" in request.url):
        page.goto(server.url)
    expect(page.locator(".leaf")).to_have_count(5)
    assert page.evaluate("window.moved") == 0


def test_the_faces_are_used_from_the_second_page_on(visit: Visit, server: Server) -> None:
    page = visit("phone", service_workers="block")
    with page.expect_event("requestfinished", lambda request: "/assets/pages-" in request.url):
        page.goto(server.url)
    face = "getComputedStyle(document.querySelector('h1')).fontFamily.split(',')[0]"
    assert page.evaluate(face) != "Literata"
    page.goto(f"{server.url}/#/ranking")
    expect(page.get_by_test_id("leaderboard")).to_be_visible()
    assert page.evaluate(face) == "Literata"
    assert page.evaluate("document.fonts.check('600 1em Literata')")


def test_a_page_whose_code_is_gone_loads_the_newer_one(visit: Visit, server: Server) -> None:
    """As where a newer version was put in its place: once, and it is the requested page."""
    page = visit("phone", service_workers="block")
    gone = ["**/assets/pages-*.js", "**/assets/table-*.js"]
    for name in gone:
        page.route(name, lambda route: route.fulfill(status=404))
    page.goto(server.url)
    expect(page.get_by_test_id("play-now")).to_be_visible()
    with page.expect_event("load"):
        page.get_by_test_id("ranking").click()
    expect(page.get_by_role("status")).to_contain_text("Check your connection")
    for name in gone:
        page.unroute(name)
    page.reload()
    page.get_by_test_id("ranking").click()
    expect(page.get_by_test_id("leaderboard")).to_be_visible()


def test_a_dialog_opens_though_its_code_comes_late(visit: Visit, server: Server) -> None:
    page = visit("phone", service_workers="block")
    held = []
    page.route("**/assets/pages-*.js", lambda route: held.append(route))
    page.goto(server.url)
    with page.expect_request("**/assets/pages-*.js"):
        page.get_by_test_id("settings").click()
    expect(page.get_by_test_id("play-now")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page.get_by_test_id("sounds")).to_be_visible()
