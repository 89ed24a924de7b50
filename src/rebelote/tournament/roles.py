"""Roles in a club and its tournaments, and the rights of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from rebelote.tournament import entries as log
from rebelote.tournament.entries import Entry
from rebelote.tournament.state import Tournament, game_of

GivenRole = Literal["secretary", "helper", "member"]
Role = Literal["owner", "secretary", "helper", "member", ""]
"""`owner`: who founded the club or prepared the tournament; empty for a visitor."""
Right = Literal["appoint", "delete", "enter", "score"]
"""`enter`: all that is entered, corrected and drawn, and the log; `score`: results that are not
there yet."""

RIGHTS: Final[Mapping[Role, frozenset[Right]]] = {
    "owner": frozenset({"appoint", "delete", "enter", "score"}),
    "secretary": frozenset({"enter", "score"}),
    "helper": frozenset({"score"}),
    "member": frozenset(),
    "": frozenset(),
}
"""The rights of each role, the role with the most first."""
GIVEN: Final[tuple[GivenRole, ...]] = ("secretary", "helper", "member")
"""Roles that the owner gives; each has a link of its own."""


def best(roles: Iterable[Role]) -> Role:
    """Return the role with the most rights."""
    given = set(roles)
    return next((role for role in RIGHTS if role in given), "")


def is_above(role: Role, other: Role) -> bool:
    """Return whether a role has more rights than another."""
    order = list(RIGHTS)
    return order.index(role) < order.index(other)


def may(role: Role, right: Right) -> bool:
    """Return whether a role includes a right."""
    return right in RIGHTS[role]


def right_for(entry: Entry, tournament: Tournament) -> Right:
    """Return the right an entry needs: `score` for a first result, `enter` for all else.

    IllegalActionError `no-such-game`.
    """
    first = isinstance(entry, log.Scored) and not game_of(tournament, entry.round, entry.game).over
    return "score" if first else "enter"
