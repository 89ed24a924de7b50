"""An evening of duplicate: which deals are played where, and what each was worth by comparison.

Who sits North and South is the first side of a game. A deal that a table has yet to play is hidden:
what it was worth elsewhere would say something of its cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from rebelote.club.duplicate import (
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
from rebelote.club.entries import Sides
from rebelote.club.event import Event, Game, Round, rounds_before_finals
from rebelote.club.fours import team_values

_with: Final = msgspec.structs.replace
Line = Literal["", "north", "east"]
"""The line of a pair that keeps its seats all evening: North and South, or East and West."""
_LINES: Final[tuple[Line, ...]] = ("north", "east", "")


class Planned(msgspec.Struct, frozen=True):
    """Who plays which deals at a table in a round."""

    table: int
    sides: Sides
    deals: range


def meetings_of(
    event: Event, order: Sequence[int], round: int
) -> tuple[tuple[Planned, ...], tuple[int, ...]]:
    """Who plays in a round of the movement, counted from 0, and who sits out.

    `order`: the numbers of the teams in the order of the lots. Who has left leaves byes.
    """
    planned: list[Planned] = []
    byes: list[int] = []
    for one in movement(event.format.draw, len(order))[round]:
        pairs = [order[at - 1] for at in (one.north, one.east) if at <= len(order)]
        here = [pair for pair in pairs if pair in event.here]
        if len(here) == 2:
            deals = deals_of(one.set, event.format.deals)
            planned.append(Planned(one.table, ((here[0],), (here[1],)), deals))
        else:
            byes += here
    return tuple(planned), tuple(byes)


def results(event: Event) -> tuple[Result, ...]:
    """What was written of each deal at each table; nothing of one that was not played."""
    return tuple(
        Result(game.deal, game.sides[0][0], game.sides[1][0], game.score.points)
        for played in event.rounds
        for game in played.games
        if game.score is not None
    )


def to_be_played(event: Event) -> frozenset[int]:
    """The deals that a table has yet to play, by the movement as it goes on."""
    if not event.rounds:
        return frozenset()
    left = {game.deal for played in event.rounds for game in played.games if not game.over}
    to_come = range(len(event.rounds), rounds_before_finals(event))
    for round in to_come if event.format.by_movement else ():
        for one in meetings_of(event, event.rounds[0].order, round)[0]:
            left.update(one.deals)
    return frozenset(left)


def shown(event: Event) -> Event:
    """An event as players may see it: with no result of a deal that a table has yet to play."""
    hidden = to_be_played(event)

    def seen(played: Round) -> Round:
        return _with(played, games=tuple(map(unless_hidden, played.games)))

    def unless_hidden(game: Game) -> Game:
        if game.deal not in hidden:
            return game
        return _with(game, score=None, forfeit=None, reports=(None, None))

    return _with(event, rounds=tuple(map(seen, event.rounds)))


def lines(event: Event) -> dict[int, Line]:
    """By pair, its line in a mitchell: half of the pairs never meet, and are ranked apart.

    Empty where pairs change their seats, and before the first draw.
    """
    if event.format.draw != "mitchell" or not event.rounds:
        return {}
    order = event.rounds[0].order
    tables = (len(order) + 1) // 2
    return {pair: "north" if at < tables else "east" for at, pair in enumerate(order)}


def values(event: Event) -> Values:
    """What each pair has of each deal that was compared, by pair and deal."""
    if event.format.of_fours:
        return team_values(event)
    return values_of(results(event), event.format.comparison)


def ranked_pairs(event: Event, own: Values) -> tuple[DuplicateRow, ...]:
    """All pairs by what their deals count less their penalties, the best of each line first.

    `own`: the values of the event. Match points are a share in percent, of which a penalty takes
    as many.
    """
    method = event.format.comparison
    deals: dict[int, list[Fraction]] = {team.number: [] for team in event.teams}
    for (pair, _), value in own.items():
        deals[pair].append(value)

    def row(pair: int, penalty: int) -> DuplicateRow:
        value = scaled(total_of(deals[pair], method), method) if deals[pair] else Fraction(0)
        return DuplicateRow(pair=pair, deals=len(deals[pair]), value=value - penalty)

    line = lines(event)
    rows = [row(team.number, team.penalty) for team in event.teams]
    return tuple(
        one for each in _LINES for one in ranked(it for it in rows if line.get(it.pair, "") == each)
    )


def scaled(value: Fraction, method: Method) -> Fraction:
    """A value as it is shown: match points in percent."""
    return 100 * value if method == "matchpoints" else value


def above_average(event: Event, own: Values) -> Counter[int]:
    """On how many deals each pair did better than the others on average."""
    average = Fraction(1, 2) if event.format.comparison == "matchpoints" else Fraction(0)
    return Counter(pair for (pair, _), value in own.items() if value > average)
