"""The quick match over HTTP: how many people look for a table."""

from __future__ import annotations

from collections import Counter
from typing import Final

from litestar import get

from rebelote.server.core import Core
from rebelote.server.http.requests import AppRequest, count_address
from rebelote.server.quickmatch import schemas
from rebelote.server.quickmatch.queue import Queue


@get("/api/searches", summary="How many people look for a table")
async def searchers(request: AppRequest, core: Core) -> schemas.Searchers:
    """By what they look for: nobody is named, as in what those who wait are sent themselves."""
    count_address("read", request, core)
    return schemas.Searchers(dict(Counter(core[Queue].presets())))


HANDLERS: Final = (searchers,)
"""The quick match."""
