"""A person who plays in the browser, and what the server holds true.

Packs are known at a table that was played beforehand, or at a server that was started with a seed
for them (`--fixed-packs`), which is looked for by playing the auction with the server's own bots.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

from http_person import log_of
from playwright.sync_api import Page, Route, expect
from seated import HALF, SEEDS, Choice, Position, Wish, behind, first, result, seated, settled
from server_process import Server
from waiting import until

from browser.conftest import QUICK
from browser.steps import (
    MOVES,
    accessible,
    choose_rules,
    choosing,
    come_in,
    hurry,
    like,
    moved_on,
    skip_to,
)
from rebelote import Cut, Match, Packets, Pass, Take, apply, bots, views
from rebelote.rules.deal import Phase, legal_cards
from rebelote.rules.melds import best_melds
from rebelote.rules.options import Rules
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room, TableMetadata

ME = 0


# --- the deals ------------------------------------------------------------------------------------


def seed_for(rules: Rules, wish: Wish) -> int:
    """Return the first seed whose first deal grants the wish, if I take as soon as I may."""
    for seed in range(SEEDS):
        state = auction(rules, seed)
        if state.deal.phase is Phase.PLAY and wish(state):
            return seed
    raise AssertionError("no such deal")


def auction(rules: Rules, seed: int) -> Match:
    """Return the first deal at a table of a server with this seed, as the first card is led."""
    room = Room(Table(""), TableMetadata(host="", seed=str(seed)), "", 0.0)
    room.table.commit(room.table.agree(rules, Terms()))
    state = room.table.start(room.secret()).match
    assert state is not None
    bot = bots.make("beginner")
    while (seat := state.to_act) is not None and state.deal.phase is not Phase.PLAY:
        seen = views(state)[seat]
        assert seen.legal is not None
        if seat != ME:
            action = bot.choose(seen)
        elif state.deal.phase is Phase.CUT:
            action = Cut(HALF)
        elif seen.legal.packets:
            action = Packets((3, 2))
        else:
            action = Take(seen.legal.trumps[0]) if seen.legal.trumps else Pass()
        state = apply(state, seat, action)
    return state


def i_alone_announce(state: Match) -> bool:
    """Return whether I hold one announcement, and nobody else holds any."""
    held = [best_melds(hand, state.rules.melds) for hand in state.deal.hands]
    return len(held[ME]) == 1 and not any(held[1:])


# --- the table ------------------------------------------------------------------------------------


class Guest:
    """A person who plays in the browser; what the server holds true is read from its log."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.table = page.get_by_test_id("table")
        self.hand = page.get_by_test_id("hand")
        self.said = page.get_by_test_id("log")

    def begin(self, preset: str, *, real: bool = False) -> Guest:
        """Choose the rule set on the start page, and play beginners."""
        like(self.page, **QUICK, dealByHand=True)
        self.page.goto(self.server.url)
        choose(self.page, preset, real)

        def with_beginners(route: Route) -> None:
            expected = json.loads(route.request.post_data or "{}")
            route.continue_(post_data=json.dumps({**expected, "level": "beginner"}))

        self.page.route("**/api/tables", with_beginners)
        self.click("play-now")
        expect(self.table).to_be_visible()
        assert (self.truth.rules.preset, self.truth.rules.conduct.assistance == "none") == (
            preset,
            real,
        )
        return self

    def come(self, position: Position) -> Guest:
        """Come in at a table of mine that stands so."""
        like(self.page, **QUICK, dealByHand=True)
        come_in(self.page, seated(self.server, position).people[ME])
        return self

    def play_on(self, done: Wish = settled, choose: Choice = first) -> None:
        """Play by the protocol until this holds and the page shows it."""
        with closing(behind(self.server, self.page)) as me:
            me.play_on(done, choose)
            skip_to(self.page, f'[data-testid=table][data-version="{me.kept.version}"]')

    def click(self, name: str) -> None:
        self.page.get_by_test_id(name).click()

    def lines(self) -> list[tuple[int, str | None, bytes]]:
        return log_of(self.server, self.page.url.rpartition("/")[2])

    @property
    def truth(self) -> Match:
        """The match as it is on disk, once its first pack is there."""
        until(lambda: Table.restore("", self.lines()).begun)
        return restored(self.lines())

    def my_turn(self) -> bool:
        """Tap the felt until something is asked of me; False once the deal is over."""
        return hurry(self.page)

    def act(self, what: Callable[[], Any]) -> None:
        """Do something, and wait until the table has moved on."""
        moved_on(self.page, lambda _: what())

    def lay(self, card: str) -> None:
        place = {"x": 12, "y": 20}
        chosen = self.hand.locator(f'[data-card="{card}"][data-legal="true"]')
        self.act(lambda: chosen.click(position=place))  # type: ignore[arg-type]

    def bid(self) -> None:
        """Cut where the slider stands; take what is offered."""
        if self.page.get_by_test_id("cut").count():
            self.act(lambda: self.click("cut"))
        elif self.page.get_by_test_id("packets-3-2").count():
            self.act(lambda: self.click("packets-3-2"))
        else:
            self.act(self.page.locator('[data-testid^="take-"]').first.click)

    def to_play(self) -> None:
        while self.my_turn() and self.table.get_attribute("data-phase") != "play":
            self.bid()
        assert self.page.get_by_test_id("settlement").count() == 0

    def play_out(self) -> None:
        for _ in range(MOVES):
            if not self.my_turn():
                return
            if self.table.get_attribute("data-phase") == "play":
                self.lay(lawful(self.truth))
            else:
                self.bid()
        raise AssertionError("the deal does not end")

    def accessible(self) -> None:
        accessible(self.page)


