"""The tables of meaning of bids: the worth of cards at a trump, in points of the deal.

A person can read them (`docs/bots.md`): they give the promise of a bid, the value of a raise, and
the requirements of a double. The figures are near those of a regression over deals that the learnt
policy played out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from rebelote.rules import melds
from rebelote.rules.cards import PLAIN_ORDER, TRUMP_ORDER, CardSet, Rank, Trump
from rebelote.rules.melds import MeldRules
from rebelote.rules.options import Rules


class SuitWorths(NamedTuple):
    """The worth of cards where a suit is trump: of trumps and of side cards.

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
    """The worth of cards where every suit or none is trump, suit by suit.

    `top` is the highest rank of a suit (jack, or ace), `second` the next: `both` in one hand, or
    the second `guarded` by another card. `long`: each card of a suit `beyond` so many, with its
    highest.
    """

    base: float
    top: float
    both: float
    guarded: float
    long: float
    belote: float = 0
    beyond: int = 4


class Meaning(NamedTuple):
    """The worth of a hand in one part of the auction: with a suit as trump, with all, with none.

    `announced`: the expected share of the points of its announcements. `unseen`: the worth of each
    card dealt only after the auction.
    """

    suit: SuitWorths
    all: PlainWorths
    none: PlainWorths
    announced: float = 0
    unseen: float = 0


class Meanings(NamedTuple):
    """The table of one kind of auction: the worth for a bid, for a raise of partner's and against
    one of the other side; and the cards needed to name a suit.

    With `few` trumps a suit is not named (but for jack and nine, where `both` are enough), with
    `long` ones even without them, as with any that are worth `sure`, and count as much.
    `plain`: whether all trumps and no trumps can always be bid. `shortest`: the most that a hand is
    worth, announcements aside, with the fewest trumps that may be named.
    """

    opening: Meaning
    support: Meaning
    defence: Meaning
    few: int
    long: int
    both: bool = True
    plain: bool = False
    sure: float = math.inf
    shortest: float = math.inf


OPENING: Final = Meaning(
    SuitWorths(30, 25, 12, 0, 5, 11, 12, 5, 4, 8),
    PlainWorths(50, 17, 10, 5, 12, 20),
    PlainWorths(50, 17, 10, 5, 16),
    announced=0.75,
    unseen=1,
)
"""The points that one's side can expect with this trump, partner's hand being an average one: what
is bid."""
SUPPORT: Final = Meaning(
    SuitWorths(-37, 25, 12, -12, 5, 10, 15, 5, 5, 7),
    PlainWorths(-30, 25, 12, 8, 5, 20),
    PlainWorths(-30, 25, 12, 7, 10),
    announced=0.75,
    unseen=5,
)
"""The points that a hand adds to partner's bid: below 0 where it holds too little."""
DEFENCE: Final = Meaning(
    SuitWorths(-35, 13, 7, 4, 3, 5, 9, 1, 3, 6, 8),
    PlainWorths(-25, 14, 5, 4, 5),
    PlainWorths(-25, 14, 5, 4, 5),
)
"""The points by which the other side's bid can be expected to fail, against this hand."""
_HONOURS: Final = (("jack", "J"), ("nine", "9"), ("ace", "A"))
"""Trumps that are worth more than others, by the columns of the table."""
POINTS_BID: Final = Meanings(OPENING, SUPPORT, DEFENCE, few=2, long=6, sure=110, shortest=103)
"""The table where points are bid (`docs/bots.md`, "Calling in contrée")."""
TRUMPS_BID: Final = Meanings(
    Meaning(
        SuitWorths(-33, 22, 10, 1, 2, 13, 9, 4, 6, 3, 14),
        PlainWorths(-25, 29, 16, 11, 8, 13, beyond=2),
        PlainWorths(-22, 28, 10, 12, 6, beyond=2),
        announced=0.4,
    ),
    Meaning(
        SuitWorths(-20, 26, 10, 0, 4, 7, 13, 3, 6, 4, 13),
        PlainWorths(-19, 35, 22, 13, 7, 13, beyond=2),
        PlainWorths(-21, 33, 17, 15, 6, beyond=2),
        announced=0.4,
    ),
    Meaning(
        SuitWorths(-18, 20, 10, 0, 1, 8, 9, 2, 5, 3, 9),
        PlainWorths(-14, 24, 17, 10, 7, 13, beyond=2),
        PlainWorths(-10, 23, 13, 9, 5, beyond=2),
        announced=0.4,
    ),
    few=1,
    long=9,
    both=False,
    plain=True,
)
"""The table where only trumps are bid, in points above half of the deal's (`docs/bots.md`,
"Calling in Bulgarian belot"): near a regression over 6,000 deals that the learnt policy played."""
NEVER: Final = -1000.0
"""The worth of a trump that is not to be named."""
NAMED_WITH: Final = (1 << Rank.JACK, 1 << Rank.ACE)
"""A card, as one of eight bits of a suit, without which all trumps and no trumps are not named."""


