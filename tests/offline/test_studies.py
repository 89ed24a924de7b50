"""Answers of the page about deals that are over: the server's, for the same deals."""

from __future__ import annotations

import json
import sqlite3
from random import Random
from typing import Any

import pytest
from http_person import Browser
from offline_play import played_out
from offline_studies import ask, deal_by_hand, errors_in, kept_errors
from server_process import Server

from rebelote.kernel import solver
from rebelote.offline import lessons, score_sheet, study
from rebelote.offline.table import Finished, finished, record_of
from rebelote.rules.presets import PRESETS
from rebelote.server.features.daily.puzzle_days import archive
from rebelote.server.features.study import errors, practice_positions, work
from rebelote.server.features.study.errors import OF_A_MATCH, PAGE

OPTIONS = tuple(
    part for it in ("entered", "replay") for part in ("--limit", f"address.{it}=10000/0.001")
)
OUT_OF_TURN = {
    "preset": "coinche",
    "dealer": 0,
    "calls": [{"seat": 3, "round": 1, "trump": "H", "value": 90}],
}
DECISION = {
    "number": 0,
    "seat": 0,
    "action": "7S",
    "choice": "7S",
    "kind": "imprecision",
    "best": ["8S"],
    "advised": ["8S"],
    "loss_true": 1,
    "loss_known": 1,
    "chance_to_lose": 1,
    "why": [{"code": "draw"}],
}
NOW = 1_800_000_000.0


@pytest.fixture(scope="module")
def match() -> Finished:
    """Return a match that was played to its end in the page."""
    player = played_out("french", 200)
    result = finished(player.table.table, [line for _, _, line in player.log], "Ann")
    assert result is not None
    return result


@pytest.fixture(scope="module")
def mistakes(match: Finished) -> list[dict[str, Any]]:
    """Return the errors of its person."""
    return kept_errors(match)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_that_is_laid_out_is_answered_as_by_the_server(preset: str, server: Server) -> None:
    person, deal = Browser(server), deal_by_hand(preset)
    for _ in range(6):
        here = ask("entered", deal=deal)["answer"]
        assert here == person.post("/api/deals", 200, **deal)
        if not here["choices"]:
            break
        deal["actions"].append(here["choices"][0]["word"])
    record, varied = here["record"], {"deal": 1, "step": 0, "actions": []}
    assert ask("replay", record=record)["answer"] == person.post("/api/replays", 200, record=record)
    varied["step"] = len(here["replay"]["deals"][0]["steps"]) - 1
    there = person.post("/api/replays/variation", 200, record=record, **varied)
    assert ask("variation", record=record, varied=varied)["answer"] == there


@pytest.mark.parametrize(
    ("path", "asked", "sent"),
    [
        ("/api/deals", {"of": "entered", "deal": deal_by_hand("french") | {"dealer": 7}}, "deal"),
        ("/api/replays", {"of": "replay", "record": "[Record 1]\n[Rules french]\nx"}, None),
        ("/api/replays", {"of": "replay", "record": ""}, None),
        ("/api/auctions/shown", {"of": "shown", "auction": OUT_OF_TURN}, "auction"),
    ],
)
def test_what_the_server_refuses_the_page_refuses_in_the_same_words(
    path: str, asked: dict[str, Any], sent: str | None, server: Server
) -> None:
    body = asked[sent] if sent else {"record": asked["record"]}
    _, there = server.post(path, json.dumps(body).encode())
    here = json.loads(study.answer(json.dumps(asked)))
    assert (here["refused"], here["message"]) == (there["code"], there["message"])
    assert here["fault"] == there.get("fault")


@pytest.mark.parametrize("asked", ["", "[]", "{}", '{"of":"entered","deal":{}}', "[" * 100_000])
def test_a_request_that_cannot_be_read_is_refused_and_stops_nothing(asked: str) -> None:
    """An exception would end the worker, and with it every other request."""
    for answer in (study.answer, lessons.answer, score_sheet.answer):
        assert json.loads(answer(asked))["refused"] == "malformed"


