"""Attacks on ratings and on hidden hands by other means than playing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from company import NAMES, catch_up, four, play_until, strangers
from http_person import in_the_file
from server_process import BEHIND_A_PROXY, Person, Server, serving

from rebelote.i18n import rulecard
from rebelote.rules import deck, presets
from rebelote.rules.cards import parse_cards
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model import event_log


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "rebelote.sqlite", *BEHIND_A_PROXY) as server:
        yield server


def over(view: dict[str, Any]) -> bool:
    return view["winner"] is not None


# --- whether a match counts is no term ------------------------------------------------------------


@pytest.mark.parametrize("handler", ["/api/tables", "/api/tables/{table}/terms"])
def test_rated_is_no_term_that_a_host_can_ask_for(server: Server, handler: str) -> None:
    host = server.new_table(begin=False, preset="bga")
    asked = {"preset": "bga", "begin": False, "terms": {"rated": True, "pace": "fast"}}
    path = handler.format(table=host["table"])
    status, refused = server.post(path, json.dumps(asked).encode(), host["cookie"])
    assert (status, refused["code"]) == (400, "malformed")


def test_a_private_table_is_not_rated_however_often_it_plays(server: Server) -> None:
    seated = server.new_table(begin=False, options={"end_deals": 1}, level="beginner")
    terms = {"terms": {"rated": True, "pace": "fast"}, "options": {"end_deals": 1}}
    server.post(
        f"/api/tables/{seated['table']}/terms", json.dumps(terms).encode(), seated["cookie"]
    )
    people = [Person(server, seated)]
    for number in (1, 2, 3):
        people.append(Person(server, {**seated, "cookie": server.account(NAMES[number])}))
    for number, person in enumerate(people):
        person.sit()
        if number:
            assert person.ask("sit", seat=number)["type"] == "ack"
    assert people[0].ask("begin")["type"] == "ack"
    for person in people:
        assert not catch_up(person)["rated"]
    play_until(people, over)
    assert in_the_file(
        server, "SELECT count(*), sum(CASE WHEN rated THEN 1 ELSE 0 END) FROM played"
    ) == [(4, 0)]
    assert in_the_file(server, "SELECT count(*) FROM ratings") == [(0,)]


def test_a_rematch_is_played_and_does_not_count(server: Server) -> None:
    people = strangers(server, preset="bga", pace="fast")
    assert all(catch_up(person)["rated"] for person in people)
    play_until(people, over)
    assert in_the_file(server, "SELECT DISTINCT matches FROM ratings") == [(1,)]
    for person in people:
        catch_up(person)
        assert person.ask("rematch", expect=person.version)["type"] == "ack"
    again = [catch_up(person) for person in people]
    assert [(received["matched"], received["rated"]) for received in again] == [(True, False)] * 4
    play_until(people, over)
    assert in_the_file(
        server, "SELECT sum(CASE WHEN rated THEN 1 ELSE 0 END), count(*) FROM played"
    ) == [(4, 8)]
    assert in_the_file(server, "SELECT DISTINCT matches FROM ratings") == [(1,)]


def test_the_table_of_strangers_neither_pauses_nor_helps(server: Server) -> None:
    people = strangers(server)
    first = next(person for person in people if catch_up(person)["view"]["legal"])
    assert first.ask("pause", on=True)["code"] == "no-pause"
    first.send({"type": "hint", "id": "a hint", "expect": first.version})
    assert first.receive("hinted", "refused")["code"] == "no-hint"


# --- nobody has several seats ---------------------------------------------------------------------


# --- no hand is known from the deal before --------------------------------------------------------


def foretold(events: list[dict[str, Any]]) -> tuple[list[set[str]], str]:
    """Return all hands and the turned card, foretold from what one seat was sent."""
    begins = [number for number, event in enumerate(events) if event["event"] == "deal_began"]
    *_, last = begins
    tricks = [event for event in events[:last] if event["event"] == "trick_won"][-8:]
    received = {event["event"]: event for event in events[last:]}
    dealer, dealt = received["deal_began"]["dealer"], received["cards_dealt"]
    sides = ([trick["cards"] for trick in tricks if trick["seat"] % 2 == side] for side in (0, 1))
    piles = [[parse_cards(" ".join(cards)) for cards in side] for side in sides]
    pack = deck.gather_tricks(piles, dealer % 2)
    if "pack_cut" in received:
        pack = deck.cut(pack, received["pack_cut"]["depth"])
    hands = deck.deal_first(pack, dealt["packets"], 4, (dealer + 1) % 4)
    turned = deck.turned_card(pack, 4, dealt["packets"])
    return [set(map(str, hand)) for hand in hands], str(turned)


def second_deal(view: dict[str, Any]) -> bool:
    return bool(view["deal_number"] == 2 and view["phase"] == "bidding")


def test_the_hands_of_strangers_cannot_be_worked_out_from_the_deal_before(server: Server) -> None:
    people = strangers(server, preset="french")
    received = catch_up(people[0])
    assert received["rules"]["preset"] == "french"
    assert received["rules"]["differs"] == {"shuffle": "each_deal_full"}
    play_until(people, second_deal)
    hands, turned = foretold(people[0].events)
    known = [hands[seat] == set(person.view["hand"]) for seat, person in enumerate(people)]
    assert known != [True] * 4
    assert turned != people[0].view["turned"] or not any(known)


def test_friends_may_gather_and_the_rule_card_says_what_that_reveals(server: Server) -> None:
    people = four(server)
    play_until(people, second_deal)
    hands, turned = foretold(people[0].events)
    assert hands == [set(person.view["hand"]) for person in people]
    assert turned == people[0].view["turned"]
    for language, words in (
        ("en", "can work out every hand"),
        ("fr", "peut déduire toutes les mains"),
        ("nl", "alle handen afleiden"),
        ("sv", "räkna ut allas händer"),
        ("bg", "пресметне ръката на всеки"),
        ("hr", "izračunati svaku ruku"),
        ("el", "μπορεί να βρει κάθε χέρι"),
        ("ar", "استطاع أن يعرف كل يد"),
        ("hy", "կարող է պարզել բոլորի թղթերը"),
    ):
        assert words in rule_card("french", language)
        assert words not in rule_card("bga", language)
        status, page = server.get(f"/rules/french?lang={language}")
        assert status == 200 and words in page.decode()


def rule_card(preset: str, language: str) -> str:
    return rulecard.text(presets.rules(preset), language)


def test_a_log_of_a_time_when_rated_was_a_term_is_still_read() -> None:
    rules = presets.rules("bga", end_deals=1)
    line = json.loads(event_log.encode(event_log.Agreed(rules, Terms(pace="fast"), ())))
    line["terms"]["rated"] = True
    del line["version"]
    read = event_log.decode(json.dumps(line).encode())
    assert read == event_log.Agreed(rules, Terms(pace="fast"), ())
