"""The ownership model: learnt again from one command, and worlds drawn exactly by its chances."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import learn_ownership
import numpy as np
import pytest
from learn_ownership import Decision
from needs import needs_kernel
from volume import volume

from rebelote.bots import ownership
from rebelote.bots.heuristics import Observation
from rebelote.kernel import solver
from rebelote.kernel.solver import PlayHistory
from rebelote.knowledge import worlds
from rebelote.knowledge.conduct import fair
from rebelote.knowledge.worlds import HiddenHands, World
from rebelote.rules import presets
from rebelote.rules.cards import SUIT_TRUMPS, CardSet, Trump

if TYPE_CHECKING:
    from rebelote.kernel.solver import Ownership

pytestmark = needs_kernel

PRESET: Final = "ffb-contree-2016"
WHOLE: Final = CardSet(0xFFFFFFFF)
EVEN: Final = 0.03
"""The share that is dealt out evenly (`EVEN` in kernel/src/ownership.rs)."""


def turns(preset: str, deals: int, least: int = 0) -> list[Decision]:
    """The turns of a few deals at which the model can be asked, from so many cards on."""
    chance = Random(5)
    every = [
        decision
        for _ in range(deals)
        for decision in learn_ownership.decisions(preset, "beginner", chance)
    ]
    return [
        decision
        for decision in every
        if decision.number >= least and ownership.knows(observation(decision))
    ]


def observation(decision: Decision) -> Observation:
    return Observation(decision.seen, fair(decision.seen))


def hidden(decision: Decision, model: Ownership) -> HiddenHands:
    """The hidden hands, with the chances of their cards."""
    known = worlds.hidden(decision.seen)
    return known._replace(chances=ownership.chances(observation(decision), known, model))


def trained(folder: Path) -> Path:
    """The weights of a small training."""
    sizes = ["--files", "4", "--size", str(volume(3, 12)), "--epochs", "2", "--processes", "1"]
    learn_ownership.main(["train", str(folder), *sizes])
    return folder / "weights.bin"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small training."""
    return trained(tmp_path_factory.mktemp("ownership")).parent


@pytest.fixture(scope="module")
def model(small: Path) -> Ownership:
    return solver.ownership_model((small / "weights.bin").read_bytes())


# --- chances --------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [PRESET, "french", "bga"])
def test_each_unseen_card_is_with_one_of_the_seats_that_may_hold_it(
    preset: str, model: Ownership
) -> None:
    seen = turns(preset, 4)
    assert len(seen) > 60
    for decision in seen:
        known, out = hidden(decision, model), observation(decision).out
        assert known.chances is not None
        for card in WHOLE:
            by_seat = [known.chances[seat][card.index] for seat in range(4)]
            assert sum(by_seat) == pytest.approx(1.0 if card in out else 0.0)
            assert [of > 0 for of in by_seat] == [card in may for may in known.may_hold]


def test_the_chances_of_a_suit_do_not_depend_on_its_name(model: Ownership) -> None:
    hand, suits = CardSet(0x17000D22), (2, 3, 0, 1)

    def chances(trump: Trump, own: CardSet) -> list[list[float]]:
        may_hold = [CardSet() if seat == 1 else WHOLE - own for seat in range(4)]
        law = presets.rules(PRESET).law(trump)
        return solver.ownership_chances(model, law, PlayHistory(2, 1), 1, own, may_hold)

    moved = CardSet(sum((hand.mask >> 8 * old & 0xFF) << 8 * new for old, new in enumerate(suits)))
    before, after = chances(SUIT_TRUMPS[1], hand), chances(SUIT_TRUMPS[3], moved)
    for old, new in enumerate(suits):
        for seat in range(4):
            assert before[seat][8 * old : 8 * old + 8] == after[seat][8 * new : 8 * new + 8]


def test_tables_that_the_model_has_not_learnt_are_refused(model: Ownership) -> None:
    law = presets.rules("bulgarian").law(Trump.NONE)
    masks = [WHOLE] * 4
    with pytest.raises(ValueError, match="one trump suit"):
        solver.ownership_chances(model, law, PlayHistory(0, 0), 1, CardSet(), masks)
    with pytest.raises(ValueError, match="weights"):
        solver.ownership_model(b"\0" * 10)


# --- worlds ---------------------------------------------------------------------------------------


def product_of(known: HiddenHands, world: World) -> float:
    """The product of the chances of the cards of a world."""
    assert known.chances is not None
    each = (known.chances[seat][card.index] for seat in known.others for card in world[seat])
    return math.prod(each, start=1.0)