class HandWorth:
    """The worth of a hand by trump, in the order of `Trump`; computed at the first use."""

    __slots__ = (
        "_defence",
        "_support",
        "announced",
        "more",
        "opening",
        "plain",
        "suits",
        "table",
        "to_come",
    )

    def __init__(self, hand: CardSet, rules: Rules, table: Meanings = POINTS_BID) -> None:
        counted = rules.scoring.contract_counts
        none = rules.belote.belote == "none" or "belote" not in counted
        bare = none or not rules.belote.belote_all_trumps
        self.table = _without_belotes(table, none) if bare else table
        self.suits = hand.mask.to_bytes(4, "little")
        announced = rules.melds.announced and "melds" in counted
        self.more = _announced(self.suits, rules.melds) if announced else 0.0
        self.announced = self.more * self.table.opening.announced
        """The share of announcements in the points bid."""
        self.to_come = rules.hand_size - rules.first_part
        self.plain = table.plain or rules.auction.no_suit_bids != "none"
        self.opening = self._opening()
        """The points bid, by trump; far below 0 for a trump that is not named with these cards."""
        self._support: list[float] | None = None
        self._defence: list[float] | None = None

    def _opening(self) -> list[float]:
        meaning, sure = self.table.opening, self.table.sure
        named = self._by_trump(meaning, _named(self.table), NAMED_WITH)
        if max(named) > self.table.shortest:
            named = [min(worth, self.most(code)) for code, worth in enumerate(named)]
        if max(named) > 0 or math.isinf(sure):
            return named
        whole = self._by_trump(meaning, _tables(meaning).trump, NAMED_WITH)
        return [sure if worth >= sure else least for worth, least in zip(whole, named, strict=True)]

    @property
    def support(self) -> list[float]:
        """The points added to partner's bid, by trump."""
        if self._support is None:
            meaning = self.table.support
            self._support = self._by_trump(meaning, _tables(meaning).trump)
        return self._support

    @property
    def defence(self) -> list[float]:
        """The points by which the other side's bid should fail, by trump."""
        if self._defence is None:
            meaning = self.table.defence
            self._defence = self._by_trump(meaning, _tables(meaning).trump)
        return self._defence

    def most(self, code: int) -> float:
        """Return the most that a suit is worth before partner has named it."""
        short = code < len(self.suits) and self.suits[code].bit_count() <= self.table.few + 1
        return self.table.shortest + self.announced if short else math.inf

    def sure_alone(self, code: int) -> bool:
        """Return whether only a ruff keeps this hand from every trick, with this suit as trump."""
        if code >= len(self.suits) or not self.suits[code]:
            return False
        orders = (TRUMP_ORDER if suit == code else PLAIN_ORDER for suit in range(len(self.suits)))
        return all(map(_wins_every_trick, self.suits, orders))

    def _by_trump(
        self, meaning: Meaning, trump: Sequence[float], needed: tuple[int, int] = (0, 0)
    ) -> list[float]:
        """Return the worth by trump; `needed`: cards of which all trumps and no trumps need one."""
        (one, two, three, four), tables = self.suits, _tables(meaning)
        side, more = tables.side, self.more * meaning.announced + meaning.unseen * self.to_come
        base = meaning.suit.base + more + side[one] + side[two] + side[three] + side[four]
        result = [base + trump[one], base + trump[two], base + trump[three], base + trump[four]]
        return [*result, *self._without_suit(meaning, more, needed)] if self.plain else result

    def _without_suit(self, meaning: Meaning, more: float, needed: tuple[int, int]) -> list[float]:
        """Return the worth where every suit is trump, and where none is."""
        (one, two, three, four), tables = self.suits, _tables(meaning)
        held, every, none = one | two | three | four, tables.every, tables.none
        lacks = [NEVER if card & ~held else more for card in needed]
        return [
            meaning.all.base + lacks[0] + every[one] + every[two] + every[three] + every[four],
            meaning.none.base + lacks[1] + none[one] + none[two] + none[three] + none[four],
        ]


@cache
def _wins_every_trick(held: int, order: str) -> bool:
    """Return whether each card of a suit wins, led from the top, wherever the others are."""
    ranks = _ranks(held)
    strongest = enumerate(reversed(order))
    masters = next((number for number, rank in strongest if rank not in ranks), len(order))
    return masters == len(ranks) or masters >= len(order) - len(ranks)


def _announced(suits: bytes, rules: MeldRules) -> float:
    """Return the points of announcements in a hand."""
    one, two, three, four = suits
    each = _of_a_suit(rules)
    result = each[one] + each[two] + each[three] + each[four]
    squares = one & two & three & four
    return result + (_of_squares(squares, rules) if squares else 0)


@cache
def _of_a_suit(rules: MeldRules) -> Sequence[int]:
    """Build the table of points of runs, by the eight bits of a suit."""
    return [_points(CardSet(held), rules) for held in range(256)]


@cache
def _of_squares(ranks: int, rules: MeldRules) -> int:
    """Return the points of the squares of these ranks, given as eight bits."""
    each = (CardSet(0x01010101 << rank) for rank in Rank if ranks >> rank & 1)
    return sum(_points(square, rules) for square in each)


