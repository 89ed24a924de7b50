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
from rebelote.rules.records.record import header_of
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Message
from rebelote.server.features.history.replays import Replays
from rebelote.server.web import pages, static_files
from rebelote.server.web.core import Core
from rebelote.server.web.described import ENDED_MATCH, described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address, home, preferred_language

PAGE: Final = "embed.html"
WIDTH: Final = 640
HEIGHT: Final = 560
LEAST: Final = (280, 480)
"""Width and height in pixels below which the hands cover each other."""
KEPT_SECONDS: Final = 300
ADDRESS: Final = limit(400, "the address of a replay", unit="characters", beyond="no-such-match")
_LINK: Final = re.compile(
    r"(?:/(?:m|embed|match)/|/?#/match/)(?P<match>[\w-]+)(?P<place>(?:[/#]\d+){0,2})"
)
_FRAME: Final = Markup(
    '<iframe src="{address}" title="{title}" width="{width}" height="{height}" '
    'style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>'
)


class Embedding(Message, frozen=True, kw_only=True):
    """The oEmbed response for a replay: `html` is the code to embed."""

    version: str
    type: str
    provider_name: str
    provider_url: str
    title: str
    html: str
    width: int
    height: int


def policy(here: str) -> str:
    """Return the Content-Security-Policy of the embedded page on this server: it may only read."""
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
    """Return a replay without anything around it, for the frame of another site.

    A match that strangers may look at is described in its head.
    """
    client = await asyncio.to_thread(static_files.find, static_files.CLIENT, PAGE, "")
    if client is None:
        raise HTTPException(status_code=404)
    headers = {
        "content-security-policy": policy(home(request, core)),
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": f"public, max-age={KEPT_SECONDS}",
        "vary": "host, accept-language",
    }
    page = pages.with_games(client.body.decode())
    if match := request.path_params.get("match", ""):
        page = await _described(page, match, request, core)
    return Response(page, media_type=MediaType.HTML, headers=headers)


async def _described(page: str, text: str, request: AppRequest, core: Core) -> str:
    """Add a preview of a match to the page, unless the match cannot be shown."""
    try:
        count_address("record", request, core)
        match = await core[Replays].find(text)
        header = header_of(await core[Replays].record(match, None))
    except IllegalActionError:  # the page asks for the match itself, and is told why
        return page
    return pages.match_preview(
        page, preferred_language(request), header, home(request, core), str(match)
    )


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
    """Return the oEmbed response for the link of a public match."""
    count_address("record", request, core)
    here = home(request, core)
    named, place = _match_of(url, here)
    match = await core[Replays].find(named)
    header = header_of(await core[Replays].record(match, None))
    say = words(preferred_language(request), header.preset)
    title = say("match.preview", names=say("ui.comma").join(header.names))
    width = max(LEAST[0], min(WIDTH, maxwidth))
    height = max(LEAST[1], min(HEIGHT, maxheight))
    html = _FRAME.format(
        address=f"{here}/embed/{match}{place}", title=title, width=width, height=height
    )
    return Embedding(
        version="1.0",
        type="rich",
        provider_name="Rebelote",
        provider_url=here,
        title=title,
        html=str(html),
        width=width,
        height=height,
    )


def _match_of(url: str, here: str) -> tuple[str, str]:
    """Return the match id in an address of this server, and its place: `#DEAL/STEP` or empty.

    IllegalActionError `no-such-match`.
    """
    link = _LINK.fullmatch(url.removeprefix(here))
    if len(url) > ADDRESS or not url.startswith(here) or link is None:
        raise IllegalActionError("no-such-match")
    place = link["place"].lstrip("/#")
    return link["match"], f"#{place}" if place else ""


FEATURE: Final = Feature(routes=(embedded, oembed))
