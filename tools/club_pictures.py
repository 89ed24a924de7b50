"""Take the pictures of `docs/club.md`: the desk of an evening, the hall, a season, and duplicates.

Needs a built client and Chromium. A club plays eight evenings at a server that is started for it.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from playwright.sync_api import APIRequestContext, sync_playwright

HOME: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "perf"))

import paint  # noqa: E402

SETTLED: Final = 1500
"""Milliseconds that a page has to fetch and draw what it shows."""
QUALITY: Final = 72
WIDTH: Final = 1100
HEIGHT: Final = 760
HEIGHTS: Final = {"duplicate": 960}
"""The heights of pages whose picture shows more than others."""
PLAYERS: Final = (
    *("Anneleen Peeters", "Bo Van den Berghe", "Cé Dubois", "Dré Janssens", "Eva Lindqvist"),
    *("Finn Maes", "Gus Claes", "Hanne Willems", "Ida Öberg", "Jo Mertens", "Kim Aerts"),
    *("Lea Goossens", "Maxime Lefèvre", "Nora Wouters", "Otto De Smet", "Pia Jacobs"),
)
RULE: Final = {"best": 4, "promoted": 3, "relegated": 3}
ROUNDS: Final = 3
FORMAT: Final = {
    "house": {"rounding": "none"},
    "rounds": ROUNDS,
    "entrants": "melee",
    "draw": "lots",
}
HOWELL: Final = {
    "house": {"rounding": "none"},
    "draw": "howell",
    "rounds": 3,
    "deals": 2,
    "ties": [],
}
FOURS: Final = {
    **HOWELL,
    "draw": "round-robin",
    "rounds": 0,
    "deals": 3,
    "entrants": "fours",
    "comparison": "butler",
}
TEAMS: Final = ("Hearts", "Spades", "Diamonds", "Clubs")
DEAL: Final = 162


class Answer(msgspec.Struct):
    """The part of a server's answer that the pictures need."""

    club: str = ""
    tournament: str = ""
    version: int = 0


class Secretary:
    """Enters what a club plays."""

    def __init__(self, request: APIRequestContext, url: str) -> None:
        self.request, self.url = request, url

    def post(self, path: str, **body: object) -> Answer:
        """Send a request, and return the server's answer."""
        answer = self.request.post(f"{self.url}/api/{path}", data=body)
        assert answer.ok, answer.text()
        return msgspec.json.decode(answer.body(), type=Answer)

    def evening(self, club: str, number: int, rounds: int) -> str:
        """Prepare an evening of twelve players, one last table still in play; return its id."""
        chance = Random(number)
        event = self.post(
            "tournaments", name=f"Tuesday {number}", format=FORMAT, club=club
        ).tournament
        who = [{"entry": "entered", "name": name} for name in chance.sample(PLAYERS, 12)]
        version = self.post(f"tournaments/{event}/entries", version=1, entries=who).version
        for round in range(1, rounds + 1):
            phrase = chance.choice(("three diamonds", "the queen of spades", "rain again"))
            version = self.post(f"tournaments/{event}/draw", version=version, phrase=phrase).version
            tables = range(1, 3 if round == rounds and rounds < ROUNDS else 4)
            scores = [self.score(round, table, chance.randrange(600, 1300)) for table in tables]
            version = self.post(
                f"tournaments/{event}/entries", version=version, entries=scores
            ).version
        return event

    def duplicate(self, name: str, format: dict[str, object], *names: str) -> str:
        """Prepare an evening of duplicate with two rounds played; return its id."""
        chance = Random(name)
        event = self.post("tournaments", name=name, format=format).tournament
        who = [{"entry": "entered", "name": name} for name in names]
        version = self.post(f"tournaments/{event}/entries", version=1, entries=who).version
        tables, deals = len(names) // 2, format["deals"]
        if format.get("entrants") == "fours":
            tables *= 2
        for round in (1, 2):
            version = self.post(
                f"tournaments/{event}/draw", version=version, phrase="rain again"
            ).version
            games = range(1, tables * int(str(deals)) + 1)
            scores = [self.score(round, game, chance.randrange(60, 120), DEAL) for game in games]
            version = self.post(
                f"tournaments/{event}/entries", version=version, entries=scores
            ).version
        return event

    def score(
        self, round: int, table: int, first: int, total: int = 12 * DEAL
    ) -> dict[str, object]:
        """Build the entry of a score, of twelve deals unless the total is another."""
        points = {"points": [first, total - first]}
        return {"entry": "scored", "round": round, "game": table, "score": points}

    def club(self) -> tuple[str, list[str]]:
        """Found a club and its evenings, the last of which is being played."""
        club = self.post("clubs", name="De Vrolijke Troef").club
        rounds = (*[ROUNDS] * 5, 2)
        events = [self.evening(club, number, played) for number, played in enumerate(rounds, 1)]
        members = [{"entry": "member-added", "name": name} for name in PLAYERS]
        season = {"entry": "season-opened", "name": "Winter", "rule": RULE}
        played = {**season, "entry": "season-changed", "season": 1, "events": events}
        entries = [*members, season, played]
        self.post(f"clubs/{club}/entries", version=1, entries=entries)
        return club, events


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("no Chromium here: on Debian, apt-get install chromium")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright, paint.serving(HOME / "src") as url:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*paint.FLAGS, *root])
        context = browser.new_context(locale="en-GB")
        secretary = Secretary(context.request, url)
        secretary.post("me", name="Secretary")
        club, events = secretary.club()
        first = [name.split()[0] for name in PLAYERS]
        pairs = [f"{one} & {other}" for one, other in zip(first[:12:2], first[1:12:2], strict=True)]
        howell = secretary.duplicate("Portefeuille", HOWELL, *pairs)
        fours = secretary.duplicate("Teams of four", FOURS, *TEAMS)
        pages = {
            "desk": f"tournament/{events[-1]}",
            "hall": f"hall/{events[-1]}",
            "season": f"season/{club}/1",
            "duplicate": f"tournament/{howell}",
            "fours": f"hall/{fours}",
        }
        for name, address in pages.items():
            page = context.new_page()
            page.set_viewport_size({"width": WIDTH, "height": HEIGHTS.get(name, HEIGHT)})
            page.goto(f"{url}/#/{address}")
            page.wait_for_timeout(SETTLED)
            page.reload()  # a first visit is drawn before its faces are there
            page.wait_for_timeout(SETTLED)
            file = HOME / "docs" / f"club-{name}.jpg"
            page.screenshot(path=file, type="jpeg", quality=QUALITY)
            page.close()
            print(f"{file.name}: {file.stat().st_size // 1000} kB")
        browser.close()


if __name__ == "__main__":
    main()
