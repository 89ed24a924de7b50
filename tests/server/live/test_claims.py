"""Claims of the rest at the tables of a real server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from company import act, catch_up, everybody_hears, four, seat_of
from server_process import Person, Server, serving

TRICKS = 4
"""Those that are left when the rest can first be claimed in the deal of this seed."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = tmp_path_factory.mktemp("claims") / "log.sqlite"
    with serving(database, "--uncounted", "127.0.0.1", "--fixed-packs", "claim-22") as server:
        yield server


def to_a_claim(people: list[Person]) -> Person:
    """Everybody plays what comes first, until somebody may claim the rest."""
    while not (able := [person for person in people if person.update["may_claim"]]):
        assert any(act(person, people) for person in people)
    (claimant,) = able
    return claimant


def claim(person: Person) -> dict[str, Any]:
    return person.ask("claim", expect=person.version)


def record(server: Server, person: Person) -> str:
    status, body = server.get(
        f"/api/tables/{person.seated['table']}/record", person.seated["cookie"]
    )
    assert status == 200
    return body.decode()


def test_a_claimed_rest_is_shown_to_all_and_settled_at_once_as_if_it_were_played(
    server: Server,
) -> None:
    people, onlooker = four(server), Person(server, {})
    onlooker.seated = {"table": people[0].seated["table"], "cookie": server.guest("Eef")}
    onlooker.sit()
    claimant = to_a_claim(people)
    version, hand = claimant.version, claimant.view["hand"]
    assert len(hand) == TRICKS and version is not None
    everybody = [*people, onlooker]
    everybody_hears(everybody, version)

    answer = claim(claimant)
    assert (answer["type"], answer["version"]) == ("ack", version + 1)
    everybody_hears(everybody, version + 1)
    for person in everybody:
        claimed, *cards = person.update["events"]
        assert (claimed["event"], claimed["seat"]) == ("rest_claimed", seat_of(claimant))
        assert sorted(claimed["cards"]) == sorted(hand)
        assert sum(event["event"] == "card_played" for event in cards) == 4 * TRICKS
        won = [event["seat"] for event in cards if event["event"] == "trick_won"]
        assert won == [seat_of(claimant)] * TRICKS
        assert person.view["phase"] == "deal_over" and person.view["settlement"]
        assert not person.update["may_claim"]
    claimant.send({"type": "claim", "id": answer["id"], "expect": version})
    assert claimant.hear("ack", "refused") == answer, "sent twice it counts once"

    again = four(server)
    assert to_a_claim(again).view["hand"] == hand
    for event in cards:
        if event["event"] == "card_played":
            player = again[event["seat"]]
            play = {"do": "play", "card": event["card"]}
            assert player.ask("act", expect=player.version, action=play)["type"] == "ack"
            everybody_hears(again, (player.version or 0) + 1)
    for name in ("settlement", "scores", "sheet", "tricks_won", "belote", "melds"):
        assert again[0].view[name] == people[0].view[name]
    assert record(server, again[0]) == record(server, people[0])

    server.stop()
    server.start()
    seen = people[1].view
    people[1].sit()
    assert people[1].view == seen, "the log says the same"


def test_who_cannot_know_it_may_not_claim_the_rest(server: Server) -> None:
    people = four(server)
    claimant = to_a_claim(people)
    version = claimant.version
    others = [person for person in people if person is not claimant]
    for person in others:
        refused = claim(person)
        assert (refused["type"], refused["code"]) == ("refused", "no-claim")
        assert "claim the rest" in refused["message"]
    action = claimant.action()
    assert action is not None
    claimant.send(action)
    claimant.hear("ack")
    catch_up(claimant)
    assert claim(claimant)["code"] == "no-claim", "who has led plays the trick"
    assert {catch_up(person)["version"] for person in people} == {(version or 0) + 1}


def test_nobody_is_offered_a_claim_at_a_table_as_in_real_life(server: Server) -> None:
    people = four(server, real_life=True)
    while people[0].view["phase"] != "deal_over":
        assert not any(person.update["may_claim"] for person in people)
        assert any(act(person, people) for person in people)
