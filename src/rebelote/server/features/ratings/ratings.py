"""Ratings of people and bots, with their uncertainty; no input or output.

A strength is a number with a normal error around it. Results change both after Plackett and Luce,
as Weng and Lin estimate it (JMLR 12, 2011), by the library openskill; a side is as strong as its
members together. The scale is that of the arena: where both partners are 400 above both opponents,
the odds are ten to one. `docs/ratings.md` says what was measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from rebelote.server.base.protocol.schemas import Rated

if TYPE_CHECKING:
    from openskill.models import PlackettLuce, PlackettLuceRating

START: Final = 1500.0
"""Where everybody begins; the fixed rating of a bot of level *club*."""
UNSURE: Final = 150.0
"""The standard deviation of a rating before anything was played: how much people differ."""
DRIFT: Final = 5.0
"""The standard deviation of the change of a strength in a day: certainty fades, points stay."""
NORMAL_95: Final = 1.96
"""Standard deviations in half of a 95 % interval."""
PROVISIONAL: Final = 200.0
"""A rating is provisional while half of its interval is wider than this."""
ANCHORS: Final = {
    "beginner": 1355.0,
    "regular": 1450.0,
    "club": 1500.0,
    "expert": 1550.0,
    "master": 1585.0,
}
"""The fixed ratings of the bots, by any rule set; `docs/ratings.md` derives them."""
SURE: Final = 1.0
"""The standard deviation of a bot's rating: it is known to a point."""
ODDS_OF_E: Final = 400 / math.log(10)
"""Points that make the odds e to one."""
UNSURE_ODDS: Final = 0.5
"""The share of the variance between two sides that evens out their odds: a little more than pi / 8,
which is exact for one side whose strength is normal (MacKay, Neural Computation 4, 1992)."""
LEAST_NOISE: Final = 0.05
"""The least noise left, as a share of what it is between strengths that are known."""
DAY: Final = 86_400.0


class Rating(msgspec.Struct, frozen=True):
    """A strength: its estimate, the standard deviation around it, and the matches behind it.

    `changed`: the time of the last match it counts, in seconds since 1970.
    """

    mu: float = START
    sigma: float = UNSURE
    matches: int = 0
    changed: float = 0.0


class RatedPlayer(msgspec.Struct, frozen=True):
    """The player in a seat: a person of this rating, or without a rating a bot of this level.

    `left`: whether the person did not sit there at the end, and a bot of this level did.
    """

    level: str
    rating: Rating | None = None
    left: bool = False


# --- time, and what is shown ----------------------------------------------------------------------


def at(rating: Rating, now: float) -> Rating:
    """Widen a rating by the time since its last match; never beyond that of a new player."""
    days = max(0.0, now - rating.changed) / DAY
    faded = min(UNSURE, math.sqrt(rating.sigma**2 + DRIFT**2 * days))
    return msgspec.structs.replace(rating, sigma=faded)


def shown(rating: Rating, now: float) -> Rated:
    """Return the rating as people see it."""
    half = NORMAL_95 * at(rating, now).sigma
    return Rated(round(rating.mu), round(half), half > PROVISIONAL)


def estimated(rating: Rating, now: float) -> Rated:
    """Return a rating of matches that do not count, which is provisional however sure it is."""
    return msgspec.structs.replace(shown(rating, now), provisional=True)


def cautious(rating: Rating, now: float) -> float:
    """Return the lower end of the interval, by which leaderboards are sorted."""
    return rating.mu - NORMAL_95 * at(rating, now).sigma


def anchor(level: str) -> Rating:
    """Return the fixed rating of a bot of this level."""
    return Rating(ANCHORS[level], SURE)


def level_of(mu: float) -> str:
    """Return the level of the bot nearest to a strength."""
    return min(ANCHORS, key=lambda level: abs(ANCHORS[level] - mu))


def band(level: str) -> tuple[float, float]:
    """Return the range of strengths for which a level's bot is nearest."""
    places = sorted(ANCHORS.values())
    ends = [-math.inf, *((one + next) / 2 for one, next in pairwise(places)), math.inf]
    at = places.index(ANCHORS[level])
    return ends[at], ends[at + 1]


