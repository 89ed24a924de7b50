"""A knock-out from the first round on, with byes, a game for the third place and a consolation.

The games of the knock-out itself come first in a round, then that for the third place, then those
of the consolation, in which the losers of the first round play on among themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.entries import Drawn, Sides
from rebelote.tournament.formats import Format
from rebelote.tournament.lots import in_order_of_lots
from rebelote.tournament.pairing import Met
from rebelote.tournament.standings import defeats, winner
from rebelote.tournament.state import Game, Round, Tournament
from rebelote.tournament.wishes import paired_by_wish

Pairs = Sequence[tuple[int, int]]


def drawn(tournament: Tournament, phrase: str, met: Met) -> Drawn:
    """Draw the next round: the first by lots, each later one the first left against the last.

    `met`: those who are to be kept apart. IllegalActionError `no-more-rounds`.
    """
    if not tournament.rounds:
        return _first(tournament, phrase, met)
    main, byes = _paired(alive(tournament), met)
    third = _for_third_place(tournament) if len(main) == 1 else []
    others = [team for team in _in_consolation(tournament) if team not in third]
    consolation, idle = _paired(others, met)
    games = (*main, *_paired(third, met)[0], *consolation)
    if not games:
        raise IllegalActionError("no-more-rounds")
    return Drawn(phrase=phrase, games=sides(games), byes=(*byes, *idle))


def _first(tournament: Tournament, phrase: str, met: Met) -> Drawn:
    """Draw byes and opponents by lots, so that a power of two is left after the round."""
    order = in_order_of_lots(phrase, "1", tournament.here)
    byes = order[: (1 << (len(order) - 1).bit_length()) - len(order)]
    games = paired_by_wish(order[len(byes) :], met)
    return Drawn(phrase=phrase, games=sides(games), byes=tuple(byes), order=tuple(order))


def sides(pairs: Pairs) -> tuple[Sides, ...]:
    """Write pairs of teams as the sides of games."""
    return tuple(((one,), (other,)) for one, other in pairs)


def _paired(left: Sequence[int], met: Met) -> tuple[Pairs, Sequence[int]]:
    """Pair the first with the last, and so on; of an odd number the first sits out."""
    if len(left) < 2:
        return [], []
    odd = len(left) % 2
    return paired_by_wish(left[odd:], met, far=True), left[:odd]


def alive(tournament: Tournament) -> list[int]:
    """Return the teams that are here and have not lost: byes, then winners, in order."""
    last, lost = tournament.rounds[-1], defeats(tournament)
    won = (*last.byes, *winners(tournament.format, last))
    return [team for team in won if team not in lost and _is_here(tournament, team)]


def winners(format: Format, played: Round) -> list[int]:
    """Return the winners of the games of a round, in order."""
    return [game.sides[winner(format, game)][0] for game in played.games]


def _in_consolation(tournament: Tournament) -> list[int]:
    """Return the losers of the first round who have not lost again."""
    if not tournament.format.consolation:
        return []
    last, lost = tournament.rounds[-1], defeats(tournament)
    return [
        team
        for team in (*last.byes, *_members(last.games))
        if lost.get(team) == [1] and _is_here(tournament, team)
    ]


def _for_third_place(tournament: Tournament) -> list[int]:
    """Return both losers of the semi-finals where they play for the third place, and are here."""
    number, lost = len(tournament.rounds), defeats(tournament)
    losers = [
        team
        for team in _members(tournament.rounds[-1].games)
        if lost.get(team) == [number] and _is_here(tournament, team)
    ]
    return losers if tournament.format.third_place and len(losers) == 2 else []


def main_seats(tournament: Tournament, number: int) -> list[int]:
    """Return the teams with a game of the knock-out itself in a round, from 1."""
    played = tournament.rounds[number - 1]
    games = [played.games[one - 1] for one in played.main if one <= len(played.games)]
    return _members(games or played.games[: main_count(tournament, number)])


def main_count(tournament: Tournament, number: int) -> int:
    """Return how many games the knock-out itself has at most in a round, from 1."""
    size = len(tournament.rounds[0].order) if tournament.rounds else len(tournament.here)
    return (1 << (size - 1).bit_length()) >> number


def _members(games: Iterable[Game]) -> list[int]:
    return [team for game in games for side in game.sides for team in side]


def _is_here(tournament: Tournament, team: int) -> bool:
    return tournament.teams[team - 1].here
