"""Do bans, and the end of a session, reach those who are here?

`rebelote admin` changes the file from another process: what is open here is compared with it.
"""

from __future__ import annotations

import asyncio
from typing import Final

from litestar.datastructures import State

from rebelote.server.http.websocket import lines_of
from rebelote.server.live.lobby import Lobby
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.moderation import Admin

PERIOD: Final = 3.0
"""Seconds between two comparisons of open sockets with sessions and bans."""


async def enforce(state: State) -> None:
    """Close the sockets of sessions that have ended, and send away who is banned.

    `state` has `accounts`, `admin`, `lobby` and `sockets`.
    """
    await _close_ended(state)
    admin: Admin = state.admin
    for person in admin.newly_banned():
        await send_away(state, person)


async def _close_ended(state: State) -> None:
    accounts: Accounts = state.accounts
    asked = {visitor.session for visitor in state.sockets}
    ended = asked - await asyncio.to_thread(accounts.existing, asked)
    for visitor in [one for one in state.sockets if one.session in ended]:
        accounts.look_again(visitor.person.id)
        visitor.dismiss()


async def send_away(state: State, person_id: str) -> None:
    """Somebody who is banned is told why, once, and gets up from every table."""
    lobby: Lobby = state.lobby
    accounts: Accounts = state.accounts
    for visitor in lines_of(state, person_id):
        visitor.send_away("banned")
    if (person := accounts.person(person_id)) is not None:
        await lobby.get_up(person)
