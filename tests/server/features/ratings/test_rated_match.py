"""A rated match of four people over their sockets, and its effect on each of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from company import NAMES, act, catch_up, play_until, seat_of, seeker_at, strangers
from in_process import serving_in_process
from server_process import BEHIND_A_PROXY, Person, Server, serving

from rebelote.server.table.room import AWAY_SECONDS

NEW = {"value": 1500, "interval": 294, "provisional": True}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "log.sqlite", *BEHIND_A_PROXY) as server:
        yield server


def over(view: dict[str, Any]) -> bool:
    return view["winner"] is not None


def ratings(server: Server, ids: list[str]) -> list[dict[str, Any]]:
    """Return each person's rating under the French rules, read from their profile."""
    profiles = [json.loads(server.get(f"/api/people/{who}")[1]) for who in ids]
    assert [len(profile["matches"]) for profile in profiles] == [1, 1, 1, 1]
    return [profile["standings"][0]["rating"] for profile in profiles]


def id_of(person: Person) -> str:
    result: str = person.update["players"][seat_of(person)]["person"]
    return result


def test_who_wins_rises_and_who_loses_falls(server: Server) -> None:
    people = strangers(server, pace="fast")
    assert [player["rating"] for player in catch_up(people[0])["players"]] == [NEW] * 4
    winner = play_until(people, over)["winner"]
    result = ratings(server, [id_of(person) for person in people])
    assert [rating["value"] > 1500 for rating in result] == [
        seat % 2 == winner for seat in range(4)
    ]
    assert all(rating["interval"] < NEW["interval"] for rating in result)
    shown = [player["rating"] for player in catch_up(people[0])["players"]]
    assert shown == result, "the table tells it at once"
    [first, *_] = json.loads(server.get("/api/leaderboard/french")[1])
    assert first["rating"]["value"] - first["rating"]["interval"] > 1000


def test_who_never_comes_loses_nothing_and_the_match_counts_for_nobody(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite", trusted_proxy="127.0.0.1") as server:
        people = [
            seeker_at(server, server.account(name), f"198.51.100.{number}", pace="fast")
            for number, name in enumerate(NAMES)
        ]
        [table] = {person.receive("matched")["table"] for person in people}
        absent, *here = people
        absent.close()
        for person in here:
            person.seated["table"] = table
            person.send({"type": "join", "table": table})
            assert person.receive("update")["rated"]
        here.sort(key=seat_of)
        live = server.core.lobby.tables[table]
        [seat] = set(range(4)) - {seat_of(person) for person in here}
        server.time.advance(AWAY_SECONDS + 1)
        while not (substituted := _events(here[0], "stood_in")):
            if not any(act(person, here) for person in here):
                here[0].receive("update")
        assert substituted == [{"event": "stood_in", "seat": seat, "why": "gone", "no_show": True}]
        assert not catch_up(here[0])["rated"] and live.room.metadata.rated
        play_until(here, over)
        ids = [player["person"] for player in catch_up(here[0])["players"]]
        profiles = [json.loads(server.get(f"/api/people/{who}")[1]) for who in ids]
        matches = [len(profile["matches"]) for profile in profiles]
        assert matches == [int(number != seat) for number in range(4)]
        assert not any(profile["standings"] for profile in profiles)


def _events(person: Person, kind: str) -> list[dict[str, Any]]:
    return [it for update in person.updates for it in update["events"] if it["event"] == kind]


def test_who_leaves_has_lost_and_the_partner_who_stays_loses_nothing(server: Server) -> None:
    people = strangers(server, pace="fast")
    ids = [id_of(person) for person in people]
    play_until(people, lambda view: view["trick"]["cards"])
    assert people[3].ask("stand")["type"] == "ack"
    people[3].close()
    winner = play_until(people[:3], over)["winner"]
    first, partner, third, left = ratings(server, ids)
    assert left["value"] < 1500
    assert (partner["value"] > 1500) == (winner == 1) and partner["value"] >= 1500
    assert {first["value"] > 1500, third["value"] > 1500} == {winner == 0}
