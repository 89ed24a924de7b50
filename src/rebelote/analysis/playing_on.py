"""Playing on in a deal with open cards: who answers, and the cost of each card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote import bots
from rebelote.analysis import worth
from rebelote.analysis.report import Decision
from rebelote.analysis.worth import Worth
from rebelote.bots.payoffs import MarksOnly
from rebelote.kernel import solver
from rebelote.rules.actions import Action, Play
from rebelote.rules.cards import Card
from rebelote.rules.deal import Playing, legal_actions
from rebelote.rules.match import Match
from rebelote.rules.records import notation
from rebelote.rules.records.record import Record, Step
from rebelote.rules.view import view

PERFECT: Final = "perfect"
"""The answerer that plays with all cards seen; it calls as the highest level of them does."""
ANSWERERS: Final = (*bots.LEVELS, PERFECT)
"""The answerers to choose from."""


def answer(match: Match, seat: int, answerer: str, number: int) -> Action:
    """Return the call or card of the seat to act, the same every time.

    `answerer`: of `ANSWERERS`. `number`: of the actions before it.
    """
    deal = match.deal
    legal = legal_actions(deal)
    if len(legal) == 1:
        return legal[0]
    if answerer != PERFECT or not isinstance(deal, Playing):
        level = ANSWERERS[-2] if answerer == PERFECT else answerer
        return bots.make(level, number).think(view(match, seat)).action
    worths, side = _by_card(match, deal), match.rules.sides[seat]
    best = max(worths, key=lambda card: worths[card].ahead(side))
    return next(play for play in legal if isinstance(play, Play) and play.card == best)


def decisions(record: Record, deal: int, first: int) -> tuple[Decision, ...]:
    """Return the cards of a deal from an action on, judged with all cards seen.

    A card without a choice is left out, and so are those that the solver cannot judge exactly.
    """
    if not solver.KERNEL:
        return ()
    steps = [step for step in record.steps() if step.before.number == deal]
    return tuple(_judged(steps, first))


def _judged(steps: list[Step], first: int) -> Iterator[Decision]:
    for number, step in enumerate(steps):
        deal, action = step.before.deal, step.action
        if number < first or not isinstance(deal, Playing) or not isinstance(action, Play):
            continue
        worths, side = _by_card(step.before, deal), step.before.rules.sides[deal.to_act]
        if len(worths) == 1 or not all(each.exact for each in worths.values()):
            continue
        made = worths[action.card]
        true = {card.text: each.ahead(side) for card, each in worths.items()}
        most = max(true.values())
        lost = most - made.ahead(side)
        turned = worth.best(worths.values(), side).settled.outcome != made.settled.outcome
        best = tuple(name for name, value in true.items() if value == most)
        yield Decision(
            number=number,
            seat=step.seat,
            action=notation.word(action, step.before.rules),
            choice=action.card.text,
            kind="best" if not lost else "decisive" if turned else "imprecision",
            best=best,
            advised=best,
            loss_true=lost,
            loss_known=0,
            chance_to_lose=0,
            true=true,
        )


def _by_card(match: Match, deal: Playing) -> dict[Card, Worth]:
    return worth.by_card(deal, match.held, MarksOnly(match.rules, match.nothing))
