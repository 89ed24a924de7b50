"""The settlement of baloot: points become marks, 16 in a hokum and 26 in a sun.

The side that bought needs more points than the other, projects among them; then each writes its
own. With less, or once the stake is raised, the winner writes the whole deal and the projects of
both (`baloot:marks`). The coffee is for the match (`baloot:raises`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rebelote.rules.auctions.purchase import COFFEE
from rebelote.rules.scoring import (
    ContractResult,
    Line,
    Outcome,
    Payment,
    Penalty,
    compared,
    penalty_line,
    won,
)
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.settlements.kind import SettlementKind, Spread
from rebelote.rules.tallies import Points, Tally

SOURCE: Final = "baloot:marks"
HOKUM_MARKS: Final = 16
SUN_MARKS: Final = 26
"""The worth of a deal of baloot in marks, in a hokum and in a sun (`baloot:marks`)."""
MOST_STAKE: Final = 4
"""The most times that anything is written."""
LEAST_MARK: Final = 5
"""The least points that a mark stands for: ten at hokum, five at sun."""
EVERY_TRICK: Final = {False: 25, True: 44}
"""The worth of every trick in a hokum, and in a sun (`baloot:marks`)."""


def marks_of_deal(twice: bool) -> int:
    """Return the marks of a whole deal of baloot: a hokum, or a sun, where points count twice
    (`baloot:marks`)."""
    return SUN_MARKS if twice else HOKUM_MARKS


def marks_of_melds(points: int, twice: bool) -> int:
    """Return the marks of projects of so many points (`baloot:projects`)."""
    return points * (1 + twice) // 10


class _Share(NamedTuple):
    """The marks of a side: for tricks and projects, the stake that multiplies both, for baloot."""

    tricks: int = 0
    melds: int = 0
    stake: int = 1
    belote: int = 0

    @property
    def marks(self) -> int:
        return (self.tricks + self.melds) * self.stake + self.belote


def by_marks(tally: Tally, rules: ScoringRules) -> ContractResult:
    """Return the result where a deal is written in marks (`baloot:marks`)."""
    buyer = tally.attack
    winner = winner_of(tally, rules)
    outcome: Outcome = "tie" if winner is None else "made" if winner == buyer else "failed"
    shares = _shares(tally, winner, rules)
    verdict = Line(outcome, buyer, compared(tally, buyer, rules), SOURCE)
    raw = tuple(share.marks for share in shares)
    payment = Payment(raw, heir=winner, steps=tuple(_steps(shares)))
    wins = winner if tally.stake == COFFEE else None
    return ContractResult(outcome, payment, (*won(tally), verdict), wins)


def winner_of(tally: Tally, rules: ScoringRules) -> int | None:
    """Return the winner of the deal: the side with every trick, else with more; of level sides the
    buyers lose, or the last to raise, or neither wins (`question:72`)."""
    buyer, others = tally.attack, tally.attack ^ 1
    if tally.swept is not None:
        return tally.swept
    if ahead := lead(tally, rules):
        return buyer if ahead > 0 else others
    if tally.stake == 1 and rules.marks_level != "buyers_lose":
        return buyer if rules.marks_level == "buyers_win" else None
    raised_by_buyer = tally.stake % 2 == 1
    return others if raised_by_buyer else buyer


def lead(tally: Tally, rules: ScoringRules) -> int:
    """Return the lead of the buyers, negative where they are behind: in points with those of
    projects, or first in marks (`baloot:level`, `question:78`)."""
    buyer, others = tally.attack, tally.attack ^ 1
    in_points = compared(tally, buyer, rules) - compared(tally, others, rules)
    if rules.marks_compare == "points":
        return in_points
    own = [share.marks for share in _own(tally, rules)]
    if rules.marks_compare == "marks_then_cards":
        in_points = tally.points[buyer] - tally.points[others]
    return own[buyer] - own[others] or in_points


def marks(points: int, others: int, twice: bool) -> int:
    """Return the marks of a side's points in tricks: tens, 5 down; where both end in 6 only the
    smaller side goes up. In sun twice as many, and 5 is one.

    >>> [marks(95, 67, False), marks(86, 76, False), marks(75, 55, True), marks(66, 64, True)]
    [9, 8, 15, 14]
    """
    tens, rest = divmod(points, 10)
    if twice:
        return 2 * tens + (rest >= 5) + (rest > 5)
    return tens + (rest > 5 and (others % 10 != rest or points < others))


def _own(tally: Tally, rules: ScoringRules) -> tuple[_Share, ...]:
    """Return the marks that each side has won itself, without its baloot."""
    twice = rules.counts_twice(tally.no_trumps)
    return tuple(
        _Share(
            marks(tally.points[side], tally.points[side ^ 1], twice),
            marks_of_melds(tally.melds[side], twice),
        )
        for side in tally.sides
    )


def _shares(tally: Tally, winner: int | None, rules: ScoringRules) -> tuple[_Share, ...]:
    """Return the share of each side, before it is multiplied."""
    twice = rules.counts_twice(tally.no_trumps)
    belote, undoubled = _belotes(tally, winner, rules), tally.stake == 1
    if winner is None or (undoubled and winner == tally.attack and tally.swept is None):
        each = zip(_own(tally, rules), belote, strict=True)
        return tuple(share._replace(belote=own) for share, own in each)
    own = [marks_of_melds(points, twice) for points in tally.melds]
    loser, stake = winner ^ 1, min(tally.stake, MOST_STAKE)
    kept, given, whole = own[loser], 0, EVERY_TRICK[twice]
    if tally.swept is None:
        kept, given = _lost_melds(own[loser], loser == tally.attack, rules)
        whole = marks_of_deal(twice)
    all_of_it = _Share(whole, own[winner] + given, stake, belote[winner])
    lost = _Share(0, kept, 1, belote[loser])
    return (all_of_it, lost) if winner == 0 else (lost, all_of_it)


def _lost_melds(lost: int, by_buyer: bool, rules: ScoringRules) -> tuple[int, int]:
    """Split the marks for the loser's projects: those it keeps, and those the other side writes."""
    where = rules.failed_melds if by_buyer else "to_defence"
    return lost * (where == "kept"), lost * (where == "to_defence")


