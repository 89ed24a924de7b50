"""Prizes, entry fees and takings: who wins what, and sums in cents that add up.

A prize names its kind, which finds the winners (`WINNERS`). Money is whole cents throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Final

import msgspec

from rebelote.tournament.formats import Prize, PrizeKind
from rebelote.tournament.standings import Row, standings
from rebelote.tournament.state import Tournament

PERCENT: Final = 100
Winners = tuple[int, tuple[int, ...]]
"""The place that a prize is for, 0 where it is for none; and the teams that share it."""
_Find = Callable[[Tournament, Sequence[Row], Prize], Iterator[Winners]]
_Cents = Annotated[int, msgspec.Meta(ge=0)]


class Won(msgspec.Struct, frozen=True, kw_only=True):
    """A prize that a team has won.

    Attributes:
        kind: The kind of the prize, `mark` and `round` as the prize has them.
        place: The place that it is for; 0 for another prize.
        team: The winner.
        shared: The number of teams that share it.
        text: A thing, or a remark.
        cents: The money of this team.
    """

    kind: PrizeKind
    place: int
    team: int
    shared: int
    text: str = ""
    cents: _Cents = 0
    mark: str = ""
    round: int = 0


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """The money of a tournament, in cents: `takings` are `paid_out` and `left`.

    `due`: what all entrants are to pay; `fund`: the sum for prizes; `left` is negative where more
    is paid out than there is. `prizes`: as they are won by the standing now.
    """

    due: int
    takings: int
    fund: int
    paid_out: int
    left: int
    prizes: tuple[Won, ...]


def _by_place(_: Tournament, rows: Sequence[Row], prize: Prize) -> Iterator[Winners]:
    """Yield the places of a prize that are taken; a shared place stands for as many as share it."""
    last = min(prize.last or len(rows), len(rows))
    for place in range(prize.first, last + 1, prize.every):
        rank = max((row.rank for row in rows if row.rank <= place), default=0)
        equal = tuple(row.team for row in rows if row.rank == rank)
        if rank and place < rank + len(equal):
            yield place, equal


def _last(_: Tournament, rows: Sequence[Row], __: Prize) -> Iterator[Winners]:
    worst = max((row.rank for row in rows), default=0)
    if worst > 1:
        yield 0, tuple(row.team for row in rows if row.rank == worst)


def _best_game(_: Tournament, rows: Sequence[Row], prize: Prize) -> Iterator[Winners]:
    """Yield who made the most points in a game, of one round or of all; sitting out is none.

    In a duplicate it is the best value of a round.
    """
    best = {row.team: max(_points(row, prize.round), default=0) for row in rows}
    most = max(best.values(), default=0)
    if most:
        yield 0, tuple(team for team, points in best.items() if points == most)


def _points(row: Row, round: int) -> list[float]:
    shown = row.by_round[round - 1 : round] if round else row.by_round
    return [points for points in shown if points is not None]


def _marked(tournament: Tournament, rows: Sequence[Row], prize: Prize) -> Iterator[Winners]:
    """Yield the best placed of those with a mark."""
    marked = [row for row in rows if prize.mark in tournament.teams[row.team - 1].marks]
    best = min((row.rank for row in marked), default=0)
    if best:
        yield 0, tuple(row.team for row in marked if row.rank == best)


def _most_counted(tournament: Tournament, rows: Sequence[Row], prize: Prize) -> Iterator[Winners]:
    """Yield who has the most of what is counted beside the totals; nobody has won with none."""
    at = tournament.format.counts.index(prize.kind)
    counted = {row.team: row.counts[at] for row in rows}
    most = max(counted.values(), default=0)
    if most:
        yield 0, tuple(team for team, count in counted.items() if count == most)


WINNERS: Final[dict[PrizeKind, _Find]] = {
    "place": _by_place,
    "last": _last,
    "best-game": _best_game,
    "mark": _marked,
    "roem": _most_counted,
    "nat": _most_counted,
    "pit": _most_counted,
}
"""The winners of a prize, each with the place that it is for, by its kind."""


def prizes_won(tournament: Tournament) -> tuple[Won, ...]:
    """Return the prizes as they are won by the standing now, in the order of the format.

    A team wins a prize that is not for a place only once where the format says so; it goes to the
    next best. In a mitchell both lines have their own places, and half of the fund.
    """
    played = [
        _without_byes(tournament, row) for row in standings(tournament) if row.rank and row.played
    ]
    lines = [[row for row in played if row.line == line] for line in ("", "north", "east")]
    ranked = [rows for rows in lines if rows]
    fund = _fund(tournament) // max(1, len(ranked))
    return tuple(won for rows in ranked for won in _divided(tournament, rows, fund))


def _without_byes(tournament: Tournament, row: Row) -> Row:
    """Return a row without the points of rounds in which the team sat out."""
    shown = zip(row.by_round, tournament.rounds, strict=False)
    own = tuple(None if row.team in one.byes else points for points, one in shown)
    return msgspec.structs.replace(row, by_round=own)


def _divided(tournament: Tournament, rows: Sequence[Row], fund: int) -> Iterator[Won]:
    winners = list(_all_winners(tournament, rows))
    percents = [prize.percent for prize, _, _ in winners]
    shares = _shares(fund, percents, tournament.format.unit)
    for (prize, place, teams), share in zip(winners, shares, strict=True):
        yield from _of_each(prize, place, teams, prize.cents + share)


def _all_winners(
    tournament: Tournament, rows: Sequence[Row]
) -> Iterator[tuple[Prize, int, tuple[int, ...]]]:
    """Yield each prize with its place and its winners, the things by place first."""
    format, has = tournament.format, set[int]()
    things = (Prize(first=at, last=at, text=text) for at, text in enumerate(format.prizes, 1))
    for prize in (*things, *format.awards):
        once = format.prize_once and prize.kind != "place"
        free = [row for row in rows if not (once and row.team in has)]
        for place, teams in WINNERS[prize.kind](tournament, free, prize):
            has.update(teams)
            yield prize, place, teams


def _shares(fund: int, percents: Sequence[int], unit: int) -> list[int]:
    """Return the part of the fund of each: whole units; units left over go to the first ones."""
    shares = [fund * percent // PERCENT // unit * unit for percent in percents]
    left = (fund * sum(percents) // PERCENT - sum(shares)) // unit
    some = [at for at, percent in enumerate(percents) if percent]
    for at in some[:left]:
        shares[at] += unit
    return shares


def _of_each(prize: Prize, place: int, teams: Sequence[int], cents: int) -> Iterator[Won]:
    """Yield the share of each winner; cents left over go to the lowest numbers."""
    each, more = divmod(cents, len(teams))
    for at, team in enumerate(sorted(teams)):
        yield Won(
            kind=prize.kind,
            place=place,
            team=team,
            shared=len(teams),
            text=prize.text,
            cents=each + (at < more),
            mark=prize.mark,
            round=prize.round,
        )


def _takings(tournament: Tournament) -> int:
    return sum(team.paid for team in tournament.teams)


def _fund(tournament: Tournament) -> int:
    """Return the sum for prizes: the share of the takings that the format gives to them."""
    return _takings(tournament) * tournament.format.fund // PERCENT


def money(tournament: Tournament) -> Money:
    """Return the takings, and what becomes of them by the standing now."""
    takings, prizes = _takings(tournament), prizes_won(tournament)
    paid_out = sum(won.cents for won in prizes)
    return Money(
        due=tournament.format.fee * len(tournament.here),
        takings=takings,
        fund=_fund(tournament),
        paid_out=paid_out,
        left=takings - paid_out,
        prizes=prizes,
    )
