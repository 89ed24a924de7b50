"""Two people become friends in their browsers, and one invites the other to a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from server_process import Server

from browser.steps import PASSWORD, accessible


def signed_up(browser: Browser, server: Server, name: str) -> Page:
    """A page of somebody with an account."""
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
