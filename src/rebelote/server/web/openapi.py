"""The description of the HTTP interface (OpenAPI 3.1), made from the handlers themselves.

Parameters, bodies and answers are described by the types that decode and encode them, refusals by
what `described` says of a handler.
"""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from importlib import import_module
from types import NoneType
from typing import Annotated, Final, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import ParameterKwarg

import rebelote
from rebelote.bots import BOTS
from rebelote.i18n import SPOKEN
from rebelote.rules import presets
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.option_types import Options
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record
from rebelote.rules.refusals import REFUSALS
from rebelote.server.base.protocol import messages
from rebelote.server.base.protocol.schemas import Problem
from rebelote.server.web.cookies import COOKIE
from rebelote.server.web.described import JSON, Content, Schema, description, refusals, status
from rebelote.server.web.feature import FEATURES

SOCKET_PATH: Final = "/api/schema/socket.json"
PATH: Final = "/api/schema/openapi.json"
RECORD_PATH: Final = "/api/schema/record.json"
_REFERENCE: Final = "#/components/schemas/{name}"
_GIVEN: Final = {"request", "core", "visitor", "me", "administrator", "data"}
"""Arguments of a handler that are no parameters of its address."""
_PART: Final = re.compile(r"{(\w+):\w+}")
_PARAMETERS: Final[Mapping[str, str]] = {
    "action": "How many actions of the deal were done before it.",
    "after": "The last id of the page before; nothing for the first page.",
    "against": "The id of a person: reports about them alone.",
    "before": "The last id, match or place of the page before; nothing for the first page.",
    "by": "The id of a person: reports of theirs alone.",
    "date": "A day (UTC), as 2026-11-25; today where it is left out.",
    "day": "A day (UTC), as 2026-11-25; today where it is left out.",
    "deal": "The number of a deal, from 1.",
    "digest": "The id of a match that was handed in: the digest of its record.",
    "done": "Calls and cards so far, with commas between them.",
    "format": "How it is written.",
    "member": "The number of a member of a club, from 1.",
    "in_force": "Sanctions in force alone, or past ones alone.",
    "kind": "Lines about this alone.",
    "lang": f"The language: {', '.join(SPOKEN)}; else the first that `Accept-Language` prefers.",
    "last": "The number of the last notice to be dismissed.",
    "level": "How difficult it is.",
    "maxheight": "The height that there is, in pixels.",
    "maxwidth": "The width that there is, in pixels.",
    "match": "The id of a match, as `TABLE-12`; the id of a table is the last match there.",
    "month": "A month, as 2026-11; the latest where it is left out.",
    "name": "A name, or its first letters.",
    "only": "`won`, `lost`, `rated` or `starred`; several with commas.",
    "only_kept": "Begin no review: return one that is there, or its progress.",
    "person": "The id of a person.",
    "preset": "The name of a rule set.",
    "about": "A group of mistakes, or a theme of puzzles; all of a game where it is left out.",
    "puzzle": "The identifier of a puzzle.",
    "real_life": "A table without help.",
    "report": "The number of a report.",
    "rules": "What the host calls the rules of the table.",
    "sanction": "The number of a sanction.",
    "seed": "Any number: the same gives the same deal.",
    "session": "The id of a session.",
    "settled": "Reports that are settled, in place of those that wait.",
    "shared_id": "The id of a shared replay.",
    "tournament": "The id of a tournament.",
    "club": "The id of a club.",
    "owned": "The id of a club, or of a tournament that belongs to none.",
    "binned": "The id of a deleted club or tournament.",
    "league": "The preset of a league's game, or the id of the club whose league it is.",
    "season": "A season: of a club its number, from 1; of a league its month, as `2026-11`.",
    "since": "The version that is known already.",
    "drawn": "The number of a round, from 1.",
    "other": "The id of the second person of a pair, in the order of the list.",
    "case": "The id of a question about fair play.",
    "hall": "As all may see it, also where a secretary asks.",
    "key": "The key on the slip of a side, or on the card of a team.",
    "at": "The address under which phones find the server.",
    "sources": "With the source of each rule.",
    "step": "How many actions of the deal were done before it.",
    "table": "The id of a table; where it says so, its code of six letters.",
    "url": "The address of a match on this server: `/m/ID`, `/embed/ID` or `/#/match/ID`.",
    "access": "The id of a token.",
    "bot": "The id of a bot account.",
    "text": "A text in the name of those who played too, or in one's note.",
}
"""The meanings of parameters in addresses by name, each the same wherever it stands."""


