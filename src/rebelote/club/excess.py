"""Points above the target of a game to a target (*grote kaarting*): tallied, or carried over.

Tallied, they are counted apart. Carried over, a side begins its next game with what it had above
the target; the totals that are entered hold it, as they stand on the paper.
"""

from __future__ import annotations

from collections import Counter

from rebelote.club.event import Event, Game
from rebelote.club.formats import Format
from rebelote.rules.match import excess

Points = tuple[int, int]


def above_target(format: Format, game: Game) -> Points:
    """What both sides have above the target in a game that was played."""
    if game.score is None:
        return 0, 0
    first, second = excess(game.score.points, format.rules)
    return first, second


def starts(event: Event) -> tuple[tuple[Points, ...], ...]:
    """With what both sides begin each game, by round; nothing where it is not carried over."""
    return _carried(event)[0]


def carried(event: Event) -> Counter[int]:
    """By team, what it will begin its next game with."""
    return _carried(event)[1]


def tallied(event: Event) -> Counter[int]:
    """By team or player, what they had above the target in all games together."""
    total: Counter[int] = Counter()
    for played in event.rounds:
        for game in played.games:
            for side, above in zip(game.sides, above_target(event.format, game), strict=True):
                total.update(dict.fromkeys(side, above))
    return total


def _carried(event: Event) -> tuple[tuple[tuple[Points, ...], ...], Counter[int]]:
    """The starts of all games, and by team what it has not begun a game with yet.

    Who sits out, or whose opponents do not come, keeps it for the next game; who does not come
    loses it.
    """
    own: Counter[int] = Counter()
    rounds: list[tuple[Points, ...]] = []
    for played in event.rounds:
        sides = (game.sides for game in played.games)
        rounds.append(tuple((own[one[0]], own[other[0]]) for one, other in sides))
        for game in played.games if event.format.excess == "carry" else ():
            for side, above in enumerate(above_target(event.format, game)):
                if game.score is not None or game.forfeit == side:
                    own[game.sides[side][0]] = above
    return tuple(rounds), own
