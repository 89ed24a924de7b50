"""Settlements: what each side writes for a deal, by the kind of game.

Each kind says whether the contract was made and what that pays, as a `ContractResult`; what is won,
held points and rounding are the same for all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rebelote.rules.scoring import (
    ContractResult,
    ScoringRules,
    Settlement,
    Tally,
    by_majority,
    check,
    without_tricks,
    written,
)
from rebelote.rules.settlements.by_bid import by_bid

KINDS: Final[dict[str, Callable[[Tally, ScoringRules], ContractResult]]] = {
    "majority": by_majority,
    "bid": by_bid,
}
"""The kinds of settlement by name, as in the option `settlement`."""
OF_BIDS: Final = frozenset({"bid"})
"""Those that need to know what was bid."""


def settle(tally: Tally, held: int, rules: ScoringRules) -> Settlement:
    """Write a deal. `held`: marks waiting from tied deals before it (`flemish:73`, `bga:68-71`)."""
    check(tally)
    counted = without_tricks(tally, rules)
    result = KINDS[rules.settlement](counted, rules)
    sweep = tally.swept is not None
    return written(result.outcome, result.payment, held, tally.attack, result.lines, rules, sweep)
