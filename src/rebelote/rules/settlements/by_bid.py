"""The settlement of contrée and coinche: by what was bid, and what doubling made of it.

The attack makes its contract with as many points as it bid. It then writes its points and the bid;
where it fails, the defence writes a whole deal and the bid (`contree:made`, `contree:failed`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from rebelote.rules.actions import Value, points_bid
from rebelote.rules.scoring import (
    ContractResult,
    Line,
    Lines,
    Payment,
    Penalty,
    after_failing,
    compared,
    penalty_for_all,
    won,
)
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.settlements.kind import SettlementKind, Spread
from rebelote.rules.tallies import DEAL_POINTS, SWEEP, Points, Tally, all_to, by_attack

TWO_MORE: Final = 2
"""The points that every bid may need besides (`contree:two-more`)."""
EIGHTY: Final = 80
"""The bid that may need more points than it names (`contree:made`)."""
ROUND_DEAL: Final = 160
"""The points of a deal whose cards are not counted (`contree:failed`)."""
OF_ROUND_DEALS: Final = {
    "bid_and_160": ROUND_DEAL,
    "bid_and_162": DEAL_POINTS,
    "bid_beside_160": ROUND_DEAL,
    "line_of_160": ROUND_DEAL,
}
"""The points in place of those won once doubled, by `multiplied` (`contree:double`)."""
_BASES: Final = {"160_and_bid": 160, "162_and_bid": 162, "160": 160, "162": 162, "bid": 0}
_WITHOUT_BID: Final = ("160", "162", "all")
_SWEEPS: Final = {"none": DEAL_POINTS, "250": 250, "252": 252}


def by_bid(tally: Tally, rules: ScoringRules) -> ContractResult:
    """Return the result where the attack needs what it bid (`contree:made`)."""
    attack, defence = tally.attack, tally.attack ^ 1
    belote = tally.belote if rules.defence_belote else by_attack(attack, tally.belote[attack], 0)
    counted = msgspec.structs.replace(tally, sweep=sweep_bonus(tally, rules), belote=belote)
    made = is_made(counted, rules)
    raw, steps = (when_made if made else when_failed)(counted, rules)
    verdict = Line(
        "bid-made" if made else "bid-failed",
        attack,
        compared(counted, attack, rules),
        "contree:made" if made else "contree:failed",
    )
    payment = Payment(raw, heir=attack if made else defence, steps=steps)
    return ContractResult("made" if made else "failed", payment, (*won(counted), verdict))


def sweep_bonus(tally: Tally, rules: ScoringRules) -> int:
    """Return the points that a sweep adds to those of the tricks (`contree:capot`)."""
    if points_bid(tally.value) is not None:
        return rules.unbid_sweep - DEAL_POINTS
    return _SWEEPS[rules.capot_points] - DEAL_POINTS


def penalty_by_bid(deal: Penalty, rules: ScoringRules) -> ContractResult:
    """Pay what the contract was played for (`question:87`): as if it had failed, or been made where
    the defence played falsely, with all that was said; never less than all points."""
    least = penalty_for_all(
        deal, msgspec.structs.replace(rules, false_play_award="162_and_bonuses")
    )
    if rules.false_play_award != "contract":
        return penalty_for_all(deal, rules)
    winner, terms = deal.winner, deal.terms
    made = winner == deal.attack
    one_trick = not (made and isinstance(terms.value, str))
    tally = Tally(
        attack=deal.attack,
        points=all_to(winner, DEAL_POINTS),
        tricks=by_attack(winner, 8 - one_trick, int(one_trick)),
        melds=all_to(winner, sum(deal.melds)),
        belote=all_to(winner, sum(deal.belote)),
        alone=True,
        **terms._asdict(),
    )
    tally = msgspec.structs.replace(tally, sweep=sweep_bonus(tally, rules))
    raw, steps = (when_made if made else when_failed)(tally, rules)
    price = ContractResult("false_play", Payment(raw, heir=winner, steps=steps), ())
    return price if sum(raw) > sum(least.payment.raw) else least


# --- made or failed -------------------------------------------------------------------------------


def needed(value: int, rules: ScoringRules) -> int:
    """Return the points that a bid needs (`contree:made`, `contree:two-more`)."""
    if rules.bids_need == "two_more":
        return value + TWO_MORE
    return rules.eighty_needs if value == EIGHTY else value


def is_made(tally: Tally, rules: ScoringRules) -> bool:
    """Return whether the contract is made (`contree:made`, `contree:capot`); never without a trick
    (`question:24`)."""
    if not tally.tricks[tally.attack]:
        return False
    every_trick = tally.swept == tally.attack
    match tally.value:
        case None:
            raise ValueError("a deal that is settled by its bid needs a bid")
        case "generale":
            return tally.alone
        case "capot":
            return every_trick
    mine = compared(tally, tally.attack, rules)
    theirs = compared(tally, tally.attack ^ 1, rules)
    enough = mine >= needed(points_bid(tally.value) or 0, rules)
    besides = mine > theirs or not rules.beat_defence
    return enough and besides and (every_trick or isinstance(tally.value, int))


# --- what is written ------------------------------------------------------------------------------


def bid_worth(tally: Tally, rules: ScoringRules) -> int:
    """Return the points written for the bid (`contree:made`, `contree:capot`)."""
    every: dict[Value | None, int] = {
        "capot": rules.capot_value,
        "generale": rules.generale_value,
        82: rules.eighty_two_writes,
    }
    worth = every.get(tally.value, points_bid(tally.value) or 0)
    return worth * 2 if tally.no_trumps and rules.no_trumps_twice else worth


def times(tally: Tally, rules: ScoringRules) -> int:
    """Return the factor of the multiplied part: the stake, at no trumps perhaps one more
    (`bazar-blot:stakes`)."""
    return tally.stake + (tally.no_trumps and rules.no_trumps_stake == "one_more")


class Written(NamedTuple):
    """Parts of a line: the points of the tricks, the bid, and the bonuses."""

    base: int
    worth: int
    bonuses: int


def line(parts: Written, factor: int, rules: ScoringRules) -> int:
    """Return the points written for a contract, its `multiplied` part times `factor`
    (`contree:double`)."""
    base, worth, bonuses = parts
    only_bid = rules.multiplied in ("bid", "bid_beside_160")
    if only_bid or (rules.multiplied == "bid_or_line" and worth):
        return base + worth * factor + bonuses
    if rules.multiplied in ("bid_and_160", "bid_and_162"):
        return (base + worth) * factor + bonuses
    return (base + worth + bonuses) * factor


def base_when_made(tally: Tally, rules: ScoringRules) -> int:
    """Return the points that the attack writes for its tricks."""
    attack, every_trick = tally.attack, points_bid(tally.value) is None
    uncounted = every_trick and rules.capot_points == "none" and rules.made_pays != "points"
    if rules.made_pays == "bid" or uncounted:
        return 0
    if tally.stake > 1 and rules.multiplied in OF_ROUND_DEALS:
        with_sweep = rules.multiplied == "line_of_160" and tally.swept == attack
        return OF_ROUND_DEALS[rules.multiplied] + SWEEP * with_sweep
    if tally.stake > 1 and rules.doubled_defence == "all_over":
        return tally.of_all_tricks
    return tally.of_tricks(attack)


def bonuses_when_made(tally: Tally, rules: ScoringRules) -> Points:
    """Return the bonuses of attack and defence in a contract made; those of a defence that doubled
    may go over to the attack (`contree:double`)."""
    attack, defence = tally.attack, tally.attack ^ 1
    mine = tally.melds[attack] + tally.belote[attack]
    melds, belote = tally.melds[defence], tally.belote[defence]
    if tally.stake == 1 or rules.doubled_defence == "own":
        return mine, tally.of_tricks(defence) + melds + belote
    if rules.doubled_defence == "belote":
        return mine + melds, belote
    return mine + (melds + belote) * (rules.doubled_defence in ("belote_over", "all_over")), 0


def when_made(tally: Tally, rules: ScoringRules) -> tuple[Points, Lines]:
    """Return the points written for a contract made, by side, and the steps (`contree:made`)."""
    bonuses, theirs = bonuses_when_made(tally, rules)
    worth = 0 if rules.made_pays == "points" else bid_worth(tally, rules)
    parts = Written(base_when_made(tally, rules), worth, bonuses)
    mine = line(parts, times(tally, rules), rules)
    return by_attack(tally.attack, mine, theirs), tuple(_steps(tally, tally.attack, parts, rules))


def failed_base(tally: Tally, rules: ScoringRules) -> int:
    """Return the points that the defence writes for the tricks of a failed contract
    (`contree:failed`)."""
    if rules.failed_pays in ("all_and_bid", "all"):
        return tally.of_all_tricks - sum(tally.trick_melds)
    if rules.failed_pays == "own_sweep_and_bid":
        return DEAL_POINTS + tally.bonus(tally.attack ^ 1)
    if points_bid(tally.value) is not None or rules.failed_capot_base == "as_usual":
        return _BASES[rules.failed_pays]
    return 252 if rules.failed_capot_base == "252" else 0


def when_failed(tally: Tally, rules: ScoringRules) -> tuple[Points, Lines]:
    """Return the points written for a failed contract by side, and the steps (`contree:failed`)."""
    attack, defence = tally.attack, tally.attack ^ 1
    kept, given, moved = after_failing(tally, rules, defence)
    worth = 0 if rules.failed_pays in _WITHOUT_BID else bid_worth(tally, rules)
    own = tally.belote[defence] + tally.melds[defence] + sum(tally.trick_melds)
    parts = Written(failed_base(tally, rules), worth, own + given)
    theirs = line(parts, times(tally, rules), rules)
    return by_attack(attack, kept, theirs), (*_steps(tally, defence, parts, rules), *moved)


def _steps(tally: Tally, side: int, parts: Written, rules: ScoringRules) -> list[Line]:
    """Return the steps that lead to what this side writes."""
    steps = [
        Line("written-tricks", side, parts.base, "contree:made contree:failed"),
        Line("written-bid", side, parts.worth, "contree:made contree:failed"),
        Line("written-bonuses", side, parts.bonuses, "contree:belote"),
    ]
    if (factor := times(tally, rules)) > 1:
        steps.append(Line("stake", side, factor, "contree:double contree:redouble"))
    return [step for step in steps if step.points]


BY_BID: Final = SettlementKind(
    by_bid,
    Spread(290, 155),
    needs_bids=True,
    needs_pairs=True,
    needs_whole_pack=True,
    counts_whole_deals=True,
    price=penalty_by_bid,
    needed=needed,
)
