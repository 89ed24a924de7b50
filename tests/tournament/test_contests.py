"""Contests by the formats of real ones, as golden files: draws, byes and standings.

`REBELOTE_CONTESTS=write` writes what the code gives; read the difference before it is committed.
The scores are made up; the arithmetic is repeated here without the code of the library.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from club_evenings import (
    Scores,
    add_draw,
    add_scores,
    best_of_three,
    chance_scores,
    entered,
    roem_scores,
)

from rebelote.tournament.entries import Entry
from rebelote.tournament.formats import Format
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, replayed, rounds_before_finals

FILES = sorted((Path(__file__).parent / "contests").glob("*.json"))


class Contest(msgspec.Struct, omit_defaults=True):
    """A contest: the format that its published rules give, what was chosen, and what follows.

    `scores`: totals of belote or of klaverjas, or the games won of a best of three.
    """

    source: str
    known: str
    chosen: str
    format: Format
    teams: int
    rounds: int
    scores: Literal["totals", "roem", "games"] = "totals"
    expected: Any = None


def log_of(contest: Contest) -> list[Entry]:
    """Return the tournament with made-up scores."""
    log = entered(contest.format, contest.teams)
    deals = contest.format.deals or 12
    made: dict[str, Scores] = {
        "totals": chance_scores(0, deals),
        "roem": roem_scores(0, deals),
        "games": best_of_three(0),
    }
    for number in range(1, contest.rounds + 1):
        add_draw(log, f"phrase {number}")
        add_scores(log, made[contest.scores])
    return log


def shown(tournament: Tournament) -> dict[str, object]:
    """Write draws and the standing as text."""
    rounds = [
        {
            "tables": [
                " v ".join("+".join(map(str, side)) for side in game.sides) for game in one.games
            ],
            "byes": list(one.byes),
        }
        for one in tournament.rounds
    ]
    rows = [
        f"{row.rank}. {row.team}: {row.points} points, {row.wins} won, {row.difference:+}"
        for row in standings(tournament)
    ]
    return {"rounds": rounds, "standing": rows}


def added(tournament: Tournament) -> dict[int, int]:
    """Return the points of all, added up from the scores only."""
    totals = {team.number: 0 for team in tournament.teams}
    cap = tournament.format.cap or 10**9
    for one in tournament.rounds[: rounds_before_finals(tournament)]:
        for team in one.byes:
            totals[team] += tournament.format.bye if tournament.format.bye is not None else 972
        for game in one.games:
            assert game.score is not None
            for side, points in zip(game.sides, game.score.points, strict=True):
                for team in side:
                    totals[team] += min(points, cap)
    return totals


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_contest_goes_as_its_file_says(file: Path) -> None:
    contest = msgspec.json.decode(file.read_bytes(), type=Contest)
    tournament = replayed(log_of(contest))
    if os.environ.get("REBELOTE_CONTESTS") == "write":
        contest.expected = shown(tournament)
        text = msgspec.json.format(msgspec.json.encode(contest), indent=2)
        file.write_bytes(text + b"\n")
    assert contest.expected == shown(tournament)
    rows = standings(tournament)
    assert {row.team: row.points for row in rows} == added(tournament)
    before = rounds_before_finals(tournament)
    for row in rows:
        assert len(row.by_round) == len(tournament.rounds)
        assert sum(one or 0 for one in row.by_round[:before]) == row.points


def test_there_are_contests_of_every_kind_of_draw() -> None:
    kinds = {msgspec.json.decode(file.read_bytes(), type=Contest).format.draw for file in FILES}
    assert kinds == {"lots", "swiss", "groups", "round-robin"}
