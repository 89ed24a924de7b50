"""Replays on the pages of other sites: the pages that may be framed, and a frame's rights."""

from __future__ import annotations

import html
import json
import re
from contextlib import closing
from urllib.parse import quote

import pytest
from http_person import Browser
from server_process import Server

from rebelote.server.features.embed.feature import HEIGHT, LEAST, WIDTH
from rebelote.server.web import security

ONE_DEAL = {"level": "beginner", "preset": "bga", "options": {"end_deals": 1}}
CARD = re.compile(r'"[789TJQKA][SHDC]"')


def played(by: Browser, **terms: str) -> str:
    """Return the table of a match of one deal that a person has finished."""
    with closing(by.sit(**ONE_DEAL, terms=terms)) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        return str(person.seated["table"])


@pytest.fixture(scope="module")
def match(server: Server) -> str:
    return played(Browser(server, "Ann & Co"))


def how(server: Server, url: str, more: str = "") -> str:
    return f"/api/oembed?url={quote(url, safe='')}{more}"


# --- the page -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/embed/abc", "/embed/shared/abc", "/embed/record"])
def test_any_site_may_frame_a_replay_which_may_only_read(server: Server, path: str) -> None:
    status, body, headers = server.ask("GET", path)
    policy = dict(
        part.partition(" ")[::2] for part in headers["content-security-policy"].split("; ")
    )
    assert status == 200 and b'id="app"' in body
    assert policy["frame-ancestors"] == "*" and headers["x-frame-options"] is None
    assert policy["default-src"] == policy["form-action"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert policy["connect-src"].split() == [
        f"{server.url}/api/{what}" for what in ("matches/", "shared-replays/", "replays")
    ]
    assert headers["set-cookie"] is None


@pytest.mark.parametrize("path", ["/", "/rules", "/join/ABCDEF", "/m/abc", "/embed", "/embed/a/b"])
def test_no_site_may_frame_another_page(server: Server, path: str) -> None:
    _, _, headers = server.ask("GET", path)
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


# --- what it may read -----------------------------------------------------------------------------


def test_other_sites_read_a_match_as_a_stranger_does(server: Server, match: str) -> None:
    ann = Browser(server, "Ann")
    private = played(ann, watch="none")
    for path in (f"/api/matches/{match}", f"/api/matches/{match}/record"):
        status, body, headers = server.ask("GET", path)
        assert status == 200 and b"S" in body
        assert headers["access-control-allow-origin"] == "*"
        assert headers["access-control-allow-credentials"] is None
    # A browser hides an answer to a request with a cookie behind `*`; without one it is refused.
    status, body, _ = server.ask("GET", f"/api/matches/{private}")
    assert status == 403 and not CARD.search(body.decode())
    assert ann.get(f"/api/matches/{private}")["seat"] == 0


def test_other_sites_read_nothing_of_a_match_under_way(server: Server) -> None:
    with closing(Browser(server, "Bea").sit(level="beginner", preset="bga")) as person:
        table = str(person.seated["table"])
        for path in (f"/api/matches/{table}", how(server, f"{server.url}/embed/{table}")):
            status, body, _ = server.ask("GET", path)
            assert status in (404, 409) and not CARD.search(body.decode()), path


def test_other_sites_read_nothing_that_is_not_declared(server: Server) -> None:
    for path in ("/api/me", "/api/tables", "/api/friends", "/api/me/export", "/health"):
        _, _, headers = server.ask("GET", path)
        assert headers["access-control-allow-origin"] is None, path
    _, _, headers = server.ask("POST", "/api/replays", b"{}")
    assert headers["access-control-allow-origin"] is None


# --- how it is embedded ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "link", ["/m/{}", "/match/{}", "/embed/{}", "/#/match/{}", "/#/match/{}/1/7", "/embed/{}#1/7"]
)
def test_the_code_to_embed_is_said_of_every_link_to_a_match(
    server: Server, match: str, link: str
) -> None:
    url = server.url + link.format(match)
    status, body, headers = server.ask("GET", how(server, url))
    result = json.loads(body)
    assert status == 200 and headers["access-control-allow-origin"] == "*"
    assert (result["type"], result["version"]) == ("rich", "1.0")
    assert (result["width"], result["height"]) == (WIDTH, HEIGHT)
    address, title = re.findall(r'(?:src|title)="([^"]*)"', result["html"])
    assert address.startswith(f"{server.url}/embed/{match}")
    assert address.endswith("#1/7") is link.endswith("1/7")
    assert html.unescape(title) == result["title"]
    assert server.ask("GET", address.removeprefix(server.url))[0] == 200


@pytest.mark.parametrize("path", ["/m/{}", "/match/{}", "/embed/{}"])
def test_the_page_of_a_match_names_its_description_and_a_preview(
    server: Server, match: str, path: str
) -> None:
    _, body, _ = server.ask("GET", path.format(match))
    page = body.decode()
    link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', page)
    assert link and link[1].startswith(f"{server.url}/api/oembed?url=")
    result = json.loads(server.ask("GET", link[1].removeprefix(server.url))[1])
    assert result["type"] == "rich" and f"/embed/{match}" in result["html"]
    for name in ("title", "image", "url", "description"):
        assert f'<meta property="og:{name}"' in page, name
    assert html.escape(result["title"]) in page


def test_the_page_of_a_match_that_strangers_may_not_see_describes_nothing(server: Server) -> None:
    private = played(Browser(server, "Ann Hidden"), watch="none")
    for path in (f"/embed/{private}", "/embed/none1234", "/embed/record"):
        status, body, headers = server.ask("GET", path)
        assert status == 200 and b"oembed" not in body and b"Ann Hidden" not in body
        assert headers["vary"].startswith("host, accept-language")


def test_a_frame_is_as_large_as_there_is_room(server: Server, match: str) -> None:
    url = f"{server.url}/m/{match}"
    _, body, _ = server.ask("GET", how(server, url, "&maxwidth=400&maxheight=1"))
    result = json.loads(body)
    assert (result["width"], result["height"]) == (400, LEAST[1])


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://elsewhere.example/m/abc",
        "{}/rules",
        "{}/m/",
        "{}/m/none1234",
        "{}/m/" + "a" * 999,
    ],
)
def test_no_code_is_said_of_other_addresses(server: Server, url: str) -> None:
    status, body, _ = server.ask("GET", how(server, url.format(server.url)))
    assert status in (400, 404) and json.loads(body)["code"] in ("no-such-match", "malformed")


def test_the_policy_of_other_pages_is_as_it_was() -> None:
    assert "frame-ancestors 'none'" in security.POLICY
