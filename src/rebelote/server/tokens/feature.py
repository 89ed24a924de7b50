"""Access tokens and bot accounts, as a feature. The digests of tokens are not exported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.limits import limit
from rebelote.server.personal import Personal
from rebelote.server.runtime.supervision import Chore
from rebelote.server.tokens import routes
from rebelote.server.tokens.tokens import Tokens

PERIOD: Final = limit(3.0, "time until a revoked token or a banned owner is noticed", unit="s")


def _tokens(core: Core) -> Tokens:
    return Tokens(core.accounts, core.lobby.services.check_ban)


async def _close_revoked(core: Core) -> None:
    """Close the sockets of tokens that have ended, and of bots whose owner is banned."""
    for socket in [one for one in core.sockets if one.token]:
        try:
            core[Tokens].check_ban(socket.person.owner)
        except IllegalActionError as error:
            socket.close_for_good(error.refusal.code)
            await core.lobby.leave_every_seat(socket.person)
    asked = {socket.token for socket in core.sockets if socket.token}
    if asked:
        ended = asked - await core[Tokens].existing(asked)
        for socket in [one for one in core.sockets if one.token in ended]:
            socket.close_for_good("no-such-token")


def _chores(core: Core) -> Iterator[Chore]:
    async def close() -> None:
        await _close_revoked(core)

    yield Chore("revoked tokens", close, PERIOD)


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={Tokens: _tokens},
    chores=_chores,
    personal=(
        Personal(table="tokens", exported="id, name, scopes, created, seen, expires"),
        Personal(
            table="tokens",
            column="by",
            exported="id, name, person, scopes, created, seen, expires",
            subject="tokens_made",
        ),
        Personal(table="bots"),
        Personal(table="bots", column="by", exported="person, created"),
    ),
)
