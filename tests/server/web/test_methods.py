"""Methods of HTTP: HEAD is answered wherever GET is, and a refusal says what is allowed."""

from __future__ import annotations

import re
import socket

import pytest
from in_process import InProcess, serving_in_process

from rebelote.server.main.app import HANDLERS

PATHS = sorted({path for handler in HANDLERS for path in handler.paths})
VARYING = ("date", "content-length", "etag")
"""Headers that may differ between two answers: the time, and what follows from it."""
SERVING = serving_in_process


def filled(path: str) -> str:
    """Return the address with something in place of each parameter."""
    return re.sub(r"{\w+:int}", "1", re.sub(r"{\w+:str}", "AAAA", path))


def methods_of(path: str) -> set[str]:
    return {str(m) for handler in HANDLERS if path in handler.paths for m in handler.http_methods}


@pytest.mark.parametrize("path", ["/", *(path for path in PATHS if "GET" in methods_of(path))])
def test_a_head_is_answered_as_a_get_without_a_body(server: InProcess, path: str) -> None:
    status, _, got = server.ask("GET", filled(path))
    result, body, headers = server.ask("HEAD", filled(path))
    assert (result, body) == (status, b"")
    sent, expected = ({k.lower(): v for k, v in one.items()} for one in (headers, got))
    assert sent.keys() == expected.keys()
    assert {k: v for k, v in sent.items() if k not in VARYING} == {
        k: v for k, v in expected.items() if k not in VARYING
    }


@pytest.mark.parametrize("path", ["/", "/favicon.svg", *PATHS])
def test_a_refused_method_is_answered_with_those_that_are_allowed(
    server: InProcess, path: str
) -> None:
    status, _, headers = server.ask("PATCH", filled(path))
    known = methods_of(path) or {"GET"}
    expected = known | ({"HEAD"} if "GET" in known else set())
    assert status == 405
    assert set(headers["allow"].split(", ")) - {"OPTIONS"} == expected


def exchange(server: InProcess, sent: bytes) -> bytes:
    """Return all bytes until the connection is closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(sent)
        return b"".join(iter(lambda: line.recv(4096), b""))


def test_a_length_that_is_said_twice_is_refused_and_the_connection_closed(
    server: InProcess,
) -> None:
    head = (
        b"POST /api/login HTTP/1.1\r\nhost: %b\r\ncontent-type: application/json\r\n"
        b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n"
    ) % server.url.removeprefix("http://").encode()
    received = exchange(server, head + b"0\r\n\r\nGET /health HTTP/1.1\r\n\r\n")
    assert received.startswith(b"HTTP/1.1 400") and b"connection: close" in received.lower()
    assert received.count(b"HTTP/1.1") == 1, "what follows is no request"