class _OperationTypes(NamedTuple):
    """The types of one operation, whose schemas are made together with all others."""

    method: str
    path: str
    handler: HTTPRouteHandler
    hints: Mapping[str, object]
    answer: Content


def document(handlers: Iterable[HTTPRouteHandler], home: str = "/") -> Schema:
    """Return the whole description; `home`: the address of the server."""
    operations = sorted(_operations(handlers), key=lambda one: (one.path, one.method))
    schemas = _Schemas(operations)
    paths: dict[str, Schema] = defaultdict(dict)
    for one in operations:
        paths[one.path][one.method] = _operation(one, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rebelote",
            "version": rebelote.__version__,
            "summary": "Belote with people and bots: tables, records, replays, accounts.",
            "description": _INTRODUCTION,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": servers(home),
        "tags": [
            _described_tag(name) for name in sorted({_tag(one.handler) for one in operations})
        ],
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "responses": _shared_responses(),
            "securitySchemes": SECURITY,
        },
    }


_INTRODUCTION: Final = (
    "Every refusal is a `Problem`: its `code` is stable, its `message` is a sentence in English, "
    "and `rule` names the source where it is a rule of the game. Requests that change something "
    "have a JSON body (`application/json`) and are refused from pages of other sites. The game "
    "itself is played over a WebSocket at `/ws`."
)
SECURITY: Final[Schema] = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The session of a browser, which `POST /api/me` and `POST /api/login` open. "
        f"Over https its name is `__Host-{COOKIE}`.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "An access token (`POST /api/me/tokens`), where it allows what is asked.",
    },
}


def _operations(handlers: Iterable[HTTPRouteHandler]) -> Iterator[_OperationTypes]:
    for handler in handlers:
        if handler.include_in_schema is False:
            continue
        hints = get_type_hints(handler.fn, include_extras=True)
        answer = description(handler).answer or _answer(handler, hints["return"])
        for path in handler.paths:
            for method in sorted(handler.http_methods):
                yield _OperationTypes(
                    method.lower(), _PART.sub(r"{\1}", path), handler, hints, answer
                )


def _answer(handler: HTTPRouteHandler, returned: object) -> Content:
    """Return the answer by media type, as the annotation of a handler says."""
    if get_origin(returned) is Response:
        (returned,) = get_args(returned)
    if returned in (None, NoneType):
        return {}
    media = handler.media_type or JSON
    return {str(getattr(media, "value", media)): returned}


# --- schemas --------------------------------------------------------------------------------------

_CARD: Final[Schema] = {"type": "string", "pattern": "^[789TJQKA][SHDC]$"}


def schema_of(kind: type) -> Schema:
    """Return the schema of a type that `rules.codec` writes in a form of its own."""
    if kind is Card:
        return {**_CARD, "description": "A card: its rank, then its suit."}
    if kind is CardSet:
        return {"type": "array", "items": _CARD, "uniqueItems": True}
    if kind is Rules:
        return _rules()
    if kind in (object, msgspec.Raw):
        return {"description": "Any value."}
    raise NotImplementedError(kind.__name__)


def _rules() -> Schema:
    """Return the schema of rules with every option spelt out; a game of one's own may have more."""
    _, definitions = msgspec.json.schema_components([Options])
    options = definitions[Options.__name__]["properties"]
    return {
        "type": "object",
        "title": Rules.__name__,
        "description": "The rule set, and every option of the rules by name.",
        "properties": {"preset": {"type": "string"}, **options},
        "required": ["preset", *options],
    }


def servers(home: str) -> list[Schema]:
    """Return what a description says of the address of this server."""
    return [{"url": home}]


def record_schema() -> Schema:
    """Return the JSON Schema of a record, as `Record.json` writes it."""
    (made,), definitions = msgspec.json.schema_components(
        [Record], schema_hook=schema_of, ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of Rebelote",
        **made,
        "$defs": _sorted(definitions),
    }


