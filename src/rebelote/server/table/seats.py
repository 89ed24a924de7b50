"""The seats of a table: taking and leaving them, their clock, the terms, and removals."""

from __future__ import annotations

from typing import Final

from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import SpectatorRemoved
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import messages
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.storage.retries import retried
from rebelote.server.people.database import Person
from rebelote.server.table.admission import Relations
from rebelote.server.table.bots import Bots
from rebelote.server.table.model import seat_commands
from rebelote.server.table.model.seat_commands import SeatChange
from rebelote.server.table.session import ATTEMPTS, Reply, Session, by_person

REMOVED: Final = limit(200, "people removed for good", per="table")

_REMOVE: Final = "INSERT INTO removed_spectators VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


class TableSeats:
    """The seats of one table, and what people ask about them."""

    __slots__ = ("_bots", "_room", "_services", "_session", "_table")

    def __init__(self, session: Session, bots: Bots) -> None:
        self._session, self._bots = session, bots
        self._services, self._room, self._table = session.services, session.room, session.table

    async def arrange(self, person: Person, message: messages.AtTable, reply: Reply) -> None:
        """Carry out what a person asks about seats and clocks. Raises IllegalActionError."""
        message, reply = by_person(person, message, reply)
        async with self._session.lock:
            await retried(lambda: self._arrange(person, message), ATTEMPTS)
            done = await self._session.acknowledged(message.id)
            reply(done or messages.Ack(message.id, self._table.version))
        self._bots.resume()

    async def _arrange(self, person: Person, message: messages.AtTable) -> None:
        """Try once. Raises IllegalActionError; ConflictError where another node was faster."""
        match message:
            case messages.ShowOut():
                await self._remove_spectator(person, message.person)
            case _ if await self._session.acknowledged(message.id) is not None:
                pass
            case messages.Pause() | messages.Surrender():
                await self._vote(person, message)
            case messages.Think():
                await self._session.commit(self._room.give_extra_time(person.id, message.id))
            case _:
                await self._change_seats(person, message)

    async def _vote(self, person: Person, message: messages.Pause | messages.Surrender) -> None:
        """Commit a vote for or against a pause, or for or against giving up the match."""
        room, pauses = self._room, isinstance(message, messages.Pause)
        propose = room.vote_to_pause if pauses else room.vote_to_surrender
        if vote := propose(person.id, message.on, message.id):
            await self._session.commit(vote)

    async def _change_seats(self, person: Person, message: SeatChange) -> None:
        session = self._session
        if isinstance(message, messages.Sit):
            relations = await session.admission.relations_of(person)
            session.admission.check_may_sit(person, relations)
        if isinstance(message, messages.Begin) and self._services.closing:
            raise IllegalActionError("closing")
        if not isinstance(message, messages.Back):
            self._room.metadata.check_may_rearrange()
        is_host = person.id == self._room.host
        who, secret = occupant(person), self._room.secret()
        for change in seat_commands.changes(self._table, who, is_host, message, secret):
            if isinstance(message, messages.Sit) and not is_host:
                self._services.limits.by_table("seats", self._table.id)
            await session.commit(change)

    async def change_terms(self, person: Person, rules: Rules, terms: Terms) -> None:
        """Change what the next match is played by, as the host. Raises IllegalActionError."""
        session, table = self._session, self._table
        async with session.lock:
            if person.id != self._room.host:
                raise IllegalActionError("not-the-host")
            self._room.metadata.check_may_rearrange()
            if table.agrees_already(table.agree(rules, terms)):
                return
            self._services.limits.by_table("terms", table.id)
            await retried(lambda: session.commit(table.agree(rules, terms)), ATTEMPTS)

    # --- people who are not to be here

    async def release(self, person: str) -> None:
        """Have a bot play at once for a person whom the quick match seated, and who has cancelled.

        Nothing happens where the person has joined. Raises IllegalActionError `server-busy`.
        """
        async with self._session.lock:
            await retried(lambda: self._release(person), ATTEMPTS)
        self._bots.advance()

    async def _release(self, person: str) -> None:
        """Try once. ConflictError where another node was faster."""
        seat, table, room = self._table.seat_of(person), self._table, self._room
        waits = seat is not None and table.under_way and table.is_played_by_a_person(seat)
        if seat is not None and waits and room.is_no_show(seat):
            await self._session.commit(room.substitution(seat, "gone"))

    async def _remove_spectator(self, host: Person, person: str) -> None:
        room, session = self._room, self._session
        if host.id != room.host:
            raise IllegalActionError("not-the-host")
        spectators = {one.person for one in room.onlookers} - {host.id, room.metadata.host}
        if person not in spectators or len(room.removed) >= REMOVED:
            raise IllegalActionError("no-such-person")
        relations = await session.admission.relations_here()
        removed = self._table.id, person, self._services.store.time.wall()
        await self._services.accounts.write((_REMOVE, removed))
        self._removed(person, relations)
        session.replication.publish(SpectatorRemoved(self._table.id, person))

    async def take_over_removal(self, person: str) -> None:
        """Remove the connections of a spectator whom the host has removed on another node."""
        async with self._session.lock:
            self._removed(person, await self._session.admission.relations_here())

    def _removed(self, person: str, relations: Relations) -> None:
        self._room.removed.add(person)
        self._session.remove_rejected(relations)
        self._session.broadcast()


def occupant(person: Person) -> Occupant:
    """Return a person as the occupant of a seat."""
    return Occupant(
        name=person.name,
        bot=None,
        person=person.id,
        program=bool(person.owner),
        portrait=person.portrait,
    )
