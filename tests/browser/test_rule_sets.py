"""Every rule set chosen and played by clicks alone, real-life tables included.

The packs are known beforehand: the server is started with a seed for them (`--fixed-packs`), which
is looked for here by playing the auction with the server's own bots.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect
from server_process import Server
from waiting import until

from browser.conftest import QUICK
from browser.steps import MOVES, choose_rules, sit_down
from rebelote import Cut, Match, Pass, Play, Take, apply, bots, views
from rebelote.i18n import rule_words, rulecard
from rebelote.knowledge import conduct
from rebelote.rules import play, presets
from rebelote.rules.cards import Card, Trump
from rebelote.rules.deal import Phase, legal_cards
from rebelote.rules.melds import best_melds
from rebelote.rules.options import Rules
from rebelote.rules.scoring import half_up
from rebelote.server.live.room import Room, TableFacts
from rebelote.server.protocol import messages
from rebelote.server.protocol.table_settings import Terms
from rebelote.server.tables.event_log import Acted
from rebelote.server.tables.table import Table

ME = 0
HALF = 16
"""Where the slider of the cut stands."""
SEEDS = 3000
PHONE = pytest.mark.parametrize("page", ["phone"], indirect=True)
DESKTOP = pytest.mark.parametrize("page", ["desktop"], indirect=True)
Wish = Callable[[Match], bool]


# --- the deals ------------------------------------------------------------------------------------


def seed_for(rules: Rules, wish: Wish, *, from_round: int = 1) -> int:
    """The first seed whose first deal grants the wish, if I take as soon as I may from a round."""
    for seed in range(SEEDS):
        state = auction(rules, seed, from_round)
        if state.deal.phase is Phase.PLAY and wish(state):
            return seed
    raise AssertionError("no such deal")


def auction(rules: Rules, seed: int, from_round: int) -> Match:
    """The first deal at a table of a server with this seed, as the first card is led."""
    room = Room(Table(""), TableFacts("", str(seed)), "", 0.0)
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
        else:
            taking = state.deal.round >= from_round and seen.legal.trumps
            action = Take(seen.legal.trumps[0]) if taking else Pass()
        state = apply(state, seat, action)
    return state


def i_took(state: Match) -> bool:
    return state.deal.contract is not None and state.deal.contract.attacker == ME


def i_alone_announce(state: Match) -> bool:
    """I hold one announcement, and nobody else holds any."""
    held = [best_melds(hand, state.rules.melds) for hand in state.deal.hands]
    return len(held[ME]) == 1 and not any(held[1:])


# --- the table ------------------------------------------------------------------------------------


class Guest:
    """Somebody who plays in the browser; what the server holds true is read from its log."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        self.table = page.get_by_test_id("table")
        self.hand = page.get_by_test_id("hand")
        self.said = page.get_by_test_id("log")
        self.from_round = 1

    def sit(self, preset: str, *, real: bool = False, seed: int = 1, from_round: int = 1) -> Guest:
        """Choose the rule set on the start page, and play; packs are those of the seed."""
        self.from_round = from_round
        self.server.stop()
        self.server.options += ("--fixed-packs", str(seed))
        self.server.start()
        self.page.goto(self.server.url)
        self.page.evaluate(
            "settings => localStorage.setItem('rebelote.settings', settings)",
            json.dumps({**QUICK, "dealByHand": True}),
        )
        self.page.reload()
        choose(self.page, preset, real)

        def with_beginners(route: Route) -> None:
            wanted = json.loads(route.request.post_data or "{}")
            route.continue_(post_data=json.dumps({**wanted, "level": "beginner"}))

        self.page.route("**/api/tables", with_beginners)
        self.click("play-now")
        expect(self.table).to_be_visible()
        assert (self.truth.rules.preset, self.truth.rules.conduct.assistance == "none") == (
            preset,
            real,
        )
        return self

    def click(self, name: str) -> None:
        self.page.get_by_test_id(name).click()

    def lines(self) -> list[tuple[int, str | None, bytes]]:
        """The log of the one table there is."""
        with sqlite3.connect(self.server.database) as connection:
            query = "SELECT seq, client_id, entry FROM log ORDER BY seq"
            found = connection.execute(query).fetchall()
        connection.close()
        return found

    @property
    def truth(self) -> Match:
        """The match as it is on disk, once its first pack is there."""
        until(lambda: Table.restore("", self.lines()).begun)
        return restored(self.lines())

    def my_turn(self) -> bool:
        """Tap the felt until something is asked of me; False once the deal is over."""
        self.page.wait_for_function(
            """() => {
            const table = document.querySelector('[data-testid=table]');
            if (!table) return false;
            if (table.dataset.free !== 'true') {
              document.querySelector('.stage')?.click();
              return false;
            }
            return !!document.querySelector('[data-testid=settlement],[data-testid=cut],' +
              '[data-testid=pass],[data-testid^=packets-],[data-card][data-legal=true]');
          }"""
        )
        return self.page.get_by_test_id("settlement").count() == 0

    def act(self, what: Callable[[], Any]) -> None:
        """Do something, and wait until the table has moved on."""
        version = self.table.get_attribute("data-version")
        what()
        self.page.wait_for_function(
            "before => document.querySelector('[data-testid=table]')?.dataset.version !== before",
            arg=version,
        )

    def lay(self, card: str) -> None:
        """Play a card of my hand."""
        place = {"x": 12, "y": 20}
        chosen = self.hand.locator(f'[data-card="{card}"]')
        self.act(lambda: chosen.click(position=place))  # type: ignore[arg-type]

    def bid(self) -> None:
        """Cut where the slider stands; take what is offered, or pass before the wanted round."""
        if self.page.get_by_test_id("cut").count():
            self.act(lambda: self.click("cut"))
        elif self.page.get_by_test_id("packets-3-2").count():
            self.act(lambda: self.click("packets-3-2"))
        elif self.truth.deal.round < self.from_round:
            self.act(lambda: self.click("pass"))
        else:
            self.act(self.page.locator('[data-testid^="take-"]').first.click)

    def to_play(self) -> None:
        """Until I am to play a card."""
        while self.my_turn() and self.table.get_attribute("data-phase") != "play":
            self.bid()
        assert self.page.get_by_test_id("settlement").count() == 0

    def play_out(self, choose: Callable[[Match], str] | None = None) -> None:
        """Until the settlement is there, by lawful cards or by those chosen."""
        for _ in range(MOVES):
            if not self.my_turn():
                return
            if self.table.get_attribute("data-phase") == "play":
                self.lay((choose or lawful)(self.truth))
            else:
                self.bid()
        raise AssertionError("the deal does not end")

    def accessible(self) -> None:
        """Nothing on the page stands in anybody's way."""
        findings = Axe().run(self.page)
        assert findings.violations_count == 0, findings.generate_report()


