"""Likelihood of worlds, given the calls, announcements, signals and cards of the others.

As in Bayes' rule: worlds are sampled uniformly (the prior) and weighted or resampled by the
likelihood that a sound player with those cards would have acted in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from rebelote.bots import calling, signals
from rebelote.bots.heuristics import Observation
from rebelote.kernel import solver
from rebelote.knowledge.conduct import played_by
from rebelote.knowledge.worlds import World
from rebelote.rules import melds
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CardSet
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, rules_of

SILENT: Final = 0.05
"""The probability that a player with an announcement keeps silent."""
LIKELIHOOD_EXPONENT: Final = 0.6
"""The exponent of the policy's likelihoods: below 1, as others do not play just by the policy."""

AUCTIONS_KEPT: Final = 16
"""Auctions of a seat for which the likelihoods of first hands are kept in memory."""
HANDS_KEPT: Final = 1 << 12
"""First hands for which they are kept, for each of these auctions."""


def resample(at: Observation, drawn: Sequence[World], count: int, chance: Random) -> list[World]:
    """Resample so many of the worlds, weighted by the likelihood of the cards played."""
    return chance.choices(drawn, of_play(at, drawn), k=count)


def of_play(at: Observation, drawn: Sequence[World]) -> list[float]:
    """Return the likelihood of the others' cards in each world, relative to the likeliest."""
    logs = solver.log_likelihoods(drawn, at.law, at.history, at.me)
    most = max(logs)
    return [math.exp(LIKELIHOOD_EXPONENT * (log - most)) for log in logs]


def weights(view: View, drawn: Sequence[World], chance: Random) -> list[float]:
    """Return the likelihood by world of the calls, announcements and signals of the others."""
    return Reading(view).weights(drawn, chance)


class Reading:
    """The calls, announcements and signals of the others in a view, to weigh worlds with.

    It is built once for all worlds of a view: hands that come again are not judged again.
    """

    def __init__(self, view: View) -> None:
        rules = rules_of(view)
        self._signalled = [thrown for thrown in signals.seen(view) if thrown.seat != view.seat]
        # Without a card turned up nothing was called: games of cards alone.
        cards_alone = rules.bidding.turns_up and view.turned is None
        self._plain = cards_alone and not rules.melds.announced and not self._signalled
        self._part = rules.first_part if rules.first_part < rules.hand_size else 0
        self._turned = 0 if view.turned is None else view.turned.bit
        announced = {held.seat for held in view.melds}
        self._others = [
            _Other(
                seat,
                played.mask,
                rules.melds.announced and bool(played) and seat not in announced,
                _likelihoods(_Auction(rules, auction_of(view, rules), seat, view)),
            )
            for seat in range(rules.players)
            if seat != view.seat
            for played in (played_by(view, seat),)
        ]

    def weights(self, drawn: Sequence[World], chance: Random) -> list[float]:
        """Return the likelihood by world; first hands are sampled from the cards dealt."""
        if self._plain:
            return [1.0] * len(drawn)
        return [self._weight(world, chance) for world in drawn]

    def _weight(self, world: World, chance: Random) -> float:
        weight = 1.0
        for seat, played, silent, likelihoods in self._others:
            dealt = world[seat].mask | played
            if silent and melds.can_hold_any(CardSet(dealt)):
                weight *= SILENT
            if self._part:
                dealt = _sample(dealt & ~self._turned, self._part, chance)
            weight *= likelihoods[dealt]
        return weight * signals.likelihood(self._signalled, world)


class _Likelihoods(dict[int, float]):
    """The likelihood of a seat's calls by the mask of its first hand, computed when asked for."""

    def __init__(self, by_hand: Callable[[CardSet], float]) -> None:
        self._by_hand = by_hand

    def __missing__(self, mask: int) -> float:
        """Compute and keep it."""
        if len(self) >= HANDS_KEPT:
            self.clear()
        result = self[mask] = self._by_hand(CardSet(mask))
        return result


@dataclass(frozen=True)
class _Auction:
    """An auction in which a seat called; views of it differ in what follows."""

    rules: Rules
    so_far: AuctionSoFar
    seat: int
    view: View = field(compare=False)


@lru_cache(maxsize=AUCTIONS_KEPT)
def _likelihoods(auction: _Auction) -> _Likelihoods:
    kind = calling.of(auction.rules)
    return _Likelihoods(kind.likelihood(auction.view, auction.rules, auction.seat))


class _Other(NamedTuple):
    """Another seat: the mask of the cards it has played, and whether it announced nothing with the
    first of them."""

    seat: int
    played: int
    silent: bool
    likelihoods: _Likelihoods


def _sample(mask: int, count: int, chance: Random) -> int:
    """Sample so many of these cards, as `Random.sample` does, whose checks take longer."""
    bits, random_bits, sampled = [*_bits(mask)], chance.getrandbits, 0
    for left in range(len(bits), len(bits) - count, -1):
        place = random_bits(left.bit_length())
        while place >= left:
            place = random_bits(left.bit_length())
        sampled |= bits[place]
        bits[place] = bits[left - 1]
    return sampled


@lru_cache(maxsize=1 << 14)
def _bits(mask: int) -> tuple[int, ...]:
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return tuple(bits)
