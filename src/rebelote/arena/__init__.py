"""Arena: measures which bot is stronger, and by how much, on the same packs with seats swapped.

The measure is what counts at the table: the marks one side writes more than the others, averaged
over deals (a dead deal is a deal of nought), or how many whole matches it wins. Every deal or match
is played once for each way to seat the two bots, and only then does it count as one value, so the
luck of the cards cancels out.
"""

from __future__ import annotations

from rebelote.arena.audit import TITLES, Audit
from rebelote.arena.bids import BidAudit
from rebelote.arena.calls import CallAudit
from rebelote.arena.confidence import NORMAL_95
from rebelote.arena.contracts import ContractAudit
from rebelote.arena.pairs import Result, compare
from rebelote.arena.pool import Pool, pool
from rebelote.arena.ratings import BotRating
from rebelote.arena.report import (
    as_json,
    audit_text,
    bids_text,
    calls_text,
    contracts_text,
    pool_text,
    positions_text,
    text,
)
from rebelote.workers import UnreachableWorkerError

__all__ = [
    "NORMAL_95",
    "TITLES",
    "Audit",
    "BidAudit",
    "BotRating",
    "CallAudit",
    "ContractAudit",
    "Pool",
    "Result",
    "UnreachableWorkerError",
    "as_json",
    "audit_text",
    "bids_text",
    "calls_text",
    "compare",
    "contracts_text",
    "pool",
    "pool_text",
    "positions_text",
    "text",
]
