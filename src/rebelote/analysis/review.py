"""Review of a finished deal: the cost of each decision, and the sum of all on the sheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Final

import msgspec

from rebelote.analysis import expected, reasons, worth
from rebelote.analysis.expected import Judged, Loss
from rebelote.analysis.reasons import Reasons
from rebelote.analysis.report import (
    SILENT,
    DealReport,
    Decision,
    Share,
    UnfinishedMatchError,
    kind_of,
)
from rebelote.analysis.worth import TrueAuction, Worth
from rebelote.bots import calling
from rebelote.bots.payoffs import MarksOnly, Settled
from rebelote.rules import deal as deals
from rebelote.rules import moves
from rebelote.rules.actions import Action, Call, Play
from rebelote.rules.cards import Card
from rebelote.rules.deal import (
    Bidding,
    PlayedOut,
    Playing,
    calls_on_offer,
    legal_actions,
    legal_cards,
)
from rebelote.rules.match import exact_at_the_end
from rebelote.rules.options import Rules
from rebelote.rules.records import notation
from rebelote.rules.records.record import Record, Step
from rebelote.rules.view import View, view

FRACTION: Final = 8
"""Shares are in eighths of a mark, which add up without an error."""

Progress = Callable[[int, int], None]
"""Called with how many steps of a deal are reviewed, and of how many."""


def review_deal(
    record: Record,
    deal: int,
    *,
    known: bool | Collection[int] = True,
    progress: Progress | None = None,
) -> DealReport:
    """Review a deal of the record, counted from 1; the same every time.

    Args:
        record: the record of the match.
        deal: the number of the deal, from 1.
        known: whether to compute the loss by the seats' knowledge as well; or the steps of the
            deal, counted from 0, for which to compute it. Elsewhere that loss is 0.
        progress: called with the numbers of steps done and of all steps.

    Raises:
        ValueError: where the deal does not exist, or is not over.
    """
    for number, steps in _deals(record):
        if number == deal:
            return _review(steps, known, progress)
    if 1 <= deal <= len(record.deals):
        raise UnfinishedMatchError(f"deal {deal} is not over")
    raise ValueError(f"this record has {len(record.deals)} deals, and no deal {deal}")


def finished_deals(record: Record) -> list[int]:
    """Return the numbers of the deals that can be reviewed."""
    return [number for number, steps in _deals(record) if steps[-1].after.written]


def _deals(record: Record) -> Iterator[tuple[int, list[Step]]]:
    for number, steps in groupby(record.steps(), lambda step: step.before.number):
        yield number, list(steps)


def _review(
    steps: Sequence[Step], known: bool | Collection[int], progress: Progress | None
) -> DealReport:
    asked: Collection[int] = range(len(steps) if known else 0) if isinstance(known, bool) else known
    review = _Review(steps, asked)
    decisions = []
    for number in range(len(steps)):
        if (decision := review.decision(number)) is not None:
            decisions.append(decision)
        if progress is not None:
            progress(number + 1, len(steps))
    start, shares = review.shares({decision.number: decision for decision in decisions})
    return DealReport(
        number=steps[0].before.number,
        marks=review.marks,
        worth=start,
        shares=shares,
        decisions=tuple(decisions),
        exact=all(decision.exact for decision in decisions),
    )


class _Review:
    """A deal under review: its steps, and its worth before each of them and at the end.

    `known`: the steps whose loss by the seat's knowledge is computed.
    """

    def __init__(self, steps: Sequence[Step], known: Collection[int]) -> None:
        final = steps[-1].after
        if not final.written:
            raise UnfinishedMatchError(f"deal {final.number} is not over")
        self.steps, self.known, self.rules = steps, known, final.rules
        self.marks = final.sheet[-1].marks
        self.now = MarksOnly(_as_written(steps[-1]), final.nothing)
        self.auction = TrueAuction(self.now)
        self.choices: dict[int, dict[str, Worth]] = {}
        self.worths = self._worths(Worth(Settled(final.sheet[-1].outcome, self.marks), True))

    # --- the true deal ---

    def _worths(self, end: Worth) -> list[Worth]:
        """Return the worth before each step and at the end, computed backwards: a forced move has
        the worth of the next."""
        worths = [end]
        for number in reversed(range(len(self.steps))):
            worths.append(self._before(number, worths[-1]))
        return worths[::-1]

    def _before(self, number: int, after: Worth) -> Worth:
        before, seat = self.steps[number].before, self.steps[number].before.to_act
        deal = before.deal
        if isinstance(deal, Playing) and deal.announcer is None and not _forced(deal):
            cards = worth.by_card(deal, before.held, self.now)
            self.choices[number] = {card.text: each for card, each in cards.items()}
            return worth.best(cards.values(), self.rules.sides[deal.to_act])
        if isinstance(deal, Bidding) and seat is not None:
            return self.auction.natural(deal, view(before, seat))
        return after

    # --- decisions ---

    def decision(self, number: int) -> Decision | None:
        """Review a step; None where it was neither a call nor a card in turn."""
        step = self.steps[number]
        deal, action = step.before.deal, step.action
        if step.seat != step.before.to_act:
            return None
        if isinstance(deal, Playing) and isinstance(action, Play):
            return self._card(number, deal, action)
        if isinstance(deal, Bidding):
            return self._call(number, deal, action)
        return None

    def _card(self, number: int, deal: Playing, action: Play) -> Decision:
        if number not in self.choices:
            return self._forced(number, action.card.text)
        seen = view(self.steps[number].before, deal.to_act)
        made = SILENT if expected.unsaid(seen, action) else action.card.text
        worths = self.choices[number] | {made: self.worths[number + 1]}
        asked = number in self.known
        judged = expected.of_card(seen, action, self._chance(number)) if asked else None
        side = self.rules.sides[deal.to_act]
        turned = worth.best(worths.values(), side).settled.outcome != worths[made].settled.outcome
        decision = self._decision(number, made, worths, judged, turned)
        if decision.error:
            better = _better(decision)
            decision = _explained(decision, reasons.of_card(seen, action, better))
        if not decision.loss_true:
            return decision
        return msgspec.structs.replace(decision, **self._lines(number, deal, decision.best[0]))

    def _call(self, number: int, deal: Bidding, action: Action) -> Decision:
        made = notation.word(action, self.rules)
        if not isinstance(action, Call) or len(calls_on_offer(deal)) == 1:
            return self._forced(number, made)
        seen = view(self.steps[number].before, deal.to_act)
        worths = self._calls(number, deal, seen, action)
        asked = number in self.known
        judged = expected.of_call(seen, action, self._chance(number)) if asked else None
        side = self.rules.sides[deal.to_act]
        turned = worth.best(worths.values(), side).ahead(side) > 0 > worths[made].ahead(side)
        decision = self._decision(number, made, worths, judged, turned)
        if not decision.error:
            return decision
        better = [notation.read_call(name) for name in _better(decision)]
        return _explained(decision, reasons.of_call(seen, action, better))

    def _calls(self, number: int, deal: Bidding, seen: View, made: Call) -> dict[str, Worth]:
        """Return the worth of the true deal after each call worth trying out."""
        calls = calling.of(self.rules).candidates(seen)
        worths = {notation.call_word(call): self.auction.after(deal, seen, call) for call in calls}
        return worths | {notation.call_word(made): self.worths[number + 1]}

    def _decision(
        self,
        number: int,
        made: str,
        worths: Mapping[str, Worth],
        judged: Judged | None,
        turned: bool,
    ) -> Decision:
        step = self.steps[number]
        side = self.rules.sides[step.seat]
        true = {name: each.ahead(side) for name, each in worths.items()}
        most = max(true.values())
        judged = judged or Judged({}, (), Loss())
        loss_true, loss = most - true[made], judged.loss
        return Decision(
            number=number,
            seat=step.seat,
            action=notation.word(step.action, self.rules),
            choice=made,
            kind=kind_of(loss_true, loss.marks, turned),
            best=tuple(name for name, value in true.items() if value == most),
            advised=judged.best,
            loss_true=loss_true,
            loss_known=round(loss.marks, 2),
            chance_to_lose=round(loss.chance, 3),
            interval=round(loss.interval, 2),
            call=isinstance(step.before.deal, Bidding),
            exact=all(each.exact for each in worths.values()),
            true=true,
            expected=judged.worth,
        )

    def _forced(self, number: int, made: str) -> Decision:
        """Return the decision of a step without a choice."""
        step = self.steps[number]
        return Decision(
            number=number,
            seat=step.seat,
            action=notation.word(step.action, self.rules),
            choice=made,
            kind="best",
            best=(made,),
            advised=(made,),
            loss_true=0,
            loss_known=0,
            chance_to_lose=0,
            call=isinstance(step.before.deal, Bidding),
            forced=True,
            exact=self.worths[number].exact,
        )

    def _lines(self, number: int, deal: Playing, best: str) -> dict[str, tuple[Card, ...]]:
        """Return the principal variations after the card played, and after the best card."""
        usual = (
            play
            for play in legal_actions(deal)
            if isinstance(play, Play) and play.card.text == best
        )
        better = next((moves.apply(deal, deal.to_act, play) for play in usual), None)
        played = self.steps[number].after.deal
        lines = {"line_played": played, "line_best": better}
        return {
            name: worth.principal_variation(after)
            for name, after in lines.items()
            if isinstance(after, Playing)
        }

    def _chance(self, number: int) -> Random:
        """Build a generator of random numbers that are the same for the same decision of a deal."""
        pack = " ".join(map(str, self.steps[-1].after.deal.pack))
        return Random(f"{pack} {self.steps[0].before.number} {number}")

    # --- how it adds up ---

    def shares(self, decisions: Mapping[int, Decision]) -> tuple[int, tuple[Share, ...]]:
        """Return the worth of the deal as dealt, and the share of each seat in its result."""
        leads = [each.settled.marks[0] - each.settled.marks[1] for each in self.worths]
        total = [0] * self.rules.players
        known = [0.0] * self.rules.players
        for number, step in enumerate(self.steps):
            total[_answerable(step)] += leads[number + 1] - leads[number]
            if number in decisions:
                sign = {0: -1, 1: 1}.get(self.rules.sides[step.seat], 0)
                known[step.seat] += sign * decisions[number].loss_known
        parts = [round(FRACTION * lost) / FRACTION for lost in known]
        seats = range(self.rules.players)
        return leads[0], tuple(Share(s, parts[s], total[s] - parts[s]) for s in seats)


def _better(decision: Decision) -> list[str]:
    """Return the choices that were better by the seat's knowledge."""
    return [name for name in decision.advised if name != decision.choice]


def _explained(decision: Decision, reasons: Reasons) -> Decision:
    return msgspec.structs.replace(decision, facts=reasons.known, why=reasons.why)


def _forced(deal: Playing) -> bool:
    """Return whether the seat has one legal card, and no choice of announcements."""
    rules = deal.rules
    alone = len(legal_cards(deal)) == 1 and not rules.revocable and not rules.belote_by_mouth
    return alone and not deal.melds_offered(deal.to_act)


def _answerable(step: Step) -> int:
    """Return the seat responsible for a step's change: after a challenge the one in the wrong."""
    deal = step.after.deal
    if isinstance(deal, deals.Judged):
        verdict = deal.verdict
        return verdict.accuser if verdict.wronged == verdict.accused else verdict.accused
    return step.seat


def _as_written(last: Step) -> Rules:
    """Return the rules by which the deal was written: the last of a match may not be rounded."""
    rules, deal = last.before.rules, last.after.deal
    if not isinstance(deal, PlayedOut) or exact_at_the_end(last.before, deal) is None:
        return rules
    return rules.agree({"rounding": "none"})
