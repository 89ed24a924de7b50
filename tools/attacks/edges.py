"""Attacks at the edges of HTTP: odd keys, media types and addresses."""

from __future__ import annotations

import json
from pathlib import Path

from attacks.once import finding
from attacks.target import Someone, serving


@finding("S14", "a key of the options is taken for a parameter of the server's own")
async def options_named_as_parameters(folder: Path) -> str:
    """Open tables with options called as parameters are."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        works = []
        for name in ("preset", "self", "cls", "options"):
            form = {"level": "beginner", "options": {name: "french"}}
            if (await mal.ask("POST", "/api/tables", form)).status_code >= 500:
                works.append(f"{name} is a fault")
        return ", ".join(works)


@finding("S17", "a form or plain text is taken for JSON, which another site sends without asking")
async def forms_as_json(folder: Path) -> str:
    """Rename oneself by bodies of other kinds."""
    async with serving(folder) as target:
        mal = await Someone(target).come()
        body = json.dumps({"name": "Eve"}).encode()
        works = []
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            sent = {"content": body, "headers": {"content-type": kind}}
            if (await mal.ask("POST", "/api/me", **sent)).status_code < 400:
                works.append(kind or "no kind at all")
        return ", ".join(works)