def _points(cards: CardSet, rules: MeldRules) -> int:
    return sum(meld.kind.points for meld in melds.best_melds(cards, rules))


class _Tables(NamedTuple):
    """Worths by the eight bits of a suit: as side suit, extra as trump, at all trumps, at none."""

    side: Sequence[float]
    trump: Sequence[float]
    every: Sequence[float]
    none: Sequence[float]


@cache
def _tables(meaning: Meaning) -> _Tables:
    held = range(256)
    side = [_beside(cards, meaning.suit) for cards in held]
    return _Tables(
        side,
        [_as_trump(cards, meaning.suit) - side[cards] for cards in held],
        [_plain(cards, meaning.all, Trump.ALL) for cards in held],
        [_plain(cards, meaning.none, Trump.NONE) for cards in held],
    )


@cache
def _without_belotes(table: Meanings, everywhere: bool) -> Meanings:
    """Return the table where all trumps have no belote, or no trump has one."""
    parts = ("opening", "support", "defence")
    each = {part: getattr(table, part) for part in parts}
    bare = {part: of._replace(all=of.all._replace(belote=0)) for part, of in each.items()}
    if everywhere:
        bare = {part: of._replace(suit=of.suit._replace(belote=0)) for part, of in bare.items()}
    return table._replace(**bare)


@cache
def _named(table: Meanings) -> Sequence[float]:
    """Build the table of worths as trump of suits; far below 0 where one may not be named."""
    trump = _tables(table.opening).trump
    return [worth if may_name(held, table) else NEVER for held, worth in enumerate(trump)]


def may_name(held: int, table: Meanings = POINTS_BID) -> bool:
    """Return whether these cards of a suit are enough to name it."""
    ranks = _ranks(held)
    enough = len(ranks) > table.few or (table.both and {"J", "9"} <= ranks)
    return len(ranks) >= table.long or (enough and bool({"J", "9"} & ranks))


@cache
def _ranks(held: int) -> frozenset[str]:
    return frozenset(card.rank.letter for card in CardSet(held))


def _as_trump(held: int, worths: SuitWorths) -> float:
    return sum(_trump_parts(held, worths).values())


def _trump_parts(held: int, worths: SuitWorths) -> dict[str, float]:
    """Return the worth of the trumps of a hand, by the columns of the table."""
    ranks = _ranks(held)
    each = {"jack": worths.jack, "nine": worths.nine, "ace": worths.ace}
    honours = {name: each[name] for name, rank in _HONOURS if rank in ranks}
    both, belote = {"J", "9"} <= ranks, {"K", "Q"} <= ranks
    several = {"both": worths.both * both, "belote": worths.belote * belote}
    return honours | several | {"trump": worths.trump * len(ranks)}


def _beside(held: int, worths: SuitWorths) -> float:
    return sum(_side_parts(held, worths).values())


def _side_parts(held: int, worths: SuitWorths) -> dict[str, float]:
    """Return the worth of the cards of a side suit, by the columns of the table."""
    ranks = _ranks(held)
    if "A" in ranks:
        return {"side_ace": worths.side_ace, "ace_ten": worths.ace_ten * ("T" in ranks)}
    guarded = "T" in ranks and len(ranks) > 1
    return {"guarded_ten": worths.guarded_ten * guarded, "void": worths.void * (not ranks)}


def reckoned(hand: CardSet, trump: Trump, meaning: Meaning) -> dict[str, float]:
    """Return the worth of a whole hand where a suit or none is trump, by the columns of the table:
    all summands that are not 0."""
    suits = hand.mask.to_bytes(4, "little")
    if trump is Trump.NONE:
        plain = [_plain_parts(held, meaning.none, trump) for held in suits]
        added = {name: sum(parts[name] for parts in plain) for name in plain[0]}
        return {"base": meaning.none.base} | {name: worth for name, worth in added.items() if worth}
    parts = {"base": meaning.suit.base}
    for code, held in enumerate(suits):
        of = _trump_parts if code == trump.code else _side_parts
        for name, points in of(held, meaning.suit).items():
            parts[name] = parts.get(name, 0) + points
    return {name: parts[name] for name in SuitWorths._fields if parts.get(name)}


def _plain(held: int, worths: PlainWorths, trump: Trump) -> float:
    return sum(_plain_parts(held, worths, trump).values())


def _plain_parts(held: int, worths: PlainWorths, trump: Trump) -> dict[str, float]:
    """Return the worth of a suit at all trumps or none, by the columns of the table."""
    ranks, (top, second) = _ranks(held), ("J9" if trump is Trump.ALL else "AT")
    led = top in ranks
    return {
        "top": worths.top * led,
        "both": worths.both * (led and second in ranks),
        "guarded": worths.guarded * (not led and second in ranks and len(ranks) > 1),
        "long": worths.long * max(0, len(ranks) - worths.beyond) * led,
        "belote": worths.belote * ({"K", "Q"} <= ranks),
    }
