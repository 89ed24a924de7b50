"""Static files: compressed, cached as long as possible, and never stale."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from server_process import serving

from rebelote.i18n import LANGUAGES
from rebelote.server.web import static_files
from rebelote.server.web.security import HEADERS
from rebelote.server.web.static_files import CLIENT

UNPACK = "process.stdout.write(zlib.brotliDecompressSync(fs.readFileSync(0)))"
SCRIPT = max(CLIENT.glob("assets/*.js"), key=lambda path: path.stat().st_size)
ASSET = f"/assets/{SCRIPT.name}"
PLAIN = "/icon-512.png"
"""A picture that no compression makes smaller."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Yield a client that says nothing of encodings by itself."""
    with (
        serving(tmp_path_factory.mktemp("static") / "log.sqlite") as server,
        httpx.Client(base_url=server.url, trust_env=False) as client,
    ):
        del client.headers["accept-encoding"]
        yield client


def raw(client: httpx.Client, path: str, verb: str = "GET", **headers: str) -> tuple[Any, bytes]:
    """Return the answer and its body as it was sent."""
    received = {name.replace("_", "-"): value for name, value in headers.items()}
    with client.stream(verb, path, headers=received) as answer:
        return answer, b"".join(answer.iter_raw())


def decoded(answer: httpx.Response, body: bytes) -> bytes:
    """Return the body in plain, by Python's gzip or Node's brotli."""
    encoding = answer.headers.get("content-encoding")
    if encoding == "br":
        node = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
        assert node, "no Node here to unpack brotli"
        done = subprocess.run([node, "-e", UNPACK], input=body, capture_output=True, check=True)
        return done.stdout
    return gzip.decompress(body) if encoding == "gzip" else body


@pytest.mark.parametrize("path", ["/", "/sw.js", "/favicon.svg", "/manifest.webmanifest", ASSET])
def test_every_encoding_is_of_the_same_file(client: httpx.Client, path: str) -> None:
    file = CLIENT / (path.strip("/") or "index.html")
    tags = set()
    for accepted in ("br", "gzip", "identity"):
        answer, body = raw(client, path, accept_encoding=accepted)
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding", "identity") == accepted
        assert decoded(answer, body) == file.read_bytes()
        assert int(answer.headers["content-length"]) == len(body)
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["content-type"] == static_files.TYPES[file.suffix]
        tags.add(answer.headers["etag"])
    assert len(tags) == 3


@pytest.mark.parametrize(
    ("accepted", "sent"),
    [
        ("", "identity"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0", "identity"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.2, gzip;q=0.9", "gzip"),
        ("br;q=0, *", "gzip"),
        ("*;q=0", "identity"),
        ("*", "br"),
        ("identity, br;q=0.5", "identity"),
        ("BR;Q=1", "br"),
        ("br;q=oops", "identity"),
        ("zstd, deflate", "identity"),
    ],
)
def test_the_encoding_is_the_one_that_was_asked_for(
    client: httpx.Client, accepted: str, sent: str
) -> None:
    answer, body = raw(client, ASSET, accept_encoding=accepted)
    assert answer.headers.get("content-encoding", "identity") == sent
    assert decoded(answer, body) == SCRIPT.read_bytes()


def test_who_names_no_encoding_is_sent_the_file_itself(client: httpx.Client) -> None:
    answer, body = raw(client, ASSET)
    assert "content-encoding" not in answer.headers and body == SCRIPT.read_bytes()


def test_each_encoding_is_revalidated_by_its_own_etag(client: httpx.Client) -> None:
    packed, _ = raw(client, "/", accept_encoding="br")
    plain, _ = raw(client, "/", accept_encoding="identity")
    tag = packed.headers["etag"]
    for held in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer, body = raw(client, "/", accept_encoding="br", if_none_match=held)
        assert (answer.status_code, body) == (304, b"")
        assert answer.headers["etag"] == tag and answer.headers["vary"] == "accept-encoding"
        assert answer.headers["cache-control"] == "no-cache"
    assert raw(client, "/", accept_encoding="gzip", if_none_match=tag)[0].status_code == 200
    assert plain.headers["etag"] != tag


