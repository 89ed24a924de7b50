"""Signatures of envelopes: each comes from a node of the same database, and is accepted once.

A role that may connect to a PostgreSQL database may notify and listen there, without a right to any
table; a NATS server may be open to others too. So nodes sign what they send with a key that is
known only to those who may read the database, and number it. Pure but for the key.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

import msgspec

from rebelote.server.base.cluster.messages import PROTOCOL, Envelope, decode
from rebelote.server.base.limits import limit

SIGNATURE: Final = 32
"""Characters of a signature: half of an HMAC of SHA-256, in hexadecimal digits."""
AGE_MOST: Final = limit(
    300.0, "age of an envelope of another node", unit="s", per="envelope", beyond="it is refused"
)
MOST_SENDERS: Final = 1_000
"""Nodes whose last envelope is remembered."""


class ForgedMessageError(ValueError):
    """An envelope that is not signed by a node of this database, or was sent before."""


class Signer:
    """A signer of one node's envelopes, which checks those of the others."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._number = 0
        self._last: dict[str, tuple[int, float]] = {}
        """The number and time of each node's last envelope."""

    def signed(self, node: str, messages: tuple[msgspec.Raw, ...], now: float) -> bytes:
        """Return the next envelope of this node. `now`: by the clock of the database."""
        self._number += 1
        text = msgspec.json.encode(
            Envelope(
                node=node,
                number=self._number,
                at=round(now, 3),
                messages=messages,
                protocol=PROTOCOL,
            )
        )
        return self._signature(text) + text

    def opened(self, sent: bytes, now: float) -> Envelope:
        """Return the envelope sent. Raises ForgedMessageError; ValueError if it is unreadable."""
        signature, text = sent[:SIGNATURE], sent[SIGNATURE:]
        if not hmac.compare_digest(signature, self._signature(text)):
            raise ForgedMessageError("it is not signed by a node of this database")
        envelope = decode(text)
        last, _ = self._last.get(envelope.node, (0, 0.0))
        if envelope.number <= last or abs(now - envelope.at) > AGE_MOST:
            raise ForgedMessageError("it was sent before")
        self._remember(envelope, now)
        return envelope

    def _remember(self, envelope: Envelope, now: float) -> None:
        if envelope.node not in self._last:
            recent = {node: seen for node, seen in self._last.items() if now - seen[1] <= AGE_MOST}
            self._last = dict(list(recent.items())[-MOST_SENDERS + 1 :])
        self._last[envelope.node] = envelope.number, envelope.at

    def _signature(self, text: bytes) -> bytes:
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()[:SIGNATURE].encode()
