"""Standings: a function of the results alone, in whatever order they were entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from rebelote.club import comparison, excess, fours, sums
from rebelote.club.event import Event, Game, Round, Team, rounds_before_finals
from rebelote.club.formats import Format, Tie
from rebelote.club.lots import lot
from rebelote.club.ranks import with_ranks

_with: Final = msgspec.structs.replace


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A team in the standing.

    Attributes:
        rank: From 1; who is equal in all that decides has the same.
        results: What its games won, drawn and lost count.
        points: What it was credited with, less its penalties.
        conceded: What the others were credited with against it.
        first: Its points in the first round.
        excess: Points above the target: in all its games where they are tallied, or what it would
            begin its next game with.
        finals: Games of the knock-out that it won; -1 for who did not play in it.
        line: In a mitchell the line of the pair, within which it is ranked.
        value: Of a duplicate, what it is ranked by, to two digits; `points` is the whole number.
            `played` are then its deals that were compared, `wins` those on which it did better
            than the others on average; of teams of four, matches played and won.
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
    value: float | None = None
    line: comparison.Line = ""

    @property
    def difference(self) -> int:
        """Its points less those of the others."""
        return self.points - self.conceded


class _Result(msgspec.Struct, frozen=True):
    """What a team has of a round; `outcome`: 0 for won, 1 drawn, 2 lost."""

    team: int
    round: int
    points: int
    conceded: int
    outcome: int


def standings(event: Event) -> tuple[Row, ...]:
    """All teams, the best first; in a mitchell, the best of each line."""
    if event.format.of_fours:
        return _teams_of_four(event)
    if event.format.duplicate:
        return _compared(event)
    own: dict[int, list[_Result]] = {team.number: [] for team in event.teams}
    for result in _results(event):
        own[result.team].append(result)
    finals, above = _finals_won(event), _above(event)
    rows = [
        _with(
            _row(event.format, team, own[team.number]),
            excess=above[team.number],
            finals=finals.get(team.number, -1),
        )
        for team in event.teams
    ]
    return _ranked(event, rows)


def _above(event: Event) -> Counter[int]:
    """By team, its points above the target, as far as they are kept."""
    match event.format.excess:
        case "tally":
            return excess.tallied(event)
        case "carry":
            return excess.carried(event)
        case "ignore":
            return Counter()


def _compared(event: Event) -> tuple[Row, ...]:
    """The pairs of a duplicate."""
    own = comparison.values(event)
    better = comparison.above_average(event, own)
    line = comparison.lines(event)
    return tuple(
        Row(
            rank=one.rank,
            team=one.pair,
            played=one.deals,
            wins=better[one.pair],
            results=event.format.result_points[0] * better[one.pair],
            points=round(one.value),
            value=round(float(one.value), 2),
            line=line.get(one.pair, ""),
        )
        for one in comparison.ranked_pairs(event, own)
    )


def _teams_of_four(event: Event) -> tuple[Row, ...]:
    """Teams of four, by their matches."""
    won, drawn, lost = event.format.result_points

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
        )
        for one in fours.ranked_teams(event)
    )


def credited(format: Format, game: Game) -> tuple[int, int] | None:
    """What both sides get of a game; None while it is not over."""
    if game.forfeit is not None:
        got = bye_points(format) if format.forfeit is None else format.forfeit
        return (0, got) if game.forfeit == 0 else (got, 0)
    if game.score is None:
        return None
    first, second = game.score.points
    return (min(first, format.cap), min(second, format.cap)) if format.cap else (first, second)


def bye_points(format: Format) -> int:
    """What who sits out gets."""
    return sums.half(format) if format.bye is None else format.bye


def winner(format: Format, game: Game) -> int:
    """The side that has won a game of the knock-out; level, the one that was placed better."""
    first, second = credited(format, game) or (0, 0)
    return int(second > first)


def preliminary(event: Event) -> tuple[Round, ...]:
    """The rounds before the knock-out."""
    return event.rounds[: rounds_before_finals(event)]


def _results(event: Event) -> Iterable[_Result]:
    begun = excess.starts(event)
    for number, (played, starts) in enumerate(zip(preliminary(event), begun, strict=False), 1):
        half = bye_points(event.format)
        yield from (_Result(team, number, half, half, 0) for team in played.byes)
        for game, start in zip(played.games, starts, strict=True):
            got = credited(event.format, game)
            if got is not None:
                yield from _both(game, number, got, (0, 0) if game.score is None else start)


def _both(
    game: Game, round: int, got: tuple[int, int], start: tuple[int, int]
) -> Iterable[_Result]:
    """What everybody at a table has of a game: its totals decide, and what was made in it counts.

    `start`: with what both sides have begun it.
    """
    made = [max(0, total - begun) for total, begun in zip(got, start, strict=True)]
    for side, members in enumerate(game.sides):
        own, other = got[side], got[1 - side]
        outcome = 1 if own == other else 0 if own > other else 2
        if game.forfeit is not None:
            outcome = 2 if game.forfeit == side else 0
        yield from (_Result(team, round, made[side], made[1 - side], outcome) for team in members)


def _row(format: Format, team: Team, own: list[_Result]) -> Row:
    """What games before the finals are to a team."""
    return Row(
        team=team.number,
        played=len(own),
        wins=sum(one.outcome == 0 for one in own),
        results=sum(format.result_points[one.outcome] for one in own),
        points=sum(one.points for one in own) - team.penalty,
        conceded=sum(one.conceded for one in own),
        first=sum(one.points for one in own if one.round == 1),
    )


def _finals_won(event: Event) -> dict[int, int]:
    """How many games of the knock-out each finalist has won."""
    won: dict[int, int] = {}
    for played in event.rounds[rounds_before_finals(event) :]:
        for game in played.games:
            for side, members in enumerate(game.sides):
                wins = game.over and winner(event.format, game) == side
                won |= {team: won.get(team, 0) + wins for team in members}
    return won


def _ranked(event: Event, rows: list[Row]) -> tuple[Row, ...]:
    phrase = event.rounds[-1].phrase if event.rounds else ""

    def key(row: Row) -> tuple[int, ...]:
        above = (row.excess,) if event.format.excess == "tally" else ()
        by_wins = event.format.ranking == "wins"
        main = (row.results, *above, row.points) if by_wins else (row.points, *above)
        return (row.finals, *main, *(_tie(row, tie, phrase) for tie in event.format.ties))

    ordered = sorted(rows, key=lambda row: (*(-one for one in key(row)), row.team))
    return with_ranks(ordered, key)


def _tie(row: Row, tie: Tie, phrase: str) -> int:
    """By what a row stands before others that are level; more is better."""
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
