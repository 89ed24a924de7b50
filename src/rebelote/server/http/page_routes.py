"""Pages that the server answers with itself: rule cards, the check of seals, the API."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from typing import Final
from urllib.parse import parse_qs

import msgspec
from litestar import MediaType, Response, get, post
from litestar.exceptions import HTTPException

from rebelote.i18n import rulecard
from rebelote.rules import fairness
from rebelote.rules.record import Record, RecordSizeError
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.feature import features
from rebelote.server.history.work import BOUNDS
from rebelote.server.http import api_page, asyncapi, openapi, pages
from rebelote.server.http.described import LANGUAGE, OPTIONS, described
from rebelote.server.http.requests import (
    AppRequest,
    asked_language,
    compressed,
    count_address,
    draw,
    home,
)
from rebelote.server.limits import limit

BODY_LIMIT: Final = limit(
    1 << 17, "a record to be verified", unit="bytes", per="request", beyond="too-large"
)
TO_YOURSELF: Final = "On your own machine it is checked at once: rebelote verify FILE."
STATUS_TOO_MANY: Final = 429
STATUS_TOO_SLOW: Final = 422
HOMES_KEPT: Final = 4
"""Addresses of this server for which its description is kept in memory."""
FLAG: Final = {"schema": {"const": "1"}}


@get("/rules", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def rule_sets(request: AppRequest) -> str:
    """Which rule sets there are."""
    return pages.rule_sets(asked_language(request))


@get(
    "/rules/{preset:str}",
    summary="The rule card of a table",
    operation_id="rule_card",
    opt=described(
        "wrong-options",
        public=True,
        answer={"text/html": str, "text/plain": str, "application/json": {"type": "object"}},
        query={
            **LANGUAGE,
            "format": {"schema": {"enum": ["page", "text", "json"]}},
            "real_life": FLAG,
            "sources": FLAG,
            **OPTIONS,
        },
    ),
)
async def rule_card(request: AppRequest, preset: str, core: Core) -> Response[str]:
    """A page with link and QR code; `format=text` or `format=json` for programs.

    `real_life=1` is a table without help, `sources=1` says where each rule comes from. Any other
    parameter is a switch of the rules: `/rules/flemish?undertrump=free`.
    """
    count_address("card", request, core)
    asked = {key: value for key, value in request.query_params.items() if key not in _PAGE}
    try:
        rules = rulecard.rules_from(preset, asked)
        rules = rules.as_in_real_life() if "real_life" in request.query_params else rules
    except ValueError as error:
        raise HTTPException(status_code=422, detail=str(error)) from None
    language = asked_language(request)
    shape = request.query_params.get("format", "page")
    if shape == "json":
        return Response(rulecard.as_json(rules, language), media_type=MediaType.JSON)
    if shape == "text":
        return Response(rulecard.text(rules, language), media_type=MediaType.TEXT)
    here = home(request, core) + rulecard.link(rules)
    cited = "sources" in request.query_params
    page = await draw(pages.rule_card, rules, language, here, cited)
    return Response(page, media_type=MediaType.HTML)


@get("/sources", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def sources_page() -> str:
    """Where the rules come from."""
    return pages.sources_page()


_PAGE: Final = ("lang", "format", "real_life", "sources")


@get("/verify", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def verify_page() -> str:
    """Where a record is handed in to be checked."""
    return pages.verify("", ())


@post(
    "/verify",
    media_type=MediaType.HTML,
    status_code=200,
    include_in_schema=False,
    request_max_body_size=BODY_LIMIT,
)
async def verify(request: AppRequest, core: Core) -> Response[str]:
    """What the seals of a record prove."""
    body = (await request.body()).decode(errors="replace")
    text = parse_qs(body).get("record", [""])[0]
    try:
        count_address("verify", request, core)
        proofs, status = await core.verifier.run(_proofs, text), 200
    except IllegalActionError as error:
        proofs = (error.refusal.sentence, TO_YOURSELF)
        status = STATUS_TOO_MANY if error.refusal.code == "too-many" else STATUS_TOO_SLOW
    return Response(pages.verify(text, proofs), status_code=status)


def _proofs(text: str) -> tuple[str, ...]:
    """What a worker finds."""
    try:
        return tuple(fairness.verify(Record.parse(text, bounds=BOUNDS)))
    except RecordSizeError as error:
        return (str(error), TO_YOURSELF)
    except ValueError as error:
        return (f"not proven: {error}",)


@get("/api", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def interface_page(request: AppRequest, core: Core) -> str:
    """The HTTP interface as a page; nothing on it is fetched from elsewhere."""
    return _interface(home(request, core))[1]


@get(openapi.PATH, include_in_schema=False, opt=described(public=True))
async def interface(request: AppRequest, core: Core) -> Response[bytes]:
    """The HTTP interface, for programs."""
    return await compressed(request, _interface(home(request, core))[0])


@get(
    openapi.RECORD_PATH,
    summary="The JSON Schema of a record",
    sync_to_thread=False,
    opt=described(public=True),
)
def record_schema() -> dict[str, object]:
    """For programs that read `format=json` of a record, or `record` of one's own matches."""
    return openapi.record_schema()


@get(openapi.SOCKET_PATH, include_in_schema=False, opt=described(public=True))
async def socket_interface(request: AppRequest) -> Response[bytes]:
    """The messages of the socket, for programs."""
    return await compressed(request, _socket_interface())


@get(asyncapi.PATH, include_in_schema=False, opt=described(public=True))
async def socket_description(request: AppRequest, core: Core) -> Response[bytes]:
    """The socket as AsyncAPI, for programs."""
    return await compressed(request, _socket_description(home(request, core)))


@lru_cache(HOMES_KEPT)
def _socket_description(here: str) -> bytes:
    return gzip.compress(msgspec.json.encode(asyncapi.document(here)))


@cache
def _socket_interface() -> bytes:
    return gzip.compress(msgspec.json.encode(openapi.socket_document()))


@lru_cache(HOMES_KEPT)
def _interface(here: str) -> tuple[bytes, str]:
    """The description of the interface at an address, compressed, and its page."""
    handlers = (handler for feature in features() for handler in feature.routes)
    result = openapi.document(handlers, here)
    return gzip.compress(msgspec.json.encode(result)), api_page.page(result, openapi.PATH)


HANDLERS: Final = (
    rule_sets,
    rule_card,
    sources_page,
    verify_page,
    verify,
    interface_page,
    socket_description,
    interface,
    record_schema,
    socket_interface,
)
