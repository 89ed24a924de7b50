"""A person's own matches: listed page by page, filtered, starred, noted, exported and erased."""

from __future__ import annotations

import json
import re
from contextlib import closing
from html import escape
from typing import Any
from urllib.parse import quote

import fastjsonschema
import pytest
from http_person import PASSWORD, Browser, in_the_file
from server_process import Server

from rebelote import Game
from rebelote.rules import presets
from rebelote.rules.records.record import Record, read_many
from rebelote.server.features.history.matches import PAGE
from rebelote.server.web.openapi import record_schema

CARD = re.compile(rb'"[789TJQKA][SHDC]"')
LINES, NOTATION = "/api/me/matches.ndjson", "/api/me/matches.txt"
ONE_DEAL = {"level": "beginner", "preset": "bga", "options": {"end_deals": 1}}
ADD = (
    "INSERT INTO played (table_id, version, seat, person, bot, preset, ended, rated, won, marks, "
    "others) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1000, 500)"
)


def add(server: Server, number: int, *people: str, **details: Any) -> str:
    """Store a match that these people have played, by seat, and return its table."""
    received = {"preset": "french", "bot": None, "rated": False, "won": True, **details}
    table = f"table-{number:06}"
    for seat, person in enumerate(people):
        row = (
            table,
            2,
            seat,
            person,
            received["bot"],
            received["preset"],
            1000.0 + number,
            received["rated"],
            received["won"],
        )
        in_the_file(server, ADD, *row)
    return f"{table}-2"


def outcome(by: Browser, **asked: str) -> list[str]:
    """Return the matches that are listed."""
    query = "&".join(f"{name}={quote(value)}" for name, value in asked.items())
    return [match["match"] for match in by.get(f"/api/me/matches?{query}")["matches"]]


def test_a_match_is_listed_once_it_has_been_played(server: Server) -> None:
    ann = Browser(server, "Ann Played")
    assert ann.get("/api/me/matches") == {"matches": [], "next": ""}
    with closing(ann.sit(**ONE_DEAL)) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        scores = person.view["scores"]
    (match,) = ann.get("/api/me/matches")["matches"]
    assert match["match"] == ann.get(f"/api/matches/{person.seated['table']}")["match"]
    assert (match["preset"], match["marks"], match["others"]) == ("bga", *scores)
    assert not match["given_up"]
    assert (match["won"], match["rated"]) == (scores[0] > scores[1], False)
    assert [one["name"] for one in match["players"]] == ["Ann Played", "", "", ""]
    assert [one["level"] for one in match["players"]] == ["", *["beginner"] * 3]
    assert Browser(server).code("GET", "/api/me/matches", 401) == "who-are-you"


def test_pages_lead_through_all_of_them_the_newest_first(server: Server) -> None:
    ann = Browser(server, "Ann Pages")
    every = [add(server, number, ann.me["id"]) for number in range(2 * PAGE + 5)]
    first = ann.get("/api/me/matches")
    second = ann.get(f"/api/me/matches?before={first['next']}")
    third = ann.get(f"/api/me/matches?before={second['next']}")
    assert third["next"] == ""
    received = [match["match"] for page in (first, second, third) for match in page["matches"]]
    assert received == every[::-1]


def test_filters_leave_what_was_asked_for(server: Server) -> None:
    ann, bea = Browser(server, "Ann Filters"), Browser(server, "Bea Filters")
    mine, hers = ann.me["id"], bea.me["id"]
    won = add(server, 1001, mine, preset="bulgarian", won=True)
    lost = add(server, 1002, mine, hers, won=False)
    rated = add(server, 1003, mine, rated=True)
    ann.ask("PUT", f"/api/me/matches/{rated}", 204, {"starred": True, "note": "A Brave 100% lead_"})
    assert outcome(ann) == [rated, lost, won]
    assert outcome(ann, preset="bulgarian") == [won]
    assert outcome(ann, only="lost") == [lost]
    assert outcome(ann, only="won") == [rated, won]
    assert outcome(ann, only="rated") == outcome(ann, only="starred") == [rated]
    assert outcome(ann, only="starred,lost") == []
    assert outcome(ann, text="bEa") == [lost]
    assert outcome(ann, text="brave") == outcome(ann, text="0% lead_") == [rated]
    assert outcome(ann, text="b%e") == outcome(ann, text="' OR 1") == []
    assert outcome(ann, text="ann filters") == [], "one has played all of them oneself"


