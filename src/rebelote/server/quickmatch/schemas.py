"""HTTP schemas of the quick match."""

from __future__ import annotations

from rebelote.server.protocol.schemas import Message


class Searchers(Message, frozen=True):
    """GET /api/searches: how many people look for a table, by preset; no preset without any."""

    presets: dict[str, int]
