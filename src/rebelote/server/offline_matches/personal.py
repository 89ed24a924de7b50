"""Personal data of matches that were played without a network."""

from __future__ import annotations

import zlib
from typing import Final

from rebelote.server.limits import limit
from rebelote.server.personal import Personal
from rebelote.server.storage.store import Row

KEPT: Final = limit(
    100,
    "matches handed in that were played without a network",
    per="person",
    beyond="the oldest goes",
)
TRIM: Final = (
    "DELETE FROM offline_matches WHERE person = ?1 AND digest NOT IN (SELECT digest FROM "
    f"offline_matches WHERE person = ?1 ORDER BY handed_in DESC LIMIT {KEPT})"
)
"""Deletes the oldest of a person's matches beyond those kept."""


def unpacked(record: str, packed: bytes | None) -> str:
    """The record of a match; older ones are not compressed."""
    return record if packed is None else zlib.decompress(packed).decode()


def _decode(row: Row) -> None:
    row["record"] = unpacked(row["record"], row.pop("packed"))


PERSONAL: Final = (
    Personal(
        table="offline_matches",
        key=("digest",),
        taken_over=True,
        exported="digest, handed_in, preset, seat, won, marks, others, record, packed",
        order="handed_in",
        decode=_decode,
        after_takeover=(TRIM,),
    ),
)
