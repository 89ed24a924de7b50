"""The refusal, when it is loaded, of a game from outside that can crash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from needs import needs_kernel
from outside_games import known, refused

from rebelote import games
from rebelote.bots import Thought
from rebelote.engine import handlers
from rebelote.i18n import words
from rebelote.i18n.speech import why
from rebelote.rules import presets
from rebelote.rules.actions import Pass
from rebelote.rules.settlements.majority import fail_base
from rebelote.rules.tallies import Tally

HEAD = """
import made_up_game
from made_up_game import Forehand, ForehandCalling, by_difference
class Mine(made_up_game.{base}):
{body}
GAME = made_up_game.GAME._replace({part})
"""
CALLING = "callings={'forehand': Mine()}"
AUCTION = "auctions={'forehand': Mine()}"


def calling(body: str) -> str:
    return HEAD.format(base="ForehandCalling", body=f"    {body}", part=CALLING)


def auction(body: str) -> str:
    return HEAD.format(base="Forehand", body=f"    {body}", part=AUCTION)


SETTLEMENT = """
import made_up_game
from msgspec.structs import replace
from rebelote.rules.scoring import Line
from rebelote.rules.settlements import SettlementKind
def mine(tally, rules):
    found = made_up_game.by_difference(tally, rules)
    {body}
    return found
GAME = made_up_game.GAME._replace(settlements={{"difference": SettlementKind(mine)}})
"""
PIT = "found = replace(found, lines=(*found.lines, Line('pit', tally.attack, 0, 'french:22')))"
BROKEN = {
    "class It: pass\nimport made_up_game\n"
    f"GAME = made_up_game.GAME._replace({CALLING.replace('Mine', 'It')})": (
        "the calling forehand lacks draws of Calling"
    ),
    "import made_up_game\nclass It: turns_up = names_values = by_four = False\n"
    "It.ranks_trumps = It.tabulated = It.debated = False\n"
    f"GAME = made_up_game.GAME._replace({AUCTION.replace('Mine', 'It')})": (
        "the auction forehand lacks speaker of Auction"
    ),
    "import made_up_game\nfrom rebelote.rules.auctions.state import Auction\n"
    "class It(Auction):\n    offers = contract = made_up_game.Forehand.offers\n"
    f"GAME = made_up_game.GAME._replace({AUCTION.replace('Mine', 'It')})": (
        "the auction forehand lacks over of Auction"
    ),
    "import made_up_game\nfrom rebelote.bots.plain_calling import PlainCalling\n"
    "class It(PlainCalling): pass\n"
    f"GAME = made_up_game.GAME._replace({CALLING.replace('Mine', 'It')})": (
        "the calling forehand lacks worth of PlainCalling"
    ),
    auction("def over(self, so_far): return False"): "rule set forehand: deal 1 of bots .* random",
    calling("def worths(self, view): return {}['none']"): (
        r"forehand: deal 1 of bots of the level beginner fails: KeyError: 'none' \(.*:\d+\)"
    ),
    calling("by_hand = 'whim'"): r"deal 1 of bots of the level \w+: .* lack why.whim",
    SETTLEMENT.format(body=PIT): "forehand: a settlement: its English words lack score.pit",
    SETTLEMENT.format(body=f"if tally.swept == tally.attack ^ 1: {PIT}"): "lack score.pit",
    SETTLEMENT.format(body="1 / tally.points[tally.attack]"): (
        "rule set forehand: a settlement fails: ZeroDivisionError"
    ),
}
SEARCHED = {
    calling("def candidates(self, view): raise RuntimeError('no luck')"): (
        "deal 1 of bots of the level club fails: RuntimeError: no luck"
    ),
}


@pytest.fixture(autouse=True)
def unloaded() -> Iterator[None]:
    """Unload the games that a test loads."""
    with known():
        yield


@pytest.mark.parametrize("code", BROKEN)
def test_what_would_crash_at_a_table_is_refused(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert re.search(BROKEN[code], said := refused(tmp_path, code, monkeypatch)), said


@needs_kernel
@pytest.mark.parametrize("code", SEARCHED)
def test_what_would_crash_in_worlds_is_refused(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert re.search(SEARCHED[code], said := refused(tmp_path, code, monkeypatch)), said


@pytest.mark.parametrize("name", ["made_up_game", "raised_game"])
def test_games_that_hold_are_loaded(name: str) -> None:
    games.load((name,))
    assert games.loaded() == (name,)


@pytest.mark.parametrize("attack", [0, 1])
def test_a_failed_contract_pays_what_a_sweep_counts_in_the_game(attack: int) -> None:
    swept = Tally(
        attack=attack, points=(162, 0), tricks=(8, 0), melds=(0, 0), belote=(0, 0), sweep=100
    )
    rules = presets.rules("french", fail_base="everything", swept_attack_pays=252)
    assert fail_base(swept, rules.scoring) == 262


def test_a_code_without_a_sentence_is_said_as_it_is() -> None:
    assert why(words("nl"), Thought(action=Pass(), code="whim")) == "whim"
    assert handlers._step("pit-against") == "pit-against"