@pytest.mark.parametrize("day", ["2026-13-45", "", "today"])
def test_a_day_that_is_none_is_refused(day: str) -> None:
    for of in ("puzzle", "puzzles"):
        assert ask(of, preset="french", day=day)["refused"] == "malformed"


@pytest.mark.parametrize("preset", ["french", "coinche"])
def test_the_puzzles_of_a_device_are_listed_as_a_server_lists_its_own(preset: str) -> None:
    day, choices = "2026-12-01", {}
    for past in ("2026-12-01", "2026-11-30"):
        asked = {"preset": preset, "day": past}
        unsolved = ask("puzzle", **asked)["answer"]
        words = [*unsolved["position"]["calls"], *unsolved["position"]["view"]["legal"]["cards"]]
        choices[f"{unsolved['preset']}/{past}"] = words[0]
        solved = ask("puzzle", **asked, choice=words[0])["answer"]
        assert ask("puzzle", **asked, choices=choices)["answer"] == solved, "the answer is kept"
    listed = ask("puzzles", preset=preset, day=day, choices=choices)["answer"]
    of_server = archive(day, b"", listed["preset"], lambda *_: None)
    assert [one["kind"] for one in listed["days"]] == [one.kind for one in of_server.days]
    assert [one["theme"] for one in listed["days"][1:]] == [one.theme for one in of_server.days[1:]]
    assert [one["right"] is None for one in listed["days"][:3]] == [False, False, True]
    assert listed["days"][0]["theme"], "today's has a theme once it is answered"


def test_an_answer_to_a_puzzle_of_another_release_counts_for_nothing() -> None:
    asked = {"preset": "french", "day": "2026-12-01", "choices": {"french/2026-12-01": "never"}}
    assert ask("puzzle", **asked)["answer"]["answered"] is None


@pytest.mark.skipif(not solver.KERNEL, reason="reviews need the kernel")
def test_errors_of_a_match_here_are_those_that_a_server_keeps(
    match: Finished, mistakes: list[dict[str, Any]]
) -> None:
    deal = mistakes[0]["deal"]
    review = work.reviewed(match.record, deal)
    mine = [one for one in errors.instructive(review) if one.seat == 0]
    here = [one for one in mistakes if one["deal"] == deal]
    assert [(one["step"], one["loss"], one["decisive"]) for one in here] == [
        (one.number, one.loss_known, one.kind == "decisive") for one in mine
    ]


@pytest.mark.skipif(not solver.KERNEL, reason="reviews need the kernel")
def test_an_error_is_asked_answered_and_repeated_as_on_the_server(
    match: Finished, mistakes: list[dict[str, Any]]
) -> None:
    error = mistakes[0]
    place = {"record": match.record, "deal": error["deal"], "step": error["step"]}
    position = ask("position", **place)["answer"]
    assert position["view"]["to_act"] == position["view"]["seat"] == 0
    assert position["names"][0] == "Ann"
    answering = {"record": match.record, "error": error, "now": NOW}
    assert ask("practised", **answering, choice="never")["refused"] == "malformed"
    best, made = error["decision"]["advised"][0], error["decision"]["choice"]
    for choice, right in ((best, True), (made, False)):
        result = ask("practised", **answering, choice=choice)["answer"]
        due, schedule = errors.next_time("", right, NOW)
        assert (result["answered"]["right"], result["answered"]["again"]) == (right, due)
        assert (result["kept"]["due"], result["kept"]["schedule"]) == (due, schedule)
        again = ask("practised", **answering | {"error": result["kept"]}, choice=best)["answer"]
        assert again["answered"]["again"] == due, "what is not due waits on"
        here = [result["kept"], *mistakes[1:]]
        listed = ask("mistakes", errors=here, now=NOW, match="")["answer"]
        assert listed["due"] == len(here) - 1


