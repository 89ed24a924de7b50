"""The facts of a link preview, whatever they say: none is read as markup."""

from __future__ import annotations

from html.parser import HTMLParser

from rebelote.rules.record import Header
from rebelote.server.http import pages

PAGE = "<html><head><title>Rebelote</title></head><body></body></html>"
NAME = 'Ann"><script>alert(1)</script>'
HOME = "https://club.example"


class Tags(HTMLParser):
    """The tags of a page, and what its facts say."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.facts: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of a tag."""
        self.tags.append(tag)
        told = dict(attrs)
        if tag == "meta":
            self.facts[told.get("property") or told.get("name") or ""] = told["content"] or ""


def test_a_name_in_an_invitation_is_text() -> None:
    found = Tags(pages.invitation(PAGE, "en", NAME, HOME, "/join/ABCDEF", "table"))
    assert set(found.tags) == {"html", "head", "title", "meta", "body"}
    assert NAME in found.facts["og:title"]
    assert found.facts["rebelote:table"] == "table"


def test_a_name_in_the_preview_of_a_match_is_text() -> None:
    header = Header("french", (NAME, "Bo", "Cy", "Di"), (1010, 700))
    found = Tags(pages.match_preview(PAGE, "en", header, HOME, "m"))
    assert set(found.tags) == {"html", "head", "title", "meta", "body"}
    assert NAME in found.facts["og:title"]
