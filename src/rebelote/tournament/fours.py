"""Teams of four: two teams play a match at two tables with the same deals, lines exchanged.

One pair of each team sits North and South at one table, the other East and West at the other, so
that both teams play all cards of a deal once. Only their results are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from rebelote.tournament.duplicate import DuplicateRow, Method, Values, deals_of, ranked, steps
from rebelote.tournament.entries import Drawn, Sides
from rebelote.tournament.state import Game, Round, Tournament

HALF: Final = 10
"""Victory points of each team where a match is level."""
_with: Final = msgspec.structs.replace


class TeamMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of two teams.

    Attributes:
        tables: Its two tables; the first team sits North and South at the first.
        teams: Their numbers.
        gains: Steps or marks of the deals that each team has won.
        deals: Number of compared deals; `over`: whether all of them have a result.
        counts: Its value to each team once it is over: victory points or marks.
    """

    tables: tuple[int, int]
    teams: tuple[int, int]
    gains: tuple[int, int]
    deals: int
    over: bool
    counts: tuple[int, int] | None

    @property
    def difference(self) -> int:
        """The gains of the first team less those of the second."""
        return self.gains[0] - self.gains[1]


# --- who plays where ------------------------------------------------------------------------------


def at_two_tables(matches: Iterable[Sides], round: int, size: int) -> list[tuple[Sides, int, int]]:
    """Return the games of one deal each, at two tables for each match: sides, table and deal.

    `round`: its number from 1, whose set of `size` deals all matches play.
    """
    return [
        (sides[::-1] if at else sides, 2 * number - 1 + at, deal)
        for number, sides in enumerate(matches, 1)
        for at in (0, 1)
        for deal in deals_of(round, size)
    ]


def drawn_at_two_tables(drawn: Drawn, round: int, size: int) -> Drawn:
    """Convert a draw of teams to games at two tables for each match."""
    games = at_two_tables(drawn.games, round, size)
    return _with(
        drawn,
        games=tuple(sides for sides, _, _ in games),
        tables=tuple(table for _, table, _ in games),
        deals=tuple(deal for _, _, deal in games),
    )


# --- what was made of it --------------------------------------------------------------------------


def victory_points(difference: int, deals: int) -> tuple[int, int]:
    """Convert a difference of steps after so many deals to victory points, 20 in all.

    One for each root of `deals` steps, rounded, up to 10: luck adds up as that root does.

    >>> victory_points(9, 9), victory_points(-1, 4), victory_points(100, 4)
    ((13, 7), (9, 11), (20, 0))
    """
    size = min(HALF, _rounded_quotient(abs(difference), deals)) if deals else 0
    return (HALF + size, HALF - size) if difference > 0 else (HALF - size, HALF + size)


def _rounded_quotient(difference: int, deals: int) -> int:
    """Divide the difference by the root of the deals, rounded to the nearest; a half goes up."""
    sizes = range(1, HALF + 1)
    return sum((2 * size - 1) ** 2 * deals <= (2 * difference) ** 2 for size in sizes)


def matches_of(tournament: Tournament, played: Round) -> tuple[TeamMatch, ...]:
    """Return the matches of a round in their present state."""
    return tuple(_match(games, tournament.format.comparison) for games in _by_match(played))