def test_the_trend_compares_the_latest_hundred_deals() -> None:
    deals = [("local-a", 1 + number // 10, 1 + number % 10) for number in range(101)]
    columns = ("table_id", "version", "deal")
    kept = [
        dict(
            zip(columns, deal, strict=True),
            step=1, preset="french", decisive=False, loss=1.0, decision=DECISION,
        )
        for deal in deals[:52]
    ]  # fmt: skip
    (group,) = ask("mistakes", errors=kept, now=0, deals=deals)["answer"]["groups"]
    assert (group["count"], group["trend"]) == (52, [10, 10, 10, 10, 10, 1, 0, 0, 0, 0])
    (group,) = ask("mistakes", errors=kept, now=0, deals=deals[:99])["answer"]["groups"]
    assert group["trend"] == []


def test_errors_come_in_the_order_of_the_server() -> None:
    """Compare the order with that of the server's statement in a database."""
    chance = Random(1)
    rows = [
        (f"local-{chance.choice('ab')}", chance.randrange(1, 4), number % 5, number // 5,
         chance.choice((True, False)), chance.choice((0.5, 2.0, 7.25)), float(chance.randrange(2)))
        for number in range(60)
    ]  # fmt: skip
    columns = ("table_id", "version", "deal", "step", "decisive", "loss", "due")
    named = [
        dict(zip(columns, row, strict=True), preset="french", decision=DECISION) for row in rows
    ]
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE TABLE position ({', '.join(columns)})")
    database.executemany(f"INSERT INTO position VALUES ({', '.join('?' * 7)})", rows)
    order, of_match = practice_positions.ORDER, "table_id = 'local-a' AND version = 2"
    for match, most, where in (("", PAGE, "due <= 0"), ("local-a-2", OF_A_MATCH, of_match)):
        there = database.execute(
            f"SELECT table_id, version, deal, step FROM position WHERE {where}{order}", (most,)
        ).fetchall()
        assert len(there) == most
        listed = ask("mistakes", errors=named, now=0, match=match)["answer"]
        here = listed["positions"]
        assert listed["groups"] == [{"group": "trumps", "count": 60, "loss": 60.0, "trend": []}]
        assert [(one["match"], one["deal"], one["step"]) for one in here] == [
            (f"{table}-{version}", deal, step) for table, version, deal, step in there
        ]
    database.close()


def test_a_match_of_this_device_is_shown_from_the_seat_of_its_person(match: Finished) -> None:
    shown = {"record": match.record, "match": "local-a-2", "proof": match.proof}
    result = ask("replay", **shown)["answer"]
    assert (result["match"], result["seat"]) == ("local-a-2", 0)
    assert result["players"][0]["name"] == "Ann"
    assert ask("replay", **shown | {"proof": match.record})["refused"] == "wrong-match-record"
    assert errors_in("")["refused"] == "no-record"


def test_without_the_kernel_reviews_say_what_they_need(
    match: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "KERNEL", False)
    for asked in ("review", "opinion"):
        told = ask(asked, record=match.record, deal=1, action=1)
        assert told["refused"] == "needs-network"
    assert errors_in(match.proof)["refused"] == "needs-network"
    assert record_of([], "Ann") is None


def test_a_drill_of_a_device_is_that_of_the_server(server: Server) -> None:
    person = Browser(server, "Dora Drill")
    listed = ask("drill", preset="bela", about="trumps")["answer"]
    assert listed == person.get("/api/drills?preset=bela&about=trumps")
    asked = {"puzzle": listed["puzzles"][0]}
    path = f"/api/drills/{asked['puzzle']}"
    there, here = person.get(path), ask("drilled", **asked)["answer"]
    assert {**here, "rating": None} == {**there, "rating": None}
    choice = next(iter(here["position"]["view"]["legal"]["cards"]))
    there, here = person.post(path, 200, choice=choice), ask("drilled", **asked, choice=choice)
    assert {**here["answer"], "rating": None} == {**there, "rating": None}
