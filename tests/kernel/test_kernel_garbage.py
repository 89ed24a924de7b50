"""Garbage for the kernel: it answers or raises an error, and never panics."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import needs_kernel
from volume import volume

from rebelote.kernel import solver
from rebelote.rules import play
from rebelote.rules.cards import TRUMPS

pytestmark = needs_kernel

REFUSED = (ValueError, TypeError, OverflowError)
"""Errors of a question without an answer: no such position, no number, a number too large."""
ALL = range(32)

number = st.one_of(st.integers(-2, 40), st.integers(-(2**70), 2**70))
mask = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 255, 0xFF00]), number)
masks = st.lists(mask, max_size=6)
cards = st.lists(st.one_of(st.integers(0, 31), number), max_size=5)
history = st.tuples(number, number, cards)


def whole(chance: Random, seats: int) -> list[int]:
    """Draw possible hands, so that the code behind the checks is reached too."""
    pack = list(range(32))
    chance.shuffle(pack)
    size = chance.randint(1, 32 // seats)
    return [sum(1 << c for c in pack[s * size : (s + 1) * size]) for s in range(seats)]


dealt = st.builds(lambda seed, seats: whole(Random(seed), seats), st.integers(), st.just(4))
hands = st.one_of(masks, dealt)


def law(trump: int, partners: bool) -> Any:
    return solver.kernel_law(play.Law(trump=TRUMPS[trump], partners=partners))


def sound(outcome: tuple[Sequence[int], int, int]) -> bool:
    """Check points by side, a bit for each side with a trick, and the side with the last one."""
    points, winners, last = outcome
    return min(points) >= 0 and bool(winners >> last & 1) and winners < 1 << len(points)


def forecast(asked: Any, worlds: list[list[int]], weights: list[float], known: Any) -> bool:
    result = asked.forecast(worlds, weights, known)
    return set(result) <= set(ALL) and all(
        sound(outcome[:3]) for outcomes in result.values() for outcome in outcomes
    )


def play_out(asked: Any, worlds: list[list[int]], known: Any) -> bool:
    result = asked.play_out(worlds, known)
    return len(result) == len(worlds) and all(map(sound, result))


def likely(asked: Any, worlds: list[list[int]], known: Any, me: int) -> bool:
    result = asked.likely(worlds, known, me)
    return len(result) == len(worlds) and all(
        chance <= 0 and not math.isnan(chance) for chance in result
    )


def habits(asked: Any, hands: list[int], known: Any) -> bool:
    played = known[2]
    legal = {place: {card for card, _ in choice} for place, choice in asked.habits(hands, known)}
    return all(played[place] in choice and choice <= set(ALL) for place, choice in legal.items())


def excluded(asked: Any, card: int, trick: list[int]) -> bool:
    return bool(0 <= asked.excluded(card, trick) < 1 << 32)


def worlds(sizes: list[int], may_hold: list[int]) -> bool:
    ways, result = solver.worlds(sizes, may_hold, 2, 1)
    return bool(ways) == bool(result) and all(
        [hand.bit_count() for hand in world] == sizes
        and all(not hand & ~may for hand, may in zip(world, may_hold, strict=True))
        for world in result
    )


def believed(asked: Any, hands: list[int], me: int, known: Any) -> bool:
    others = [hand for seat, hand in enumerate(hands) if seat != me]
    sizes, own = (
        bytes(hand.bit_count() for hand in others),
        hands[me] if me in range(len(hands)) else 0,
    )
    unseen = sum(others)
    may_hold = [unseen] * len(others)
    total, result = asked.believed(sizes, may_hold, me, own, 4, known, 9, 3, 0.6, 1)
    return 0 < len(result) <= min(3, total) and all(
        sum(world) == sum(hands) and world[me] == own and weight > 0 for world, weight in result
    )


def test_every_question_is_answered_or_refused() -> None:
    """And both happen to each kind of question, so that neither is only thought to happen."""
    seen: Counter[tuple[str, bool]] = Counter()

    def ask(question: Callable[..., bool], *given: Any) -> None:
        try:
            assert question(*given), "an answer that cannot be"
        except REFUSED:
            seen[question.__name__, False] += 1
        else:
            seen[question.__name__, True] += 1

    @settings(max_examples=volume(120, 400), deadline=None, database=None)
    @given(
        st.tuples(st.integers(0, 5), st.booleans()),
        hands,
        st.lists(hands, max_size=3),
        number,
        cards,
        history,
        st.data(),
    )
    def ask_everything(
        contract: tuple[int, bool],
        one: list[int],
        several: list[list[int]],
        leader: int,
        trick: list[int],
        known: tuple[int, int, list[int]],
        data: st.DataObject,
    ) -> None:
        asked = law(*contract)
        leader = data.draw(st.one_of(st.integers(0, 3), st.just(leader)))
        trick = data.draw(st.one_of(st.just([]), st.just(trick)))
        some = st.lists(st.floats(), min_size=len(several), max_size=len(several) + 1)
        weights = data.draw(st.one_of(some, st.just([1.0] * len(several))))
        for history in (known, (1, leader, trick)):
            ask(forecast, asked, several, weights, history)
            ask(play_out, asked, several, history)
            ask(likely, asked, several, history, data.draw(st.sampled_from([2, leader])))
            ask(habits, asked, one, history)
            ask(believed, asked, one, leader, history)
        ask(excluded, asked, data.draw(number), trick)
        sizes = ([len(trick)] * len(one), [card % 256 for card in trick])
        for held in (*sizes, [hand.bit_count() for hand in one]):
            ask(worlds, held, one)

    position, fits = whole(Random(1), 4), law(0, True)
    for hands_held, known in ((position, (0, 0, [])), ([1, 1, 1, 1], (9, -1, [40]))):
        ask(forecast, fits, [hands_held], [1.0], known)
        ask(play_out, fits, [hands_held], known)
        ask(likely, fits, [hands_held], known, 2)
        ask(habits, fits, hands_held, known)
        ask(believed, fits, hands_held, 2, known)
        ask(excluded, fits, hands_held[0] % 32 if known[0] == 0 else -1, known[2])
        ask(worlds, [hand.bit_count() + known[0] for hand in hands_held], hands_held)
    ask_everything()
    kinds = (forecast, play_out, likely, habits, believed, excluded, worlds)
    assert all(seen[kind.__name__, well] for kind in kinds for well in (False, True)), seen


def test_a_deal_without_a_card_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing was played"):
        law(0, partners=False).play_out([[0, 0, 0]], (0, 0, []))


@settings(max_examples=volume(20, 60), deadline=None)
@given(st.integers(0, 5), st.integers(0, 2**32), st.integers(0, 3))
def test_a_whole_position_is_answered(trump: int, seed: int, leader: int) -> None:
    asked, position = law(trump, True), whole(Random(seed), 4)
    result = asked.forecast([position], [1.0], (leader, leader, []))
    expected = sum(position).bit_count() // 4
    assert set(result) == {card for card in range(32) if position[leader] >> card & 1}
    assert len(result) == expected
    (points, winners, last), *_ = asked.play_out([position], (leader, leader, []))
    assert winners >> last & 1 and sum(points) >= 10