# --- after a match --------------------------------------------------------------------------------


def after(
    players: Sequence[RatedPlayer], sides: Sequence[int], places: Sequence[int], now: float
) -> tuple[Rating | None, ...]:
    """Return the ratings after a match, with their uncertainty, by seat; None for bots.

    `sides`: the side of each seat; `places`: of each side, 0 for the winner. Everybody is rated by
    the match as it was for them: beside and against bots where others left, and who left has lost.
    Who was left by a partner loses nothing.
    """
    return tuple(
        None if player.rating is None else _after(players, player.rating, sides, places, seat, now)
        for seat, player in enumerate(players)
    )


def lost(before: float, after: float) -> float:
    """Return the points lost in a match, by the ratings before and after; 0 for a gain."""
    return max(0.0, before - after)


def _after(
    players: Sequence[RatedPlayer],
    rating: Rating,
    sides: Sequence[int],
    places: Sequence[int],
    seat: int,
    now: float,
) -> Rating:
    me, before, mine = players[seat], at(rating, now), sides[seat]
    lost = [place + (me.left and side == mine) * len(places) for side, place in enumerate(places)]
    seen = [_as_seen(players, other, seat, now) for other in range(len(players))]
    mu, sigma = _rated(seen, sides, lost)[seat]
    if not me.left and mu < before.mu and _was_left(players, sides, seat):
        return rating
    return Rating(mu, sigma, before.matches + 1, now)


def _as_seen(players: Sequence[RatedPlayer], other: int, seat: int, now: float) -> Rating:
    """Return another's rating as it counts for `seat`: a bot's if the other left."""
    player = players[other]
    if player.rating is None or (player.left and other != seat):
        return anchor(player.level)
    return at(player.rating, now)


def _was_left(players: Sequence[RatedPlayer], sides: Sequence[int], seat: int) -> bool:
    """Return whether a partner of `seat` did not stay to the end."""
    return any(
        player.left and sides[other] == sides[seat] and other != seat
        for other, player in enumerate(players)
    )


def _rated(
    ratings: Sequence[Rating], sides: Sequence[int], places: Sequence[int]
) -> list[tuple[float, float]]:
    """Return estimate and standard deviation by seat after these places of the sides."""
    model = _model(ratings, len(places))
    teams: list[list[PlackettLuceRating]] = [[] for _ in places]
    for side, rating in zip(sides, ratings, strict=True):
        teams[side].append(model.rating(rating.mu, rating.sigma))
    rated = [iter(team) for team in model.rate(teams, ranks=[float(place) for place in places])]
    return [_figures(rated[side]) for side in sides]


def _figures(team: Iterator[PlackettLuceRating]) -> tuple[float, float]:
    member = next(team)
    return member.mu, member.sigma


def _model(ratings: Sequence[Rating], sides: int) -> PlackettLuce:
    """Return the library's model of a match between these; it is loaded with the first.

    Nothing is forgotten from match to match, for time does that, and the interval is as wide as it
    is (the library would narrow it more slowly). The library evens out the odds by the whole
    variance of all who play; that is too much, so its noise is smaller by what is too much.
    """
    from openskill.models import PlackettLuce

    known = (ODDS_OF_E * len(ratings) / sides) ** 2
    variance = sum(rating.sigma**2 for rating in ratings)
    total = known + UNSURE_ODDS * variance * 2 / sides
    beta = math.sqrt(max(total - variance, LEAST_NOISE * known) / sides)
    return PlackettLuce(
        mu=START, sigma=UNSURE, beta=beta, kappa=1e-9, tau=0.0, gamma=lambda *_: 1.0
    )


def places(scores: Sequence[int], winner: int) -> tuple[int, ...]:
    """Return each side's place, 0 for the winner; the others by marks, equals together."""
    below = sorted({marks for side, marks in enumerate(scores) if side != winner}, reverse=True)
    return tuple(
        0 if side == winner else 1 + below.index(marks) for side, marks in enumerate(scores)
    )