@pytest.mark.parametrize("preset", [PRESET, "french"])
def test_worlds_are_drawn_in_proportion_to_the_chances_of_their_cards(
    preset: str, model: Ownership
) -> None:
    draws, chance, compared = volume(2000, 8000), Random(1), 0
    for decision in turns(preset, 6, least=18):
        known = hidden(decision, model)
        every = worlds.every(known._replace(chances=None), 60)
        if every is None or len(every) < 2:
            continue
        exact = {world: product_of(known, world) for world in every}
        whole = sum(exact.values())
        drawn = Counter(worlds.sample(known, draws, chance))
        assert drawn.keys() <= exact.keys()
        off = sum(abs(drawn[world] / draws - of / whole) for world, of in exact.items()) / 2
        assert off < math.sqrt(len(every) / draws), (decision.number, len(every))
        compared += 1
    assert compared > 10


def test_the_sum_over_all_worlds_is_exact() -> None:
    chance, may_hold = Random(3), [0b1111111, 0b1011011, 0b1110111]
    chances = [[chance.random() for _ in range(32)] for _ in range(3)]
    total, drawn = solver.weighted_worlds([2, 3, 2], may_hold, chances, 50, 1)
    every = _ways(range(7), [2, 3, 2], may_hold, chances)
    assert total == pytest.approx(every)
    assert all(sum(hands) == 0b1111111 for hands in drawn)
    with pytest.raises(ValueError, match="no hands"):
        solver.weighted_worlds([2, 3, 2], [0b1, 0b1111111, 0b1111111], chances, 1, 1)
    with pytest.raises(ValueError, match="0 to 1"):
        solver.weighted_worlds([1], [0b1], [[2.0] * 32], 1, 1)


def _ways(cards: range, sizes: list[int], may_hold: list[int], chances: list[list[float]]) -> float:
    """The sum, card by card."""
    if not cards:
        return 1.0
    card, result = cards[0], 0.0
    for hand, size in enumerate(sizes):
        if size and may_hold[hand] >> card & 1:
            left = [*sizes[:hand], size - 1, *sizes[hand + 1 :]]
            result += chances[hand][card] * _ways(cards[1:], left, may_hold, chances)
    return result


# --- training -------------------------------------------------------------------------------------


def test_one_command_trains_the_same_weights_again_and_goes_on_where_it_stopped(
    small: Path, tmp_path: Path
) -> None:
    whole = (small / "weights.bin").read_bytes()
    (tmp_path / "deals-0001.jsonl").write_bytes((small / "deals-0001.jsonl").read_bytes())
    (tmp_path / "deals-0003.part").write_bytes(b"{")
    assert trained(tmp_path).read_bytes() == whole


def test_epochs_that_were_learnt_are_not_learnt_again(small: Path, tmp_path: Path) -> None:
    of, kept = learn_ownership.examples(small / "deals-0001.jsonl"), tmp_path / "kept.npz"
    first = learn_ownership.learn(of, 1, 7, kept)
    (tmp_path / "copy.npz").write_bytes(kept.read_bytes())
    again = learn_ownership.learn(of, 1, 7, kept)
    assert all(np.array_equal(again[name], weights) for name, weights in first.items())
    assert kept.read_bytes() == (tmp_path / "copy.npz").read_bytes()


def test_what_was_learnt_makes_the_true_hands_likelier(small: Path, tmp_path: Path) -> None:
    of = learn_ownership.examples(small / "deals-0001.jsonl")
    network = learn_ownership.learn(of, volume(10, 30), 1, tmp_path / "kept.npz")
    own, even = learn_ownership.loss(network, of)
    assert own < even - 0.02


def test_the_kernel_reads_the_weights_as_they_were_learnt() -> None:
    networks = [learn_ownership.begun(seed) for seed in (1, 2)]
    model = solver.ownership_model(learn_ownership.packed(networks))
    for decision in turns(PRESET, 1)[::5]:
        at, known = observation(decision), worlds.hidden(decision.seen)
        masks = [may.mask for may in known.may_hold]
        result = ownership.chances(at, known, model)
        inputs = solver.kernel_law(at.law).ownership_inputs(at.me, at.hand.mask, masks, at.history)
        for suit, cards, rows in inputs:
            may = [learn_ownership.who_may(known.may_hold, at.me, card) for card in cards]
            shapes = np.array([rows]), np.zeros((1, 8), np.int8), np.array([may])
            trump = suit == at.trump.code
            of = learn_ownership.Examples(*shapes, np.array([trump]))
            expected = learn_ownership.forward(networks[trump], of)[2][0]
            for card, holders, by_holder in zip(cards, may, expected, strict=True):
                even = EVEN / max(1, holders.bit_count())
                each = [(1 - EVEN) * share + even * (share > 0) for share in by_holder]
                read = [result[(at.me + place) % 4][card] for place in (1, 2, 3)]
                assert read == pytest.approx(each if holders else [0, 0, 0], abs=0.02)


def test_the_comparisons_say_what_the_model_is_worth(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = str(small / "weights.bin")
    learn_ownership.main(["compare", weights, "--presets", PRESET, "--deals", "2"])
    learn_ownership.main(
        ["play", weights, "--presets", "french", "--level", "club", "--deals", "3"]
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0] for line in lines] == [f"{PRESET}:"] * 7 + ["french:"]
    assert "model × calls and cards" in lines[6]
