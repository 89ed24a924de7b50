"""The game of `docs/games.md` is written as the page says, and does what the page says."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from forked import run
from needs import needs_kernel
from outside_games import known

from rebelote.rules import play, presets, settlements, tallies
from rebelote.rules.actions import Pass, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import SUIT_TRUMPS, Trump, parse_cards
from rebelote.rules.options import Rules

PAGE = (Path(__file__).parents[2] / "docs" / "games.md").read_text(encoding="utf-8")
TUTORIAL = PAGE.partition("## Klaverjas, step by step")[2].partition("\n## ")[0]
FILES = dict(re.findall(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE))
COMMANDS = re.findall(r"^rebelote (.+)$", TUTORIAL, re.MULTILINE)
SAID = {
    "game": "words in en: complete",
    "arena": "card points a deal",
    "rules": "The player after the dealer speaks first. [Dutch klaverjas union]",
}


def write(folder: Path) -> None:
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def klaverjas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rules]:
    """Yield the rules of the page's game, known for this test."""
    write(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with known("klaverjas", trusted=True):
        yield presets.rules("klaverjas")
    sys.modules.pop("klaverjas", None)


def test_it_settles_as_klaverjas_does(klaverjas: Rules) -> None:
    """Points and roem of the side that plays and of the others, its tricks, what both write."""
    for points, roem, tricks, marks in (
        ((95, 67), (40, 0), 5, (135, 67)),
        ((71, 91), (20, 0), 4, (0, 182)),
        ((162, 0), (50, 0), 8, (312, 0)),
        ((0, 162), (0, 20), 0, (0, 182)),
        ((162, 0), (0, 0), 7, (162, 0)),
        ((83, 79), (0, 0), 4, (83, 79)),
        ((60, 102), (70, 20), 4, (130, 122)),
        ((60, 102), (50, 20), 4, (0, 232)),
    ):
        tally = tallies.Tally(
            attack=0,
            points=points,
            tricks=(tricks, 8 - tricks),
            melds=(0, 0),
            belote=(0, 0),
            trick_melds=roem,
        )
        assert settlements.settle(tally, 0, klaverjas.scoring).marks == marks
    trumps = klaverjas.law(Trump.SPADES)
    for trick, worth in (("TS JS QS KS", 70), ("AH KH QH 7S", 20), ("8S 8H 8D 8C", 100)):
        assert play.trick_bonus(parse_cards(trick), trumps) == worth
    assert play.trick_bonus(parse_cards("JS JH JD JC"), trumps) == 100


def test_the_dealer_must_name_a_suit_after_four_passes(klaverjas: Rules) -> None:
    so_far, of = AuctionSoFar(klaverjas.auction, klaverjas.sides, 1), klaverjas.bidding
    for seat in (0, 1, 2, 3):
        assert of.speaker(so_far) == seat and Pass() in of.offers(so_far)
        so_far = so_far.after(seat, Pass())
    assert of.speaker(so_far) == 0 and of.offers(so_far) == tuple(map(Take, SUIT_TRUMPS))


@pytest.mark.full
@needs_kernel
def test_the_game_of_the_page_is_what_the_page_says(tmp_path: Path) -> None:
    assert len(FILES) == 4
    write(tmp_path)
    assert [command.split()[0] for command in COMMANDS] == list(SAID)
    for command in COMMANDS:
        done = run(*shlex.split(command), folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert SAID[command.split()[0]] in done.stdout, done.stdout
        if command.startswith("game"):
            assert "words in nl: said in English are source.nku, preset.klaverjas" in done.stdout
            assert "klaverjas: played with speaks_first = forehand, too" in done.stdout
