"""Do the worked examples of the rules come out as written? One file a rule set, one format.

Each vector names its source line and asks one question: winner, legal, melds, contest, settle, end.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rebelote import (
    Cut,
    Packets,
    Pass,
    Take,
    apply,
    deck,
    match,
    melds,
    next_deal,
    play,
    scoring,
    start,
    variants,
)
from rebelote.cards import CARDS, CardSet, Trump, parse_cards
from rebelote.melds import Kind
from rebelote.rules import Rules

Vector = dict[str, Any]
FILES = sorted((Path(__file__).parent / "vectors").glob("*.json"))
VECTORS: list[tuple[str, Vector]] = [
    (file.stem, vector) for file in FILES for vector in json.loads(file.read_text("utf-8"))
]


def kind_text(kind: Kind) -> str:
    """`run3`, `square150`."""
    return f"run{kind.length}" if kind.shape == "run" else f"square{kind.points}"


def ask_winner(vector: Vector, rules: Rules) -> Vector:
    trick, trump = parse_cards(vector["trick"]), Trump(vector["trump"])
    return {"index": play.winner(trick, trump), "points": play.trick_points(trick, trump)}


def ask_legal(vector: Vector, rules: Rules) -> Vector:
    law = rules.law(Trump(vector["trump"]))
    found = play.legal(CardSet.parse(vector["hand"]), parse_cards(vector["trick"]), law)
    assert found == CardSet.parse(vector["cards"])
    return {}


def ask_melds(vector: Vector, rules: Rules) -> Vector:
    found = melds.best_melds(CardSet.parse(vector["hand"]), rules.meld_rules)
    return {
        "melds": [kind_text(meld.kind) for meld in found],
        "points": sum(meld.kind.points for meld in found),
    }


def ask_contest(vector: Vector, rules: Rules) -> Vector:
    held: dict[int, melds.Melds] = {}
    for seat, (hand, said) in enumerate(zip(vector["hands"], vector["said"], strict=True)):
        every = melds.best_melds(CardSet.parse(hand), rules.meld_rules)
        held[seat] = tuple(meld for meld in every if kind_text(meld.kind) in said)
        assert [kind_text(meld.kind) for meld in held[seat]] == said
    trump = Trump(vector["trump"])
    return {"side": melds.contest(held, trump, rules.meld_rules, rules.sides, 0).side}


def ask_settle(vector: Vector, rules: Rules) -> Vector:
    """Side 0 attacks; the points are those of its tricks, the last one's ten included."""
    points = tuple(vector["points"])
    nothing, usual = (0,) * len(points), (4, 4) if len(points) == 2 else (4, 3, 3)
    tally = scoring.Tally(
        attack=0,
        points=points,
        tricks=tuple(vector.get("tricks", usual)),
        melds=tuple(vector.get("melds", nothing)),
        belote=tuple(vector.get("belote", nothing)),
    )
    found = scoring.settle(tally, vector.get("held_before", 0), rules.scoring)
    return {"marks": list(found.marks), "outcome": found.outcome, "held": found.held}


def ask_end(vector: Vector, rules: Rules) -> Vector:
    return {"winner": match.winner(tuple(vector["totals"]), rules)}


ASK: dict[str, Callable[[Vector, Rules], Vector]] = {
    "winner": ask_winner,
    "legal": ask_legal,
    "melds": ask_melds,
    "contest": ask_contest,
    "settle": ask_settle,
    "end": ask_end,
}


@pytest.mark.parametrize(
    ("preset", "vector"), VECTORS, ids=[f"{preset} {vector['id']}" for preset, vector in VECTORS]
)
def test_vector(preset: str, vector: Vector) -> None:
    assert vector["source"]
    rules = variants.rules(preset, **vector.get("options", {}))
    found = ASK[vector["ask"]](vector, rules)
    expected = {key: value for key, value in vector.items() if key in found}
    assert {key: found[key] for key in expected} == expected
    assert vector["ask"] == "legal" or expected


def test_v21_the_range_of_the_cut() -> None:
    from rebelote.deal import cut_range

    assert (cut_range(Rules())[0], cut_range(Rules())[-1]) == (2, 30)
    assert deck.cut(CARDS, 10) == (*CARDS[10:], *CARDS[:10])


def test_v22_the_index_table_of_the_deal() -> None:
    first = deck.deal_first(CARDS, (3, 2), 4, eldest=0)
    assert [[CARDS.index(c) for c in hand] for hand in first] == [
        [0, 1, 2, 12, 13],
        [3, 4, 5, 14, 15],
        [6, 7, 8, 16, 17],
        [9, 10, 11, 18, 19],
    ]
    assert deck.turned_card(CARDS, 4, (3, 2)) == CARDS[20]
    full = deck.deal_rest(CARDS, first, eldest=0, attacker=2)
    assert [[CARDS.index(c) for c in hand[5:]] for hand in full] == [
        [21, 22, 23],
        [24, 25, 26],
        [20, 27, 28],
        [29, 30, 31],
    ]


def test_v23_a_dead_deal_passes_the_deal_on() -> None:
    state = start(Rules(), deck.shuffled(Random(1)), 1)
    state = apply(apply(state, 0, Cut(10)), 1, Packets((2, 3)))
    for seat in (2, 3, 0, 1, 2, 3, 0, 1):
        state = apply(state, seat, Pass())
    assert state.deal.dead and state.to_act is None
    assert next_deal(state).deal.dealer == 2


def test_the_turned_suit_may_be_named_again_in_round_two() -> None:
    state = start(Rules(), deck.shuffled(Random(1)), 3)
    state = apply(apply(state, 2, Cut(10)), 3, Packets((3, 2)))
    for seat in range(4):
        state = apply(state, seat, Pass())
    turned = state.deal.turned
    assert turned is not None
    state = apply(state, 0, Take(Trump(turned.suit.letter)))
    assert turned in state.deal.hands[0] and len(state.deal.hands[0]) == 8


def test_every_french_example_is_here() -> None:
    ids = {vector["id"].split()[0].rstrip("abc") for _, vector in VECTORS}
    elsewhere = {"V21", "V22", "V23"}
    french = {f"V{n}" for n in (2, *range(5, 20), *range(27, 35), *range(37, 44), 50, 53)}
    assert french <= ids | elsewhere
