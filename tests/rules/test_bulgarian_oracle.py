"""Bulgarian belot against an oracle that shares no code: calls, cards, announcements, marks."""

from __future__ import annotations

from collections import Counter
from random import Random

import oracle_bulgarian as oracle
from auctions_called import same_offers
from drawn_matches import clumped_hands, play_match
from volume import volume

from rebelote.rules import melds, play, presets, settlements
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CARDS, TRUMPS, CardSet, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import ContractTerms, Tally

AUCTIONS = volume(300, 1_000, 100_000)
POSITIONS = volume(2_000, 10_000, 200_000)
SETTLEMENTS = volume(2_000, 10_000, 200_000)
CONTESTS = volume(350, 500, 20_000)
MATCHES = volume(4, 6, 200)
RULES = presets.PRESETS["bulgarian"]
TRICKS = {0: (8, 0), 1: (0, 8), None: (4, 4)}


def test_calls_offered_and_contracts() -> None:
    chance, seen = Random(16), Counter[str]()
    for _ in range(AUCTIONS):
        ours, theirs = AuctionSoFar(RULES.auction, RULES.sides, 0), oracle.Auction()
        while not theirs.ended:
            seat, offers = same_offers(RULES, ours, theirs)
            assert not any(RULES.bidding.out_of_turn(ours, other) for other in range(4))
            call = offers[0] if chance.random() < 0.4 else chance.choice(offers[:4])
            ours = ours.after(seat, call)
            theirs.say(call_word(call))
            seen[type(call).__name__] += 1
        assert RULES.bidding.over(ours)
        made = RULES.bidding.contract(ours)
        if made is None:
            assert theirs.bidder is None
            seen["dead"] += 1
            continue
        level = oracle.CONTRACTS.index(made.trump.value)
        assert (made.attacker, level, made.stake) == (theirs.bidder, theirs.level, theirs.stake)
        assert made.value is None
        seen[f"stake {made.stake}"] += 1
    kinds = ("Pass", "Bid", "Double", "Redouble", "dead", "stake 1", "stake 2", "stake 4")
    assert min(seen[kind] for kind in kinds) >= 20, seen


def test_legal_cards() -> None:
    chance, seen = Random(17), Counter[str]()
    for _ in range(POSITIONS):
        cards = chance.sample(CARDS, chance.randint(2, 11))
        laid = chance.randint(0, min(3, len(cards) - 1))
        trick, hand = tuple(cards[:laid]), CardSet.of(cards[laid:])
        trump = chance.choice(TRUMPS)
        result = play.legal(hand, trick, RULES.law(trump))
        expected = oracle.legal([str(card) for card in hand], [str(c) for c in trick], trump.value)
        assert {str(card) for card in result} == expected, (hand, trick, trump)
        seen["all" if result == hand else "some"] += 1
    assert min(seen.values()) >= 20


def test_points_of_cards() -> None:
    for trump in TRUMPS:
        for card in CARDS:
            points = RULES.law(trump).points[card]
            assert points == oracle.points([str(card)], trump.value)


