"""Baloot, the example of a game of one's own that uses most of the seam (`examples/baloot`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from documented import HOME
from forked import run
from msgspec import UNSET
from needs import needs_kernel

from rebelote import games
from rebelote.rules import presets, settlements
from rebelote.rules.actions import Call, Double, NamedCall, Pass, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import Card, Trump
from rebelote.rules.options import Rules
from rebelote.rules.scoring import Settlement, Tally

SUN, HEARTS, SPADES = Take(Trump.NONE), Take(Trump.HEARTS), Take(Trump.SPADES)
PASS = Pass()


@pytest.fixture(scope="module")
def baloot() -> Iterator[Rules]:
    """The rules of the example, known for these tests."""
    before = [dict(registry) for registry in games.registries()]
    sys.path.insert(0, str(HOME))
    games.load(("examples.baloot",), trusted=True)
    yield presets.rules("baloot")
    sys.path.remove(str(HOME))
    games.restore(before)


def settled(
    rules: Rules,
    points: tuple[int, int],
    melds: tuple[int, int] = (0, 0),
    belote: tuple[int, int] = (0, 0),
    stake: int = 1,
    tricks: tuple[int, int] = (4, 4),
) -> Settlement:
    """How a deal that side 0 bought is written: a sun where the points say so."""
    sun = sum(points) == 130
    tally = Tally(
        attack=0,
        points=points,
        tricks=tricks,
        melds=melds,
        belote=belote,
        cards=sum(points) - 10,
        stake=stake,
        no_trumps=sun,
    )
    return settlements.settle(tally, 0, rules.scoring)


def test_deals_are_written_in_marks(baloot: Rules) -> None:
    for marks, points, melds, belote, stake in (
        ((9, 7), (95, 67), (0, 0), (0, 0), 1),
        ((0, 16), (76, 86), (0, 0), (0, 0), 1),
        ((8, 8), (86, 76), (0, 0), (0, 0), 1),
        ((15, 11), (75, 55), (0, 0), (0, 0), 1),
        ((0, 26), (64, 66), (0, 0), (0, 0), 1),
        ((17, 13), (85, 45), (0, 20), (0, 0), 1),
        ((30, 16), (50, 80), (100, 0), (0, 0), 1),
        ((12, 9), (70, 92), (50, 0), (0, 0), 1),
        ((2, 18), (60, 102), (20, 0), (20, 0), 1),
        ((32, 0), (100, 62), (0, 0), (0, 0), 2),
        ((48, 2), (100, 62), (0, 0), (0, 20), 3),
        ((0, 72), (60, 102), (0, 20), (0, 0), 4),
        ((52, 0), (70, 60), (0, 0), (0, 0), 2),
    ):
        assert settled(baloot, points, melds, belote, stake).marks == marks


def test_every_trick_is_25_or_44(baloot: Rules) -> None:
    assert settled(baloot, (162, 0), belote=(20, 0), tricks=(8, 0)).marks == (27, 0)
    assert settled(baloot, (0, 130), tricks=(0, 8)).marks == (0, 44)


def test_the_coffee_wins_the_match(baloot: Rules) -> None:
    assert settled(baloot, (100, 62), stake=5).wins == 0
    assert settled(baloot, (81, 81), stake=5).wins == 1
    assert settled(baloot, (100, 62), stake=4).wins is UNSET


def called(
    rules: Rules, *calls: Call, turned: str = "KH", scores: tuple[int, ...] = ()
) -> AuctionSoFar:
    """The auction after these calls, each by the seat whose turn it is."""
    so_far = AuctionSoFar(rules.auction, rules.sides, 0, Card(turned), scores=scores)
    for call in calls:
        assert call in rules.bidding.offers(so_far)
        so_far = so_far.after(rules.bidding.speaker(so_far), call)
    return so_far


def test_a_sun_may_be_said_over_a_hokum(baloot: Rules) -> None:
    of = baloot.bidding
    waiting = called(baloot, HEARTS, PASS)
    assert not of.settled(waiting) and of.offers(waiting) == (PASS, SUN)
    sun = of.contract(called(baloot, HEARTS, PASS, SUN))
    assert sun is not None and (sun.attacker, sun.trump) == (2, Trump.NONE)
    confirmed = called(baloot, HEARTS, PASS, PASS, PASS, PASS)
    assert of.settled(confirmed) and not of.over(confirmed)


def test_ashkal_is_a_sun_whose_card_goes_to_partner(baloot: Rules) -> None:
    of, ashkal = baloot.bidding, NamedCall("ashkal")
    assert ashkal not in of.offers(called(baloot, PASS))
    assert ashkal not in of.offers(called(baloot, PASS, PASS, turned="AH"))
    bought = of.contract(called(baloot, PASS, PASS, ashkal))
    assert bought is not None and (bought.attacker, bought.gets_turned) == (2, 0)


def test_stakes_are_raised_in_turn_by_the_sides(baloot: Rules) -> None:
    of = baloot.bidding
    hokum = (SPADES, PASS, PASS, PASS, PASS)
    second = (PASS, PASS, PASS, PASS, *hokum)
    raised = called(baloot, *second, PASS, Double())
    assert of.speaker(raised) == 0
    closed = called(baloot, *second, PASS, Double(), NamedCall("closed-three"))
    result = of.contract(closed)
    assert result is not None and (result.stake, result.closed) == (3, True)
    assert of.over(called(baloot, *second, PASS, PASS))
    coffee = (Double(), NamedCall("three"), NamedCall("four"), NamedCall("gahwa"))
    assert of.over(called(baloot, *second, *coffee))


def test_a_sun_is_doubled_only_by_a_side_behind(baloot: Rules) -> None:
    of = baloot.bidding
    assert of.over(called(baloot, SUN, scores=(50, 40)))
    assert Double() in of.offers(called(baloot, SUN, scores=(110, 40)))
    assert of.over(called(baloot, SUN, Double(), scores=(110, 40)))


def test_eight_passes_are_a_dead_deal(baloot: Rules) -> None:
    dead = called(baloot, *[PASS] * 8)
    assert baloot.bidding.over(dead) and baloot.bidding.contract(dead) is None


@needs_kernel
@pytest.mark.full
def test_the_example_passes_the_check_of_games() -> None:
    done = run("game", "check", "examples.baloot", folder=HOME)
    assert done.returncode == 0, done.stderr
    assert "words in en: complete" in done.stdout
