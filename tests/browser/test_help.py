"""The page of help at a table: what cards count there, in each kind of contract."""

from __future__ import annotations

import pytest
from server_process import Server

from browser.conftest import Visit
from browser.steps import sit_down
from rebelote.rules import presets
from rebelote.rules.cards import CARDS, Suit, Trump, point_table


def counted(trump: Trump, suit: Suit) -> list[int]:
    """What a contract's cards of a suit count, the most first."""
    return sorted((point_table(trump)[c] for c in CARDS if c.suit is suit), reverse=True)


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_the_help_tells_what_cards_count_in_every_contract_of_the_table(
    visit: Visit, server: Server, preset: str
) -> None:
    page = visit("desktop")
    sit_down(page, server, preset)
    page.keyboard.press("?")
    tables = page.get_by_role("dialog").locator("table")
    tables.first.wait_for()
    shown = tables.evaluate_all(
        "tables => tables.map(one => [...one.querySelectorAll('td')].map(cell => +cell.innerText))"
    )
    expected = [counted(Trump.SPADES, Suit.SPADES), counted(Trump.SPADES, Suit.HEARTS)]
    auction = presets.PRESETS[preset].auction
    both = auction.round3 != "none" or auction.no_suit_bids == "both"
    expected += [counted(Trump.ALL, Suit.SPADES)] * both
    expected += [counted(Trump.NONE, Suit.SPADES)] * (both or auction.no_suit_bids == "no_trumps")
    assert shown == expected
