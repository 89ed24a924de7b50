"""Positions, announcements and played deals for comparisons with an oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from rebelote.rules.cards import CARDS, Card, CardSet, Trump
from rebelote.rules.deal import PlayedOut
from rebelote.rules.match import Match
from rebelote.rules.melds import Contest, Melds
from rebelote.rules.options import Rules

Said = tuple[frozenset[str], int]
"""The cards of an announcement, and its points."""
Pair = tuple[int, int]
"""Numbers of two sides."""


def texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def letter(trump: Trump) -> str:
    """Return a trump suit as oracles have it; nothing without trumps."""
    return "" if trump is Trump.NONE else trump.value


class Position(NamedTuple):
    """A hand, the trick before it, and the first four cards of both as a whole trick."""

    trump: Trump
    hand: CardSet
    trick: tuple[Card, ...]
    whole: tuple[Card, ...]


def positions(chance: Random, count: int, trumps: Sequence[Trump]) -> Iterator[Position]:
    """Yield positions of few suits, so that ruffs upon ruffs come up."""
    for _ in range(count):
        trump = chance.choice(trumps)
        some = [card for card in CARDS if chance.random() < 0.5 or card in trump.cards]
        cards = chance.sample(some, min(len(some), chance.randint(4, 11)))
        laid = chance.randint(0, 3)
        yield Position(trump, CardSet.of(cards[laid:]), tuple(cards[:laid]), tuple(cards[:4]))


def as_said(announced: Melds) -> list[Said]:
    return [(frozenset(texts(one.cards)), one.kind.points) for one in announced]


def counting(rules: Rules, contest: Contest, announced: Sequence[Melds]) -> list[int]:
    """Return the points of the announcements that count, by side."""
    counted = (contest.counting(each, rules.sides[seat]) for seat, each in enumerate(announced))
    return list(rules.by_side([sum(one.kind.points for one in each) for each in counted]))


def from_attack(attack: int, *pairs: Sequence[int]) -> list[Pair]:
    """Turn pairs by side into pairs of attack and defence, or back."""
    return [(pair[attack], pair[1 - attack]) for pair in pairs]


class PlayedDeal(NamedTuple):
    """A deal that was played out, and what each side won in it."""

    state: Match
    deal: PlayedOut
    trump: str
    points: list[int]
    tricks: list[int]


def played_deals(
    states: Iterable[Match], points: Callable[[list[str], str], int]
) -> Iterator[PlayedDeal]:
    """Yield the played deals of a match, with the points that an oracle counts and the last ten."""
    for state in states:
        deal = state.deal
        if state.to_act is None and isinstance(deal, PlayedOut):
            trump, won, taken = letter(deal.contract.trump), [0, 0], [0, 0]
            for trick in deal.tricks:
                won[trick.winner % 2] += points(texts(trick.cards), trump)
                taken[trick.winner % 2] += 1
            won[deal.tricks[-1].winner % 2] += 10
            yield PlayedDeal(state, deal, trump, won, taken)


def pairs_of_trump(deal: PlayedOut, trump: str) -> Pair:
    """Return twenty points for each side that was dealt king and queen of trump in one hand."""
    pair = {"K" + trump, "Q" + trump}
    held = [pair <= set(texts(dealt)) for dealt in deal.dealt]
    return 20 * (held[0] + held[2]), 20 * (held[1] + held[3])
