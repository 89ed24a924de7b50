"""Friends, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.core import Core, OpenSocket
from rebelote.server.feature import Feature
from rebelote.server.friends import routes
from rebelote.server.friends.friendships import Friendships
from rebelote.server.friends.invitations import Invitations
from rebelote.server.friends.presence import Presence
from rebelote.server.personal import Personal
from rebelote.server.protocol.messages import Listen
from rebelote.server.push.notifier import PushNotifier
from rebelote.server.tokens.tokens import Tokens


def _friendships(core: Core) -> Friendships:
    return Friendships(core.accounts)


def _presence(core: Core) -> Presence:
    presence = Presence(core.coordinator)
    core.lobby.services.moved.append(presence.moved)
    return presence


def _invitations(core: Core) -> Invitations:
    result = Invitations(
        core.lobby,
        core[Friendships],
        core[Presence],
        core[PushNotifier],
        core[Tokens].owner_of,
    )
    core.lobby.services.is_invited = result.is_invited
    return result


async def _listen(core: Core, socket: OpenSocket, _: Listen) -> None:
    core[Presence].listen(socket.person.id, socket.send)


def _connected(core: Core, socket: OpenSocket) -> None:
    core[Presence].came(socket.person.id)


def _disconnected(core: Core, socket: OpenSocket) -> None:
    core[Presence].unlisten(socket.person.id, socket.send)
    core[Presence].left(socket.person.id)


def _chores(core: Core) -> tuple[()]:
    """None; but other nodes publish where people are from the start on."""
    _ = core[Presence]
    return ()


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    messages={Listen: _listen},
    connected=_connected,
    disconnected=_disconnected,
    services={Friendships: _friendships, Presence: _presence, Invitations: _invitations},
    chores=_chores,
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
