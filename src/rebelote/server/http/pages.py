"""Pages drawn by the server: rule cards, the check of seals, the HTTP interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from typing import Final

import msgspec

from rebelote.i18n import (
    LANGUAGES,
    Words,
    catalogue,
    rule_words,
    rulebook,
    rulecard,
    sources,
    speech,
    words,
)
from rebelote.i18n.rulecard import RuleLine
from rebelote.rules import presets
from rebelote.rules.cards import Card
from rebelote.rules.options import Rules
from rebelote.rules.record import Header
from rebelote.server.protocol.rule_sets import games_served

STYLE: Final = (
    f"<style>{files(__package__).joinpath('pages.css').read_text(encoding='utf-8')}</style>"
)
"""The style of every page, within it: nothing is fetched."""
CARDS_KEPT: Final = 128
"""Rule cards, and pictures of addresses, that are kept in memory: drawing one takes a while."""
_HEAD: Final = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    '<link rel="icon" href="/favicon.svg">'
)


def language(asked: str, preferred: str) -> str:
    """The language asked for, or the first spoken here of those a browser prefers (a header)."""
    wanted = (tag.strip()[:2].lower() for tag in (asked, *preferred.replace(";", ",").split(",")))
    return next((tag for tag in wanted if tag in LANGUAGES), "en")


def _page(language: str, title: str, body: str, *, way_home: bool = True) -> str:
    """A whole page; nothing on it is fetched from elsewhere. `way_home`: above its title."""
    head = f"{_HEAD}<title>{escape(title)}</title>{STYLE}"
    home = escape(catalogue(language)["page.home"])
    way = f'<header><a href="/">← {home}</a></header>' if way_home else ""
    main = f"{way}<main><h1>{escape(title)}</h1>{body}</main>"
    return f'<!doctype html><html lang="{language}"><head>{head}</head><body>{main}</body></html>'


# --- rule cards -----------------------------------------------------------------------------------


def rule_sets(language: str) -> str:
    """Every rule set there is, with a link to its card."""
    say = rule_words(language)
    items = "".join(
        f'<li><a href="/rules/{name}?lang={language}">{escape(say(f"preset.{name}"))}</a>: '
        f"{escape(say(f'preset.{name}.where'))}</li>"
        for name in presets.PRESETS
    )
    origins = f'<p><a href="/sources">{escape(words(language)("ui.sources"))}</a></p>'
    return _page(
        language, "Rebelote", f"<ul>{items}</ul>{origins}{_languages('/rules?', language)}"
    )


def _qr_code(address: str) -> str:
    import segno

    return segno.make(address).svg_inline(scale=4, border=2)


@lru_cache(CARDS_KEPT)
def rule_card(rules: Rules, language: str, here: str, cited: bool = False) -> str:
    """The rule card of a table: what differs, all its rules, its link and QR code.

    `cited`: with where each rule comes from.
    """
    say = rule_words(language)
    name = say(f"preset.{rules.preset}")
    path = rulecard.link(rules)
    asked = path + ("&" if "?" in path else "?")
    lines = list(rulecard.lines(rules, language))
    body = (
        f"<p>{escape(say(f'preset.{rules.preset}.where'))}</p>"
        f'<p><a class="button" href="/#{escape(path)}">{escape(say("card.play"))}</a></p>'
        f"{_differing(lines, rules, language)}"
        f"{_by_section(lines, rules, language, cited)}"
        f"{_sources(asked, language, cited)}"
        f'<p class="qr">{_qr_code(here)}</p>'
        f'<p>{escape(say("card.scan"))}: <a href="{escape(here)}">{escape(here)}</a></p>'
        f"{_languages(asked, language)}"
    )
    return _page(language, say("card.title", name=name), body)


def _differing(lines: Sequence[RuleLine], rules: Rules, language: str) -> str:
    """What differs from the rule set, and in how many points."""
    say, title = rule_words(language), escape(rulecard.points_text(rules, language))
    items = "".join(
        f"<li><strong>{escape(line.sentence)}</strong><br>"
        f"{escape(say('card.usual', sentence=line.usual))}</li>"
        for line in lines
        if line.differs
    )
    if not items:
        return f'<p class="differs">{title}</p>'
    return f'<section class="differs"><h2>{title}</h2><ul>{items}</ul></section>'


def _by_section(lines: Sequence[RuleLine], rules: Rules, language: str, cited: bool) -> str:
    """Every rule in the order of a deal, each under its name, after what goes without saying."""
    say = rule_words(language)
    parts: list[str] = []
    for section in rulecard.SECTIONS:
        here = [line for line in lines if line.section == section]
        told = "".join(_opening(one, language) for one in rulebook.openings(section, rules, say))
        items = "".join(_rule(line, language, cited) for line in here)
        if items or told:
            title = escape(say(f"section.{section}"))
            parts.append(f'<h2 id="section-{section}">{title}</h2>{told}<ul>{items}</ul>')
    return "".join(parts)


def _rule(line: RuleLine, language: str, cited: bool) -> str:
    source = f" <small>{_cited(line.source, language)}</small>" if cited else ""
    return f'<li id="{line.key}">{escape(line.sentence)}{source}</li>'


def _opening(told: rulebook.Opening, language: str) -> str:
    """A sentence, and pictures of its cards with what they count."""
    pictures = [_picture(card, language) for card in told.cards]
    sentence = f"<p>{escape(told.sentence)}</p>"
    if told.points:
        both = zip(pictures, told.points, strict=True)
        ranked = "".join(f"<li>{drawn}{points}</li>" for drawn, points in both)
        return f'{sentence}<ol class="order">{ranked}</ol>'
    return sentence + (f'<p class="cards">{"".join(pictures)}</p>' if pictures else "")


def _picture(card: Card, language: str) -> str:
    named = speech.card_name(words(language), card)
    return rulebook.picture(card, catalogue(language)[f"index.{card.rank.letter}"], escape(named))


def _sources(asked: str, language: str, cited: bool) -> str:
    """The same card with where each rule comes from, or without."""
    say = rule_words(language)
    shown = f"{asked}lang={language}" + ("" if cited else "&sources=1")
    text = say("card.sources.hide" if cited else "card.sources.show")
    return f'<p><a href="{escape(shown)}">{escape(text)}</a></p>'


def _cited(rule: str, language: str) -> str:
    """Where a rule comes from, as links to the page of sources."""
    say = words(language)
    return "; ".join(
        f'<a href="/sources#{escape(cited.anchor)}">{escape(sources.label(cited, say))}</a>'
        for cited in sources.citations(rule)
    )


def _languages(path: str, language: str) -> str:
    """The same page in the other languages."""
    links = "".join(
        f'<a href="{escape(path)}lang={other}" lang="{other}">'
        f"{escape(catalogue(other)['language.name'])}</a>"
        for other in LANGUAGES
        if other != language
    )
    return f"<nav>{links}</nav>"


# --- sources --------------------------------------------------------------------------------------


@cache
def sources_page() -> str:
    """Every source of the rules, and what each place that is cited says. In English."""
    body = "".join(_source(name, source) for name, source in sources.sources().items())
    intro = (
        "<p>Where the rules come from, in our own words; a number is a line of the text or a "
        "section. This page is in English only.</p>"
    )
    return _page("en", "Where the rules come from", intro + body)


def _source(name: str, source: sources.Source) -> str:
    facts = ", ".join(filter(None, (source.author, source.year)))
    where = f'<br><a href="{escape(source.address)}">{escape(source.address)}</a>'
    read = f"<br>Read {escape(source.read)}." if source.read else ""
    entries = "".join(
        f"<dt>{_anchors(name, place)}{escape(place.replace('-', '–'))}</dt><dd>{_prose(text)}</dd>"
        for place, text in source.places.items()
    )
    says = f"<p>{_prose(source.says)}</p>" if source.says else ""
    return (
        f'<h2 id="{name}">{escape(source.name)}</h2>'
        f"<p>{_prose(source.title)}. By {escape(facts)}.{where if source.address else ''}{read}</p>"
        f"{says}<dl>{entries}</dl>"
    )


def _anchors(source: str, place: str) -> str:
    return "".join(f'<span id="{escape(name)}"></span>' for name in sources.anchors(source, place))


def _prose(text: str) -> str:
    """A sentence with its *foreign words* set apart."""
    parts = escape(text).split("*")
    return "".join(f"<em>{part}</em>" if odd % 2 else part for odd, part in enumerate(parts))


# --- seals ----------------------------------------------------------------------------------------


def verify(record: str, proofs: Sequence[str]) -> str:
    """A form for a record, and what its seals prove."""
    found = "".join(f"<li>{escape(proof)}</li>" for proof in proofs)
    body = (
        "<p>Paste the record of a match. Each sealed pack is made again from its secret: it was "
        "fixed before the cut if the seal you were told then is the one in the record.</p>"
        f'<ul aria-live="polite">{found}</ul>'
        '<form method="post" action="/verify"><label for="record">Record</label>'
        f'<textarea id="record" name="record">{escape(record)}</textarea>'
        "<p><button>Check the seals</button></p></form>"
        "<p>The same on your own machine: <code>rebelote verify FILE</code>.</p>"
    )
    return _page("en", "Were the packs fixed before the cut?", body)


# --- refusals ---------------------------------------------------------------------------------


def refused(language: str, code: str, more: str = "") -> str:
    """Why something was refused, for who looks at it in a browser; `more` stands as it is."""
    say = words(language)
    sentence = f"{catalogue(language)[f'refusal.{code}']} {more}".strip()
    hint = f"<p>{escape(say('page.refused.table'))}</p>" if code == "no-such-table" else ""
    home = f'<nav><a href="/">{escape(say("page.home"))}</a></nav>'
    body = f"<p>{escape(sentence)}</p>{hint}{home}"
    return _page(language, say("page.refused"), body, way_home=False)


# --- invitations ------------------------------------------------------------------------------

INVITATION_PICTURE: Final = "/invitation.png"
"""The picture of a link preview, 1200 by 630 pixels."""


def invitation(page: str, language: str, host: str, home: str, path: str, table: str) -> str:
    """The client's page, with what a messenger shows of an invitation.

    `host`: who invites; empty where they have given no name. `path`: of the invitation.
    """
    say = words(language)
    title = say("invitation.title", name=host) if host else say("invitation.title.nameless")
    named = ("rebelote:table", table)
    return _previewed(page, say, title, say("invitation.text"), home, path, named)


def match_preview(page: str, language: str, match: Header, home: str, name: str) -> str:
    """The client's page, with what a messenger shows of a match: who played, and the result."""
    say = words(language)
    facts = [say(f"preset.{match.preset}"), " : ".join(map(str, match.scores))]
    title = say("match.preview", names=", ".join(match.names))
    text = f"{' · '.join(filter(None, facts))}. {say('match.preview.text')}"
    return _previewed(page, say, title, text, home, f"/m/{name}", ("rebelote:match", name))


