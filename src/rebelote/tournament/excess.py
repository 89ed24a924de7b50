"""Points above the target of a game to a target (*grote kaarting*): tallied, or carried over.

Tallied, they are counted separately. Carried over, a side begins its next game with its points
above the target; the entered totals include them, as on paper.
"""

from __future__ import annotations

from collections import Counter

from rebelote.rules.match import excess
from rebelote.tournament.formats import Format
from rebelote.tournament.state import Game, Tournament

Points = tuple[int, int]


def above_target(format: Format, game: Game) -> Points:
    """Return the points of both sides above the target in a played game."""
    if game.score is None:
        return 0, 0
    first, second = excess(game.score.points, format.rules)
    return first, second


def starts(tournament: Tournament) -> tuple[tuple[Points, ...], ...]:
    """Return the starting points of both sides in each game, by round; empty if none carry over."""
    return _carried(tournament)[0]


def carried(tournament: Tournament) -> Counter[int]:
    """Return the points with which each team will begin its next game."""
    return _carried(tournament)[1]


def tallied(tournament: Tournament) -> Counter[int]:
    """Add up the points above the target in all games, by team or player."""
    total: Counter[int] = Counter()
    for played in tournament.rounds:
        for game in played.games:
            for side, above in zip(game.sides, above_target(tournament.format, game), strict=True):
                total.update({team: above for team in side if team not in game.absent})
    return total


def _carried(tournament: Tournament) -> tuple[tuple[tuple[Points, ...], ...], Counter[int]]:
    """Return the starting points of all games, and by team the points still to be carried over.

    A team that sits out or whose opponents do not come keeps them for the next game; a team that
    does not come loses them.
    """
    own: Counter[int] = Counter()
    rounds: list[tuple[Points, ...]] = []
    for played in tournament.rounds:
        sides = (game.sides for game in played.games)
        rounds.append(tuple((own[one[0]], own[other[0]]) for one, other in sides))
        for game in played.games if tournament.format.excess == "carry" else ():
            for side, above in enumerate(above_target(tournament.format, game)):
                if game.score is not None or game.forfeit == side:
                    own[game.sides[side][0]] = above
    return tuple(rounds), own
