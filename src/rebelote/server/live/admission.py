"""Admission to a table: who may come to it, stay at it, and sit down.

Raises IllegalAction where somebody may not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from rebelote.rules.refusals import IllegalAction
from rebelote.server.live.room import Room
from rebelote.server.live.table_services import TableServices
from rebelote.server.people.database import Person


class Ties(NamedTuple):
    """The relations that matter at a table, read before anything is decided by them.

    `apart`: by person, those whom they may not meet; `invited`: the friends of its host.
    """

    apart: Mapping[str, frozenset[str]]
    invited: frozenset[str]


NO_TIES: Final = Ties({}, frozenset())


async def ties(services: TableServices, room: Room, people: Collection[str]) -> Ties:
    """Those of these people, who are here or want to be."""
    if not people:
        return NO_TIES
    relations = services.accounts.relations
    return Ties(await relations.blocked_by(people), await relations.friends(room.facts.host))


async def ties_of(services: TableServices, room: Room, person: Person) -> Ties:
    """Those of somebody who wants to be here; of whom they do not matter, none."""
    return await ties(services, room, () if _belongs(room, person) else (person.id,))


def check_may_stay(services: TableServices, room: Room, person: Person, ties: Ties) -> None:
    """Whether somebody may come, or stay."""
    services.check_ban(person.id)
    table = room.table
    if _belongs(room, person):
        return
    if person.id in room.removed:
        raise IllegalAction("shown-out")
    _check_ties(room, person, ties)
    nobody_watches = table.terms.watch == "none" and not room.has_seat_for(person.id)
    if nobody_watches or room.facts.daily:
        raise IllegalAction("no-watching")


def check_may_sit(services: TableServices, room: Room, person: Person, ties: Ties) -> None:
    """Whether somebody may take a seat now.

    Nobody joins a match that strangers began, nor sits down at a table that is not listed where
    people have played and none of them is here.
    """
    table = room.table
    check_may_stay(services, room, person, ties)
    if table.begun and table.terms.sit == "link" and not room.has_somebody_of_its_own:
        raise IllegalAction("nobody-here")
    if room.is_closed_to(person.id):
        raise IllegalAction("match-under-way")


def _belongs(room: Room, person: Person) -> bool:
    """Whether somebody sits at this table or opened it."""
    return room.table.seat_of(person.id) is not None or person.id == room.facts.host


def _check_ties(room: Room, person: Person, ties: Ties) -> None:
    """Whether those at the table would have somebody there."""
    table = room.table
    if ties.apart[person.id] & {who.person for who in table.seats if who.person}:
        raise IllegalAction("kept-apart")
    if table.terms.sit == "friends" and person.id not in ties.invited:
        raise IllegalAction("not-invited")
