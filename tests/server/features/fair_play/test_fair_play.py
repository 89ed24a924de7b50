"""Fair play on a server: evidence of rated matches, and the moderators' view and decisions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from http_person import PASSWORD, Browser, command, in_the_file
from in_process import InProcess, serving_in_process
from needs import needs_kernel
from recorded_deals import played

from rebelote.fairplay import LEAST_DEALS
from rebelote.fairplay.totals import KNOWING
from rebelote.rules import presets
from rebelote.rules.records.record import Record
from rebelote.server.features.fair_play import work
from rebelote.server.features.fair_play.cases import ANSWER_SECONDS
from rebelote.server.features.fair_play.pairs import SHOWN, FairPlay

pytestmark = needs_kernel
DETECTORS = ("cards", "calls", "talon", "discards_direct", "discards_inverted")
SUMS = "INSERT INTO fair_play_sums (person, other, detector, deals, total, squares) VALUES "
RECORD = str(
    played(presets.rules("french", shuffle="each_deal_full", end_deals=1), 1, ("beginner",))
)
DUE = "SELECT 1 FROM matches_due WHERE projection = 'fair play'"
SERVING = serving_in_process


@pytest.fixture(scope="module")
def admin(server: InProcess) -> Browser:
    keeper = Browser(server)
    keeper.sign_up("Keeper Karin")
    command(server, "grant", "keeper karin")
    return keeper


def four(server: InProcess) -> list[Browser]:
    return [Browser(server, name) for name in ("Ann", "Bo", "Cy", "Di")]


def ended(
    server: InProcess, table: str, people: list[str], rated: bool = True, bot: int = -1
) -> None:
    """Store an ended match of these people with its record; the one of seat `bot` had left."""
    sql = (
        "INSERT INTO played (table_id, version, seat, person, bot, preset, ended, rated, won, "
        "marks, others) VALUES (?, 1, ?, ?, ?, 'french', 1, ?, ?, 1, 0)"
    )
    for seat, person in enumerate(people):
        left = "club" if seat == bot else None
        in_the_file(server, sql, table, seat, person, left, rated, seat % 2 == 0)
    in_the_file(server, "UPDATE match_records SET text = ? WHERE table_id = ?", RECORD, table)


def sums(server: InProcess, person: str = "%") -> dict[tuple[str, str, str], tuple[Any, ...]]:
    sql = "SELECT * FROM fair_play_sums WHERE person LIKE ?1 OR other LIKE ?1"
    return {row[:3]: row[3:] for row in in_the_file(server, sql, person)}


def test_a_rated_match_adds_the_evidence_of_both_pairs_once(server: InProcess) -> None:
    ids = [one.me["id"] for one in four(server)]
    ended(server, "rated 1", ids)
    server.work(server.core[FairPlay].projection.run())
    both = work.looked_at(RECORD)
    assert both is not None
    for side in (0, 1):
        pair = tuple(sorted((ids[side], ids[side + 2])))
        result = sums(server, pair[0])
        assert result == {(*pair, one[0]): one[1:] for one in both[side].sums}
        assert {key[2] for key in result} == set(DETECTORS)
    server.work(server.core[FairPlay].projection.run())
    assert sums(server, ids[0])[*sorted((ids[0], ids[2])), "cards"][0] == 1, "counts once"
    ended(server, "rated 2", ids)
    server.work(server.core[FairPlay].projection.run())
    deals, total, _ = sums(server, ids[0])[*sorted((ids[0], ids[2])), "cards"]
    assert deals == 2 and total == pytest.approx(2 * both[0].sums[0][2])


def test_other_matches_and_seats_that_were_left_add_nothing(server: InProcess) -> None:
    ids = [one.me["id"] for one in four(server)]
    ended(server, "by friends", ids, rated=False)
    ended(server, "one has left", ids, bot=3)
    server.work(server.core[FairPlay].projection.run())
    assert {tuple(sorted((ids[0], ids[2])))} == {key[:2] for key in sums(server, ids[0])}
    assert not sums(server, ids[1])
    assert in_the_file(server, DUE) == []


def test_a_record_that_cannot_be_read_is_left_out(server: InProcess) -> None:
    ids = [one.me["id"] for one in four(server)]
    ended(server, "unreadable", ids)
    in_the_file(server, "UPDATE match_records SET text = 'none' WHERE table_id = 'unreadable'")
    server.work(server.core[FairPlay].projection.run())
    assert not sums(server, ids[0])
    assert in_the_file(server, DUE) == []


def test_what_is_kept_of_a_pair_is_exported_and_ends_with_either(server: InProcess) -> None:
    people = four(server)
    ids = [one.me["id"] for one in people]
    ended(server, "to export", ids)
    server.work(server.core[FairPlay].projection.run())
    held = [one.get("/api/me/export") for one in (people[0], people[2])]
    for each in held:
        rows = [*each["fair_play_sums_person"], *each["fair_play_sums_other"]]
        assert {row["detector"] for row in rows} == set(DETECTORS)
        assert len(each["fair_play_matches_person"] + each["fair_play_matches_other"]) == 1
    people[2].ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert not sums(server, ids[0]) and sums(server, ids[1])
    left = "SELECT count(*) FROM fair_play_matches WHERE table_id = 'to export'"
    assert in_the_file(server, left) == [(1,)]


# --- moderators -----------------------------------------------------------------------------------


def made_up(
    server: InProcess, person: str, other: str, mean: float, deals: int = 2 * LEAST_DEALS
) -> None:
    """Store a pair with this mean in `cards`, and a variance of one."""
    pair = sorted((person, other))
    for detector in DETECTORS:
        at = mean if detector == "cards" else 0.0
        values = (*pair, detector, deals, deals * at, deals * (1 + at * at))
        in_the_file(server, f"{SUMS}(?, ?, ?, ?, ?, ?)", *values)


def suspects(server: InProcess) -> list[Browser]:
    """Return the four of a match, of whom seats 0 and 2 are above the threshold among others."""
    in_the_file(server, "DELETE FROM fair_play_sums")
    browsers = four(server)
    people = [one.me["id"] for one in browsers]
    ended(server, f"of {people[0]}", people)
    server.work(server.core[FairPlay].projection.run())
    in_the_file(server, "DELETE FROM fair_play_sums")
    made_up(server, people[0], people[2], 1.0)
    made_up(server, people[1], people[3], 0.0)
    for number in range(20):
        made_up(server, f"a{number}", f"b{number}", 0.01 * (number % 3 - 1), 3 * LEAST_DEALS)
    return browsers


def suspected(server: InProcess) -> list[str]:
    """Return the pair above the threshold, by its ids in order."""
    return sorted(one.me["id"] for one in suspects(server)[::2])


def test_pairs_above_the_threshold_are_listed(server: InProcess, admin: Browser) -> None:
    pair = suspected(server)
    result = admin.get("/api/admin/fair-play")
    assert result["compared"] == 22
    (only,) = result["pairs"]
    assert [one["person"] for one in only["people"]] == pair
    assert {one["name"] for one in only["people"]} == {"Ann", "Cy"}
    assert only["test"] in KNOWING and only["z"] > result["threshold"] > 4
    assert only["deals"] == 2 * LEAST_DEALS and only["case"] is None


def test_deals_are_shown_without_names_beside_those_of_others(
    server: InProcess, admin: Browser
) -> None:
    first, second = suspected(server)
    result = admin.get(f"/api/admin/fair-play/{first}/{second}")
    assert result["tests"][0]["test"] == "sight"
    assert all(test["own"] is None for test in result["tests"]), "they had no other partners"
    assert len(result["samples"]) == 2 and result["suspected"] in (0, 1)
    sides = [[deal["side"] for deal in sample] for sample in result["samples"]]
    assert sides[result["suspected"]] == [0] and sides[1 - result["suspected"]] == [1]
    for sample in result["samples"]:
        assert 0 < len(sample) <= SHOWN
        for deal in sample:
            record = Record.parse(deal["record"])
            assert not record.names and len(record.deals) == 1
            replay = admin.ask("POST", "/api/replays", 200, {"record": deal["record"]})
            assert [one["name"] for one in replay["players"]] == ["0", "1", "2", "3"]
            assert not any(one["person"] or one["portrait"] for one in replay["players"])


def test_a_deal_is_cut_out_as_it_was_played() -> None:
    rules = presets.rules("french", shuffle="each_deal_full")
    record = played(rules, 3, ("beginner",))
    only = Record.parse(work.alone(str(record), 1))
    assert only.deals[0].actions == record.deals[0].actions
    assert only.replay().deal == record.replay().deal


def test_a_decision_is_noted_and_logged_about_both(server: InProcess, admin: Browser) -> None:
    first, second = suspected(server)
    path = f"/api/admin/fair-play/{first}/{second}"
    admin.ask("POST", f"{path}/decision", 204, {"decision": "nothing", "note": " They led well. "})
    (only,) = admin.get("/api/admin/fair-play")["pairs"]
    assert only["case"]["decision"] == "nothing" and only["case"]["note"] == "They led well."
    assert only["case"]["by_name"] == "Keeper Karin" and only["case"]["deals"] == only["deals"]
    logged = admin.get("/api/admin/audit")[:2]
    assert {entry["about"] for entry in logged} == {first, second}
    assert {entry["act"] for entry in logged} == {"fair-play-nothing"}
    assert {entry["facts"]["outcome"] for entry in logged} == {"They led well."}


def test_bad_decisions_and_unknown_pairs_are_refused(server: InProcess, admin: Browser) -> None:
    first, second = suspected(server)
    path = f"/api/admin/fair-play/{first}/{second}/decision"
    assert admin.code("POST", path, 400, decision="nothing", note=" ") == "malformed"
    assert admin.code("POST", path, 400, decision="banned", note="x") == "malformed"
    assert admin.code("POST", path, 413, decision="nothing", note="x" * 2000) == "too-large"
    for pair in (f"{second}/{first}", "a0/b0", "who/knows"):
        given = {"decision": "nothing", "note": "x"}
        assert admin.code("GET", f"/api/admin/fair-play/{pair}", 404) == "no-such-pair"
        path = f"/api/admin/fair-play/{pair}/decision"
        assert admin.code("POST", path, 404, **given) == "no-such-pair"


# --- those who are asked --------------------------------------------------------------------------


def asked(server: InProcess, admin: Browser) -> tuple[str, list[Browser]]:
    """Return the address of a pair that is asked, and the four of its match."""
    people = suspects(server)
    path = "/api/admin/fair-play/{}/{}".format(*sorted(one.me["id"] for one in people[::2]))
    admin.post(f"{path}/question", 204)
    return path, people


def test_both_are_asked_once_and_answer_until_it_is_decided(
    server: InProcess, admin: Browser
) -> None:
    path, (ann, bo, cy, _) = asked(server, admin)
    admin.post(f"{path}/question", 204)
    assert bo.get("/api/me/fair-play") == []
    (mine,), (theirs,) = ann.get("/api/me/fair-play"), cy.get("/api/me/fair-play")
    assert mine["id"] == theirs["id"] and mine["partner"]["name"] == "Cy"
    assert theirs["partner"] == {"person": ann.me["id"], "name": "Ann"}
    assert mine["answer"] == mine["decision"] == "" and mine["until"] > mine["asked"]
    answer = f"/api/me/fair-play/{mine['id']}"
    assert bo.code("PUT", answer, 404, text="me too") == "no-such-question"
    assert ann.code("PUT", answer, 400, text=" ") == "malformed"
    assert ann.code("PUT", answer, 413, text="x" * 2000) == "too-large"
    ann.ask("PUT", answer, 204, {"text": "I counted"})
    ann.ask("PUT", answer, 204, {"text": "I counted trumps."})
    assert ann.get("/api/me/fair-play")[0]["answer"] == "I counted trumps."
    assert cy.get("/api/me/fair-play")[0]["answer"] == ""
    case = admin.get(path)["pair"]["case"]
    assert [one["text"] for one in case["answers"]] == ["I counted trumps."]
    assert case["answers"][0]["person"]["name"] == "Ann" and case["settled"] is None
    admin.ask("POST", f"{path}/decision", 204, {"decision": "nothing", "note": "Well counted."})
    (decided,) = cy.get("/api/me/fair-play")
    assert decided["decision"] == "nothing" and decided["note"] == "Well counted."
    assert ann.code("PUT", answer, 404, text="late") == "no-such-question"
    assert admin.get(path)["pair"]["case"]["answers"][0]["text"] == "I counted trumps."


def test_an_answer_is_exported_and_erased_with_either_player(
    server: InProcess, admin: Browser
) -> None:
    path, (ann, _, cy, _) = asked(server, admin)
    (mine,) = ann.get("/api/me/fair-play")
    ann.ask("PUT", f"/api/me/fair-play/{mine['id']}", 204, {"text": "I counted trumps."})
    assert ann.get("/api/me/export")["fair_play_answers"][0]["text"] == "I counted trumps."
    assert cy.get("/api/me/export")["fair_play_answers"] == []
    cy.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert ann.get("/api/me/fair-play") == []
    assert in_the_file(
        server, "SELECT count(*) FROM fair_play_answers WHERE case_id = ?", mine["id"]
    ) == [(0,)]
    assert admin.code("GET", path, 404) == "no-such-pair"


# --- points given back ----------------------------------------------------------------------------

MU = "UPDATE played SET mu = ?, sigma = 100 WHERE table_id = ? AND person = ?"
RATING = (
    "INSERT INTO ratings (person, preset, mu, sigma, matches, changed) "
    "VALUES (?, 'french', ?, 100, 1, 1)"
)


def rating(server: InProcess, person: str) -> float:
    (row,) = in_the_file(server, "SELECT mu FROM ratings WHERE person = ?", person)
    return float(row[0])


def test_points_are_given_back_once_both_could_answer(server: InProcess, admin: Browser) -> None:
    people = suspects(server)
    ids = [one.me["id"] for one in people]
    for person, mu in zip(ids, (1540, 1460, 1540, 1530), strict=True):
        in_the_file(server, MU, mu, f"of {ids[0]}", person)
        in_the_file(server, RATING, person, mu)
    path = "/api/admin/fair-play/{}/{}".format(*sorted((ids[0], ids[2])))
    given = {"decision": "points", "note": "They knew."}
    assert admin.code("POST", f"{path}/decision", 409, **given) == "answer-first"
    admin.post(f"{path}/question", 204)
    for one in people[::2]:
        assert admin.code("POST", f"{path}/decision", 409, **given) == "answer-first"
        (question,) = one.get("/api/me/fair-play")
        one.ask("PUT", f"/api/me/fair-play/{question['id']}", 204, {"text": "We did not."})
    admin.ask("POST", f"{path}/decision", 204, given)
    assert [rating(server, person) for person in ids] == [1540, 1500, 1540, 1530], "who lost, alone"
    assert people[0].get("/api/me/fair-play")[0]["decision"] == "points"
    (returned,) = people[1].get("/api/me/export")["rating_returns"]
    assert returned["points"] == 40 and returned["preset"] == "french"
    assert admin.get("/api/admin/audit")[0]["act"] == "fair-play-points"
    assert admin.code("POST", f"{path}/decision", 409, **given) == "answer-first"


def test_who_does_not_answer_in_time_is_decided_about(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        keeper = Browser(server)
        keeper.sign_up("Keeper Karin")
        command(server, "grant", "keeper karin")
        path, _ = asked(server, keeper)
        given = {"decision": "points", "note": "They knew."}
        assert keeper.code("POST", f"{path}/decision", 409, **given) == "answer-first"
        server.time.advance(ANSWER_SECONDS + 1)
        keeper.ask("POST", f"{path}/decision", 204, given)
