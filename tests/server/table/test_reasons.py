"""The bots' reasons: published once every card has been seen, and not before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server_process import Person, seated, serving


def asked(person: Person) -> dict[str, Any]:
    person.send({"type": "why", "id": "w"})
    return person.receive("reasons", "refused")


def spoken(events: list[dict[str, Any]]) -> set[int]:
    """Return the seats that made a call in the newest deal."""
    began = [place for place, event in enumerate(events) if event["event"] == "deal_began"]
    return {
        event["seat"]
        for event in events[max(began, default=0) :]
        if event["event"] in ("passed", "took")
    }


def test_reasons_are_published_once_the_deal_is_played_out(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--uncounted", "127.0.0.1") as server:
        person = seated(server, level="beginner")
        person.play_until(lambda view: view["contract"] and view["tricks_won"][0])
        assert asked(person)["code"] == "deal-not-over"
        person.play_until(lambda view: view["phase"] == "deal_over" and view["contract"])
        received = asked(person)
        me, deal = person.view["seat"], person.view["deal_number"]
        person.close()
    assert received["deal"] == deal
    played = {
        (event["seat"], event["card"]) for event in person.events if event["event"] == "card_played"
    }
    cards = [each for each in received["reasons"] if each["thought"]["action"]["do"] == "play"]
    assert 8 <= len(cards) <= 21
    assert [each["trick"] for each in cards] == sorted(each["trick"] for each in cards)
    assert received["reasons"][0]["trick"] == 0 or spoken(person.events) == {me}
    for each in received["reasons"]:
        assert each["seat"] != me and "code" in each["thought"]
    assert {(each["seat"], each["thought"]["action"]["card"]) for each in cards} <= played


def test_a_table_as_in_real_life_explains_nothing(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--uncounted", "127.0.0.1") as server:
        person = seated(server, level="beginner", real_life=True)
        assert asked(person)["code"] == "no-hint"


def test_a_reason_names_no_card_while_the_deal_is_played(tmp_path: Path) -> None:
    """This holds for players and for spectators."""
    with serving(tmp_path / "log.sqlite", "--uncounted", "127.0.0.1") as server:
        person = seated(server, level="beginner", terms={"watch": "table"})
        eve = Person(server, {**person.seated, "cookie": server.guest("Eve")})
        eve.sit()
        person.play_until(lambda view: view["contract"] and sum(view["tricks_won"]) >= 3)
        for each in (person, eve):
            assert asked(each)["code"] == "deal-not-over"
        assert not any('"reasons"' in frame for frame in [*person.frames, *eve.frames])
