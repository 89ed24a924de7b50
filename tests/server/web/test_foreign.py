"""The site of a requesting page, from headers that browsers add and no script can change."""

from __future__ import annotations

import pytest

from rebelote.server.web.security import is_foreign

HOST = (b"host", b"club.example")


@pytest.mark.parametrize(
    ("headers", "foreign"),
    [
        ([], False),
        ([(b"sec-fetch-site", b"same-origin")], False),
        ([(b"sec-fetch-site", b"none")], False),
        ([(b"sec-fetch-site", b"same-site")], True),
        ([(b"sec-fetch-site", b"cross-site")], True),
        ([(b"origin", b"http://club.example")], False),
        ([(b"origin", b"http://evil.example")], True),
        ([(b"origin", b"null")], True),
        ([(b"origin", b"http://club.example:1")], True),
        ([(b"origin", b"http://[broken")], True),
        ([(b"sec-fetch-site", b"same-origin"), (b"origin", b"http://the.proxy")], False),
        ([(b"sec-fetch-site", b"cross-site"), (b"origin", b"http://club.example")], True),
    ],
)
def test_only_a_page_from_here_or_no_page_changes_anything(
    headers: list[tuple[bytes, bytes]], foreign: bool
) -> None:
    asked = {"type": "http", "method": "POST", "headers": [HOST, *headers]}
    assert is_foreign(asked) is foreign
    assert not is_foreign({**asked, "method": "GET"})
    assert is_foreign({**asked, "type": "websocket"}) is foreign
