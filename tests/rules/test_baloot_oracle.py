"""Baloot against an oracle that shares no code: calls, cards, projects, what is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import oracle_baloot as oracle
import oracle_cards
import pytest
from auctions_called import same_offers
from drawn_matches import clumped_hands, play_match
from oracle_compared import (
    as_said,
    counting,
    from_attack,
    letter,
    pairs_of_trump,
    played_deals,
    positions,
    texts,
)
from volume import volume

from rebelote.rules import melds, play, presets, settlements
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, CardSet, Trump
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import Tally

AUCTIONS = volume(200, 2_000, 20_000)
POSITIONS = volume(1_000, 10_000, 100_000)
CONTESTS = volume(1_000, 10_000, 50_000)
SETTLEMENTS = volume(1_000, 10_000, 50_000)
MATCHES = volume(1, 3, 100)
RULES = presets.rules("baloot")
TRUMPS = (*SUIT_TRUMPS, Trump.NONE)


@pytest.mark.parametrize(
    ("options", "theirs_of"),
    [
        ({}, oracle.Auction),
        (
            {"ashkal_round2": True, "sun_double": "from_100"},
            partial(oracle.Auction, late_ashkal=True, far=100),
        ),
        (
            {"gablak": True, "kawesh_bought": True, "ashkal_round2": True},
            partial(oracle.Auction, gablak=True, late_kawesh=True, late_ashkal=True),
        ),
    ],
)
def test_calls_offered_and_contracts(
    options: dict[str, object], theirs_of: Callable[..., oracle.Auction]
) -> None:
    chance, seen, rules = Random(21), Counter[str](), RULES.agree(options)
    for _ in range(AUCTIONS):
        turned = chance.choice(CARDS)
        scores = chance.choice((0, 99, 100, 101)), chance.choice((99, 100))
        ours = AuctionSoFar(rules.auction, rules.sides, 0, turned, scores=scores)
        theirs = theirs_of(turned.text, scores)
        while not theirs.ended:
            seat, offers = same_offers(rules, ours, theirs)
            low = [card for card in CARDS if card.text[0] in "789T"]
            hand = chance.sample(low if chance.random() < 0.5 else CARDS, 5)
            redeals = bool(rules.bidding.by_hand(ours, CardSet.of(hand)))
            assert redeals is theirs.dealt_again([card.text for card in hand])
            seen[f"kawesh {redeals}"] += 1
            call = offers[0] if chance.random() < 0.6 else chance.choice(offers)
            ours = ours.after(seat, call)
            theirs.say(call_word(call))
            assert rules.bidding.settled(ours) is theirs.bought
        made = rules.bidding.contract(ours)
        assert rules.bidding.over(ours)
        if made is None:
            assert theirs.trump == ""
            seen["dead"] += 1
            continue
        assert (made.attacker, made.trump.value) == (theirs.player, theirs.trump)
        assert (made.stake, bool(made.closed)) == (theirs.stake, theirs.closed)
        assert made.gets_turned == theirs.receiver
        seen[f"{letter(made.trump) and 'hokum'} {made.stake}"] += 1
        seen["ashkal"] += made.gets_turned != made.attacker
        seen["closed"] += bool(made.closed)
    kinds = ("hokum 1", "hokum 2", "hokum 3", " 1", " 2", "ashkal", "closed", "dead", "kawesh True")
    assert min(seen[kind] for kind in kinds) > 0, seen


def test_legal_cards() -> None:
    chance, seen = Random(22), Counter[str]()
    for trump, hand, trick, whole in positions(chance, POSITIONS, TRUMPS):
        closed = trump is not Trump.NONE and chance.random() < 0.3
        law, of = RULES.law(trump, closed), letter(trump)
        result = play.legal(hand, trick, law)
        expected = oracle.legal(texts(hand), texts(trick), of, closed)
        assert set(texts(result)) == expected, (hand, trick, trump, closed)
        seen["all" if result == hand else "some"] += 1
        assert play.winner(whole, trump) == oracle_cards.winner(texts(whole), of)
        assert play.card_points(whole, law) == oracle.points(texts(whole), of)
    assert min(seen.values()) >= 20


def test_projects() -> None:
    """Rich hands: the seat whose projects count."""
    chance, seen = Random(23), Counter[str]()
    for _ in range(CONTESTS):
        hands, trump, first = clumped_hands(chance), chance.choice(TRUMPS), chance.randrange(4)
        agreed = RULES.melds.under(trump)
        best = [melds.best_melds(hand, agreed) for hand in hands]
        said = dict(enumerate(map(as_said, best)))
        result = melds.contest(dict(enumerate(best)), trump, agreed, RULES.sides, first)
        expected = oracle.counting(said, first)
        assert counting(RULES, result, best) == expected, (hands, trump, first)
        seen[result.by] += 1
    assert min(seen[by] for by in ("alone", "kind", "height", "order")) >= 20, seen


def test_settlements() -> None:
    chance, seen = Random(24), Counter[str]()
    for _ in range(SETTLEMENTS):
        sun, attack = chance.random() < 0.4, chance.randrange(2)
        whole, stake = (130, chance.randint(1, 2)) if sun else (162, chance.randint(1, 5))
        swept = chance.choice((0, 1, None, None, None, None))
        near = whole // 2 + chance.choice((-50, -25, -10, 0, 0, 10, 25, 50))
        mine = chance.choice((near, chance.randint(1, whole - 1)))
        mine, taken = {0: (whole, 8), 1: (0, 0), None: (mine, chance.randint(1, 7))}[swept]
        worth, holder = chance.choice((0, 0, 20, 50, 70, 100, 200)), chance.randrange(2)
        said = (worth, 0) if holder else (0, worth)
        pair = chance.choice(((0, 0), (20, 0), (0, 20))) if not sun else (0, 0)
        own, tricks = (mine, whole - mine), (taken, 8 - taken)
        pairs = (own, said, pair, tricks)
        points, announced, belote, won = from_attack(attack, *pairs)
        tally = Tally(
            attack=attack,
            points=points,
            tricks=won,
            melds=announced,
            belote=belote,
            stake=stake,
            no_trumps=sun,
            cards=whole - 10,
        )
        by_marks, both = chance.random() < 0.3, chance.random() < 0.3
        agreed = {
            "marks_compare": "marks" if by_marks else "points",
            "marks_level": "each_own" if both else "buyers_lose",
        }
        result = settlements.settle(tally, 0, RULES.agree(agreed).scoring)
        [marks] = from_attack(attack, result.marks)
        expected = oracle.settle(*pairs, stake, sun, by_marks, both)
        assert marks == expected, (pairs, stake, sun, agreed)
        level = own[0] + said[0] == own[1] + said[1]
        seen[f"{result.outcome} {result.sweep} {level}"] += 1
    kinds = ("made True", "made False", "failed True", "failed False")
    assert min(seen[f"{kind} False"] for kind in kinds) >= 20, seen
    equal = ("failed False True", "made False True", "tie False True")
    assert min(seen[kind] for kind in equal) >= 3, seen


def test_whole_matches() -> None:
    """Deals played at random: who leads, what was said and won, what was written, who has won."""
    for seed in range(MATCHES):
        states = play_match(RULES, seed)[0]
        totals = [0, 0]
        for state, deal, trump, won, taken in played_deals(states, oracle.points):
            first, contract = (deal.dealer + 1) % 4, deal.contract
            assert deal.tricks[0].leader == first
            for trick in deal.tricks:
                place = oracle_cards.winner(texts(trick.cards), trump)
                assert trick.winner == (trick.leader + place) % 4
            projects = oracle.counting(dict(enumerate(map(as_said, deal.announced))), first)
            if 8 in taken:
                projects[taken.index(0)] = 0
            attack, marks = contract.attacker % 2, state.sheet[-1].marks
            own, said, pair, tricks = from_attack(
                attack, won, projects, pairs_of_trump(deal, trump), taken
            )
            expected = oracle.settle(own, said, pair, tricks, contract.stake, not trump)
            assert from_attack(attack, marks) == [expected]
            totals = [total + mine for total, mine in zip(totals, marks, strict=True)]
        assert states[-1].over
        assert list(states[-1].scores) == totals