def choose(page: Page, preset: str, real: bool) -> None:
    choose_rules(page, preset)
    with choosing(page):
        page.get_by_test_id("real-life").set_checked(real)


def restored(lines: list[tuple[int, str | None, bytes]]) -> Match:
    return Table.restore("", lines).match


def lawful(state: Match) -> str:
    """Return the first card that the law allows."""
    return next(iter(legal_cards(state.deal))).text


def derivation(page: Page) -> dict[str, list[int]]:
    """Return the rows on show by their codes: a number for each side, mine first."""
    expect(page.get_by_test_id("settlement")).to_be_visible()
    rows = page.get_by_test_id("derivation").locator("tbody tr")
    outcome = rows.evaluate_all(
        """all => all.map(row =>
          [row.classList[0], Array.from(row.querySelectorAll('td'), cell => cell.innerText)])"""
    )
    return {name: [int(cell or 0) for cell in cells] for name, cells in outcome}


def check_settlement(guest: Guest) -> dict[str, list[int]]:
    """Check that the settlement on show adds up and is the server's, and begin the next deal."""
    rows, settled = derivation(guest.page), guest.truth.settlement
    assert settled is not None and guest.truth.deal.played_out
    for line in settled.lines:
        if line.side is not None:
            assert rows[line.code][line.side] == line.points, line
    won = ("cards", "tricks", "last-trick", "sweep", "no-trick", "melds", "belote")
    for side, total in enumerate(rows["total"]):
        assert total == sum(rows[code][side] for code in won if code in rows)
    assert rows["marks"] == list(settled.marks)
    result = guest.page.get_by_test_id("settlement").locator(".result")
    assert result.locator("small").all_inner_texts() == [f"+{mark}" for mark in rows["marks"]]
    assert result.locator("b").all_inner_texts() == [str(mark) for mark in rows["marks"]]
    expect(guest.page.get_by_test_id("next-deal")).to_be_enabled()
    return rows


# --- screens --------------------------------------------------------------------------------------

Open = Callable[[Page, Server], None]
"""A way to a screen."""


def at(where: str, shown: str) -> Open:
    def go(page: Page, server: Server) -> None:
        page.goto(f"{server.url}/#/{where}")
        expect(page.locator(shown).first).to_be_visible()

    return go


def table(rules: str, reached: Any, shown: str) -> Open:
    """Open a table in the same position each time."""

    def go(page: Page, server: Server) -> None:
        come_in(page, seated(server, result(rules, reached, lambda _: True)).people[ME])
        expect(page.locator(shown).first).to_be_visible()

    return go
