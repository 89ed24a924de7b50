"""Descriptions that handlers add to the description of the HTTP interface.

A route names the refusals of its own by `opt=described(...)`; those that any request may meet, and
those that follow from what it takes, are added here. `openapi` writes the document, and the
application reports a refusal that the document does not name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, TypedDict

import msgspec
from litestar.handlers import HTTPRouteHandler

from rebelote.i18n import SPOKEN
from rebelote.server.base.protocol.schemas import JsonObject
from rebelote.server.web.security import SAFE

STATUSES: Final = {
    "malformed": 400,
    "who-are-you": 401,
    "no-such-token": 401,
    "wrong-login": 401,
    "password-expired": 401,
    "wrong-recovery-code": 401,
    "admins-only": 403,
    "banned": 403,
    "foreign-origin": 403,
    "kept-apart": 403,
    "muted": 403,
    "no-watching": 403,
    "not-in-league": 403,
    "not-invited": 403,
    "not-a-secretary": 403,
    "not-your-role": 403,
    "not-the-host": 403,
    "not-yours": 403,
    "private-match": 403,
    "shown-out": 403,
    "sent-out": 403,
    "members-only": 403,
    "wrong-slip": 403,
    "wrong-sheet": 403,
    "wrong-card": 403,
    "token-scope": 403,
    "bots-own-tables": 403,
    "no-such-event": 404,
    "no-such-club": 404,
    "no-such-game": 404,
    "no-such-match": 404,
    "no-such-page": 404,
    "no-such-replay": 404,
    "link-expired": 404,
    "no-mail": 404,
    "no-such-measure": 404,
    "no-such-pair": 404,
    "no-such-question": 404,
    "no-such-person": 404,
    "no-such-team": 404,
    "no-such-report": 404,
    "no-such-session": 404,
    "no-such-table": 404,
    "too-large": 413,
    "file-too-large": 413,
    "wrong-media-type": 415,
    "wrong-host": 421,
    "bad-push-service": 422,
    "match-too-long": 422,
    "wrong-options": 422,
    "file-broken": 422,
    "file-newer": 422,
    "points-sum": 422,
    "points-missing": 422,
    "points-impossible": 422,
    "no-such-contract": 422,
    "no-such-portrait": 422,
    "no-such-bonus": 422,
    "game-sum": 422,
    "no-address": 422,
    "wrong-match-record": 422,
    "slow-record": 422,
    "bad-address": 422,
    "bad-name": 422,
    "bad-title": 422,
    "bad-password": 422,
    "reserved-name": 422,
    "common-password": 422,
    "own-name-password": 422,
    "network-full": 429,
    "too-many": 429,
    "too-many-addresses": 429,
    "too-many-guesses": 429,
    "too-many-tables": 429,
    "server-error": 500,
    "closing": 503,
    "file-damaged": 503,
    "mail-full": 503,
    "server-busy": 503,
    "offline-full": 507,
}
"""The HTTP status of a refusal; any other is a conflict with how things stand."""
CONFLICT: Final = 409
JSON: Final = "application/json"
Schema = JsonObject
"""JSON Schema, or a part of a description."""
Content = Mapping[str, object]
"""Types, or JSON Schemas, by media type."""

ENDED_MATCH: Final = (
    "no-such-match",
    "match-not-over",
    "private-match",
    "told-tomorrow",
    "told-later",
    "no-such-table",
    "table-unreadable",
    "deal-not-over",
    "no-record",
)
"""Refusals of what is read of a match that has ended."""
TABLE: Final = ("no-such-table", "table-unreadable")
RECORD_GIVEN: Final = ("no-record", "slow-record")
"""Refusals of a record that is handed in."""
ANSWERS_GIVEN: Final = ("not-now", "wrong-options", "no-such-seat", "needs-network")
"""Refusals of a deal that is played on."""
NAME: Final = ("bad-name", "name-taken", "reserved-name")
PASSWORD: Final = ("bad-password", "common-password", "own-name-password")
PLAY: Final = (
    "must-follow",
    "must-rise",
    "must-trump",
    "must-overtrump",
    "must-undertrump",
    "no-undertrump",
    "king-before-queen",
    "no-lead",
    "not-your-card",
    "not-your-turn",
    "not-now",
    "wrong-suit",
    "bid-too-low",
    "same-suit",
    "no-such-bid",
    "doubled",
    "no-double",
)
"""Refusals of a call or card."""
_ANY: Final = ("no-such-page", "wrong-host", "too-many", "server-error", "server-busy")
_UNSAFE: Final = ("foreign-origin", "file-damaged")
_BODY: Final = ("malformed", "too-large", "wrong-media-type")


LANGUAGE: Final[Mapping[str, Schema]] = {"lang": {"schema": {"enum": list(SPOKEN)}}}
"""The language in which sentences are written."""
OPTIONS: Final[Mapping[str, Schema]] = {
    "options": {
        "description": "Any other parameter is an option of the rules that differs from the set.",
        "style": "form",
        "explode": True,
        "schema": {"type": "object", "additionalProperties": {"type": "string"}},
    }
}


class Description(msgspec.Struct, frozen=True, kw_only=True):
    """The description of an operation besides its signature.

    Attributes:
        refusals: The codes of its own refusals.
        answer: Its answer by media type, where no annotation names it.
        query: Parameters that the handler reads from the address itself, by name.
        examples: Bodies of requests, by name.
        also: Answers of another status that are no refusals.
    """

    refusals: tuple[str, ...] = ()
    answer: Content = {}
    query: Mapping[str, Schema] = {}
    examples: Mapping[str, object] = {}
    also: Mapping[int, object] = {}


class Options(TypedDict):
    """The values passed as `opt`.

    `public`: pages of other sites may read the answer. `scope`: what a token has to allow; empty
    where none does.
    """

    description: Description
    public: bool
    scope: str


def described(
    *refusals: str,
    answer: object = None,
    query: Mapping[str, Schema] | None = None,
    examples: Mapping[str, object] | None = None,
    also: Mapping[int, object] | None = None,
    public: bool = False,
    scope: str = "",
) -> Options:
    """Return the `opt` of a route; `answer`: the type of its JSON, or types by media type.

    `public`: pages of other sites may read the answer, which is sent without a cookie then.
    `scope`: what a token has to allow, `any` where each does; empty where none may ask this.
    """
    by_type: Content = answer if isinstance(answer, Mapping) else {JSON: answer}
    description = Description(
        refusals=refusals,
        answer=by_type if answer else {},
        query=query or {},
        examples=examples or {},
        also=also or {},
    )
    return {"description": description, "public": public, "scope": scope}


def description(handler: HTTPRouteHandler) -> Description:
    """Return the description that a handler has declared."""
    description: Description = handler.opt.get("description", Description())
    return description


def status(code: str) -> int:
    """Return the HTTP status of a refusal; that of a conflict unless listed."""
    return STATUSES.get(code, CONFLICT)


def refusals(handler: HTTPRouteHandler) -> frozenset[str]:
    """Return every code with which a request may be refused."""
    return _refusals(handler.fn, frozenset(handler.http_methods), description(handler).refusals)


@cache
def _refusals(
    function: Callable[..., object], methods: frozenset[str], own: tuple[str, ...]
) -> frozenset[str]:
    taken = inspect.signature(function).parameters.keys()
    codes = {*_ANY, *own}
    if not methods <= set(SAFE):
        codes |= {*_UNSAFE}
    if "data" in taken:
        codes |= {*_BODY}
    if taken - {"request", "core", "visitor", "me", "administrator", "data"}:
        codes |= {"malformed"}
    if taken & {"me", "administrator", "visitor"}:
        codes |= {"no-such-token", "token-scope", "banned"}
    if taken & {"me", "administrator"}:
        codes |= {"who-are-you"}
    if "administrator" in taken:
        codes |= {"admins-only"}
    return frozenset(codes)
