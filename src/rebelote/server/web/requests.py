"""Types and helpers for the HTTP handlers of all features.

A handler is given `core` (the services), `me` (the person the cookie says; refused as
`who-are-you` without one) and `visitor` (the same, or None).
"""

from __future__ import annotations

import asyncio
import functools
import gzip
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Final, ParamSpec, TypeVar

from litestar import MediaType, Request, Response
from litestar.datastructures import State

from rebelote.server.base.runtime.addresses import address
from rebelote.server.web import static_files
from rebelote.server.web.core import Core
from rebelote.server.web.pages import language

AppRequest = Request[None, None, State]
"""A request: `me` and `visitor` are who makes it, and no state is kept but the core."""

_DRAWING: Final = ThreadPoolExecutor(1, "drawing")
_Given = ParamSpec("_Given")
_Drawn = TypeVar("_Drawn")


async def draw(
    what: Callable[_Given, _Drawn], *given: _Given.args, **named: _Given.kwargs
) -> _Drawn:
    """Draw a page or picture that takes a while, one at a time, beside the event loop."""
    drawing = functools.partial(what, *given, **named)
    return await asyncio.get_running_loop().run_in_executor(_DRAWING, drawing)


def home(request: AppRequest, core: Core) -> str:
    """Return the address by which others find this server: the public one or the request's."""
    return str(core.public_url or request.base_url).rstrip("/")


def preferred_language(request: AppRequest) -> str:
    """Return the first language that the browser, or the client, prefers of those there are."""
    return language("", request.headers.get("accept-language", ""))


def asked_language(request: AppRequest) -> str:
    """Return the language requested as `lang`, or the first that the browser prefers."""
    header = request.headers.get("accept-language", "")
    return language(request.query_params.get("lang", ""), header)


def count_address(what: str, request: AppRequest, core: Core) -> None:
    """Count this once more for its address. IllegalActionError `too-many`."""
    core.limits.by_address(what, address(request))


def count_person(what: str, person: str, request: AppRequest, core: Core) -> None:
    """Count this once more of a person. IllegalActionError `too-many`."""
    core.limits.by_person(what, person, address(request))


def place(what: str, request: AppRequest, core: Core) -> AbstractContextManager[None]:
    """Hold a place within the quota of this name by address; IllegalActionError without one."""
    return core.limits.place(what, address(request))


def json_response(body: bytes) -> Response[bytes]:
    """Return a response that is encoded already."""
    return Response(body, media_type=MediaType.JSON)


async def compressed(
    request: AppRequest, body: bytes, media_type: str = MediaType.JSON
) -> Response[bytes]:
    """Answer with a body that a worker has compressed; unpack it where the reader takes no gzip."""
    accepted = request.headers.get("accept-encoding", "")
    headers = {"vary": "accept-encoding"}
    if static_files.preferred(accepted, ("gzip",)) == "gzip":
        headers["content-encoding"] = "gzip"
    else:
        body = await asyncio.to_thread(gzip.decompress, body)
    return Response(body, media_type=media_type, headers=headers)
