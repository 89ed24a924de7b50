"""Flemish and Board Game Arena's rules against slow, literal readings of them.

`make test-long` asks 200,000 times each; here a tenth of it.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import oracle_allnone as arena
import oracle_belot as belot
import pytest
from drawn_matches import clumped_hands
from needs import needs_kernel
from volume import volume

from rebelote.kernel import solver
from rebelote.rules import play, presets, scoring, settlements, tallies
from rebelote.rules.cards import SUIT_TRUMPS, TRUMPS, CardSet, Trump
from rebelote.rules.melds import best_melds, contest
from rebelote.rules.options import Rules

ASKED = volume(3_000, 20_000, 200_000)
FLEMISH, THREE, BGA = (presets.rules(name) for name in ("flemish", "flemish3", "bga"))
SOME = pytest.mark.parametrize("rules", [FLEMISH, THREE], ids=lambda rules: rules.preset)


def position(chance: Random, rules: Rules) -> tuple[CardSet, list[str], list[str]]:
    """Return a hand, the same in text, and a trick in text."""
    laid = chance.randint(0, rules.players - 1)
    cards = chance.sample(list(rules.pack), laid + chance.randint(1, rules.hand_size))
    return CardSet.of(cards[laid:]), [c.text for c in cards[laid:]], [c.text for c in cards[:laid]]


@SOME
def test_flemish_legal_cards_and_winners(rules: Rules) -> None:
    chance = Random(5)
    for number in range(ASKED):
        trump = SUIT_TRUMPS[number % 4]
        hand, texts, trick = position(chance, rules)
        law = rules.law(trump)
        on_table = [next(c for c in rules.pack if c.text == t) for t in trick]
        result = {c.text for c in play.legal(hand, on_table, law)}
        assert result == belot.legal(texts, trick, trump.value, rules.players == 4), (texts, trick)
        if trick:
            assert play.winner(on_table, trump) == belot.winner(trick, trump.value)
            assert play.trick_points(on_table, law) == belot.points(trick, trump.value)


def test_bga_legal_cards_and_winners() -> None:
    chance = Random(6)
    for number in range(ASKED):
        contract = TRUMPS[number % 6]
        hand, texts, trick = position(chance, BGA)
        on_table = [next(c for c in BGA.pack if c.text == t) for t in trick]
        result = {c.text for c in play.legal(hand, on_table, BGA.law(contract))}
        assert result == arena.legal(texts, trick, contract.value), (texts, trick, contract)
        for rules in (BGA, BGA.agree({"belote_all_trumps": False})):
            pairs = sum(pair <= hand for pair in rules.law(contract).belotes)
            agreed = rules.belote.belote_all_trumps
            assert pairs == arena.belotes(texts, contract.value, agreed)
        if trick:
            assert play.winner(on_table, contract) == arena.winner(trick, contract.value)
            points = sum(arena.value(card, contract.value) for card in trick)
            assert play.trick_points(on_table, BGA.law(contract)) == points


def hands_of(chance: Random, rules: Rules) -> list[CardSet]:
    """Draw hands of a pack that is hardly shuffled; for three, of ten cards."""
    if rules.players == 4:
        return clumped_hands(chance)
    cards = sorted(rules.pack, key=lambda c: (c.suit, c.rank))
    if chance.random() < 0.4:
        cards.sort(key=lambda c: (c.rank, c.suit))
    for _ in range(chance.randint(2, 12)):
        a, b = chance.sample(range(30), 2)
        cards[a], cards[b] = cards[b], cards[a]
    start = chance.randrange(30)
    turned = cards[start:] + cards[:start]
    return [CardSet.of(turned[i : i + 10]) for i in range(0, 30, 10)]


@SOME
def test_flemish_announcements_and_whose_count(rules: Rules) -> None:
    chance, verdicts = Random(7), Counter[str]()
    for number in range(ASKED // rules.players):
        trump, eldest = SUIT_TRUMPS[number % 4], chance.randrange(rules.players)
        hands = hands_of(chance, rules)
        held = {seat: best_melds(hand, rules.melds) for seat, hand in enumerate(hands)}
        for seat, hand in enumerate(hands):
            worth = sum(meld.kind.points for meld in held[seat])
            assert worth == belot.most_points([c.text for c in hand]), hand
        texts = [[tuple(c.text for c in m.cards) for m in held[s]] for s in range(len(hands))]
        result = contest(held, trump, rules.melds, rules.sides, eldest)
        best = belot.who_counts(texts, trump.value, eldest)
        assert result.side == (None if best is None else rules.sides[best])
        verdicts[result.by] += 1
    assert {"alone", "kind", "height", "trump", "order"} <= verdicts.keys(), verdicts


def some_points(chance: Random, sides: int, tricks_in_deal: int) -> tuple[list[int], list[int]]:
    """Draw points by side with the last ten, and tricks, as they can come together."""
    tricks = [0] * sides
    for _ in range(tricks_in_deal):
        tricks[chance.choice([0, 0, 1, 1, chance.randrange(sides)])] += 1
    if chance.random() < 0.1:
        sweeper = chance.randrange(sides)
        tricks = [tricks_in_deal * (side == sweeper) for side in range(sides)]
    took = [side for side in range(sides) if tricks[side]]
    total = 152 if sides == 3 and len(took) == 2 else 162
    cuts = sorted(chance.choice([total // 2, chance.randint(0, total)]) for _ in took[1:])
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
    points = [0] * sides
    for side, part in zip(took, parts, strict=True):
        points[side] = part
    return points, tricks


def bonuses(chance: Random, sides: int, values: list[int]) -> list[int]:
    """Return a bonus for one side, or for none."""
    result = [0] * sides
    result[chance.randrange(sides)] = chance.choice(values)
    return result


def test_what_is_written_in_flanders() -> None:
    chance, outcomes = Random(8), Counter[str]()
    for _ in range(ASKED):
        points, tricks = some_points(chance, 2, 8)
        toon, pair = bonuses(chance, 2, [0, 0, 20, 50, 170]), bonuses(chance, 2, [0, 0, 20])
        attack, book = chance.randrange(2), chance.choice([0, 0, 8, 17])
        result = settled(FLEMISH, attack, points, tricks, toon, pair, book)
        expected = belot.written_by_two(attack, tricks, points, toon, pair, book)
        assert (list(result.marks), result.held) == expected, (attack, points, tricks, toon, pair)
        outcomes[result.outcome] += 1
    assert min(outcomes[name] for name in ("made", "failed", "tie")) >= ASKED // 200


def test_what_three_write() -> None:
    chance, outcomes = Random(9), Counter[str]()
    for _ in range(ASKED):
        points, tricks = some_points(chance, 3, 10)
        toon, pair = bonuses(chance, 3, [0, 0, 20, 50, 170]), bonuses(chance, 3, [0, 0, 20])
        attack = chance.randrange(3)
        result = settled(THREE, attack, points, tricks, toon, pair, 0)
        expected = belot.written_by_three(attack, tricks, points, toon, pair)
        assert list(result.marks) == expected, (attack, points, tricks, toon, pair)
        outcomes[result.outcome] += 1
    assert min(outcomes[name] for name in ("made", "failed")) >= ASKED // 10


def test_what_is_written_at_the_arena() -> None:
    chance, outcomes = Random(10), Counter[str]()
    for _ in range(ASKED):
        points, tricks = some_points(chance, 2, 8)
        pair = bonuses(chance, 2, [0, 0, 20, 60])
        attack, held = chance.randrange(2), chance.choice([0, 0, 81, 152])
        result = settled(BGA, attack, points, tricks, [0, 0], pair, held)
        expected = arena.written(attack, tricks, points, pair, held)
        assert (list(result.marks), result.held) == expected, (attack, points, tricks, pair)
        outcomes[result.outcome] += 1
    assert min(outcomes[name] for name in ("made", "failed", "tie")) >= ASKED // 200


def settled(
    rules: Rules,
    attack: int,
    points: list[int],
    tricks: list[int],
    melds: list[int],
    belote: list[int],
    held: int,
) -> scoring.Settlement:
    """Return the library's settlement."""
    tally = tallies.Tally(
        attack=attack,
        points=tuple(points),
        tricks=tuple(tricks),
        melds=tuple(melds),
        belote=tuple(belote),
    )
    return settlements.settle(tally, held, rules.scoring)


@needs_kernel
def test_the_kernel_has_the_same_law_for_every_rule_set() -> None:
    chance = Random(11)
    for number in range(ASKED):
        rules = (FLEMISH, THREE, BGA)[number % 3]
        trump: Trump = TRUMPS[chance.randrange(6 if rules is BGA else 4)]
        hand, _, trick = position(chance, rules)
        on_table = [next(c for c in rules.pack if c.text == t) for t in trick]
        law = rules.law(trump)
        assert solver.legal(hand, on_table, law) == play.legal(hand, on_table, law)