def _previewed(
    page: str, say: Words, title: str, text: str, home: str, path: str, named: tuple[str, str]
) -> str:
    """A page with the facts of the Open Graph protocol, and what the client shows, by its name."""
    facts = {
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
    tags = "".join(
        f'<meta property="{name}" content="{escape(text)}">' for name, text in facts.items()
    )
    tags += f'<meta name="{named[0]}" content="{escape(named[1])}">'
    return page.replace("</head>", f"{tags}</head>", 1)


# --- games from outside ---------------------------------------------------------------------------


def with_games(page: str) -> str:
    """The client's page, with the games in it that this server has beside those it was built with.

    They stand in the page itself: a server without any has nothing more to send.
    """
    if (served := games_served()) is None:
        return page
    told = escape(msgspec.json.encode(served).decode())
    return page.replace("</head>", f'<meta name="rebelote:games" content="{told}"></head>', 1)


# --- the rest -------------------------------------------------------------------------------------

NOT_BUILT: Final = (
    f'<!doctype html><html lang="en"><title>Rebelote</title>{STYLE}<h1>Rebelote</h1>'
    "<p>The server runs, but the table is not built yet: run <code>make setup</code>.</p></html>"
)


def api_page(paths: Mapping[str, Mapping[str, Mapping[str, str]]]) -> str:
    """The operations of an OpenAPI schema, for reading: by path, then by method."""
    items = "".join(
        f"<h2><code>{escape(verb.upper())} {escape(path)}</code></h2>"
        f"<p>{escape(facts.get('summary', ''))}. {escape(facts.get('description', ''))}</p>"
        for path, verbs in paths.items()
        for verb, facts in verbs.items()
    )
    return (
        f'<!doctype html><html lang="en"><title>Rebelote: HTTP</title>{STYLE}'
        f"<h1>Rebelote over HTTP</h1>{items}"
        "<p>The game itself is played over a WebSocket at <code>/ws</code>; its messages are in "
        "<code>rebelote.server.protocol.messages</code>. For programs: "
        '<a href="/api/schema/openapi.json">openapi.json</a>.</p></html>'
    )
