"""The chat of a table: its permissions, its recipients, and the last lines, for a report."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import ChatLine
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import chat
from rebelote.server.base.protocol.messages import Said, Say
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.runtime.atomic import ATOMIC
from rebelote.server.people.database import Person
from rebelote.server.table.room import Room
from rebelote.server.table.table_services import TableServices

LINES_KEPT: Final = limit(
    50, "chat messages kept for a possible report", per="table", beyond="the oldest are dropped"
)


class TableChat:
    """The chat of one table."""

    __slots__ = ("_room", "_services", "lines")

    def __init__(self, services: TableServices, room: Room) -> None:
        self._services, self._room = services, room
        self.lines: tuple[Said, ...] = ()
        """The last lines, for a report."""

    async def post(self, person: Person, message: Say) -> None:
        """Send everybody a line, but those who have muted this person. Raises
        IllegalActionError."""
        muted_by = await self._services.accounts.relations.muted_by(person.id)
        with ATOMIC:
            self._services.check_may_write(person)
            room, table = self._room, self._room.table
            if person.id not in room.connected:
                raise IllegalActionError("join-first")
            if room.hides_play_from(person.id):
                raise IllegalActionError("not-seated")
            message = chat.checked(message, table.terms, table.in_deal)
            line = _line(table.seat_of(person.id), person, message)
            self._services.replication.publish(ChatLine(table.id, line))
            self._send(line, muted_by)

    async def send(self, line: Said) -> None:
        """Send everybody here a line that was posted to another node."""
        self._send(line, await self._services.accounts.relations.muted_by(line.person))

    def _send(self, line: Said, muted_by: Collection[str]) -> None:
        room = self._room
        self.lines = (*self.lines, line)[-LINES_KEPT:]
        for listener in list(room.listeners):
            reads = listener.person.id not in muted_by
            if reads and not room.hides_play_from(listener.person.id):
                listener.send(line)

    def names(self, person: str) -> bool:
        """Return whether a line kept here is of this person."""
        return any(line.person == person for line in self.lines)

    def replace(self, old: str, new: Occupant) -> None:
        """Name `new` as the author in place of `old`; forget lines without an author."""
        renamed = (_renamed(line, old, new) for line in self.lines)
        self.lines = tuple(line for line in renamed if line.name)


def _line(seat: int | None, person: Person, message: Say) -> Said:
    return Said(
        seat=seat,
        name=person.name,
        person=person.id,
        phrase=message.phrase,
        reaction=message.reaction,
        text=message.text,
    )


def _renamed(line: Said, old: str, new: Occupant) -> Said:
    if line.person != old:
        return line
    return msgspec.structs.replace(line, person=new.person or "", name=new.name)
