"""A person who errs in matches of their own, to practise the errors."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from http_person import Browser
from waiting import AT_LEISURE, until

TWO_DEALS = {"level": "beginner", "preset": "bga", "options": {"end_deals": 2}}
MATCHES = 6
"""Matches within which a person who plays the first card that is legal errs."""


def played(by: Browser) -> str:
    """Play a match to its end with this person, and return its id."""
    with closing(by.sit(**TWO_DEALS)) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        return str(by.get(f"/api/matches/{person.seated['table']}")["match"])


def errors_of(by: Browser, match: str) -> list[dict[str, Any]]:
    """Return the errors of a match, once all of it is reviewed."""

    def reviewed() -> dict[str, Any]:
        result: dict[str, Any] = by.post(f"/api/me/matches/{match}/practice", 200)
        return {} if result["waiting"] else result

    positions: list[dict[str, Any]] = until(reviewed, every=AT_LEISURE)["positions"]
    return positions


def with_errors(by: Browser) -> tuple[str, list[dict[str, Any]]]:
    """Play a match in which this person errs, and return it with the errors."""
    for _ in range(MATCHES):
        match = played(by)
        if result := errors_of(by, match):
            return match, result
    raise AssertionError("not one error")
