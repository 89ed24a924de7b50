"""The table of meaning of bids of points: what cards are worth at a trump, in points of the deal.

A person can read it (`docs/bots.md`, "Calling in contrée"): it says what a bid promises, what a
raise adds to it, and what the other side needs for a double. The figures are near those of a
regression over deals that the learnt policy played out.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from rebelote.rules import melds, play
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.options import Rules


class SuitWorths(NamedTuple):
    """What cards are worth where a suit is trump: its trumps, and the cards beside them.

    `both`: added to jack and nine in one hand. `trump`: each trump from the first on. `ace_ten`:
    added to an ace by the ten of its suit; `guarded_ten`: a ten without the ace, but not alone.
    """

    base: float
    jack: float
    nine: float
    both: float
    ace: float
    trump: float
    side_ace: float
    ace_ten: float
    guarded_ten: float
    void: float
    belote: float = 20


class PlainWorths(NamedTuple):
    """What cards are worth where every suit or none is trump, suit by suit.

    `top` is the highest rank of a suit (jack, or ace), `second` the next: `both` in one hand, or
    the second `guarded` by another card. `long`: each card from the fifth on, with the highest.
    """

    base: float
    top: float
    both: float
    guarded: float
    long: float
    belote: float = 0


class Meaning(NamedTuple):
    """What a hand is worth in one part of the auction: with a suit as trump, with all, with none.

    `unseen`: each card that is dealt only after the auction.
    """

    suit: SuitWorths
    all: PlainWorths
    none: PlainWorths
    unseen: float = 0


OPENING: Final = Meaning(
    SuitWorths(27, 25, 12, 0, 5, 11, 12, 5, 4, 8),
    PlainWorths(55, 17, 10, 5, 12, 20),
    PlainWorths(55, 17, 10, 5, 16),
    unseen=5,
)
"""The points that one's side can expect with this trump, partner's hand being an average one: what
is bid."""
SUPPORT: Final = Meaning(
    SuitWorths(-37, 25, 12, -12, 5, 10, 15, 5, 5, 7),
    PlainWorths(-30, 25, 12, 8, 5, 20),
    PlainWorths(-30, 25, 12, 7, 10),
    unseen=5,
)
"""The points that a hand adds to partner's bid: less than nought where it holds too little."""
DEFENCE: Final = Meaning(
    SuitWorths(-35, 13, 7, 4, 3, 5, 9, 1, 3, 6, 8),
    PlainWorths(-25, 14, 5, 4, 5),
    PlainWorths(-25, 14, 5, 4, 5),
    unseen=-2,
)
"""The points by which the other side's bid can be expected to fail, against this hand."""
ANNOUNCED: Final = 0.75
"""The share of the points of announcements in hand that a bid counts on."""
LONG: Final = 6
"""The trumps with which a suit is named even without its jack and nine."""
FEW: Final = 2
"""With so many trumps or fewer a suit is not named."""


class HandWorth(NamedTuple):
    """What a hand is worth by trump (in the order of `Trump`), and whether it may name each.

    `opening`, `support`, `defence` as in the tables; `natural`: with jack or nine of the suit, or
    very long; a jack for all trumps, an ace for none.
    """

    opening: tuple[float, ...]
    support: tuple[float, ...]
    defence: tuple[float, ...]
    natural: tuple[bool, ...]


def hand_worth(hand: CardSet, rules: Rules) -> HandWorth:
    """What these cards are worth in the auction of these rules."""
    suits = tuple(hand.mask.to_bytes(4, "little"))
    announced = _announced(hand, rules) if rules.melds.announced else 0.0
    to_come = rules.hand_size - rules.first_part
    return HandWorth(
        _totals(suits, OPENING, announced + OPENING.unseen * to_come),
        _totals(suits, SUPPORT, announced + SUPPORT.unseen * to_come),
        _totals(suits, DEFENCE, announced + DEFENCE.unseen * to_come),
        _natural(suits),
    )


def _announced(hand: CardSet, rules: Rules) -> float:
    """The points of announcements in this hand that can be counted on."""
    return ANNOUNCED * sum(meld.kind.points for meld in melds.best_melds(hand, rules.melds))


def _totals(suits: tuple[int, ...], meaning: Meaning, more: float) -> tuple[float, ...]:
    """The worth of a hand, given as eight bits a suit, by trump."""
    trump, side, every, none = _tables(meaning)
    beside = [side[held] for held in suits]
    base = meaning.suit.base + more + sum(beside)
    return (
        *(base + trump[held] - off for held, off in zip(suits, beside, strict=True)),
        meaning.all.base + more + sum(every[held] for held in suits),
        meaning.none.base + more + sum(none[held] for held in suits),
    )


def _natural(suits: tuple[int, ...]) -> tuple[bool, ...]:
    named = [_may_name(held) for held in suits]
    ranks = [_ranks(held) for held in suits]
    return (*named, any("J" in held for held in ranks), any("A" in held for held in ranks))


@cache
def _may_name(held: int) -> bool:
    """Whether these cards of a suit are enough to name it."""
    long = held.bit_count() > FEW or {"J", "9"} <= _ranks(held)
    return held.bit_count() >= LONG or (long and bool({"J", "9"} & _ranks(held)))


@cache
def _tables(meaning: Meaning) -> tuple[tuple[float, ...], ...]:
    """By eight bits of a suit: its worth as trump, beside trump, at all trumps, at none."""
    held = range(256)
    return (
        tuple(_as_trump(cards, meaning.suit) for cards in held),
        tuple(_beside(cards, meaning.suit) for cards in held),
        tuple(_plain(cards, meaning.all, Trump.ALL) for cards in held),
        tuple(_plain(cards, meaning.none, Trump.NONE) for cards in held),
    )


@cache
def _ranks(held: int) -> frozenset[str]:
    return frozenset(card.rank.letter for card in CardSet(held))


def _as_trump(held: int, worths: SuitWorths) -> float:
    ranks = _ranks(held)
    found = worths.trump * len(ranks) + worths.belote * ({"K", "Q"} <= ranks)
    each = {"J": worths.jack, "9": worths.nine, "A": worths.ace}
    return found + sum(each.get(rank, 0) for rank in ranks) + worths.both * ({"J", "9"} <= ranks)


def _beside(held: int, worths: SuitWorths) -> float:
    ranks = _ranks(held)
    if "A" in ranks:
        return worths.side_ace + worths.ace_ten * ("T" in ranks)
    guarded = "T" in ranks and len(ranks) > 1
    return worths.guarded_ten * guarded + worths.void * (not ranks)


def _plain(held: int, worths: PlainWorths, trump: Trump) -> float:
    ranks, (top, second) = _ranks(held), ("J9" if trump is Trump.ALL else "AT")
    belote = any(pair <= CardSet(held) for pair in play.belote_pairs(trump)[:1])
    found = worths.belote * ({"K", "Q"} <= ranks and belote)
    if top in ranks:
        long = max(0, len(ranks) - 4)
        return found + worths.top + worths.both * (second in ranks) + worths.long * long
    return found + worths.guarded * (second in ranks and len(ranks) > 1)


