"""Pages of the server: rule cards, the check of seals, the HTTP interface.

Every piece of HTML is a literal `Markup`, whose `format` and `join` escape what is not markup
itself; ruff (S704) finds any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final
from urllib.parse import quote

import msgspec
from markupsafe import Markup, escape

from rebelote.i18n import (
    SPOKEN,
    Words,
    catalogue,
    direction,
    other_sites,
    rule_words,
    rulebook,
    rulecard,
    sources,
    speech,
    spoken,
    spoken_at,
    words,
)
from rebelote.i18n.rulecard import RuleLine
from rebelote.rules import presets
from rebelote.rules.cards import Card
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Header
from rebelote.server.base.protocol.rule_sets import games_served

_CSS: Final = "".join(
    files(__package__).joinpath(name).read_text(encoding="utf-8")
    for name in ("colours.css", "pages.css")
)
STYLE: Final = Markup("<style>{}</style>").format(Markup(_CSS))  # noqa: S704
"""The style of every page, within it: nothing is fetched."""
CARDS_KEPT: Final = 128
"""Rule cards, and pictures of addresses, that are kept in memory: drawing one takes a while."""
_PAGE: Final = Markup(
    '<!doctype html><html lang="{language}"{turned}><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width,initial-scale=1">'
    '<link rel="icon" href="/favicon.svg"><title>{title}</title>{style}</head>'
    "<body>{way}<main><h1>{title}</h1>{body}</main></body></html>"
)
_RIGHT_TO_LEFT: Final = Markup(' dir="rtl"')
_WAY_HOME: Final = Markup('<header><a href="/">{} {}</a></header>')
_NOTHING: Final = Markup()


def language(choice: str, preferred: str) -> str:
    """Return the requested language, or the first spoken here that a browser prefers (a header)."""
    tags = (tag.strip() for tag in (choice, *preferred.replace(";", ",").split(",")))
    return next(filter(None, map(spoken, tags)), "en")


def whole_page(language: str, title: str, body: Markup, *, way_home: bool = True) -> str:
    """Return a whole page; nothing on it is fetched from elsewhere. `way_home`: above its title."""
    turns = direction(language) == "rtl"
    home = _WAY_HOME.format("→" if turns else "←", catalogue(language)["page.home"])
    return str(
        _PAGE.format(
            language=language,
            turned=_RIGHT_TO_LEFT if turns else _NOTHING,
            title=title,
            style=STYLE,
            way=home if way_home else _NOTHING,
            body=body,
        )
    )


# --- rule cards -----------------------------------------------------------------------------------


def rule_sets(language: str) -> str:
    """Return every rule set there is, with a link to its card."""
    say = rule_words(language)
    item = Markup('<li><a href="/rules/{}?lang={}">{}</a>: {}</li>')
    items = _NOTHING.join(
        item.format(name, language, say(f"preset.{name}"), say(f"preset.{name}.where"))
        for name in presets.PRESETS
    )
    body = Markup('<ul>{}</ul>{}<p><a href="/sources">{}</a></p>{}').format(
        items,
        _other_sites(language),
        words(language)("ui.sources"),
        _languages("/rules?", language),
    )
    return whole_page(language, "Rebelote", body)


def _other_sites(language: str) -> Markup:
    """Return the sites whose tables rule sets follow, and what was read of each."""
    say = rule_words(language)
    head = Markup('<h2 id="there">{}</h2><p>{}</p><dl>{}</dl>')
    item = Markup("<dt><bdi>{}</bdi>: {}</dt><dd>{}</dd>")
    link = Markup('<a href="/rules/{}?lang={}">{}</a>')
    comma = escape(words(language)("ui.comma"))
    items = _NOTHING.join(
        item.format(
            site.name,
            comma.join(link.format(one, language, say(f"preset.{one}")) for one in site.presets),
            say(site.sentence),
        )
        for site in other_sites.SITES
    )
    return head.format(words(language)("ui.there"), say("there.text"), items)


def _qr_code(address: str) -> Markup:
    import segno

    return Markup(segno.make(address).svg_inline(scale=4, border=2))  # noqa: S704


_CARD: Final = Markup(
    '<p>{where}</p>{there}<p><a class="button" href="/#{path}">{play}</a></p>'
    '{differing}{sections}{sources}<p class="qr">{code}</p>'
    '<p>{scan}: <a href="{here}">{here}</a></p>{languages}'
)


@lru_cache(CARDS_KEPT)
def rule_card(rules: Rules, language: str, here: str, cited: bool = False) -> str:
    """Return the rule card of a table: what differs, all its rules, its link and QR code.

    `cited`: with where each rule comes from.
    """
    say = rule_words(language, rules.preset)
    path = rulecard.link(rules)
    query = path + ("&" if "?" in path else "?")
    lines = list(rulecard.lines(rules, language))
    body = _CARD.format(
        where=say(f"preset.{rules.preset}.where"),
        there=_as_there(rules, language),
        path=path,
        play=say("card.play"),
        differing=_differing(lines, rules, language),
        sections=_by_section(lines, rules, language, cited),
        sources=_sources(query, language, cited),
        code=_qr_code(here),
        scan=say("card.scan"),
        here=here,
        languages=_languages(query, language),
    )
    return whole_page(language, say("card.title", name=say(f"preset.{rules.preset}")), body)


def _as_there(rules: Rules, language: str) -> Markup:
    """Return what was read of the site that a rule set follows, if it follows one."""
    say = rule_words(language, rules.preset)
    note = Markup('<p><bdi>{}</bdi>: {} <a href="/rules?lang={}#there">{}</a></p>')
    return _NOTHING.join(
        note.format(site.name, say(site.sentence), language, words(language)("ui.there"))
        for site in other_sites.SITES
        if rules.preset in site.presets
    )


def _differing(lines: Sequence[RuleLine], rules: Rules, language: str) -> Markup:
    """Return the differences from the rule set, under their number."""
    say, title = rule_words(language, rules.preset), rulecard.points_text(rules, language)
    item = Markup("<li><strong>{}</strong><br>{}</li>")
    items = _NOTHING.join(
        item.format(line.sentence, say("card.usual", sentence=line.usual))
        for line in lines
        if line.differs
    )
    if not items:
        return Markup('<p class="differs">{}</p>').format(title)
    section = Markup('<section class="differs"><h2>{}</h2><ul>{}</ul></section>')
    return section.format(title, items)


def _by_section(lines: Sequence[RuleLine], rules: Rules, language: str, cited: bool) -> Markup:
    """Return every rule in the order of a deal, each under its name, after the fixed rules."""
    say = rule_words(language, rules.preset)
    head = Markup('<h2 id="section-{}">{}</h2>{}<ul>{}</ul>')
    parts: list[Markup] = []
    there = spoken_at(language, rules.preset)
    for section in rulecard.SECTIONS:
        here = (_rule(line, language, cited) for line in lines if line.section == section)
        openings = (_opening(one, there) for one in rulebook.openings(section, rules, say))
        items, opening = _NOTHING.join(here), _NOTHING.join(openings)
        if items or opening:
            parts.append(head.format(section, say(f"section.{section}"), opening, items))
    return _NOTHING.join(parts)


def _rule(line: RuleLine, language: str, cited: bool) -> Markup:
    small = Markup(" <small>{}</small>")
    source = small.format(_cited(line.source, language)) if cited else _NOTHING
    return Markup('<li id="{}">{}{}</li>').format(line.key, line.sentence, source)


def _opening(opening: rulebook.Opening, language: str) -> Markup:
    """Return a sentence, and pictures of its cards with what they count."""
    pictures = [_picture(card, language) for card in opening.cards]
    sentence = Markup("<p>{}</p>").format(opening.sentence)
    if opening.points:
        item, both = Markup("<li>{}{}</li>"), zip(pictures, opening.points, strict=True)
        ranked = _NOTHING.join(item.format(*one) for one in both)
        return sentence + Markup('<ol class="order">{}</ol>').format(ranked)
    if not pictures:
        return sentence
    return sentence + Markup('<p class="cards">{}</p>').format(_NOTHING.join(pictures))


def _picture(card: Card, language: str) -> Markup:
    corner = escape(catalogue(language)[f"index.{card.rank.letter}"])
    named = escape(speech.card_name(words(language), card))
    return Markup(rulebook.picture(card, corner, named))  # noqa: S704


def _sources(query: str, language: str, cited: bool) -> Markup:
    """Return the same card with where each rule comes from, or without."""
    say = rule_words(language)
    shown = f"{query}lang={language}" + ("" if cited else "&sources=1")
    text = say("card.sources.hide" if cited else "card.sources.show")
    return Markup('<p><a href="{}">{}</a></p>').format(shown, text)


def _cited(rule: str, language: str) -> Markup:
    """Return the origin of a rule, as links to the page of sources."""
    say, link = words(language), Markup('<a href="/sources#{}">{}</a>')
    return Markup("; ").join(
        link.format(cited.anchor, sources.label(cited, say)) for cited in sources.citations(rule)
    )


def _languages(path: str, language: str) -> Markup:
    """Return the same page in the other languages."""
    link = Markup('<a href="{path}lang={other}" lang="{other}">{name}</a>')
    links = (
        link.format(path=path, other=other, name=catalogue(other)["language.name"])
        for other in SPOKEN
        if other != language
    )
    return Markup("<nav>{}</nav>").format(_NOTHING.join(links))


# --- sources --------------------------------------------------------------------------------------

_SOURCES: Final = Markup(
    "<p>Where the rules come from, in our own words; a number is a line of the text or a "
    "section. This page is in English only.</p>{}"
)
_SOURCE: Final = Markup(
    '<h2 id="{name}">{title}</h2><p>{text}. By {by}.{where}{read}</p>{says}<dl>{entries}</dl>'
)


@cache
def sources_page() -> str:
    """Return every source of the rules, with a summary of each cited passage. In English."""
    body = _NOTHING.join(_source(name, source) for name, source in sources.sources().items())
    return whole_page("en", "Where the rules come from", _SOURCES.format(body))


def _source(name: str, source: sources.Source) -> Markup:
    where, entry = Markup('<br><a href="{0}">{0}</a>'), Markup("<dt>{}{}</dt><dd>{}</dd>")
    entries = (
        entry.format(_anchors(name, place), place.replace("-", "–"), _prose(text))
        for place, text in source.places.items()
    )
    return _SOURCE.format(
        name=name,
        title=source.name,
        text=_prose(source.title),
        by=", ".join(filter(None, (source.author, source.year))),
        where=where.format(source.address) if source.address else "",
        read=Markup("<br>Read {}.").format(source.read) if source.read else "",
        says=Markup("<p>{}</p>").format(_prose(source.says)) if source.says else "",
        entries=_NOTHING.join(entries),
    )


def _anchors(source: str, place: str) -> Markup:
    anchor = Markup('<span id="{}"></span>')
    return _NOTHING.join(anchor.format(name) for name in sources.anchors(source, place))


def _prose(text: str) -> Markup:
    """Return a sentence with its *foreign words* emphasized."""
    foreign = Markup("<em>{}</em>")
    parts = enumerate(text.split("*"))
    return _NOTHING.join(foreign.format(part) if odd % 2 else part for odd, part in parts)


# --- seals ----------------------------------------------------------------------------------------


_VERIFY: Final = Markup(
    "<p>Paste the record of a match. Each sealed pack is made again from its secret: it was "
    "fixed before the cut if the seal you were told then is the one in the record.</p>"
    '<ul aria-live="polite">{proofs}</ul>'
    '<form method="post" action="/verify"><label for="record">Record</label>'
    '<textarea id="record" name="record">{record}</textarea>'
    "<p><button>Check the seals</button></p></form>"
    "<p>The same on your own machine: <code>rebelote verify FILE</code>.</p>"
)


def verify(record: str, proofs: Sequence[str]) -> str:
    """Return a form for a record, and what its seals prove."""
    items = _NOTHING.join(map(Markup("<li>{}</li>").format, proofs))
    body = _VERIFY.format(proofs=items, record=record)
    return whole_page("en", "Were the packs fixed before the cut?", body)


# --- refusals ---------------------------------------------------------------------------------


def refused(language: str, code: str, more: str = "") -> str:
    """Return the page of a refusal; `more` is appended to its sentence."""
    say, paragraph = words(language), Markup("<p>{}</p>")
    sentence = f"{catalogue(language)[f'refusal.{code}']} {more}".strip()
    hint = paragraph.format(say("page.refused.table")) if code == "no-such-table" else ""
    home = Markup('<nav><a href="/">{}</a></nav>').format(say("page.home"))
    body = Markup("{}{}{}").format(paragraph.format(sentence), hint, home)
    return whole_page(language, say("page.refused"), body, way_home=False)


# --- invitations ------------------------------------------------------------------------------

INVITATION_PICTURE: Final = "/invitation.png"
"""The picture of a link preview, 1200 by 630 pixels."""
_META: Final = Markup('<meta name="{}" content="{}">')
_OEMBED: Final = Markup(
    '<link rel="alternate" type="application/json+oembed" href="{}/api/oembed?url={}" title="{}">'
)


def invitation(
    page: str, language: str, preset: str, host: str, home: str, path: str, table: str
) -> str:
    """Return the client's page, with what a messenger shows of an invitation to a game.

    `host`: who invites; empty where they have given no name. `path`: of the invitation.
    """
    say = words(language, preset)
    title = say("invitation.title", name=host) if host else say("invitation.title.nameless")
    named = ("rebelote:table", table)
    return _previewed(page, say, title, say("invitation.text"), home, path, named)


def match_preview(page: str, language: str, match: Header, home: str, name: str) -> str:
    """Return a page of the client with a messenger's preview of a match: players and result.

    It names the oEmbed description, by which other sites find out how to embed the match.
    """
    say = words(language, match.preset)
    details = [say(f"preset.{match.preset}"), " : ".join(map(str, match.scores))]
    title = say("match.preview", names=say("ui.comma").join(match.names))
    text = f"{' · '.join(filter(None, details))}. {say('match.preview.text')}"
    path = f"/m/{name}"
    page = _in_head(page, _OEMBED.format(home, quote(home + path, safe=""), title))
    return _previewed(page, say, title, text, home, path, ("rebelote:match", name))


def _previewed(
    page: str, say: Words, title: str, text: str, home: str, path: str, meta: tuple[str, str]
) -> str:
    """Return a page with Open Graph metadata, and the id of what the client shows."""
    details = {
        "og:type": "website",
        "og:site_name": "Rebelote",
        "og:title": title,
        "og:description": text,
        "og:url": home + path,
        "og:locale": say("language.tag"),
        "og:image": home + INVITATION_PICTURE,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": say("invitation.picture"),
        "twitter:card": "summary_large_image",
    }
    tag = Markup('<meta property="{}" content="{}">')
    tags = _NOTHING.join(tag.format(*fact) for fact in details.items())
    return _in_head(page, tags + _META.format(*meta))


def _in_head(page: str, tags: Markup) -> str:
    """Return the client's page with more tags at the end of its head."""
    return page.replace("</head>", f"{tags}</head>", 1)


# --- games from outside ---------------------------------------------------------------------------


def with_games(page: str) -> str:
    """Return the client's page, with this server's games beside those it was built with.

    They are part of the page itself: a server without any sends nothing more.
    """
    if (served := games_served()) is None:
        return page
    return _in_head(page, _META.format("rebelote:games", msgspec.json.encode(served).decode()))


# --- the rest -------------------------------------------------------------------------------------

NOT_BUILT: Final = str(
    Markup(
        '<!doctype html><html lang="en"><title>Rebelote</title>{}<h1>Rebelote</h1><p>The server '
        "runs, but the table is not built yet: run <code>make setup</code>.</p></html>"
    ).format(STYLE)
)
