"""Matches step by step: for permitted readers, and none that is under way."""

from __future__ import annotations

import gzip
import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from drawn_matches import play_match
from http_person import Browser, in_the_file, log_of
from server_process import Server, serving

from rebelote.rules import presets
from rebelote.rules.records.record import Record
from rebelote.server.base.protocol.records import MOST_REMARKS
from rebelote.server.base.protocol.table_settings import MOST_DEALS
from rebelote.server.features.history import work
from rebelote.server.features.history.work import MOST_ANSWER

ONE_DEAL = {"level": "beginner", "preset": "bga", "options": {"end_deals": 1}}
CARD = re.compile(r'"[789TJQKA][SHDC]"')
LIMITED = ("entered", "record", "replay")
OPTIONS = [part for it in LIMITED for part in ("--limit", f"address.{it}=10000/0.001")]


def match_of(server: Server, table: str) -> str:
    """Return the last match at a table that has ended."""
    sql = "SELECT max(version) FROM played WHERE table_id = ?"
    return f"{table}-{in_the_file(server, sql, table)[0][0]}"


def played(by: Browser, **terms: Any) -> str:
    """Return a match of one deal that a person has finished, and in which a seat took."""
    match = _played(by, terms)
    while len(by.get(f"/api/matches/{match}")["deals"]) > 1:
        match = _played(by, terms)
    return match


def _played(by: Browser, terms: dict[str, Any]) -> str:
    with closing(by.sit(**ONE_DEAL, terms=terms)) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        return match_of(by.server, str(person.seated["table"]))


def views(deal: dict[str, Any]) -> Iterator[tuple[dict[str, Any], list[list[str]]]]:
    """Yield the view and the hands after each step, as a page puts them together."""
    view: dict[str, Any] = {}
    hands: list[list[str]] = []
    for step in deal["steps"]:
        view, hands = {**view, **step["view"]}, step["hands"] or hands
        yield view, hands


def refusals(reader: Browser, match: str, status: int) -> Iterator[dict[str, Any]]:
    """Yield the answers to a person who requests a match on every route."""
    path = f"/api/matches/{match}"
    yield reader.ask("GET", path, status)
    yield reader.ask("GET", f"{path}/record", status)
    yield reader.ask("POST", f"{path}/variation", status, {"deal": 1, "step": 0})


# --- what is told ---------------------------------------------------------------------------------


def test_a_match_is_shown_step_by_step_by_its_link(server: Server) -> None:
    ann = Browser(server, "Ann")
    match = played(ann)
    received = ann.get(f"/api/matches/{match}")
    stranger = Browser(server).get(f"/api/matches/{match}")
    assert (received["match"], received["seat"], stranger["seat"]) == (match, 0, None)
    assert received["deals"] == stranger["deals"]
    assert [one["name"] for one in received["players"]] == ["Ann", "Margot", "Lucien", "Odette"]
    assert [one["level"] for one in received["players"]] == ["", *["beginner"] * 3]
    _, text = server.get(f"/api/matches/{match}/record")
    record = Record.parse(text.decode())
    (deal,) = received["deals"]
    assert len(deal["steps"]) == len(record.deals[0].actions) + 1
    *_, (view, hands) = views(deal)
    assert (view["phase"], view["winner"] is None) == ("match_over", False)
    assert view["scores"] == list(record.replay().scores)
    assert hands == [[], [], [], []]
    full = next(hands for view, hands in views(deal) if view["phase"] == "play")
    assert len({card for hand in full for card in hand}) == 32
    assert (deal["sealed"]["commitment"], deal["secret"]) == (
        record.deals[0].seal,
        record.deals[0].secret,
    )


def test_a_record_is_written_as_json_too(server: Server) -> None:
    match = played(Browser(server, "Ann"))
    _, text = server.get(f"/api/matches/{match}/record")
    _, received = server.get(f"/api/matches/{match}/record?format=json")
    assert Record.from_json(received) == Record.parse(text.decode())


