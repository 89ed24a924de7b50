"""Decisions as the detectors see them: a seat's view, its choice, and the true cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rebelote.bots.heuristics import Observation
from rebelote.knowledge.conduct import fair
from rebelote.rules.actions import Action, Play
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.deal import Bidding, Playing
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Step
from rebelote.rules.view import View, view


class Decision:
    """A call or a card with an alternative: the match before it, the seat, and the action."""

    def __init__(self, before: Match, seat: int, action: Action) -> None:
        self.before, self.seat, self.action = before, seat, action

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self.before.rules

    @property
    def partner(self) -> int:
        """The seat opposite."""
        return (self.seat + 2) % 4

    @property
    def partners_hand(self) -> CardSet:
        """The cards that partner held; the seat did not know them."""
        deal = self.before.deal
        assert isinstance(deal, Bidding | Playing)
        return deal.hands[self.partner]

    @cached_property
    def seen(self) -> View:
        """The seat's view before the decision."""
        return view(self.before, self.seat)

    @cached_property
    def at(self) -> Observation:
        """The seat's observation; only during the play."""
        return Observation(self.seen, fair(self.seen))

    @property
    def card(self) -> Card:
        """The card that was played."""
        assert isinstance(self.action, Play)
        return self.action.card

    @property
    def is_card(self) -> bool:
        """Whether it is a card, and not a call."""
        return isinstance(self.action, Play)


def applies(rules: Rules) -> bool:
    """Return whether these rules have two pairs of partners, which the detectors need."""
    return rules.players == 4 and rules.side_count == 2


def free(steps: Iterable[Step]) -> Iterator[tuple[int, Decision]]:
    """Yield, in turn, the decisions with an alternative, each with the number of its step."""
    for number, step in enumerate(steps):
        deal = step.before.deal
        if not isinstance(deal, Bidding | Playing) or step.seat != deal.to_act:
            continue
        decision = Decision(step.before, step.seat, step.action)
        if isinstance(deal, Bidding) or (decision.is_card and len(decision.at.legal) > 1):
            yield number, decision
