"""An evening of forty tables over HTTP: phones, two secretaries, and a server that is killed."""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from http_person import Browser
from server_process import Server, serving
from volume import volume

from rebelote.tournament.draws import draw
from rebelote.tournament.entries import Created, Entered, Left, Score, Scored
from rebelote.tournament.formats import Format
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, after, replayed

TEAMS = 79
ROUNDS = volume(quick=2, full=4)
LATE = ("Late and Later", "Slow and Slower")
HOUSE = {"rounding": "none"}
FORMAT = Format(house={**HOUSE}, rounds=ROUNDS)
POSSIBLE = (1944, 1964, 1984, 2034)


def undisturbed(secrets: Sequence[str]) -> Tournament:
    """Return the same evening as entries, without the errors; `secrets`: of its draws."""
    event = replayed([Created("Tuesday", FORMAT), *(Entered(name) for name in names())])
    for round in range(1, ROUNDS + 1):
        if round == 2:
            event = after(after(event, Entered(LATE[0])), Left(7))
            event = after(event, Entered(LATE[1]))
        event = after(event, draw(event, f"phrase {round}", secret=secrets[round - 1]))
        for table in range(1, len(event.rounds[-1].games) + 1):
            event = after(event, Scored(round, table, Score(points=result(round, table))))
    return after(event, Scored(1, 3, Score(points=(1000, 944))))


def names() -> list[str]:
    return [f"Team {number}" for number in range(1, TEAMS + 1)]


def result(round: int, table: int) -> tuple[int, int]:
    """Return the totals that the sides of a table write down."""
    chance = Random(100 * round + table)
    total = chance.choice(POSSIBLE)
    first = chance.randrange(500, total - 500)
    return first, total - first


def test_forty_tables_end_as_an_undisturbed_evening_does(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        evening = _Evening(server)
        for round in range(1, ROUNDS + 1):
            if round == 2:
                evening.enter(evening.first, {"entry": "entered", "name": LATE[0]})
                evening.enter(evening.second, {"entry": "left", "team": 7})
                evening.enter(evening.second, {"entry": "entered", "name": LATE[1]})
            evening.draw(f"phrase {round}")
            evening.kill_and_restart()
            evening.play(round)
        third = {"points": [1000, 944]}
        evening.enter(evening.second, {"entry": "scored", "round": 1, "game": 3, "score": third})
        evening.kill_and_restart()
        state = evening.first.get(evening.here)
    expected = undisturbed([round["secret"] for round in state["rounds"]])
    assert [
        (row["rank"], row["team"], row["points"], row["wins"]) for row in state["standings"]
    ] == [(row.rank, row.team, row.points, row.wins) for row in standings(expected)]
    drawn = [[game["sides"] for game in round["games"]] for round in state["rounds"]]
    assert drawn == [
        json.loads(json.dumps([game.sides for game in round.games])) for round in expected.rounds
    ]


class _Evening:
    """Two secretaries, and phones at the tables."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.first, self.second = Browser(server, "First"), Browser(server, "Second")
        agreed = {"house": HOUSE, "rounds": ROUNDS}
        event = self.first.post("/api/tournaments", 201, name="Tuesday", format=agreed)[
            "tournament"
        ]
        self.here = f"/api/tournaments/{event}"
        key = self.first.get(f"{self.here}/desk")["key"]
        self.second.post(f"{self.here}/secretaries", 204, key=key)
        self.enter(self.first, *({"entry": "entered", "name": name} for name in names()))

    def enter(self, by: Browser, *entries: dict[str, Any]) -> None:
        """Enter something at the version that this secretary sees."""
        version = by.get(self.here)["version"]
        by.post(f"{self.here}/entries", 200, version=version, entries=list(entries))

    def draw(self, phrase: str) -> None:
        """Have both secretaries draw at once, and check that one draw comes of it."""
        version = self.first.get(self.here)["version"]
        body = {"version": version, "phrase": phrase}
        with ThreadPoolExecutor(2) as hands:
            list(
                hands.map(
                    lambda by: by.post(f"{self.here}/draw", 200, **body),
                    (self.first, self.second),
                )
            )

    def kill_and_restart(self) -> None:
        """Kill the server, start it again, and check that it has lost no answered change."""
        before = self.first.get(self.here)
        self.server.stop(signal.SIGKILL)
        self.server.start()
        assert {**self.first.get(self.here), "now": 0} == {**before, "now": 0}

    def play(self, round: int) -> None:
        """Enter the score of each table by both sides; at two tables one enters a wrong total."""
        keys = self.first.get(f"{self.here}/slips?drawn={round}")["keys"]
        numbered = list(enumerate(keys, 1))
        with ThreadPoolExecutor(8) as phones:
            halves = list(chain(numbered[::2], numbered[1::2]))
            list(phones.map(lambda one: self._table(round, *one), halves))
        state = self.first.get(self.here)
        assert state["next"] == ("over" if round == ROUNDS else "draw"), state["rounds"][-1]

    def _table(self, round: int, table: int, keys: list[str]) -> None:
        phone, (first, second) = Browser(self.server), result(round, table)
        path = f"{self.here}/game"
        if table in (5, 17):
            wrong = {"key": keys[0], "own": first + 1, "other": second}
            assert phone.code("POST", path, 422, **wrong) == "game-sum"
        phone.post(path, 200, key=keys[0], own=first, other=second)
        if table == 9:  # the other side has mistaken the columns, and sees it
            reply = phone.post(path, 200, key=keys[1], own=first, other=second)
            assert reply["state"] == "disputed"
        last = phone.post(path, 200, key=keys[1], own=second, other=first)
        assert last["state"] == "over" and last["points"] == [second, first]
