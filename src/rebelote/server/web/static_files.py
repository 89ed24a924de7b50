"""Static files: the built client, in the best encoding that the browser accepts.

`web/compress.ts` writes `NAME.br` and `NAME.gz` beside a file where that makes it smaller. Names
under `assets/` hold a hash of their content and never change; everything else is revalidated.
"""

from __future__ import annotations

import asyncio
import errno
import functools
import hashlib
import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from litestar import Request, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse

import rebelote

CLIENT: Final = Path(rebelote.__file__).parent / "server" / "static"
"""The built client."""
ENCODINGS: Final[Mapping[str, str]] = {"br": ".br", "gzip": ".gz"}
"""Content encodings and how their files end, the smallest first."""
IDENTITY: Final = "identity"
IMMUTABLE: Final = "public, max-age=31536000, immutable"
REVALIDATED: Final = "no-cache"
TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""Content types by the end of a name; the same on every system."""
DOCUMENTATION: Final = "docs"
"""The folder of the site of `make docs`, if the package was built with it."""
OFFLINE: Final = "assets/offline/"
"""The folder of the worker in which a page plays without a network, with all it needs."""
OFFLINE_POLICY: Final = "; ".join(
    ("default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'")
)
"""The Content-Security-Policy of that worker, which alone may compile WebAssembly."""
_NOWHERE: Final = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP)
"""Errors of a path at which there is no file, or no longer."""
_CODING: Final = re.compile(r"\s*([\w*.-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?", re.ASCII)

FILES_KEPT: Final = 256
"""Files of the client kept in memory, with the digests that are their ETags."""


class StaticFile(NamedTuple):
    """A file in one encoding."""

    body: bytes
    tag: str
    """The digest of the body."""
    encoding: str
    """`identity` or one of `ENCODINGS`."""
    varies: bool
    """Whether there are other encodings of it."""


def qualities(accepted: str) -> dict[str, float]:
    """Return the q-values of an Accept-Encoding header; what cannot be read is left out.

    >>> qualities("gzip, br;q=0.5, *;q=0")
    {'gzip': 1.0, 'br': 0.5, '*': 0.0}
    """
    parts = (_CODING.fullmatch(part) for part in accepted.lower().split(","))
    return {part[1]: float(part[2] or 1) for part in parts if part}


def preferred(accepted: str, offered: Collection[str]) -> str:
    """Return the encoding to send: of the highest q-value, then the smallest; or `identity`.

    >>> preferred("gzip, deflate, br", ("br", "gzip")), preferred("br;q=0, *", ("br", "gzip"))
    ('br', 'gzip')
    """
    accepts = qualities(accepted)
    quality = {name: accepts.get(name, accepts.get("*", 0.0)) for name in offered}
    best = max(offered, key=quality.__getitem__, default=IDENTITY)
    least = accepts.get(IDENTITY, 0.0)
    return best if quality.get(best, 0.0) > 0 and quality[best] >= least else IDENTITY


def find(root: Path, name: str, accepted: str) -> StaticFile | None:
    """Return a file of the client in the best encoding; None where there is none of that name."""
    try:
        path = (root / (name.strip("/") or "index.html")).resolve()
        hidden = path.suffix in ENCODINGS.values() or not path.is_relative_to(root)
        return None if hidden or not path.is_file() else _read(path, accepted)
    except OSError as error:
        if error.errno in _NOWHERE:
            return None
        raise


def _read(path: Path, accepted: str) -> StaticFile:
    there = {encoding: path.with_name(path.name + end) for encoding, end in ENCODINGS.items()}
    offered = tuple(encoding for encoding, encoded in there.items() if encoded.is_file())
    encoding = preferred(accepted, offered)
    chosen = there.get(encoding, path)
    state = chosen.stat()
    body, tag = _content(chosen, state.st_mtime_ns, state.st_size)
    return StaticFile(body, tag, encoding, bool(offered))


@lru_cache(FILES_KEPT)
def _content(path: Path, modified: int, size: int) -> tuple[bytes, str]:
    """Return the bytes of a file and their digest; read again once it has changed."""
    body = path.read_bytes()
    return body, _digest(body)


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=12).hexdigest()


def headers_of(name: str, file: StaticFile) -> dict[str, str]:
    """Return a file's headers, also where it has not changed. Each encoding has its own ETag."""
    hashed = name.lstrip("/").startswith("assets/")
    offline = name.lstrip("/").startswith(OFFLINE)
    policy = {"content-security-policy": OFFLINE_POLICY} if offline else {}
    headers = {
        **policy,
        "etag": f'"{file.tag}"',
        "cache-control": IMMUTABLE if hashed else REVALIDATED,
    }
    return {**headers, "vary": "accept-encoding"} if file.varies else headers


def is_unchanged(if_none_match: str, etag: str) -> bool:
    """Return whether the browser holds it already.

    >>> is_unchanged('W/"a", "b"', '"a"'), is_unchanged('"c"', '"a"'), is_unchanged("", '"a"')
    (True, False, False)
    """
    held = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return etag in held or "*" in held


def answer(name: str, file: StaticFile, if_none_match: str) -> ASGIResponse:
    """Return the answer to a GET. Ranges are not served: no page plays one."""
    headers = headers_of(name, file)
    if is_unchanged(if_none_match, headers["etag"]):
        return ASGIResponse(status_code=304, headers=headers)
    suffix = Path(name).suffix or ".html"
    headers["content-type"] = TYPES.get(suffix, "application/octet-stream")
    headers["content-length"] = str(len(file.body))
    headers["accept-ranges"] = "none"
    if file.encoding != IDENTITY:
        headers["content-encoding"] = file.encoding
    return ASGIResponse(body=file.body, headers=headers)


def _find_or_write(
    render: Callable[[str], str], root: Path, name: str, accepted: str
) -> StaticFile | None:
    """Return a file of the client; its page is rewritten, and not encoded."""
    if name.strip("/") not in ("", "index.html"):
        return find(root, name, accepted)
    if (page := find(root, "index.html", IDENTITY)) is None:
        return None
    body = render(page.body.decode()).encode()
    return StaticFile(body, _digest(body), IDENTITY, False)


def static_files(folder: Path, render: Callable[[str], str] | None = None) -> HTTPRouteHandler:
    """Return the handler of everything that lies in this folder, `index.html` at the root.

    `render`: rewrites that page before it is sent.
    """
    root = folder.resolve()
    read = find if render is None else functools.partial(_find_or_write, render)

    @get(["/", "/{name:path}"], include_in_schema=False, name="static")
    async def serve(request: Request[None, None, State], name: str = "/") -> ASGIResponse:
        accepted = ",".join(request.headers.getall("accept-encoding", []))
        file = await asyncio.to_thread(read, root, name, accepted)
        if file is None and name.strip("/") == DOCUMENTATION and (root / DOCUMENTATION).is_dir():
            return ASGIResponse(
                status_code=307, headers={"location": f"/{DOCUMENTATION}/index.html"}
            )
        if file is None:
            raise NotFoundException
        held = ",".join(request.headers.getall("if-none-match", []))
        return answer(name, file, held)

    return serve
