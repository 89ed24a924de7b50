"""Sources of the rules: citations, and each cited place in our words.

A citation is `source:place` (`flemish:33`, `ffb:5.2`, `question:9`), or a source alone that has no
places. What a refusal or a line of a score names as its rule is citations with spaces between.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from rebelote.i18n import Words

OURS: Final = ("contree", "reading", "situation", "question")
"""The prefixes of rules that are no source, but this project's reading of one."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A text that rules are taken from; `says`: what it says where no place of it is given."""

    name: str
    title: str
    author: str
    year: str = ""
    address: str = ""
    read: str = ""
    says: str = ""
    places: dict[str, str] = {}


class Citation(NamedTuple):
    """A source and a place in it: lines or a section, `33`, `9,30`, `33-34`, `5.2`, or none."""

    source: str
    place: str = ""

    def __str__(self) -> str:
        return f"{self.source}:{self.place}" if self.place else self.source

    @property
    def anchor(self) -> str:
        """Its place on the page of sources."""
        return anchor(self.source, self.parts[0][0] if self.place else "")

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The first and the last place of each range that it names."""
        return [_ends(part) for part in self.place.split(",")]


def _ends(part: str) -> tuple[str, str]:
    """Return the ends of `33-34`; a name with a hyphen, such as `dead-deals`, is one place."""
    first, _, last = part.partition("-")
    return (first, last or first) if first.isdigit() else (part, part)


def anchor(source: str, place: str = "") -> str:
    """Return the name of a place on the page of sources."""
    return f"{source}-{place}" if place else source


@cache
def sources() -> dict[str, Source]:
    """Return every source by its short name."""
    import tomllib

    text = files("rebelote.i18n").joinpath("sources.toml").read_text(encoding="utf-8")
    return {**msgspec.convert(tomllib.loads(text), dict[str, Source]), **ADDED}


ADDED: Final[dict[str, Source]] = {}
"""The sources of games from outside (`rebelote.games`)."""


def forget() -> None:
    """Read the sources again at their next use."""
    sources.cache_clear()
    all_anchors.cache_clear()


def anchors(source: str, entry: str = "") -> list[str]:
    """Return the anchors of an entry: one for each line of a range."""
    first, last = _ends(entry)
    if not first.isdigit():
        return [anchor(source, entry)]
    return [anchor(source, str(line)) for line in range(int(first), int(last) + 1)]


@cache
def all_anchors() -> frozenset[str]:
    """Return every place that may be cited."""
    return frozenset(
        name
        for source, cited in sources().items()
        for entry in ("", *cited.places)
        for name in anchors(source, entry)
    )


def citations(rule: str) -> Iterator[Citation]:
    """Yield the citations of a rule; none where it is no rule of the game (`table`, `engine`)."""
    for word in rule.split():
        source, _, place = word.partition(":")
        if source in sources():
            yield Citation(source, place)


def resolves(cited: Citation) -> bool:
    """Return whether every place of a citation is known, of a range both ends."""
    if not cited.place:
        return cited.source in sources()
    anchors = all_anchors()
    return all(anchor(cited.source, end) in anchors for part in cited.parts for end in part)


def label(cited: Citation, say: Words) -> str:
    """Return a citation for players: "Flemish rules, lines 33–34", "FFB 5.2"."""
    place = cited.place.replace("-", "–").replace(",", ", ")
    key = f"source.{cited.source}"
    if not cited.place.isdigit():
        with contextlib.suppress(KeyError):  # only sources that are cited by line have a plural
            return say(f"{key}.many", place=place).strip()
    return say(key, place=place).strip()


def labels(rule: str, say: Words) -> str:
    """Return every citation of a rule for players, each once; empty where there is none."""
    return "; ".join(dict.fromkeys(label(cited, say) for cited in citations(rule)))
