"""Banks, time, pause and agreement of a table, unchanged once the server is back."""

from __future__ import annotations

from pathlib import Path

from company import acked, catch_up, play_until, pull_the_plug, two_people
from in_process import serving_in_process
from server_process import serving


def test_a_pause_and_the_votes_for_it_survive_sigkill(tmp_path: Path) -> None:
    with serving(tmp_path / "club.sqlite") as server:
        people = host, bea = two_people(server, "slow")
        vote = {"type": "pause", "id": "bea asks", "on": True}
        version = acked(bea, vote)
        pull_the_plug(server, people)
        assert [player["asks_to_pause"] for player in host.update["players"]][2]
        assert acked(bea, vote) == version, "the same vote again changes nothing"
        assert acked(host, {"type": "pause", "id": "host asks", "on": True}) > version
        pull_the_plug(server, people)
        assert host.update["clock"]["paused"]
        acked(bea, {"type": "pause", "id": "on we go", "on": False})
        pull_the_plug(server, people)
        assert not host.update["clock"]["paused"]


def test_extra_time_survives_sigkill(tmp_path: Path) -> None:
    with serving(tmp_path / "club.sqlite") as server:
        people = host, _ = two_people(server, "slow")
        play_until(people, lambda view: view["to_act"] == 0)
        bank = catch_up(host)["clock"]["banks"][0]
        think = {"type": "think", "id": "let me see"}
        version = acked(host, think)
        pull_the_plug(server, people)
        clock = host.update["clock"]
        assert (clock["banks"][0], clock["more"]) == (2 * bank, 0)
        assert acked(host, think) == version
        assert host.ask("think")["code"] == "no-more-time"


def test_who_agreed_to_the_next_deal_need_not_do_so_again_after_sigkill(tmp_path: Path) -> None:
    with serving(tmp_path / "club.sqlite") as server:
        people = host, bea = two_people(server, "slow")
        play_until(people, lambda view: view["settlement"])
        ready = {"type": "ready", "id": "go on", "expect": catch_up(bea)["version"]}
        version = acked(bea, ready)
        assert version == ready["expect"] + 1, "it stands in the log"
        pull_the_plug(server, people)
        assert [player["ready"] for player in host.update["players"]][2]
        assert acked(bea, ready) == version
        assert host.ask("ready", expect=host.version)["type"] == "ack"
        assert catch_up(host)["view"]["settlement"] is None, "the next deal has begun"


def test_a_time_bank_is_as_it_was_and_the_turn_begins_again(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "club.sqlite") as server:
        people = host, _ = two_people(server, "fast")
        play_until(people, lambda view: view["to_act"] == 0)
        catch_up(host)
        server.pass_time(25)
        message = host.action()
        assert message is not None
        acked(host, message)
        bank, _ = (catch_up(person)["clock"]["banks"][0] for person in people)
        assert 0 < bank < 10
        play_until(people, lambda view: view["to_act"] == 0)
        server.pass_time(8)
        server.stop()
        server.start()
        for person in people:
            person.sit(since=person.version)
        clock = catch_up(host)["clock"]
        assert clock["banks"] == [bank, *clock["banks"][1:]]
        assert clock["left"] > bank + 10
