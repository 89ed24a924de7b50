"""A tournament of duplicate: its movement as draws, hidden deals, standings by comparison."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from club_evenings import add_draw, entered

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.comparison import shown, to_be_played, values
from rebelote.tournament.entries import (
    Cleared,
    Entered,
    Entry,
    Forfeited,
    FormatChanged,
    Left,
    Penalised,
    Score,
    Scored,
)
from rebelote.tournament.formats import Format
from rebelote.tournament.standings import standings
from rebelote.tournament.state import after, replayed, rounds_before_finals

EXACT: dict[str, object] = {"rounding": "none"}


def duplicate(draw: str = "howell", deals: int = 2, rounds: int = 0, **more: str) -> Format:
    fields = {"house": EXACT, "draw": draw, "deals": deals, "rounds": rounds, "ties": (), **more}
    return Format(**fields)  # type: ignore[arg-type]


def score_round(log: list[Entry], first: int = 100) -> None:
    """Enter all scores of the last round: the first side of table 1 does best."""
    tournament = replayed(log)
    for number, game in enumerate(tournament.rounds[-1].games, 1):
        own = max(0, first - 10 * (game.table - 1))
        log.append(Scored(len(tournament.rounds), number, Score(points=(own, 162 - own))))


def play(format: Format, teams: int, rounds: int | None = None) -> list[Entry]:
    log = entered(format, teams)
    expected = rounds_before_finals(replayed(log)) if rounds is None else rounds
    for number in range(expected):
        add_draw(log, f"phrase {number}")
        score_round(log)
    return log


@pytest.mark.parametrize("teams", [4, 5, 6, 9])
def test_in_a_howell_all_meet_and_all_tables_play_the_same_deals(teams: int) -> None:
    tournament = replayed(play(duplicate(), teams))
    met = Counter(
        frozenset((game.sides[0][0], game.sides[1][0]))
        for played in tournament.rounds
        for game in played.games
        if game.deal % 2
    )
    assert len(met) == teams * (teams - 1) // 2 and set(met.values()) == {1}
    for number, played in enumerate(tournament.rounds):
        assert {game.deal for game in played.games} == {2 * number + 1, 2 * number + 2}
        assert len(played.byes) == teams % 2


@pytest.mark.parametrize("teams", [5, 6, 7, 8, 12])
def test_in_a_mitchell_nobody_plays_a_deal_twice(teams: int) -> None:
    tournament = replayed(play(duplicate("mitchell", 3), teams))
    seen: dict[int, list[int]] = defaultdict(list)
    for played in tournament.rounds:
        for game in played.games:
            for side in game.sides:
                seen[side[0]].append(game.deal)
    assert all(len(deals) == len(set(deals)) for deals in seen.values())
    assert len(tournament.rounds) == rounds_before_finals(tournament)


@pytest.mark.parametrize("teams", [5, 6, 9])
def test_the_lines_of_a_mitchell_are_ranked_apart(teams: int) -> None:
    tournament = replayed(play(duplicate("mitchell", 2), teams))
    rows = standings(tournament)
    sat = {
        side[0]: "east" if at else "north"
        for played in tournament.rounds
        for game in played.games
        for at, side in enumerate(game.sides)
    }
    assert {row.team: row.line for row in rows} == sat
    assert [row.line for row in rows] == sorted((row.line for row in rows), reverse=True)
    for line in ("north", "east"):
        own = [row for row in rows if row.line == line]
        values = [row.value or 0 for row in own]
        assert own[0].rank == 1 and values == sorted(values, reverse=True)
        assert [row.rank for row in own] == [1 + sum(one > it for one in values) for it in values]
    before = standings(replayed(entered(duplicate("mitchell"), teams)))
    howell = standings(replayed(play(duplicate(), teams)))
    assert {row.line for row in (*before, *howell)} == {""}


@pytest.mark.parametrize("draw", ["howell", "mitchell"])
@pytest.mark.parametrize("comparison", ["matchpoints", "mean", "butler"])
def test_the_values_of_the_rounds_make_that_of_the_standing(draw: str, comparison: str) -> None:
    tournament = replayed(play(duplicate(draw, 2, comparison=comparison), 7))
    for row in standings(tournament):
        own = [one for one in row.by_round if one is not None]
        assert len(row.by_round) == len(tournament.rounds) and 2 * len(own) == row.played
        mean = len(own) if comparison == "matchpoints" else 1
        assert sum(own) / mean == pytest.approx(row.value, abs=0.1)


def test_too_few_play_no_duplicate_and_too_many_do_not_enter() -> None:
    for draw, teams in (("howell", 3), ("mitchell", 4), ("howell", 0)):
        with pytest.raises(IllegalActionError, match="too-few-teams"):
            add_draw(entered(duplicate(draw), teams), "phrase")
    full = replayed(entered(duplicate(), 128))
    with pytest.raises(IllegalActionError, match="entries-closed"):
        after(full, Entered("One more"))
    crowd = replayed(entered(Format(), 129))
    with pytest.raises(IllegalActionError, match="entries-closed"):
        after(crowd, FormatChanged(duplicate()))


@pytest.mark.parametrize(
    "wrong",
    [
        *({"finalists": 4}, {"deals": 0}, {"deals": 17}, {"ties": ("lots",)}, {"cap": 100}),
        *({"ranking": "wins"}, {"entrants": "melee"}, {"groups": 2}),
    ],
)
def test_a_format_that_compares_nothing_is_refused(wrong: dict[str, object]) -> None:
    fields: dict[str, object] = {"draw": "howell", "deals": 4, "rounds": 0, "ties": (), **wrong}
    with pytest.raises(IllegalActionError, match="wrong-options"):
        Format(**fields).check()  # type: ignore[arg-type]


def test_a_score_is_of_one_deal() -> None:
    log = entered(duplicate(), 4)
    add_draw(log, "phrase")
    tournament = replayed(log)
    after(tournament, Scored(1, 1, Score(points=(182, 0))))  # with belote
    with pytest.raises(IllegalActionError, match="game-sum"):
        after(tournament, Scored(1, 1, Score(points=(162, 162))))


def test_a_deal_is_hidden_until_every_table_has_played_it() -> None:
    howell = play(duplicate(), 6, 1)
    assert not to_be_played(replayed(howell)) - {3, 4, 5, 6, 7, 8, 9, 10}
    assert shown(replayed(howell)).rounds[0] == replayed(howell).rounds[0]
    open = replayed([*howell, Cleared(1, 1)])
    assert 1 in to_be_played(open) and 2 not in to_be_played(open)
    hidden = [game.score is None for game in shown(open).rounds[0].games]
    assert hidden == [game.deal == 1 for game in open.rounds[0].games]
    mitchell = replayed(play(duplicate("mitchell"), 6, 1))
    assert all(game.score is None for game in shown(mitchell).rounds[0].games)
    assert not values(shown(mitchell))
    over = replayed(play(duplicate("mitchell"), 6))
    assert not to_be_played(over) and shown(over) == over


def test_the_cards_count_for_nobody_and_a_correction_counts_at_once() -> None:
    log = play(duplicate("howell", 1), 4, 1)
    first, second = replayed(log).rounds[0].games
    best, worst = first.sides[0][0], first.sides[1][0]
    rows = standings(replayed(log))
    assert {row.team: row.value for row in rows}[best] == 100
    assert {row.team for row in rows if row.rank == 1} == {best, second.sides[1][0]}
    assert {row.team for row in rows if row.rank == 3} == {worst, second.sides[0][0]}
    level = replayed([*log, Scored(1, 1, Score(points=(90, 72)))])
    assert {(row.rank, row.value) for row in standings(level)} == {(1, 50)}


@pytest.mark.parametrize(("method", "value"), [("mean", 10), ("butler", 1), ("matchpoints", 100)])
def test_marks_are_those_of_the_library(method: str, value: int) -> None:
    log = play(duplicate("howell", 1, comparison=method), 4, 1)
    best = replayed(log).rounds[0].games[0].sides[0][0]
    row = next(row for row in standings(replayed(log)) if row.team == best)
    assert (row.value, row.points, row.played) == (value, value, 1)


def test_a_deal_that_was_not_played_counts_for_neither_and_penalties_count() -> None:
    log = play(duplicate("howell", 1), 6, 1)
    missing = replayed(log).rounds[0].games[2].sides
    log.append(Forfeited(1, 3, 0))
    rows = {row.team: row for row in standings(replayed(log))}
    assert all(rows[side[0]].played == 0 and rows[side[0]].rank == 5 for side in missing)
    best = next(row.team for row in rows.values() if row.rank == 1)
    log.append(Penalised(best, 60))
    after_it = {row.team: row.value for row in standings(replayed(log))}
    assert after_it[best] == 40


def test_who_leaves_leaves_byes_and_the_cards_that_were_agreed_on_stay() -> None:
    log = play(duplicate("howell", 2), 6, 1)
    log.append(Left(3))
    drawn = add_draw(log, "next")
    assert len(drawn.byes) == 1 and len(drawn.games) == 4
    with pytest.raises(IllegalActionError, match="entries-closed"):
        after(replayed(log), Entered("Late"))
    for other in (duplicate("howell", 3), duplicate("howell", 2, 4), duplicate("mitchell", 2)):
        with pytest.raises(IllegalActionError, match="rounds-drawn"):
            after(replayed(log), FormatChanged(other))
    after(replayed(log), FormatChanged(duplicate("howell", 2, comparison="butler")))
