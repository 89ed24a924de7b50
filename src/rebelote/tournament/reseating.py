"""Changes by hand of who plays whom, as a secretary thinks of them; each is one `Reseated` entry.

Results go with the table: those who really sat there have played them. A secretary may take them
back first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count, pairwise

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament import cup
from rebelote.tournament.comparison import meetings_of
from rebelote.tournament.draws import scheduled_opponent
from rebelote.tournament.entries import Cleared, Entered, Entry, Reseated, Seat, Sides
from rebelote.tournament.fours import at_two_tables
from rebelote.tournament.standings import winner
from rebelote.tournament.state import Game, Round, Tournament, after, rounds_before_finals


class Repair(msgspec.Struct, frozen=True):
    """A team of a knock-out that plays on although a corrected result has put it out.

    `winner`: the team that is to play in its place, in this round.
    """

    round: int
    team: int
    winner: int


def round_of(tournament: Tournament, number: int) -> Round:
    """Return a round, from 1. IllegalActionError `no-such-game`."""
    if not 1 <= number <= len(tournament.rounds):
        raise IllegalActionError("no-such-game")
    return tournament.rounds[number - 1]


def exchanged(
    tournament: Tournament,
    round: int,
    pairs: Iterable[tuple[int, int]],
    reason: str,
    kept: bool = False,
) -> Reseated:
    """Put the teams, or players of a mêlée, of each pair in each other's place in a round.

    A place may be a game, a bye, or none. IllegalActionError `no-such-game` where nobody has one.
    """
    played, there = round_of(tournament, round), list(pairs)
    instead = {one: other for pair in there for one, other in (pair, pair[::-1])}
    seats = tuple(
        Seat(number, changed, game.table, game.deal)
        for number, game in enumerate(played.games, 1)
        if (changed := _exchange(game.sides, instead)) != game.sides
    )
    if not seats:
        raise IllegalActionError("no-such-game")
    byes = tuple(instead.get(team, team) for team in played.byes)
    return Reseated(round=round, seats=seats, byes=byes, reason=reason, kept=kept)


def _exchange(sides: Sides, instead: Mapping[int, int]) -> Sides:
    first, second = (tuple(instead.get(one, one) for one in side) for side in sides)
    return first, second


def with_table(tournament: Tournament, round: int, sides: Sides, reason: str) -> Reseated:
    """Seat sides without a game at a table more; in a duplicate where the movement has them.

    IllegalActionError `wrong-sides` where it does not.
    """
    played = round_of(tournament, round)
    byes = tuple(one for one in played.byes if one not in (*sides[0], *sides[1]))
    added = tuple(
        msgspec.structs.replace(seat, game=number)
        for number, seat in enumerate(_games_of(tournament, round, sides), len(played.games) + 1)
    )
    return Reseated(round=round, seats=added, byes=byes, reason=reason)


def _games_of(tournament: Tournament, round: int, sides: Sides) -> Sequence[Seat]:
    """Return the games of two sides in a round, one for each deal of a duplicate."""
    format = tournament.format
    if format.by_movement:
        meetings, _ = meetings_of(tournament, tournament.rounds[0].order, round - 1)
        for one in meetings:
            if set(one.sides) == set(sides):
                return [Seat(0, one.sides, one.table, deal) for deal in one.deals]
        raise IllegalActionError("wrong-sides")
    if format.of_fours:
        tables = 2 * -(-max(game.table for game in round_of(tournament, round).games) // 2)
        both = at_two_tables((sides,), round, format.deals)
        return [Seat(0, one, tables + table, deal) for one, table, deal in both]
    if format.way.by_number:
        taken = {game.table for game in round_of(tournament, round).games}
        return [Seat(0, sides, next(table for table in count(1) if table not in taken))]
    return [Seat(0, sides)]


def waiting_for(tournament: Tournament, late: int) -> Sides | None:
    """Return the sides of a late team and the opponents who sit out; None where nobody waits.

    In a mêlée three who sit out and a late player make a table.
    """
    if not tournament.rounds:
        return None
    byes = [one for one in tournament.rounds[-1].byes if one != late]
    if tournament.format.entrants == "melee":
        return ((late, byes[0]), (byes[1], byes[2])) if len(byes) == 3 else None
    if tournament.format.scheduled:
        byes = [one for one in byes if one == scheduled_opponent(tournament, late)]
    return ((late,), (byes[0],)) if byes else None


def late(tournament: Tournament, name: str, reason: str) -> list[Entry]:
    """Return the entries of a team that comes late: it plays those who sit out, if any."""
    entered = Entered(name)
    there = after(tournament, entered)
    return [entered, *_with_waiting(there, len(there.teams), reason)]


def _with_waiting(tournament: Tournament, late: int, reason: str) -> list[Reseated]:
    sides = waiting_for(tournament, late)
    return [with_table(tournament, len(tournament.rounds), sides, reason)] if sides else []


def taken_back(tournament: Tournament, entry: Reseated) -> list[Cleared]:
    """Return the entries that take back the results of the tables that a change touches."""
    games = round_of(tournament, entry.round).games
    return [
        Cleared(entry.round, seat.game)
        for seat in entry.seats
        if seat.game <= len(games) and games[seat.game - 1].started
    ]


def repairs(tournament: Tournament) -> tuple[Repair, ...]:
    """Return the teams of the knock-out that a corrected result has put out, in its last round."""
    if tournament.format.is_knock_out:
        return _repairs_of_cup(tournament)
    before = rounds_before_finals(tournament)
    return tuple(
        Repair(number, loser, won)
        for number, (earlier, later) in enumerate(pairwise(tournament.rounds[before:]), before + 2)
        for won, loser in (_result(tournament, game) for game in earlier.games if game.over)
        if loser in later.seated and won not in later.seated
    )


def _repairs_of_cup(tournament: Tournament) -> tuple[Repair, ...]:
    """Return the same where a loser may play on for the third place or in the consolation."""
    seats = [cup.main_seats(tournament, number) for number in range(1, len(tournament.rounds) + 1)]
    return tuple(
        Repair(number, loser, won)
        for number, (played, before, now) in enumerate(
            zip(tournament.rounds, seats, seats[1:], strict=False), 2
        )
        for won, loser in (_result(tournament, game) for game in played.games if game.over)
        if won in before and loser in now and won not in now and tournament.teams[won - 1].here
    )


def _result(tournament: Tournament, game: Game) -> tuple[int, int]:
    """Return the winner and the loser of a game of the knock-out."""
    side = winner(tournament.format, game)
    return game.sides[side][0], game.sides[1 - side][0]
