"""The contracts that bots play: in every rule set they bring more than they cost, soundly often.

A share of contracts made is sound where the players of a game would call neither every second
failure rash nor a hand of certainties timid.
"""

from __future__ import annotations

import json
import math
from typing import Final, NamedTuple

import msgspec
import pytest
from command import run
from needs import needs_kernel
from volume import volume

from rebelote.arena import contracts
from rebelote.arena.contracts import ContractAudit, ContractPlayed
from rebelote.arena.playing import settings
from rebelote.rules import presets


class Sound(NamedTuple):
    """The shares of contracts made between which players of a game call soundly, and why."""

    least: float
    most: float
    why: str


TURNED: Final = Sound(
    0.72, 0.88, "a failure gives all away, so three in four; with more, hands are passed out"
)
ALONE: Final = Sound(
    0.60, 0.78, "the taker has no partner, and plays against the cards of two who have"
)
POINTS: Final = Sound(
    0.58, 0.80, "a bid pays once it is made in six of ten; above four of five it was too low"
)
RANKED: Final = Sound(0.64, 0.80, "an overcall may fail more often: it keeps their contract down")
NAMED: Final = Sound(
    0.74, 0.88, "failing costs twice what making brings, and one who passes loses little"
)
FORCED: Final = Sound(
    0.64, 0.80, "forehand names with any hand, and has the lead: two in three, not four in five"
)
BOUGHT: Final = Sound(
    0.66, 0.82, "a purchase that never fails leaves suns to the others; a third lost is rash"
)
GAMES: Final = {
    "baloot": BOUGHT,
    "baloot-jawaker": BOUGHT,
    "bazar-blot": POINTS,
    "bazar-blot-301": POINTS,
    "bela": NAMED,
    "bela-bitola": NAMED,
    "bga": TURNED,
    "bga-coinche": POINTS,
    "bulgarian": RANKED,
    "cannes-2016": POINTS,
    "coinche": POINTS,
    "coinchons": POINTS,
    "exoty-coinche": POINTS,
    "ffb-coinchee-2015": POINTS,
    "ffb-contree-2016": POINTS,
    "flemish": TURNED,
    "flemish3": ALONE,
    "french": TURNED,
    "french-plain": TURNED,
    "iscool-coinche": POINTS,
    "klaverjas-amsterdam-kbn": NAMED,
    "klaverjas-forehand": FORCED,
    "klaverjas-kraken": FORCED,
    "klaverjas-rotterdam-nku": NAMED,
    "klaverjas-utrecht": FORCED,
    "montpellier-2016": POINTS,
    "pagat-coinche": POINTS,
    "pilotta": POINTS,
    "pilotta-kypros": POINTS,
    "stephanoise-1996": POINTS,
}
STANDARD_ERROR: Final = 0.5
"""The error of a number of raises, times the root of it, where half of them are right."""
KINDS: Final = {"turned": TURNED, "rising": POINTS, "ranked": RANKED, "purchase": BOUGHT}
"""The sound shares of a rule set of which nothing is said here, by its auction."""


def sound_of(preset: str) -> Sound:
    auction = presets.PRESETS[preset].auction
    named = FORCED if auction.must_name == "first" else NAMED
    return GAMES.get(preset) or KINDS.get(auction.auction_kind, named)


@needs_kernel
@pytest.mark.parametrize("preset", presets.PRESETS)
def test_who_plays_gains_and_makes_as_many_contracts_as_is_sound(preset: str) -> None:
    rules, sound = presets.rules(preset, shuffle="each_deal_full"), sound_of(preset)
    deals = volume(60, 800)
    played = [contracts.rolled_out(rules, setting) for setting in settings(rules, deals, 2060)]
    result = contracts.summed("", rules, deals, [one for one in played if one is not None])
    assert result.net is not None and result.interval is not None
    few = deals < 800
    assert result.net > (-result.interval if few else 0.0), result
    slack = 0.12 if few else 0.0
    made = result.made / result.contracts
    assert sound.least - slack <= made <= sound.most + slack, (result, sound.why)
    assert result.right >= result.raised / 2 - STANDARD_ERROR * math.sqrt(result.raised), result


@needs_kernel
def test_beginners_gain_by_what_they_play_in_bulgarian_belot() -> None:
    """All trumps and no trumps, half of its contracts, are what rules of thumb play worst."""
    rules, deals = presets.rules("bulgarian", shuffle="each_deal_full"), volume(60, 800)
    result = contracts.run("beginner", rules, deals, 2060)
    assert result.net is not None and result.interval is not None
    assert result.net > (-result.interval if deals < 800 else 0.0), result


def test_a_raise_is_right_where_its_side_wins() -> None:
    rules = presets.rules("pilotta")
    made = ContractPlayed(made=True, net=10.0)
    doubled = ContractPlayed(made=False, net=-20.0, raised=True)
    redoubled = ContractPlayed(made=False, net=-40.0, raised=False)
    result = contracts.summed("club", rules, 5, [made, doubled, redoubled])
    assert (result.contracts, result.made, result.raised, result.right) == (3, 1, 2, 1)
    assert result.net is not None and round(result.net, 1) == -16.7
    assert contracts.summed("club", rules, 5, [made]).net is None


@needs_kernel
def test_the_command_reports_contracts() -> None:
    asked = ("audit", "beginner", "--contracts", "--rules", "baloot", "--deals", "6", "--seed", "5")
    shown, exact = run(*asked), run(*asked, "--json")
    assert shown.returncode == exact.returncode == 0, shown.stderr + exact.stderr
    result = msgspec.convert(json.loads(exact.stdout), ContractAudit)
    assert f"plays {result.contracts} of 6 deals (seed 5)" in shown.stdout
    assert f"{result.made / result.contracts:.0%} made" in shown.stdout
