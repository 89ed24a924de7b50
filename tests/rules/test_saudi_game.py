"""Baloot on the seam: its worked examples, its auction, and a doubled hokum that is closed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rebelote import games
from rebelote.rules import presets, settlements
from rebelote.rules.actions import Call, NamedCall, Pass, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import Card, Trump
from rebelote.rules.options import Rules
from rebelote.rules.scoring import Tally

H, SUN = Trump.HEARTS, Trump.NONE
THREE = NamedCall("three")


@pytest.fixture
def rules() -> Iterator[Rules]:
    before = [dict(registry) for registry in games.registries()]
    games.load(("saudi_game",), trusted=True)
    yield presets.rules("saudi")
    games.restore(before)


@pytest.mark.parametrize(
    ("points", "more", "marks"),
    [
        ((95, 67), {}, (9, 7)),  # A6
        ((76, 86), {}, (0, 16)),
        ((86, 76), {}, (8, 8)),
        ((75, 55), {"sun": True}, (15, 11)),
        ((64, 66), {"sun": True}, (0, 26)),  # A10
        ((85, 45), {"sun": True, "melds": (0, 20)}, (17, 13)),
        ((50, 80), {"sun": True, "melds": (100, 0)}, (30, 16)),
        ((70, 92), {"melds": (50, 0)}, (12, 9)),
        ((60, 102), {"melds": (20, 0), "belote": (20, 0)}, (2, 18)),
        ((100, 62), {"stake": 2}, (32, 0)),  # A15
        ((100, 62), {"stake": 3, "belote": (0, 20)}, (48, 2)),
        ((60, 102), {"stake": 4, "melds": (0, 20)}, (0, 72)),
        ((162, 0), {"belote": (20, 0)}, (27, 0)),
        ((0, 130), {"sun": True}, (0, 44)),
        ((70, 60), {"sun": True, "stake": 2}, (52, 0)),  # A20
    ],
)
def test_a_deal_is_written_in_marks(
    rules: Rules, points: tuple[int, int], more: dict[str, object], marks: tuple[int, int]
) -> None:
    details = {"melds": (0, 0), "belote": (0, 0), **more}
    sun = bool(details.pop("sun", False))
    tricks = (8, 0) if not points[1] else (0, 8) if not points[0] else (4, 4)
    tally = Tally(
        attack=0,
        points=points,
        tricks=tricks,
        no_trumps=sun,
        cards=120 if sun else 152,
        **details,  # type: ignore[arg-type]
    )
    written = settlements.settle(tally, 0, rules.scoring)
    assert written.marks == marks


def test_gahwa_wins_the_match(rules: Rules) -> None:
    tally = Tally(attack=0, points=(60, 102), tricks=(4, 4), melds=(0, 0), belote=(0, 0), stake=5)
    assert settlements.settle(tally, 0, rules.scoring).wins == 1


def auction(rules: Rules, *calls: Call, scores: tuple[int, int] = (0, 0)) -> AuctionSoFar:
    so_far = AuctionSoFar(rules.auction, rules.sides, 0, Card("9H"), scores=scores)
    for call in calls:
        assert not rules.bidding.over(so_far) and call in rules.bidding.offers(so_far), call
        so_far = so_far.after(rules.bidding.speaker(so_far), call)
    return so_far


def test_hokum_may_be_beaten_by_sun_and_raised(rules: Rules) -> None:
    of = rules.bidding
    so_far = auction(rules, Take(H), Pass(), Take(SUN))
    assert of.over(so_far) and of.contract(so_far).trump is SUN  # type: ignore[union-attr]
    so_far = auction(rules, Take(H), *[Pass()] * 4)
    assert of.settled(so_far) and of.speaker(so_far) == 1
    closed = auction(rules, Take(H), *[Pass()] * 4, Pass(), NamedCall("dabal-closed"))
    contract = of.contract(closed)
    assert contract is not None and (contract.stake, contract.closed) == (2, True)
    assert of.speaker(closed) == 0
    three = auction(rules, Take(H), *[Pass()] * 4, NamedCall("dabal"), Pass(), THREE)
    assert of.contract(three).stake == 3 and of.speaker(three) == 1  # type: ignore[union-attr]
    ended = auction(rules, Take(H), *[Pass()] * 6)
    assert of.over(ended) and not of.over(three)


def test_ashkal_is_sun_with_the_card_to_partner(rules: Rules) -> None:
    so_far = auction(rules, Pass(), Pass(), NamedCall("ashkal"))
    contract = rules.bidding.contract(so_far)
    assert contract is not None and (contract.attacker, contract.gets_turned) == (2, 0)
    assert NamedCall("ashkal") not in rules.bidding.offers(auction(rules, Pass()))


@pytest.mark.parametrize(
    ("scores", "doubled"), [((0, 0), False), ((101, 100), True), ((101, 101), False)]
)
def test_sun_is_doubled_from_behind_alone(
    rules: Rules, scores: tuple[int, int], doubled: bool
) -> None:
    so_far = auction(rules, Take(SUN), scores=scores)
    assert rules.bidding.over(so_far) is not doubled
    if doubled:
        assert rules.bidding.offers(so_far) == (Pass(), NamedCall("dabal"))


def test_it_is_as_its_sources_have_it_in_four_aces(rules: Rules) -> None:
    assert [
        rules.melds.under(trump).square_points(card.rank)
        for trump in (H, SUN)
        for card in (Card("AS"), Card("JS"), Card("9S"))
    ] == [100, 100, 0, 200, 100, 0]


def test_bots_play_it_when_it_is_loaded() -> None:
    before = [dict(registry) for registry in games.registries()]
    games.load(("saudi_game",))
    games.restore(before)
