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
    MOST_STAKE,
    ContractResult,
    Line,
    Outcome,
    Payment,
    Points,
    ScoringRules,
    Tally,
    compared,
    marks_of_deal,
    marks_of_melds,
    won,
)

SOURCE: Final = "baloot:marks"
EVERY_TRICK: Final = {False: 25, True: 44}
"""What every trick is worth in a hokum, and in a sun (`baloot:marks`)."""


class _Share(NamedTuple):
    """What a side writes: for the tricks, for projects, what both are multiplied by, for baloot."""

    tricks: int = 0
    melds: int = 0
    stake: int = 1
    belote: int = 0

    @property
    def marks(self) -> int:
        return (self.tricks + self.melds) * self.stake + self.belote


def by_marks(tally: Tally, rules: ScoringRules) -> ContractResult:
    """The result where a deal is written in marks (`baloot:marks`)."""
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
    """The side that wins the deal: that with every trick, else with more; level, the buyers lose,
    or who raised last, or nobody wins (`question:72`)."""
    buyer, others = tally.attack, tally.attack ^ 1
    if tally.swept is not None:
        return tally.swept
    if ahead := lead(tally, rules):
        return buyer if ahead > 0 else others
    if tally.stake == 1 and rules.marks_level == "each_own":
        return None
    raised_by_buyer = tally.stake % 2 == 1
    return others if raised_by_buyer else buyer


def lead(tally: Tally, rules: ScoringRules) -> int:
    """By how much the buyers are ahead, below zero where they are behind: in points with those of
    projects, or first in marks (`baloot:level`, `question:78`)."""
    buyer, others = tally.attack, tally.attack ^ 1
    in_points = compared(tally, buyer, rules) - compared(tally, others, rules)
    if rules.marks_compare == "points":
        return in_points
    own = [share.marks for share in _own(tally, rules)]
    return own[buyer] - own[others] or in_points


def marks(points: int, others: int, twice: bool) -> int:
    """The marks of a side's points in tricks: tens, 5 down; where both end in 6 only the smaller
    side goes up. In sun twice as many, and 5 is one.

    >>> [marks(95, 67, False), marks(86, 76, False), marks(75, 55, True), marks(66, 64, True)]
    [9, 8, 15, 14]
    """
    tens, rest = divmod(points, 10)
    if twice:
        return 2 * tens + (rest >= 5) + (rest > 5)
    return tens + (rest > 5 and (others % 10 != rest or points < others))


def _own(tally: Tally, rules: ScoringRules) -> tuple[_Share, ...]:
    """What each side has won by itself, its baloot left out."""
    twice = rules.counts_twice(tally.no_trumps)
    return tuple(
        _Share(
            marks(tally.points[side], tally.points[side ^ 1], twice),
            marks_of_melds(tally.melds[side], twice),
        )
        for side in tally.sides
    )


def _shares(tally: Tally, winner: int | None, rules: ScoringRules) -> tuple[_Share, ...]:
    """What each side writes, before it is multiplied."""
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
    """Of the projects of a side that loses: what it keeps, and what the other writes."""
    where = rules.failed_melds if by_buyer else "to_defence"
    return lost * (where == "kept"), lost * (where == "to_defence")


def _belotes(tally: Tally, winner: int | None, rules: ScoringRules) -> Points:
    """The marks of the baloots, which nothing multiplies; a failed attack may lose its own."""
    result = [points // 10 for points in tally.belote]
    if winner not in (None, tally.attack) and not rules.belote_safe_on_fail:
        result[tally.attack ^ 1], result[tally.attack] = sum(result), 0
    return tuple(result)


def _steps(shares: Iterable[_Share]) -> Iterable[Line]:
    """The steps that lead to what each side writes."""
    for side, share in enumerate(shares):
        if share.tricks:
            yield Line("written-tricks", side, share.tricks, SOURCE)
        if share.melds:
            yield Line("written-melds", side, share.melds, "baloot:projects")
        if share.stake > 1:
            yield Line("stake", side, share.stake, "baloot:raises")
        if share.belote:
            yield Line("written-belote", side, share.belote, "baloot:projects")
