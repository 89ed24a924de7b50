"""Replays on the pages of other sites, as a feature: an embeddable page and its oEmbed description.

The page is the same for every match: it fetches what it shows itself and without a cookie, so that
it is sent what a stranger is sent. Its policy allows any site to frame it, and only to read.
"""

from __future__ import annotations

import asyncio
import re
from typing import Final

from litestar import MediaType, Response, get
from litestar.exceptions import HTTPException
from markupsafe import Markup

from rebelote.i18n import words
from rebelote.rules.record import header_of
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.history.replays import Replays
from rebelote.server.http import health_routes as health
from rebelote.server.http import pages, static_files
from rebelote.server.http.described import ENDED_MATCH, described
from rebelote.server.http.requests import AppRequest, count_address, home, preferred_language
from rebelote.server.limits import limit
from rebelote.server.protocol.schemas import Message

PAGE: Final = "embed.html"
WIDTH: Final = 640
HEIGHT: Final = 560
LEAST: Final = (280, 480)
"""Width and height in pixels below which the hands cover each other."""
KEPT_SECONDS: Final = 300
ADDRESS: Final = limit(400, "the address of a replay", unit="characters", beyond="no-such-match")
_LINK: Final = re.compile(
    r"(?:/(?:m|embed)/|/?#/match/)(?P<match>[\w-]+)(?P<place>(?:[/#]\d+){0,2})"
)
_FRAME: Final = Markup(
    '<iframe src="{address}" title="{title}" width="{width}" height="{height}" '
    'style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>'
)


class Embedding(Message, frozen=True):
    """What oEmbed says of a replay: `html` is what a page embeds."""

    version: str
    type: str
    provider_name: str
    provider_url: str
    title: str
    html: str
    width: int
    height: int


def policy(here: str) -> str:
    """The Content-Security-Policy of the embedded page on this server: it may only read."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {here}/assets/embed/",
            f"style-src {here}/assets/embed/",
            f"img-src {here}/assets/ {here}/favicon.svg data:",
            f"connect-src {here}/api/matches/ {here}/api/shared-replays/ {here}/api/replays",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors *",
        )
    )


@get(
    ["/embed/{match:str}", "/embed/shared/{replay:str}", "/embed/record"],
    include_in_schema=False,
)
async def embedded(request: AppRequest, core: Core) -> Response[str]:
    """A replay without anything around it, for the frame of another site."""
    result = await asyncio.to_thread(static_files.find, health.CLIENT, PAGE, "")
    if result is None:
        raise HTTPException(status_code=404)
    headers = {
        "content-security-policy": policy(home(request, core)),
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": f"public, max-age={KEPT_SECONDS}",
    }
    page = pages.with_games(result.body.decode())
    return Response(page, media_type=MediaType.HTML, headers=headers)


@get(
    "/api/oembed",
    summary="How a replay is embedded",
    opt=described(*ENDED_MATCH, public=True),
)
async def oembed(
    request: AppRequest,
    core: Core,
    url: str,
    maxwidth: int = WIDTH,
    maxheight: int = HEIGHT,
) -> Embedding:
    """By the oEmbed protocol, for the link of a match that anybody may look at."""
    count_address("record", request, core)
    here = home(request, core)
    named, place = _match_of(url, here)
    match = await core[Replays].find(named)
    header = header_of(await core[Replays].record(match, None))
    say = words(preferred_language(request))
    title = say("match.preview", names=", ".join(header.names))
    width = max(LEAST[0], min(WIDTH, maxwidth))
    height = max(LEAST[1], min(HEIGHT, maxheight))
    html = _FRAME.format(
        address=f"{here}/embed/{match}{place}", title=title, width=width, height=height
    )
    return Embedding("1.0", "rich", "Rebelote", here, title, str(html), width, height)


def _match_of(url: str, here: str) -> tuple[str, str]:
    """The id of the match at an address of this server, and where in it: `#DEAL/STEP` or nothing.

    IllegalActionError `no-such-match`.
    """
    result = _LINK.fullmatch(url.removeprefix(here))
    if len(url) > ADDRESS or not url.startswith(here) or result is None:
        raise IllegalActionError("no-such-match")
    place = result["place"].lstrip("/#")
    return result["match"], f"#{place}" if place else ""


FEATURE: Final = Feature(routes=(embedded, oembed))
