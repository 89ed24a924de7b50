"""Access tokens and bot accounts, as a feature. The digests of tokens are not exported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from litestar import delete, get, post

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.supervision import Chore, Each
from rebelote.server.people.database import Person
from rebelote.server.people.personal import Personal
from rebelote.server.people.tokens import BotAccount, MadeToken, NewBot, NewToken, Token, Tokens
from rebelote.server.web.core import Core
from rebelote.server.web.described import NAME, described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_person

PERIOD: Final = limit(3.0, "time until a revoked token or a banned owner is noticed", unit="s")


async def _close_revoked(core: Core) -> None:
    """Close the sockets of tokens that have ended, and of bots whose owner is banned."""

    tokens = {socket.token for socket in core.sockets if socket.token}

    async def check(token: str) -> None:
        for socket in [one for one in core.sockets if one.token == token]:
            try:
                core[Tokens].check_ban(socket.person.owner)
            except IllegalActionError as error:
                socket.close_for_good(error.refusal.code)
                await core.lobby.leave_every_seat(socket.person)

    each: Each[str] = Each("revoked tokens", core.lobby.now, named=lambda _: "")
    await each.do(check, tokens)
    if tokens:
        ended = tokens - await core[Tokens].existing(tokens)
        for socket in [one for one in core.sockets if one.token in ended]:
            socket.close_for_good("no-such-token")


def _chores(core: Core) -> Iterator[Chore]:
    async def close() -> None:
        await _close_revoked(core)

    yield Chore("revoked tokens", close, PERIOD)


@get("/api/me/tokens", summary="The access tokens that one has made")
async def tokens_of(me: Person, core: Core) -> list[Token]:
    """List tokens, the newest first, without their secrets."""
    return await core[Tokens].of(me)


@post(
    "/api/me/tokens",
    summary="Make an access token",
    opt=described(
        "account-first",
        "banned",
        "no-such-person",
        "token-scope",
        "too-many-tokens",
    ),
)
async def make(request: AppRequest, data: NewToken, me: Person, core: Core) -> MadeToken:
    """Create a token of an account and show its secret once; only a bot's token may play."""
    count_person("tokens", me.id, request, core)
    return await core[Tokens].make(me, data)


@delete("/api/me/tokens/{access:str}", summary="Revoke a token", opt=described("no-such-page"))
async def revoke(access: str, me: Person, core: Core) -> None:
    """Revoke a token at once, and close its sockets within seconds."""
    await core[Tokens].revoke(me, access)


@get("/api/me/bots", summary="The bot accounts that one has")
async def bots(me: Person, core: Core) -> list[BotAccount]:
    """List one's bots, the oldest first."""
    return await core[Tokens].bots(me)


@post(
    "/api/me/bots",
    summary="Make an account for a bot",
    opt=described("account-first", "banned", "too-many-tokens", *NAME),
)
async def new_bot(request: AppRequest, data: NewBot, me: Person, core: Core) -> BotAccount:
    """Create a bot account; it plays by its owner's tokens, at its own and its owner's tables."""
    count_person("tokens", me.id, request, core)
    return await core[Tokens].new_bot(me, data.name)


@delete("/api/me/bots/{bot:str}", summary="End a bot account", opt=described("no-such-person"))
async def end_bot(bot: str, me: Person, core: Core) -> None:
    """Delete a bot account and revoke its tokens; its matches stay."""
    await core[Tokens].end_bot(me, bot)


FEATURE: Final = Feature(
    routes=(tokens_of, make, revoke, bots, new_bot, end_bot),
    services={Tokens: lambda core: Tokens(core.accounts, core.lobby.services.check_ban)},
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
