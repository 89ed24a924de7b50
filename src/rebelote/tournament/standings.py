"""Standings: a function of the results only, in whatever order they were entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final

import msgspec

from rebelote.tournament import comparison, excess, fours, sums
from rebelote.tournament.formats import CountKind, Format, Tie
from rebelote.tournament.lots import lot, mixed
from rebelote.tournament.ranks import with_ranks
from rebelote.tournament.state import Game, Round, Team, Tournament, rounds_before_finals

_with: Final = msgspec.structs.replace


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A team in the standing.

    Attributes:
        rank: From 1; teams equal by all criteria share it. 0 for one that left and is not placed.
        results: Result points of its games won, drawn and lost.
        points: Points credited to it, less its penalties.
        conceded: Points credited to the others against it.
        first: Its points in the first round.
        excess: Points above the target: the sum of all its games where they are tallied, or the
            points with which it would begin its next game.
        finals: Games of the knock-out that it won; -1 for a team that did not play in it. In a
            knock-out from the first round: rounds that it passed, a bye included.
        consoled: There, rounds that it passed after its first defeat.
        line: In a mitchell the line of the pair, within which it is ranked.
        value: In a duplicate, the value that decides the rank, to two digits; `points` rounds it.
            `played` counts its compared deals, `wins` those on which it did better than the
            average of the others; for teams of four, matches played and won.
        by_round: Points of each drawn round, those of the knock-out too, or in a duplicate its
            value, to two digits; None where none count yet.
        ties: Values of the tie-breaks of the format, in order; None for lots.
        left: Whether it left before the end.
        absent: Its games that do not count for it, as bots played them.
        counts: What the format counts beside the totals, in order, before the finals.
    """

    rank: int = 0
    team: int
    played: int = 0
    wins: int = 0
    results: int = 0
    points: int = 0
    conceded: int = 0
    first: int = 0
    excess: int = 0
    finals: int = -1
    consoled: int = 0
    value: float | None = None
    line: comparison.Line = ""
    by_round: tuple[float | None, ...] = ()
    ties: tuple[int | None, ...] = ()
    left: bool = False
    absent: int = 0
    counts: tuple[int, ...] = ()

    @property
    def difference(self) -> int:
        """Its points less those of the others."""
        return self.points - self.conceded


class _Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a team in a round; `outcome`: 0 for won, 1 drawn, 2 lost."""

    team: int
    round: int
    points: int
    conceded: int
    outcome: int


def standings(tournament: Tournament) -> tuple[Row, ...]:
    """Rank all teams, the best first; in a mitchell, each line separately.

    A team that has left is last and has no place, where the format says so.
    """
    left, absent = leavers(tournament), _games_absent(tournament)
    rows = [
        _with(row, left=row.team in left, absent=absent[row.team]) for row in _all_rows(tournament)
    ]
    if tournament.format.leavers == "placed":
        return tuple(rows)
    ahead = [(row.line, row.rank) for row in rows if row.left]
    placed = (_with(row, rank=row.rank - _ahead_of(row, ahead)) for row in rows if not row.left)
    return (*placed, *(_with(row, rank=0) for row in rows if row.left))


def _ahead_of(row: Row, others: Iterable[tuple[comparison.Line, int]]) -> int:
    """Count those of the same line with a better rank."""
    return sum(line == row.line and rank < row.rank for line, rank in others)


def leavers(tournament: Tournament) -> frozenset[int]:
    """Return the teams that left before the last round; a team that goes home after it is none."""
    played = preliminary(tournament)
    over = len(tournament.rounds) >= rounds_before_finals(tournament)
    there = played[-1].seated if played and over else frozenset()
    return frozenset(
        team.number for team in tournament.teams if not team.here and team.number not in there
    )


def _games_absent(tournament: Tournament) -> Counter[int]:
    return Counter(
        team for played in tournament.rounds for game in played.games for team in game.absent
    )


def _all_rows(tournament: Tournament) -> tuple[Row, ...]:
    if tournament.format.of_fours:
        return _teams_of_four(tournament)
    if tournament.format.duplicate:
        return _compared(tournament)
    own: dict[int, list[_Result]] = {team.number: [] for team in tournament.teams}
    for result in _results(tournament):
        own[result.team].append(result)
    finals, above = _finals_won(tournament), _above(tournament)
    counted = _counted(tournament)
    before = rounds_before_finals(tournament)
    rows = [
        _with(
            _row(tournament.format, team, [one for one in own[team.number] if one.round <= before]),
            excess=above[team.number],
            finals=finals.get(team.number, -1),
            by_round=_by_round(own[team.number], len(tournament.rounds)),
            counts=tuple(counted[team.number, kind] for kind in tournament.format.counts),
        )
        for team in tournament.teams
    ]
    if tournament.format.is_knock_out:
        passed = places(tournament)
        rows = [_with_place(row, passed.get(row.team, (0, 0))) for row in rows]
    return _ranked(tournament, rows)


def _counted(tournament: Tournament) -> Counter[tuple[int, CountKind]]:
    """Add up what each team has of what is counted beside the totals, before the finals."""
    result: Counter[tuple[int, CountKind]] = Counter()
    games = (game for played in preliminary(tournament) for game in played.games)
    for game in games:
        if game.score is None or (counts := game.score.counts) is None:
            continue
        for side, members in enumerate(game.sides):
            for team, kind in product(members, tournament.format.counts):
                result[team, kind] += counts.of(kind, side)
    return result


def _with_place(row: Row, place: tuple[int, int]) -> Row:
    return _with(row, finals=place[0], consoled=place[1])


def _above(tournament: Tournament) -> Counter[int]:
    """Return each team's points above the target; empty where they are dropped."""
    match tournament.format.excess:
        case "tally":
            return excess.tallied(tournament)
        case "carry":
            return excess.carried(tournament)
        case "ignore":
            return Counter()


