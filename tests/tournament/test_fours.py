"""Teams of four: matches at two tables with the same deals, and what they count."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pytest
from club_evenings import add_draw, entered

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.comparison import shown, values
from rebelote.tournament.draws import verified
from rebelote.tournament.duplicate import steps
from rebelote.tournament.entries import Cleared, Entered, Entry, Forfeited, Penalised, Score, Scored
from rebelote.tournament.formats import Format
from rebelote.tournament.fours import TeamMatch, matches_of, victory_points
from rebelote.tournament.packs import deals_of_round, laid_deals
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, after, replayed, rounds_before_finals


def fours(draw: str = "round-robin", deals: int = 2, **more: object) -> Format:
    fields = {"house": {"rounding": "none"}, "entrants": "fours", "draw": draw, "deals": deals}
    ready = {"rounds": 0 if draw == "round-robin" else 3, "ties": (), "comparison": "butler"}
    return Format(**{**fields, **ready, **more})  # type: ignore[arg-type]


def score_round(log: list[Entry], chance: Random) -> None:
    """Enter any results of the last round."""
    tournament = replayed(log)
    for number in range(1, len(tournament.rounds[-1].games) + 1):
        first = chance.randrange(163)
        log.append(Scored(len(tournament.rounds), number, Score(points=(first, 162 - first))))


def play(format: Format, teams: int, seed: int = 0) -> list[Entry]:
    """Play a tournament from the first draw to the last result."""
    log, chance = entered(format, teams), Random(seed)
    for number in range(rounds_before_finals(replayed(log))):
        before = replayed(log)
        drawn = add_draw(log, f"phrase {number}")
        assert verified(before, drawn)
        score_round(log, chance)
    return log


def matches(tournament: Tournament) -> list[TeamMatch]:
    return [one for played in tournament.rounds for one in matches_of(tournament, played)]


EVENINGS = [
    *(("round-robin", teams) for teams in (2, 3, 4, 7, 8)),
    *(("swiss", teams) for teams in (4, 5, 8, 13)),
    *(("lots", teams) for teams in (6, 9)),
]


@pytest.mark.parametrize(("draw", "teams"), EVENINGS)
def test_both_tables_of_a_match_play_the_same_deals_with_lines_exchanged(
    draw: str, teams: int
) -> None:
    tournament = replayed(play(fours(draw), teams))
    met: Counter[frozenset[int]] = Counter()
    for number, played in enumerate(tournament.rounds, 1):
        seats: Counter[tuple[int, int, int]] = Counter()
        tables: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for game in played.games:
            (north,), (east,) = game.sides
            seats.update([(game.deal, north, 0), (game.deal, east, 1)])
            tables[game.table].append((game.deal, north, east))
        assert set(seats.values()) == {1}, "a line of a team sits at one table at a time"
        assert {deal for deal, _, _ in seats} == set(deals_of_round(tournament, number))
        for match in matches_of(tournament, played):
            first, second = (tables[table] for table in match.tables)
            assert second == [(deal, east, north) for deal, north, east in first]
            met[frozenset(match.teams)] += 1
        assert len(played.byes) == teams % 2
        assert {one for match in matches_of(tournament, played) for one in match.teams} | set(
            played.byes
        ) == set(range(1, teams + 1))
    assert max(met.values()) == 1
    if draw == "round-robin":
        assert len(met) == teams * (teams - 1) // 2


@pytest.mark.parametrize("method", ["butler", "mean"])
@pytest.mark.parametrize("seed", range(4))
def test_what_one_team_wins_the_other_loses(method: str, seed: int) -> None:
    tournament = replayed(play(fours("swiss", 3, comparison=method), 6, seed))
    by_deal: Counter[int] = Counter()
    for (_, deal), value in values(tournament).items():
        by_deal[deal] += int(value)
    assert set(by_deal.values()) == {0}
    rows = standings(tournament)
    sums = {sum(match.counts or ()) for match in matches(tournament)}
    assert sums == ({20} if method == "butler" else {0})
    assert sum(row.points for row in rows) == sum(sums) * len(matches(tournament))
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert sum(row.wins for row in rows) <= len(matches(tournament))


@pytest.mark.parametrize("method", ["butler", "mean"])
def test_the_values_of_the_rounds_make_that_of_the_standing(method: str) -> None:
    for row in standings(replayed(play(fours("swiss", 3, comparison=method), 5))):
        assert sum(one or 0 for one in row.by_round) == row.value


def score(log: list[Entry], *points: tuple[int, int]) -> Tournament:
    """Enter the results of the first round, in the order of tables and deals."""
    log += [Scored(1, game, Score(points=one)) for game, one in enumerate(points, 1)]
    return replayed(log)


def first_round(method: str = "butler") -> list[Entry]:
    log = entered(fours(deals=4, comparison=method), 2)
    add_draw(log, "phrase")
    return log


PAPERS = (
    *((120, 42), (62, 100), (162, 0), (81, 81)),
    *((100, 62), (100, 62), (162, 0), (90, 72)),
)
"""Four deals at table 1, where the first team sits North and South, and at table 2."""


def test_a_match_is_worked_out_by_hand() -> None:
    """Deal 1: +78 and −38 are +40, two steps. Deal 2: −38 and −38 are −76, four steps. Deal 3 is
    level. Deal 4: 0 and −18, one step. Two to five; three steps of four deals are 1.5, so two
    victory points: 8 to 12."""
    tournament = score(first_round(), *PAPERS)
    (match,) = matches(tournament)
    home, away = match.teams
    assert match.gains == (2, 5) == (steps(40), steps(76) + steps(18))
    assert (match.counts, match.deals, match.over) == ((8, 12), 4, True)
    assert [
        (row.rank, row.team, row.points, row.wins, row.played) for row in standings(tournament)
    ] == [
        (1, away, 12, 1, 1),
        (2, home, 8, 0, 1),
    ]
    marks = score(first_round("mean"), *PAPERS)
    assert matches(marks)[0].gains == (40, 94) and matches(marks)[0].counts == (-54, 54)
    assert [row.value for row in standings(marks)] == [54, -54]


@pytest.mark.parametrize(
    ("difference", "deals", "expected"),
    [
        *((0, 8, 10), (1, 8, 10), (2, 8, 11), (3, 8, 11), (28, 8, 20), (29, 8, 20)),
        *((1, 1, 11), (-1, 1, 9), (10, 1, 20), (5, 4, 13), (-40, 16, 0), (-2, 16, 9), (7, 0, 10)),
    ],
)
def test_steps_become_victory_points(difference: int, deals: int, expected: int) -> None:
    assert victory_points(difference, deals) == (expected, 20 - expected)
    assert victory_points(-difference, deals) == (20 - expected, expected)


def test_a_match_counts_once_all_of_it_is_there_and_a_correction_at_once() -> None:
    log = first_round()
    tournament = score(log, *PAPERS[:-1])
    assert matches(tournament)[0].counts is None and {
        row.points for row in standings(tournament)
    } == {0}
    tournament = replayed([*log, Scored(1, 8, Score(points=PAPERS[-1]))])
    assert matches(tournament)[0].counts == (8, 12)
    assert matches(replayed([*log, Scored(1, 8, Score(points=(81, 81)))]))[0].counts == (9, 11)
    assert matches(after(tournament, Cleared(1, 1)))[0].counts is None


def test_who_does_not_come_has_nothing_and_the_others_half_a_match() -> None:
    log = first_round()
    home, away = matches(replayed(log))[0].teams
    absent = [Forfeited(1, game, 1 if game <= 4 else 0) for game in range(1, 9)]
    rows = {row.team: row for row in standings(replayed([*log, *absent]))}
    assert (rows[home].points, rows[away].points) == (10, 0)
    assert rows[home].played == rows[home].wins == 0
    one = replayed(
        [*log, *(Scored(1, game, Score(points=(81, 81))) for game in range(2, 9)), absent[0]]
    )
    assert matches(one)[0].deals == 3 and matches(one)[0].counts == (10, 10)


def test_who_sits_out_has_half_a_match_and_penalties_are_taken_off() -> None:
    for method, half in (("butler", 10), ("mean", 0)):
        log = entered(fours(comparison=method), 3)
        (out,) = add_draw(log, "phrase").byes
        log.append(Penalised(out, 3))
        assert {row.team: row.points for row in standings(replayed(log))}[out] == half - 3


def test_a_deal_is_hidden_until_all_matches_have_played_it() -> None:
    log = entered(fours(), 4)
    add_draw(log, "phrase")
    score_round(log, Random(1))
    assert shown(replayed(log)) == replayed(log)
    open = replayed([*log, Cleared(1, 1)])
    deals = {game.deal for game in shown(open).rounds[0].games if game.score is None}
    assert deals == {1}
    assert all(one.counts is None for one in matches(shown(open)))


def test_cards_are_laid_for_any_round() -> None:
    tournament = replayed(play(fours("swiss", 2), 4)[: 5 + 1])
    assert deals_of_round(tournament, 3) == (5, 6)
    assert [one.number for one in laid_deals(tournament, b"secret", 1)] == [1, 2]
    with pytest.raises(IllegalActionError, match="no-such-game"):
        deals_of_round(tournament, 4)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"draw": "howell"}, {"draw": "groups", "groups": 2}, {"finalists": 4}, {"deals": 0}),
        *({"deals": 17}, {"comparison": "matchpoints"}, {"ties": ("lots",)}, {"place": "online"}),
    ],
)
def test_a_format_that_is_no_contest_of_teams_of_four_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(IllegalActionError, match="wrong-options"):
        fours(**wrong).check()  # type: ignore[arg-type]


def test_in_a_swiss_a_team_can_come_late_and_in_a_round_robin_not() -> None:
    swiss = after(replayed(play(fours("swiss"), 4)[: 5 + 1]), Entered("Late"))
    assert len(swiss.teams) == 5
    with pytest.raises(IllegalActionError, match="entries-closed"):
        after(replayed(play(fours(), 4)[: 5 + 1]), Entered("Late"))
    full = replayed(entered(fours(), 64))
    with pytest.raises(IllegalActionError, match="entries-closed"):
        after(full, Entered("One more"))