def test_steps_are_compressed_for_who_takes_them_so(server: Server) -> None:
    path = f"/api/matches/{played(Browser(server, 'Ann'))}"
    asked = urllib.request.Request(server.url + path, headers={"accept-encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        packed = answer.read()
    assert gzip.decompress(packed) == server.get(path)[1]


# --- to whom --------------------------------------------------------------------------------------


def test_a_private_match_is_sent_to_its_players_alone(server: Server) -> None:
    ann, bea = Browser(server, "Ann"), Browser(server, "Bea")
    match = played(ann, watch="none")
    assert ann.get(f"/api/matches/{match}")["seat"] == 0
    for other in (bea, Browser(server)):
        for refused in refusals(other, match, 403):
            assert refused["code"] == "private-match"
            assert refused["message"].startswith("This match was private")
            assert not CARD.search(json.dumps(refused))


@pytest.mark.parametrize("match", ["none", "none12345678-1", "none12345678-0", "a/b", "%00-1"])
def test_a_missing_match_is_reported(server: Server, match: str) -> None:
    status, body = server.get(f"/api/matches/{match}")
    assert status in (400, 404) and not CARD.search(body.decode())


def test_a_deal_of_the_day_is_published_once_the_day_is_over(server: Server) -> None:
    ann = Browser(server, "Ann")
    match = match_of(server, ann.win_or_lose_a_deal_of_the_day())
    for reader in (ann, Browser(server)):
        assert {received["code"] for received in refusals(reader, match, 409)} == {"told-tomorrow"}


def test_nothing_is_published_of_a_match_under_way(server: Server) -> None:
    """The requests come after every move of two matches, by the player and by a stranger."""
    ann, other = Browser(server, "Ann"), Browser(server)
    with closing(ann.sit(**ONE_DEAL)) as person:
        table = person.seated["table"]

        def refused(view: dict[str, Any]) -> bool:
            if not view["legal"]:  # bots play on, perhaps to the end
                return bool(view["phase"] == "match_over")
            begun = (seq for seq, _, line in log_of(server, table) if b'"started"' in bytes(line))
            match = f"{table}-{max(begun)}"
            for reader in (ann, other):
                for received in refusals(reader, match, 409):
                    assert received["code"] == "match-not-over"
                    assert not CARD.search(json.dumps(received))
            return False

        person.play_until(refused)
        first = match_of(server, table)
        before = server.get(f"/api/matches/{first}")
        person.send({"type": "rematch", "id": "again", "expect": person.version})
        person.receive("ack")
        person.play_until(lambda view: view["phase"] == "play" and view["legal"])
        assert not refused(person.view)
        assert server.get(f"/api/matches/{first}") == before, "not a byte of the next match"


# --- played on in another way ---------------------------------------------------------------------


def varied(
    reader: Browser, match: str, step: int, actions: list[str], **answered: object
) -> dict[str, Any]:
    """Return the first deal of a match played on from a step."""
    asked = {"deal": 1, "step": step, "actions": actions, **answered}
    received: dict[str, Any] = reader.post(f"/api/matches/{match}/variation", 200, **asked)
    return received


def test_a_deal_is_played_on_in_another_way(server: Server) -> None:
    """A stranger plays it from the first lead to the end, and the match stays as it was."""
    match, other, chance = played(Browser(server, "Ann")), Browser(server), Random(3)
    before = other.get(f"/api/matches/{match}")
    (deal,) = before["deals"]
    lead = next(n for n, (view, _) in enumerate(views(deal)) if view["phase"] == "play")
    actions: list[str] = []
    received = varied(other, match, lead, actions)
    assert received["deal"]["steps"] == deal["steps"][: lead + 1]
    assert all(one["seat"] == received["to_act"] for one in received["choices"])
    while received["choices"]:
        actions.append(chance.choice(received["choices"])["word"])
        received = varied(other, match, lead, actions)
    assert (received["to_act"], len(actions), len(received["deal"]["steps"])) == (
        None,
        32,
        lead + 33,
    )
    *_, (view, hands) = views(received["deal"])
    assert (view["phase"], hands) == ("match_over", [[]] * 4)
    assert view["settlement"]["marks"] == view["sheet"][0]["marks"]
    assert other.get(f"/api/matches/{match}") == before
    _, record = server.get(f"/api/matches/{match}/record")
    asked = {"record": record.decode(), "deal": 1, "step": lead, "actions": actions}
    assert other.post("/api/replays/variation", 200, **asked) == received


def test_a_deal_is_played_on_against_others_who_answer(server: Server) -> None:
    match, other = played(Browser(server, "Ann")), Browser(server)
    (deal,) = other.get(f"/api/matches/{match}")["deals"]
    lead = next(n for n, (view, _) in enumerate(views(deal)) if view["phase"] == "play")
    seat = list(views(deal))[lead][0]["to_act"]
    received, actions = varied(other, match, lead, []), list[str]()
    while received["choices"]:
        assert received["to_act"] == seat
        actions = [*actions, received["choices"][-1]["word"]]
        received = varied(other, match, lead, actions, answers="club", seat=seat)
        actions = received["actions"]
    assert (received["to_act"], len(actions)) == (None, 32)
    assert all(one["number"] >= lead for one in received["decisions"])


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"deal": 2}, 409, "no-such-step"),
        ({"deal": 0}, 409, "no-such-step"),
        ({"step": 99}, 409, "no-such-step"),
        ({"step": -1}, 409, "no-such-step"),
        ({"step": "x"}, 400, "malformed"),
        ({"actions": ["pass"]}, 409, "not-now"),
        ({"answers": "random"}, 422, "wrong-options"),
        ({"answers": "club", "seat": 4}, 409, "no-such-seat"),
        ({"actions": ["7S"] * 201}, 400, "malformed"),
    ],
)
def test_what_cannot_follow_is_refused(
    server: Server, changed: dict[str, Any], status: int, code: str
) -> None:
    _, record = play_match(presets.rules("bga", end_deals=1), 5, deals=1)
    last = len(record.deals[0].actions) - 1
    asked = {"record": str(record), "deal": 1, "step": last, **changed}
    assert Browser(server).code("POST", "/api/replays/variation", status, **asked) == code


