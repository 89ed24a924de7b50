"""The settlement of Belote: the attack needs more than the others (`french:22-24`).

Two sides and three players each alone (`reading:three-players`) differ in who pays whom, and in
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rebelote.rules.auctions.state import DOUBLED
from rebelote.rules.scoring import (
    ContractResult,
    Line,
    Lines,
    Outcome,
    Payment,
    Penalty,
    after_failing,
    compared,
    line_if_any,
    penalty_for_all,
    won,
)
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.settlements.kind import SettlementKind, Spread
from rebelote.rules.tallies import DEAL_POINTS, Tally, by_attack

DOUBLES: Final = "klaverjas-kraken:doubles"


def outcome(tally: Tally, rules: ScoringRules) -> Outcome:
    """Decide a contract: made, failed or tie (`french:22`, `flemish:61,73`).

    A side without a trick makes nothing (`question:24`); of three, each alone, only points are
    asked (`flemish:74`).
    """
    if not tally.tricks[tally.attack] and len(tally.points) == 2:
        return "failed"
    if rules.contract_goal == "fixed_82_tricks":
        return "made" if tally.points[tally.attack] > DEAL_POINTS // 2 else "failed"
    mine = compared(tally, tally.attack, rules)
    theirs = max(compared(tally, side, rules) for side in tally.others)
    if mine == theirs and tally.stake > 1:  # the side that raised last needs more
        attack_raised = tally.stake == DOUBLED**2
        return "failed" if attack_raised else "made"
    if mine == theirs:
        equal_ones: dict[str, Outcome] = {"hold": "tie", "failed": "failed", "made": "made"}
        return equal_ones[rules.tie_rule]
    return "made" if mine > theirs else "failed"


def by_majority(tally: Tally, rules: ScoringRules) -> ContractResult:
    """Return the verdict where the attack needs more than the others (`french:22-24`)."""
    decided = outcome(tally, rules)
    pay = _raised if tally.stake > 1 else _PAYMENTS[decided, len(tally.points)]
    payment = pay(tally, rules)
    line = Line(decided, tally.attack, tally.total(tally.attack), "french:22 flemish:61,74")
    return ContractResult(decided, payment, (*won(tally), line))


def _made(tally: Tally, rules: ScoringRules) -> Payment:
    """Pay each side its own points (`french:23`, `flemish:61`)."""
    return Payment(tuple(map(tally.total, tally.sides)), heir=tally.attack)


def _failed(tally: Tally, rules: ScoringRules) -> Payment:
    """Pay the defence everything but the attack's belote (`french:24`, `bga:66-67`,
    `reading:failure`)."""
    attack, defence = tally.attack, tally.attack ^ 1
    base = fail_base(tally, rules)
    kept, given, steps = after_failing(tally, rules, defence)
    own, fallen = tally.belote[defence] + tally.melds[defence], sum(tally.trick_melds)
    lines = (
        Line(
            "failed-swept" if base > tally.deal_points else "failed-all",
            defence,
            base,
            "french:21,24",
        ),
        *line_if_any("all-trick-melds", defence, fallen, "klaverjas:roem"),
        *line_if_any("defence-bonus", defence, own, "french:24"),
        *steps,
    )
    theirs = base + fallen + own + given
    return Payment(by_attack(attack, kept, theirs), heir=defence, steps=lines)


def _raised(tally: Tally, rules: ScoringRules) -> Payment:
    """Pay the winner of a doubled deal the points of all tricks, as often as the stake says, and
    all bonuses once (`klaverjas-kraken:doubles`)."""
    attack, defence = tally.attack, tally.attack ^ 1
    kept, given, moved = 0, tally.melds[defence] + tally.belote[defence], Lines()
    winner, base = attack, DEAL_POINTS + tally.sweep * (tally.swept == attack)
    if outcome(tally, rules) == "failed":
        winner, base = defence, fail_base(tally, rules)
        kept, given, moved = after_failing(tally, rules, defence)
    pit, roem = base - DEAL_POINTS, sum(tally.trick_melds)
    bonuses = tally.melds[winner] + tally.belote[winner] + given
    lines = (
        Line("written-tricks", winner, DEAL_POINTS, DOUBLES),
        Line("stake", winner, tally.stake, DOUBLES),
        *line_if_any("sweep", winner, pit, "klaverjas-nku:pit"),
        *line_if_any("all-trick-melds", winner, roem, "klaverjas:roem"),
        *line_if_any("all-bonuses", winner, bonuses, DOUBLES),
        *(line for line in moved if line.side == attack),
    )
    raw = by_attack(winner, DEAL_POINTS * tally.stake + pit + roem + bonuses, kept)
    return Payment(raw, heir=winner, steps=lines)


def penalty_for_tricks(deal: Penalty, rules: ScoringRules) -> ContractResult:
    """Pay for false play: all points, those of the tricks as often as the contract was raised
    (`flemish:67`, `klaverjas-kraken:doubles`)."""
    return penalty_for_all(deal, rules, tricks_raised=True)


def fail_base(tally: Tally, rules: ScoringRules) -> int:
    """Return the tricks' pay in a failed contract (*dedans*): 162, more after a sweep (*capot*).

    Where cards stay in the stock it is the points of those in play.
    """
    if tally.dealt is not None:
        return tally.deal_points + tally.sweep * (tally.swept is not None)
    if tally.swept is None or (tally.swept == tally.attack and rules.fail_base == "162"):
        return DEAL_POINTS
    paid = tally.swept == tally.attack or rules.swept_attack_pays > DEAL_POINTS
    return DEAL_POINTS + tally.sweep * paid


def tied(tally: Tally, rules: ScoringRules) -> Payment:
    """Pay a tie (*litige*, held points): the defence at once, while the attack's points wait
    (`flemish:73`, `bga:68-71`)."""
    attack = tally.attack
    belote = 0 if rules.tie_belote_held else tally.belote[attack]
    raw = [tally.total(side) for side in tally.sides]
    raw[attack] = belote
    steps = tuple(line_if_any("belote-kept", attack, belote, "bga:63,71"))
    return Payment(tuple(raw), kept=tally.total(attack) - belote, steps=steps)


# --- three players, each alone --------------------------------------------------------------------


def _failed_alone(tally: Tally, rules: ScoringRules) -> Payment:
    """Give the points of a failed lone attacker to those who beat it (`flemish:74`,
    `reading:three-players`)."""
    heirs = heirs_of(tally, _ahead(tally, rules), rules)
    kept, given, steps = after_failing(tally, rules, heirs[0])
    prize = tally.of_tricks(tally.attack) + given
    shares = _shares(prize, heirs, rules)
    raw = [tally.total(side) + shares.get(side, 0) for side in tally.sides]
    raw[tally.attack] = kept
    taken = tuple(Line("attack-taken", side, share, "flemish:74") for side, share in shares.items())
    return Payment(tuple(raw), heir=heirs[0], steps=(*taken, *steps))


def _ahead(tally: Tally, rules: ScoringRules) -> list[int]:
    """Return the sides with more than the attacker, or if none has, those with as much."""
    mine = compared(tally, tally.attack, rules)
    theirs = {side: compared(tally, side, rules) for side in tally.others}
    more = [side for side, points in theirs.items() if points > mine]
    return more or [side for side, points in theirs.items() if points == mine]


def heirs_of(tally: Tally, ahead: Sequence[int], rules: ScoringRules) -> list[int]:
    """Return the sides that take the attacker's points, the highest first (`question:18`)."""
    ranked = sorted(ahead, key=lambda side: -compared(tally, side, rules))
    best = compared(tally, ranked[0], rules)
    highest = [side for side in ranked if compared(tally, side, rules) == best]
    return highest if rules.three_beaten_to == "highest" else ranked


def _shares(prize: int, heirs: Sequence[int], rules: ScoringRules) -> dict[int, int]:
    """Divide the attacker's points among the heirs; an odd point goes to the highest."""
    if rules.three_beaten_to == "each":
        return dict.fromkeys(heirs, prize)
    half, odd = divmod(prize, len(heirs))
    return {side: half + (odd if side == heirs[0] else 0) for side in heirs}


_PAYMENTS: Final[dict[tuple[Outcome, int], Callable[[Tally, ScoringRules], Payment]]] = {
    ("made", 2): _made,
    ("failed", 2): _failed,
    ("tie", 2): tied,
    ("made", 3): _made,
    ("failed", 3): _failed_alone,
    ("tie", 3): tied,
}


MAJORITY: Final = SettlementKind(
    by_majority,
    Spread(115, 90),
    counts_whole_deals=True,
    adds_sweep=True,
    price=penalty_for_tricks,
)
