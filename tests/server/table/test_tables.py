"""Tables of people: seats, beginning, watching, chat, leaving and coming back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from company import (
    FRIENDS,
    all_receive,
    catch_up,
    come,
    four,
    names,
    open_table,
    play,
    play_until,
)
from in_process import serving_in_process
from server_process import Person, Server, serving
from waiting import until

from rebelote.server.table.room import AWAY_SECONDS, OFFLINE_SECONDS


def test_four_people_play_a_deal_together(server: Server) -> None:
    people = four(server)
    assert [person.update["you"] for person in people] == [0, 1, 2, 3]
    assert names(people[2]) == list(FRIENDS)
    assert [person.update["host"] for person in people] == [True, False, False, False]
    play(people, lambda view: any(row["outcome"] for row in view["sheet"]))
    scores = [catch_up(person)["view"]["scores"] for person in people]
    assert scores == [scores[0]] * 4


def test_before_a_match_seats_are_taken_left_and_swapped(server: Server) -> None:
    host = open_table(server)
    bea = come(server, host, "Bea")
    assert (bea.update["view"], bea.update["you"]) == (None, None)
    assert bea.ask("sit", seat=0)["code"] == "seat-taken"
    assert bea.ask("sit", seat=7)["code"] == "no-such-seat"
    assert bea.ask("sit", seat=1)["type"] == "ack"
    assert bea.ask("begin")["code"] == "not-the-host"
    assert host.ask("seat_bot", seat=2, level="master")["type"] == "ack"
    assert host.ask("seat_bot", seat=1)["code"] == "seat-taken"
    assert host.ask("swap", seats=[1, 2])["type"] == "ack"
    catch_up(bea)
    assert (names(bea), bea.update["you"]) == (["Ann", "Margot", "Bea", ""], 2)
    assert bea.update["players"][1]["level"] == "master"
    assert bea.ask("stand")["type"] == "ack"
    assert host.ask("unseat", seat=1)["type"] == "ack"
    catch_up(bea)
    assert (names(bea), bea.update["you"]) == (["Ann", "", "", ""], None)
    assert bea.ask("stand")["code"] == "not-seated"


def test_begin_fills_free_seats_with_bots_and_a_person_takes_a_bots_seat(server: Server) -> None:
    host = open_table(server, level="beginner")
    assert host.ask("begin")["type"] == "ack"
    host.play_until(lambda view: view["phase"] == "play")
    bea = come(server, host, "Bea")
    assert bea.view["hand"] == [] and bea.view["seat"] == -1
    assert bea.ask("sit", seat=0)["code"] == "seat-taken"
    assert bea.ask("sit", seat=2)["type"] == "ack"
    catch_up(bea)
    assert bea.update["you"] == 2 and bea.view["hand"]
    assert bea.ask("unseat", seat=1)["code"] == "not-the-host"
    assert host.ask("unseat", seat=1)["code"] == "match-under-way"
    assert bea.ask("stand")["type"] == "ack"
    catch_up(host)
    assert host.update["players"][2]["bot"]


def test_terms_are_changed_between_matches_by_the_host_alone(server: Server) -> None:
    host = open_table(server)
    path = f"/api/tables/{host.seated['table']}/terms"
    form = {"preset": "flemish3", "terms": {"pace": "fast", "talk": "phrases"}}
    assert server.post(path, json.dumps(form).encode(), server.guest())[0] == 403
    assert server.post(path, json.dumps(form).encode(), host.seated["cookie"])[0] == 200
    catch_up(host)
    assert host.update["rules"]["preset"] == "flemish3" and len(host.update["players"]) == 3
    assert host.update["terms"]["pace"] == "fast"
    assert host.ask("begin")["type"] == "ack"
    assert server.post(path, json.dumps(form).encode(), host.seated["cookie"])[0] == 409


def test_who_watches_sees_no_hand_that_is_being_played(server: Server) -> None:
    for watch in ("table", "seat", "none"):
        host = open_table(server, terms={"watch": watch}, level="beginner")
        host.ask("begin")
        host.play_until(lambda view: view["phase"] == "bidding" and view["legal"])
        eve = Person(server, {**host.seated, "cookie": server.guest("Eve")})
        eve.watch = 0
        eve.sit()
        if watch == "none":
            assert eve.view is None
        else:
            assert (eve.view["seat"], eve.view["hand"], eve.view["legal"]) == (-1, [], None)
        assert eve.ask("sit", seat=1)["type"] == "ack"
        host.close()
        eve.close()


def test_talk_waits_for_the_end_of_the_deal(server: Server) -> None:
    people = four(server)
    ann, bea = people[:2]
    assert ann.ask("say", text="I hold the jack")["code"] == "no-talk-in-deal"
    assert ann.ask("say", phrase="hello")["type"] == "ack"
    assert bea.receive("said")["phrase"] == "hello"
    assert bea.ask("say", reaction="clap")["type"] == "ack"
    assert (ann.receive("said")["name"], ann.ask("say", phrase="my ten!")["code"]) == (
        "Bea",
        "malformed",
    )
    play(people, lambda view: view["phase"] == "deal_over" and view["settlement"])
    assert ann.ask("say", text="Close one")["type"] == "ack"
    assert bea.receive("said")["text"] == "Close one"


def test_a_bot_substitutes_for_a_player_who_leaves_until_they_return(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        people = four(server, level="beginner")
        gone = people[people[0].view["to_act"]]
        others = [person for person in people if person is not gone]
        gone.close()
        seat = gone.update["you"]
        room = server.core.lobby.tables[gone.seated["table"]].room
        until(lambda: len(room.connected) == 3)
        server.pass_time(OFFLINE_SECONDS + 1)
        while others[0].update["players"][seat]["connected"]:
            others[0].receive("update")
        assert not others[0].update["players"][seat]["stand_in"], "there is time to come back"
        server.pass_time(AWAY_SECONDS - OFFLINE_SECONDS)
        while not others[0].update["players"][seat]["stand_in"]:
            others[0].receive("update")
        substituted = {"event": "stood_in", "seat": seat, "why": "gone", "no_show": False}
        assert substituted in others[0].events
        gone.sit(since=gone.version)
        assert {"event": "came_back", "seat": seat} in gone.events
        assert not gone.update["players"][seat]["stand_in"]
        play(people, lambda view: view["phase"] == "play")


def partners(server: Server, pace: str) -> tuple[Person, Person]:
    """Seat Ann and Bea against two bots, with a clock, and begin the match."""
    host = open_table(server, terms={"pace": pace})
    bea = come(server, host, "Bea")
    assert bea.ask("sit", seat=2)["type"] == "ack"
    assert host.ask("begin")["type"] == "ack"
    return host, bea


def test_who_is_to_act_may_have_more_time(server: Server) -> None:
    host, bea = partners(server, "fast")
    for person in (host, bea):
        catch_up(person)
    play_until([host, bea], lambda view: view["to_act"] == 0)
    before = catch_up(host)["clock"]
    assert bea.ask("think")["code"] == "no-more-time"
    assert host.ask("think")["type"] == "ack"
    after = catch_up(host)["clock"]
    assert (before["more"], after["more"]) == (20, 0)
    assert after["left"] > before["left"] + 15
    assert host.ask("think")["code"] == "no-more-time"


def test_requests_for_a_pause_and_the_host_are_shown(server: Server) -> None:
    host, bea = partners(server, "slow")
    assert bea.ask("pause", on=True)["type"] == "ack"
    players = catch_up(host)["players"]
    assert [player["asks_to_pause"] for player in players] == [False, False, True, False]
    assert [player["host"] for player in players] == [True, False, False, False]
    assert host.ask("pause", on=True)["type"] == "ack"
    received = catch_up(bea)
    assert received["clock"]["paused"] and not any(p["asks_to_pause"] for p in received["players"])


def test_a_message_that_came_before_a_crash_is_acknowledged_after_it(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        host = open_table(server)
        sit = {"type": "seat_bot", "id": "bot", "seat": 1}
        host.send(sit)
        version = host.receive("ack")["version"]
        server.kill()
        server.start()
        host.sit(since=host.version)
        host.send(sit)
        assert host.receive("ack")["version"] == version
        assert names(host)[1] == "Margot"


def test_anothers_message_id_does_nothing_to_ones_own(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        people = four(server)
        first = next(person for person in people if catch_up(person)["view"]["legal"])
        message = {**(first.action() or {}), "id": "1"}
        first.send(message)
        mine = first.receive("ack")["version"]
        all_receive(people, mine)
        second = next(person for person in people if catch_up(person)["view"]["legal"])
        assert second is not first
        second.send({**(second.action() or {}), "id": "1"})
        theirs = second.receive("ack")["version"]
        assert theirs == mine + 1
        all_receive(people, theirs)
        assert second.view["legal"] is None
        server.kill()
        server.start()
        for person, version in ((first, mine), (second, theirs)):
            person.sit(since=version)
            person.send(person.asked["1"])
            assert person.receive("ack") == {"type": "ack", "id": "1", "version": version}


def test_the_last_trick_is_sent_again_where_it_may_be_looked_at(server: Server) -> None:
    person = Person(server, server.new_table("Ann", preset="french", level="beginner"))
    person.sit()
    person.play_until(_to_lead_or_follow(follows=True))
    received, answer = _sent_again(person, back=8)
    assert received and answer["since"] is not None and answer["view"]["last_trick"] is not None


@pytest.mark.parametrize("follows", [True, False])
def test_a_trick_turned_for_good_is_not_sent_again(server: Server, follows: bool) -> None:
    person = Person(server, server.new_table("Ann", preset="flemish", level="beginner"))
    person.sit()
    person.play_until(_to_lead_or_follow(follows))
    for back in (1, 2, 8):
        received, answer = _sent_again(person, back)
        just_turned = not follows and back < 4
        assert received == ([sum(answer["view"]["tricks_won"])] if just_turned else [])
        assert answer["view"]["last_trick"] is None
    assert answer["since"] is None, "the whole table, and nothing of what was before"


def _to_lead_or_follow(follows: bool) -> Callable[[dict[str, Any]], bool]:
    """Return whether it is my turn from the third trick on, with three cards laid or none."""

    def reached(view: dict[str, Any]) -> bool:
        late = view["legal"] and view["phase"] == "play" and sum(view["tricks_won"]) >= 2
        return bool(late) and bool(view["trick"]["cards"]) == follows

    return reached


def _sent_again(person: Person, back: int) -> tuple[list[int], dict[str, Any]]:
    """Return the tricks sent to one who missed the last `back` versions, and the whole answer."""
    assert person.version is not None
    person.send({"type": "since", "version": person.version - back})
    answer = person.receive("update")
    tricks = [event["number"] for event in answer["events"] if event["event"] == "trick_won"]
    return tricks, answer
