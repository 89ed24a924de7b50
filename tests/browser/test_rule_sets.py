"""Every rule set chosen, and deals by several of them settled, real-life tables included."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect
from seated import Position, passing, plays, result, settled, speaks
from server_process import Server

from browser.conftest import QUICK
from browser.guest import (
    ME,
    Guest,
    check_settlement,
    choose,
    derivation,
    i_alone_announce,
    lawful,
)
from browser.steps import choosing
from rebelote import Match, Play, apply, views
from rebelote.i18n import rule_words, rulecard
from rebelote.knowledge import conduct
from rebelote.rules import play, presets
from rebelote.rules.actions import Action
from rebelote.rules.cards import Card, Trump
from rebelote.rules.deal import Phase, legal_cards
from rebelote.rules.melds import best_melds
from rebelote.rules.options import Rules
from rebelote.rules.rounding import half_up

# --- the settlement -------------------------------------------------------------------------------


def check_sheet(guest: Guest, marks: list[int]) -> None:
    """Check that the score sheet has one deal with these marks."""
    guest.click("scores")
    sheet = guest.page.get_by_test_id("sheet")
    assert sheet.evaluate("table => table.offsetWidth <= table.parentElement.clientWidth")
    totals = sheet.locator("tbody tr td b").all_inner_texts()
    assert [int(total) for total in totals] == marks
    guest.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def marks_in_tens(rows: dict[str, list[int]], defence: int) -> list[int]:
    """Return the marks that Flanders writes for a deal of two sides; an attack that ties waits."""
    if "made" in rows:
        return [half_up(points) // 10 for points in rows["total"]]
    if "tie" in rows:
        return [half_up(rows["total"][side]) // 10 * (side == defence) for side in (0, 1)]
    paid = ("failed-all", "failed-swept", "defence-bonus", "melds-to-defence", "belote-to-defence")
    points = sum(rows[code][defence] for code in paid if code in rows)
    return [half_up(points) // 10 * (side == defence) for side in (0, 1)]


# --- assisted -------------------------------------------------------------------------------------


@pytest.mark.journey
@pytest.mark.service_worker
def test_a_flemish_deal_and_its_settlement(phone: Page, server: Server) -> None:
    """Chosen and played by clicks alone."""
    guest = Guest(phone, server).begin("flemish")
    guest.play_out()
    rows = check_settlement(guest)
    contract = guest.truth.deal.contract
    assert contract is not None
    assert sum(rows["cards"]) == 152 and sum(rows["last-trick"]) == 10
    assert rows["marks"] == marks_in_tens(rows, defence=1 - contract.attacker % 2)
    assert max(rows["marks"]) <= 101
    check_sheet(guest, rows["marks"])
    guest.accessible()


def test_the_record_of_a_deal_is_checked_on_a_page(phone: Page, server: Server) -> None:
    guest = Guest(phone, server).come(Position("french", seed=None).to(settled))
    guest.click("menu")
    with phone.context.expect_page() as opened:
        guest.click("record")
    record = opened.value.locator("body").inner_text()
    phone.goto(f"{server.url}/verify")
    guest.accessible()
    phone.get_by_label("Record").fill(record)
    phone.get_by_role("button").click()
    expect(phone.get_by_role("list")).to_contain_text("deal 1: proven")
    guest.accessible()


def test_three_play_a_flemish_deal_each_alone(phone: Page, server: Server) -> None:
    guest = Guest(phone, server).come(Position("flemish3").to(last_card))
    guest.play_out()
    rows = check_settlement(guest)
    assert len(rows["marks"]) == len(rows["total"]) == 3
    assert sum(rows.get("cards", rows.get("tricks", []))) == 152
    check_sheet(guest, rows["marks"])
    guest.accessible()
    guest.click("next-deal")
    expect(phone.get_by_test_id("settlement")).to_have_count(0)


@pytest.mark.parametrize("trump", [Trump.ALL, Trump.NONE])
def test_a_third_round_is_for_all_trumps_or_no_trumps(
    desktop: Page, server: Server, trump: Trump
) -> None:
    guest = Guest(desktop, server).come(Position("bga").to(third_round, passing))
    assert guest.my_turn()
    offered = desktop.locator('[data-testid^="take-"]')
    names = offered.evaluate_all("all => all.map(one => one.dataset.testid)")
    assert names == ["take-all", "take-none"]
    guest.act(lambda: guest.click(f"take-{trump.value}"))
    guest.play_on(last_card)
    guest.play_out()
    contract = guest.truth.deal.contract
    assert contract is not None and (contract.attacker, contract.trump) == (ME, trump)
    rows = check_settlement(guest)
    assert sum(rows["cards"]) == 152 and sum(rows["last-trick"]) == 10
    if "made" in rows:
        assert rows["marks"] == rows["total"]
    guest.accessible()


def last_card(match: Match) -> bool:
    return plays(ME)(match) and len(match.deal.hands[ME]) == 1


def third_round(match: Match) -> bool:
    return match.deal.round == 3 and speaks(ME)(match)


# --- as in real life ------------------------------------------------------------------------------


def real(preset: str) -> Rules:
    return presets.rules(preset).as_in_real_life()


@pytest.mark.parametrize("shown", [True, False], ids=["shown", "forgotten"])
def test_what_is_announced_must_be_shown_with_the_third_card(
    phone: Page, server: Server, shown: bool
) -> None:
    guest = Guest(phone, server).come(result(real("flemish"), plays(ME), i_alone_announce))
    (meld,) = best_melds(guest.truth.deal.hands[ME], guest.truth.rules.melds)
    size = meld.kind.length if meld.kind.shape == "run" else meld.kind.points
    assert guest.my_turn()
    guest.click("announce")
    guest.accessible()
    kind = phone.get_by_test_id(f"say-{meld.kind.shape}{size}")
    kind.click()
    expect(kind).to_have_attribute("aria-pressed", "true")
    for _ in range(2):
        guest.lay(lawful(guest.truth))
        assert guest.my_turn()
    if shown:
        guest.act(lambda: guest.click("show"))
        assert guest.my_turn()
    guest.lay(lawful(guest.truth))
    received = "You show" if shown else "You did not show: your announcements are lost."
    expect(guest.said).to_contain_text(received)
    worth = phone.locator(f'[data-seat="{ME}"] [aria-expanded]')
    expect(worth).to_have_count(int(shown))
    guest.play_on()
    rows = check_settlement(guest)
    assert rows.get("melds", [0])[0] == (meld.kind.points if shown else 0)


def test_my_false_card_is_found_once_it_is_proven(phone: Page, server: Server) -> None:
    position = Position(real("flemish")).to(lambda match: revoked(match) is not None)
    false = revoked(position.match)
    assert false is not None
    guest = Guest(phone, server).come(position)
    [led, *_] = position.match.deal.trick

    def denied(match: Match) -> Action:
        """Play what I denied to have, as soon as I may."""
        allowed = list(legal_cards(match.deal))
        return Play(next((card for card in allowed if card.suit == led.suit), allowed[0]))

    assert guest.my_turn()
    guest.lay(false.text)
    guest.play_on(settled, denied)
    verdict_of = guest.truth.deal.verdict
    assert verdict_of is not None and (verdict_of.accused, verdict_of.card) == (ME, false)
    verdict = phone.get_by_test_id("verdict")
    expect(verdict).to_contain_text(f"in trick {verdict_of.trick}. You hold the suit that was led")
    rows = derivation(phone)
    assert rows["marks"][0] == 0 and rows["marks"][1] >= 16
    check_sheet(guest, rows["marks"])
    guest.accessible()
    guest.click("next-deal")
    expect(phone.get_by_test_id("settlement")).to_have_count(0)


def revoked(match: Match) -> Card | None:
    """Return a card with which I would not follow, though I could; it is my turn to play."""
    law = match.deal.law
    if not plays(ME, laid=1)(match) or law is None:
        return None
    hand = match.deal.hands[ME]
    barred = hand - legal_cards(match.deal)
    refused = ((card, play.refusal(card, hand, match.deal.trick, law)) for card in barred)
    return next((card for card, why in refused if why == "must-follow"), None)


def accuse(guest: Guest, seat: int) -> None:
    """Accuse a seat; the stake is shown before the accusation is sent."""
    stake = views(guest.truth)[ME].may.stake
    guest.click("challenge")
    guest.click(f"challenge-{seat}")
    expect(guest.page.get_by_test_id("stake")).to_contain_text(f"all {stake} points")
    guest.accessible()
    guest.act(lambda: guest.click("challenge-sure"))
    rows = derivation(guest.page)
    assert sum(rows["all-points"] + rows.get("all-bonuses", [])) == stake


def test_a_false_accusation_gives_the_other_side_everything(phone: Page, server: Server) -> None:
    """At a table as in real life, chosen and played at by clicks."""
    guest = Guest(phone, server).begin("flemish", real=True)
    guest.to_play()
    guest.lay(lawful(guest.truth))
    assert guest.my_turn()
    accuse(guest, 1)
    expect(phone.get_by_test_id("verdict")).to_contain_text("played by the rules")
    rows = derivation(phone)
    assert rows["marks"][0] == 0 and rows["marks"][1] >= 16
    check_sheet(guest, rows["marks"])
    guest.click("menu")
    expect(phone.get_by_test_id("rule-card")).to_be_visible()
    expect(phone.get_by_test_id("record")).to_have_count(0)  # nothing was played to its end


def test_a_won_challenge_gives_my_side_everything(desktop: Page, server: Server) -> None:
    """Bots play fair: the one before me did not follow before they sat down."""
    position = Position(real("flemish")).to(lambda match: false_card(match) is not None)
    cheated = false_card(position.match)
    assert cheated is not None
    guest = Guest(desktop, server).come(position.act(3, Play(cheated)))
    assert guest.my_turn()
    accuse(guest, ME - 1 + guest.truth.rules.players)
    verdict = desktop.get_by_test_id("verdict")
    expect(verdict).to_contain_text(re.compile("^Illegal play by .* You hold the suit"))
    verdict_of = guest.truth.deal.verdict
    assert verdict_of is not None and verdict_of.card == cheated
    rows = derivation(desktop)
    assert rows["marks"][0] >= 16 and rows["marks"][1] == 0
    check_sheet(guest, rows["marks"])


def false_card(state: Match) -> Card | None:
    """Return a card of the seat before mine that does not follow, unproven; my turn is next."""
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


def test_the_options_and_the_rule_card_are_accessible(phone: Page, server: Server) -> None:
    page, guest = phone, Guest(phone, server)
    page.goto(guest.server.url)
    with choosing(page):
        for preset in presets.PRESETS:
            chosen = page.get_by_test_id(f"preset-{preset}")
            page.locator("label", has=chosen).click()
            expect(chosen).to_be_checked()
    choose(page, "french", real=True)
    guest.accessible()
    page.get_by_test_id("options").click()
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
    desktop: Page, server: Server
) -> None:
    page, guest = desktop, Guest(desktop, server)
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
