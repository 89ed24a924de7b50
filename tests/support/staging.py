"""A deal staged: who says what, and cards that lead to what a test wants to see."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence

from rebelote.rules.actions import Action, Call, Pass, Play
from rebelote.rules.deal import Phase, calls_on_offer, calls_out_of_turn, legal_cards
from rebelote.rules.match import Match, apply
from rebelote.rules.melds import Kind
from rebelote.rules.view import offered

Step = tuple[int, Action]
Distance = Callable[[Match], int]
"""The distance of a deal that was played out from the goal; 0: it is reached."""
Plan = Sequence[tuple[int, Call]]
"""The calls of an auction besides passes, in this order."""
STARTS = 24
TRIES = 300
"""Changes to the cards of one start."""


def called(match: Match, plan: Plan) -> tuple[list[Step], Match]:
    """Play an auction with these calls in this order, each as soon as possible, in turn or out of
    it; all others pass."""
    left, steps = list(plan), list[Step]()
    while match.deal.phase is Phase.BIDDING:
        said = left and left[0][1] in _offered(match, left[0][0])
        steps.append(left.pop(0) if said else _pass(match))
        match = apply(match, *steps[-1])
    assert not left, f"{left[0]} could not be said"
    return steps, match


def _offered(match: Match, seat: int) -> Sequence[Call]:
    if seat == match.deal.to_act:
        return calls_on_offer(match.deal)
    return calls_out_of_turn(match.deal, seat)


def _pass(match: Match) -> Step:
    assert match.deal.to_act is not None
    return match.deal.to_act, Pass()


def staged(match: Match, plans: Sequence[Plan], distance: Distance) -> list[Step]:
    """Play a whole deal by the first of these plans that cards can lead to; pass four times where
    these hands do not allow it."""
    chance = random.Random(1)
    for plan in itertools.islice(itertools.cycle(plans), STARTS):
        calls, contracted = called(match, plan)
        if cards := _result(contracted, distance, chance):
            return calls + cards
    return called(match, ())[0]


def _result(match: Match, distance: Distance, chance: random.Random) -> list[Step]:
    """Search for lawful cards, chosen by all together, that lead to the goal; else return none."""
    steps, matches = _at_random(match, chance)
    for _ in range(TRIES):
        if not distance(matches[-1]):
            return steps
        kept = chance.randrange(len(steps))
        more, after = _at_random(matches[kept], chance)
        if distance(after[-1]) <= distance(matches[-1]):
            steps, matches = steps[:kept] + more, matches[:kept] + after
    return []


def _at_random(match: Match, chance: random.Random) -> tuple[list[Step], list[Match]]:
    """Play random cards to the end of the deal; return them, and the matches around them."""
    steps: list[Step] = []
    matches = [match]
    while match.settlement is None:
        seat = match.deal.to_act
        assert seat is not None
        card = chance.choice(list(legal_cards(match.deal)))
        steps.append((seat, Play(card, _announced(match, seat))))
        match = apply(match, *steps[-1])
        matches.append(match)
    return steps, matches


def _announced(match: Match, seat: int) -> tuple[Kind, ...]:
    """Return the kinds that the table offers to announce with the first card."""
    if match.deal.tricks:
        return ()
    legal = offered(match.deal, seat)
    return tuple(meld.kind for meld in legal.announce) if legal else ()
