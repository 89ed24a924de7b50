"""The description of the socket as AsyncAPI: complete, and of one piece with the JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import fastjsonschema
import jsonschema_rs
import pytest
from server_process import serving

from rebelote.server.base.protocol import messages
from rebelote.server.web import asyncapi
from rebelote.server.web.openapi import socket_document

SCHEMA = Path(__file__).parents[3] / "web/node_modules/@asyncapi/specs/schemas/3.0.0.json"
"""The schema that AsyncAPI publishes; `make setup` puts it there."""
KINDS = {kind.__name__: kind for kind in get_args(messages.FromClient | messages.FromServer)}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    result: dict[str, Any] = json.loads(json.dumps(asyncapi.document("https://club.example")))
    return result


def references(part: object) -> Iterator[str]:
    """Yield every reference in a part of a document."""
    match part:
        case dict():
            if isinstance(reference := part.get("$ref"), str):
                yield reference
            for inside in part.values():
                yield from references(inside)
        case list():
            for inside in part:
                yield from references(inside)


def led_to(document: dict[str, Any], reference: str) -> Any:
    """Return the target of a reference. KeyError."""
    result: Any = document
    for name in reference.removeprefix("#/").split("/"):
        result = result[name]
    return result


def discriminators(part: object) -> Iterator[object]:
    """Yield every discriminator in a part of a document."""
    if isinstance(part, list):
        for inside in part:
            yield from discriminators(inside)
    elif isinstance(part, dict):
        if "discriminator" in part:
            yield part["discriminator"]
        for inside in part.values():
            yield from discriminators(inside)


@pytest.mark.skipif(not SCHEMA.is_file(), reason="the packages of the client are not installed")
def test_it_is_valid_by_the_schema_of_asyncapi(document: dict[str, Any]) -> None:
    check = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert not [str(error) for error in check.iter_errors(document)]
    missing = {name: part for name, part in document.items() if name != "channels"}
    wrong = {**missing, "channels": {"socket": {"messages": []}}}
    assert not check.is_valid(wrong)


def test_a_discriminator_is_the_name_of_a_property(document: dict[str, Any]) -> None:
    every = list(discriminators(document))
    assert every and all(isinstance(one, str) for one in every)
    assert document["info"]["license"] == {"name": "Apache-2.0"}


def test_every_message_of_either_direction_is_described(document: dict[str, Any]) -> None:
    operations, described = document["operations"], document["components"]["messages"]
    for name, union in (("receive", messages.FromClient), ("send", messages.FromServer)):
        named = [led_to(document, one["$ref"]) for one in operations[name]["messages"]]
        kinds = [kind.__name__ for kind in get_args(union)]
        assert [one["$ref"] for one in named] == [f"#/components/messages/{k}" for k in kinds]
        assert operations[name]["action"] == name
    assert described.keys() == KINDS.keys() == document["channels"]["socket"]["messages"].keys()
    for name, message in described.items():
        payload = led_to(document, message["payload"]["$ref"])
        assert payload["properties"]["type"]["enum"] == [message["name"]], name
        assert message["summary"], name


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    result = set(references(document))
    assert len(result) > 100
    for reference in result:
        assert led_to(document, reference), reference


def test_its_types_are_those_of_the_json_schema(document: dict[str, Any]) -> None:
    schemas = json.dumps(document["components"]["schemas"])
    again = json.loads(schemas.replace("#/components/schemas/", "#/$defs/"))
    assert again == asyncapi.discriminated(json.loads(json.dumps(socket_document()["$defs"])))
    join = {**document, "$ref": "#/components/schemas/Join"}
    check = fastjsonschema.compile({**join, "components": document["components"]})
    check({"type": "join", "table": "abc"})
    with pytest.raises(fastjsonschema.JsonSchemaException):
        check({"type": "join"})


@pytest.mark.parametrize(
    ("home", "host", "protocol"),
    [
        ("https://club.example", "club.example", "wss"),
        ("http://localhost:8000", "localhost:8000", "ws"),
    ],
)
def test_the_socket_is_where_the_server_is(home: str, host: str, protocol: str) -> None:
    server = asyncapi.document(home)["servers"]["here"]
    assert (server["host"], server["protocol"]) == (host, protocol)


def test_descriptions_are_prose_for_readers_who_have_no_source(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        text = schema.get("description", "")
        assert "\n " not in text, name
        assert not re.search(r"`(server|rules|match)\.\w|`[A-Z][A-Z_]+`", text), name


def test_it_is_served_to_programs_of_any_site(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        status, body, headers = server.ask("GET", asyncapi.PATH)
        assert status == 200 and headers["access-control-allow-origin"] == "*"
        assert json.loads(body) == json.loads(json.dumps(asyncapi.document(server.url)))