def test_notes_are_for_oneself_and_only_of_ones_own_matches(server: Server) -> None:
    ann, bea = Browser(server, "Ann Notes"), Browser(server, "Bea Notes")
    match = add(server, 2001, ann.me["id"], bea.me["id"])
    alone = add(server, 2002, ann.me["id"])
    ann.ask("PUT", f"/api/me/matches/{match}", 204, {"starred": False, "note": " shy "})
    assert ann.get("/api/me/matches")["matches"][1]["note"] == "shy"
    assert [one["note"] for one in bea.get("/api/me/matches")["matches"]] == [""]
    noted = {"starred": True, "note": ""}
    assert bea.code("PUT", f"/api/me/matches/{alone}", 404, **noted) == "no-such-match"
    assert ann.ask("PUT", f"/api/me/matches/{match}", 400, {"starred": True, "note": "x" * 501})
    ann.ask("PUT", f"/api/me/matches/{match}", 204, {"starred": False, "note": ""})
    assert not in_the_file(server, "SELECT 1 FROM match_notes WHERE person = ?", ann.me["id"])


def test_notes_are_exported_taken_over_and_erased(server: Server) -> None:
    holder, guest = Browser(server), Browser(server, "Gus Notes")
    holder.sign_up("Hana Notes")
    me = holder.get("/api/me")["id"]
    match = add(server, 3001, guest.me["id"])
    guest.ask("PUT", f"/api/me/matches/{match}", 204, {"starred": True, "note": "keep me"})
    (held,) = guest.get("/api/me/export")["match_notes"]
    assert (held["table_id"], held["note"]) == (match[:12], "keep me")
    guest.log_in("Hana Notes")
    of = "SELECT note FROM match_notes WHERE person = ?"
    assert in_the_file(server, of, me) == [("keep me",)]
    assert not in_the_file(server, of, guest.me["id"])
    guest.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert not in_the_file(server, "SELECT 1 FROM match_notes WHERE note = 'keep me'")


# --- the short address ----------------------------------------------------------------------------


def test_a_match_that_one_left_is_neither_won_nor_lost(server: Server) -> None:
    """Lists, profile, badges and export ignore the bot's result in the seat."""
    ann, bea = Browser(server, "Ann leaves"), Browser(server, "Bea stays")
    mine, hers = str(ann.me["id"]), str(bea.me["id"])
    left = [add(server, 7001 + won, mine, "", hers, won=bool(won), bot="club") for won in (0, 1)]
    stayed = add(server, 7003, mine, "", hers)
    matches = ann.get("/api/me/matches")["matches"]
    listed = [(match["match"], match["won"], match["left"]) for match in matches]
    assert listed == [(stayed, True, False), (left[1], False, True), (left[0], False, True)]
    assert outcome(ann, only="won") == [stayed] and outcome(ann, only="lost") == []
    profile = bea.get(f"/api/people/{mine}")["matches"]
    assert [(one["won"], one["left"]) for one in profile] == [(True, False)] + [(False, True)] * 2
    badges = bea.get(f"/api/people/{mine}/badges")
    assert (badges["matches"], badges["won"]) == (1, 1)
    rows = ann.get("/api/me/export")["played"]
    assert sorted((bool(row["won"]), bool(row["has_left"])) for row in rows) == [
        (False, True),
        (False, True),
        (True, False),
    ]
    [pair] = ann.get("/api/friends/partners")["pairs"]
    assert (pair["matches"], pair["won"]) == (1, 1)


def test_a_bot_account_is_marked_in_lists_and_replays(server: Server) -> None:
    ann, robo = Browser(server, "Ann with Robo"), Browser(server, "Robo Listed")
    mine, its = str(ann.me["id"]), str(robo.me["id"])
    match = played(robo)
    in_the_file(server, "INSERT INTO bots (person, by, created) VALUES (?, ?, 0)", its, mine)
    add(server, 7101, mine, "", its)
    [listed] = ann.get("/api/me/matches")["matches"]
    assert [one["program"] for one in listed["players"]] == [False, False, True]
    replay = ann.get(f"/api/matches/{match}")["players"]
    assert [one["program"] for one in replay] == [True, False, False, False]
    [partner] = ann.get("/api/friends/partners")["recent"]
    assert partner["program"]


def test_a_short_address_previews_who_played_and_the_result(server: Server) -> None:
    ann = Browser(server, "Ann Preview")
    with closing(ann.sit(**ONE_DEAL)) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        result = " : ".join(map(str, person.view["scores"]))
    match = ann.get(f"/api/matches/{person.seated['table']}")["match"]
    status, page = server.get(f"/m/{match}")
    received = page.decode()
    assert status == 200
    assert escape("Belote: Ann Preview, Margot, Lucien, Odette") in received
    assert f" · {result}. Look at the match" in received
    assert f'<meta name="rebelote:match" content="{match}">' in received
    assert f'content="{server.url}/m/{match}"' in received


def test_a_short_address_previews_nothing_of_a_private_match(server: Server) -> None:
    ann = Browser(server, "Ann Private")
    with closing(ann.sit(**ONE_DEAL, terms={"watch": "none"})) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
    match = ann.get(f"/api/matches/{person.seated['table']}")["match"]
    assert b"Ann Private" in server.get(f"/m/{match}", ann.cookie)[1]
    assert b"Ann Private" not in server.get(f"/m/{match}")[1]


