"""Admission to a table: permission to come, to stay, and to sit down.

Raises IllegalActionError where a person may not.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.people.database import Person
from rebelote.server.table.room import Listener, Room
from rebelote.server.table.table_services import TableServices


class Relations(NamedTuple):
    """The relations that matter at a table, read before anything is decided by them.

    `blocked`: by person, those whom they may not meet; `invited`: the friends of its host.
    `challenged`: bot accounts that are invited to the table.
    """

    blocked: Mapping[str, frozenset[str]]
    invited: frozenset[str]
    challenged: frozenset[str] = frozenset()


NO_RELATIONS: Final = Relations({}, frozenset())


class Admission:
    """Admission to one table."""

    __slots__ = ("_room", "_services")

    def __init__(self, services: TableServices, room: Room) -> None:
        self._services, self._room = services, room

    async def relations(self, people: Collection[str]) -> Relations:
        """Return the relations of these people, who are here or wish to be."""
        if not people:
            return NO_RELATIONS
        relations, host = self._services.accounts.relations, self._room.metadata.host
        return Relations(await relations.blocked_by(people), await relations.friends(host))

    async def relations_of(self, person: Person) -> Relations:
        """Return the relations of a person who wishes to come; none where they do not matter."""
        if self._belongs(person):
            return NO_RELATIONS
        relations = await self.relations((person.id,))
        if person.owner and await self._services.listener.invites(self._room.table.id, person.id):
            relations = relations._replace(challenged=frozenset((person.id,)))
        return relations

    async def relations_here(self) -> Relations:
        """Return the relations of everybody connected here."""
        return await self.relations(self._room.connected)

    def check_may_stay(self, person: Person, relations: Relations) -> None:
        """Check that a person may come, or stay. Raises IllegalActionError."""
        for one in person.answerable:
            self._services.check_ban(one)
        room, table = self._room, self._room.table
        if self._belongs(person):
            return
        if person.id in room.removed:
            raise IllegalActionError("shown-out")
        self._check_relations(person, relations)
        unwatched = table.terms.watch == "none" and not room.has_seat_for(person.id)
        if (unwatched and not room.metadata.delay) or room.metadata.daily:
            raise IllegalActionError("no-watching")

    def check_may_sit(self, person: Person, relations: Relations) -> None:
        """Check that a person may take a seat now. Raises IllegalActionError.

        Nobody joins a match that strangers began, nor sits down at a table that is not listed where
        people have played and none of them is here. A bot account sits at its own tables, at those
        of its owner, and where it is invited.
        """
        room, table = self._room, self._room.table
        self.check_may_stay(person, relations)
        host = room.metadata.host
        is_own = host in (person.owner, person.id) or person.id in relations.challenged
        if person.owner and not is_own:
            raise IllegalActionError("bots-own-tables")
        if table.begun and table.terms.sit == "link" and not room.has_own_people:
            raise IllegalActionError("nobody-here")
        if room.is_closed_to(person.id):
            raise IllegalActionError("match-under-way")

    def rejected(self, relations: Relations) -> Iterator[tuple[Listener, str]]:
        """Yield the connections of those who may not stay any more, each with the reason."""
        for listener in list(self._room.listeners):
            try:
                self.check_may_stay(listener.person, relations)
            except IllegalActionError as error:
                yield listener, error.refusal.code

    def _belongs(self, person: Person) -> bool:
        room = self._room
        return room.table.seat_of(person.id) is not None or person.id == room.metadata.host

    def _check_relations(self, person: Person, relations: Relations) -> None:
        """Check that those at the table would have this person there."""
        table = self._room.table
        if relations.blocked[person.id] & {who.person for who in table.seats if who.person}:
            raise IllegalActionError("kept-apart")
        known = relations.invited | relations.challenged
        if table.terms.sit == "friends" and person.id not in known:
            raise IllegalActionError("not-invited")
