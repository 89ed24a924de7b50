"""Evenings of clubs on a server: what secretaries enter over HTTP, and who takes part online."""

from __future__ import annotations

from typing import Any

from http_person import Browser
from in_process import InProcess
from server_process import Server
from waiting import until

from rebelote.server.table.room import ABANDONED_SECONDS

EXACT = {"house": {"rounding": "none"}, "deals": 12, "rounds": 4}
"""Four games of twelve deals, which hold 1,944 points each."""
MELEE = {"entrants": "melee", "draw": "lots", "house": {"rounding": "none"}, "deals": 1}


def scored(round: int, game: int, first: int, second: int) -> dict[str, Any]:
    """Enter a score as the secretary."""
    return {"entry": "scored", "round": round, "game": game, "score": {"points": [first, second]}}


class Evening:
    """An evening of a club, and a secretary of it."""

    def __init__(self, by: Browser, event: str = "", name: str = "Tuesday", **format: Any) -> None:
        self.by = by
        agreed = {"name": name, "format": {**EXACT, **format}}
        self.event = event or by.post("/api/tournaments", 201, **agreed)["tournament"]

    @property
    def here(self) -> str:
        return f"/api/tournaments/{self.event}"

    @property
    def state(self) -> Any:
        return self.by.get(self.here)

    @property
    def version(self) -> int:
        return int(self.state["version"])

    def enter(self, *entries: dict[str, Any], version: int | None = None) -> Any:
        at = self.version if version is None else version
        return self.by.post(f"{self.here}/entries", 200, version=at, entries=list(entries))

    def refused(self, status: int, *entries: dict[str, Any], version: int | None = None) -> str:
        at = self.version if version is None else version
        body = {"version": at, "entries": list(entries)}
        return self.by.code("POST", f"{self.here}/entries", status, **body)

    def teams(self, *names: str) -> Any:
        return self.enter(*({"entry": "entered", "name": name} for name in names))

    def draw(self, phrase: str = "three diamonds", version: int | None = None) -> Any:
        at = self.version if version is None else version
        return self.by.post(f"{self.here}/draw", 200, version=at, phrase=phrase)

    def keys(self, round: int = 1) -> list[list[str]]:
        keys: list[list[str]] = self.by.get(f"{self.here}/slips?drawn={round}")["keys"]
        return keys

    def score_all(self, round: int) -> None:
        """Enter a win of each first side, by more at each table."""
        tables = range(1, len(self.state["rounds"][round - 1]["games"]) + 1)
        self.enter(*(scored(round, table, 972 + table, 972 - table) for table in tables))

    def log(self, query: str = "") -> list[Any]:
        """Return the lines of the log, the last one first."""
        lines: list[Any] = self.by.get(f"{self.here}/log{query}")["lines"]
        return lines


class Online(Evening):
    """An evening on the server, its secretary, and who takes part."""

    def __init__(self, server: Server, *names: str, **format: Any) -> None:
        agreed = {**MELEE, "rounds": 2, "place": "online", **format}
        super().__init__(Browser(server, "Secretary"), name="Friday", **agreed)
        self.server = server
        self.players = [Browser(server, name) for name in names]
        for player in self.players:
            player.post(f"{self.here}/players", 200, partner=0)

    def place(self, player: Browser) -> Any:
        return player.get(f"{self.here}/players")

    def table(self, player: Browser) -> str:
        """Return the table of a player, once it is open."""
        return str(until(lambda: self.place(player)["table"]))

    def bots_finish(self) -> None:
        """Let bots play the round, as nobody comes."""
        assert isinstance(self.server, InProcess), "its time can be moved"
        assert until(self.all_open)
        self.server.pass_time(ABANDONED_SECONDS + 1)
        until(lambda: self.state["next"] != "scores")

    def all_open(self) -> bool:
        """Return whether the tables of the round are open."""
        games = self.place(self.by)["games"]
        return bool(games) and all(game["open"] for game in games)
