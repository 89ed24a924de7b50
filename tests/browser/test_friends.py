"""Two people become friends in their browsers, and one invites the other to a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from server_process import Server

from browser.steps import PASSWORD, accessible


def signed_up(browser: Browser, server: Server, name: str) -> Page:
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(server.url)
    page.request.post(f"{server.url}/api/me/account", data={"name": name, "password": PASSWORD})
    page.goto(f"{server.url}/#/friends")
    page.reload()
    expect(page.get_by_test_id("people-name")).to_be_visible()
    return page


@pytest.mark.journey
def test_two_people_become_friends_and_one_invites_the_other(
    browser: Browser, server: Server
) -> None:
    odette, gus = (signed_up(browser, server, name) for name in ("Odile B", "Gustaaf B"))
    odette.get_by_test_id("people-name").fill("gustaaf b")
    odette.get_by_test_id("people-find").click()
    odette.get_by_test_id("ask").click()
    gus.get_by_test_id("accept").click()
    expect(gus.get_by_test_id("friends")).to_contain_text("Odile B")
    expect(odette.get_by_test_id("friends")).to_contain_text("Gustaaf B")
    accessible(odette)
    for page in (odette, gus):
        page.goto(f"{server.url}/#/")
    odette.get_by_test_id("play-friends").click()
    odette.get_by_test_id("invite-Gustaaf B").click()
    expect(gus.get_by_test_id("friend-news")).to_contain_text("Odile B invites you")
    accessible(gus)
    gus.get_by_test_id("news-join").click()
    expect(gus.get_by_test_id("waiting")).to_be_visible()
    for page in (odette, gus):
        page.context.close()


def test_a_portrait_is_chosen_on_the_account_page_and_seen_by_a_friend(
    browser: Browser, server: Server
) -> None:
    odette, gus = (signed_up(browser, server, name) for name in ("Odile P", "Gustaaf P"))
    people = [page.request.get(f"{server.url}/api/me").json()["id"] for page in (odette, gus)]
    for page, other in zip((odette, gus), reversed(people), strict=True):
        page.request.put(f"{server.url}/api/friends/{other}")
    odette.goto(f"{server.url}/#/account")
    odette.get_by_test_id("portrait-4").check(force=True)
    expect(odette.get_by_test_id("done")).to_be_visible()
    chosen = odette.locator("[data-testid=portrait-4] + .face svg").inner_html()
    accessible(odette)
    gus.reload()
    expect(gus.get_by_test_id("friends")).to_contain_text("Odile P")
    assert gus.locator("[data-testid=friends] .face svg").inner_html() == chosen
    for page in (odette, gus):
        page.context.close()
