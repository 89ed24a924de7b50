"""Deals entered by hand: shown step by step like a record, with the next legal actions."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from http_person import Browser, in_the_file
from server_process import Server, serving

from rebelote.rules import presets
from rebelote.rules.deal import Playing
from rebelote.rules.deck import shuffled
from rebelote.rules.records import variation
from rebelote.rules.records.record import Record, Recorded

OPTIONS = ("--limit", "address.entered=10000/0.001", "--limit", "address.replay=100/0.001")


def given(preset: str, seed: int = 1) -> dict[str, Any]:
    """Return a deal from a shuffled pack; eldest has the turned card, where one is turned."""
    rules = presets.rules(preset)
    pack = list(map(str, shuffled(Random(seed), rules.pack)))
    size = rules.hand_size
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    turned = hands[0][5] if rules.bidding.turns_up else ""
    return {
        "preset": preset,
        "dealer": rules.players - 1,
        "hands": list(map(" ".join, hands)),
        "turned": turned,
        "actions": [],
    }


AT_ONCE = 5
"""Cards that are added to a deal before it is sent again."""


def played(server: Server, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the deal once eldest has made the first call it could and the others have passed."""
    person, chance, actions = Browser(server), Random(2), asked["actions"]
    received: dict[str, Any] = person.post("/api/deals", 200, **asked)
    while words := [one["word"] for one in received["choices"]]:
        first = words[not actions]
        actions.append(first if words[0] == "pass" else chance.choice(words))
        record = Record.parse(received["record"])
        state = variation.done(Recorded(record.replay(), record), actions[-1])
        for _ in range(1, AT_ONCE):
            if isinstance(state.match.deal, Playing):
                actions.append(chance.choice([*variation.offered(state.match)]))
                state = variation.done(state, actions[-1])
        received = person.post("/api/deals", 200, **asked)
    return received


def test_a_hand_may_be_dotted(server: Server) -> None:
    asked = given("ffb-contree-2016")
    dotted = [
        ".".join("".join(c[0] for c in hand.split() if c[1] == suit) for suit in "SHDC")
        for hand in asked["hands"]
    ]
    person = Browser(server)
    [first, other] = (
        person.post("/api/deals", 200, **{**asked, "hands": h}) for h in (asked["hands"], dotted)
    )
    assert (
        first["replay"]["deals"][0]["steps"][-1]["view"]
        == other["replay"]["deals"][0]["steps"][-1]["view"]
    )


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_deal_is_given_by_hand_and_played_to_its_end(server: Server, preset: str) -> None:
    asked = given(preset)
    count = "SELECT count(*) FROM log", "SELECT count(*) FROM match_records"
    held = [in_the_file(server, sql) for sql in count]
    received = played(server, asked)
    assert [in_the_file(server, sql) for sql in count] == held
    rules, record = presets.rules(preset), Record.parse(received["record"])
    assert (received["to_act"], record.replay().sheet[0].outcome is None) == (None, False)
    words = [word for word in asked["actions"] if word[:2] in set(map(str, rules.pack))]
    assert len(words) == rules.players * rules.hand_size
    (deal,) = received["replay"]["deals"]
    shown = {frozenset(step["hands"][0]) for step in deal["steps"] if step["hands"]}
    assert frozenset(asked["hands"][0].split()) in shown
    imported = Browser(server).post("/api/replays", 200, record=received["record"])
    assert imported == received["replay"]


def test_what_is_offered_names_who_does_what(server: Server) -> None:
    received = Browser(server).post("/api/deals", 200, **given("french"))
    assert received["to_act"] == 0
    words = {one["word"]: one for one in received["choices"]}
    assert words["pass"] == {"word": "pass", "seat": 0, "action": {"do": "pass"}}
    assert {one["action"]["do"] for one in received["choices"]} == {"pass", "take"}


def changed(**what: Any) -> dict[str, Any]:
    """Return the french deal with something changed."""
    return {**given("french"), **what}


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        (changed(turned=""), 409, "wrong-turned-card"),
        (changed(turned="1X"), 409, "not-in-pack"),
        (changed(hands=["XX"]), 409, "not-in-pack"),
        (changed(hands=[]), 409, "wrong-hand-size"),
        (changed(hands=[given("french")["hands"][0]] * 4), 409, "card-twice"),
        (changed(dealer=4), 409, "no-such-seat"),
        (changed(dealer=-1), 409, "no-such-seat"),
        (changed(preset="no-such"), 422, "wrong-options"),
        (changed(actions=["double"]), 409, "not-now"),
        (changed(actions=["pass"] * 200), 409, "not-now"),
        (changed(actions=["pass"] * 201), 400, "malformed"),
        (changed(answers="nobody"), 422, "wrong-options"),
        (changed(answers="perfect", seat=4), 409, "no-such-seat"),
        (changed(answers="beginner", seat=-1), 409, "no-such-seat"),
        (changed(answers="x" * 21), 400, "malformed"),
        (changed(more=1), 400, "malformed"),
        ({}, 400, "malformed"),
        (changed(hands=["x" * (1 << 13)]), 413, "too-large"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    server: Server, asked: dict[str, Any], status: int, code: str
) -> None:
    answer, refused = server.post("/api/deals", json.dumps(asked).encode())
    assert (answer, refused["code"]) == (status, code), refused
    assert refused["message"]


@pytest.mark.parametrize("answers", ["beginner", "perfect"])
def test_the_others_answer_until_ones_own_turn(server: Server, answers: str) -> None:
    person, asked = Browser(server), {**given("french"), "answers": answers, "seat": 2}
    received = person.post("/api/deals", 200, **asked)
    before: list[str] = []
    while received["choices"]:
        assert received["to_act"] == 2
        assert received["actions"][: len(before)] == before
        assert received == person.post("/api/deals", 200, **asked), "the same every time"
        asked["actions"] = before = [*received["actions"], received["choices"][0]["word"]]
        received = person.post("/api/deals", 200, **asked)
    first = Record.parse(person.post("/api/deals", 200, **given("french"))["record"]).deals[0]
    after = len(first.actions) + len(received["actions"])
    assert len(Record.parse(received["record"]).deals[0].actions) == after
    assert all(len(first.actions) <= one["number"] < after for one in received["decisions"])
    assert received["to_act"] is None


def test_deals_are_looked_at_so_often_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "address.entered=2/86400") as counting:
        asked = json.dumps(given("bga")).encode()
        assert [counting.post("/api/deals", asked)[0] for _ in "123"] == [200, 200, 429]
