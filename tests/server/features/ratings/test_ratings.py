"""Ratings and their intervals, from people of known strength."""

from __future__ import annotations

import math
from random import Random
from statistics import correlation, fmean, median

import pytest
from volume import volume

from rebelote import bots
from rebelote.server.base.protocol.schemas import Rated
from rebelote.server.features.ratings import ratings
from rebelote.server.features.ratings.ratings import (
    ANCHORS,
    DAY,
    DRIFT,
    ODDS_OF_E,
    START,
    UNSURE,
    RatedPlayer,
    Rating,
)

FOUR = (0, 1, 0, 1)
THREE = (0, 1, 2)


def ranks(values: list[float]) -> list[int]:
    """Return the place of each in ascending order."""
    places = dict(zip(sorted(values), range(len(values)), strict=True))
    return [places[value] for value in values]


class Population:
    """People with a true strength that wanders from day to day, who play and are rated.

    True strengths are normal around `START` with the deviation `spread`. Each day a person looks
    for a table as often as it takes for everybody to play `a_day` matches; of three times as many
    as there are seats those rated nearest join, and one seat in eight has a bot. The odds between
    sides follow from the sums of their true strengths, on the scale of the ratings; of three the
    places are drawn in that way too.
    """

    def __init__(self, seed: int, sides: tuple[int, ...], spread: float, people: int = 200) -> None:
        self.chance = Random(seed)
        self.sides = sides
        self.true = [self.chance.gauss(START, spread) for _ in range(people)]
        self.rated = [Rating()] * people
        self.day = 0

    def live(self, days: int, a_day: float) -> None:
        for _ in range(days):
            self.day += 1
            self.true = [strength + self.chance.gauss(0, DRIFT) for strength in self.true]
            for _ in range(round(len(self.true) * a_day / len(self.sides))):
                self.play(self.table())

    def table(self) -> list[int | str]:
        """Draw the players of a table: people by number, or a bot's level."""
        first = self.chance.randrange(len(self.true))
        mine = self.rated[first].mu
        waiting = self.chance.sample(range(len(self.true)), 3 * len(self.sides))
        others = sorted(set(waiting) - {first}, key=lambda other: abs(self.rated[other].mu - mine))
        seated: list[int | str] = [first, *others[: len(self.sides) - 1]]
        self.chance.shuffle(seated)
        return [
            self.chance.choice(bots.LEVELS) if self.chance.random() < 1 / 8 else who
            for who in seated
        ]

    def strength(self, who: int | str) -> float:
        return ANCHORS[who] if isinstance(who, str) else self.true[who]

    def play(self, seated: list[int | str]) -> None:
        now = self.day * DAY
        players = [
            RatedPlayer(who) if isinstance(who, str) else RatedPlayer("club", self.rated[who])
            for who in seated
        ]
        result = ratings.after(players, self.sides, self.outcome(seated), now)
        for who, rating in zip(seated, result, strict=True):
            if isinstance(who, int):
                assert rating is not None
                self.rated[who] = rating

    def outcome(self, seated: list[int | str]) -> list[int]:
        """Return the places of the sides, drawn by their true odds."""
        count = max(self.sides) + 1
        scale = ODDS_OF_E * len(seated) / count
        luck = [-math.log(-math.log(self.chance.random())) for _ in range(count)]
        for who, side in zip(seated, self.sides, strict=True):
            luck[side] += self.strength(who) / scale
        return [sum(other > mine for other in luck) for mine in luck]

    def covered(self) -> float:
        """Return the share of people whose true strength lies within their interval."""
        now = [ratings.at(rating, self.day * DAY) for rating in self.rated]
        hit = [
            abs(true - rating.mu) <= ratings.NORMAL_95 * rating.sigma
            for true, rating in zip(self.true, now, strict=True)
        ]
        return fmean(hit)

    def in_order(self) -> float:
        """Return Spearman's correlation of the ranks by rating and by true strength."""
        return correlation(ranks(self.true), ranks(self.estimates()))

    def estimates(self) -> list[float]:
        return [rating.mu for rating in self.rated]

    def half(self) -> float:
        """Return the median of half the interval."""
        return median(ratings.shown(rating, self.day * DAY).interval for rating in self.rated)


@pytest.mark.parametrize(
    "sides, days, a_day, order",
    [
        (FOUR, 30, 1.0, 0.65),
        pytest.param(FOUR, 120, 2.0, 0.9, marks=pytest.mark.full),
        (THREE, 30, 1.0, 0.9),
        pytest.param(THREE, 120, 1.0, 0.9, marks=pytest.mark.full),
    ],
)
def test_the_true_order_is_found_and_intervals_hold_what_they_say(
    sides: tuple[int, ...], days: int, a_day: float, order: float
) -> None:
    """This holds for several populations, none of which the model was fitted to."""
    populations = [
        Population(seed, sides, spread=UNSURE) for seed in range(101, 101 + volume(2, 5))
    ]
    for population in populations:
        population.live(days, a_day)
    assert 0.93 <= fmean(population.covered() for population in populations) <= 0.97
    assert fmean(population.in_order() for population in populations) >= order


def test_intervals_hold_nearly_as_much_where_people_differ_less_or_more() -> None:
    """People lie closer together, or further apart, than is assumed."""
    for spread in (100, 200):
        populations = [Population(seed, FOUR, spread) for seed in range(101, 101 + volume(1, 3))]
        for population in populations:
            population.live(60, 1.0)
        assert 0.85 <= fmean(population.covered() for population in populations) <= 0.98


# --- one match ------------------------------------------------------------------------------------

NOW = 20_000 * DAY
EVEN = Rating(1500.0, 80.0, 50, NOW)


def people(count: int = 4) -> list[RatedPlayer]:
    return [RatedPlayer("club", EVEN) for _ in range(count)]


