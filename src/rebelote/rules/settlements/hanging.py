"""The settlement of Bulgarian belot: more points than the others, or the points hang.

The attack makes its contract with more points than the defence, and then each side writes its own.
With fewer the defence writes everything. With as many the attack's points hang: the winner of the
next deal writes them. Doubled, the side with more writes everything, twice; redoubled, four
times (`bulgaria:settlement`).
"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.rules.rounding import rounded_points
from rebelote.rules.scoring import (
    ContractResult,
    Line,
    Lines,
    Outcome,
    Payment,
    after_failing,
    besides_tricks,
    compared,
    in_tricks,
)
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.settlements.kind import SettlementKind, Spread
from rebelote.rules.tallies import Points, Tally, by_attack

SOURCE: Final = "bulgaria:settlement"


def hanging(tally: Tally, rules: ScoringRules) -> ContractResult:
    """Return the result where equal points hang, doubled or not (`bulgaria:settlement`)."""
    counted = with_no_trumps_twice(tally, rules)
    outcome = outcome_of(counted, rules)
    verdict = Line(outcome, tally.attack, counted.total(tally.attack), SOURCE)
    payment = pay(counted, outcome, rules)
    return ContractResult(outcome, payment, (*_won(tally, counted), verdict))


def with_no_trumps_twice(tally: Tally, rules: ScoringRules) -> Tally:
    """Double the points of tricks in no trumps; a sweep and announcements count once."""
    if not rules.counts_twice(tally.no_trumps):
        return tally
    twice = tuple(points * 2 for points in tally.points)
    return msgspec.structs.replace(tally, points=twice)


def outcome_of(tally: Tally, rules: ScoringRules) -> Outcome:
    """Compare the sides: made with more points than the defence, failed with fewer, else a tie."""
    mine, theirs = (compared(tally, side, rules) for side in (tally.attack, tally.attack ^ 1))
    if mine == theirs:
        return "tie"
    return "made" if mine > theirs else "failed"


# --- what is written ------------------------------------------------------------------------------


def pay(tally: Tally, outcome: Outcome, rules: ScoringRules) -> Payment:
    """Return the payment: the points by side, those that hang, and the heir of earlier ones."""
    attack, heir = tally.attack, tally.attack ^ (outcome == "failed")
    shares, steps = shared(tally, outcome, rules)
    tens = rounded_points(shares, attack, rules, tally.limit)
    raw = [tens[side] * (tally.stake if side == heir else 1) for side in tally.sides]
    lines = (*steps, *_in_tens(tally, shares, tens, rules), *_multiplied(tally, heir))
    if outcome != "tie":
        return Payment(tuple(raw), heir=heir, steps=lines)
    kept, raw[attack] = raw[attack], 0
    return Payment(tuple(raw), kept=kept, steps=lines)


def shared(tally: Tally, outcome: Outcome, rules: ScoringRules) -> tuple[Points, Lines]:
    """Return the points of each side before rounding and doubling; in a tie the attack's hang.

    A double leaves the loser nothing, except for bonuses that a failed attack always keeps.
    """
    attack, defence = tally.attack, tally.attack ^ 1
    both = tally.total(attack) + tally.total(defence)
    if outcome == "failed":
        kept, _, steps = after_failing(tally, rules, defence)
        lost = _lost_melds(tally, rules)
        given = Line("everything", defence, both - kept - lost, SOURCE)
        return by_attack(attack, kept, given.points), (*steps, given)
    if tally.stake > 1:
        return by_attack(attack, both, 0), (Line("everything", attack, both, SOURCE),)
    return tuple(map(tally.total, tally.sides)), ()


def _lost_melds(tally: Tally, rules: ScoringRules) -> int:
    """Return the announcements of a failed attack that nobody writes."""
    return tally.melds[tally.attack] if rules.failed_melds == "void" else 0


def _in_tens(tally: Tally, shares: Points, tens: Points, rules: ScoringRules) -> list[Line]:
    """List the rounded shares, where they are multiplied or the sheet counts single points."""
    if tally.stake == 1 and rules.unit != 1:
        return []
    changed = (side for side in tally.sides if tens[side] != shares[side])
    return [Line("tens", side, tens[side], "bulgaria:rounding") for side in changed]


def _multiplied(tally: Tally, side: int) -> list[Line]:
    return [Line("stake", side, tally.stake, "bulgaria:double")] if tally.stake > 1 else []


def _won(tally: Tally, doubled: Tally) -> list[Line]:
    """List the winnings of each side, the attack first."""
    lines: list[Line] = []
    for side in (tally.attack, *tally.others):
        lines += in_tricks(tally, side)
        if more := doubled.points[side] - tally.points[side]:
            lines.append(Line("no-trumps-twice", side, more, "bulgaria:points"))
        lines += besides_tricks(doubled, side)
    return lines


HANGING: Final = SettlementKind(
    hanging, Spread(210, 110), needs_pairs=True, needs_whole_pack=True, adds_sweep=True
)
