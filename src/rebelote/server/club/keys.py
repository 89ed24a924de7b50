"""Keys of an event: who has one needs no account.

Those of the roles that the owner gives, and one for each side of each game, which its slip shows:
it permits to enter that side's score of that game, as long as these opponents are drawn there.
"""

from __future__ import annotations

import hmac
from typing import Final

from rebelote.club.event import Event, Game, game_of
from rebelote.club.roles import GIVEN, GivenRole
from rebelote.rules.fairness import seal
from rebelote.rules.refusals import IllegalActionError

DIGITS: Final = 20
"""Hexadecimal digits of a key: 80 bits."""


def role_key(secret: str, role: GivenRole, links: int) -> str:
    """The key by which a person gets a role; `links`: how often the links were made again."""
    return _signed(secret, f"{role}.{links}" if links else role)


def role_of(secret: str, key: str, links: int) -> GivenRole:
    """The role that a key gives. IllegalActionError `not-a-secretary` for any other."""
    for role in GIVEN:
        if same(key, role_key(secret, role, links)):
            return role
    raise IllegalActionError("not-a-secretary")


def packs_secret(secret: str) -> bytes:
    """What the packs of a duplicate are made from, until it is disclosed."""
    return hmac.digest(secret.encode(), b"packs", "sha256")


def packs_seal(secret: str) -> str:
    """The digest of that, which is known from the beginning."""
    return seal(packs_secret(secret))


def slip_key(secret: str, event: Event, round: int, table: int, side: int) -> str:
    """The key on the slip of a side: `round.table.side.signature`."""
    place = f"{round}.{table}.{side}"
    return f"{place}.{_signature(secret, place, game_of(event, round, table))}"


def place_of(secret: str, event: Event, key: str) -> tuple[int, int, int]:
    """Round, table and side of a slip. IllegalActionError `wrong-slip` for any other key."""
    place, _, signature = key.rpartition(".")
    try:
        round, table, side = map(int, place.split("."))
        game = game_of(event, round, table)
    except (ValueError, IllegalActionError):
        raise IllegalActionError("wrong-slip") from None
    if not same(signature, _signature(secret, place, game)):
        raise IllegalActionError("wrong-slip")
    return round, table, side


def same(given: str, key: str) -> bool:
    """Whether a key that was given is this one."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), key.encode())


def _signature(secret: str, place: str, game: Game) -> str:
    """That of a place of a slip; a draw that is made again makes other slips."""
    return _signed(secret, f"{place}|{game.sides}")


def _signed(secret: str, text: str) -> str:
    return hmac.digest(secret.encode(), text.encode("utf-8", "surrogatepass"), "sha256").hex()[
        :DIGITS
    ]
