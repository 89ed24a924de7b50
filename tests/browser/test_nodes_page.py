"""The page on which admins see the servers that serve a club together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from http_person import PASSWORD, command
from http_person import Browser as Client
from in_process import InProcess
from needs import a_database
from nodes import node_of, serving_nodes
from playwright.sync_api import Route, expect

from browser.conftest import SIZES, Visit
from browser.steps import accessible, resize, sign_in

pytest.importorskip("asyncpg", reason="the extra rebelote[postgres] is not installed")


@pytest.fixture
def servers() -> Iterator[list[InProcess]]:
    """Yield two servers over one database, and their admin Karin."""
    with a_database() as database, serving_nodes(database) as result:
        Client(result[0]).sign_up("Karin")
        command(result[0], "grant", "karin")
        yield result


def test_admins_see_every_server_and_which_one_answers(
    visit: Visit, servers: list[InProcess]
) -> None:
    """A first question that fails is asked again."""
    here, there = servers
    page = visit("phone")
    page.set_viewport_size({"width": 320, "height": 640})
    sign_in(page, here, "Karin", PASSWORD)
    failed: list[Route] = []

    def fail(route: Route) -> None:
        failed.append(route)
        route.abort()

    page.route("**/api/admin/nodes", fail, times=1)
    page.goto(f"{here.url}/#/moderation")
    page.get_by_test_id("moderation-nodes").click()
    rows = page.get_by_test_id("nodes").locator("li")
    expect(rows).to_have_count(2)
    assert len(failed) == 1
    expect(rows.nth(0)).to_contain_text(node_of(here).name)
    expect(rows.nth(0)).to_contain_text("this one answered")
    expect(rows.nth(1)).to_contain_text(node_of(there).name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    accessible(page)
    there.stop()
    expect(rows).to_have_count(1)
    resize(page, *SIZES["desktop"])
    accessible(page)