def _belotes(tally: Tally, winner: int | None, rules: ScoringRules) -> Points:
    """Return the marks of the baloots, never multiplied; a failed attack may lose its own."""
    marks = [points // 10 for points in tally.belote]
    if winner not in (None, tally.attack) and not rules.belote_safe_on_fail:
        marks[tally.attack ^ 1], marks[tally.attack] = sum(marks), 0
    return tuple(marks)


def _steps(shares: Iterable[_Share]) -> Iterable[Line]:
    """Yield the steps that lead to what each side writes."""
    for side, share in enumerate(shares):
        if share.tricks:
            yield Line("written-tricks", side, share.tricks, SOURCE)
        if share.melds:
            yield Line("written-melds", side, share.melds, "baloot:projects")
        if share.stake > 1:
            yield Line("stake", side, share.stake, "baloot:raises")
        if share.belote:
            yield Line("written-belote", side, share.belote, "baloot:projects")


def penalty_in_marks(deal: Penalty, rules: ScoringRules) -> ContractResult:
    """Pay the whole deal and the winner's own projects, as often as the stake says, and its own
    baloot (`baloot:false-play`).

    A claim that failed loses the deal as a buyer does: the projects of both, and each keeps its
    baloot (`baloot:sawa`). The coffee is for the match.
    """
    twice = rules.counts_twice(deal.terms.no_trumps)
    projects = sum(deal.melds) if deal.of_claim else deal.melds[deal.winner]
    stake, sides = min(deal.terms.stake, MOST_STAKE), range(2)
    mine = _Share(marks_of_deal(twice), marks_of_melds(projects, twice), stake)
    belotes = [deal.belote[side] // 10 * (deal.of_claim or side == deal.winner) for side in sides]
    shares = tuple(
        (mine if side == deal.winner else _Share())._replace(belote=belotes[side]) for side in sides
    )
    steps = tuple(
        penalty_line(deal, step.points, "baloot:false-play")
        if step.code == "written-tricks"
        else step
        for step in _steps(shares)
    )
    payment = Payment(tuple(share.marks for share in shares), 0, deal.winner, steps)
    wins = deal.winner if deal.terms.stake > MOST_STAKE else None
    return ContractResult("false_play", payment, (), wins)


def points_a_mark(rules: ScoringRules) -> int:
    """Return the least points that a mark stands for."""
    return LEAST_MARK


IN_MARKS: Final = SettlementKind(
    by_marks,
    Spread(19, 11),
    needs_pairs=True,
    needs_whole_pack=True,
    price=penalty_in_marks,
    points_a_mark=points_a_mark,
)
