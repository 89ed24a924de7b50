"""Links that people send each other: their previews, and the pages of those that lead nowhere."""

from __future__ import annotations

import http.client
import json
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from server_process import Server, serving

from rebelote.i18n import LANGUAGES, words

PREVIEWER = {"accept": "*/*", "accept-language": "en-US"}
"""The headers of a messenger that fetches a link for its preview: no cookie, its own language."""


class PageMetadata(HTMLParser):
    """The `<meta>` of a page by their names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.received: dict[str, str] = {}
        self.scripts = page.count("<script")
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        result = dict(attrs)
        if tag == "meta" and (name := result.get("property") or result.get("name")):
            self.received[name] = result.get("content") or ""


def fetched(server: Server, path: str, headers: dict[str, str]) -> tuple[int, str, str]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    received = answer.status, answer.headers["content-type"], answer.read().decode()
    line.close()
    return received


def opened(server: Server, name: str, language: str) -> dict[str, str]:
    """Return a table whose host speaks this language."""
    cookie = server.guest(name)
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    headers = {"cookie": cookie, "content-type": "application/json", "accept-language": language}
    line.request("POST", "/api/tables", json.dumps({"begin": False}), headers)
    answer: dict[str, str] = json.loads(line.getresponse().read())
    line.close()
    return answer


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_messenger_previews_an_invitation_in_the_hosts_language(
    server: Server, language: str
) -> None:
    table = opened(server, "Jeanne", language)
    status, kind, text = fetched(server, f"/join/{table['code']}", PREVIEWER)
    assert (status, kind) == (200, "text/html; charset=utf-8")
    received, say = PageMetadata(text).received, words(language)
    assert received["og:title"] == say("invitation.title", name="Jeanne")
    assert received["og:description"] == say("invitation.text")
    assert received["og:url"] == f"{server.url}/join/{table['code']}"
    assert received["rebelote:table"] == table["table"]
    picture = received["og:image"].removeprefix(server.url)
    status, body, headers = server.ask("GET", picture)
    assert status == 200 and headers["content-type"] == "image/png"
    assert body[:8] == b"\x89PNG\r\n\x1a\n" and len(body) < 200_000
    width, height = (int.from_bytes(body[at : at + 4]) for at in (16, 20))
    assert (str(width), str(height)) == (received["og:image:width"], received["og:image:height"])


def test_an_invitation_by_a_person_without_a_name_has_no_name(server: Server) -> None:
    table = opened(server, "Invité 490", "nl")
    received = PageMetadata(fetched(server, f"/join/{table['code']}", PREVIEWER)[2]).received
    assert received["og:title"] == words("nl")("invitation.title.nameless")


def test_a_name_cannot_break_out_of_the_preview(server: Server) -> None:
    table = opened(server, "Dr. O’Brien", "en")
    plain = PageMetadata(fetched(server, "/", PREVIEWER)[2])
    received = PageMetadata(fetched(server, f"/join/{table['code']}", PREVIEWER)[2])
    assert received.scripts == plain.scripts and "Dr. O’Brien" in received.received["og:title"]


def test_a_preview_names_the_public_address_alone(tmp_path: Path) -> None:
    options = ("--public-url", "https://club.example", "--uncounted", "127.0.0.1")
    with serving(tmp_path / "log.sqlite", *options) as server:
        asked = {"host": "club.example", "content-type": "application/json"}
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request("POST", "/api/me", json.dumps({"name": "Jeanne"}), asked)
        answer = line.getresponse()
        answer.read()
        cookie = answer.headers["set-cookie"].partition(";")[0]
        body = json.dumps({"begin": False})
        line.request("POST", "/api/tables", body, {**asked, "cookie": cookie})
        path = f"/join/{json.loads(line.getresponse().read())['code']}"
        received = PageMetadata(
            fetched(server, path, {**PREVIEWER, "host": "club.example"})[2]
        ).received
        assert received["og:url"] == f"https://club.example{path}"
        assert received["og:image"] == "https://club.example/invitation.png"
        evil = fetched(server, path, {**PREVIEWER, "host": "evil.example"})
        assert evil[0] == 421 and "club.example" not in evil[2]
        line.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_that_leads_nowhere_is_a_page_with_a_way_home(
    server: Server, language: str
) -> None:
    mine = server.new_table("Jeanne")
    say = words(language)
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": language}
    stranger = {**browser, "cookie": server.guest("Wim")}
    daily = server.post("/api/daily", b"", server.guest("Ida"))[1]
    record = f"/api/tables/{mine['table']}/record"
    for path, headers, (refused, code) in (
        ("/join/ZZZZZZ", browser, (404, "no-such-table")),
        ("/no/such/page", browser, (404, "no-such-page")),
        ("/api/nothing", browser, (404, "no-such-page")),
        ("/api/tables/nothing/record", stranger, (404, "no-such-table")),
        (record, browser, (401, "who-are-you")),
        (record, stranger, (409, "deal-not-over")),
        (f"/api/tables/{daily['table']}/record", stranger, (403, "not-yours")),
    ):
        status, kind, text = fetched(server, path, headers)
        assert (status, kind) == (refused, "text/html; charset=utf-8"), path
        assert f'<html lang="{language}"' in text and escape(say(f"refusal.{code}")) in text, path
        assert f'<a href="/">{escape(say("page.home"))}</a>' in text


def test_a_program_is_answered_in_json(server: Server) -> None:
    for headers in ({"accept": "*/*"}, {"accept": "application/json"}, {}):
        status, kind, text = fetched(server, "/join/ZZZZZZ", headers)
        assert (status, kind) == (404, "application/json")
        assert json.loads(text)["code"] == "no-such-table"