def choose(page: Page, preset: str, real: bool) -> None:
    """Choose on the start page."""
    choose_rules(page, preset)
    page.get_by_test_id("real-life").set_checked(real)


def restored(lines: list[tuple[int, str | None, bytes]]) -> Match:
    return Table.restore("", lines).match


def lawful(state: Match) -> str:
    """The first card that the law allows."""
    return next(iter(legal_cards(state.deal))).text


@pytest.fixture
def guest(page: Page, server: Server) -> Guest:
    return Guest(page, server)


# --- the settlement -------------------------------------------------------------------------------


def derivation(page: Page) -> dict[str, list[int]]:
    """The rows on show by their codes: a number for each side, mine first."""
    expect(page.get_by_test_id("settlement")).to_be_visible()
    rows = page.get_by_test_id("derivation").locator("tbody tr")
    found = rows.evaluate_all(
        """all => all.map(row =>
          [row.classList[0], Array.from(row.querySelectorAll('td'), cell => cell.innerText)])"""
    )
    return {name: [int(cell or 0) for cell in cells] for name, cells in found}


def check_settlement(guest: Guest) -> dict[str, list[int]]:
    """What is on show adds up, and is what the server holds true; the next deal can begin."""
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


def check_sheet(guest: Guest, marks: list[int]) -> None:
    """The score sheet has one deal with these marks."""
    guest.click("scores")
    sheet = guest.page.get_by_test_id("sheet")
    assert sheet.evaluate("table => table.offsetWidth <= table.parentElement.clientWidth")
    totals = sheet.locator("tbody tr td b").all_inner_texts()
    assert [int(total) for total in totals] == marks
    guest.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def marks_in_tens(rows: dict[str, list[int]], defence: int) -> list[int]:
    """What Flanders writes for a deal of two sides that is no tie."""
    if "made" in rows:
        return [half_up(points) // 10 for points in rows["total"]]
    paid = ("failed-all", "failed-swept", "defence-bonus", "melds-to-defence", "belote-to-defence")
    points = sum(rows[code][defence] for code in paid if code in rows)
    return [half_up(points) // 10 * (side == defence) for side in (0, 1)]


# --- assisted -------------------------------------------------------------------------------------


@PHONE
def test_a_flemish_deal_and_its_settlement(guest: Guest) -> None:
    seed = seed_for(presets.rules("flemish"), i_took)
    guest.sit("flemish", seed=seed).play_out()
    rows = check_settlement(guest)
    assert sum(rows["cards"]) == 152 and sum(rows["last-trick"]) == 10
    assert rows["marks"] == marks_in_tens(rows, defence=1)
    assert max(rows["marks"]) <= 101
    check_sheet(guest, rows["marks"])
    guest.accessible()


@PHONE
def test_the_record_of_a_deal_is_checked_on_a_page(page: Page, server: Server) -> None:
    guest = Guest(page, server)
    sit_down(page, server)
    guest.play_out()
    guest.click("menu")
    with guest.page.context.expect_page() as opened:
        guest.click("record")
    record = opened.value.locator("body").inner_text()
    guest.page.goto(f"{guest.server.url}/verify")
    guest.accessible()
    guest.page.get_by_label("Record").fill(record)
    guest.page.get_by_role("button").click()
    expect(guest.page.get_by_role("list")).to_contain_text("deal 1: proven")
    guest.accessible()


@PHONE
def test_three_play_a_flemish_deal_each_alone(guest: Guest) -> None:
    guest.sit("flemish3").play_out()
    rows = check_settlement(guest)
    assert len(rows["marks"]) == len(rows["total"]) == 3
    assert sum(rows.get("cards", rows.get("tricks", []))) == 152
    check_sheet(guest, rows["marks"])
    guest.accessible()
    guest.click("next-deal")
    expect(guest.page.get_by_test_id("settlement")).to_have_count(0)


@DESKTOP
@pytest.mark.parametrize("trump", [Trump.ALL, Trump.NONE])
def test_a_third_round_is_for_all_trumps_or_no_trumps(guest: Guest, trump: Trump) -> None:
    rules = presets.rules("bga")
    seed = seed_for(rules, lambda state: i_took(state) and len(state.deal.calls) > 8, from_round=3)
    guest.sit("bga", seed=seed, from_round=3)
    while guest.my_turn() and guest.truth.deal.round < 3:
        guest.bid()
    offered = guest.page.locator('[data-testid^="take-"]')
    names = offered.evaluate_all("all => all.map(one => one.dataset.testid)")
    assert names == ["take-all", "take-none"]
    guest.act(lambda: guest.click(f"take-{trump.value}"))
    guest.play_out()
    contract = guest.truth.deal.contract
    assert contract is not None and (contract.attacker, contract.trump) == (ME, trump)
    rows = check_settlement(guest)
    assert sum(rows["cards"]) == 152 and sum(rows["last-trick"]) == 10
    if "made" in rows:
        assert rows["marks"] == rows["total"]
    guest.accessible()


# --- as in real life ------------------------------------------------------------------------------


def real(preset: str) -> Rules:
    return presets.rules(preset).as_in_real_life()


@PHONE
@pytest.mark.parametrize("shown", [True, False], ids=["shown", "forgotten"])
def test_what_is_announced_must_be_shown_with_the_third_card(guest: Guest, shown: bool) -> None:
    seed = seed_for(real("flemish"), i_alone_announce)
    guest.sit("flemish", real=True, seed=seed).to_play()
    (meld,) = best_melds(guest.truth.deal.hands[ME], guest.truth.rules.melds)
    size = meld.kind.length if meld.kind.shape == "run" else meld.kind.points
    guest.click("announce")
    guest.accessible()
    kind = guest.page.get_by_test_id(f"say-{meld.kind.shape}{size}")
    kind.click()
    expect(kind).to_have_attribute("aria-pressed", "true")
    for _ in range(2):
        guest.lay(lawful(guest.truth))
        assert guest.my_turn()
    if shown:
        guest.act(lambda: guest.click("show"))
        assert guest.my_turn()
    guest.lay(lawful(guest.truth))
    told = "You show" if shown else "You did not show: your announcements are lost."
    expect(guest.said).to_contain_text(told)
    worth = guest.page.locator(f'[data-seat="{ME}"] [aria-expanded]')
    expect(worth).to_have_count(int(shown))
    guest.play_out()
    rows = check_settlement(guest)
    assert rows.get("melds", [0])[0] == (meld.kind.points if shown else 0)


@PHONE
def test_my_false_card_is_found_once_it_is_proven(guest: Guest) -> None:
    guest.sit("flemish", real=True)
    false: list[Card] = []

    def revoke(state: Match) -> str:
        """Do not follow, as soon as I ought to; then play what I denied."""
        law, hand = state.deal.law, state.deal.hands[ME]
        assert law is not None
        denied = [card for trick in state.deal.tricks for card in trick.cards[:1] if false]
        if false:
            kept = [card for card in hand if card.suit in {led.suit for led in denied}]
            return (kept or list(legal_cards(state.deal)))[0].text
        for card in hand - legal_cards(state.deal):
            if play.refusal(card, hand, state.deal.trick, law) == "must-follow":
                false.append(card)
                return card.text
        return lawful(state)

    guest.play_out(revoke)
    (card,) = false
    found = guest.truth.deal.verdict
    assert found is not None and (found.accused, found.card) == (ME, card)
    verdict = guest.page.get_by_test_id("verdict")
    expect(verdict).to_contain_text(f"in trick {found.trick}. You hold the suit that was led")
    rows = derivation(guest.page)
    assert rows["marks"][0] == 0 and rows["marks"][1] >= 16
    check_sheet(guest, rows["marks"])
    guest.accessible()
    guest.click("next-deal")
    expect(guest.page.get_by_test_id("settlement")).to_have_count(0)


def accuse(guest: Guest, seat: int) -> None:
    guest.click("challenge")
    expect(guest.page.get_by_role("dialog")).to_contain_text("the other side gets all points")
    guest.accessible()
    guest.act(lambda: guest.click(f"challenge-{seat}"))
    guest.page.get_by_test_id("settlement").wait_for()


@PHONE
def test_a_false_accusation_gives_the_other_side_everything(guest: Guest) -> None:
    guest.sit("flemish", real=True).to_play()
    guest.lay(lawful(guest.truth))
    assert guest.my_turn()
    accuse(guest, 1)
    expect(guest.page.get_by_test_id("verdict")).to_contain_text("played by the rules")
    rows = derivation(guest.page)
    assert rows["marks"][0] == 0 and rows["marks"][1] >= 16
    check_sheet(guest, rows["marks"])
    guest.click("menu")
    expect(guest.page.get_by_test_id("rule-card")).to_be_visible()
    expect(guest.page.get_by_test_id("record")).to_have_count(0)  # nothing was played to its end


@DESKTOP
def test_a_won_challenge_gives_my_side_everything(guest: Guest) -> None:
    """Bots play fair; so the log is written as if the one before me had not."""
    guest.sit("flemish", real=True).to_play()
    for _ in range(8):
        if (cheated := somebody_cheats(guest)) is not None:
            break
        guest.lay(lawful(guest.truth))
        assert guest.my_turn()
    assert cheated is not None
    guest.page.reload()
    assert guest.my_turn()
    accuse(guest, ME - 1 + guest.truth.rules.players)
    verdict = guest.page.get_by_test_id("verdict")
    expect(verdict).to_contain_text(re.compile("^False play by .* You hold the suit"))
    found = guest.truth.deal.verdict
    assert found is not None and found.card == cheated
    rows = derivation(guest.page)
    assert rows["marks"][0] >= 16 and rows["marks"][1] == 0
    check_sheet(guest, rows["marks"])


def somebody_cheats(guest: Guest) -> Card | None:
    """Write another ending of the log: the seat before mine does not follow; its card."""
    lines = guest.lines()
    for n in range(len(lines), 0, -1):
        if (card := false_card(restored(lines[:n]))) is not None:
            guest.server.stop()
            entry = messages.encode(Acted(3, Play(card)))
            with sqlite3.connect(guest.server.database) as connection:
                connection.execute("DELETE FROM log WHERE seq > ?", (n,))
                insert = "INSERT INTO log SELECT id, ?, NULL, ? FROM tables"
                connection.execute(insert, (n + 1, entry))
            connection.close()
            guest.server.start()
            return card
    return None


def false_card(state: Match) -> Card | None:
    """A card with which the seat before mine would not follow, unproven, and my turn next."""
    law = state.deal.law
    if state.to_act != 3 or state.deal.phase is not Phase.PLAY or law is None:
        return None
    hand = state.deal.hands[3]
    for card in hand - legal_cards(state.deal):
        after = apply(state, 3, Play(card))
        quiet = not any(conduct.intervention(seen) for seen in views(after))
        refusal = play.refusal(card, hand, state.deal.trick, law)
        if refusal == "must-follow" and after.to_act == ME and quiet:
            return card
    return None


# --- the pages ------------------------------------------------------------------------------------


def test_the_options_and_the_rule_card_are_accessible(guest: Guest) -> None:
    page = guest.page
    page.goto(guest.server.url)
    for preset in presets.PRESETS:
        choose(page, preset, real=True)
    guest.accessible()
    page.get_by_test_id("rule-card").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("French")
    card = page.get_by_role("link", name="http").get_attribute("href")
    assert card == guest.server.url + rulecard.link(real("french"))
    guest.accessible()
    page.goto(f'{guest.server.url}/rules/bga?melds=full&contract_counts=["melds"]&lang=nl')
    expect(page.locator(".differs")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    guest.accessible()
    page.goto(f"{guest.server.url}/rules")
    guest.accessible()


def test_switches_kept_by_an_earlier_version_are_house_rules_now(guest: Guest) -> None:
    page = guest.page
    kept = json.dumps({**QUICK, "preset": "french", "remember": True, "signals": "inverted"})
    page.add_init_script(f"localStorage.setItem('rebelote.settings', {json.dumps(kept)})")
    page.goto(guest.server.url)
    guest.click("play-now")
    expect(guest.table).to_be_visible()
    assert guest.truth.rules == presets.rules("french", signals="inverted", bots_remember=True)
    guest.click("menu")
    with page.context.expect_page() as opened:
        page.get_by_test_id("rule-card").click()
    calls = rulecard.sentence("signals", "inverted", rule_words("en"))
    expect(opened.value.locator(".differs")).to_contain_text(calls)
