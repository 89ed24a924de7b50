"""Statistics of people: counted as matches end and are reviewed, compared, shown, downloaded."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from http_person import PASSWORD, Browser, in_the_file
from in_process import InProcess, serving_in_process
from practising import TWO_DEALS, errors_of, played
from waiting import AT_LEISURE, until

from rebelote.analysis.report import SILENT
from rebelote.analysis.review import review_deal
from rebelote.rules.records.record import Record
from rebelote.server.base.protocol.schemas import encode
from rebelote.server.features.history import retention
from rebelote.server.features.history.records import Records
from rebelote.server.features.ratings import ratings
from rebelote.server.features.ratings.ratings import ANCHORS, band, level_of
from rebelote.server.features.study import statistics_export
from rebelote.server.features.study.errors import OF_A_MATCH
from rebelote.server.features.study.statistics import PersonalStatistics
from rebelote.server.features.study.statistics_export import LEAST_PEOPLE, Summary, averaged

ROW = "INSERT INTO match_statistics (person, table_id, version, preset, ended, tallies) VALUES "
RATED = "INSERT INTO ratings (person, preset, mu, sigma, matches, changed) VALUES "
SERVING = serving_in_process


def count(server: InProcess) -> None:
    """Keep the records and count them, as the server does by itself."""
    server.work(server.core[Records].keep())
    server.work(server.core[PersonalStatistics].projection.run())


def figures(result: dict[str, Any], subject: str) -> dict[str, dict[str, Any]]:
    """Return the figures of a subject, by what they are about."""
    return {one["about"]: one for one in result["figures"] if one["subject"] == subject}


def test_a_match_counts_once_it_has_ended_and_its_losses_once_it_is_reviewed(
    server: InProcess,
) -> None:
    ann = Browser(server, "Ann Counted")
    assert ann.get("/api/me/statistics")["presets"] == []
    match = played(ann)
    (listed,) = ann.get("/api/me/matches")["matches"]
    waiting = ann.get("/api/me/statistics")
    assert waiting["presets"] == [{"preset": "bga", "played": 1, "counted": 0}]
    assert waiting["figures"] == []
    count(server)
    result = ann.get("/api/me/statistics")
    assert result["presets"] == [{"preset": "bga", "played": 1, "counted": 1}]
    marks, ahead = figures(result, "marks")[""], figures(result, "ahead")[""]
    assert marks["mean"] * marks["count"] == pytest.approx(listed["marks"])
    assert ahead["mean"] * ahead["count"] == pytest.approx(listed["marks"] - listed["others"])
    assert marks["few"] and marks["low"] <= marks["mean"] <= marks["high"]
    (month,) = result["months"]
    assert [one["subject"] for one in month["figures"]][:2] == ["marks", "ahead"]
    assert not figures(result, "loss")
    errors_of(ann, match)
    assert not figures(ann.get("/api/me/statistics"), "loss"), "counted with the next run"
    count(server)
    reviewed = ann.get("/api/me/statistics")
    deals = [ann.get(f"/api/matches/{match}/deals/{deal}/review")["reviewed"] for deal in (1, 2)]
    mine = [
        one
        for deal in deals
        for one in deal["report"]["decisions"]
        if one["seat"] == 0 and not one.get("forced")
    ]
    lost = sum(one["loss_known"] for one in mine)
    loss = figures(reviewed, "loss")[""]
    assert loss["count"] == len(mine)
    assert loss["mean"] == pytest.approx(lost / len(mine), abs=1e-4)
    assert figures(reviewed, "marks") == figures(result, "marks"), "nothing counts twice"
    by = figures(reviewed, "loss_by")
    assert sum(one["count"] for one in by.values()) == len(mine)


def test_the_reviews_of_a_device_count_in_the_practice_and_statistics_of_its_person(
    server: InProcess,
) -> None:
    ann, other = Browser(server, "Ann Device"), Browser(server, "Other")
    match = played(ann)
    _, text = server.get(f"/api/matches/{match}/record", ann.cookie)
    reports = [review_deal(Record.parse(text.decode()), deal) for deal in (1, 2)]
    for deal, report in enumerate(reports, 1):
        path = f"/api/matches/{match}/deals/{deal}/review"
        assert other.code("POST", path, 403, report=encode(report).decode()) == "not-yours"
        ann.post(path, 204, report=encode(report).decode())
    practice = ann.post(f"/api/me/matches/{match}/practice", 200)
    assert practice["waiting"] == 0, "nothing is left for the server to review"
    table, version = match.rsplit("-", 1)
    kept = "SELECT count(*) FROM {} WHERE table_id = ? AND version = ?"
    assert in_the_file(server, kept.format("deal_reviews"), table, int(version)) == [(0,)]
    assert in_the_file(server, kept.format("device_reviews"), table, int(version)) == [(2,)]
    count(server)
    mine = [d for one in reports for d in one.decisions if d.seat == 0 and not d.forced]
    loss = figures(ann.get("/api/me/statistics"), "loss")[""]
    assert loss["count"] == len(mine)
    assert loss["mean"] == pytest.approx(sum(d.loss_known for d in mine) / len(mine), abs=1e-4)
    errors = [d for d in mine if d.error and SILENT not in (d.choice, *d.advised)]
    assert len(practice["positions"]) == min(len(errors), OF_A_MATCH)
    exported = ann.get("/api/me/export")["device_reviews"]
    assert exported == [
        {"table_id": table, "version": int(version), "deal": deal} for deal in (1, 2)
    ]


def test_nothing_of_a_match_under_way_is_counted(server: InProcess) -> None:
    ann = Browser(server, "Ann Under Way")
    with closing(ann.sit(**TWO_DEALS)) as person:
        person.play_until(lambda view: view["phase"] == "deal_over")
        table, deal = person.seated["table"], person.view["deal_number"]
        path = f"/api/tables/{table}/deals/{deal}/review"
        until(lambda: ann.get(path)["reviewed"], every=AT_LEISURE)
        count(server)
        result = ann.get("/api/me/statistics")
        assert result["presets"] == [] and result["figures"] == [] and result["months"] == []
        assert ann.get("/api/me/export")["match_statistics"] == []
        ann.ask("PUT", "/api/me/statistics", 204, {"shows": ["marks", "takes", "losses"]})
        assert ann.get(f"/api/people/{ann.me['id']}/statistics")["figures"] == []
        _, text = server.get("/api/me/statistics.csv", ann.cookie)
        assert text.count(b"\r\n") == 1, "its first line"


def test_a_seat_that_was_left_to_a_bot_is_not_counted(server: InProcess) -> None:
    ann = Browser(server, "Ann Gone")
    table, version = played(ann).rsplit("-", 1)
    left = "UPDATE played SET bot = 'club' WHERE table_id = ? AND version = ? AND seat = 0"
    in_the_file(server, left, table, int(version))
    count(server)
    result = ann.get("/api/me/statistics")
    assert result["presets"] == [] and result["figures"] == []


def test_the_server_counts_by_itself(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        ann = Browser(server, "Ann Alone")
        played(ann)
        server.run_chores()
        assert ann.get("/api/me/statistics")["presets"][0]["counted"] == 1


def test_statistics_outlive_a_table_whose_next_match_was_never_finished(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        with closing(Browser(server, "Ann Again").sit(**TWO_DEALS)) as person:
            person.play_until(lambda view: view["phase"] == "match_over")
            assert person.ask("rematch", expect=person.version)["type"] == "ack"
        count(server)
        lobby = server.core.lobby
        until(lambda: not any(live.room.listeners for live in lobby.tables.values()))
        for _ in range(int(retention.UNFINISHED_SECONDS / retention.DAY) + 2):
            server.time.advance(retention.DAY)
            lobby.accounts.timekeeper.now()
        lobby.unload_idle()
        server.work(retention.run(lobby))
        assert in_the_file(server, "SELECT count(*) FROM tables") == [(0,)]
        assert in_the_file(server, "SELECT count(*) FROM match_statistics") == [(1,)]


# --- beside others --------------------------------------------------------------------------------


def tallies(*values: tuple[str, str, int, float]) -> str:
    rows = [(subject, about, n, total, total * total / n) for subject, about, n, total in values]
    return json.dumps(rows)


def of_level(server: InProcess, people: int, preset: str, mu: float) -> None:
    """Return so many people of one strength, each with a match."""
    for number in range(people):
        person = f"{preset}-other-{number:02}"
        in_the_file(server, f"{RATED} (?, ?, ?, 50, 9, 1000)", person, preset, mu)
        counted = [("marks", "", 2, 100.0 + number)]
        counted += [("made_in", "H", 1, 1.0)] if number else []
        in_the_file(
            server,
            f"{ROW} (?, 'table-000001', 2, ?, 1000, ?)",
            person,
            preset,
            tallies(*counted),
        )


@pytest.mark.parametrize(("preset", "people"), [("bulgarian", 9), ("flemish", 10)])
def test_averages_of_a_level_are_shown_once_they_are_of_ten_people(
    server: InProcess, preset: str, people: int
) -> None:
    of_level(server, people, preset, ANCHORS["expert"])
    ann = Browser(server, f"Ann {preset}")
    me = ann.me["id"]
    rate = f"{RATED} (?, ?, ?, 50, 1, 999)"
    mine = tallies(("marks", "", 1, 80.0), ("made_in", "S", 1, 1.0))
    add = f"{ROW} (?, 'table-000002', 2, ?, 1000, ?)"
    in_the_file(server, add, me, preset, mine)
    asked = f"/api/me/statistics?preset={preset}"
    alone = ann.get(asked)
    assert (alone["level"], alone["people"]) == ("", 0), "without a rated match there is no level"
    in_the_file(server, rate, me, preset, ANCHORS["expert"] + 2)
    beside = ann.get(asked)
    assert beside["level"] == "expert"
    received = people + 1 >= LEAST_PEOPLE
    marks = figures(beside, "marks")[""]
    assert marks["mean"] == 80 and beside["people"] == (people + 1 if received else 0)
    every = sum(100 + number for number in range(people)) + 80
    expected = round(every / (2 * people + 1), 2) if received else None
    assert marks["average"] == expected
    assert figures(beside, "made_in")["S"]["average"] is None, "one person alone has it"


def test_the_averages_of_a_level_are_computed_again_after_an_hour(server: InProcess) -> None:
    ann, preset = Browser(server, "Ann Hour"), "flemish3"
    in_the_file(server, f"{RATED} (?, ?, 1500, 50, 1, 999)", ann.me["id"], preset)
    asked = f"/api/me/statistics?preset={preset}"
    assert ann.get(asked)["people"] == 0
    of_level(server, LEAST_PEOPLE, preset, 1500)
    assert ann.get(asked)["people"] == 0
    server.pass_time(3601)
    assert ann.get(asked)["people"] == LEAST_PEOPLE


def test_no_figure_that_few_people_have_is_averaged() -> None:
    rows = [(f"{n}", tallies(("marks", "", 1, 10.0))) for n in range(LEAST_PEOPLE)]
    few = [(f"{n}", tallies(("made", "", 1, 1.0))) for n in range(LEAST_PEOPLE - 1)]
    result = averaged([*rows, *few])
    assert (result.people, result.means) == (LEAST_PEOPLE, {("marks", ""): 10.0})
    assert averaged(rows[1:]).people == 0


def test_a_level_is_that_of_the_nearest_bot() -> None:
    for level, at in ANCHORS.items():
        low, high = band(level)
        assert low < at < high and level_of(at) == level
    ends = [band(level) for level in sorted(ANCHORS, key=lambda level: ANCHORS[level])]
    assert all(one[1] == next[0] for one, next in pairwise(ends))
    assert (level_of(0), level_of(3000)) == ("beginner", "master")
    assert level_of(ratings.START) == "club"


# --- for download ---------------------------------------------------------------------------------


def test_all_figures_are_downloaded_as_a_table(server: InProcess) -> None:
    ann = Browser(server, "Ann Table")
    played(ann)
    count(server)
    status, text, headers = server.ask("GET", "/api/me/statistics.csv", None, ann.cookie)
    assert status == 200 and headers["content-type"] == "text/csv; charset=utf-8"
    assert headers["content-disposition"].startswith("attachment")
    rows = list(csv.DictReader(io.StringIO(text.decode(), newline="")))
    result = ann.get("/api/me/statistics")
    every = [row for row in rows if not row["month"]]
    assert [(row["subject"], row["about"]) for row in every] == [
        (one["subject"], one["about"]) for one in result["figures"]
    ]
    marks = figures(result, "marks")[""]
    assert every[0]["rule_set"] == "bga"
    assert (int(every[0]["count"]), float(every[0]["mean"])) == (marks["count"], marks["mean"])
    assert {row["month"] for row in rows} == {"", result["months"][0]["month"]}
    assert server.get("/api/me/statistics.csv")[0] == 401


def test_no_cell_is_a_formula() -> None:
    name = '=HYPERLINK("http://evil.example", "a")'
    figure = statistics_export.summed([(0.0, tallies(("ahead", "", 2, -30.0)))], {}, ["ahead"])
    text = statistics_export.csv({name: Summary(figure.figures, figure.months)})
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert {len(row) for row in rows} == {9}
    assert rows[1][0] == f"'{name}" and float(rows[1][5]) == -15
    texts = [cell for row in rows for cell in row[:4]]
    assert not [cell for cell in texts if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


# --- on a profile, and when somebody goes ---------------------------------------------------------


def test_a_profile_shows_what_its_person_allows(server: InProcess) -> None:
    ann, bea = Browser(server, "Ann Shows"), Browser(server, "Bea Looks")
    errors_of(ann, played(ann))
    count(server)
    profile, path = f"/api/people/{ann.me['id']}", f"/api/people/{ann.me['id']}/statistics"
    assert bea.get(profile)["shows"] == []
    nothing = bea.get(path)
    assert nothing["figures"] == nothing["months"] == nothing["presets"] == []
    ann.ask("PUT", "/api/me/statistics", 204, {"shows": ["takes", "marks"]})
    assert bea.get(profile)["shows"] == ann.get("/api/me/statistics")["shows"] == ["marks", "takes"]
    subjects = {one["subject"] for one in bea.get(path)["figures"]}
    assert {"marks", "took"} <= subjects
    assert not subjects & set(statistics_export.PARTS["losses"])
    months = bea.get(path)["months"]
    assert not [1 for month in months for one in month["figures"] if one["subject"] == "loss"]
    assert figures(ann.get("/api/me/statistics"), "loss"), "one sees all of one's own"
    ann.ask("PUT", "/api/me/statistics", 204, {"shows": []})
    assert bea.get(path)["figures"] == []
    ann.ask("PUT", "/api/me/statistics", 400, {"shows": ["everything"]})


def test_statistics_are_exported_taken_over_and_erased(server: InProcess) -> None:
    holder, guest = Browser(server), Browser(server, "Gus Statistics")
    holder.sign_up("Hana Statistics")
    me = holder.get("/api/me")["id"]
    played(guest)
    count(server)
    (held,) = guest.get("/api/me/export")["match_statistics"]
    assert held["preset"] == "bga" and json.loads(held["tallies"])
    guest.log_in("Hana Statistics")
    assert guest.get("/api/me/statistics")["presets"][0]["counted"] == 1
    guest.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    of = "SELECT count(*) FROM match_statistics WHERE person = ? OR person LIKE 'gone-%'"
    assert in_the_file(server, of, me) == [(0,)]
    in_the_file(server, "UPDATE projections SET position = 0 WHERE name = 'statistics'")
    count(server)
    assert in_the_file(server, of, me) == [(0,)], "who has gone is not counted again"
