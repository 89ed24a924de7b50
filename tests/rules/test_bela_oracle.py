"""Bela against an oracle that shares no code: calls, cards, announcements, what is written."""

from __future__ import annotations

from collections import Counter
from random import Random

import oracle_bela as oracle
import oracle_cards
import pytest
from auctions_called import same_offers
from drawn_matches import clumped_hands, play_match
from oracle_compared import (
    as_said,
    counting,
    from_attack,
    pairs_of_trump,
    played_deals,
    positions,
    texts,
)
from volume import volume

from rebelote.rules import melds, play, presets, settlements
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CARDS, SUIT_TRUMPS
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import Tally

AUCTIONS = volume(100, 1_000, 20_000)
POSITIONS = volume(1_000, 10_000, 100_000)
CONTESTS = volume(1_000, 10_000, 50_000)
SETTLEMENTS = volume(1_000, 10_000, 50_000)
MATCHES = volume(1, 3, 100)
KINDS = {"bela": True, "bela-bitola": False}
"""Whether a card serves in several announcements; in Bitola a card is turned up, too."""


@pytest.mark.parametrize("preset", KINDS)
def test_calls_offered_and_contracts(preset: str) -> None:
    rules, chance, seen = presets.rules(preset), Random(16), Counter[int]()
    for _ in range(AUCTIONS):
        turned = chance.choice(CARDS) if rules.bidding.turns_up else None
        ours = AuctionSoFar(rules.auction, rules.sides, 0, turned)
        theirs = oracle.Auction("" if turned is None else turned.text[1])
        while not theirs.ended:
            seat, offers = same_offers(rules, ours, theirs)
            assert not any(rules.bidding.out_of_turn(ours, other) for other in range(4))
            call = offers[0] if chance.random() < 0.8 else chance.choice(offers)
            ours = ours.after(seat, call)
            theirs.say(call_word(call))
        made = rules.bidding.contract(ours)
        assert rules.bidding.over(ours)
        if made is None:
            assert theirs.trump == "" and turned is not None
        else:
            assert (made.attacker, made.trump.value) == (theirs.player, theirs.trump)
            assert (made.value, made.stake) == (None, 1)
        seen[len(ours.calls)] += 1
    assert set(seen) == set(range(1, 9 if rules.bidding.turns_up else 5))


@pytest.mark.parametrize("preset", KINDS)
def test_legal_cards(preset: str) -> None:
    rules, chance, seen = presets.rules(preset), Random(17), Counter[str]()
    for trump, hand, trick, whole in positions(chance, POSITIONS, SUIT_TRUMPS):
        law = rules.law(trump)
        result = play.legal(hand, trick, law)
        expected = oracle.legal(texts(hand), texts(trick), trump.value)
        assert set(texts(result)) == expected, (hand, trick, trump)
        seen["all" if result == hand else "some"] += 1
        assert play.winner(whole, trump) == oracle_cards.winner(texts(whole), trump.value)
        points = oracle_cards.points(texts(whole), trump.value)
        assert play.card_points(whole, law) == points
    assert min(seen.values()) >= 20


@pytest.mark.parametrize("preset", KINDS)
def test_announcements(preset: str) -> None:
    """Rich hands: the announcements of each, and the side whose count."""
    rules, chance, seen = presets.rules(preset), Random(19), Counter[str]()
    for _ in range(CONTESTS):
        hands, trump = clumped_hands(chance), chance.choice(SUIT_TRUMPS)
        first = chance.randrange(4)
        best = [melds.best_melds(hand, rules.melds) for hand in hands]
        said = {
            seat: oracle.announced(set(texts(hand)), KINDS[preset])
            for seat, hand in enumerate(hands)
        }
        for seat, ours in enumerate(best):
            assert set(as_said(ours)) == set(said[seat]), hands[seat]
        result = melds.contest(dict(enumerate(best)), trump, rules.melds, rules.sides, first)
        expected = oracle.counting(said, trump.value, first)
        assert counting(rules, result, best) == expected, (hands, trump, first)
        seen[result.by] += 1
        shared = sum(len(cards) for each in said.values() for cards, _ in each)
        seen["twice"] += shared > len(
            {c for each in said.values() for cards, _ in each for c in cards}
        )
    assert min(seen[by] for by in ("alone", "kind", "height", "order")) >= 20, seen
    assert (seen["twice"] > 0) is KINDS[preset]


@pytest.mark.parametrize("preset", KINDS)
def test_settlements(preset: str) -> None:
    chance, seen = Random(18), Counter[str]()
    for _ in range(SETTLEMENTS):
        attack, swept = chance.randrange(2), chance.choice((0, 1, None, None, None, None))
        near = 81 + chance.choice((-60, -40, -20, 0, 0, 20, 40))
        mine = chance.choice((near, chance.randint(0, 162)))
        mine, taken = {0: (162, 8), 1: (0, 0), None: (mine, chance.randint(1, 7))}[swept]
        worth, holder = chance.choice((0, 0, 20, 40, 50, 100, 200)), chance.randrange(2)
        said = (worth, 0) if holder else (0, worth)
        bela = chance.choice(((0, 0), (20, 0), (0, 20)))
        own, tricks = (mine, 162 - mine), (taken, 8 - taken)
        pairs = (own, said, bela, tricks)
        points, announced, belote, won = from_attack(attack, *pairs)
        tally = Tally(attack=attack, points=points, tricks=won, melds=announced, belote=belote)
        result = settlements.settle(tally, 0, presets.rules(preset).scoring)
        expected = oracle.settle(own, said, bela, tricks)
        assert from_attack(attack, result.marks) == [expected], pairs
        assert result.held == 0
        level = sum(pair[0] for pair in pairs[:3]) == sum(pair[1] for pair in pairs[:3])
        seen[f"{result.outcome} {result.sweep} {level}"] += 1
    kinds = ("made True", "made False", "failed True", "failed False")
    assert min(seen[f"{kind} False"] for kind in kinds) >= 20, seen
    assert seen["failed False True"] >= 20


@pytest.mark.parametrize("preset", KINDS)
def test_whole_matches(preset: str) -> None:
    """Deals played at random: who leads, what was said and won, what was written, who has won."""
    for seed in range(MATCHES):
        states = play_match(presets.rules(preset), seed)[0]
        totals = [0, 0]
        for state, deal, trump, won, taken in played_deals(states, oracle_cards.points):
            forehand, side = (deal.dealer + 1) % 4, deal.contract.attacker % 2
            assert deal.tricks[0].leader == forehand
            for trick in deal.tricks:
                place = oracle_cards.winner(texts(trick.cards), trump)
                assert trick.winner == (trick.leader + place) % 4
            said = dict(enumerate(map(as_said, deal.announced)))
            announced = oracle.counting(said, trump, forehand)
            pairs = from_attack(side, won, announced, pairs_of_trump(deal, trump), taken)
            marks = state.sheet[-1].marks
            assert from_attack(side, marks) == [oracle.settle(*pairs)]
            totals = [total + mine for total, mine in zip(totals, marks, strict=True)]
            assert state.winner == oracle.won(totals, side)
        assert states[-1].winner is not None and list(states[-1].scores) == totals
