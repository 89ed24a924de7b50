"""Quotas in the logs of tournaments and clubs, by the role of the author.

Strangers use up no place of the secretaries, and nobody that of the results of games under way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit

Writer = Literal["visitor", "leaver", "secretary", "table"]
"""`visitor`: joins, or enters a score by a slip; `leaver`: takes no more part; `table`: a table of
the server, whose match has ended."""

MOST_ENTRIES: Final = limit(
    10_000, "entries of a log: teams, draws, scores", per="tournament", beyond="event-full"
)
LOG_BYTES: Final = limit(
    2 << 20,
    "entries of a log, each with 100 more",
    unit="bytes",
    per="tournament, or club",
    beyond="event-full, or club-full",
)
OWNER_BYTES: Final = limit(
    20 << 20,
    "entries of all tournaments and clubs of an account",
    unit="bytes",
    per="person",
    beyond="too-many-events",
)
GUEST_BYTES: Final = limit(
    4 << 20,
    "entries of all tournaments and clubs of a guest",
    unit="bytes",
    per="person",
    beyond="too-many-events",
)
RESULT_BYTES: Final = 200
"""Bytes that are kept free for the result of each game that is played."""
PERCENT: Final[Mapping[Writer, int]] = {"visitor": 90, "leaver": 95, "secretary": 100}
"""Shares of a log, and of all that its owner may keep, that each may fill. A table of the server is
not refused: each game that was drawn has one result, whose place the others leave free."""


def check(writer: Writer, entries: int, size: int, missing: int, code: str) -> None:
    """Refuse lines for which a log has no place.

    Args:
        writer: who writes them.
        entries: of the log, with them.
        size: its bytes, with them.
        missing: games of the last round without a result.
        code: of the refusal.
    """
    if writer not in PERCENT:
        return
    percent = PERCENT[writer]
    too_many = 100 * (entries + missing) > percent * MOST_ENTRIES
    if too_many or 100 * (size + RESULT_BYTES * missing) > percent * LOG_BYTES:
        raise IllegalActionError(code)