def socket_document() -> Schema:
    """Return the JSON Schema of every message over the socket, from clients and from the server."""
    (from_client, from_server), definitions = socket_schemas("#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of /ws",
        "from_client": from_client,
        "from_server": from_server,
        "$defs": definitions,
    }


def socket_schemas(reference: str) -> tuple[tuple[Schema, ...], Schema]:
    """Return the schemas of clients' and of the server's messages, and all that they name."""
    made, components = msgspec.json.schema_components(
        [messages.FromClient, messages.FromServer], schema_hook=schema_of, ref_template=reference
    )
    return made, _sorted(components)


def _sorted(components: Mapping[str, Schema]) -> Schema:
    """Return schemas by name, their descriptions without the indentation of the source."""
    for schema in components.values():
        schema["description"] = inspect.cleandoc(schema.get("description", ""))
    return dict(sorted(components.items()))


class _Schemas:
    """The schemas of all types that operations name, made at once so that each has one name."""

    def __init__(self, operations: Sequence[_OperationTypes]) -> None:
        bodies = {_body(one) for one in operations if "data" in one.hints}
        answers = {
            kind for one in operations for kind in _answers(one) if not isinstance(kind, dict)
        }
        kinds = [Problem, Options, *bodies, *answers]
        made, components = msgspec.json.schema_components(
            kinds, schema_hook=schema_of, ref_template=_REFERENCE
        )
        self._made = dict(zip(kinds, made, strict=True))
        self.components = _sorted(components)
        for name in self._named_by(self._made[body] for body in bodies):
            _name_choices(self.components[name])

    def __getitem__(self, kind: object) -> Schema:
        """Return the schema of a type; one that is given as such is returned as it is."""
        return kind if isinstance(kind, dict) else self._made[kind]

    def _named_by(self, schemas: Iterable[object]) -> set[str]:
        """Return the components that these schemas name, and those that these name in turn."""
        result: set[str] = set()
        waiting = list(schemas)
        while waiting:
            match waiting.pop():
                case {"$ref": str(reference)} if (
                    name := reference.rpartition("/")[2]
                ) not in result:
                    result.add(name)
                    waiting.append(self.components[name])
                case dict(part):
                    waiting += part.values()
                case list(parts):
                    waiting += parts
        return result


def _name_choices(schema: Schema) -> None:
    """Say in the schema of a body what a text may be that is only checked when it is used."""
    for name, part in schema.get("properties", {}).items():
        if part.get("type") == "string" and name in CHOICES:
            part["enum"] = list(CHOICES[name])
        if name == "options":
            part.clear()
            part["$ref"] = _REFERENCE.format(name=Options.__name__)


CHOICES: Final[Mapping[str, Iterable[str]]] = {"preset": presets.PRESETS, "level": BOTS}
"""The values allowed under these names, games from outside included."""


def _body(operation: _OperationTypes) -> object:
    """Return the type of a body, where it is given."""
    parts = [part for part in get_args(operation.hints["data"]) if part is not NoneType]
    return parts[0] if len(parts) == 1 else operation.hints["data"]


def _answers(operation: _OperationTypes) -> Iterator[object]:
    yield from operation.answer.values()
    yield from description(operation.handler).also.values()


# --- operations -----------------------------------------------------------------------------------


def _operation(operation: _OperationTypes, schemas: _Schemas) -> Schema:
    handler, said = operation.handler, description(operation.handler)
    result: Schema = {
        "operationId": _identifier(operation),
        "tags": [_tag(handler)],
        "summary": handler.summary,
        "description": inspect.getdoc(handler.fn),
        "parameters": list(_parameters(operation)),
        "responses": dict(_responses(operation, schemas)),
        "security": _security(operation),
    }
    if "data" in operation.hints:
        content = {"schema": schemas[_body(operation)]}
        if said.examples:
            content["examples"] = {name: {"value": body} for name, body in said.examples.items()}
        required = _default(operation, "data") is inspect.Parameter.empty
        result["requestBody"] = {"required": required, "content": {JSON: content}}
    return result


def _identifier(operation: _OperationTypes) -> str:
    if operation.handler.operation_id is not None:
        return str(operation.handler.operation_id)
    words = re.findall(r"\w+", operation.path.removeprefix("/api"))
    return "_".join((operation.method, *words)).replace("-", "_")


