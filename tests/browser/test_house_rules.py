"""House rules in the browser: chosen, kept by name, sent to others by a link, and played."""

from __future__ import annotations

from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from server_process import Server

from browser.conftest import QUICK, Visit
from browser.guest import ME, Guest, check_settlement, seed_for
from browser.steps import accessible, choose_rules, choosing, go_on, like, open_option
from rebelote import Match
from rebelote.i18n import house_rules, rule_words, rulecard
from rebelote.rules import presets
from rebelote.rules.melds import best_melds


def open_house_rules(page: Page, preset: str = "french") -> None:
    choose_rules(page, preset)
    page.get_by_test_id("options").click()
    page.get_by_test_id("house-rules").click()
    expect(page.get_by_test_id("rule-target-line")).to_be_visible()


def choose(page: Page, key: str, value: object) -> None:
    sentence = rulecard.sentence(key, value, rule_words("en"))
    open_option(page, key).get_by_label(sentence).check()


def holds_announcement(state: Match) -> bool:
    """Return whether my cards would be announced by the rules as they are written."""
    return bool(best_melds(state.deal.hands[ME], presets.rules("flemish").melds))


def i_cut(state: Match) -> bool:
    return state.deal.dealer == 1


def test_who_comes_by_the_link_reads_what_the_rules_are_called(
    visit: Visit, server: Server
) -> None:
    """The name stands behind the hash, so that the page is asked for without it."""
    host, guest = visit("phone", "Ann"), visit("phone", "Bo")
    host.goto(server.url)
    open_house_rules(host, "flemish")
    choose(host, "melds", "none")
    host.get_by_test_id("house-name").fill("At our place")
    host.get_by_test_id("house-keep").click()
    host.get_by_test_id("use-with-friends").click()
    expect(host.get_by_test_id("rules-name")).to_have_text("At our place")
    picture = host.get_by_test_id("qr").get_attribute("src") or ""
    assert picture.endswith("?rules=At+our+place")
    link = f"{host.locator('.link').inner_text()}#rules=At+our+place"
    asked: list[str] = []
    guest.on("request", lambda request: asked.append(request.url))
    guest.goto(link)
    expect(guest.get_by_test_id("rules-name")).to_have_text("At our place")
    expect(guest.get_by_test_id("points")).to_contain_text("with one change")
    guest.reload()
    expect(guest.get_by_test_id("rules-name")).to_have_text("At our place")
    sent = [url for url in asked if "our+place" in url.partition("#")[0]]
    assert all("/qr.svg?" in url for url in sent)
    accessible(guest)


def test_a_house_rule_is_kept_by_name_and_played_by(phone: Page, stopped_server: Server) -> None:
    """Without announcements, with cards by which one would have been made."""
    usual = presets.rules("flemish")
    agreed = usual.agree({"melds": "none", "target": 51})
    seed = seed_for(agreed, lambda state: holds_announcement(state) and i_cut(state))
    stopped_server.options += ("--fixed-packs", str(seed))
    stopped_server.start()
    like(phone, **QUICK, dealByHand=True)
    phone.goto(stopped_server.url)
    open_house_rules(phone, "flemish")
    choose(phone, "melds", "none")
    open_option(phone, "target").get_by_test_id("rule-target").fill("51")
    expect(phone.get_by_test_id("use-rules")).to_contain_text("with 2 changes")
    accessible(phone)
    phone.get_by_test_id("house-name").fill("At our place")
    phone.get_by_test_id("house-keep").click()
    expect(phone.get_by_test_id("done")).to_contain_text("At our place")
    phone.goto(f"{stopped_server.url}/#/")
    choose_rules(phone, "kept-0")
    expect(phone.get_by_test_id("what")).to_contain_text("At our place · 51 points")
    choose_rules(phone, "french")
    expect(phone.get_by_test_id("what")).to_contain_text("1000 points")
    phone.reload()
    choose_rules(phone, "kept-0")
    with choosing(phone):
        phone.get_by_test_id("level-beginner").check()
    phone.goto(f"{stopped_server.url}/#/rules")
    phone.get_by_test_id("use-rules").click()
    guest = Guest(phone, stopped_server)
    guest.to_play()
    assert guest.truth.rules == agreed
    assert holds_announcement(guest.truth)
    expect(phone.get_by_test_id("announce")).to_have_count(0)
    guest.play_on()
    assert not guest.my_turn()
    assert "melds" not in check_settlement(guest)


