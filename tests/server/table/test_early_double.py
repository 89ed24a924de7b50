"""A double out of turn at tables as in real life, by the rules of Cannes."""

from __future__ import annotations

from typing import Any

from company import bid_first, four, say, seat_of
from server_process import Person, Server

DOUBLE, REDEAL, PASS = {"do": "double"}, {"do": "redeal"}, {"do": "pass"}
EIGHTY = {"do": "bid", "trump": "S", "value": 80}
OPTIONS = ("--uncounted", "127.0.0.1")


def refused(person: Person, call: dict[str, Any]) -> str:
    answer = person.ask("act", expect=person.version, action=call)
    assert answer["type"] == "refused"
    code: str = answer["code"]
    return code


def test_whose_bid_was_doubled_out_of_turn_has_the_cards_dealt_again_or_plays_on(
    server: Server,
) -> None:
    people = four(server, preset="cannes-2016", real_life=True)
    bidder = bid_first(people, EIGHTY)
    seat, dealer = seat_of(bidder), bidder.view["dealer"]
    right, partner, left = (people[(seat + turn) % 4] for turn in (1, 2, 3))
    assert (left.view["may"]["calls"], left.view["may"]["early"]) == ([DOUBLE], True)
    assert partner.view["may"]["calls"] == right.view["may"]["calls"] == []
    assert refused(partner, DOUBLE) == "not-your-turn"

    (doubled,) = say(left, people, DOUBLE)
    assert doubled == {"event": "doubled", "seat": seat_of(left), "early": True}
    assert all(person.view["to_act"] == seat for person in people)
    assert [call["do"] for call in bidder.view["legal"]["calls"]] == ["pass", "redouble", "redeal"]
    assert refused(partner, REDEAL) == "not-your-turn"
    (asked,) = say(bidder, people, REDEAL)
    assert asked == {"event": "redeal_asked", "seat": seat}
    for person in people:
        assert person.view["phase"] == "deal_over" and person.view["contract"] is None
        assert (person.view["sheet"][-1]["outcome"], person.view["scores"]) == (None, [0, 0])

    again = bid_first(people, EIGHTY)
    assert again is bidder and bidder.view["dealer"] == dealer
    say(left, people, DOUBLE)
    server.stop()
    server.start()
    for person in people:
        person.sit()
    assert REDEAL in bidder.view["legal"]["calls"], "the log says the same"
    say(bidder, people, PASS)
    assert REDEAL not in right.view["legal"]["calls"]
    say(right, people, PASS)
    say(partner, people, PASS)
    assert all(person.view["phase"] == "play" for person in people)
    assert bidder.view["contract"] == {"attacker": seat, "trump": "S", "value": 80, "stake": 2}


def test_where_the_table_helps_nobody_can_double_out_of_turn(server: Server) -> None:
    people = four(server, preset="cannes-2016")
    bidder = bid_first(people, EIGHTY)
    left = people[(seat_of(bidder) + 3) % 4]
    assert left.view["may"]["calls"] == []
    assert refused(left, DOUBLE) == "not-your-turn"
    right = people[(seat_of(bidder) + 1) % 4]
    assert REDEAL not in right.view["legal"]["calls"]
    assert refused(right, REDEAL) == "not-now"
    (doubled,) = say(right, people, DOUBLE)
    assert not doubled["early"]
