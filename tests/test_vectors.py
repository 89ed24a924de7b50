"""Do the worked examples of the rules come out as written? One file a rule set, one format.

Each vector names its source line and asks one question, such as winner, legal, melds or settle.
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
    Phase,
    Take,
    apply,
    deck,
    legal_actions,
    match,
    melds,
    next_deal,
    play,
    scoring,
    start,
    variants,
)
from rebelote.cards import CardSet, Trump, parse_cards
from rebelote.deal import cut_range
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
    """By seat what was announced: as cards, or as hands with what is said of them."""
    held: dict[int, melds.Melds] = {}
    if "melds" in vector:
        for seat, named in enumerate(vector["melds"]):
            held[seat] = tuple(of_cards(cards, rules) for cards in named)
    for seat, (hand, said) in enumerate(
        zip(vector.get("hands", ()), vector.get("said", ()), strict=True)
    ):
        every = melds.best_melds(CardSet.parse(hand), rules.meld_rules)
        held[seat] = tuple(meld for meld in every if kind_text(meld.kind) in said)
        assert [kind_text(meld.kind) for meld in held[seat]] == said
    trump, first = Trump(vector["trump"]), vector.get("eldest", 0)
    side = melds.contest(held, trump, rules.meld_rules, rules.sides, first).side
    counted = (m for seat, named in held.items() if rules.sides[seat] == side for m in named)
    return {"side": side, "points": sum(meld.kind.points for meld in counted)}


def of_cards(cards: str, rules: Rules) -> melds.Meld:
    found = melds.of_cards(CardSet.parse(cards), rules.meld_rules)
    assert found is not None
    return found


def ask_total(vector: Vector, rules: Rules) -> Vector:
    cards = play.trick_points(list(rules.pack), Trump(vector["trump"]))
    return {"cards": cards, "deal": cards + scoring.LAST_TRICK}


def ask_cut(vector: Vector, rules: Rules) -> Vector:
    depths, pack = cut_range(rules), tuple(rules.pack)
    assert deck.cut(pack, 10) == (*pack[10:], *pack[:10])
    return {"least": depths[0], "most": depths[-1]}


def ask_deal(vector: Vector, rules: Rules) -> Vector:
    """By index in the pack what each seat gets; the dealer is the last seat."""
    pack = tuple(rules.pack)
    first = deck.deal_first(pack, vector["packets"], rules.players, eldest=0)
    full = deck.deal_rest(pack, first, 0, vector["attacker"])
    return {
        "first": [[pack.index(card) for card in hand] for hand in first],
        "turned": pack.index(deck.turned_card(pack, rules.players, vector["packets"])),
        "rest": [[pack.index(c) for c in hand[rules.first_part :]] for hand in full],
    }


def ask_dead(vector: Vector, rules: Rules) -> Vector:
    """Nobody ever takes: who deals, deal after deal."""
    chance = Random(1)
    state = start(rules, deck.shuffled(chance, rules.pack), vector["dealers"][0])
    dealers = [state.deal.dealer]
    while len(dealers) < len(vector["dealers"]):
        while (seat := state.to_act) is not None:
            passes = state.deal.phase is Phase.BIDDING
            state = apply(state, seat, Pass() if passes else legal_actions(state.deal)[0])
        state = next_deal(state, match.new_pack(state, chance))
        dealers.append(state.deal.dealer)
    return {"dealers": dealers}


def ask_chain(vector: Vector, rules: Rules) -> Vector:
    """Deals one after the other: the attack and the points of its tricks."""
    totals, held, waiting = [0, 0], [], 0
    for attack, points in vector["deals"]:
        tally = scoring.Tally(
            attack=attack, points=tuple(points), tricks=(4, 4), melds=(0, 0), belote=(0, 0)
        )
        found = scoring.settle(tally, waiting, rules.scoring)
        totals = [t + m for t, m in zip(totals, found.marks, strict=True)]
        waiting = found.held
        held.append(waiting)
    return {"totals": totals, "held": held}


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
    totals = tuple(vector["totals"])
    return {
        "winner": match.winner(totals, rules, vector.get("attack")),
        "excess": list(match.excess(totals, rules)),
    }


ASK: dict[str, Callable[[Vector, Rules], Vector]] = {
    "winner": ask_winner,
    "legal": ask_legal,
    "melds": ask_melds,
    "contest": ask_contest,
    "settle": ask_settle,
    "end": ask_end,
    "total": ask_total,
    "cut": ask_cut,
    "deal": ask_deal,
    "dead": ask_dead,
    "chain": ask_chain,
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


def test_the_turned_suit_may_be_named_again_in_round_two() -> None:
    state = start(Rules(), deck.shuffled(Random(1)), 3)
    state = apply(apply(state, 2, Cut(10)), 3, Packets((3, 2)))
    for seat in range(4):
        state = apply(state, seat, Pass())
    turned = state.deal.turned
    assert turned is not None
    state = apply(state, 0, Take(Trump(turned.suit.letter)))
    assert turned in state.deal.hands[0] and len(state.deal.hands[0]) == 8


def test_every_example_is_here() -> None:
    """V35 and V36 are played out in test_real_life; those after V61 are of other games."""
    ids = {vector["id"].split()[0].rstrip("abcd") for _, vector in VECTORS}
    assert {f"V{n}" for n in range(1, 62)} - {"V35", "V36"} <= ids
