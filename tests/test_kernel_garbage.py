"""Does anything make the kernel panic? Whatever it is asked, it answers or raises an error."""

from __future__ import annotations

import contextlib
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from needs import needs_kernel

from rebelote import play, solver
from rebelote.cards import TRUMPS

pytestmark = needs_kernel

number = st.one_of(st.integers(-2, 40), st.integers(-(2**70), 2**70))
mask = st.one_of(st.integers(0, 2**32 - 1), st.sampled_from([0, 1, 255, 0xFF00]), number)
masks = st.lists(mask, max_size=6)
cards = st.lists(st.one_of(st.integers(0, 31), number), max_size=5)
so_far = st.tuples(number, number, cards)


def whole(chance: Random, seats: int) -> list[int]:
    """Hands that could be: so that what lies behind the checks is reached too."""
    pack = list(range(32))
    chance.shuffle(pack)
    size = chance.randint(1, 32 // seats)
    return [sum(1 << c for c in pack[s * size : (s + 1) * size]) for s in range(seats)]


dealt = st.builds(lambda seed, seats: whole(Random(seed), seats), st.integers(), st.just(4))
hands = st.one_of(masks, dealt)


def law(trump: int, partners: bool) -> Any:
    return solver.kernel_law(play.Law(TRUMPS[trump], partners=partners))


@settings(max_examples=400, deadline=None)
@given(
    st.integers(0, 5),
    st.booleans(),
    hands,
    st.lists(hands, max_size=3),
    number,
    cards,
    so_far,
    st.data(),
)
def test_every_question_is_answered_or_refused(
    trump: int,
    partners: bool,
    one: list[int],
    several: list[list[int]],
    leader: int,
    trick: list[int],
    known: tuple[int, int, list[int]],
    data: st.DataObject,
) -> None:
    asked = law(trump, partners)
    leader = data.draw(st.one_of(st.integers(0, 3), st.just(leader)))
    trick = data.draw(st.one_of(st.just([]), st.just(trick)))
    weights = data.draw(st.lists(st.floats(), min_size=len(several), max_size=len(several) + 1))
    questions = [
        lambda: asked.forecast(several, weights, known),
        lambda: asked.forecast(several, weights, (1, leader, trick)),
        lambda: asked.play_out(several, known),
        lambda: asked.play_out(several, (1, leader, trick)),
        lambda: asked.likely(several, known, leader),
        lambda: asked.likely(several, (1, leader, trick), 2),
        lambda: asked.habits(one, known),
        lambda: asked.habits(one, (1, leader, trick)),
        lambda: asked.excluded(data.draw(number), trick),
        lambda: solver.worlds([len(trick)] * len(one), one, 2, 1),
        lambda: solver.worlds([card % 256 for card in trick], one, 2, 1),
    ]
    for question in questions:
        with contextlib.suppress(ValueError, TypeError, OverflowError):
            question()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 5), st.integers(0, 2**32), st.integers(0, 3))
def test_a_whole_position_is_answered(trump: int, seed: int, leader: int) -> None:
    asked, position = law(trump, True), whole(Random(seed), 4)
    found = asked.forecast([position], [1.0], (leader, leader, []))
    due = sum(position).bit_count() // 4
    assert set(found) == {card for card in range(32) if position[leader] >> card & 1}
    assert len(found) == due
    (points, winners, last), *_ = asked.play_out([position], (leader, leader, []))
    assert winners >> last & 1 and sum(points) >= 10