def test_settlements() -> None:
    chance, seen = Random(18), Counter[str]()
    for _ in range(SETTLEMENTS):
        trump, attack = chance.choice(TRUMPS), chance.randrange(2)
        stake = chance.choice((1, 1, 2, 4))
        terms = ContractTerms.of(Contract(attack, trump, None, stake), RULES.law(trump))
        whole = terms.cards + 10
        swept = chance.choice((0, 1)) if chance.random() < 0.2 else None
        near = whole // 2 + chance.choice((-40, -25, -10, 0, 10, 25, 40, 50))
        drawn = chance.choice((near, chance.randint(0, whole)))
        mine = drawn if swept is None else whole * (swept == 0)
        belotes = (0, 0) if trump is Trump.NONE else chance.choice(((0, 0), (20, 0), (0, 20)))
        one, worth = chance.randrange(2), chance.choice((0, 0, 20, 50, 100, 150))
        named = (0, 0) if trump is Trump.NONE else (worth * (one == 0), worth * (one == 1))
        held = chance.choice((0, 0, 8, 30))
        pairs = [(mine, whole - mine), TRICKS[swept], named, belotes]
        by_side = [pair if attack == 0 else pair[::-1] for pair in pairs]
        result = settlements.settle(
            Tally(
                attack=attack,
                points=by_side[0],
                tricks=by_side[1],
                melds=by_side[2],
                belote=by_side[3],
                **terms._asdict(),
            ),
            held,
            RULES.scoring,
        )
        bonuses = (named[0] + belotes[0], named[1] + belotes[1])
        expected = oracle.settle(trump.value, stake, (mine, whole - mine), swept, bonuses, held)
        marks = result.marks if attack == 0 else result.marks[::-1]
        assert (*marks, result.held) == expected, (trump, stake, mine, bonuses, swept, held)
        seen[f"{result.outcome} {stake > 1}"] += 1
        seen[trump.value] += 1
    assert min(seen.values()) >= 20 and len(seen) == 6 + 6, seen


def test_whose_announcements_count() -> None:
    chance, seen = Random(19), Counter[str]()
    for _ in range(CONTESTS):
        hands = clumped_hands(chance)
        named = {seat: melds.best_melds(hand, RULES.melds) for seat, hand in enumerate(hands)}
        trump = chance.choice(TRUMPS[:5])
        result = melds.contest(named, trump, RULES.melds, RULES.sides, chance.randrange(4))
        counted = [result.counting(held, RULES.sides[seat]) for seat, held in named.items()]
        points = [sum(meld.kind.points for meld in held) for held in counted]
        received = [
            [[str(card) for card in meld.cards] for meld in held] for held in named.values()
        ]
        expected = oracle.announcements(received)
        assert (points[0] + points[2], points[1] + points[3]) == expected, received
        assert result.squares is not None
        seen[f"runs {result.by}"] += 1
        seen[f"squares {result.squares.by}"] += 1
    assert min(seen["runs height"], seen["squares height"], seen["runs nobody"]) >= 5, seen


def test_whole_deals_add_up() -> None:
    """Deals played at random: what was won, by the cards alone, and what was written for it."""
    deals = belotes = 0
    for seed in range(MATCHES):
        for state in play_match(RULES, seed)[0]:
            deal = state.deal
            if state.to_act is not None or not isinstance(deal, PlayedOut):
                continue
            deals += 1
            trump, attack = deal.contract.trump.value, deal.rules.sides[deal.contract.attacker]
            won = [0, 0]
            for trick in deal.tricks:
                won[trick.winner % 2] += oracle.points([str(c) for c in trick.cards], trump)
            won[deal.tricks[-1].winner % 2] += 10
            counted = tally(deal)
            assert counted.points == tuple(won)
            received = [[[str(c) for c in meld.cards] for meld in held] for held in deal.announced]
            assert counted.melds == oracle.announcements(received)
            dealt = [[str(card) for card in hand] for hand in deal.dealt]
            tricks = [(trick.leader, [str(c) for c in trick.cards]) for trick in deal.tricks]
            assert counted.belote == oracle.belotes(dealt, tricks, trump)
            belotes += sum(counted.belote) // 20
            bonuses = [counted.melds[side] + counted.belote[side] for side in (0, 1)]
            pairs = [(won[0], won[1]), (bonuses[0], bonuses[1])]
            turned = [pair if attack == 0 else pair[::-1] for pair in pairs]
            swept = None if counted.swept is None else counted.swept ^ attack
            before = state.sheet[-2].held if len(state.sheet) > 1 else 0
            expected = oracle.settle(
                trump, deal.contract.stake, turned[0], swept, turned[1], before
            )
            row = state.sheet[-1]
            marks = row.marks if attack == 0 else row.marks[::-1]
            assert (*marks, row.held) == expected
    assert deals >= 20 and belotes >= 5
