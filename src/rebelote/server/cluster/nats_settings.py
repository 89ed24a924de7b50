"""Numbers and names of the wire over NATS."""

from __future__ import annotations

from typing import Final

SUBJECT: Final = "rebelote"
MOST: Final = 64_000
"""Bytes of an envelope; a NATS server takes a million unless it is told otherwise."""
TIMEOUT_SECONDS: Final = 2
"""How long the NATS server may take over a connection, or an envelope."""
