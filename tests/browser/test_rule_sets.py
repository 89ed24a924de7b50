"""Every rule set chosen and played by clicks alone, real-life tables included.

The packs are known beforehand: the server is started with a seed for them (`--fixed-packs`), which
is looked for here by playing the auction with the server's own bots.
"""

from __future__ import annotations

import json
import re

import pytest
from databases import looking_into
from playwright.sync_api import Page, expect
from server_process import Server

from browser.conftest import QUICK
from browser.guest import (
    ME,
    Guest,
    check_settlement,
    choose,
    derivation,
    i_alone_announce,
    i_took,
    lawful,
    restored,
    seed_for,
)
from browser.steps import sit_down
from rebelote import Match, Play, apply, views
from rebelote.i18n import rule_words, rulecard
from rebelote.knowledge import conduct
from rebelote.rules import play, presets
from rebelote.rules.cards import Card, Trump
from rebelote.rules.deal import Phase, legal_cards
from rebelote.rules.melds import best_melds
from rebelote.rules.options import Rules
from rebelote.rules.scoring import half_up
from rebelote.server.protocol import messages
from rebelote.server.tables.event_log import Acted

PHONE = pytest.mark.parametrize("page", ["phone"], indirect=True)
DESKTOP = pytest.mark.parametrize("page", ["desktop"], indirect=True)


@pytest.fixture
def guest(page: Page, stopped_server: Server) -> Guest:
    return Guest(page, stopped_server)


# --- the settlement -------------------------------------------------------------------------------


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
    """Who is accused, then what it is about, and only then is it sent."""
    stake = views(guest.truth)[ME].may.stake
    guest.click("challenge")
    guest.click(f"challenge-{seat}")
    expect(guest.page.get_by_test_id("stake")).to_contain_text(f"all {stake} points")
    guest.accessible()
    guest.act(lambda: guest.click("challenge-sure"))
    rows = derivation(guest.page)
    assert sum(rows["all-points"] + rows.get("all-bonuses", [])) == stake


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
            with looking_into(guest.server.database) as connection:
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


def test_the_options_and_the_rule_card_are_accessible(page: Page, server: Server) -> None:
    guest = Guest(page, server)
    page.goto(guest.server.url)
    for preset in (*presets.PRESETS, "french"):
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


def test_switches_kept_by_an_earlier_version_are_house_rules_now(
    page: Page, server: Server
) -> None:
    guest = Guest(page, server)
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
