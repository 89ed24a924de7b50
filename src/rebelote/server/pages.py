"""Which pages does the server draw itself? The HTTP interface, and a note without client."""

from __future__ import annotations

from html import escape
from typing import Any, Final

_STYLE: Final = (
    "<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}"
    "code{background:#eee;padding:.1em .3em}</style>"
)

NOT_BUILT: Final = (
    f'<!doctype html><html lang="en"><title>Rebelote</title>{_STYLE}<h1>Rebelote</h1>'
    "<p>The server runs, but the table is not built yet: run <code>make setup</code>.</p></html>"
)


def api_page(schema: dict[str, Any]) -> str:
    """The OpenAPI schema, for reading."""
    items = "".join(
        f"<h2><code>{escape(verb.upper())} {escape(path)}</code></h2>"
        f"<p>{escape(facts.get('summary', ''))}. {escape(facts.get('description', ''))}</p>"
        for path, verbs in schema["paths"].items()
        for verb, facts in verbs.items()
    )
    return (
        f'<!doctype html><html lang="en"><title>Rebelote: HTTP</title>{_STYLE}'
        f"<h1>Rebelote over HTTP</h1>{items}"
        "<p>The game itself is played over a WebSocket at <code>/ws</code>; its messages are in "
        "<code>rebelote.server.messages</code>. For programs: "
        '<a href="/api/schema/openapi.json">openapi.json</a>.</p></html>'
    )
