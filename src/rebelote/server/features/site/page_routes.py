"""Pages that the server answers with itself: rule cards, the check of seals, the API."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final
from urllib.parse import parse_qs

import msgspec
from litestar import MediaType, Response, get, post
from litestar.exceptions import HTTPException

from rebelote.i18n import rulecard
from rebelote.rules import fairness
from rebelote.rules.records.record import Record, RecordSizeError
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.records import BOUNDS
from rebelote.server.web import api_page, asyncapi, openapi, pages
from rebelote.server.web.core import Core
from rebelote.server.web.described import LANGUAGE, OPTIONS, Schema, described
from rebelote.server.web.feature import features
from rebelote.server.web.requests import (
    AppRequest,
    asked_language,
    count_address,
    draw,
    home,
    json_response,
)

BODY_LIMIT: Final = limit(
    1 << 17, "a record to be verified", unit="bytes", per="request", beyond="too-large"
)
TO_YOURSELF: Final = "On your own machine it is checked at once: rebelote verify FILE."
STATUS_TOO_MANY: Final = 429
STATUS_TOO_SLOW: Final = 422
FLAG: Final = {"schema": {"const": "1"}}


@get("/rules", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def rule_sets(request: AppRequest) -> str:
    """Return the page of all rule sets."""
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
    """Return a page with link and QR code; `format=text` or `format=json` for programs.

    `real_life=1` is a table without help, `sources=1` says where each rule comes from. Any other
    parameter is a switch of the rules: `/rules/flemish?undertrump=free`.
    """
    count_address("card", request, core)
    options = {key: value for key, value in request.query_params.items() if key not in _PAGE}
    try:
        rules = rulecard.rules_from(preset, options)
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


@get("/sources", media_type=MediaType.HTML, include_in_schema=False)
async def sources_page() -> str:
    """Return the page of the rules' sources."""
    return await draw(pages.sources_page)


_PAGE: Final = ("lang", "format", "real_life", "sources")


@get("/verify", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def verify_page() -> str:
    """Return the page for the upload of a record to verify."""
    return pages.verify("", ())


@post(
    "/verify",
    media_type=MediaType.HTML,
    status_code=200,
    include_in_schema=False,
    request_max_body_size=BODY_LIMIT,
)
async def verify(request: AppRequest, core: Core) -> Response[str]:
    """Verify the seals of a record, and return the proofs as a page."""
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
    try:
        return tuple(fairness.verify(Record.parse(text, bounds=BOUNDS)))
    except RecordSizeError as error:
        return (str(error), TO_YOURSELF)
    except ValueError as error:
        return (f"not proven: {error}",)


@get("/api", media_type=MediaType.HTML, include_in_schema=False)
async def interface_page() -> str:
    """Return the HTTP interface as a page; nothing on it is fetched from elsewhere."""
    return await draw(_interface_page)


@get(openapi.PATH, include_in_schema=False, opt=described(public=True))
async def interface(request: AppRequest, core: Core) -> Response[bytes]:
    """Return the HTTP interface, for programs."""
    servers = openapi.servers(home(request, core))
    return json_response(await draw(_located, _interface, servers))


@get(
    openapi.RECORD_PATH,
    summary="The JSON Schema of a record",
    sync_to_thread=False,
    opt=described(public=True),
)
def record_schema() -> dict[str, object]:
    """Return the schema of `format=json` of a record, and of `record` in one's own matches."""
    return openapi.record_schema()


@get(openapi.SOCKET_PATH, include_in_schema=False, opt=described(public=True))
async def socket_interface() -> Response[bytes]:
    """Return the messages of the socket, for programs."""
    return json_response(await draw(_socket_interface))


@get(asyncapi.PATH, include_in_schema=False, opt=described(public=True))
async def socket_description(request: AppRequest, core: Core) -> Response[bytes]:
    """Return the socket as AsyncAPI, for programs."""
    servers = asyncapi.servers(home(request, core))
    return json_response(await draw(_located, _socket_description, servers))


def _located(document: Callable[[], Schema], servers: object) -> bytes:
    """Return a description as JSON, with the address by which this server was asked.

    Anybody can ask by another address: the rest is made once, whatever the address.
    """
    return msgspec.json.encode({**document(), "servers": servers})


@cache
def _socket_description() -> Schema:
    return asyncapi.document("")


@cache
def _socket_interface() -> bytes:
    return msgspec.json.encode(openapi.socket_document())


@cache
def _interface() -> Schema:
    return openapi.document(handler for feature in features() for handler in feature.routes)


@cache
def _interface_page() -> str:
    return api_page.page(_interface(), openapi.PATH)


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