def test_every_option_has_its_place_and_a_conflict_is_said_at_once(
    phone: Page, server: Server
) -> None:
    phone.goto(f"{server.url}/#/rules/flemish")
    phone.get_by_test_id("house-more").locator("> summary").click()
    shown = phone.locator("[data-option]").evaluate_all("all => all.map(one => one.dataset.option)")
    offered = {
        one.key for one in house_rules.house_rules("flemish", {}, "en").options if one.offered
    }
    assert set(shown) == offered and len(shown) == len(offered) > 45
    accessible(phone)
    choose(phone, "rounding", "none")
    sentence = rule_words("en")("conflict.unit-rounding")
    expect(phone.get_by_test_id("problem")).to_have_text(sentence)
    expect(phone.locator('[data-option="unit"]')).to_contain_text(sentence)
    expect(phone.get_by_test_id("use-rules")).to_be_disabled()
    choose(phone, "unit", 1)
    expect(phone.get_by_test_id("problem")).to_have_count(0)
    phone.get_by_test_id("compare-with").select_option("flemish")
    compared = phone.locator("[data-compared]")
    expect(compared).to_have_count(2)
    expect(compared.first).to_contain_text(
        rulecard.sentence("rounding", "half_up", rule_words("en"))
    )
    expect(phone.get_by_test_id("use-rules")).to_be_enabled()


def compare_with_table(page: Page, server: Server, code: str) -> None:
    """Compare another person's rules with those of a table, found by its code."""
    page.goto(f"{server.url}/#/rules/flemish?undertrump=free&target=51")
    page.get_by_test_id("compare-with").select_option("link")
    page.get_by_test_id("compare-link").fill(code)
    page.get_by_test_id("compare-find").click()
    compared = page.locator("[data-compared]")
    expect(compared).to_have_count(2)
    shown = compared.evaluate_all("all => all.map(one => one.dataset.compared)")
    assert shown == ["packets", "target"]


def test_rules_are_sent_to_another_browser(visit: Visit, server: Server) -> None:
    """The link is a rule card that reads well at night; from it one plays by them."""
    rules = presets.rules("flemish", undertrump="free", packets=((3, 2), (2, 3)))
    card = visit("phone", color_scheme="dark")
    card.goto(server.url + rulecard.link(rules))
    ground = card.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(35, 31, 26)"
    expect(card.locator(".differs")).to_contain_text("2 changes")
    expect(card.locator("#undertrump")).to_be_visible()
    accessible(card)
    card.get_by_role("link", name="Play by these rules").click()
    expect(card.get_by_test_id("rules-sent")).to_be_visible()
    expect(card.get_by_test_id("house-points")).to_contain_text("Flemish, with 2 changes")
    assert not Axe().run(card).response["violations"]
    card.get_by_test_id("use-with-friends").click()
    expect(card.get_by_test_id("points")).to_have_text("Flemish, with 2 changes")
    shown = card.get_by_test_id("rules").get_by_test_id("rule-card").get_attribute("href") or ""
    path, _, query = shown.partition("?")
    assert (path, "undertrump=free" in query) == (urlsplit(rulecard.link(rules)).path, True)
    code = card.get_by_test_id("table-code").inner_text()
    compare_with_table(visit("phone"), server, code)
    card.get_by_test_id("named").click()  # asked for a name, and stays a guest
    card.get_by_test_id("begin").click()
    expect(card.get_by_test_id("table")).to_have_attribute("data-free", "true")
    go_on(card)
    assert Guest(card, server).truth.rules == rules
