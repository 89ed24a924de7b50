"""Invitations of friends, and of bot accounts of one's own and of friends, to a table.

The host does not learn whether it has arrived: a friend whom a person at the table has blocked
gets nothing, and the one who invites learns nothing of that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import News
from rebelote.server.features.friends.friendships import Friendships
from rebelote.server.features.friends.presence import Presence
from rebelote.server.features.friends.schemas import TableInvitation
from rebelote.server.people.database import Person
from rebelote.server.people.schemas import PersonName
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.lobby import Lobby
from rebelote.server.web.notifier import Notifier

VALID_SECONDS: Final = limit(
    900.0, "validity of an invitation to a table", unit="s", per="invitation"
)
AGAIN_SECONDS: Final = limit(
    60.0,
    "time before a friend is invited by the same person again",
    unit="s",
    per="friend",
    beyond="they are not notified again",
)
SHOWN: Final = limit(10, "invitations", per="person", beyond="the oldest are not shown")

_INVITE: Final = (
    "INSERT INTO invitations AS known (person, by, table_id, at) VALUES (?1, ?2, ?3, ?4) "
    "ON CONFLICT (person, by) DO UPDATE SET table_id = excluded.table_id, at = excluded.at "
    "WHERE known.at < ?5"
)
_OF: Final = (
    "SELECT by, name, table_id, at, portrait FROM invitations JOIN people ON id = by "
    "WHERE person = ? AND at >= ? ORDER BY at DESC LIMIT ?"
)


class Invitations:
    """The invitations of one server's people."""

    def __init__(
        self,
        lobby: Lobby,
        friendships: Friendships,
        presence: Presence,
        notifier: Notifier,
        owner_of: Callable[[str], Awaitable[PersonName | None]],
    ) -> None:
        """Set up invitations; `owner_of` returns the owner of a bot account by its id."""
        self.owner_of = owner_of
        self.lobby, self.friendships = lobby, friendships
        self.presence, self.notifier = presence, notifier
        self.store, self.timekeeper = lobby.store, lobby.accounts.timekeeper

    async def invite(self, person: Person, friend: str, table: str) -> None:
        """Invite a friend, or a bot of one's own or a friend's, to a table at which one sits, or
        whose host one is.

        IllegalActionError `not-friends`, `not-yours`, `seat-taken`.
        """
        if not await self._may_invite(person.id, friend):
            raise IllegalActionError("not-friends")
        live = await self.lobby.find(table)
        sits = live.table.seat_of(person.id) is not None
        if not sits and live.room.metadata.host != person.id:
            raise IllegalActionError("not-yours")
        if not has_room(live, friend):
            raise IllegalActionError("seat-taken")
        if await self._may_come(live, friend):
            await self._deliver(person, friend, live)

    async def _may_invite(self, person: str, friend: str) -> bool:
        owner = await self.owner_of(friend)
        if owner is not None and owner.person == person:
            return True
        return await self.friendships.are_friends(person, owner.person if owner else friend)

    async def is_invited(self, person: str, table: str) -> bool:
        """Return whether an invitation of this person to a table still stands."""
        sql = "SELECT by FROM invitations WHERE person = ? AND table_id = ? AND at >= ?"
        since = self.timekeeper.now() - VALID_SECONDS
        rows = await self.store.read(sql, person, table, since)
        return any([await self._may_invite(by, person) for (by,) in rows])

    async def _may_come(self, live: LiveTable, friend: str) -> bool:
        person = await self.lobby.accounts.person(friend)
        if person is None or live.table.seat_of(friend) is not None:
            return False
        return await may_sit(live, person)

    async def _deliver(self, person: Person, friend: str, live: LiveTable) -> None:
        """Write it, and notify the friend, unless this person did so a moment ago."""
        now = self.timekeeper.now()
        values = (friend, person.id, live.table.id, now, now - AGAIN_SECONDS)
        old = ("DELETE FROM invitations WHERE at < ?", (self.timekeeper.cutoff(VALID_SECONDS),))
        await self.lobby.accounts.write(old, (_INVITE, values))
        sql = "SELECT 1 FROM invitations WHERE person = ? AND by = ? AND at = ?"
        if await self.store.read(sql, friend, person.id, now):
            self.presence.announce(friend, News("invitation"))
            await self.notifier.invite(friend, person.name, live.table.id, int(VALID_SECONDS))

    async def of(self, person: Person) -> tuple[TableInvitation, ...]:
        """Return a person's invitations to tables with free seats, the latest first."""
        since = self.timekeeper.now() - VALID_SECONDS
        rows = await self.store.read(_OF, person.id, since, SHOWN)
        invitations = [
            TableInvitation(person=by, name=name, table=table, at=at, portrait=portrait)
            for by, name, table, at, portrait in rows
        ]
        return tuple([one for one in invitations if await self._stands(person, one)])

    async def _stands(self, person: Person, invitation: TableInvitation) -> bool:
        try:
            live = await self.lobby.find(invitation.table)
        except IllegalActionError:  # deleted, or unreadable
            return False
        if live.table.seat_of(person.id) is not None or not has_room(live, person.id):
            return False
        invites = await self._may_invite(invitation.person, person.id)
        return invites and await may_sit(live, person)

    async def dismiss(self, person: Person, by: str) -> None:
        """Show this friend's invitation no more."""
        sql = "DELETE FROM invitations WHERE person = ? AND by = ?"
        await self.lobby.accounts.write((sql, (person.id, by)))


def has_room(live: LiveTable, person: str) -> bool:
    """Return whether this person can have a seat, in a match or before one."""
    return not live.room.metadata.arranged and live.room.has_seat_for(person)


async def may_sit(live: LiveTable, person: Person) -> bool:
    """Return whether nothing keeps a person from sitting down there."""
    relations = await live.session.admission.relations_of(person)
    try:
        live.session.admission.check_may_sit(person, relations)
    except IllegalActionError:
        return False
    return True


async def may_watch(live: LiveTable, person: Person) -> bool:
    """Return whether nothing keeps a person from watching there."""
    relations = await live.session.admission.relations_of(person)
    try:
        live.session.admission.check_may_stay(person, relations)
    except IllegalActionError:
        return False
    return live.table.terms.watch != "none"