def rated(players: list[RatedPlayer], places: tuple[int, ...]) -> list[Rating]:
    sides = FOUR if len(players) == 4 else THREE
    result = ratings.after(players, sides, places, NOW)
    assert all(rating is not None for rating in result)
    return [rating for rating in result if rating is not None]


def leaves(players: list[RatedPlayer], seat: int) -> list[RatedPlayer]:
    return [
        RatedPlayer(player.level, player.rating, left=player.left or number == seat)
        for number, player in enumerate(players)
    ]


def test_every_level_has_a_fixed_rating_higher_than_that_of_the_level_below() -> None:
    assert tuple(ratings.ANCHORS) == bots.LEVELS
    assert list(ratings.ANCHORS.values()) == sorted(ratings.ANCHORS.values())


def test_winners_gain_what_losers_lose_and_all_are_known_better() -> None:
    won, lost, too, also = rated(people(), (0, 1))
    assert won == too and lost == also
    assert won.mu - EVEN.mu == pytest.approx(EVEN.mu - lost.mu) and won.mu > EVEN.mu
    assert won.sigma < EVEN.sigma and won.matches == 51


def test_of_three_the_second_stands_between() -> None:
    first, third, second = rated(people(3), (0, 2, 1))
    assert first.mu > second.mu > third.mu


def test_a_bot_stands_still_and_a_stronger_one_takes_less() -> None:
    def beaten_by(level: str) -> float:
        players = [
            RatedPlayer("club", EVEN),
            RatedPlayer(level),
            RatedPlayer("club", EVEN),
            RatedPlayer(level),
        ]
        me, bot, _, other = ratings.after(players, FOUR, (1, 0), NOW)
        assert bot is None and other is None and me is not None
        return EVEN.mu - me.mu

    lost = [beaten_by(level) for level in bots.LEVELS]
    assert lost == sorted(lost, reverse=True)


def test_every_level_of_the_bots_has_its_place() -> None:
    assert tuple(ANCHORS) == bots.LEVELS
    assert list(ANCHORS.values()) == sorted(ANCHORS.values())


@pytest.mark.parametrize("leaver", range(4))
def test_who_leaves_has_lost_and_who_is_left_loses_nothing(leaver: int) -> None:
    partner = (leaver + 2) % 4
    for places in ((0, 1), (1, 0)):
        result = rated(leaves(people(), leaver), places)
        assert result[leaver].mu < EVEN.mu
        assert result[partner].mu >= EVEN.mu
        if places[leaver % 2] == 0:
            assert result[partner].mu > EVEN.mu
        else:
            assert result[partner] == EVEN


def test_who_is_left_never_ends_worse_than_with_the_bot_as_partner() -> None:
    """This holds for many matches of people of any strength."""
    chance = Random(5)
    for _ in range(volume(50, 300)):
        players = [
            RatedPlayer(chance.choice(bots.LEVELS), Rating(chance.gauss(1500, 150), 90.0, 9, NOW))
            for _ in range(4)
        ]
        places = chance.choice([(0, 1), (1, 0)])
        with_the_bot = [*players]
        with_the_bot[2] = RatedPlayer(players[2].level)
        left = ratings.after(leaves(players, 2), FOUR, places, NOW)[0]
        beside_a_bot = ratings.after(with_the_bot, FOUR, places, NOW)[0]
        before = players[0].rating
        assert left is not None and beside_a_bot is not None and before is not None
        assert left.mu >= max(before.mu, beside_a_bot.mu)


def test_a_player_who_leaves_a_side_that_wins_has_lost_all_the_same() -> None:
    won = rated(leaves(people(), 0), (0, 1))[0]
    lost = rated(leaves(people(), 0), (1, 0))[0]
    assert won == lost


def test_two_who_leave_together_have_both_lost() -> None:
    result = rated(leaves(leaves(people(), 0), 2), (1, 0))
    assert result[0].mu < EVEN.mu and result[2].mu < EVEN.mu


def test_beating_those_who_left_counts_as_beating_the_bots() -> None:
    strong = Rating(1900.0, 60.0, 50, NOW)
    players = [RatedPlayer("beginner", EVEN), RatedPlayer("beginner", strong), *people(2)]
    whole = rated(players, (0, 1))[0].mu
    left = rated(leaves(players, 1), (0, 1))[0].mu
    assert EVEN.mu < left < whole


# --- time -----------------------------------------------------------------------------------------


def test_time_takes_certainty_and_no_points() -> None:
    later = [ratings.at(EVEN, NOW + days * DAY) for days in (0, 10, 100, 1000, 100_000)]
    assert {rating.mu for rating in later} == {EVEN.mu}
    widths = [rating.sigma for rating in later]
    assert widths == sorted(widths) and widths[0] == EVEN.sigma and widths[-1] == UNSURE
    assert ratings.at(EVEN, NOW - DAY) == EVEN


def test_a_rating_is_provisional_while_wide_and_again_after_a_long_absence() -> None:
    assert ratings.shown(Rating(), NOW).provisional
    settled = Rating(1540.4, 40.0, 100, NOW)
    assert ratings.shown(settled, NOW) == Rated(1540, 78, False)
    assert ratings.shown(settled, NOW + 730 * DAY).provisional


def test_the_cautious_value_is_the_lower_end() -> None:
    assert ratings.cautious(EVEN, NOW) == pytest.approx(1500 - 1.96 * 80)


def test_places_follow_the_winner_then_the_marks() -> None:
    assert ratings.places((90, 101, 100), 1) == (2, 0, 1)
    assert ratings.places((101, 101, 30), 1) == (1, 0, 2)
    assert ratings.places((50, 101, 50), 1) == (1, 0, 1)
