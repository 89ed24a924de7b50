"""Sealed packs (commit and reveal), and how anybody checks them.

A secret of 32 bytes and the nonces of players make the pack. The secret's digest, the seal, is sent
before any nonce is, and the nonces were committed to before the seal: so nobody chooses the pack.
The secret is disclosed once the deal is over, and then anybody can make the pack again. What this
proves, and what not, is in `docs/fairness.md`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, MutableSequence, Sequence
from typing import Final, TypeVar

from rebelote.rules import match as matches
from rebelote.rules.deck import Pack
from rebelote.rules.match import Match
from rebelote.rules.records.record import DealRecord, Record

SECRET_BYTES: Final = 32
"""Length of the server's secret."""
NONCE_BYTES: Final = 16
"""Length of the random number that a player adds."""
LABEL: Final = b"rebelote pack\n"
"""The prefix of secret and nonces, which sets their digest apart from all others."""

_Item = TypeVar("_Item")


class Stream:
    """Chance that anybody can repeat: SHA-256 of a seed and a counter, eight bytes a draw."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn = 0

    def _next(self) -> int:
        block = hashlib.sha256(self._seed + self._drawn.to_bytes(8, "big")).digest()
        self._drawn += 1
        return int.from_bytes(block[:8], "big")

    def randrange(self, stop: int) -> int:
        """Return a number from 0 to `stop` - 1, all equally likely: biased draws are rejected."""
        limit = (1 << 64) - (1 << 64) % stop
        while (drawn := self._next()) >= limit:
            pass
        return drawn % stop

    def shuffle(self, x: MutableSequence[_Item]) -> None:
        """Shuffle in place: from the last place to the first, swap each with any not after it."""
        for place in range(len(x) - 1, 0, -1):
            other = self.randrange(place + 1)
            x[place], x[other] = x[other], x[place]


def seal(secret: bytes) -> str:
    """Return the digest of a secret, in hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def commitment(nonce: bytes) -> str:
    """Return the digest by which a player commits to a nonce, in hexadecimal digits."""
    return hashlib.sha256(nonce).hexdigest()


def pack_seed(secret: bytes, nonces: Sequence[str] = ()) -> bytes:
    """Return the seed of a pack: the secret, with the nonces that players revealed.

    `nonces` by seat, in hexadecimal digits, empty for a seat that revealed none; no nonces at all
    where no player had committed to one: then the secret is the seed.
    """
    if not nonces:
        return secret
    parts = [bytes([seat]) + bytes.fromhex(it) for seat, it in enumerate(nonces) if it]
    return hashlib.sha256(LABEL + secret + b"".join(parts)).digest()


def verify(record: Record) -> Iterator[str]:
    """Yield a sentence for each deal: proven, or without a seal. ValueError for a broken seal."""
    before: list[Match | None] = [None, *record.after_each_deal()]
    for number, (recorded, last) in enumerate(zip(record.deals, before, strict=False), 1):
        yield f"deal {number}: {_proof(record, recorded, last, number)}"


def _proof(record: Record, recorded: DealRecord, before: Match | None, number: int) -> str:
    if recorded.pack is None:
        return "the pack is that of the deal before, as it was gathered"
    if not recorded.seal:
        return "not sealed"
    if not recorded.secret:
        return "sealed, and the secret is not revealed yet"
    if not is_hex(recorded.secret):
        raise ValueError(f"deal {number}: the secret is not in hexadecimal digits")
    secret = bytes.fromhex(recorded.secret)
    if seal(secret) != recorded.seal:
        raise ValueError(f"deal {number}: the secret does not fit the seal")
    _check_nonces(recorded, record.rules.players, number)
    made = _pack(record, before, pack_seed(secret, recorded.nonces))
    if made != recorded.pack:
        raise ValueError(f"deal {number}: the secret does not make this pack")
    return f"proven: the pack was fixed before the cut; {_added(recorded)}"


def is_hex(text: str, length: int | None = None) -> bool:
    """Return whether this is so many bytes (or any number of them) in small hexadecimal digits."""
    hexadecimal = re.fullmatch(r"(?:[0-9a-f]{2})+", text) is not None
    return hexadecimal and length in (None, len(text) // 2)


def _check_nonces(recorded: DealRecord, players: int, number: int) -> None:
    """Raise ValueError unless each nonce is the one that its player had committed to."""
    seats = 0 if not recorded.commitments else players
    if not len(recorded.commitments) == len(recorded.nonces) == seats:
        raise ValueError(f"deal {number}: not every seat has its commitment and its nonce, or a -")
    pairs = zip(recorded.commitments, recorded.nonces, strict=True)
    for seat, (committed, nonce) in enumerate(pairs):
        if nonce and (
            not is_hex(nonce, NONCE_BYTES) or commitment(bytes.fromhex(nonce)) != committed
        ):
            raise ValueError(f"deal {number}: the nonce of seat {seat} is not its commitment's")


_ADDED: Final = (
    "no player added a secret",
    "1 player added a secret of their own",
    "{} players added secrets of their own",
)


def _added(recorded: DealRecord) -> str:
    """Describe how many players contributed to the pack."""
    nonces = sum(map(bool, recorded.nonces))
    withheld = sum(map(bool, recorded.commitments)) - nonces
    added = _ADDED[min(nonces, 2)].format(nonces)
    return added + (f", {withheld} did not reveal theirs" if withheld else "")


def _pack(record: Record, before: Match | None, seed: bytes) -> Pack | None:
    """Return the pack that a seed makes: the first, or the next after the match as it stood."""
    if before is None:
        return matches.first_pack(record.rules, Stream(seed))
    return matches.new_pack(before, Stream(seed))
