"""HTTP schemas of fairness in figures: requests and responses."""

from __future__ import annotations

from rebelote.analysis.fairness import FairnessReport
from rebelote.server.protocol.schemas import Message


class FairnessMonth(Message, frozen=True):
    """GET /api/fairness: what hands a month's deals held; `months`: those there are, latest first.

    `report` is null where there is none. `over`: whether the month is. `until`: when the last
    match ended that is counted, in seconds since 1970.
    """

    months: tuple[str, ...] = ()
    month: str = ""
    over: bool = False
    matches: int = 0
    until: float = 0.0
    report: FairnessReport | None = None
