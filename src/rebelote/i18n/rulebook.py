"""The rules of a table for players: the basics, with pictures of cards and values.

`rulecard` has a sentence for each option; here is the text around them. The server's pages and
the pages of `docs/rules` are written from the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rebelote.i18n import Words
from rebelote.rules.cards import ORDERS, Card, SuitKind, Trump, rank_points
from rebelote.rules.options import Rules
from rebelote.rules.tallies import SWEEP

COLOURS: Final = {"S": "#17181c", "H": "#c4182a", "D": "#c4182a", "C": "#17181c"}
BASICS: Final = {
    "table": ("goal", "points"),
    "deal": (),
    "auction": ("turned", "bids", "ranked"),
    "play": ("follow", "trick"),
    "belote": ("belote", "said"),
    "melds": ("runs", "squares", "contest"),
    "score": ("total", "sweep", "alone"),
    "manners": ("held",),
}
"""Which of the basic sentences open a section; those that mean nothing there are left out."""
WITH_STOCK: Final = {"total": ".stock", "sweep": ".unscaled"}
"""The endings of keys of sentences that differ where cards stay in the stock."""
PICTURED: Final = {"runs": "QH JH TH", "squares": "JS JH JD JC", "belote": "KS QS"}
"""The cards that a basic sentence speaks of."""
DRAWN: Final[Mapping[SuitKind, str]] = {"trump": "S", "plain": "H", "all": "S", "none": "H"}
"""The suit whose cards show each order."""


class Opening(NamedTuple):
    """A sentence, the cards it speaks of, and the points of each where it is about them."""

    sentence: str
    cards: Sequence[Card] = ()
    points: Sequence[int] = ()


def openings(section: str, rules: Rules, say: Words) -> Iterator[Opening]:
    """Yield the sentences of a section on basics that a table takes for granted."""
    for key in BASICS.get(section, ()):
        if not _is_said(key, section, rules):
            continue
        cards = [Card(name) for name in PICTURED.get(key, "").split()]
        yield Opening(say(f"basics.{key}{_kind_of_table(key, rules)}"), cards)
        if key == "trick":
            yield from _orders(rules, say)


def _is_said(key: str, section: str, rules: Rules) -> bool:
    """Return whether a sentence means anything at this table."""
    if key == "alone":
        return rules.side_count == 3
    auctions = {
        "turned": rules.bidding.turns_up,
        "bids": rules.bidding.names_values,
        "ranked": rules.bidding.ranks_trumps,
    }
    if key in auctions:
        return auctions[key]
    if key == "belote":
        return rules.belote.belote != "none"
    if key == "said":
        helped = rules.conduct.assistance == "full" and rules.belote.belote != "none"
        return helped and rules.belote.belote_said == "twice"
    if key == "sweep":
        return rules.settling.adds_sweep and rules.scoring.sweep_points == SWEEP
    if key == "held":
        return rules.melds.announced and rules.conduct.assistance == "none"
    return section != "melds" or rules.melds.announced


def _kind_of_table(key: str, rules: Rules) -> str:
    if key == "goal":
        ranked = ".ranked" * rules.bidding.ranks_trumps
        goal = ".bid" if rules.bidding.names_values else ranked
        return goal
    if key == "points":
        without_belote = ".no_belote" * (rules.belote.belote == "none")
        return without_belote + ".none" * (not rules.melds.announced)
    if rules.left_in_stock and key in WITH_STOCK:
        return WITH_STOCK[key]
    if key in ("total", "sweep"):
        unscaled = rules.scoring.no_suit_points == "unscaled" and beyond_suits(rules)
        return ".unscaled" if unscaled else ""
    if key == "contest" and rules.melds.meld_contest == "apart":
        return ".apart"
    return ".alone" if key == "contest" and not rules.seating.paired else ""


def beyond_suits(rules: Rules) -> tuple[SuitKind, ...]:
    """Return the trumps of this table other than a suit: all trumps, no trumps."""
    trumps = rules.bidding.outcomes(rules.auction).trumps
    both: dict[SuitKind, Trump] = {"all": Trump.ALL, "none": Trump.NONE}
    return tuple(kind for kind, trump in both.items() if trump in trumps)


def _orders(rules: Rules, say: Words) -> Iterator[Opening]:
    """Yield the order and the points of the cards in each kind of contract."""
    kinds: tuple[SuitKind, ...] = ("trump", "plain", *beyond_suits(rules))
    for kind in kinds:
        ranks, points = ORDERS[kind][::-1], rank_points(kind, rules.scoring.no_suit_points)
        cards = [Card(f"{rank}{DRAWN[kind]}") for rank in ranks]
        yield Opening(say(f"basics.{kind}"), cards, [points.get(rank, 0) for rank in ranks])


def picture(card: Card, corner: str, named: str = "") -> str:
    """Draw a card: its corner and its suit's sign; `named` is its text for screen readers."""
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
