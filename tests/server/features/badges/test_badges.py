"""Badges: earned by a person's actions, and shown as widely as profiles are."""

from __future__ import annotations

import json

from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process

from rebelote.server.features.badges.feature import LEVELS, Figures, badges
from rebelote.server.features.daily import streaks

SERVING = serving_in_process


def test_a_badge_is_for_the_highest_level_that_was_reached() -> None:
    assert not list(badges(Figures()))
    for kind, levels in LEVELS.items():
        for number, level in enumerate(levels):
            [badge] = badges(Figures()._replace(**{kind: level}))
            following = [*levels, None][number + 1]
            assert (badge.kind, badge.level, badge.next) == (kind, level, following)


def test_the_longest_streak_counts_each_day_once() -> None:
    assert streaks.longest([]) == 0
    assert streaks.longest(["2026-02-28", "2026-03-01", "2026-03-01", "2026-03-05"]) == 2


def test_matches_are_for_everybody_and_the_rest_for_friends(server: InProcess) -> None:
    ann, bea, eve = (Browser(server, name) for name in ("Ann", "Bea", "Eve"))
    ann.sign_up("Ann of the badges")
    me = ann.me["id"]
    for number, preset in enumerate(("french", "bga", "flemish")):
        row = (f"table{number}", 1, 0, me, None, preset, 1.0, False, True, 1000, 500)
        in_the_file(
            server, f"INSERT INTO played VALUES ({', '.join('?' * 11)}, NULL, NULL, false)", *row
        )
    tallies = json.dumps([["made", "", 12, 10.0, 10.0], ["swept", "", 1, 1.0, 1.0]])
    sql = "INSERT INTO match_statistics VALUES (?, 'table0', 1, 'french', 1, ?)"
    in_the_file(server, sql, me, tallies)
    path = f"/api/people/{me}/badges"
    result = eve.get(path)
    assert (result["matches"], result["won"]) == (3, 3)
    assert [badge["kind"] for badge in result["badges"]] == ["wins", "rules"]
    assert [badge["kind"] for badge in ann.get(path)["badges"]] == [
        *("wins", "rules", "contracts", "sweeps")
    ]
    assert bea.get(path) == result
    ann.ask("PUT", f"/api/friends/{bea.me['id']}", 204)
    bea.ask("PUT", f"/api/friends/{me}", 204)
    assert bea.get(path) == ann.get(path)
    assert eve.code("GET", "/api/people/nobody/badges", 404) == "no-such-person"
