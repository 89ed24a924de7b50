"""A tournament of duplicate: the deals at each table, and their values by comparison.

North and South are the first side of a game. A deal that a table has yet to play is hidden:
its value elsewhere would reveal something of its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from rebelote.tournament.duplicate import (
    DuplicateRow,
    Method,
    Result,
    Values,
    deals_of,
    movement,
    ranked,
    total_of,
    values_of,
)
from rebelote.tournament.entries import Sides
from rebelote.tournament.fours import team_values
from rebelote.tournament.state import Game, Round, Tournament, rounds_before_finals

_with: Final = msgspec.structs.replace
Line = Literal["", "north", "east"]
"""The line of a pair that keeps its seats throughout: North and South, or East and West."""
_LINES: Final[tuple[Line, ...]] = ("north", "east", "")


class Planned(msgspec.Struct, frozen=True):
    """The sides and deals at a table in a round."""

    table: int
    sides: Sides
    deals: range


def meetings_of(
    tournament: Tournament, order: Sequence[int], round: int
) -> tuple[tuple[Planned, ...], tuple[int, ...]]:
    """Return the meetings and the byes of a round of the movement, counted from 0.

    `order`: the numbers of the teams in the order of the lots. A team that has left leaves byes.
    """
    planned: list[Planned] = []
    byes: list[int] = []
    present = set(tournament.here)
    for one in movement(tournament.format.draw, len(order))[round]:
        pairs = [order[at - 1] for at in (one.north, one.east) if at <= len(order)]
        here = [pair for pair in pairs if pair in present]
        if len(here) == 2:
            deals = deals_of(one.set, tournament.format.deals)
            planned.append(Planned(one.table, ((here[0],), (here[1],)), deals))
        else:
            byes += here
    return tuple(planned), tuple(byes)


def results(tournament: Tournament) -> tuple[Result, ...]:
    """Return the result of each deal at each table that has played it."""
    return tuple(
        Result(game.deal, game.sides[0][0], game.sides[1][0], game.score.points)
        for played in tournament.rounds
        for game in played.games
        if game.score is not None
    )


def to_be_played(tournament: Tournament) -> frozenset[int]:
    """Return the deals that a table has yet to play, by the rest of the movement."""
    if not tournament.rounds:
        return frozenset()
    left = {game.deal for played in tournament.rounds for game in played.games if not game.over}
    to_come = range(len(tournament.rounds), rounds_before_finals(tournament))
    for round in to_come if tournament.format.by_movement else ():
        for one in meetings_of(tournament, tournament.rounds[0].order, round)[0]:
            left.update(one.deals)
    return frozenset(left)


def shown(tournament: Tournament) -> Tournament:
    """Return the players' view: without results of deals that a table has yet to play."""
    hidden = to_be_played(tournament)

    def seen(played: Round) -> Round:
        return _with(played, games=tuple(map(unless_hidden, played.games)))

    def unless_hidden(game: Game) -> Game:
        if game.deal not in hidden:
            return game
        return _with(game, score=None, forfeit=None, reports=(None, None))

    return _with(tournament, rounds=tuple(map(seen, tournament.rounds)))


def open_view(tournament: Tournament) -> Tournament:
    """Return the public view of a tournament: of a duplicate, the players' view."""
    return shown(tournament) if tournament.format.duplicate else tournament


def lines(tournament: Tournament) -> dict[int, Line]:
    """Return the line of each pair in a mitchell: pairs of one line never meet, and rank apart.

    Empty where pairs change their seats, and before the first draw.
    """
    if tournament.format.draw != "mitchell" or not tournament.rounds:
        return {}
    order = tournament.rounds[0].order
    tables = (len(order) + 1) // 2
    return {pair: "north" if at < tables else "east" for at, pair in enumerate(order)}


def values(tournament: Tournament) -> Values:
    """Return the value of each compared deal to each pair, by pair and deal."""
    if tournament.format.of_fours:
        return team_values(tournament)
    return values_of(results(tournament), tournament.format.comparison)


def counted(tournament: Tournament, own: Values) -> Values:
    """Return the values that count: a deal that bots played for a pair does so for the others."""
    absent = {
        (pair, game.deal)
        for played in tournament.rounds
        for game in played.games
        for pair in game.absent
    }
    return {at: value for at, value in own.items() if at not in absent}


def ranked_pairs(tournament: Tournament, own: Values) -> tuple[DuplicateRow, ...]:
    """Rank all pairs by the value of their deals less penalties, the best of each line first.

    `own`: the values of the tournament. Match points are a share in percent, of which a penalty
    takes as many.
    """
    method = tournament.format.comparison
    deals: dict[int, list[Fraction]] = {team.number: [] for team in tournament.teams}
    for (pair, _), value in counted(tournament, own).items():
        deals[pair].append(value)

    def row(pair: int, penalty: int) -> DuplicateRow:
        value = scaled(total_of(deals[pair], method), method) if deals[pair] else Fraction(0)
        return DuplicateRow(pair=pair, deals=len(deals[pair]), value=value - penalty)

    line = lines(tournament)
    rows = [row(team.number, team.penalty) for team in tournament.teams]
    return tuple(
        one for each in _LINES for one in ranked(it for it in rows if line.get(it.pair, "") == each)
    )


def by_round(tournament: Tournament, own: Values) -> dict[int, tuple[float | None, ...]]:
    """Return the value of each drawn round to each pair; None where no deal of it is compared."""
    compared = counted(tournament, own)
    result: dict[int, tuple[float | None, ...]] = {team.number: () for team in tournament.teams}
    for played in tournament.rounds:
        deals: dict[int, list[Fraction]] = {}
        for game in played.games:
            for pair in (*game.sides[0], *game.sides[1]):
                if (pair, game.deal) in compared:
                    deals.setdefault(pair, []).append(compared[pair, game.deal])
        for pair in result:
            result[pair] += (_shown(deals.get(pair), tournament.format.comparison),)
    return result


def _shown(values: Sequence[Fraction] | None, method: Method) -> float | None:
    return round(float(scaled(total_of(values, method), method)), 2) if values else None


def scaled(value: Fraction, method: Method) -> Fraction:
    """Convert a value for display: match points to percent."""
    return 100 * value if method == "matchpoints" else value


def above_average(tournament: Tournament, own: Values) -> Counter[int]:
    """Count the deals on which each pair did better than the average of the others."""
    average = Fraction(1, 2) if tournament.format.comparison == "matchpoints" else Fraction(0)
    above = counted(tournament, own).items()
    return Counter(pair for (pair, _), value in above if value > average)
