"""Reviews that people's own devices made: shown to them alone, and in no rating."""

from __future__ import annotations

from typing import Final

from rebelote.analysis.report import REVISION
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.storage.store import Reader, Statement

REVIEW_BYTES: Final = limit(
    1 << 15, "a review that a device made", unit="bytes", per="request", beyond="too-large"
)
_KEPT: Final = (
    "SELECT report FROM device_reviews WHERE person = ? AND table_id = ? AND version = ? "
    "AND deal = ? AND revision = ?"
)
_KEEP: Final = (
    "INSERT INTO device_reviews (person, table_id, version, deal, revision, report) "
    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (person, table_id, version, deal) "
    "DO UPDATE SET revision = excluded.revision, report = excluded.report"
)
_OF_PLAYERS: Final = (
    "SELECT seat, deal, report FROM device_reviews AS kept JOIN played "
    "ON played.person = kept.person AND played.table_id = kept.table_id "
    "AND played.version = kept.version "
    "WHERE kept.table_id = ? AND kept.version = ? AND revision = ? AND bot IS NULL"
)
_PLAYED: Final = (
    "SELECT 1 FROM played WHERE person = ? AND table_id = ? AND version = ? AND bot IS NULL"
)


async def check_played(store: Reader, person: str, match: tuple[str, int]) -> None:
    """Check that a person has played an ended match. Raises IllegalActionError `not-yours`."""
    if not await store.read(_PLAYED, person, *match):
        raise IllegalActionError("not-yours")


async def kept(store: Reader, person: str, deal: tuple[str, int, int]) -> bytes | None:
    """Return the review that a person's device made of a deal; None without one."""
    rows = await store.read(_KEPT, person, *deal, REVISION)
    return bytes(rows[0][0]) if rows else None


def keep(person: str, deal: tuple[str, int, int], report: bytes) -> Statement:
    """Build the statement that stores a review, in place of an earlier one."""
    return _KEEP, (person, *deal, REVISION, report)


async def of_players(store: Reader, match: tuple[str, int]) -> list[tuple[int, int, bytes]]:
    """Return the reviews that the players of an ended match handed in: seat, deal and review."""
    rows = await store.read(_OF_PLAYERS, *match, REVISION)
    return [(seat, deal, bytes(report)) for seat, deal, report in rows]
