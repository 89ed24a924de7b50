"""Tokens and bot accounts over HTTP."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, post

from rebelote.server.core import Core
from rebelote.server.http.described import NAME, described
from rebelote.server.http.requests import AppRequest, count_person
from rebelote.server.people.database import Person
from rebelote.server.tokens import schemas
from rebelote.server.tokens.tokens import Tokens


@get("/api/me/tokens", summary="The access tokens that one has made")
async def tokens(me: Person, core: Core) -> list[schemas.Token]:
    """The newest first, without their secrets."""
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
async def make(
    request: AppRequest, data: schemas.NewToken, me: Person, core: Core
) -> schemas.MadeToken:
    """For an account; the secret is shown this once. Only the token of a bot may play."""
    count_person("tokens", me.id, request, core)
    return await core[Tokens].make(me, data)


@delete("/api/me/tokens/{access:str}", summary="Revoke a token", opt=described("no-such-page"))
async def revoke(access: str, me: Person, core: Core) -> None:
    """It ends at once, and its sockets within seconds."""
    await core[Tokens].revoke(me, access)


@get("/api/me/bots", summary="The bot accounts that one has")
async def bots(me: Person, core: Core) -> list[schemas.BotAccount]:
    """The oldest first."""
    return await core[Tokens].bots(me)


@post(
    "/api/me/bots",
    summary="Make an account for a bot",
    opt=described("account-first", "banned", "too-many-tokens", *NAME),
)
async def new_bot(
    request: AppRequest, data: schemas.NewBot, me: Person, core: Core
) -> schemas.BotAccount:
    """It plays by tokens that its owner makes, at its own tables and at those of its owner."""
    count_person("tokens", me.id, request, core)
    return await core[Tokens].new_bot(me, data.name)


@delete("/api/me/bots/{bot:str}", summary="End a bot account", opt=described("no-such-person"))
async def end_bot(bot: str, me: Person, core: Core) -> None:
    """Its tokens are revoked; the matches that it has played stay."""
    await core[Tokens].end_bot(me, bot)


HANDLERS: Final = (tokens, make, revoke, bots, new_bot, end_bot)
