"""Settlements: what each side writes for a deal, by the kind of game.

Each kind says whether the contract was made and what that pays, as a `ContractResult`; what is won,
held points and rounding are the same for all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from rebelote.rules.scoring import (
    ContractResult,
    ScoringRules,
    Settlement,
    Tally,
    by_majority,
    check,
    with_sweep,
    without_tricks,
    written,
)
from rebelote.rules.settlements.by_bid import by_bid
from rebelote.rules.settlements.hanging import hanging
from rebelote.rules.settlements.marks import by_marks

KINDS: Final[dict[str, Callable[[Tally, ScoringRules], ContractResult]]] = {
    "majority": by_majority,
    "bid": by_bid,
    "hanging": hanging,
    "marks": by_marks,
}
"""The kinds of settlement by name, as in the option `settlement`."""
OF_BIDS: Final = frozenset({"bid"})
"""Those that need to know what was bid."""
OF_PAIRS: Final = frozenset({"bid", "hanging", "marks"})
"""Those that need two sides."""
OF_WHOLE_PACKS: Final = frozenset({"bid", "hanging", "marks"})
"""Those that count on every card of the pack being played."""
OF_WHOLE_DEALS: Final = frozenset({"majority", "bid"})
"""Those in which a deal is worth 162 points, whatever is trump."""


def settle(tally: Tally, held: int, rules: ScoringRules) -> Settlement:
    """Write a deal. `held`: marks waiting from tied deals before it (`flemish:73`, `bga:68-71`)."""
    check(tally)
    counted = without_tricks(with_sweep(tally, rules), rules)
    result = KINDS[rules.settlement](counted, rules)
    sweep = tally.swept is not None
    payment, lines = result.payment, result.lines
    value = written(result.outcome, payment, held, tally.attack, lines, rules, sweep, tally.limit)
    return value if result.wins is None else msgspec.structs.replace(value, wins=result.wins)
