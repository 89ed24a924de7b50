"""Admission to a table: who may come to it, stay at it, and sit down.

Raises IllegalAction where somebody may not.
"""

from __future__ import annotations

from rebelote.rules.refusals import IllegalAction
from rebelote.server.live.room import Room
from rebelote.server.live.table_services import TableServices
from rebelote.server.people.database import Person


def check_may_stay(services: TableServices, room: Room, person: Person) -> None:
    """Whether somebody may come, or stay."""
    services.check_ban(person.id)
    table = room.table
    if table.seat_of(person.id) is not None or person.id == room.facts.host:
        return
    if person.id in room.removed:
        raise IllegalAction("shown-out")
    _check_relations(services, room, person)
    nobody_watches = table.terms.watch == "none" and not room.has_seat_for(person.id)
    if nobody_watches or room.facts.daily:
        raise IllegalAction("no-watching")


def check_may_sit(services: TableServices, room: Room, person: Person) -> None:
    """Whether somebody may take a seat now.

    Nobody joins a match that strangers began, nor sits down at a table that is not listed where
    people have played and none of them is here.
    """
    table = room.table
    check_may_stay(services, room, person)
    if table.begun and table.terms.sit == "link" and not room.has_somebody_of_its_own:
        raise IllegalAction("nobody-here")
    if room.is_closed_to(person.id):
        raise IllegalAction("match-under-way")


def _check_relations(services: TableServices, room: Room, person: Person) -> None:
    """Whether those at the table would have somebody there."""
    table, relations = room.table, services.accounts.relations
    apart = relations.kept_apart(person.id)
    if apart & {who.person for who in table.seats if who.person}:
        raise IllegalAction("kept-apart")
    if table.terms.sit == "friends" and person.id not in relations.friends(room.facts.host):
        raise IllegalAction("not-invited")
