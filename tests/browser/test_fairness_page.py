"""The page of fairness in figures: the verdict in words, figures in tables, months to choose."""

from __future__ import annotations

from drawn_matches import play_match
from http_person import in_the_file
from playwright.sync_api import Page, expect
from server_process import Server

from browser.steps import accessible
from rebelote.analysis.fairness import month_with
from rebelote.rules import presets

KEEP = (
    "INSERT INTO fairness_months (month, matches, until, written, counted, report) "
    "VALUES (?, ?, ?, 0, ?, ?)"
)
DEALS = 30


def records(preset: str, matches: int) -> list[str]:
    """Return the records of short matches in which everything is left to chance."""
    rules = presets.rules(preset)
    return [str(play_match(rules, seed, deals=DEALS)[1]) for seed in range(matches)]


def test_a_month_is_shown_in_words_and_figures(phone: Page, own_server: Server) -> None:
    phone.goto(f"{own_server.url}/#/fairness")
    expect(phone.get_by_test_id("fairness-verdict")).to_have_text("Nothing has been counted yet.")
    gathered = records("french", 2)
    shuffled = [text for name in ("bga", "french") for text in records(name, 3)]
    for month, texts in (("2026-09", gathered), ("2026-10", shuffled + gathered)):
        result = month_with(b"", texts)
        in_the_file(own_server, KEEP, month, len(texts), 1_793_000_000.0, *result)
    phone.reload()
    expect(phone.get_by_test_id("fairness-verdict")).to_contain_text("October 2026: ")
    expect(phone.get_by_test_id("fairness-verdict")).to_contain_text("deals")
    parts = phone.get_by_test_id("fairness-part")
    expect(phone.locator("[data-packs=gathered]").first).to_contain_text("not meant to be random")
    parts.first.locator("summary").first.click()
    expect(parts.first.locator("table").first).to_be_visible()
    expect(parts.first.get_by_test_id("fairness-equal").first).to_contain_text("%")
    accessible(phone)
    phone.get_by_test_id("fairness-month").select_option("2026-09")
    expect(phone.get_by_test_id("fairness-verdict")).to_contain_text("September 2026: ")
    assert phone.url.endswith("#/fairness/2026-09")


def test_fair_play_is_explained_one_link_further(phone: Page, own_server: Server) -> None:
    phone.goto(f"{own_server.url}/#/fairness")
    phone.get_by_role("link", name="Fair play").click()
    expect(phone.get_by_test_id("fairplay-part")).to_have_count(4)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Fair play")
    accessible(phone)