def _tag(handler: HTTPRouteHandler) -> str:
    """Return the feature that an operation belongs to: the folder of its handler."""
    return str(handler.fn.__module__.split(".")[3])


def _described_tag(name: str) -> Schema:
    package = import_module(f"{FEATURES}.{name}")
    return {"name": name, "description": inspect.getdoc(package)}


def _security(operation: _OperationTypes) -> list[Schema]:
    """Return the cookie or a token, where it is needed or read."""
    token: list[Schema] = [{"token": []}] if operation.handler.opt.get("scope") else []
    if {"me", "administrator"} & operation.hints.keys():
        return [{"cookie": []}, *token]
    return [{}, {"cookie": []}, *token] if "visitor" in operation.hints else [{}]


# --- parameters -----------------------------------------------------------------------------------


def _parameters(operation: _OperationTypes) -> Iterator[Schema]:
    inside = set(re.findall(r"{(\w+)}", operation.path))
    for name, hint in operation.hints.items():
        if name in _GIVEN or name == "return":
            continue
        default = _default(operation, name)
        schema = _parameter_schema(hint, default)
        if name in inside:
            yield {"name": name, "in": "path", "required": True, **_said(name), "schema": schema}
        else:
            needed = default is inspect.Parameter.empty
            yield {"name": name, "in": "query", "required": needed, **_said(name), "schema": schema}
    for name, more in description(operation.handler).query.items():
        yield {"name": name, "in": "query", "required": False, **_said(name), **more}


def _said(name: str) -> Schema:
    return {"description": _PARAMETERS[name]} if name in _PARAMETERS else {}


def _default(operation: _OperationTypes, name: str) -> object:
    return inspect.signature(operation.handler.fn).parameters[name].default


def _parameter_schema(hint: object, default: object) -> Schema:
    kind, *more = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    schema = msgspec.json.schema(kind)
    for one in more:
        schema |= _bounds(one)
    return (
        schema
        if default is inspect.Parameter.empty or default is None
        else {**schema, "default": default}
    )


def _bounds(parameter: ParameterKwarg) -> Schema:
    bounds = {"minimum": parameter.ge, "maximum": parameter.le, "exclusiveMaximum": parameter.lt}
    bounds["maxLength"] = parameter.max_length
    return {key: value for key, value in bounds.items() if value is not None}


# --- responses ------------------------------------------------------------------------------------


def _responses(operation: _OperationTypes, schemas: _Schemas) -> Iterator[tuple[str, Schema]]:
    handler, said = operation.handler, description(operation.handler)
    yield str(handler.status_code), _response(handler.status_code, operation.answer, schemas)
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in sorted(refusals(handler)):
        by_status[status(code)].append(code)
    for number, codes in sorted(by_status.items()):
        yield (
            str(number),
            _refusal(codes)
            if codes != SHARED.get(number)
            else {"$ref": f"#/components/responses/{number}"},
        )
    for number, kind in said.also.items():
        yield str(number), _response(number, {JSON: kind}, schemas)


def _response(number: int, answer: Content, schemas: _Schemas) -> Schema:
    response: Schema = {"description": HTTPStatus(number).phrase}
    content = {media: {"schema": schemas[kind]} for media, kind in answer.items()}
    return {**response, "content": content} if content else response


SHARED: Final[Mapping[int, list[str]]] = {
    403: ["foreign-origin"],
    401: ["who-are-you"],
    404: ["no-such-page"],
    400: ["malformed"],
    413: ["too-large"],
    415: ["wrong-media-type"],
    421: ["wrong-host"],
    429: ["too-many"],
    500: ["server-error"],
    503: ["server-busy"],
}
"""The refusals that most operations have alike, by status."""


def _shared_responses() -> Schema:
    return {str(number): _refusal(codes) for number, codes in sorted(SHARED.items())}


def _refusal(codes: Sequence[str]) -> Schema:
    lines = (f"- `{code}`: {REFUSALS[code].sentence}" for code in codes)
    problem = {"$ref": _REFERENCE.format(name=Problem.__name__)}
    schema = {"allOf": [problem, {"properties": {"code": {"enum": list(codes)}}}]}
    return {"description": "\n".join(lines), "content": {JSON: {"schema": schema}}}
