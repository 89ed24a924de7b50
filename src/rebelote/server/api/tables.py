"""How are tables opened, found and read over HTTP?"""

from __future__ import annotations

from typing import Final

from litestar import MediaType, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from rebelote import bots, variants
from rebelote.server.lobby import Lobby


@post("/api/tables", summary="Open a table with bots")
async def new_table(data: messages.NewTable, state: State) -> messages.Seated:
    """A table for one person; the answer's token is the seat's secret."""
    try:
        rules = variants.rules(data.preset, **data.options)
        rules = rules.as_in_real_life() if data.real_life else rules
        bots.make(data.level)
    except ValueError as error:
        raise HTTPException(status_code=422, detail=str(error)) from None
    lobby: Lobby = state.lobby
    return await lobby.new_table(data.name.strip()[:24], rules, data.level, data.seed)


@get(
    "/api/tables/{table:str}/record",
    media_type=MediaType.TEXT,
    summary="The record of a match, as far as it has been played",
)
async def record(table: str, token: str, state: State) -> str:
    """The last match at a table, in the record notation; the token is a seat's secret."""
    lobby: Lobby = state.lobby
    return str(await lobby.record(table, token))


HANDLERS: Final = (new_table, record)
