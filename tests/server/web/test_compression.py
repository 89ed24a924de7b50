"""Compression of the application's answers: only where worthwhile, and without loss."""

from __future__ import annotations

import gzip
import json
from typing import Any

import httpx
import pytest
from evenings_on_server import Evening
from http_person import Browser
from in_process import InProcess, serving_in_process

from rebelote.server.web import compression

SERVING = serving_in_process


@pytest.fixture(scope="module")
def evening(server: InProcess) -> str:
    """Return the address of an evening of 400 teams with a round."""
    evening = Evening(Browser(server, "Secretary"))
    evening.teams(*(f"Team {number} and its friends" for number in range(1, 401)))
    evening.draw()
    return evening.here


def raw(server: InProcess, path: str, accepted: str) -> tuple[httpx.Headers, bytes]:
    """Return the head and the body of an answer, as it was sent."""
    headers = {"accept-encoding": accepted}
    with httpx.stream("GET", server.url + path, headers=headers, trust_env=False) as answer:
        return answer.headers, b"".join(answer.iter_raw())


def without_time(body: bytes) -> Any:
    return {**json.loads(body), "now": None}


def test_an_evening_is_sent_in_a_fifth_of_its_bytes(server: InProcess, evening: str) -> None:
    plain, text = raw(server, evening, "identity")
    packed, body = raw(server, evening, "gzip, br")
    assert len(text) > compression.AT_ONCE and 5 * len(body) < len(text)
    assert packed["content-encoding"] == "gzip" and "content-encoding" not in plain
    assert int(packed["content-length"]) == len(body)
    assert packed["vary"] == plain["vary"] == "accept-encoding"
    assert without_time(gzip.decompress(body)) == without_time(text)


@pytest.mark.parametrize("path", ["/rules/french", "/api/rules/french", "/api/schema/openapi.json"])
def test_pages_and_answers_of_some_length_are_compressed(server: InProcess, path: str) -> None:
    _, text = raw(server, path, "identity")
    headers, body = raw(server, path, "gzip")
    assert headers["content-encoding"] == "gzip" and gzip.decompress(body) == text


def test_a_short_answer_and_a_file_are_sent_as_they_are(server: InProcess) -> None:
    for path in ("/api/me", "/icon-512.png", f"/api/tournaments/{'x' * 12}"):
        headers, _ = raw(server, path, "gzip")
        assert "content-encoding" not in headers and "vary" not in headers
    assert raw(server, "/", "br, gzip")[0].get_list("vary") == ["accept-encoding"]
    assert raw(server, "/", "br, gzip")[0]["content-encoding"] == "br"
