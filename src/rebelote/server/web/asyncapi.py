"""The description of the socket (AsyncAPI 3.0), made from the types of its messages."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Final, get_args
from urllib.parse import urlsplit

import rebelote
from rebelote.server.base.protocol import messages
from rebelote.server.web import openapi
from rebelote.server.web.described import JSON, Schema

PATH: Final = "/api/schema/asyncapi.json"
CHANNEL: Final = "socket"
_INTRODUCTION: Final = (
    "A client sends `join` first, and is sent an `update` with everything that its seat may see; "
    "afterwards what changes. Each message that changes something has an `id`, and is answered "
    "with `ack` once it is on disk, or with `refused`, a code and a sentence. An `id` is "
    "unique for a person and a table, for good, not only for a connection: begin the ids of each "
    "connection with random characters. The same message is carried out once, however often it is "
    "sent, and each time acknowledged with its version; another message with its `id` is refused "
    "(`id-used`). A socket is opened with the cookie of a session, "
    "or with the access token of a bot account, which may only join tables, play there, and "
    "listen to invitations."
)
_SECURITY: Final[Schema] = {
    "cookie": {**openapi.SECURITY["cookie"], "type": "httpApiKey"},
    "token": openapi.SECURITY["token"],
}


def document(home: str) -> Schema:
    """Return the whole description; `home`: the address of the server over HTTP."""
    definitions = openapi.socket_schemas("#/components/schemas/{name}")[1]
    sent, received = _kinds(messages.FromServer), _kinds(messages.FromClient)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "The socket of Rebelote",
            "version": rebelote.__version__,
            "description": _INTRODUCTION,
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": JSON,
        "servers": servers(home),
        "channels": {
            CHANNEL: {
                "address": "/ws",
                "title": "A table, a search for a match, or a shared replay",
                "messages": {
                    name: {"$ref": f"#/components/messages/{name}"} for name in (*received, *sent)
                },
            }
        },
        "operations": {
            "receive": _operation("receive", "What clients send", received),
            "send": _operation("send", "What the server sends", sent),
        },
        "components": {
            "messages": dict(_messages({**received, **sent})),
            "schemas": discriminated(definitions),
            "securitySchemes": _SECURITY,
        },
    }


def discriminated(part: object) -> object:
    """Return a part of a schema with discriminators as in AsyncAPI: the name of the property."""
    if isinstance(part, list):
        return [discriminated(inside) for inside in part]
    if not isinstance(part, dict):
        return part
    return {
        name: inside["propertyName"]
        if name == "discriminator" and isinstance(inside, dict) and "mapping" in inside
        else discriminated(inside)
        for name, inside in part.items()
    }


def _kinds(union: object) -> Mapping[str, type]:
    """Return the types of messages of one direction, by their names."""
    return {kind.__name__: kind for kind in get_args(union)}


def servers(home: str) -> Schema:
    """Return what the description says of the address of this server."""
    return {"here": _server(home)}


def _server(home: str) -> Schema:
    parts = urlsplit(home)
    return {
        "host": parts.netloc,
        "protocol": "wss" if parts.scheme == "https" else "ws",
        "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in _SECURITY],
    }


def _operation(action: str, summary: str, kinds: Mapping[str, type]) -> Schema:
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": f"#/channels/{CHANNEL}"},
        "messages": [{"$ref": f"#/channels/{CHANNEL}/messages/{name}"} for name in kinds],
    }


def _messages(kinds: Mapping[str, type]) -> Iterator[tuple[str, Schema]]:
    for name, kind in kinds.items():
        summary, _, more = (inspect.getdoc(kind) or "").partition("\n\n")
        said = {"description": more} if more else {}
        payload = {"$ref": f"#/components/schemas/{name}"}
        yield name, {"name": _tag(kind), "summary": summary, **said, "payload": payload}


def _tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