def _by_match(played: Round) -> Iterator[list[Game]]:
    """Yield the games of each match of a round, at both its tables."""
    for _, games in groupby(played.games, lambda game: (game.table + 1) // 2):
        yield list(games)


def _match(games: Sequence[Game], method: Method) -> TeamMatch:
    (home,), (away,) = games[0].sides
    swings = [_swing(*both, method) for both in _compared(games)]
    gains = sum(max(0, one) for one in swings), sum(max(0, -one) for one in swings)
    made = TeamMatch(
        tables=(games[0].table, games[0].table + 1),
        teams=(home, away),
        gains=gains,
        deals=len(swings),
        over=all(game.over for game in games),
        counts=None,
    )
    return _with(made, counts=_counts(made, games, method)) if made.over else made


def _compared(games: Iterable[Game]) -> list[tuple[Game, Game]]:
    """Pair the two games of each deal that both tables have played."""
    tables: dict[int, list[Game]] = {}
    for game in games:
        if game.score is not None:
            tables.setdefault(game.deal, []).append(game)
    return [(both[0], both[1]) for both in tables.values() if len(both) == 2]


def _swing(first: Game, second: Game, method: Method) -> int:
    """Return the first team's gain on a deal at both tables together, in marks or steps."""
    marks = _margin(first) - _margin(second)
    return steps(marks) if method == "butler" else marks


def _margin(game: Game) -> int:
    """Return the points of North and South less those of East and West."""
    points = (0, 0) if game.score is None else game.score.points
    return points[0] - points[1]


def _counts(match: TeamMatch, games: Sequence[Game], method: Method) -> tuple[int, int]:
    """Return the value to each team of a match that is over.

    Where no deal was played at both tables it counts as sitting out, but 0 for a forfeit.
    """
    if not match.deals:
        absent = {game.sides[game.forfeit][0] for game in games if game.forfeit is not None}
        first, second = (0 if team in absent else sitting_out(method) for team in match.teams)
        return first, second
    if method == "butler":
        return victory_points(match.difference, match.deals)
    return match.difference, -match.difference


def sitting_out(method: Method) -> int:
    """Return the value of a round without opponents: half a match, or no marks."""
    return HALF if method == "butler" else 0


def team_values(tournament: Tournament) -> Values:
    """Return the value to each team of each deal that both tables of its match have played."""
    method = tournament.format.comparison
    own: Values = {}
    for played in tournament.rounds:
        for games in _by_match(played):
            for first, second in _compared(games):
                value = Fraction(_swing(first, second, method))
                (home,), (away,) = first.sides
                own |= {(home, first.deal): value, (away, first.deal): -value}
    return own


# --- the standing ---------------------------------------------------------------------------------


class TeamRow(msgspec.Struct, frozen=True, kw_only=True):
    """A team in the standing: its matches played, won and drawn, and their value."""

    rank: int
    team: int
    played: int
    won: int
    drawn: int
    value: int


class _Result(NamedTuple):
    """The value of a round to a team; `difference`: None where it has played no match."""

    counts: int
    difference: int | None = None


def ranked_teams(tournament: Tournament) -> tuple[TeamRow, ...]:
    """Rank all teams by the value of their matches less penalties, the best first."""
    own: dict[int, list[_Result]] = {team.number: [] for team in tournament.teams}
    for played in tournament.rounds:
        for team, result in _results(tournament, played):
            own[team].append(result)
    rows = ranked(
        DuplicateRow(
            pair=team.number,
            deals=len(own[team.number]),
            value=Fraction(sum(one.counts for one in own[team.number]) - team.penalty),
        )
        for team in tournament.teams
    )
    return tuple(_row(row, own[row.pair]) for row in rows)


def by_round(tournament: Tournament) -> dict[int, tuple[float | None, ...]]:
    """Return the value of each drawn round to each team; None where its match is not over."""
    rounds = [dict(_results(tournament, played)) for played in tournament.rounds]
    counts = [{team: one.counts for team, one in results.items()} for results in rounds]
    return {team.number: tuple(one.get(team.number) for one in counts) for team in tournament.teams}


def _results(tournament: Tournament, played: Round) -> Iterable[tuple[int, _Result]]:
    """Yield the value of a round to each team whose match is over."""
    for team in played.byes:
        yield team, _Result(sitting_out(tournament.format.comparison))
    for match in matches_of(tournament, played):
        if match.counts is not None:
            for at, sign in ((0, 1), (1, -1)):
                difference = sign * match.difference if match.deals else None
                yield match.teams[at], _Result(match.counts[at], difference)


def _row(row: DuplicateRow, results: Iterable[_Result]) -> TeamRow:
    differences = [one.difference for one in results if one.difference is not None]
    return TeamRow(
        rank=row.rank,
        team=row.pair,
        played=len(differences),
        won=sum(one > 0 for one in differences),
        drawn=differences.count(0),
        value=int(row.value),
    )
