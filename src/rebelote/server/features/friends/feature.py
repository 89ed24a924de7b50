"""Friends, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.base.protocol.messages import Listen
from rebelote.server.features.friends import routes
from rebelote.server.features.friends.friendships import Friendships
from rebelote.server.features.friends.invitations import Invitations
from rebelote.server.features.friends.presence import Presence
from rebelote.server.people.personal import Personal
from rebelote.server.people.tokens import Tokens
from rebelote.server.table.events import TableListener
from rebelote.server.web.core import Core, OpenSocket
from rebelote.server.web.feature import Feature
from rebelote.server.web.notifier import Notifier


def _invitations(core: Core) -> Invitations:
    return Invitations(
        core.lobby,
        core[Friendships],
        core[Presence],
        core[Notifier],
        core[Tokens].owner_of,
    )


async def _listen(core: Core, socket: OpenSocket, _: Listen) -> None:
    core[Presence].listen(socket.person.id, socket.send)


def _connected(core: Core, socket: OpenSocket) -> None:
    core[Presence].came(socket.person.id)


def _disconnected(core: Core, socket: OpenSocket) -> None:
    core[Presence].unlisten(socket.person.id, socket.send)
    core[Presence].left(socket.person.id)


class FriendsAtTables(TableListener):
    """Knows who is at which table, and who is invited to it."""

    def __init__(self, presence: Presence, invitations: Invitations) -> None:
        self._presence, self._invitations = presence, invitations

    async def invites(self, table: str, person: str) -> bool:
        """Return whether a friend has invited a person."""
        return await self._invitations.is_invited(person, table)

    def connected(self, table: str, person: str) -> None:
        """Add a table to where a person is."""
        self._presence.moved(table, person, True)

    def disconnected(self, table: str, person: str) -> None:
        """Remove it."""
        self._presence.moved(table, person, False)


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    former_addresses={r"/api/me/circle(?=/|$)": "/api/me/relations"},
    messages={Listen: _listen},
    connected=_connected,
    disconnected=_disconnected,
    services={
        Friendships: lambda core: Friendships(core.accounts),
        Presence: lambda core: Presence(core.coordinator, core.accounts),
        Invitations: _invitations,
    },
    table=lambda core: FriendsAtTables(core[Presence], core[Invitations]),
    personal=(
        Personal(table="friend_settings", key=(), exported="presence, findable, asked"),
        Personal(table="invitations", key=("by",), exported="by, table_id, at"),
        Personal(
            table="invitations",
            column="by",
            key=("person",),
            exported="person, table_id, at",
            subject="invitations_sent",
        ),
    ),
)
