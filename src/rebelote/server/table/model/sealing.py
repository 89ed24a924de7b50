"""Commitments of players to their nonces, and the reveals for a pack that is awaited; no I/O.

The order keeps anybody from choosing a pack: players commit, the server seals its secret, players
reveal, and from all of it together the pack is made (`docs/fairness.md`).
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.fairness import commitment
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.occupants import Seats
from rebelote.server.table.model.event_log import Sealed

REVEAL_SECONDS: Final = limit(
    2.0,
    "time that a pack waits for the players' secrets",
    unit="s",
    per="pack",
    beyond="it is made without them",
)
"""Seconds that a pack waits for players to reveal their nonces; then it is made without them."""


class Commitments:
    """Commitments of the people at a table for its next pack, by the connection they used.

    The person is the key where the first pack is requested before there is a connection.
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[object, tuple[str, str]] = {}

    def add(self, connection: object, person: str, digest: str) -> None:
        """Store a person's commitment to the nonce of this digest, instead of an earlier one."""
        self._made.pop(connection, None)
        self._made[connection] = person, digest

    def drop(self, connection: object) -> None:
        """Forget the commitment of a closed connection: nobody is there to reveal it."""
        self._made.pop(connection, None)

    def spend(self, digests: tuple[str, ...]) -> None:
        """Forget disclosed commitments: they are good for no other pack."""
        kept = {at: made for at, made in self._made.items() if made[1] not in digests}
        self._made = kept

    def by_seat(self, seats: Seats) -> tuple[str, ...]:
        """Return the digest for each seat, empty where its person made none; () where nobody did.

        Of several connections of one person the last counts.
        """
        by_person = dict(self._made.values())
        result = tuple(by_person.get(who.person or "", "") for who in seats)
        return result if any(result) else ()


class Reveals:
    """A pack that is sealed and waits for the nonces of those who committed to them."""

    __slots__ = ("_nonces", "sealed")

    def __init__(self, sealed: Sealed) -> None:
        self.sealed = sealed
        self._nonces: dict[str, str] = {}

    def reveal(self, nonce: str) -> None:
        """Take a nonce. IllegalActionError `wrong-reveal` where nobody committed to it.

        Who reveals it does not matter: nobody else can know what fits the digest.
        """
        digest = commitment(bytes.fromhex(nonce))
        if digest not in self.sealed.commitments:
            raise IllegalActionError("wrong-reveal")
        self._nonces[digest] = nonce

    @property
    def complete(self) -> bool:
        """Whether everybody has revealed who committed."""
        return set(filter(None, self.sealed.commitments)) == self._nonces.keys()

    @property
    def nonces(self) -> tuple[str, ...]:
        """The nonces revealed so far, by seat; empty for the others."""
        return tuple(self._nonces.get(digest, "") for digest in self.sealed.commitments)
