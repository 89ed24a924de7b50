"""HTTP schemas of matches played without a network: requests and responses."""

from __future__ import annotations

from rebelote.server.protocol.schemas import Message


class OfflineMatch(Message, frozen=True):
    """POST /api/me/offline-matches: a match that has ended, as its record (`docs/notation.md`).

    Its seats are called by the names of bots, the player's by its number; no remarks, no seals.
    """

    record: str
