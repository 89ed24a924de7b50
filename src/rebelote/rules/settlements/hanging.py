"""The settlement of Bulgarian belot: more points than the others, or the points hang.

The attack makes its contract with more points than the defence, and then each side writes its own.
With fewer the defence writes everything. With as many the attack's points hang: the winner of the
next deal writes them. Doubled, the side with more writes everything, twice; redoubled, four
times (`bulgaria:settlement`).
"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.rules.scoring import (
    ContractResult,
    Line,
    Lines,
    Outcome,
    Payment,
    Points,
    ScoringRules,
    Tally,
    after_failing,
    besides_tricks,
    by_attack,
    compared,
    in_tricks,
    rounded_points,
)

SOURCE: Final = "bulgaria:settlement"


def hanging(tally: Tally, rules: ScoringRules) -> ContractResult:
    """The result where equal points hang, doubled or not (`bulgaria:settlement`)."""
    counted = with_no_trumps_twice(tally, rules)
    outcome = outcome_of(counted, rules)
    verdict = Line(outcome, tally.attack, counted.total(tally.attack), SOURCE)
    payment = pay(counted, outcome, rules)
    return ContractResult(outcome, payment, (*_won(tally, counted), verdict))


def with_no_trumps_twice(tally: Tally, rules: ScoringRules) -> Tally:
    """The points of tricks as they count in no trumps; a sweep and all that is announced count
    once."""
    if not rules.counts_twice(tally.no_trumps):
        return tally
    twice = tuple(points * 2 for points in tally.points)
    return msgspec.structs.replace(tally, points=twice)


def outcome_of(tally: Tally, rules: ScoringRules) -> Outcome:
    """Made with more points than the defence, failed with fewer, a tie with as many."""
    mine, theirs = (compared(tally, side, rules) for side in (tally.attack, tally.attack ^ 1))
    if mine == theirs:
        return "tie"
    return "made" if mine > theirs else "failed"


# --- what is written ------------------------------------------------------------------------------


def pay(tally: Tally, outcome: Outcome, rules: ScoringRules) -> Payment:
    """What each side writes, what hangs, and who takes what hung before."""
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
    """What belongs to each side before it is rounded and multiplied; in a tie the attack's hangs.

    A double leaves the loser nothing, but for bonuses that a failed attack keeps anyhow.
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
    """The announcements of a failed attack that nobody writes."""
    return tally.melds[tally.attack] if rules.failed_melds == "void" else 0


def _in_tens(tally: Tally, shares: Points, tens: Points, rules: ScoringRules) -> list[Line]:
    """What was rounded before it is multiplied, or where the sheet counts single points."""
    if tally.stake == 1 and rules.unit != 1:
        return []
    changed = (side for side in tally.sides if tens[side] != shares[side])
    return [Line("tens", side, tens[side], "bulgaria:rounding") for side in changed]


def _multiplied(tally: Tally, side: int) -> list[Line]:
    """What a double makes of a share once it is rounded."""
    return [Line("stake", side, tally.stake, "bulgaria:double")] if tally.stake > 1 else []


def _won(tally: Tally, counted: Tally) -> list[Line]:
    """What each side won, the attack first."""
    lines: list[Line] = []
    for side in (tally.attack, *tally.others):
        lines += in_tricks(tally, side)
        if more := counted.points[side] - tally.points[side]:
            lines.append(Line("no-trumps-twice", side, more, "bulgaria:points"))
        lines += besides_tricks(counted, side)
    return lines
