"""Bela against an oracle that shares no code: calls, cards, announcements, what is written."""

from __future__ import annotations

from collections import Counter
from random import Random

import oracle_bela as oracle
import oracle_cards
import pytest
from auctions_called import same_offers
from strategies import play_match
from volume import volume

from rebelote.rules import melds, play, presets, settlements
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, CardSet
from rebelote.rules.deal import PlayedOut
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
    for _ in range(POSITIONS):
        trump = chance.choice(SUIT_TRUMPS)
        # Few suits, so that ruffs upon ruffs come up.
        some = [card for card in CARDS if chance.random() < 0.5 or card in trump.cards]
        cards = chance.sample(some, min(len(some), chance.randint(4, 11)))
        laid = chance.randint(0, 3)
        trick, hand = tuple(cards[:laid]), CardSet.of(cards[laid:])
        expected = oracle.legal([c.text for c in hand], [c.text for c in trick], trump.value)
        result = play.legal(hand, trick, rules.law(trump))
        assert {card.text for card in result} == expected, (hand, trick, trump)
        seen["all" if result == hand else "some"] += 1
        texts = [card.text for card in cards[:4]]
        assert play.winner(cards[:4], trump) == oracle_cards.winner(texts, trump.value)
        assert play.card_points(cards[:4], rules.law(trump)) == oracle_cards.points(
            texts, trump.value
        )
    assert min(seen.values()) >= 20


@pytest.mark.parametrize("preset", KINDS)
def test_announcements(preset: str) -> None:
    """Rich hands: the announcements of each, and the side whose count."""
    rules, chance, seen = presets.rules(preset), Random(19), Counter[str]()
    for _ in range(CONTESTS):
        hands, trump = rich_hands(chance), chance.choice(SUIT_TRUMPS)
        first = chance.randrange(4)
        best = {seat: melds.best_melds(hand, rules.melds) for seat, hand in enumerate(hands)}
        said = {
            seat: oracle.announced({card.text for card in hand}, KINDS[preset])
            for seat, hand in enumerate(hands)
        }
        for seat, ours in best.items():
            assert set(as_said(ours)) == set(said[seat]), hands[seat]
        result = melds.contest(best, trump, rules.melds, rules.sides, first)
        counting = [result.counting(ours, rules.sides[seat]) for seat, ours in best.items()]
        points = rules.by_side([sum(one.kind.points for one in each) for each in counting])
        assert list(points) == oracle.counting(said, trump.value, first), (hands, trump, first)
        seen[result.by] += 1
        shared = sum(len(cards) for each in said.values() for cards, _ in each)
        seen["twice"] += shared > len(
            {c for each in said.values() for cards, _ in each for c in cards}
        )
    assert min(seen[by] for by in ("alone", "kind", "height", "order")) >= 20, seen
    assert (seen["twice"] > 0) is KINDS[preset]


def rich_hands(chance: Random) -> list[CardSet]:
    """Deal from a pack that lies in suits or in ranks, and was mixed a little."""
    by_rank = chance.random() < 0.5
    pack = sorted(CARDS, key=lambda card: card.rank if by_rank else card)
    for _ in range(chance.randint(1, 12)):
        one, other = chance.sample(range(32), 2)
        pack[one], pack[other] = pack[other], pack[one]
    cut = chance.randrange(32)
    pack = pack[cut:] + pack[:cut]
    hands = [CardSet.of(pack[8 * seat : 8 * seat + 8]) for seat in range(4)]
    chance.shuffle(hands)
    return hands


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
        points, announced, belote, won = (p if attack == 0 else p[::-1] for p in pairs)
        tally = Tally(attack=attack, points=points, tricks=won, melds=announced, belote=belote)
        result = settlements.settle(tally, 0, presets.rules(preset).scoring)
        marks = result.marks if attack == 0 else result.marks[::-1]
        assert marks == oracle.settle(own, said, bela, tricks), pairs
        assert result.held == 0
        level = sum(pair[0] for pair in pairs[:3]) == sum(pair[1] for pair in pairs[:3])
        seen[f"{result.outcome} {result.sweep} {level}"] += 1
    kinds = ("made True", "made False", "failed True", "failed False")
    assert min(seen[f"{kind} False"] for kind in kinds) >= 20, seen
    assert seen["failed False True"] >= 20


def as_said(named: melds.Melds) -> list[oracle.Said]:
    return [(frozenset(card.text for card in one.cards), one.kind.points) for one in named]


@pytest.mark.parametrize("preset", KINDS)
def test_whole_matches(preset: str) -> None:
    """Deals played at random: who leads, what was said and won, what was written, who has won."""
    for seed in range(MATCHES):
        states = play_match(presets.rules(preset), seed)[0]
        totals = [0, 0]
        for state in states:
            deal = state.deal
            if state.to_act is not None or not isinstance(deal, PlayedOut):
                continue
            forehand = (deal.dealer + 1) % 4
            assert deal.tricks[0].leader == forehand
            trump, side = deal.contract.trump.value, deal.contract.attacker % 2
            hands = [{card.text for card in dealt} for dealt in deal.dealt]
            said = dict(enumerate(map(as_said, deal.announced)))
            pair = {"K" + trump, "Q" + trump}
            bela = [20 * sum(pair <= hands[seat] for seat in (one, one + 2)) for one in (0, 1)]
            won, taken = [0, 0], [0, 0]
            for trick in deal.tricks:
                cards = [card.text for card in trick.cards]
                seat = (trick.leader + oracle_cards.winner(cards, trump)) % 4
                assert seat == trick.winner
                won[seat % 2] += oracle_cards.points(cards, trump)
                taken[seat % 2] += 1
            won[deal.tricks[-1].winner % 2] += 10
            announced = oracle.counting(said, trump, forehand)
            pairs = [(p[side], p[1 - side]) for p in (won, announced, bela, taken)]
            marks = state.sheet[-1].marks
            assert (marks[side], marks[1 - side]) == oracle.settle(*pairs)
            totals = [total + mine for total, mine in zip(totals, marks, strict=True)]
            assert state.winner == oracle.won(totals, side)
        assert states[-1].winner is not None and list(states[-1].scores) == totals
