"""Which announcements does a hand hold, which are best named together, and whose count?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal

import msgspec

from rebelote.cards import TRUMP_ORDER, Card, CardSet, Rank, Suit, Trump, card


class Kind(msgspec.Struct, frozen=True, order=True):
    """What is said in the first trick: a run's length or a square's points, no suit (`2:L30`)."""

    shape: Literal["run", "square"]
    length: int
    points: int


class Meld(msgspec.Struct, frozen=True):
    """An announcement with its cards, high to low; `top` is the first of them."""

    kind: Kind
    top: Card
    cards: tuple[Card, ...]

    @property
    def card_set(self) -> CardSet:
        """Its cards as a set."""
        return CardSet.of(self.cards)


class MeldRules(msgspec.Struct, frozen=True):
    """What a table agreed on announcements (RULES 8). `run_points` for lengths 3 to 8."""

    run_points: tuple[int, ...] = (20, 50, 100, 100, 100, 100)
    run_length_rank_cap: int = 5
    low_carre_points: int = 0
    meld_card_reuse: bool = False
    split_runs: bool = False
    carre_order: Literal["natural", "trump"] = "natural"
    meld_tie: Literal["none", "earliest"] = "none"

    def square_points(self, rank: Rank) -> int:
        """What four of a rank are worth (`0:L47-51`, FFB-C 8); 0: not an announcement."""
        if rank in (Rank.SEVEN, Rank.EIGHT):
            return self.low_carre_points
        return {Rank.JACK: 200, Rank.NINE: 150}.get(rank, 100)


Verdict = Literal["alone", "kind", "height", "trump", "order", "nobody"]


class Contest(msgspec.Struct, frozen=True):
    """Whose announcements count, and what decided it; side None: nobody's."""

    side: int | None
    by: Verdict


Melds = tuple[Meld, ...]


def runs(hand: CardSet) -> Iterator[tuple[Card, ...]]:
    """The uninterrupted runs of three or more in one suit, each from high to low."""
    for suit in Suit:
        ranks = [c.rank for c in hand & suit.cards]
        for _, group in groupby(enumerate(ranks), lambda pair: pair[1] - pair[0]):
            run = tuple(card(suit, rank) for _, rank in group)[::-1]
            if len(run) >= 3:
                yield run


def squares(hand: CardSet, rules: MeldRules) -> Iterator[Meld]:
    """The fours of a kind that count."""
    for rank in Rank:
        four = tuple(card(suit, rank) for suit in Suit)
        if CardSet.of(four) <= hand and rules.square_points(rank):
            yield Meld(Kind("square", 4, rules.square_points(rank)), four[0], four)


def _run_meld(cards: tuple[Card, ...], rules: MeldRules) -> Meld:
    said = min(len(cards), rules.run_length_rank_cap)
    return Meld(Kind("run", said, rules.run_points[len(cards) - 3]), cards[0], cards)


def _cuts(run: tuple[Card, ...], rules: MeldRules) -> list[Meld]:
    """A run and all its shorter parts: a player may shorten one (`0:L53`)."""
    spans = ((i, j) for i in range(len(run) - 2) for j in range(i + 3, len(run) + 1))
    return [_run_meld(run[i:j], rules) for i, j in spans]


def disjoint_sets(hand: CardSet, rules: MeldRules) -> Iterator[Melds]:
    """Every set of announcements this hand may name together: no card twice (`0:L53`, FFB-C 8)."""
    fours = list(squares(hand, rules))
    for chosen in _subsets(fours):
        used = (
            CardSet() if rules.meld_card_reuse else CardSet.of(c for m in chosen for c in m.cards)
        )
        options = [_cuts(run, rules) for run in runs(hand - used)]
        for picked in _one_of_each(options, rules.split_runs):
            yield chosen + picked


def _subsets(melds: Sequence[Meld]) -> Iterator[Melds]:
    if not melds:
        yield ()
        return
    for rest in _subsets(melds[1:]):
        yield rest
        yield (melds[0], *rest)


