"""Two people at a table of two, over the sockets of a real server that has a game for two."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import made_up_game
import pytest
from company import catch_up, come, open_table, play_until, seat_of, strangers
from outside_games import known
from server_process import BEHIND_A_PROXY, Server, serving

from rebelote import Record
from rebelote.rules.fairness import verify

FOLDER = Path(made_up_game.__file__).parent.parent


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    path = os.pathsep.join(filter(None, (str(FOLDER), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", path)
    options = (*BEHIND_A_PROXY, "--game", "made_up_game")
    with serving(tmp_path / "log.sqlite", *options) as server:
        yield server


def over(view: dict[str, object]) -> bool:
    return view["winner"] is not None


def test_two_strangers_are_brought_to_a_table_of_two_and_rated(server: Server) -> None:
    people = strangers(server, ("Anneke", "Bartel"), preset="forehand-two", pace="fast")
    assert [seat_of(person) for person in people] == [0, 1]
    update = catch_up(people[0])
    assert update["rated"] and len(update["players"]) == 2
    ids = [player["person"] for player in update["players"]]
    winner = play_until(people, over)["winner"]
    profiles = [json.loads(server.get(f"/api/people/{who}")[1]) for who in ids]
    values = [profile["standings"][0]["rating"]["value"] for profile in profiles]
    assert values[winner] > 1500 > values[1 - winner]


def test_two_friends_play_and_the_record_proves_every_pack(server: Server) -> None:
    host = open_table(server, preset="forehand-two")
    friend = come(server, host, "Bea")
    assert friend.ask("sit", seat=1)["type"] == "ack"
    assert host.ask("sit", seat=2)["type"] == "refused", "there is no such seat"
    assert host.ask("begin")["type"] == "ack"
    people = [host, friend]
    for person in people:
        while not person.view:
            person.receive("update")
    assert {person.view["rules"]["stock"] for person in people} == {14}
    play_until(people, lambda view: len(view["sheet"]) == 1)
    record = f"/api/tables/{host.seated['table']}/record"
    status = server.get(record, host.seated["cookie"])[0]
    assert status == 409 or over(host.view), "what stayed in the stock lies in the next pack"
    play_until(people, over)
    with known("made_up_game"):
        received = Record.parse(server.get(record, host.seated["cookie"])[1].decode())
        assert received.replay().winner is not None and received.rules.players == 2
        first, *others = verify(received)
        assert "proven" in first and all("gathered" in proof for proof in others)