# --- handed in ------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_record_is_looked_at_and_kept_nowhere(server: Server, preset: str) -> None:
    rules = presets.rules(preset, target=60)
    states, record = play_match(rules, 5, ("A", "B", "C", "D")[: rules.players], deals=2)
    record = Record.parse(str(record))
    count = "SELECT count(*) FROM log", "SELECT count(*) FROM match_records"
    held = [in_the_file(server, sql) for sql in count]
    received = Browser(server).post("/api/replays", 200, record=str(record))
    assert [in_the_file(server, sql) for sql in count] == held
    assert (received["match"], received["seat"], len(received["deals"])) == (
        "",
        None,
        states[-1].number,
    )
    assert [one["name"] for one in received["players"]] == list(record.names)
    *_, (view, _) = views(received["deals"][-1])
    assert view["scores"] == list(states[-1].scores)


@pytest.mark.parametrize("text", ["", "{}", "[Record 1]", "[Deal 1]\npack 7S", "[" * 60_000])
def test_what_is_no_record_is_refused_with_a_sentence(server: Server, text: str) -> None:
    assert Browser(server).code("POST", "/api/replays", 409, record=text) == "no-record"


def test_a_faulty_record_is_refused_with_line_deal_action_and_rule(server: Server) -> None:
    """Every route that takes a record refuses it."""
    text = str(play_match(presets.rules("bga", target=60), 5, deals=1)[1])
    card = re.search(r"(?m)^2\. (\S+)", text)
    assert card is not None
    wrong = text.replace(card[0], f"2. {text.split('1. ')[1][:2]}")
    reader = Browser(server, "Ann")
    for path, asked in (
        ("/api/replays", {}),
        ("/api/replays/variation", {"deal": 1, "step": 0}),
        ("/api/shared-replays", {}),
    ):
        received = reader.ask("POST", path, 409, {"record": wrong, **asked})
        line = text[: card.start()].count("\n") + 1
        assert (received["code"], received["fault"]["code"]) == ("no-record", "not-your-card")
        assert (received["fault"]["line"], received["fault"]["deal"]) == (line, 1)
        assert received["message"].startswith(f"line {line}: deal 1, action ")
    received = reader.ask("POST", "/api/replays", 409, {"record": text.replace("call ", "cut ")})
    assert "is not a number of cards" in received["fault"]["message"]
    assert received["message"].startswith(f"line {received['fault']['line']}: ")


@pytest.mark.parametrize(
    "name", ['{"b": 1}', "[1, 2]", "null", "17", r'"\ud800"', r'"\u202ea"', '""', f'"{"x" * 65}"']
)
def test_a_name_in_a_record_that_is_none_is_refused(server: Server, name: str) -> None:
    names = ("Ann", "Bea", "Cleo", "Dora")
    text = str(play_match(presets.rules("bga", target=60), 5, names, deals=1)[1])
    reader = Browser(server, "Ann")
    for wrong in (
        text.replace('"Bea"', name),
        text.replace("[Dealer", f"[Seat 4 {name}]\n[Dealer"),
    ):
        for path in ("/api/replays", "/api/shared-replays"):
            assert reader.code("POST", path, 409, record=wrong) == "no-record"


def test_remarks_are_shown_without_what_is_not_seen_and_few_of_them(server: Server) -> None:
    text = str(play_match(presets.rules("bga", target=60), 5, deals=1)[1])
    reader = Browser(server)
    (deal,) = reader.post("/api/replays", 200, record=f"{text}; so\u202e far\u200b\n")["deals"]
    assert [one["text"] for one in deal["remarks"]] == ["so far"]
    many = text + ";\n" * (MOST_REMARKS + 1)
    assert reader.code("POST", "/api/replays", 413, record=many) == "too-large"


def test_a_replay_grows_with_its_deals_and_not_by_their_square() -> None:
    """The sheet of a match is sent once; each deal has only its own row."""
    _, record = play_match(presets.rules("bga", target=10**5), 5, deals=80)
    half = msgspec.structs.replace(record, deals=record.deals[:40])
    sizes = [len(gzip.decompress(work.replayed(str(one)))) for one in (half, record)]
    assert sizes[1] < 2.2 * sizes[0] < MOST_ANSWER
    rows = [
        [row["number"] for step in deal["steps"] for row in step["view"].get("sheet", [])]
        for deal in json.loads(gzip.decompress(work.replayed(str(record))))["deals"]
    ]
    assert rows == [[number] for number in range(1, 81)]


def test_a_record_is_limited_in_size_and_in_deals(server: Server) -> None:
    long = {"record": "[Deal 1]\n" * (MOST_DEALS + 1)}
    assert Browser(server).code("POST", "/api/replays", 413, **long) == "too-large"
    status, _ = server.post("/api/replays", json.dumps({"record": "x" * (1 << 17)}).encode())
    assert status == 413


def test_records_are_looked_at_so_often_and_no_more(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "address.replay=2/86400") as counting:
        record = str(play_match(presets.rules("bga", target=60), 5, deals=1)[1])
        asked = json.dumps({"record": record}).encode()
        assert [counting.post("/api/replays", asked)[0] for _ in "123"] == [200, 200, 429]
