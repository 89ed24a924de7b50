"""Enforcement of bans, and of the end of sessions, at sockets that are open.

`rebelote admin` changes the file from another process: what is open here is compared with it.
"""

from __future__ import annotations

from typing import Final

from rebelote.server.context import AppContext
from rebelote.server.live import person_changes

PERIOD: Final = 3.0
"""Seconds between two comparisons of open sockets with sessions and bans."""


async def enforce(context: AppContext) -> None:
    """Close the sockets of sessions that have ended, and disconnect banned people."""
    await _close_ended(context)
    for person in await context.moderation.newly_banned():
        await disconnect_banned(context, person)


async def person_changed(context: AppContext, person_id: str) -> None:
    """Another node has changed something about a person: what is open here follows at once."""
    context.accounts.sessions.forget(person_id)
    await enforce(context)


async def _close_ended(context: AppContext) -> None:
    asked = {socket.session for socket in context.sockets}
    ended = asked - await context.accounts.sessions.existing(asked)
    for socket in [one for one in context.sockets if one.session in ended]:
        context.accounts.sessions.forget(socket.person.id)
        socket.close_to_reconnect()


async def disconnect_banned(context: AppContext, person_id: str) -> None:
    """Ban: close all open sockets of a banned person, with the reason, and free their seats."""
    for socket in context.sockets_of(person_id):
        socket.close_for_good("banned")
    if (person := await context.accounts.person(person_id)) is not None:
        await person_changes.leave_every_seat(context.lobby, person)
