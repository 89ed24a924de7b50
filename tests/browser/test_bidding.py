"""The auction of contrée and coinche in the browser: bids, doubles, and what they come to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from company import catch_up
from playwright.sync_api import Page, expect
from server_process import Person, Server
from waiting import until

from browser.conftest import Visit
from browser.guest import derivation
from browser.steps import ASKED, accessible, choose_rules, legal_cards, moved_on

ME = 0
PATIENCE = 180
"""Seconds for a whole deal, on however busy a machine."""
NAMES = ("Bea", "Cas", "Dov")


class Others:
    """The three at the other seats: they pass, but the first of them overbids me."""

    def __init__(self, server: Server, code: str) -> None:
        table = json.loads(server.get(f"/api/tables/{code.lower()}")[1])["table"]
        self.people = [
            Person(server, {"table": table, "cookie": server.guest(name)}) for name in NAMES
        ]
        for seat, person in enumerate(self.people, 1):
            person.sit()
            assert person.ask("sit", seat=seat)["type"] == "ack"
        self.waits: int | None = None
        """The seat that is thinking about its call."""

    def act(self) -> None:
        """Whoever is asked does something."""
        for seat, person in enumerate(self.people, 1):
            self._act(seat, person)

    def _act(self, seat: int, person: Person) -> None:
        catch_up(person)
        message = person.action() if person.view and seat != self.waits else None
        if message is None or message["type"] != "act":
            return
        if person.view["phase"] == "bidding":
            message["action"] = self._call(seat, person.view)
        person.send(message)
        answer = person.hear("ack", "refused")
        assert answer["type"] == "ack" or answer["code"] == "too-many", answer

    @staticmethod
    def _call(seat: int, view: dict[str, Any]) -> dict[str, Any]:
        """Ten more than I have bid, in spades, from my opponent; a pass otherwise."""
        bids = [call for call in view["calls"] if call["value"]]
        if seat == 1 and bids and bids[-1]["seat"] == ME:
            return {"do": "bid", "trump": "S", "value": bids[-1]["value"] + 10}
        return {"do": "pass"}

    def until(self, done: Callable[[], object]) -> None:
        """Play on until this is so."""

        def once_more() -> bool:
            if done():
                return True
            self.act()
            return False

        until(once_more, patience=PATIENCE)


@pytest.fixture
def sat_down(visit: Visit, server: Server) -> Iterator[Callable[[str, str], tuple[Page, Others]]]:
    """Me on a page of this size, and three others, at a table with these rules."""
    seated: list[Others] = []

    def sit(size: str, preset: str) -> tuple[Page, Others]:
        page = visit(size, "Ann")
        page.goto(server.url)
        choose_rules(page, preset)
        page.get_by_test_id("play-friends").click()
        others = Others(server, page.get_by_test_id("table-code").inner_text())
        seated.append(others)
        page.get_by_test_id("begin").click()
        return page, others

    yield sit
    for others in seated:
        for person in others.people:
            person.close()


def offered(page: Page, name: str) -> Callable[[], bool]:
    """Whether this is on the page, and nothing is being shown any more."""
    return lambda: bool(
        page.get_by_test_id("table").get_attribute("data-free") == "true"
        and page.get_by_test_id(name).count()
    )


def lay_until(page: Page, over: Callable[[], int]) -> bool:
    """Lay a lawful card where one is asked for; whether it is over."""
    if page.evaluate(ASKED, True) and legal_cards(page):
        card = page.locator(f'[data-testid=hand] [data-card="{legal_cards(page)[0]}"]')
        moved_on(page, lambda _: card.tap(position={"x": 12, "y": 20}))
    return over() > 0


def test_a_deal_is_bid_doubled_and_played_by_touch(
    sat_down: Callable[[str, str], tuple[Page, Others]],
) -> None:
    page, others = sat_down("phone", "ffb-contree-2016")
    others.until(offered(page, "bidding-box"))
    expect(page.get_by_test_id("auction")).to_be_visible()
    expect(page.get_by_test_id("bid-value")).to_have_value("80")
    accessible(page)
    page.get_by_test_id("bid-higher").tap()
    page.get_by_test_id("bid-H").tap()

    others.until(offered(page, "double"))
    expect(page.get_by_test_id("standing-bid")).to_contain_text("100 spades")
    expect(page.get_by_test_id("bid-value")).to_have_value("110")
    accessible(page)
    page.get_by_test_id("double").tap()

    others.until(lambda: page.get_by_test_id("table").get_attribute("data-phase") == "play")
    expect(page.get_by_test_id("contract").locator(".bid")).to_have_text("100×2")
    settlement = page.get_by_test_id("settlement")
    others.until(lambda: lay_until(page, settlement.count))

    expect(page.get_by_test_id("settled-bid")).to_have_text("Bea: 100 spades, doubled")
    rows = derivation(page)
    catch_up(others.people[0])
    settled = others.people[0].view["settlement"]
    assert rows["marks"] == settled["marks"]
    assert {line["code"] for line in settled["lines"]} == set(rows)
    assert {"bid-made", "bid-failed"} & set(rows)
    accessible(page)


def test_a_bid_is_typed_and_doubled_out_of_turn(
    sat_down: Callable[[str, str], tuple[Page, Others]],
) -> None:
    page, others = sat_down("desktop", "bga-coinche")
    others.until(offered(page, "bidding-box"))
    page.keyboard.type("90h")
    expect(page.get_by_test_id("bid-means")).to_contain_text("90 hearts")
    others.waits = 2
    page.keyboard.press("Enter")

    others.until(lambda: page.get_by_test_id("double-now").count())
    expect(page.get_by_test_id("bidding-box")).to_have_count(0)
    accessible(page)
    page.keyboard.press("x")
    others.waits = None
    others.until(lambda: page.get_by_test_id("table").get_attribute("data-phase") == "play")
    expect(page.get_by_test_id("contract").locator(".bid")).to_have_text("100×2")
