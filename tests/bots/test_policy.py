"""The policy network: learnt again from one command, and read beside what worlds say."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import learn_policy
import pytest
from needs import needs_kernel
from volume import volume

from rebelote import bots
from rebelote.bots import policy
from rebelote.bots.heuristics import Observation
from rebelote.bots.level_config import LevelConfig
from rebelote.bots.levels import Level
from rebelote.bots.principles import PRINCIPLES
from rebelote.kernel import solver
from rebelote.kernel.solver import PlayHistory
from rebelote.knowledge.conduct import fair
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Play
from rebelote.rules.cards import CARDS, CardSet, Trump
from rebelote.rules.play import Law
from rebelote.rules.view import view

pytestmark = needs_kernel

EIGHT: Final = CardSet.of(CARDS[number] for number in (0, 4, 5, 7, 9, 15, 16, 31))
NOTHING: Final = PlayHistory(0, 0)


def choices(preset: str, deals: int = 2) -> Iterator[Observation]:
    """Yield the observation at each choice of cards, in deals of beginners."""
    rules, chance = presets.rules(preset), Random(preset)
    for _ in range(deals):
        state = match.start(rules, deck.shuffled(chance, rules.pack), 0)
        player = bots.make("beginner", chance.randrange(1 << 30))
        while (seat := state.to_act) is not None and not state.sheet:
            now = view(state, seat)
            if len(fair(now).cards) > 1:
                yield Observation(now, fair(now))
            state = match.apply(state, seat, player.choose(now))


@pytest.mark.parametrize("preset", ["french", "bulgarian", "pagat-coinche"])
def test_every_legal_card_is_judged_and_no_other(preset: str) -> None:
    for at in choices(preset):
        judged = policy.advantages(at)
        assert CardSet.of(judged) == at.legal
        assert all(abs(points) < 300 for points in judged.values())


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_the_same_numbers_come_with_and_without_the_kernel(preset: str) -> None:
    for at in choices(preset, volume(1, 4)):
        if policy.knows(at):
            assert policy.networks().advantages(at, policy.bid(at)) == policy.advantages(at)


def test_bids_are_distinguished() -> None:
    at = next(choices("ffb-contree-2016"))
    judged = [policy.networks().advantages(at, bid) for bid in (0, 89, 90, 110, 160, 500)]
    assert judged[0] == judged[1]
    assert judged[4] == judged[5]
    assert len({tuple(each.values()) for each in judged}) == 4


def test_what_makes_no_sense_is_refused() -> None:
    by, law = solver.policy(policy.weights()), Law(trump=Trump.SPADES)
    with pytest.raises(ValueError, match="some of it was played"):
        solver.advantages(by, law, PlayHistory(0, 0, bytes([0])), EIGHT)
    with pytest.raises(ValueError, match="is empty"):
        solver.advantages(by, law, NOTHING, CardSet())
    with pytest.raises(ValueError, match="two against two"):
        solver.advantages(by, Law(trump=Trump.SPADES, partners=False), NOTHING, EIGHT)
    with pytest.raises(ValueError, match="there are 3 weights"):
        solver.policy(b"123")


def test_the_best_card_keeps_its_payoff_and_the_others_lose() -> None:
    for at in choices("french"):
        points = policy.advantages(at)
        prior = policy.prior(at, 0.5)
        best = max(points, key=lambda card: points[card])
        assert prior[best] == 0
        assert all(
            added == pytest.approx((points[card] - points[best]) / 2)
            for card, added in prior.items()
        )


def test_where_it_was_not_learnt_nothing_is_added() -> None:
    assert all(policy.prior(at, 0.5) == {} for at in choices("flemish3"))
    assert all(policy.prior(at, 0.0) == {} for at in choices("french", 1))


def test_a_level_counts_what_the_network_says() -> None:
    """With a great weight it plays by the network alone, where no principle is at stake."""
    followed, count = 0, 0
    for at in choices("french", 4):
        points = policy.advantages(at)
        player = Level(LevelConfig(worlds=4, policy=1000.0), 1)
        followed += player.choose(at.view) == Play(max(points, key=lambda c: points[c]))
        count += 1
    assert followed >= 0.8 * count


def test_without_the_kernel_a_level_plays_by_the_network_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The level breaks no principle where a card keeps to all of them."""
    asked = list(choices("bga"))
    with_kernel = [policy.behind(at) for at in asked]
    monkeypatch.setattr(solver, "KERNEL", False)
    for at, judged in zip(asked, with_kernel, strict=True):
        thought = bots.make("regular", 1).think(at.view)
        assert thought.worth == {card.text: points for card, points in judged.items()}
        assert isinstance(thought.action, Play)
        broken = [bool(principle(at, thought.action.card)) for principle in PRINCIPLES]
        natural = [c for c in at.legal if not any(principle(at, c) for principle in PRINCIPLES)]
        assert not (natural and any(broken))


@pytest.mark.full
@pytest.mark.skipif(not shutil.which("cargo"), reason="the program that learns is compiled")
def test_one_command_trains_the_same_weights_again_and_goes_on_where_it_stopped(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    size = ["--steps", "6", "--deals", "20"]
    learn_policy.main([str(tmp_path / "whole"), *size, "--threads", "1"])
    (tmp_path / "parts").mkdir()
    (tmp_path / "whole" / "target").rename(tmp_path / "parts" / "target")
    for until in ("2", "6"):
        learn_policy.main([str(tmp_path / "parts"), *size, "--threads", "2", "--until", until])
    whole, parts = ((tmp_path / name / "weights.bin").read_bytes() for name in ("whole", "parts"))
    assert whole == parts
    assert len(whole) == len(policy.weights())
    assert "points over the linear policy" in capfd.readouterr().out