def _compared(tournament: Tournament) -> tuple[Row, ...]:
    """Return the rows of the pairs of a duplicate."""
    own = comparison.values(tournament)
    better = comparison.above_average(tournament, own)
    line, by_round = comparison.lines(tournament), comparison.by_round(tournament, own)
    return tuple(
        Row(
            rank=one.rank,
            team=one.pair,
            played=one.deals,
            wins=better[one.pair],
            results=tournament.format.result_points[0] * better[one.pair],
            points=round(one.value),
            value=round(float(one.value), 2),
            line=line.get(one.pair, ""),
            by_round=by_round[one.pair],
        )
        for one in comparison.ranked_pairs(tournament, own)
    )


def _teams_of_four(tournament: Tournament) -> tuple[Row, ...]:
    """Return the rows of teams of four, ranked by their matches."""
    won, drawn, lost = tournament.format.result_points
    by_round = fours.by_round(tournament)

    def results(one: fours.TeamRow) -> int:
        return won * one.won + drawn * one.drawn + lost * (one.played - one.won - one.drawn)

    return tuple(
        Row(
            rank=one.rank,
            team=one.team,
            played=one.played,
            wins=one.won,
            results=results(one),
            points=one.value,
            value=one.value,
            by_round=by_round[one.team],
        )
        for one in fours.ranked_teams(tournament)
    )


def credited(format: Format, game: Game) -> tuple[int, int] | None:
    """Return the points credited to both sides of a game; None while it is not over."""
    if game.forfeit is not None:
        got = bye_points(format) if format.forfeit is None else format.forfeit
        return (0, got) if game.forfeit == 0 else (got, 0)
    if game.score is None:
        return None
    first, second = game.score.points
    return (min(first, format.cap), min(second, format.cap)) if format.cap else (first, second)


def bye_points(format: Format) -> int:
    """Return the points for sitting out."""
    return sums.half(format) if format.bye is None else format.bye


def winner(format: Format, game: Game) -> int:
    """Return the winning side of a knock-out game; level, the side that was placed better."""
    first, second = credited(format, game) or (0, 0)
    return int(second > first)


def defeats(tournament: Tournament) -> dict[int, list[int]]:
    """Return the rounds, from 1, in which each team has lost."""
    lost: dict[int, list[int]] = {}
    for number, played in enumerate(tournament.rounds, 1):
        for game in played.games:
            if game.over:
                side = game.sides[1 - winner(tournament.format, game)]
                lost.setdefault(side[0], []).append(number)
    return lost


def places(tournament: Tournament) -> Mapping[int, tuple[int, int]]:
    """Return how many rounds each team has passed before its first defeat, and after it.

    A game that is won passes a round, and so does a bye once the round is over.
    """
    lost = defeats(tournament)
    passed: dict[int, tuple[int, int]] = {}
    for number, played in enumerate(tournament.rounds, 1):
        winning = [
            game.sides[winner(tournament.format, game)][0] for game in played.games if game.over
        ]
        complete = all(game.over for game in played.games)
        for team in (*winning, *(played.byes if complete else ())):
            before, after = passed.get(team, (0, 0))
            out = lost.get(team, [number])[0] < number
            passed[team] = (before, after + 1) if out else (before + 1, after)
    return passed


