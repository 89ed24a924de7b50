"""Roles in a club and its evenings, and what each may do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from rebelote.club import entries as log
from rebelote.club.entries import Entry
from rebelote.club.event import Event, game_of

GivenRole = Literal["secretary", "helper", "member"]
Role = Literal["owner", "secretary", "helper", "member", ""]
"""`owner`: who founded the club or prepared the evening; empty for a visitor."""
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
"""What each role may do, the one that may do most first."""
GIVEN: Final[tuple[GivenRole, ...]] = ("secretary", "helper", "member")
"""Roles that the owner gives; each has a link of its own."""


def best(roles: Iterable[Role]) -> Role:
    """The role of these that may do most."""
    given = set(roles)
    return next((role for role in RIGHTS if role in given), "")


def is_above(role: Role, other: Role) -> bool:
    """Whether a role may do more than another."""
    order = list(RIGHTS)
    return order.index(role) < order.index(other)


def may(role: Role, right: Right) -> bool:
    """Whether a role includes a right."""
    return right in RIGHTS[role]


def right_for(entry: Entry, event: Event) -> Right:
    """What it takes to enter something: a first result is a score, all else corrects or decides.

    IllegalActionError `no-such-game`.
    """
    first = isinstance(entry, log.Scored) and not game_of(event, entry.round, entry.game).over
    return "score" if first else "enter"
