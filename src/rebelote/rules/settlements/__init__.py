"""Settlements: the points that each side writes for a deal, by the kind of game.

Each kind is a module with one `SettlementKind`, found by its name in the option `settlement`; what
is won, held points and rounding are the same for all.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.rules.scoring import (
    ContractResult,
    Penalty,
    Settlement,
    with_sweep,
    without_tricks,
    written,
)
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.settlements.by_bid import BY_BID
from rebelote.rules.settlements.hanging import HANGING
from rebelote.rules.settlements.kind import SettlementKind, Spread
from rebelote.rules.settlements.majority import MAJORITY
from rebelote.rules.settlements.marks import IN_MARKS
from rebelote.rules.tallies import Tally, check

KINDS: Final[dict[str, SettlementKind]] = {
    "majority": MAJORITY,
    "bid": BY_BID,
    "hanging": HANGING,
    "marks": IN_MARKS,
}
"""The kinds of settlement by name, as in the option `settlement`."""


def settle(tally: Tally, held: int, rules: ScoringRules) -> Settlement:
    """Write a deal. `held`: marks waiting from tied deals before it (`flemish:73`, `bga:68-71`)."""
    check(tally)
    counted = without_tricks(with_sweep(tally, rules), rules)
    settled = KINDS[rules.settlement].settle(counted, rules)
    sweep = tally.swept is not None
    payment, lines = settled.payment, settled.lines
    value = written(settled.outcome, payment, held, tally.attack, lines, rules, sweep, tally.limit)
    return value if settled.wins is None else msgspec.structs.replace(value, wins=settled.wins)


def award(deal: Penalty, held: int, rules: ScoringRules) -> Settlement:
    """Write a deal that false play, a false accusation or a failed claim has ended
    (`flemish:67`, `question:20`)."""
    priced = _price(deal, rules)
    limit = deal.terms.limit
    payment = priced.payment
    value = written(priced.outcome, payment, held, deal.attack, priced.lines, rules, limit=limit)
    return value if priced.wins is None else msgspec.structs.replace(value, wins=priced.wins)


def at_stake(deal: Penalty, rules: ScoringRules) -> int:
    """Return what false play would cost now, whichever side it was, before it is rounded."""
    sides = range(len(deal.melds))
    prices = (_price(deal._replace(winner=side), rules) for side in sides)
    return max(sum(price.payment.raw) for price in prices)


def _price(deal: Penalty, rules: ScoringRules) -> ContractResult:
    return KINDS[rules.settlement].price(deal, rules)


__all__ = ["KINDS", "SettlementKind", "Spread", "at_stake", "award", "settle"]
