"""Endings of Bulgarian belot: the solver against a slow literal search, in marks as written.

The search has the tables and duties of the oracle, which shares no code with the rules; only the
marks of a deal that is over are asked of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec
import oracle_bulgarian as oracle
import pytest
from needs import needs_kernel
from positions import untouched

from rebelote.bots.payoffs import DealState, MatchState
from rebelote.bots.search import SWEEP_BONUS, implied
from rebelote.kernel import solver
from rebelote.kernel.solver import Outcome
from rebelote.rules import presets
from rebelote.rules.cards import CARDS, Card, CardSet, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.tallies import ContractTerms

pytestmark = needs_kernel

BULGARIAN: Final = presets.rules("bulgarian", target=5001)
"""So far from the end of a match that marks alone count."""
Hands = tuple[tuple[str, ...], ...]


class Ending(NamedTuple):
    """A position for the literal search; cards are written rank and suit."""

    trump: Trump
    hands: Hands
    leader: int
    points: tuple[int, int]
    tricks: tuple[int, int]
    stake: int
    hanging: int

    def points_of(self, cards: Sequence[str]) -> int:
        return oracle.points(cards, self.trump.value)

    def winner(self, trick: tuple[str, ...]) -> int:
        powers = [oracle.power(card, trick[0][1], self.trump.value) for card in trick]
        return powers.index(max(powers))


def search(at: Ending, trick: tuple[str, ...], won: DealState) -> float:
    """Return the marks by which side 0 is ahead, by trying every card: all cards are seen."""
    if not any(at.hands) and not trick:
        both = sum((side_tricks > 0) << side for side, side_tricks in enumerate(at.tricks))
        last = at.leader % 2
        points = [p + 10 * (side == last) for side, p in enumerate(at.points)]
        return won.payoff(Outcome((points[0], points[1]), both, last))
    seat = (at.leader + len(trick)) % 4
    values = [
        search(*_after(at, trick, seat, card), won)
        for card in oracle.legal(at.hands[seat], trick, at.trump.value)
    ]
    return max(values) if seat % 2 == 0 else min(values)


def _after(
    at: Ending, trick: tuple[str, ...], seat: int, card: str
) -> tuple[Ending, tuple[str, ...]]:
    left = tuple(c for c in at.hands[seat] if c != card)
    now = at._replace(hands=(*at.hands[:seat], left, *at.hands[seat + 1 :]))
    cards = (*trick, card)
    if len(cards) < 4:
        return now, cards
    winner = (at.leader + at.winner(cards)) % 4
    worth = at.points_of(cards)
    (ours, theirs), (taken, lost), mine = at.points, at.tricks, winner % 2 == 0
    points = (ours + worth, theirs) if mine else (ours, theirs + worth)
    tricks = (taken + 1, lost) if mine else (taken, lost + 1)
    return now._replace(leader=winner, points=points, tricks=tricks), ()


def endings(trump: Trump, count: int) -> Iterator[Ending]:
    """Draw random endings, a third of them after tricks that all went to one side."""
    chance = Random(f"endings {trump.value}")
    for number in range(count):
        size = 2 + (number % 3 == 0)
        pack = [card.text for card in chance.sample(CARDS, 32)]
        hands = tuple(tuple(pack[i : i + size]) for i in range(0, 4 * size, size))
        gone = Ending(trump, hands, 0, (0, 0), (0, 0), 1, 0)
        total = gone.points_of(pack[4 * size :])
        gathered = 8 - size
        mine = chance.choice((0, gathered, chance.randint(1, gathered - 1)))
        points = total if mine == gathered else 0 if mine == 0 else chance.randint(0, total)
        yield Ending(
            trump,
            hands,
            chance.randrange(4),
            (points, total - points),
            (mine, gathered - mine),
            chance.choice((1, 1, 2, 4)),
            chance.choice((0, 0, 7)),
        )


@pytest.mark.parametrize("trump", [Trump.SPADES, Trump.ALL, Trump.NONE], ids=lambda t: t.value)
def test_the_solver_plays_endings_for_as_many_marks_as_a_literal_search(trump: Trump) -> None:
    law, now = BULGARIAN.law(trump), MatchState(BULGARIAN, (0, 0))
    seen = set()
    for ending in endings(trump, 60):
        terms = ContractTerms.of(Contract(1, trump, stake=ending.stake), law)
        bits = sum((won > 0) << side for side, won in enumerate(ending.tricks))
        nothing = untouched(now, attack=1, held=ending.hanging, terms=terms)
        before = msgspec.structs.replace(nothing, points=ending.points, winners=bits)
        slow = search(ending, (), nothing)
        sets = [CardSet.of(map(Card, hand)) for hand in ending.hands]
        sweep = SWEEP_BONUS if 0 in ending.tricks else 0
        result = solver.solve(
            sets, ending.leader, (), law, values=True, sweep=sweep, taken=ending.tricks
        )
        left = ending.points_of(sum(ending.hands, ())) + 10
        mover = ending.leader % 2
        payoffs = [
            before.payoff(implied(mover, value, left)) for value in (result.values or {}).values()
        ]
        assert slow == (max(payoffs) if mover == 0 else min(payoffs)), ending
        seen.add(slow)
    assert len(seen) > 15
