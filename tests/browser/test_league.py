"""A league: joined, its deal played, compared when the day is over, and looked at again."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from databases import looking_into
from in_process import InProcess, serving_in_process
from playwright.sync_api import Locator, Page, expect
from seated import behind

from browser.conftest import Visit
from browser.steps import accessible, hurry, skip_to
from rebelote.server.features.league.leagues import Leagues

DAY = 86_400.0
NOON = datetime(2026, 4, 14, 12, tzinfo=UTC).timestamp()
"""In the middle of a season."""


@pytest.fixture
def at_noon(tmp_path: Path) -> Iterator[InProcess]:
    """Yield a server at noon of a day that a test ends."""
    with serving_in_process(tmp_path / "log.sqlite", wrong=NOON - time.time()) as server:
        yield server


def old_account(server: InProcess, page: Page, name: str) -> None:
    """Make an account that was there before the day began, and come back by it."""
    form = {"name": name, "password": "a lamp in the north"}
    assert page.request.post(f"{server.url}/api/me/account", data=form).ok
    with looking_into(server.database) as database:
        database.execute("UPDATE people SET account_since = 0 WHERE name = ?", (name,))
        database.commit()
    page.goto(server.url)


def league_days(page: Page) -> Locator:
    """One's own days of the season that are compared."""
    return page.get_by_test_id("league-days").get_by_role("link")


def next_day(server: InProcess) -> None:
    """Move on by a day, so that the day is compared."""
    server.time.advance(DAY)
    server.work(server.core[Leagues].settle())


def play(page: Page, server: InProcess) -> None:
    """Play today's deal to its end, and go back to the league."""
    page.get_by_test_id("league-play").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    assert hurry(page)
    with closing(behind(server, page)) as me:
        me.play_on(lambda match: match.settlement is not None)
    skip_to(page, "[data-testid=daily-result]")
    page.get_by_test_id("daily-result").click()
    expect(page.get_by_test_id("league-result")).to_be_visible()


def test_two_play_a_day_and_see_what_it_counts_when_it_is_over(
    visit: Visit, at_noon: InProcess
) -> None:
    for name in ("Anneke", "Bob"):
        page = visit("phone", name)
        old_account(at_noon, page, name)
        page.goto(f"{at_noon.url}/#/today")
        page.get_by_test_id("today-to-league").click()
        page.get_by_test_id("league-french").click()
        page.get_by_test_id("league-join").click()
        expect(page.get_by_test_id("league-division")).to_have_text("Second division")
        play(page, at_noon)
        accessible(page)
    rows = page.get_by_test_id("league-rows").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("0")

    next_day(at_noon)
    page.reload()
    expect(page.get_by_test_id("league-play")).to_be_visible()
    expect(league_days(page)).to_contain_text("50")
    page.get_by_test_id("league-before").click()
    lines = page.get_by_test_id("league-lines-2").get_by_role("listitem")
    expect(lines).to_have_count(2)
    accessible(page)
    lines.filter(has_text="Anneke").get_by_role("link", name="Replay").click()
    expect(page.get_by_test_id("replay")).to_be_visible()


def test_a_club_opens_a_league_of_its_own_that_a_member_plays(
    visit: Visit, at_noon: InProcess
) -> None:
    leader, member = visit("desktop", "Lea"), visit("phone", "Mo")
    for page, name in ((leader, "Lea"), (member, "Mo")):
        old_account(at_noon, page, name)
    made = leader.request.post(f"{at_noon.url}/api/clubs", data={"name": "The Owls"})
    home = f"{at_noon.url}/#/clubs/{made.json()['club']}"
    leader.goto(home)
    leader.get_by_test_id("clubs-league-preset").select_option("french")
    leader.get_by_test_id("clubs-league-open").click()
    leader.get_by_test_id("clubs-to-league").click()
    leader.get_by_test_id("league-join").click()
    expect(leader.get_by_test_id("league-division")).to_have_text("Second division")
    member.goto(home)
    member.get_by_test_id("clubs-to-league").click()
    expect(member.get_by_role("heading", name="The Owls", level=1)).to_be_visible()
    member.get_by_test_id("league-join").click()
    play(member, at_noon)
    expect(member.get_by_test_id("league-rows").locator("tbody tr")).to_have_count(2)
    accessible(member)
    next_day(at_noon)
    member.reload()
    expect(league_days(member)).to_contain_text("50")
    leader.reload()
    first = leader.get_by_test_id("league-rows").locator("tbody tr").first
    expect(first).to_contain_text(re.compile("Mo.*1.*50", re.DOTALL))
    first.get_by_role("link", name="Mo").click()
    expect(leader.get_by_role("heading", name="Mo", level=1)).to_be_visible()
    expect(leader.get_by_test_id("profile-leagues")).to_have_count(0)
    member.goto(
        f"{at_noon.url}/#/profile/{member.request.get(at_noon.url + '/api/me').json()['id']}"
    )
    expect(member.get_by_test_id("profile-leagues")).to_contain_text("The Owls")