def _one_of_each(options: Sequence[list[Meld]], split: bool) -> Iterator[Melds]:
    """At most one part of each run, or where runs may be split any parts without a common card."""
    if not options:
        yield ()
        return
    parts = _disjoint(options[0]) if split else iter([(), *((meld,) for meld in options[0])])
    for first in parts:
        for rest in _one_of_each(options[1:], split):
            yield first + rest


def _disjoint(parts: Sequence[Meld]) -> Iterator[Melds]:
    return (
        chosen
        for chosen in _subsets([p for p in parts if len(p.cards) <= 5])
        if len(CardSet.of(c for m in chosen for c in m.cards)) == sum(len(m.cards) for m in chosen)
    )


def strength(meld: Meld, rules: MeldRules) -> int:
    """How strong its kind is (RULES 8.1): any square that counts beats any run (FFB-C 8.1, Q27)."""
    if meld.kind.shape == "run":
        return 2 * (meld.kind.length - 2)
    low = meld.kind.points <= rules.low_carre_points
    return 2 * 2 + 1 if low else 14 + 2 * (meld.kind.points // 50)


def _worth(melds: Melds, rules: MeldRules) -> tuple[int, ...]:
    """Most points, then the strongest best kind, then the fewest, then the highest (RULES 8.2)."""
    points = sum(meld.kind.points for meld in melds)
    best = max((strength(meld, rules) for meld in melds), default=0)
    heights = sorted((len(meld.cards) * 8 + meld.top.rank for meld in melds), reverse=True)
    return (points, best, -len(melds), *heights)


def _order(melds: Melds, rules: MeldRules) -> Melds:
    return tuple(sorted(melds, key=lambda m: (-strength(m, rules), -m.top.rank, m.top.suit)))


@lru_cache(maxsize=4096)
def best_melds(hand: CardSet, rules: MeldRules) -> Melds:
    """The announcements that score most together, strongest first."""
    return _order(max(disjoint_sets(hand, rules), key=lambda m: _worth(m, rules)), rules)


def named(hand: CardSet, kinds: Sequence[Kind], rules: MeldRules) -> Melds | None:
    """The strongest announcements of exactly these kinds in the hand; None where it has none."""
    said = sorted(kinds)
    fitting = [m for m in disjoint_sets(hand, rules) if sorted(meld.kind for meld in m) == said]
    if not fitting:
        return None
    return _order(max(fitting, key=lambda m: _worth(m, rules)), rules)


_Key = tuple[int, int, bool, int]


def _key(meld: Meld, seat: int, trump: Trump, rules: MeldRules) -> _Key:
    """How announcements compare (`2:L31-32`, `0:L51`): kind, height, trump, then perhaps order."""
    by_trump_order = rules.carre_order == "trump" and meld.kind.shape == "square"
    top = TRUMP_ORDER.index(meld.top.rank.letter) if by_trump_order else int(meld.top.rank)
    in_trump = meld.kind.shape == "run" and meld.top.suit == trump.suit
    order = -seat if rules.meld_tie == "earliest" else 0
    return strength(meld, rules), top, in_trump, order


_COMPARED: Final[tuple[Verdict, ...]] = ("kind", "height", "trump", "order")


def contest(
    melds: Mapping[int, Melds], trump: Trump, rules: MeldRules, sides: Sequence[int], eldest: int
) -> Contest:
    """Whose announcements count. `melds` by seat, `sides` the side of each seat, in seat order."""
    best: dict[int, _Key] = {}
    for seat, held in melds.items():
        turn = (seat - eldest) % len(sides)
        keys = [_key(meld, turn, trump, rules) for meld in held]
        if keys:
            best[sides[seat]] = max([*keys, *filter(None, [best.get(sides[seat])])])
    return _decide(best)


def _decide(best: Mapping[int, _Key]) -> Contest:
    ranked = sorted(best, key=lambda side: best[side], reverse=True)
    if not ranked:
        return Contest(None, "nobody")
    if len(ranked) == 1:
        return Contest(ranked[0], "alone")
    first, second = best[ranked[0]], best[ranked[1]]
    for by, mine, other in zip(_COMPARED, first, second, strict=True):
        if mine != other:
            return Contest(ranked[0], by)
    return Contest(None, "nobody")
