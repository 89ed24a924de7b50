"""Practice of a person's own errors: their storage, repetition and display."""

from __future__ import annotations

import json
import re
from contextlib import closing
from itertools import groupby
from typing import Any

import pytest
from http_person import PASSWORD, Browser, in_the_file
from practising import TWO_DEALS, errors_of, with_errors
from server_process import Server
from waiting import AT_LEISURE, until

from rebelote.rules.cards import CARDS
from rebelote.rules.records.record import Record
from rebelote.rules.view import spectator
from rebelote.server.base.protocol import schemas
from rebelote.server.features.study import practice_positions
from rebelote.server.features.study.errors import OF_A_MATCH, next_time

DAY = 86_400.0
Erred = tuple[Browser, str, list[dict[str, Any]]]
"""A person, a match of theirs, and their errors in it."""
OFTEN = ("person.review", "person.practice", "address.review")
OPTIONS = [part for it in OFTEN for part in ("--limit", f"{it}=10000/0.001")]
OPTIONS += ["--limit", "person.reviews=1"]
"""A person has one review at a time: other deals wait their turn."""


@pytest.fixture(scope="module")
def erred(server: Server) -> Erred:
    ann = Browser(server, "Ann Practice")
    return ann, *with_errors(ann)


def path_of(place: dict[str, Any]) -> str:
    return f"/api/me/practice/{place['match']}/{place['deal']}/{place['step']}"


def test_right_answers_come_again_later_and_wrong_ones_soon() -> None:
    first, schedule = next_time("", True, DAY)
    second, schedule = next_time(schedule, True, first)
    assert DAY < first - DAY < second - first, "the interval grows"
    wrong, _ = next_time(schedule, False, second)
    assert DAY <= wrong - second < second - first
    assert next_time("", False, DAY)[0] == 2 * DAY, "nothing is asked twice on a day"


def test_an_error_is_practised_until_it_is_known(server: Server, erred: Erred) -> None:
    (ann, match, places), other = erred, Browser(server, "Other")
    assert 0 < len(places) <= OF_A_MATCH
    assert [one["decisive"] for one in places] == sorted(p["decisive"] for p in places)[::-1]
    before = ann.get("/api/me/practice")
    assert before["due"] <= sum(group["count"] for group in before["groups"])
    assert all(group["trend"] == [] for group in before["groups"]), "two deals have no trend"
    compared = in_the_file(
        server, practice_positions.COMPARED_DEALS, *(ann.get("/api/me")["id"], 9) * 3
    )
    assert [(f"{table}-{version}", deal) for _, table, version, deal in compared][:2] == [
        (match, 2),
        (match, 1),
    ]
    assert places[0] in before["positions"] and before["due"] >= len(places)
    place, path = places[0], path_of(places[0])
    assert other.code("GET", path, 404) == "no-such-match"
    assert other.code("POST", path, 404, choice="7h") == "no-such-match"
    assert other.code("POST", f"/api/me/matches/{match}/practice", 404) == "no-such-match"
    assert ann.code("POST", path, 400, choice="never") == "malformed"
    shown = ann.get(path)
    illegal, code = _against_the_rules(shown["view"])
    assert ann.code("POST", path, 409, choice=illegal) == code
    assert ann.get("/api/me/practice")["due"] == before["due"], "what is refused is no answer"
    assert shown["view"]["to_act"] == shown["view"]["seat"] == 0
    review = ann.get(f"/api/matches/{match}/deals/{place['deal']}/review")["reviewed"]
    (decision,) = (d for d in review["report"]["decisions"] if d["number"] == place["step"])
    wrong = ann.post(path, 200, choice=decision["choice"])
    assert not wrong["right"] and wrong["decision"] == decision
    assert ann.get("/api/me/practice")["due"] == before["due"] - 1
    for best in decision["advised"]:
        again = ann.post(path, 200, choice=best)
        assert again["right"], "every best answer is right"
        assert again["again"] == wrong["again"], "what is not due waits on"
    in_the_file(server, "UPDATE practice_positions SET due = 0 WHERE person = ?", ann.me["id"])
    assert ann.post(path, 200, choice=best)["again"] > wrong["again"] - 1


def test_what_is_shown_names_no_card_that_the_seat_did_not_know(
    server: Server, erred: Erred
) -> None:
    ann, match, places = erred
    _, text = server.get(f"/api/matches/{match}/record", ann.cookie)
    deals = [list(steps) for _, steps in groupby(Record.parse(text.decode()).steps(), _number)]
    for place in places:
        before = deals[place["deal"] - 1][place["step"]].before
        public = _cards(schemas.encode(spectator(before)))
        others = {card.text for hand in before.deal.hands[1:] for card in hand}
        shown = json.dumps(ann.get(path_of(place))).encode()
        assert {card.text for card in before.deal.hands[0]} <= _cards(shown)
        assert not (others - public) & _cards(shown)


def _against_the_rules(seen: dict[str, Any]) -> tuple[str, str]:
    """Return a call or a card that cannot be answered here, and how it is refused."""
    if not seen["legal"]["cards"]:
        return "double", "not-now"
    hidden = {card.text for card in CARDS} - set(seen["hand"])
    refused = {each["card"]: each["code"] for each in seen["legal"]["refused"]}
    return next(iter((refused or dict.fromkeys(hidden, "not-your-card")).items()))


def _number(step: Any) -> int:
    return int(step.before.number)


def _cards(text: bytes) -> set[str]:
    return {result.decode() for result in re.findall(rb'"([2-9TJQKA][CDHS])"', text)}


def test_nothing_of_a_match_under_way_is_practised(server: Server) -> None:
    ann = Browser(server, "Ann Under Way")
    with closing(ann.sit(**TWO_DEALS)) as person:
        person.play_until(lambda view: view["phase"] == "deal_over")
        table, deal = person.seated["table"], person.view["deal_number"]
        path = f"/api/tables/{table}/deals/{deal}/review"
        until(lambda: ann.get(path)["reviewed"], every=AT_LEISURE)
        kept = "SELECT deal FROM practice_positions WHERE person = ?"
        assert not in_the_file(server, kept, ann.me["id"])
        assert ann.code("POST", f"/api/me/matches/{table}/practice", 404) == "no-such-match"


def test_a_seat_that_a_bot_has_taken_over_keeps_no_errors(server: Server, erred: Erred) -> None:
    ann, match, places = erred
    table, version = match.rsplit("-", 1)
    for bot, kept in (("beginner", []), (None, places)):
        in_the_file(server, "DELETE FROM practice_positions WHERE person = ?", ann.me["id"])
        taken_over = "UPDATE played SET bot = ? WHERE table_id = ? AND version = ? AND seat = 0"
        in_the_file(server, taken_over, bot, table, int(version))
        assert errors_of(ann, match) == kept


def test_errors_are_exported_taken_over_and_erased(server: Server) -> None:
    holder, guest = Browser(server), Browser(server, "Gus Practice")
    holder.sign_up("Hana Practice")
    me = holder.get("/api/me")["id"]
    with_errors(guest)
    held = guest.get("/api/me/export")["practice_positions"]
    assert held and held[0]["due"] == 0
    guest.log_in("Hana Practice")
    of = "SELECT count(*) FROM practice_positions WHERE person = ?"
    assert in_the_file(server, of, me) == [(len(held),)]
    assert in_the_file(server, of, guest.me["id"]) == [(0,)]
    guest.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert in_the_file(server, of, me) == [(0,)]
