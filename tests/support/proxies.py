"""Proxies before servers: our configurations as an operator edits them, started for a test."""

from __future__ import annotations

import http.client
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import environments
from waiting import until

DEPLOY: Final = environments.HOME / "deploy"


def edited(file: str, *changes: tuple[str, str]) -> str:
    """Return the text of a file of ours with an operator's changes, all of which must apply."""
    text = (DEPLOY / file).read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[None]:
    """Yield a proxy, until the end of a test."""
    with log.open("wb") as errors:
        process = subprocess.Popen(command, stdout=errors, stderr=errors)
        try:
            until(lambda: process.poll() is not None or answers(port))
            assert process.poll() is None, log.read_text("utf-8")
            yield
        finally:
            process.terminate()
            process.wait(timeout=60)


def answers(port: int) -> bool:
    """Return whether TLS is spoken there."""
    try:
        status, _ = asked(port, "GET", "/favicon.svg")
    except OSError:
        return False
    return status == 200


def asked(
    port: int, verb: str, path: str, body: str | None = None, source: str = "127.0.0.1", **more: str
) -> tuple[int, http.client.HTTPMessage]:
    """Request a page from this address of the machine; return status and headers of the answer."""
    headers = {"content-type": "application/json", **more}
    context = ssl.create_default_context()
    line = http.client.HTTPSConnection(
        "localhost", port, timeout=60, source_address=(source, 0), context=context
    )
    try:
        line.request(verb, path, body, headers)
        answer = line.getresponse()
        answer.read()
        return answer.status, answer.headers
    finally:
        line.close()
