"""Keys of a tournament, whose holders need no account.

One key for each role that the owner gives; one for each side of each game, on its slip: it permits
entering that side's score of that game, as long as these opponents are drawn there; and one for
each team, on its card for the whole evening, which leads to the slips of its own side.
"""

from __future__ import annotations

import hmac
from typing import Final

from rebelote.rules.fairness import seal
from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.roles import GIVEN, GivenRole
from rebelote.tournament.state import Game, Tournament, game_of, undone_draws

DIGITS: Final = 20
"""Hexadecimal digits of a key: 80 bits."""


def role_key(secret: str, role: GivenRole, links: int) -> str:
    """Build the key that gives a role; `links`: how often the links were renewed."""
    return _signed(secret, f"{role}.{links}" if links else role)


def role_of(secret: str, key: str, links: int) -> GivenRole:
    """Return the role that a key gives. IllegalActionError `not-a-secretary` for any other."""
    for role in GIVEN:
        if same(key, role_key(secret, role, links)):
            return role
    raise IllegalActionError("not-a-secretary")


OF_PACKS: Final = ":"
"""Between the secret of a tournament and that of its packs, where a file has brought them."""


def packs_secret(secret: str) -> bytes:
    """Return the seed of a duplicate's packs, secret until it is disclosed.

    It is derived, or that of the file from which the tournament was opened.
    """
    _, brought, packs = secret.partition(OF_PACKS)
    if brought:
        return bytes.fromhex(packs)
    return hmac.digest(secret.encode(), b"packs", "sha256")


def packs_seal(secret: str) -> str:
    """Return the digest of the packs' secret, which is public from the beginning."""
    return seal(packs_secret(secret))


def draw_secret(secret: str, tournament: Tournament) -> str:
    """Return the secret of the next draw, in hexadecimal digits: another one after an undone draw.

    Whoever has undone a draw knows its secret, and could choose a phrase for it.
    """
    place = f"draw|{len(tournament.rounds) + 1}|{undone_draws(tournament)}"
    return hmac.digest(secret.encode(), place.encode(), "sha256").hex()


def draw_seal(secret: str, tournament: Tournament) -> str:
    """Return the digest of the secret of the next draw, which is public before its phrase."""
    return seal(bytes.fromhex(draw_secret(secret, tournament)))


def slip_key(secret: str, tournament: Tournament, round: int, table: int, side: int) -> str:
    """Build the key on the slip of a side: `round.table.side.signature`."""
    place = f"{round}.{table}.{side}"
    return f"{place}.{_signature(secret, place, game_of(tournament, round, table))}"


def place_of(secret: str, tournament: Tournament, key: str) -> tuple[int, int, int]:
    """Return round, table and side of a slip. IllegalActionError `wrong-slip` for any other key."""
    place, _, signature = key.rpartition(".")
    try:
        round, table, side = map(int, place.split("."))
        game = game_of(tournament, round, table)
    except (ValueError, IllegalActionError):
        raise IllegalActionError("wrong-slip") from None
    if not same(signature, _signature(secret, place, game)):
        raise IllegalActionError("wrong-slip")
    return round, table, side


def team_key(secret: str, team: int) -> str:
    """Build the key on the card of a team: `team.signature`."""
    return f"{team}.{_signed(secret, f'card|{team}')}"


def team_of(secret: str, tournament: Tournament, key: str) -> int:
    """Return the team of a card. IllegalActionError `wrong-card` for any other key."""
    number = key.partition(".")[0]
    teams = (team.number for team in tournament.teams if str(team.number) == number)
    for team in teams:
        if same(key, team_key(secret, team)):
            return team
    raise IllegalActionError("wrong-card")


def same(other: str, key: str) -> bool:
    """Return whether two keys are equal."""
    return hmac.compare_digest(other.encode("utf-8", "surrogatepass"), key.encode())


def _signature(secret: str, place: str, game: Game) -> str:
    """Sign a place on a slip with its opponents, so that a new draw voids old slips."""
    return _signed(secret, f"{place}|{game.sides}")


def _signed(secret: str, text: str) -> str:
    return hmac.digest(secret.encode(), text.encode("utf-8", "surrogatepass"), "sha256").hex()[
        :DIGITS
    ]