def preliminary(tournament: Tournament) -> tuple[Round, ...]:
    """Return the rounds before the knock-out."""
    return tournament.rounds[: rounds_before_finals(tournament)]


def _by_round(own: Iterable[_Result], rounds: int) -> tuple[int | None, ...]:
    points = {one.round: one.points for one in own}
    return tuple(points.get(number) for number in range(1, rounds + 1))


def _results(tournament: Tournament) -> Iterable[_Result]:
    """Yield the results of all rounds; who sits out of the knock-out has none."""
    begun, before = excess.starts(tournament), rounds_before_finals(tournament)
    for number, (played, starts) in enumerate(zip(tournament.rounds, begun, strict=True), 1):
        in_play = number == len(tournament.rounds) and tournament.missing
        if number <= before and not in_play:  # else it would lead the round in play
            half = bye_points(tournament.format)
            yield from (
                _Result(team=team, round=number, points=half, conceded=half, outcome=0)
                for team in played.byes
            )
        for game, start in zip(played.games, starts, strict=True):
            got = credited(tournament.format, game)
            if got is not None:
                yield from _both(game, number, got, (0, 0) if game.score is None else start)


def _both(
    game: Game, round: int, got: tuple[int, int], start: tuple[int, int]
) -> Iterable[_Result]:
    """Yield the results of all at a table: totals decide the outcome; points made in it count.

    Who was absent has none. `start`: the points with which both sides began the game.
    """
    made = [max(0, total - begun) for total, begun in zip(got, start, strict=True)]
    for side, members in enumerate(game.sides):
        own, other = got[side], got[1 - side]
        outcome = 1 if own == other else 0 if own > other else 2
        if game.forfeit is not None:
            outcome = 2 if game.forfeit == side else 0
        yield from (
            _Result(
                team=team, round=round, points=made[side], conceded=made[1 - side], outcome=outcome
            )
            for team in members
            if team not in game.absent
        )


def _row(format: Format, team: Team, own: list[_Result]) -> Row:
    """Build the row of a team from its games before the finals."""
    return Row(
        team=team.number,
        played=len(own),
        wins=sum(one.outcome == 0 for one in own),
        results=sum(format.result_points[one.outcome] for one in own),
        points=sum(one.points for one in own) - team.penalty,
        conceded=sum(one.conceded for one in own),
        first=sum(one.points for one in own if one.round == 1),
    )


def _finals_won(tournament: Tournament) -> dict[int, int]:
    """Count the games of the knock-out that each finalist has won."""
    won: dict[int, int] = {}
    for played in tournament.rounds[rounds_before_finals(tournament) :]:
        for game in played.games:
            for side, members in enumerate(game.sides):
                wins = game.over and winner(tournament.format, game) == side
                won |= {team: won.get(team, 0) + wins for team in members}
    return won


def _ranked(tournament: Tournament, rows: list[Row]) -> tuple[Row, ...]:
    last = tournament.rounds[-1] if tournament.rounds else None
    phrase = mixed(last.phrase, last.secret) if last else ""

    def key(row: Row) -> tuple[int, ...]:
        above = (row.excess,) if tournament.format.excess == "tally" else ()
        by_wins = tournament.format.ranking == "wins"
        main = (row.results, *above, row.points) if by_wins else (row.points, *above)
        return (
            row.finals,
            row.consoled,
            *main,
            *(_tie(row, tie, phrase) for tie in tournament.format.ties),
        )

    ordered = sorted(rows, key=lambda row: (*(-one for one in key(row)), row.team))
    ties = tournament.format.ties
    return tuple(
        _with(row, ties=tuple(_shown_tie(row, tie) for tie in ties))
        for row in with_ranks(ordered, key)
    )


def _tie(row: Row, tie: Tie, phrase: str) -> int:
    """Return the value of a row by a criterion between equals; more is better."""
    match tie:
        case "difference":
            return row.difference
        case "conceded":
            return -row.conceded
        case "first":
            return row.first
        case "wins":
            return row.wins
        case "lots":
            return -int(lot(phrase, "ties", row.team), 16)


def _shown_tie(row: Row, tie: Tie) -> int | None:
    """Return the value of a criterion as people read it; None for lots."""
    if tie == "lots":
        return None
    return row.conceded if tie == "conceded" else _tie(row, tie, "")
