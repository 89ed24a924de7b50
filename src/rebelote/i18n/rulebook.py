"""The rules of a table for players: what goes without saying, with pictures of cards and values.

`rulecard` has a sentence for each option; here is what stands around them. The server's pages and
the pages of `docs/rules` are written from the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rebelote.i18n import Words
from rebelote.rules.cards import PLAIN_ORDER, POINT_TABLES, TRUMP_ORDER, Card
from rebelote.rules.options import Rules

COLOURS: Final = {"S": "#17181c", "H": "#c4182a", "D": "#c4182a", "C": "#17181c"}
BASICS: Final = {
    "table": ("goal",),
    "deal": (),
    "auction": ("turned", "bids"),
    "play": ("follow", "trick"),
    "belote": ("belote",),
    "melds": ("runs", "squares", "contest"),
    "score": ("total", "sweep", "alone"),
    "manners": ("held",),
}
"""Which of the basic sentences open a section; those that mean nothing there are left out."""
PICTURED: Final = {"runs": "QH JH TH", "squares": "JS JH JD JC", "belote": "KS QS"}
"""The cards that a basic sentence speaks of."""


class Opening(NamedTuple):
    """A sentence, the cards it speaks of, and the points of each where it is about them."""

    sentence: str
    cards: Sequence[Card] = ()
    points: Sequence[int] = ()


def openings(section: str, rules: Rules, say: Words) -> Iterator[Opening]:
    """What goes without saying at a table, and is said here all the same."""
    for key in BASICS.get(section, ()):
        if not _is_said(key, section, rules):
            continue
        cards = [Card(name) for name in PICTURED.get(key, "").split()]
        yield Opening(say(f"basics.{key}{_kind_of_table(key, rules)}"), cards)
        if key == "trick":
            yield from _orders(rules, say)


def _is_said(key: str, section: str, rules: Rules) -> bool:
    """Whether a sentence means anything at this table."""
    if key == "alone":
        return rules.players == 3
    if key == "turned":
        return rules.bidding.turns_up
    if key == "bids":
        return rules.bidding.names_values
    if key == "sweep":
        return rules.scoring.settlement == "majority"
    if key == "held":
        return rules.melds.announced and rules.conduct.assistance == "none"
    return section != "melds" or rules.melds.announced


def _kind_of_table(key: str, rules: Rules) -> str:
    if key == "goal":
        return ".bid" * rules.bidding.names_values + ".none" * (not rules.melds.announced)
    return ".alone" if key == "contest" and rules.players == 3 else ""


def _orders(rules: Rules, say: Words) -> Iterator[Opening]:
    """How cards rank and count, in each kind of contract."""
    tables = [("trump", TRUMP_ORDER, "S", "trump"), ("plain", PLAIN_ORDER, "H", "plain")]
    if rules.auction.round3 != "none" or rules.auction.no_suit_bids == "both":
        tables.append(("all", TRUMP_ORDER, "S", f"all-{rules.scoring.no_suit_points}"))
    if rules.auction.round3 != "none" or rules.auction.no_suit_bids != "none":
        tables.append(("none", PLAIN_ORDER, "H", "none-scaled"))
    for name, ranks, suit, points in tables:
        cards = [Card(f"{rank}{suit}") for rank in reversed(ranks)]
        worth = [POINT_TABLES[points].get(rank, 0) for rank in reversed(ranks)]
        yield Opening(say(f"basics.{name}"), cards, worth)


def picture(card: Card, corner: str, named: str = "") -> str:
    """A card of our own drawing: its corner, and its suit's sign; `named` for who cannot see it."""
    sign, colour = card.suit.sign, COLOURS[card.suit.letter]
    role = f' role="img" aria-label="{named}"' if named else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{role} width="50" height="70" '
        'viewBox="0 0 50 70">'
        '<rect x="1" y="1" width="48" height="68" rx="5" fill="#fffdf8" stroke="#8a8578"/>'
        f'<g fill="{colour}" font-family="serif" text-anchor="middle">'
        f'<text x="13" y="22" font-size="20" font-weight="bold">{corner}</text>'
        f'<text x="29" y="57" font-size="36">{sign}</text></g></svg>\n'
    )
