"""The page of help at a table: what cards count there, in each kind of contract."""

from __future__ import annotations

from server_process import Person, Server

from browser.conftest import Visit
from browser.steps import come_in
from rebelote.rules import presets
from rebelote.rules.cards import CARDS, Suit, Trump, point_table
from rebelote.rules.options import Rules


def counted(trump: Trump, suit: Suit, rules: Rules) -> list[int]:
    """Return the points of a suit's cards in a contract, the highest first."""
    worth = point_table(trump, rules.scoring.no_suit_points)
    return sorted((worth[c] for c in CARDS if c.suit is suit), reverse=True)


def of_each_kind() -> dict[tuple[object, ...], str]:
    """Return a rule set for each way to decide what the help says of cards."""
    return {
        (
            rules.scoring.no_suit_points,
            rules.auction.round3,
            rules.auction.no_suit_bids,
            rules.auction.auction_kind,
        ): name
        for name, rules in presets.PRESETS.items()
    }


def test_the_help_says_what_cards_count_in_every_contract_of_the_table(
    visit: Visit, server: Server
) -> None:
    page, cookie = visit("desktop"), server.guest()
    for preset in of_each_kind().values():
        rules = presets.PRESETS[preset]
        come_in(page, Person(server, server.new_table(cookie=cookie, preset=preset)))
        page.keyboard.press("?")
        tables = page.get_by_role("dialog").locator("table")
        tables.first.wait_for()
        shown = tables.evaluate_all(
            "tables => tables.map(one => [...one.querySelectorAll('td')].map(td => +td.innerText))"
        )
        auction = rules.auction
        both = auction.round3 != "none" or auction.no_suit_bids == "both"
        both = both or auction.auction_kind == "ranked"
        bare = both or auction.no_suit_bids == "no_trumps" or auction.auction_kind == "purchase"
        expected = [counted(Trump.SPADES, suit, rules) for suit in (Suit.SPADES, Suit.HEARTS)]
        expected += [counted(Trump.ALL, Suit.SPADES, rules)] * both
        expected += [counted(Trump.NONE, Suit.SPADES, rules)] * bare
        assert shown == expected, preset
        page.keyboard.press("Escape")
