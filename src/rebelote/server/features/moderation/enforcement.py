"""Enforcement of bans, and of the end of sessions, at sockets that are open.

`rebelote admin` changes the file from another process: what is open here is compared with it.
"""

from __future__ import annotations

from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.web.core import Core

PERIOD: Final = limit(3.0, "time until a ban by `rebelote admin` reaches open sockets", unit="s")


async def enforce(core: Core) -> None:
    """Close the sockets of sessions that have ended, and disconnect banned people."""
    await _close_ended(core)

    async def disconnect(person: str) -> None:
        await disconnect_banned(core, person)
        core.moderation.enforced(person)

    each: Each[str] = Each("bans", core.lobby.now, named=lambda _: "")
    await each.do(disconnect, await core.moderation.newly_banned())


async def person_changed(core: Core, person_id: str) -> None:
    """Update the open tables and sockets here after another node has changed a person."""
    core.accounts.sessions.forget(person_id)
    await enforce(core)


async def _close_ended(core: Core) -> None:
    sessions = {socket.session for socket in core.sockets if not socket.token}
    ended = sessions - await core.accounts.sessions.existing(sessions)
    for socket in [one for one in core.sockets if one.session in ended]:
        core.accounts.sessions.forget(socket.person.id)
        socket.close_to_reconnect()


async def disconnect_banned(core: Core, person_id: str) -> None:
    """Close all open sockets of a banned person, with the reason, and free their seats."""
    for socket in core.sockets_of(person_id):
        socket.close_for_good("banned")
    if (person := await core.accounts.person(person_id)) is not None:
        await core.lobby.leave_every_seat(person)
