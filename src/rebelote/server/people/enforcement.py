"""Enforcement of bans, and of the end of sessions, at sockets that are open.

`rebelote admin` changes the file from another process: what is open here is compared with it.
"""

from __future__ import annotations

from typing import Final

from rebelote.server.core import Core
from rebelote.server.limits import limit

PERIOD: Final = limit(3.0, "time until a ban by `rebelote admin` reaches open sockets", unit="s")


async def enforce(core: Core) -> None:
    """Close the sockets of sessions that have ended, and disconnect banned people."""
    await _close_ended(core)
    for person in await core.moderation.newly_banned():
        await disconnect_banned(core, person)


async def person_changed(core: Core, person_id: str) -> None:
    """Another node has changed something about a person: what is open here follows at once."""
    core.accounts.sessions.forget(person_id)
    await enforce(core)


async def _close_ended(core: Core) -> None:
    asked = {socket.session for socket in core.sockets if not socket.token}
    ended = asked - await core.accounts.sessions.existing(asked)
    for socket in [one for one in core.sockets if one.session in ended]:
        core.accounts.sessions.forget(socket.person.id)
        socket.close_to_reconnect()


async def disconnect_banned(core: Core, person_id: str) -> None:
    """Ban: close all open sockets of a banned person, with the reason, and free their seats."""
    for socket in core.sockets_of(person_id):
        socket.close_for_good("banned")
    if (person := await core.accounts.person(person_id)) is not None:
        await core.lobby.leave_every_seat(person)
