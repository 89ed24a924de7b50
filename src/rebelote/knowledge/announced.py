"""Constraints on hidden hands from the announcements of others.

The announcer holds it, shows the strongest of its kind, and loses or wins against the others:
all of that narrows down where the cards can lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from rebelote.knowledge.conduct import played_by
from rebelote.rules import melds
from rebelote.rules.cards import CARDS, CardSet, Trump
from rebelote.rules.melds import Contest, Kind, Meld, MeldRules, Melds
from rebelote.rules.options import Rules
from rebelote.rules.view import SeatMelds, View, rules_of, tricks_of


class Way(NamedTuple):
    """One possible layout of announcements: their cards still in hand, and their kinds.

    `gaps`: cards still about between two runs of one suit, or next to one that is named whole, of
    which the hand lacks one at least, for it would be a longer run otherwise.
    """

    cards: CardSet
    melds: Melds
    gaps: tuple[CardSet, ...] = ()

    def lies_in(self, hand: CardSet) -> bool:
        """Return whether they can lie so in this hand."""
        return self.cards <= hand and not any(gap <= hand for gap in self.gaps)


class HiddenAnnouncements(NamedTuple):
    """Announcements of one hidden hand: each way they can lie, the strongest first."""

    seat: int
    ways: tuple[Way, ...]
    shown: Melds

    def melds_in(self, hand: CardSet) -> Melds | None:
        """Return the announcements of this hand; None where it does not hold what was said."""
        return next((way.melds for way in self.ways if way.lies_in(hand)), None)


class AnnouncementConstraints(NamedTuple):
    """All constraints that announcements put on the hands hidden from one seat."""

    others: tuple[HiddenAnnouncements, ...]
    own: tuple[tuple[int, Melds], ...]
    contest: Contest | None
    terms: tuple[Trump, MeldRules, tuple[int, ...], int]

    @property
    def unseen(self) -> list[HiddenAnnouncements]:
        """The announcements that were named and not shown."""
        return [held for held in self.others if not held.shown]

    def agrees(self, hands: Sequence[CardSet]) -> bool:
        """Return whether these hands would say and show the same, for the same side to score."""
        named = self.said(hands)
        return named is not None and self.counts(named)

    def said(self, hands: Sequence[CardSet]) -> tuple[Melds, ...] | None:
        """Return the others' announcements with these hands; None if not those said and shown."""
        named = []
        for held in self.others:
            in_hand = held.melds_in(hands[held.seat])
            if in_hand is None or (held.shown and in_hand != held.shown):
                return None
            named.append(in_hand)
        return tuple(named)

    def counts(self, named: Sequence[Melds]) -> bool:
        """Return whether the same side's announcements count where the others hold these."""
        others = ((held.seat, of_seat) for held, of_seat in zip(self.others, named, strict=True))
        return self.contest in (None, _counted((*self.own, *others), *self.terms))


@lru_cache(maxsize=4096)
def _counted(
    named: tuple[tuple[int, Melds], ...],
    trump: Trump,
    rules: MeldRules,
    sides: tuple[int, ...],
    first: int,
) -> Contest:
    return melds.contest(dict(named), trump, rules, sides, first)


def constraints(view: View, may_hold: Sequence[CardSet]) -> AnnouncementConstraints | None:
    """Return the constraints from announcements, where each seat may hold these cards, or None."""
    others = [held for held in view.melds if held.seat != view.seat]
    if not others or view.contract is None:
        return None
    rules = rules_of(view)
    agreed = rules.melds.under(view.contract.trump)
    mine = [(h.seat, _own(view, h, agreed)) for h in view.melds if h.seat == view.seat]
    first = _first_to_speak(view, rules)
    return AnnouncementConstraints(
        tuple(_announced(view, held, agreed, may_hold[held.seat]) for held in others),
        tuple((seat, named) for seat, named in mine if named),
        view.contest,
        (view.contract.trump, agreed, rules.sides, first),
    )


