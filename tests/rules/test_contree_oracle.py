"""Auctions and settlements of contrée and coinche against an oracle that shares no code."""

from __future__ import annotations

from collections import Counter
from random import Random

import oracle_contree as oracle
import oracle_klaverjas as klaverjas
import pytest
from auctions_called import said, same_offers
from oracle_compared import from_attack, positions, texts
from volume import volume

from rebelote.rules import play, presets, settlements
from rebelote.rules.actions import Call, Double, Redouble
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.rising import ladder, trumps
from rebelote.rules.cards import SUIT_TRUMPS
from rebelote.rules.contract import Called
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import Tally

AUCTIONS = volume(80, 300, 20_000)
SETTLEMENTS = volume(1_500, 5_000, 200_000)
POSITIONS = volume(1_000, 10_000, 100_000)
DOUBLES = (Double, Redouble)
OTHERS = {"bazar-blot", "bazar-blot-301"}
"""Rule sets with an oracle of their own."""
CONTREE = [
    name
    for name, rules in presets.PRESETS.items()
    if rules.scoring.settlement == "bid" and name not in OTHERS
]


@pytest.mark.parametrize("preset", CONTREE)
def test_calls_offered_and_contracts(preset: str) -> None:
    chance, rules, seen = Random(14), presets.PRESETS[preset], Counter[str]()
    for _ in range(AUCTIONS):
        ours = AuctionSoFar(rules.auction, rules.sides, 0)
        theirs = oracle.Auction(preset)
        while not theirs.ended:
            seat, offers = same_offers(rules, ours, theirs)
            for other in range(4):
                assert said(rules.bidding.out_of_turn(ours, other)) == theirs.out_of_turn(other)
            call: Call = offers[0]
            others = [(s, c) for s in range(4) for c in rules.bidding.out_of_turn(ours, s)]
            if others and chance.random() < 0.1:
                seat, call = chance.choice(others)
                seen["out of turn"] += 1
            elif chance.random() < 0.3 and isinstance(offers[min(1, len(offers) - 1)], DOUBLES):
                call = offers[1]
            elif chance.random() < 0.5:
                call = chance.choice(offers[:12] if chance.random() < 0.95 else offers)
            ours = ours.after(seat, call)
            theirs.say(seat, call_word(call))
            seen[type(call).__name__] += 1
        assert rules.bidding.over(ours)
        made = rules.bidding.contract(ours)
        if made is None:
            assert theirs.bidder is None
            continue
        named = f"{made.value}{made.trump.value}"
        assert (made.attacker, named, made.stake) == (theirs.bidder, theirs.bid, theirs.stake)
    assert min(seen[kind] for kind in ("Pass", "Bid", "Double", "Redouble")) >= 20, seen


@pytest.mark.parametrize("preset", CONTREE)
def test_settlements(preset: str) -> None:
    chance, rules, seen = Random(15), presets.PRESETS[preset], Counter[str]()
    melds_played = rules.melds.announced
    for _ in range(SETTLEMENTS):
        attack = chance.randrange(2)
        value, trump = chance.choice(ladder(rules.auction)), chance.choice(trumps(rules.auction))
        if chance.random() < 0.7:
            value = chance.choice(ladder(rules.auction)[:6])
        stakes = (1, 1, 2, int(rules.auction.redouble))
        stake = chance.choice(stakes)
        swept = chance.choice((0, 1)) if chance.random() < 0.25 else None
        mine = {0: 162, 1: 0}.get(swept, chance.randint(0, 162)) if swept is not None else None
        cards = chance.randint(0, 162) if mine is None else mine
        tricks = {0: (8, 0), 1: (0, 8), None: (4, 4)}[swept]
        holder = chance.choice((None, 0, 1))
        belote = (20 * (holder == 0), 20 * (holder == 1))
        one = chance.randrange(2)
        worth = chance.choice((0, 0, 20, 50, 100)) * melds_played
        melds = (worth * (one == 0), worth * (one == 1))
        pairs = [(cards, 162 - cards), tricks, melds, belote]
        by_side = from_attack(attack, *pairs)
        tally = Tally(
            attack=attack,
            points=by_side[0],
            tricks=by_side[1],
            melds=by_side[2],
            belote=by_side[3],
            value=value,
            stake=stake,
            no_trumps=trump.value == "none",
        )
        result = settlements.settle(tally, 0, rules.scoring)
        expected = oracle.settle(
            preset, str(value), trump.value, stake, (cards, 162 - cards), swept, melds, belote
        )
        assert from_attack(attack, result.marks) == [expected], tally
        seen[f"{result.outcome} {stake} {swept}"] += 1
    usual = [f"{made} {stake} None" for made in ("made", "failed") for stake in (1, 2)]
    assert min(seen[kind] for kind in (*usual, "made 1 0", "failed 1 1")) >= 20, seen


def test_the_law_of_pilotta_is_that_of_rotterdam() -> None:
    chance, rules, seen = Random(16), presets.PRESETS["pilotta"], Counter[bool]()
    for trump, hand, trick, _ in positions(chance, POSITIONS, SUIT_TRUMPS):
        result = play.legal(hand, trick, rules.law(trump))
        expected = klaverjas.legal(texts(hand), texts(trick), trump.value, "Rotterdam")
        assert set(texts(result)) == expected, (hand, trick, trump)
        seen[result == hand] += 1
    assert min(seen.values()) >= 20


def test_a_call_is_written_and_read_back() -> None:
    rules = presets.PRESETS["bga-coinche"]
    so_far = AuctionSoFar(rules.auction, rules.sides, 0)
    for call in rules.bidding.offers(so_far):
        assert Called.by(2, 1, call).call == call
