"""The description of the HTTP interface: complete and true."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from http_person import Browser
from schemathesis.specs.openapi.definitions import OPENAPI_31
from server_process import Server

from rebelote.rules import presets
from rebelote.rules.refusals import REFUSALS
from rebelote.server.base.protocol.schemas import DETAIL
from rebelote.server.web import described, openapi
from rebelote.server.web.feature import features

HANDLERS = [handler for feature in features() for handler in feature.routes]


@cache
def described_routes() -> Any:
    """Return the document; it takes long, so not while the tests are collected."""
    return openapi.document(HANDLERS)


@cache
def operations() -> list[tuple[str, Any]]:
    return [
        (f"{method.upper()} {path}", operation)
        for path, at_path in described_routes()["paths"].items()
        for method, operation in at_path.items()
    ]


def references(part: object) -> Iterator[str]:
    """Yield every reference in a part of the document."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from references(one)


def test_every_operation_and_parameter_is_described() -> None:
    assert len(operations()) > 100
    for name, operation in operations():
        assert operation["summary"] and operation["description"], name
        for parameter in operation["parameters"]:
            assert parameter.get("description"), (name, parameter["name"])
    assert all(
        schema["description"] for schema in described_routes()["components"]["schemas"].values()
    )
    names = [operation["operationId"] for _, operation in operations()]
    assert len(set(names)) == len(names)


def test_it_is_valid_by_the_schema_of_openapi() -> None:
    check = jsonschema_rs.Draft202012Validator(OPENAPI_31)
    document = json.loads(json.dumps(described_routes()))
    assert not [str(error) for error in check.iter_errors(document)]
    assert not check.is_valid({**document, "paths": {"/api/me": {"get": []}}})
    for name, schema in document["components"]["schemas"].items():
        assert jsonschema_rs.meta.is_valid(schema), name


def test_every_parameter_of_a_path_is_described() -> None:
    for name, operation in operations():
        described = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
        assert described == set(re.findall(r"{(\w+)}", name)), name


def test_every_reference_leads_somewhere() -> None:
    result = set(references(described_routes()))
    assert len(result) > 100
    for reference in result:
        part: Any = described_routes()
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]


def test_every_refusal_has_its_sentence_and_status() -> None:
    for handler in HANDLERS:
        assert not described.refusals(handler) - REFUSALS.keys(), handler.handler_name
    assert not described.STATUSES.keys() - REFUSALS.keys()
    replay = described_routes()["paths"]["/api/replays"]["post"]["responses"]
    assert REFUSALS["no-record"].sentence in replay["409"]["description"]
    enum = replay["409"]["content"]["application/json"]["schema"]["allOf"][1]["properties"]["code"]
    assert enum == {"enum": ["no-record"]}


def test_what_needs_a_session_says_so() -> None:
    by_name = dict(operations())
    assert by_name["GET /api/me/sessions"]["security"] == [{"cookie": []}]
    assert by_name["GET /api/me/matches"]["security"] == [{"cookie": []}, {"token": []}]
    assert {} in by_name["GET /api/matches/{match}"]["security"]
    assert described_routes()["components"]["securitySchemes"]["cookie"]["in"] == "cookie"


def test_what_may_be_chosen_is_listed() -> None:
    table = described_routes()["components"]["schemas"]["NewTable"]["properties"]
    assert table["preset"]["enum"] == list(presets.PRESETS)
    assert "club" in table["level"]["enum"]
    options = described_routes()["components"]["schemas"]["Options"]["properties"]
    assert "free" in options["undertrump"]["enum"]


def examples() -> Iterator[tuple[str, str, int, Any]]:
    """Yield method, path, promised status and body of each example of an operation."""
    for name, operation in operations():
        method, path = name.split(" ")
        status = int(next(iter(operation["responses"])))
        for body in operation.get("requestBody", {"content": {}})["content"].values():
            for example in body.get("examples", {}).values():
                yield method, path, status, example["value"]


def test_every_example_is_accepted(server: Server) -> None:
    for method, path, status, body in examples():
        cookie = "" if path == "/api/me" else Browser(server, "Ann").cookie
        result, answer, _ = server.ask(method, path, json.dumps(body).encode(), cookie)
        assert result == status, (method, path, answer)


@pytest.mark.parametrize(
    ("method", "path", "body", "detail"),
    [
        ("POST", "/api/replays", {"recrod": ""}, "Object contains unknown field `recrod`"),
        ("POST", "/api/replays", {"record": 3}, "record: Expected `str`, got `int`"),
        (
            "POST",
            "/api/replays",
            {"x" * 9_000: 3},
            f"Object contains unknown field `{'x' * 9_000}`",
        ),
        ("POST", "/api/replays", [], "Expected `object`, got `array`"),
        ("GET", "/api/learn/french/count?level=high", None, "level: Expected `int`, got `str`"),
    ],
)
def test_a_refusal_says_which_field_could_not_be_read(
    server: Server, method: str, path: str, body: Any, detail: str
) -> None:
    answer = Browser(server).ask(method, path, 400, body)
    assert answer["code"] == "malformed"
    assert answer["detail"] == detail[:DETAIL]


def test_the_page_shows_the_whole_description_and_fetches_nothing(server: Server) -> None:
    page = server.get("/api")[1].decode()
    targets = set(re.findall(r'id="([^"]+)"', page))
    assert {operation["operationId"] for _, operation in operations()} <= targets
    assert {f"type-{name}" for name in described_routes()["components"]["schemas"]} <= targets
    assert not set(re.findall(r'href="#([^"]+)"', page)) - targets
    for forbidden in ("<script", "src=", "http://", "https://"):
        assert forbidden not in page.replace(server.url, "")


def test_the_document_names_the_server_that_is_asked(server: Server) -> None:
    result = json.loads(server.get(openapi.PATH)[1])
    assert result["servers"] == [{"url": server.url}]
    assert result["paths"].keys() == described_routes()["paths"].keys()