def test_only_what_has_a_hash_in_its_name_is_kept_for_a_year(client: httpx.Client) -> None:
    for path in ("/", "/index.html", "/sw.js", "/manifest.webmanifest", PLAIN):
        assert raw(client, path)[0].headers["cache-control"] == "no-cache"
    kept = raw(client, ASSET)[0].headers["cache-control"]
    assert kept == "public, max-age=31536000, immutable"
    named = re.findall(r'(?:src|href)="(/assets/[^"]+)"', raw(client, "/")[1].decode())
    assert named and all(raw(client, path)[0].status_code == 200 for path in named)


def test_the_service_worker_names_what_there_is(client: httpx.Client) -> None:
    worker = raw(client, "/sw.js")[1].decode()
    named = json.loads(re.search(r"FILES = (\[.*\])", worker)[1])  # type: ignore[index]
    assert {"/", ASSET} <= set(named)
    sets = json.loads(re.search(r"SETS = (\{.*\})", worker)[1])  # type: ignore[index]
    assert {f"{language}-others" for language in LANGUAGES} | {"hungarian"} <= set(sets)
    assert not [part for part in ("-start", "-others", ".woff2") if part in str(named)]
    named += [path for files in sets.values() for path in files]
    assert [path for path in named if raw(client, path, "HEAD")[0].status_code != 200] == []


def test_a_head_says_what_a_get_would(client: httpx.Client) -> None:
    for accepted in ("br", "gzip", "identity"):
        got, body = raw(client, ASSET, accept_encoding=accepted)
        received, nothing = raw(client, ASSET, "HEAD", accept_encoding=accepted)
        varying = {"date"}
        assert nothing == b"" and body
        assert {k: v for k, v in received.headers.items() if k not in varying} == {
            k: v for k, v in got.headers.items() if k not in varying
        }


def test_a_part_of_a_file_is_answered_with_the_whole(client: httpx.Client) -> None:
    for accepted in ("br", "identity"):
        answer, body = raw(client, ASSET, accept_encoding=accepted, range="bytes=0-9")
        assert answer.status_code == 200 and answer.headers["accept-ranges"] == "none"
        assert decoded(answer, body) == SCRIPT.read_bytes()


def test_what_is_compressed_already_is_sent_as_it_is(client: httpx.Client) -> None:
    answer, body = raw(client, PLAIN, accept_encoding="br, gzip")
    assert body == (CLIENT / PLAIN[1:]).read_bytes()
    assert "vary" not in answer.headers and answer.headers["content-type"] == "image/png"


def test_the_policy_stands_on_every_answer(client: httpx.Client) -> None:
    for path, status in (("/", 200), (ASSET, 200), ("/nowhere.js", 404)):
        answer, _ = raw(client, path, accept_encoding="br")
        assert answer.status_code == status
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    "path",
    [
        f"{ASSET}.br",
        "/index.html.gz",
        "/assets",
        "/assets/",
        "/../app.py",
        "/%2e%2e/app.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/..%2fapp.py",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/assets/old-00000000.js",
        "/" + "a" * 300,
    ],
)
def test_nothing_else_is_served(client: httpx.Client, path: str) -> None:
    url = httpx.URL(client.base_url, raw_path=path.encode())
    answer = client.get(url)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no-such-page"


def test_nothing_can_be_written_there(client: httpx.Client) -> None:
    assert client.put(ASSET, content=b"x").status_code == 405


def test_the_documentation_is_found_where_the_package_has_it(tmp_path: Path) -> None:
    handler = static_files.static_files(tmp_path)
    with TestClient(Litestar([handler])) as client:
        assert client.get("/docs").status_code == 404
        (tmp_path / "docs").mkdir()
        (tmp_path / "docs" / "index.html").write_text("<h1>Rebelote</h1>", encoding="utf-8")
        assert (
            client.get("/docs/", follow_redirects=False).headers["location"] == "/docs/index.html"
        )
        assert client.get("/docs").text == "<h1>Rebelote</h1>"
