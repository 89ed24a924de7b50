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
from server_process import free_port
from waiting import until

DEPLOY: Final = environments.HOME / "deploy"


def edited(file: str, *changes: tuple[str, str]) -> str:
    """Return the text of a file of ours with an operator's changes, all of which must apply."""
    text = (DEPLOY / file).read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx_changes(port: int, certificate: Path) -> list[tuple[str, str]]:
    """Return an operator's changes of a site of nginx, on ports of the test."""
    return [
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80", f"listen 127.0.0.1:{free_port()}"),
        ("club.example;", "localhost;"),
        ("/etc/ssl/club.example/fullchain.pem", str(certificate)),
        ("/etc/ssl/club.example/privkey.pem", str(certificate)),
    ]


def nginx_with(folder: Path, site: str) -> list[str]:
    """Write a site into a folder of its own, and return the command of nginx with it."""
    (folder / "site.conf").write_text(site, "utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    main = f"""
        daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
        events {{ worker_connections 256; }}
        http {{ {paths} include {folder}/site.conf; }}
    """
    (folder / "nginx.conf").write_text(main, "utf-8")
    return ["nginx", "-e", f"{folder}/error.log", "-p", str(folder), "-c", f"{folder}/nginx.conf"]


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