# --- with their records ---------------------------------------------------------------------------


def lines(by: Browser, path: str = LINES) -> tuple[list[Any], str]:
    """Return the lines of a page, and the path of the next one."""
    status, body, headers = by.server.ask("GET", path, cookie=by.cookie)
    assert status == 200 and headers["content-type"].startswith("application/x-ndjson")
    link = re.fullmatch(r'<(.*)>; rel="next"', headers["link"] or "")
    after = link[1].removeprefix(by.server.url) if link else ""
    return [json.loads(line) for line in body.splitlines()], after


def played(by: Browser, **terms: str) -> str:
    with closing(by.sit(**ONE_DEAL, terms=terms)) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        return str(person.seated["table"])


def test_matches_come_with_their_records_a_private_one_too(server: Server) -> None:
    ann = Browser(server, "Ann")
    tables = [played(ann), played(ann, watch="none")]
    outcome, after = lines(ann)
    assert [line["match"].rpartition("-")[0] for line in outcome] == tables[::-1] and not after
    listed = ann.get("/api/me/matches")["matches"]
    assert [{**line, "record": 0} for line in outcome] == [{**one, "record": 0} for one in listed]
    records = [Record.from_json(json.dumps(line["record"])) for line in outcome]
    _, body, _ = server.ask("GET", NOTATION, cookie=ann.cookie)
    assert list(read_many(body.decode().splitlines(keepends=True))) == records
    assert lines(Browser(server, "Bea")) == ([], "")
    for path in (LINES, NOTATION):
        assert Browser(server).code("GET", path, 401) == "who-are-you"


def test_pages_lead_on_and_keep_the_filter(server: Server) -> None:
    ann = Browser(server, "Ann Pages")
    me = ann.get("/api/me")["id"]
    ours = [add(server, 500 + number, me) for number in range(PAGE + 1)]
    add(server, 900, me, preset="bga")
    outcome, after = lines(ann, f"{LINES}?preset=french")
    assert [line["match"] for line in outcome] == ours[:0:-1] and "preset=french" in after
    # Nothing is left of these tables: their lines say so, and keep no other from its reader.
    assert {line["record"] for line in outcome} == {None}
    outcome, after = lines(ann, after)
    assert [line["match"] for line in outcome] == ours[:1] and not after


def test_no_card_of_what_is_not_over_is_in_them(server: Server) -> None:
    ann = Browser(server, "Ann Hidden")
    with closing(ann.sit(level="beginner", preset="bga")):
        assert lines(ann) == ([], "")
    ann.win_or_lose_a_deal_of_the_day()
    for path in (LINES, NOTATION):
        status, body, _ = server.ask("GET", path, cookie=ann.cookie)
        assert status == 200 and not CARD.search(body) and b"pack" not in body
    (line,), _ = lines(ann)
    assert line["record"] is None
    # A match that is listed although it goes on, as no server writes it, is not disclosed either.
    with closing(ann.sit(level="beginner", preset="bga")) as person:
        sql = "UPDATE played SET table_id = ? WHERE person = ?"
        in_the_file(server, sql, person.seated["table"], ann.get("/api/me")["id"])
        status, body, _ = server.ask("GET", LINES, cookie=ann.cookie)
        assert status == 200 and not CARD.search(body)


def test_a_record_is_as_its_schema_says_by_all_rules() -> None:
    text = json.dumps(record_schema())  # the validator knows arrays of a length by an older name
    check = fastjsonschema.compile(
        json.loads(text.replace(', "items": false', "").replace('"prefixItems"', '"items"'))
    )
    for preset in presets.PRESETS:
        record = json.loads(Game(preset, seed=1).record.json())
        check(record)
        for name, wrong in (("preset", None), ("undertrump", "sometimes"), ("target", "1000")):
            with pytest.raises(fastjsonschema.JsonSchemaException):
                check({**record, "rules": {**record["rules"], name: wrong}})
        with pytest.raises(fastjsonschema.JsonSchemaException):
            check({**record, "rules": {"preset": preset}})


def test_the_schema_names_what_a_record_has(server: Server) -> None:
    outcome = json.loads(server.get("/api/schema/record.json")[1])
    assert outcome["$ref"] == record_schema()["$ref"] == "#/$defs/Record"
    kinds = outcome["$defs"]
    ann = Browser(server, "Ann Schema")
    played(ann)
    ((line,), _) = lines(ann)
    for name, value in (("Record", line["record"]), ("DealRecord", line["record"]["deals"][0])):
        assert value.keys() <= kinds[name]["properties"].keys()
        assert set(kinds[name]["required"]) <= value.keys()
