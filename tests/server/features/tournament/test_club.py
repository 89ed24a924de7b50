"""Evenings of a club on a server: entries, keys, conflicts, corrections and retention."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from databases import looking_into
from evenings_on_server import EXACT, Evening, scored
from http_person import PASSWORD, Browser
from in_process import InProcess, serving_in_process

from rebelote.rules.fairness import seal
from rebelote.server.features.tournament.stored import (
    KEPT_SECONDS,
    MOST_SECRETARIES,
    MOST_TOURNAMENTS,
)
from rebelote.server.features.tournament.tournaments import MOST_REPORTS

NAMES = ("Ann and Bo", "Cé and Dré", "Eva and Finn", "Gil and Hugo")
SERVING = serving_in_process


@pytest.fixture
def ann(server: InProcess) -> Browser:
    return Browser(server, "Secretary")


def report(server: InProcess, event: str, key: str, own: int, other: int, status: int = 200) -> Any:
    """Enter a score at a table, with a phone that has no cookie."""
    return Browser(server).post(
        f"/api/tournaments/{event}/game", status, key=key, own=own, other=other
    )


@pytest.fixture
def evening(ann: Browser) -> Evening:
    """Return an evening with four teams and a drawn round."""
    evening = Evening(ann)
    evening.teams(*NAMES)
    evening.draw()
    return evening


# --- secretaries ----------------------------------------------------------------------------------


def test_an_evening_is_played_to_its_standing(ann: Browser) -> None:
    evening = Evening(ann)
    assert evening.state["next"] == "draw" and evening.state["expected"] == 4
    evening.teams(*NAMES)
    for round in range(1, 4):
        evening.draw(f"phrase {round}")
        assert evening.state["next"] == "scores"
        evening.score_all(round)
    evening.draw("the last")
    state = evening.enter(scored(4, 1, 1944, 20), {**forfeit(4, 2), "side": 1})
    assert state["next"] == "over" and len(state["rounds"]) == 4
    assert state["standings"][0]["rank"] == 1 and state["standings"][0]["played"] == 4
    assert evening.by.code("POST", f"{evening.here}/draw", 409, version=0, phrase="more") in (
        "changed-meanwhile",
        "no-more-rounds",
    )


def test_what_is_carried_over_is_said_at_the_desk_and_on_the_slip(
    server: InProcess, ann: Browser
) -> None:
    boom: dict[str, Any] = {
        "preset": "flemish",
        "house": {},
        "deals": 0,
        "ranking": "wins",
        "draw": "lots",
    }
    evening = Evening(ann, **boom, excess="carry")
    evening.teams(*NAMES)
    first = evening.draw("one")["rounds"][0]["games"][0]["sides"]
    evening.enter(scored(1, 1, 108, 60), scored(1, 2, 90, 101))
    games = evening.draw("two")["rounds"][1]["games"]
    begun = [begin for game in games for begin in game["starts"]]
    assert sorted(begun) == [0, 0, 0, 7]
    at = begun.index(7)
    assert games[at // 2]["sides"][at % 2] == first[0]
    slip = Browser(server).get(f"{evening.here}/game?key={evening.keys(2)[at // 2][at % 2]}")
    assert slip["starts"] == [7, 0]
    row = evening.state["standings"][0]
    assert (row["team"], row["points"], row["excess"]) == (first[0][0], 108, 7)


def forfeit(round: int, game: int, side: int = 0) -> dict[str, Any]:
    """Return the entry for a side that did not come."""
    return {"entry": "forfeited", "round": round, "game": game, "side": side}


def test_anybody_with_the_address_reads_and_nobody_else_enters(
    server: InProcess, evening: Evening
) -> None:
    visitor = Browser(server, "Visitor")
    seen = visitor.get(evening.here)
    assert [team["name"] for team in seen["teams"]] == list(NAMES) and not seen["secretary"]
    assert "key" not in json.dumps(seen)
    assert visitor.get(f"{evening.here}?since={seen['version']}") is None
    assert Evening(visitor, evening.event).refused(403, scored(1, 1, 1000, 944)) == (
        "not-a-secretary"
    )
    for verb, path in (("GET", "/desk"), ("GET", "/log"), ("GET", "/slips?drawn=1")):
        assert visitor.code(verb, evening.here + path, 403) == "not-a-secretary"
    for path in ("/api/tournaments/unknown-page", f"/api/tournaments/{'x' * 12}"):
        assert visitor.code("GET", path, 404) == "no-such-event"


def test_each_ready_model_can_be_sent_as_it_is(server: InProcess) -> None:
    secretary = Browser(server, "Chooser")
    for model in secretary.get("/api/tournaments/models"):
        event = secretary.post("/api/tournaments", 201, name=model["name"], format=model["format"])
        assert secretary.get(f"/api/tournaments/{event['event']}")["format"] == model["format"]
    assert secretary.get("/api/tournaments")


def test_the_link_of_the_secretaries_admits_a_second_one(
    server: InProcess, evening: Evening
) -> None:
    second = Browser(server, "Second")
    wrong = second.code("POST", f"{evening.here}/secretaries", 403, key="0" * 20)
    assert wrong == "not-a-secretary"
    key = evening.by.get(f"{evening.here}/desk")["key"]
    second.post(f"{evening.here}/secretaries", 204, key=key)
    Evening(second, evening.event).enter(scored(1, 1, 1000, 944))
    line = evening.log()[0]
    assert line["name"] == second.me["name"] and line["entry"]["entry"] == "scored"
    assert [card["mine"] for card in second.get("/api/tournaments")] == [False]
    assert second.code("DELETE", evening.here, 403) == "not-your-role"
    evening.by.ask("DELETE", evening.here, 204)
    assert second.get("/api/tournaments") == [] and second.code("GET", evening.here, 404) == (
        "no-such-event"
    )


def test_the_owner_makes_the_links_of_an_evening_again(server: InProcess, evening: Evening) -> None:
    desk, second = evening.by.get(f"{evening.here}/desk"), Browser(server, "Second")
    second.post(f"{evening.here}/secretaries", 204, key=desk["key"])
    assert second.code("POST", f"{evening.here}/desk", 403) == "not-your-role"
    fresh = evening.by.post(f"{evening.here}/desk", 200)
    assert fresh == evening.by.get(f"{evening.here}/desk") == second.get(f"{evening.here}/desk")
    late = Browser(server, "Late")
    for role, key in desk.items():
        assert key != fresh[role]
        refused = late.code("POST", f"{evening.here}/secretaries", 403, key=key)
        assert refused == "not-a-secretary"
    late.post(f"{evening.here}/secretaries", 204, key=fresh["helper"])


def test_a_helper_enters_scores_that_are_missing_and_nothing_else(
    server: InProcess, evening: Evening
) -> None:
    helper = Browser(server, "Helper")
    helper.post(
        f"{evening.here}/secretaries", 204, key=evening.by.get(f"{evening.here}/desk")["helper"]
    )
    helps = Evening(helper, evening.event)
    assert (helps.state["role"], helps.state["secretary"]) == ("helper", False)
    assert evening.state["role"] == "owner"
    helps.enter(scored(1, 1, 1000, 944))
    line = evening.log()[0]
    assert line["name"] == helper.me["name"]
    for other in (
        scored(1, 1, 944, 1000),
        forfeit(1, 2),
        {"entry": "cleared", "round": 1, "game": 1},
        {"entry": "entered", "name": "Late"},
        {"entry": "penalised", "team": 1, "points": 10},
    ):
        assert helps.refused(403, other) == "not-your-role"
    for verb, path, body in (
        ("GET", "/desk", {}),
        ("GET", "/log", {}),
        ("GET", "/slips?drawn=1", {}),
        ("POST", "/draw", {"version": 0, "phrase": "x"}),
        ("POST", "/undo", {"number": 2}),
        ("DELETE", "", {}),
    ):
        assert helper.code(verb, evening.here + path, 403, **body) == "not-your-role"
    assert [row["role"] for row in helper.get("/api/me/export")["roles"]] == ["helper"]


def test_scores_of_different_games_do_not_collide_and_those_of_one_do(evening: Evening) -> None:
    seen = evening.version
    evening.enter(scored(1, 1, 1000, 944), version=seen)
    evening.enter(scored(1, 2, 900, 1044), version=seen)
    assert evening.refused(409, scored(1, 1, 944, 1000), version=seen) == "changed-meanwhile"
    before = evening.version
    evening.enter(scored(1, 1, 1000, 944), version=seen)
    assert evening.version == before, "what was sent twice is entered once"
    evening.enter(scored(1, 1, 944, 1000))
    assert evening.state["rounds"][0]["games"][0]["points"] == [944, 1000]


def test_a_round_is_drawn_once_however_many_ask_at_once(ann: Browser) -> None:
    evening = Evening(ann)
    seen = evening.teams(*NAMES)["version"]
    with ThreadPoolExecutor(4) as secretaries:
        drawn = list(secretaries.map(lambda _: evening.draw("same", seen), range(4)))
    assert {len(state["rounds"]) for state in drawn} == {1}
    path = f"{evening.here}/draw"
    assert ann.code("POST", path, 409, version=seen, phrase="other") == "changed-meanwhile"
    assert ann.code("POST", path, 409, version=evening.version, phrase="other") == (
        "scores-missing"
    )


def test_scores_that_come_at_once_are_all_there(ann: Browser) -> None:
    evening = Evening(ann)
    evening.teams(*(f"Team {number}" for number in range(1, 41)))
    seen = evening.draw()["version"]
    with ThreadPoolExecutor(8) as secretaries:
        list(
            secretaries.map(
                lambda table: evening.enter(scored(1, table, 1000, 944), version=seen),
                range(1, 21),
            )
        )
    state = evening.state
    assert state["next"] == "draw" and state["version"] == seen + 20


def test_a_list_is_entered_as_a_whole_or_not_at_all(evening: Evening) -> None:
    before = evening.version
    bad = scored(1, 2, 1000, 1000)
    assert evening.refused(422, scored(1, 1, 1000, 944), bad) == "game-sum"
    assert evening.refused(422, {"entry": "entered", "name": " \u200b "}) == "bad-title"
    own_draw = {"entry": "drawn", "phrase": "x", "games": []}
    assert evening.refused(400, own_draw) == "malformed"
    assert evening.version == before


def test_a_correction_changes_standings_and_no_draw(ann: Browser) -> None:
    evening = Evening(ann)
    evening.teams(*NAMES, "Ida and Jo", "Kim and Lea")
    for round in range(1, 5):
        evening.draw(f"phrase {round}")
        evening.score_all(round)
    before = evening.state
    points = before["rounds"][0]["games"][0]["points"]
    after = evening.enter(scored(1, 1, *reversed(points)))
    assert sides(after) == sides(before)
    assert after["standings"] != before["standings"]
    number = after["version"]
    undone = ann.post(f"{evening.here}/undo", 200, number=number)
    assert undone["standings"] == before["standings"]
    assert ann.code("POST", f"{evening.here}/undo", 409, number=number) == "changed-meanwhile"
    assert ann.code("POST", f"{evening.here}/undo", 409, number=1) == "not-undoable"


def sides(state: Any) -> list[Any]:
    """Return the sides of every game, round by round."""
    return [[game["sides"] for game in round["games"]] for round in state["rounds"]]


def test_what_the_log_shows_as_undoable_can_be_undone(evening: Evening) -> None:
    evening.enter({"entry": "penalised", "team": 1, "points": 100, "reason": "late"})
    evening.enter({"entry": "left", "team": 2}, {"entry": "renamed", "team": 3, "name": "New"})
    evening.enter(scored(1, 1, 1000, 944))
    evening.enter(scored(1, 1, 944, 1000))
    evening.enter({"entry": "format-changed", "format": {**EXACT, "rounds": 5}})
    lines = evening.log()
    can = {line["number"] for line in lines if line["undoable"]}
    for line in lines:
        body = {"number": line["number"]}
        before = evening.version
        if line["number"] in can:
            evening.by.post(f"{evening.here}/undo", 200, **body)
            assert evening.version == before + 1
            assert evening.by.code("POST", f"{evening.here}/undo", 409, **body)
    state = evening.state
    assert state["expected"] == 4 and state["teams"][2]["name"] == NAMES[2]
    assert state["teams"][0]["penalty"] == 0
    assert state["rounds"][0]["games"][0]["points"] == [1000, 944]


def test_a_draw_is_undone_while_nothing_is_scored(evening: Evening) -> None:
    key = evening.keys()[0][0]
    number = evening.version
    evening.by.post(f"{evening.here}/undo", 200, number=number)
    assert evening.state["rounds"] == []
    evening.enter({"entry": "left", "team": 1})
    evening.teams("Late and Later")
    evening.draw("three diamonds")
    assert evening.by.get(f"{evening.here}/game?key={evening.keys()[0][0]}")["state"] == "open"
    assert evening.by.code("GET", f"{evening.here}/game?key={key}", 403) == "wrong-slip"


# --- phones ---------------------------------------------------------------------------------------


def test_a_secret_is_sealed_before_the_phrase_and_shown_after_the_draw(
    server: InProcess, ann: Browser
) -> None:
    evening, hall, seals = Evening(ann), Browser(server), []
    evening.teams(*NAMES)
    for undone in range(2):
        seals.append(hall.get(evening.here)["draw_seal"])
        evening.draw()
        drawn = hall.get(evening.here)["rounds"][0]
        assert seal(bytes.fromhex(drawn["secret"])) == seals[undone]
        assert drawn["undone"] == undone
        assert evening.log()[0]["entry"]["secret"] == drawn["secret"]
        if not undone:
            evening.enter({"entry": "draw-undone"})
    assert seals[0] != seals[1], "who has undone a draw knows the secret of no other"
    assert hall.get(evening.here)["draw_seal"] == ""  # the next round follows from the standing


def test_two_sides_confirm_a_score(server: InProcess, evening: Evening) -> None:
    first, second = evening.keys()[0]
    mine = report(server, evening.event, first, 1000, 944)
    assert mine["state"] == "waiting" and mine["reported"] == [1000, 944]
    theirs = evening.by.get(f"{evening.here}/game?key={second}")
    assert theirs["state"] == "asked" and theirs["by_other"] == [944, 1000]
    assert theirs["own"] == mine["other"]
    assert report(server, evening.event, second, 944, 1000)["state"] == "over"
    game = evening.state["rounds"][0]["games"][0]
    assert game["points"] == [1000, 944] and game["state"] == "over"
    before = evening.version
    assert report(server, evening.event, first, 1000, 944)["state"] == "over"
    assert evening.version == before
    assert report(server, evening.event, first, 944, 1000, 409)["code"] == "result-stands"


def test_a_side_counts_beside_its_total_and_the_other_confirms(
    server: InProcess, ann: Browser
) -> None:
    evening = Evening(ann, counts=["roem", "nat", "pit"])
    evening.teams(*NAMES[:2])
    evening.draw()
    first, second = evening.keys()[0]
    here, phone = f"{evening.here}/game", Browser(server)
    counts = {"roem": [20, 40], "nat": [0, 1], "pit": [1, 0]}
    phone.post(here, 200, key=second, own=944, other=1000, counts=counts)
    report_counts = evening.state["rounds"][0]["games"][0]["report_counts"]
    assert report_counts == [None, phone.get(f"{here}?key={first}")["counts"]]
    seen = phone.get(f"{here}?key={first}")
    assert seen["counted"] == ["roem", "nat", "pit"]
    assert seen["counts"] == {"roem": [40, 20], "nat": [1, 0], "pit": [0, 1]}
    assert phone.post(here, 200, key=first, own=1000, other=944)["state"] == "over"
    game = evening.state["rounds"][0]["games"][0]
    assert game["counts"] == seen["counts"]
    rows = {row["team"]: row["counts"] for row in evening.state["standings"]}
    assert [rows[game["sides"][side][0]] for side in (0, 1)] == [[40, 1, 0], [20, 0, 1]]


def test_scores_that_differ_are_flagged_and_the_secretary_decides(
    server: InProcess, evening: Evening
) -> None:
    first, second = evening.keys()[0]
    report(server, evening.event, first, 1000, 944)
    assert report(server, evening.event, second, 1000, 944)["state"] == "disputed"
    assert evening.state["rounds"][0]["games"][0]["state"] == "disputed"
    evening.enter(scored(1, 1, 1000, 944))
    seen = evening.by.get(f"{evening.here}/game?key={second}")
    assert seen["state"] == "over" and seen["points"] == [944, 1000]


def test_a_slip_permits_its_own_side_of_its_own_game(server: InProcess, evening: Evening) -> None:
    first, second = evening.keys()[0]
    signature = first.rpartition(".")[2]
    for key in (
        f"1.1.1.{signature}",
        f"1.2.0.{signature}",
        f"2.1.0.{signature}",
        f"1.1.0.{second.rpartition('.')[2]}",
        "1.1.0.",
        "1.1.0",
        "x",
        "",
        "1.1.0.é",
    ):
        refused = report(server, evening.event, key, 1000, 944, 403)
        assert refused["code"] == "wrong-slip", key
    other = Evening(evening.by)
    other.teams(*NAMES)
    other.draw()
    assert report(server, other.event, first, 1000, 944, 403)["code"] == "wrong-slip"
    wrong = f"{evening.here}/qr.svg?key=1.1.0.0&at={NETWORK}"
    assert evening.by.code("GET", wrong, 403) == "wrong-slip"


NETWORK = "http://192.168.1.20:8000"
ITSELF = ("http://localhost:8000", "http://127.0.0.2", "http://[::1]:1", "http://0.0.0.0:8000")


def of_team(evening: Evening, key: str) -> Any:
    return evening.by.get(f"{evening.here}/team?key={key}")


def test_a_card_leads_its_team_to_each_of_its_games(server: InProcess, evening: Evening) -> None:
    cards = evening.by.get(f"{evening.here}/team-cards")["keys"]
    assert len(cards) == len(NAMES)
    mine = of_team(evening, cards[0])
    assert (mine["number"], mine["team"], mine["place"]) == (1, NAMES[0], None)
    [game] = mine["games"]
    [opponent] = game["opponents"]
    assert game["state"] == "open" and game["other"] == [NAMES[opponent - 1]]
    assert report(server, evening.event, game["key"], 1000, 944)["state"] == "waiting"
    [theirs] = of_team(evening, cards[opponent - 1])["games"]
    assert theirs["state"] == "asked" and theirs["opponents"] == [1]
    assert report(server, evening.event, theirs["key"], 944, 1000)["state"] == "over"
    after = of_team(evening, cards[0])
    assert after["games"][0]["points"] == [1000, 944] and after["place"]["points"] == 1000
    assert evening.by.get(f"{evening.here}/team?key={cards[0]}&since={after['version']}") is None


def test_a_card_stays_the_same_for_all_rounds_and_a_new_draw(evening: Evening) -> None:
    here = f"{evening.here}/team-cards"
    before = evening.by.get(here)["keys"]
    evening.score_all(1)
    evening.draw()
    assert evening.by.get(here)["keys"] == before
    games = of_team(evening, before[0])["games"]
    assert [game["round"] for game in games] == [1, 2]


def test_who_sits_out_reads_it_on_the_phone(ann: Browser) -> None:
    odd = Evening(ann)
    odd.teams(*NAMES[:3])
    odd.draw()
    [bye] = odd.state["rounds"][0]["byes"]
    [game] = of_team(odd, odd.by.get(f"{odd.here}/team-cards")["keys"][bye - 1])["games"]
    assert (game["state"], game["key"], game["table"]) == ("out", "", 0)


def test_the_card_of_a_team_opens_no_other_and_enters_no_other_side(
    server: InProcess, evening: Evening
) -> None:
    first, second, *_ = evening.by.get(f"{evening.here}/team-cards")["keys"]
    signature = first.rpartition(".")[2]
    stranger = Browser(server, "Stranger")
    assert stranger.code("GET", f"{evening.here}/team-cards", 403) == "not-a-secretary"
    wrong = (f"2.{signature}", f"01.{signature}", f"1.{second[2:]}", "1.", "1", "", "1.é", "99.0")
    for key in wrong:
        refused = stranger.code("GET", f"{evening.here}/team?key={quote(key)}", 403)
        assert refused == "wrong-card", key
    slips = {key for pair in evening.keys(1) for key in pair}
    assert {game["key"] for game in of_team(evening, first)["games"]} < slips
    assert report(server, evening.event, first, 1000, 944, 403)["code"] == "wrong-slip"
    other = Evening(evening.by)
    other.teams(*NAMES)
    assert evening.by.code("GET", f"{other.here}/team?key={first}", 403) == "wrong-card"


def test_a_code_never_leads_a_phone_to_itself(server: InProcess, evening: Evening) -> None:
    slip = evening.keys()[0][0]
    [card, *_] = evening.by.get(f"{evening.here}/team-cards")["keys"]
    for key in (slip, card):
        here = f"{evening.here}/qr.svg?key={key}"
        assert server.ask("GET", f"{here}&at={NETWORK}")[1].startswith(b"<?xml")
        for at in ("", *ITSELF, "ftp://a.b", "http://a/b", "http://[::1", "https://", "x" * 200):
            assert evening.by.code("GET", f"{here}&at={at}", 422) == "no-address", at
    reached = evening.by.get(f"{evening.here}/team-cards")
    assert reached["home"] == "" and "127.0.0.1" not in reached["nearby"]


def test_a_score_sheet_has_the_players_and_the_rules_of_the_evening(ann: Browser) -> None:
    plain = Evening(ann)
    plain.teams("Ann & Bo", "The Owls")
    plain.draw()
    keys = plain.by.get(f"{plain.here}/team-cards")["keys"]
    mine = of_team(plain, keys[0])
    assert mine["games"][0]["seats"] == ["Ann", "The Owls 1", "Bo", "The Owls 2"]
    assert mine["sheet"] and mine["house"]["end_deals"] == plain.state["format"]["deals"]
    assert mine["house"]["rounding"] == "none"


def test_a_wrong_total_is_refused_and_the_possible_ones_are_named(
    server: InProcess, evening: Evening
) -> None:
    key = evening.keys()[0][0]
    assert report(server, evening.event, key, 1000, 950, 422)["code"] == "game-sum"
    totals = evening.by.get(f"{evening.here}/totals")
    assert totals["deals"] == 1944 and totals["possible"][:4] == [1944, 1964, 1984, 2004]
    assert 2034 in totals["possible"]
    assert report(server, evening.event, key, 1000, 964)["state"] == "waiting"


def test_a_phone_cannot_fill_the_log(server: InProcess, evening: Evening) -> None:
    key = evening.keys()[0][0]
    for points in range(MOST_REPORTS):
        report(server, evening.event, key, points, 1944 - points)
    assert report(server, evening.event, key, 900, 1044, 429)["code"] == "too-many"


# --- what is kept ---------------------------------------------------------------------------------


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        evening = Evening(Browser(server, "Secretary"))
        evening.teams(*NAMES)
        evening.draw()
        report(server, evening.event, evening.keys()[0][0], 1000, 944)
        evening.enter(scored(1, 2, 800, 1144))
        before, keys = evening.state, evening.keys()
        server.stop()
        server.start()
        assert {**evening.state, "now": 0} == {**before, "now": 0}
        assert evening.keys() == keys


def test_an_evening_is_exported_taken_over_and_erased(server: InProcess) -> None:
    guest = Browser(server, "Organiser")
    evening = Evening(guest)
    evening.teams(*NAMES)
    second = Browser(server, "Helper")
    key = guest.get(f"{evening.here}/desk")["key"]
    second.post(f"{evening.here}/secretaries", 204, key=key)
    Evening(second, evening.event).teams("Ida and Jo")
    guest.sign_up("Organiser of clubs")
    assert guest.get("/api/tournaments")[0]["mine"]
    exported = guest.get("/api/me/export")
    assert exported["tournaments"][0]["name"] == "Tuesday"
    assert exported["log_entries"][1]["line"] == {
        "entry": "entered",
        "name": NAMES[0],
        "number": 0,
        "players": [],
        "version": 1,
    }
    second.ask("DELETE", "/api/me", 204, {})
    names = [line["name"] for line in evening.log()]
    assert names[0] != second.me["name"] and len(evening.state["teams"]) == 5
    guest.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    with looking_into(server.database) as file:
        for table in ("tournaments", "roles", "log_entries"):
            column = "id" if table == "tournaments" else "log"
            sql = f"SELECT count(*) FROM {table} WHERE {column} = ?"
            assert list(file.execute(sql, (evening.event,))) == [(0,)]


def test_what_is_kept_has_bounds(
    server: InProcess, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(ann)
    for _ in range(MOST_TOURNAMENTS - 1):
        Evening(ann)
    agreed = {"name": "One more", "format": EXACT}
    assert ann.code("POST", "/api/tournaments", 409, **agreed) == "too-many-events"
    key = ann.get(f"{evening.here}/desk")["key"]
    for _ in range(MOST_SECRETARIES - 1):
        Browser(server, "Helper").post(f"{evening.here}/secretaries", 204, key=key)
    more = Browser(server, "Helper")
    assert more.code("POST", f"{evening.here}/secretaries", 409, key=key) == "too-many-secretaries"
    monkeypatch.setattr("rebelote.server.features.tournament.stored.MOST_ENTRIES", 4)
    assert evening.refused(409, *({"entry": "entered", "name": one} for one in NAMES)) == (
        "event-full"
    )


def test_an_evening_without_an_entry_for_a_year_is_deleted(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann = Browser(server, "Secretary")
        ann.sign_up("Secretary of a club")
        old = Evening(ann)
        server.time.advance(KEPT_SECONDS / 2)
        server.run_chores()
        later = Browser(server, "Later")
        later.sign_up("Another secretary")
        kept = Evening(later)
        server.time.advance(KEPT_SECONDS / 2 + 10)
        server.run_chores()
        server.run_chores()
        visitor = Browser(server)
        assert visitor.code("GET", old.here, 404) == "no-such-event"
        assert visitor.get(kept.here)["name"] == "Tuesday"


def test_a_format_that_does_not_fit_is_refused(ann: Browser) -> None:
    melee = {"name": "Mêlée", "format": {"entrants": "melee", "draw": "swiss"}}
    assert ann.code("POST", "/api/tournaments", 422, **melee) == "wrong-options"
    assert ann.code("POST", "/api/tournaments", 422, name=" ", format={}) == "bad-title"


def test_prizes_are_free_texts_of_the_format_that_change_at_any_time(ann: Browser) -> None:
    evening = Evening(ann, prizes=["A  ham ", "A cake"], rounds=1)
    assert evening.state["format"]["prizes"] == ["A ham", "A cake"]
    evening.teams(*NAMES)
    evening.draw()
    evening.score_all(1)
    state = evening.state
    assert state["next"] == "over"

    def change(prizes: list[str]) -> dict[str, Any]:
        return {"entry": "format-changed", "format": {**state["format"], "prizes": prizes}}

    assert evening.enter(change(["Two \n hams"]))["format"]["prizes"] == ["Two hams"]
    assert evening.enter(change([]))["format"]["prizes"] == []
    for wrong in ([" "], ["\u200b"]):
        assert _refused(evening, change(wrong), 422) == "bad-title"
    for wrong in ([""], ["x" * 61], ["x"] * 11):
        assert _refused(evening, change(wrong), 400) == "malformed"


def _refused(evening: Evening, entry: dict[str, Any], status: int) -> str:
    """Return the code with which an entry is refused."""
    version = evening.state["version"]
    return evening.by.code(
        "POST", f"{evening.here}/entries", status, version=version, entries=[entry]
    )
