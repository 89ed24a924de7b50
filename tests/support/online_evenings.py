"""An evening of a club on a server in the tests' process: who runs it, and who takes part."""

from __future__ import annotations

from typing import Any

from http_person import Browser
from in_process import InProcess
from waiting import until

from rebelote.server.live.room import ABANDONED_SECONDS

MELEE = {"entrants": "melee", "draw": "lots", "house": {"rounding": "none"}, "deals": 1}


class Online:
    """An evening on the server, its secretary, and who takes part."""

    def __init__(self, server: InProcess, *names: str, **format: Any) -> None:
        self.server, self.by = server, Browser(server, "Secretary")
        agreed = {**MELEE, "rounds": 2, "place": "online", **format}
        self.event = self.by.post("/api/club", 201, name="Friday", format=agreed)["event"]
        self.players = [Browser(server, name) for name in names]
        for player in self.players:
            player.post(f"{self.here}/players", 200, partner=0)

    @property
    def here(self) -> str:
        return f"/api/club/{self.event}"

    @property
    def state(self) -> Any:
        return self.by.get(self.here)

    def draw(self) -> Any:
        version = self.state["version"]
        return self.by.post(f"{self.here}/draw", 200, version=version, phrase="three diamonds")

    def place(self, player: Browser) -> Any:
        return player.get(f"{self.here}/players")

    def table(self, player: Browser) -> str:
        """Where a player sits, once it is open."""
        return str(until(lambda: self.place(player)["table"]))

    def bots_finish(self) -> None:
        """Nobody comes: in the end bots play the round."""
        assert until(self.all_open)
        self.server.time.advance(ABANDONED_SECONDS + 1)
        until(lambda: self.state["next"] != "scores")

    def all_open(self) -> bool:
        """Whether the tables of the round are open."""
        games = self.place(self.by)["games"]
        return bool(games) and all(game["open"] for game in games)
