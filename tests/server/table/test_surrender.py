"""Surrender: a side gives up the match by vote, and the other has won it for good."""

from __future__ import annotations

import json
from pathlib import Path

from company import acked, catch_up, play_until, pull_the_plug, strangers, two_people
from http_person import Browser
from in_process import serving_in_process
from server_process import BEHIND_A_PROXY, serving

from rebelote.rules.records.record import Record


def test_a_vote_to_give_up_and_its_outcome_survive_sigkill(tmp_path: Path) -> None:
    with serving(tmp_path / "club.sqlite") as server:
        people = host, bea = two_people(server, "slow")
        play_until(people, lambda seen: seen["trick"]["cards"])
        vote = {"type": "surrender", "id": "bea asks", "on": True}
        version = acked(bea, vote)
        pull_the_plug(server, people)
        asking = [player["asks_to_surrender"] for player in host.update["players"]]
        assert asking == [False, False, True, False]
        assert acked(bea, vote) == version, "the same vote again changes nothing"
        acked(host, {"type": "surrender", "id": "never", "on": False})
        assert not catch_up(bea)["players"][2]["asks_to_surrender"], "a partner has refused"
        acked(bea, {"type": "surrender", "id": "again", "on": True})
        acked(host, {"type": "surrender", "id": "well then", "on": True})
        pull_the_plug(server, people)
        seen = host.update["view"]
        assert (seen["phase"], seen["winner"], seen["given_up"]) == ("match_over", 1, 0)
        assert (seen["to_act"], seen["legal"], seen["settlement"]) == (None, None, None)
        assert host.ask("surrender", on=True)["code"] == "match-over"
        assert bea.ask("rematch", expect=bea.version)["type"] == "ack"
        assert host.ask("rematch", expect=catch_up(host)["version"])["type"] == "ack"
        assert catch_up(host)["view"]["given_up"] is None, "another match has begun"


def test_a_bot_agrees_and_the_match_is_kept_as_given_up(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "club.sqlite") as server:
        browser = Browser(server, "Ann")
        ann = browser.sit(level="beginner", preset="french")
        assert ann.ask("surrender", on=False)["type"] == "ack", "there is nothing to refuse"
        assert ann.ask("surrender", on=True)["type"] == "ack"
        ended = catch_up(ann)
        assert ended["view"]["winner"] == 1
        received = [event["event"] for update in ann.updates for event in update["events"]]
        at = received.index("match_given_up")
        assert received[at : at + 3] == ["match_given_up", "match_ended", "seal_opened"]
        [kept] = browser.get("/api/me/matches")["matches"]
        assert (kept["won"], kept["given_up"]) == (False, True)
        text = server.get(f"/api/matches/{kept['match']}/record")[1].decode()
        assert "surrender 0" in text
        assert Record.parse(text).replay().winner == 1


def test_a_given_up_rated_match_is_lost(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", *BEHIND_A_PROXY) as server:
        people = strangers(server, pace="fast")
        ids = [player["person"] for player in catch_up(people[0])["players"]]
        for person in (people[1], people[3]):
            assert person.ask("surrender", on=True)["type"] == "ack"
        assert catch_up(people[0])["view"]["winner"] == 0
        profiles = [json.loads(server.get(f"/api/people/{who}")[1]) for who in ids]
        values = [profile["standings"][0]["rating"]["value"] for profile in profiles]
        assert [value > 1500 for value in values] == [True, False, True, False]
