"""Was the pack fixed before it was cut? Sealed packs, and how anybody checks them.

A secret of 32 bytes makes the pack. Its digest, the seal, is told before the cut; the secret itself
once the deal is over. Whoever kept the seal can then make the pack again. What this proves, and
what not, stands in `docs/fairness.md`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, MutableSequence
from typing import Any, Final

from rebelote import match as matches
from rebelote.deck import Pack
from rebelote.match import Match
from rebelote.record import DealRecord, Record

SECRET_BYTES: Final = 32


class Stream:
    """Chance that anybody can repeat: SHA-256 of the secret and a counter, eight bytes a draw."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._drawn = 0

    def _next(self) -> int:
        block = hashlib.sha256(self._secret + self._drawn.to_bytes(8, "big")).digest()
        self._drawn += 1
        return int.from_bytes(block[:8], "big")

    def randrange(self, stop: int) -> int:
        """Any number from 0 up to `stop`, all equally likely: what would favour some is redrawn."""
        limit = (1 << 64) - (1 << 64) % stop
        while (drawn := self._next()) >= limit:
            pass
        return drawn % stop

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """From the last place to the first, each swaps with any place not after it."""
        for place in range(len(x) - 1, 0, -1):
            other = self.randrange(place + 1)
            x[place], x[other] = x[other], x[place]


def seal(secret: bytes) -> str:
    """The digest of a secret, in hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def verify(record: Record) -> Iterator[str]:
    """One sentence a deal: proven, or without a seal. ValueError where a seal is broken."""
    before: list[Match | None] = [None, *record.after_each_deal()]
    for number, (recorded, last) in enumerate(zip(record.deals, before, strict=False), 1):
        yield f"deal {number}: {_proof(record, recorded, last, number)}"


def _proof(record: Record, recorded: DealRecord, before: Match | None, number: int) -> str:
    if recorded.pack is None:
        return "the pack is that of the deal before, as it was gathered"
    if not recorded.seal:
        return "not sealed"
    if not recorded.secret:
        return "sealed, and the secret is not told yet"
    secret = _secret(recorded, number)
    if seal(secret) != recorded.seal:
        raise ValueError(f"deal {number}: the secret does not fit the seal")
    made = _pack(record, before, secret)
    if made != recorded.pack:
        raise ValueError(f"deal {number}: the secret does not make this pack")
    return "proven: the pack was fixed before the cut"


def _secret(recorded: DealRecord, number: int) -> bytes:
    try:
        return bytes.fromhex(recorded.secret)
    except ValueError:
        raise ValueError(f"deal {number}: the secret is not in hexadecimal digits") from None


def _pack(record: Record, before: Match | None, secret: bytes) -> Pack | None:
    """The pack that a secret makes: the first, or the next after the match as it stood."""
    if before is None:
        return matches.first_pack(record.rules, Stream(secret))
    return matches.new_pack(before, Stream(secret))