def _own(view: View, held: SeatMelds, rules: MeldRules) -> Melds:
    dealt = view.hand | played_by(view, view.seat)
    return held.shown or melds.named(dealt, held.kinds, rules) or ()


def _announced(
    view: View, held: SeatMelds, rules: MeldRules, may_hold: CardSet
) -> HiddenAnnouncements:
    played, size = played_by(view, held.seat), view.hand_sizes[held.seat]
    options = [_of_kind(kind, may_hold | played, rules) for kind in held.kinds]

    def strength(together: Melds) -> tuple[tuple[int, ...], int]:
        return melds.worth(together, rules), sum(len(meld.cards) for meld in together)

    # Of equals the last suit's is taken, as `melds.named` does, and of a long run all its cards.
    chosen = sorted(_disjoint(options, rules), key=strength)[::-1]
    ordered: dict[CardSet, Way] = {}
    for together in chosen:
        cards = CardSet.of(c for m in together for c in m.cards) - played
        gaps = tuple(gap - played for gap in _gaps(together, rules))
        if len(cards) <= size and all(gaps):
            ordered.setdefault(cards, Way(cards, together, gaps))
    return HiddenAnnouncements(held.seat, tuple(ordered.values()), held.shown)


def _gaps(named: Melds, rules: MeldRules) -> Iterator[CardSet]:
    """Yield the cards between each two of these runs of one suit; where runs are named whole,
    the card below and the one above each."""
    held = [meld for meld in named if meld.kind.shape == "run"]
    runs = sorted(held, key=lambda meld: (meld.top.suit, meld.top.rank))
    if not rules.short_runs:
        for run in runs:
            around = run.top.index + 1, run.cards[-1].index - 1
            suit = run.top.suit.cards
            yield from (CardSet.of((card,)) for card in suit if card.index in around)
    for low, high in pairwise(runs) if not rules.split_runs else ():
        if low.top.suit == high.top.suit:
            first, last = low.top.index + 1, high.cards[-1].index
            yield CardSet.of(CARDS[first:last])


def _of_kind(kind: Kind, around: CardSet, rules: MeldRules) -> list[Meld]:
    """Return every announcement of this kind that these cards hold."""
    return [meld for cards, meld in _all_of_kind(kind, rules) if cards <= around]


@lru_cache(maxsize=256)
def _all_of_kind(kind: Kind, rules: MeldRules) -> tuple[tuple[CardSet, Meld], ...]:
    """Return every announcement of this kind that the pack holds, and its cards."""
    if kind.shape == "square":
        sets = [CardSet(0x01010101 << rank) for rank in range(8)]
    else:
        # A run that is longer than the longest kind is of that kind too.
        sets = [
            CardSet((1 << length) - 1 << 8 * suit + place)
            for length in range(kind.length, 9)
            for suit in range(4)
            for place in range(9 - length)
        ]
    held = ((cards, melds.of_cards(cards, rules)) for cards in sets)
    return tuple((cards, meld) for cards, meld in held if meld and _is_of(meld.kind, kind))


def _is_of(kind: Kind, named: Kind) -> bool:
    """Return whether it may have been named so; a name without points leaves them open."""
    return (kind.shape, kind.length) == (named.shape, named.length) and named.points in (
        0,
        kind.points,
    )


def _disjoint(options: Sequence[Sequence[Meld]], rules: MeldRules) -> Iterator[Melds]:
    """One announcement of each, no card standing in two (`flemish:53`), in the order they are
    named."""
    for chosen in product(*options):
        together = CardSet.of(card for meld in chosen for card in meld.cards)
        if rules.meld_card_reuse or len(together) == sum(len(meld.cards) for meld in chosen):
            yield melds.in_order(chosen, rules)


def _first_to_speak(view: View, rules: Rules) -> int:
    """From whom "the earlier" is counted: eldest, or who led when announcements were shown."""
    if rules.melds.meld_tie_order == "first_trick":
        return rules.eldest(view.dealer)
    tricks = tricks_of(view)
    return tricks[min(1, len(tricks) - 1)][0]
