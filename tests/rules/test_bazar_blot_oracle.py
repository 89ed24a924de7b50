"""Bazar blot against an oracle that shares no code: calls, cards, announcements, marks."""

from __future__ import annotations

from collections import Counter
from random import Random

import oracle_bazar_blot as oracle
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
from rebelote.rules.actions import Call, Double, Redouble, points_bid
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.rising import ladder
from rebelote.rules.cards import SUIT_TRUMPS, Trump
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import Tally

AUCTIONS = volume(100, 400, 5_000)
POSITIONS = volume(1_000, 10_000, 100_000)
CONTESTS = volume(1_000, 5_000, 50_000)
SETTLEMENTS = volume(1_000, 10_000, 50_000)
MATCHES = volume(1, 3, 100)
RULES = presets.rules("bazar-blot")
TRUMPS = (*SUIT_TRUMPS, Trump.NONE)


def test_calls_offered_and_contracts() -> None:
    chance, seen = Random(31), Counter[str]()
    for _ in range(AUCTIONS):
        ours, theirs = AuctionSoFar(RULES.auction, RULES.sides, 0), oracle.Auction()
        while not theirs.ended:
            seat, offers = same_offers(RULES, ours, theirs)
            call = drawn(chance, offers)
            ours = ours.after(seat, call)
            theirs.say(call_word(call))
        made = RULES.bidding.contract(ours)
        assert RULES.bidding.over(ours)
        if made is None:
            assert theirs.bidder < 0
            seen["dead"] += 1
            continue
        said = f"{made.value}{made.trump.value}"
        assert (made.attacker, said, made.stake) == (theirs.bidder, theirs.contract(), theirs.stake)
        seen[f"{'with capot' if theirs.capot else 'points'} {made.stake}"] += 1
    kinds = [f"{kind} {stake}" for kind in ("with capot", "points") for stake in (1, 2, 4)]
    assert min(seen[kind] for kind in (*kinds, "dead")) > 0, seen


def drawn(chance: Random, offers: tuple[Call, ...]) -> Call:
    """Return a pass, a kontra or rekontra, a low bid, or any."""
    second = offers[min(1, len(offers) - 1)]
    if isinstance(second, Double | Redouble) and chance.random() < 0.4:
        return second
    if chance.random() < 0.5:
        return offers[0]
    return chance.choice(offers[:12] if chance.random() < 0.7 else offers)


@pytest.mark.parametrize("undertrump", ["forced", "free"])
def test_legal_cards(undertrump: str) -> None:
    chance, seen = Random(32), Counter[str]()
    rules = RULES.agree({"undertrump": undertrump})
    for trump, hand, trick, whole in positions(chance, POSITIONS, TRUMPS):
        law, of = rules.law(trump), letter(trump)
        result = play.legal(hand, trick, law)
        expected = oracle.legal(texts(hand), texts(trick), of, undertrump == "forced")
        assert set(texts(result)) == expected, (hand, trick, trump)
        seen["all" if result == hand else "some"] += 1
        assert play.winner(whole, trump) == oracle_cards.winner(texts(whole), of)
        assert play.card_points(whole, law) == oracle.points(texts(whole), of)
    assert min(seen.values()) >= 20


def test_announcements() -> None:
    """Rich hands: the announcements of each, and the side whose count."""
    chance, seen = Random(33), Counter[str]()
    for _ in range(CONTESTS):
        hands, trump, first = clumped_hands(chance), chance.choice(TRUMPS), chance.randrange(4)
        agreed = RULES.melds.under(trump)
        best = [melds.best_melds(hand, agreed) for hand in hands]
        for hand, named in zip(hands, best, strict=True):
            worth = sum(one.kind.points for one in named)
            assert worth == oracle.most(texts(hand), letter(trump)), hand
        result = melds.contest(dict(enumerate(best)), trump, agreed, RULES.sides, first)
        expected = oracle.counting(list(map(as_said, best)), letter(trump), first)
        assert counting(RULES, result, best) == expected, (hands, trump, first)
        seen[result.by] += 1
    assert min(seen[by] for by in ("alone", "kind", "height", "trump", "order")) >= 20, seen


def test_settlements() -> None:
    chance, seen = Random(34), Counter[str]()
    values = ladder(RULES.auction)
    for _ in range(SETTLEMENTS):
        attack, boy, stake = chance.randrange(2), chance.random() < 0.4, chance.choice((1, 2, 4))
        value = chance.choice(values[:12] if chance.random() < 0.7 else values)
        swept = chance.choice((None, None, None, 0, 1))
        mine = chance.randint(0, 162) if swept is None else 162 * (swept == 0)
        cards = (mine, 162 - mine)
        tricks = {0: (8, 0), 1: (0, 8), None: (4, 4)}[swept]
        blot = chance.choice(((0, 0), (0, 0) if boy else (20, 0), (0, 0) if boy else (0, 20)))
        worth = chance.choice((0, 0, 20, 50, 100, 140, 210))
        announced = chance.choice(((worth, 0), (0, worth)))
        pairs = (cards, tricks, announced, blot)
        by_side = from_attack(attack, *pairs)
        tally = Tally(
            attack=attack,
            points=by_side[0],
            tricks=by_side[1],
            melds=by_side[2],
            belote=by_side[3],
            value=value,
            stake=stake,
            no_trumps=boy,
        )
        result = settlements.settle(tally, 0, RULES.scoring)
        height, capot = (points_bid(value) or 0) // 10, isinstance(value, str)
        expected = oracle.settle(height, capot, boy, stake, cards, swept, announced, blot)
        assert from_attack(attack, result.marks) == [expected], tally
        seen[f"{result.outcome} {stake} {'boy' if boy else 'suit'}"] += 1
        seen[f"{result.outcome} capot"] += capot
    kinds = [f"{end} {stake} suit" for end in ("made", "failed") for stake in (1, 2, 4)]
    assert min(seen[kind] for kind in (*kinds, "made capot", "failed capot")) >= 10, seen


def test_whole_matches() -> None:
    """Deals played at random: who leads, what was announced and won, what was written."""
    for seed in range(MATCHES):
        states = play_match(RULES, seed)[0]
        totals = [0, 0]
        for state, deal, trump, won, taken in played_deals(states, oracle.points):
            first, contract = (deal.dealer + 1) % 4, deal.contract
            assert deal.tricks[0].leader == first
            said = oracle.counting(list(map(as_said, deal.announced)), trump, first)
            side, blots = contract.attacker % 2, pairs_of_trump(deal, trump)
            own, announced, blot = from_attack(side, won, said, blots)
            height, capot = (points_bid(contract.value) or 0) // 10, isinstance(contract.value, str)
            swept = (taken.index(8) + side) % 2 if 8 in taken else None
            expected = oracle.settle(
                height, capot, not trump, contract.stake, own, swept, announced, blot
            )
            marks = state.sheet[-1].marks
            assert from_attack(side, marks) == [expected]
            totals = [total + mine for total, mine in zip(totals, marks, strict=True)]
        assert states[-1].over
        assert max(totals) >= 101
        assert list(states[-1].scores) == totals
