"""Klaverjas against an oracle that shares no code: calls, cards, roem, what is written."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import oracle_cards
import oracle_klaverjas as oracle
import pytest
from auctions_called import same_offers
from drawn_matches import play_match
from oracle_compared import from_attack, played_deals, positions, texts
from volume import volume

from rebelote.i18n import words
from rebelote.i18n.speech import Teller
from rebelote.rules import deck, match, play, presets, settlements
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CARDS, SUIT_TRUMPS
from rebelote.rules.deal import PlayedOut, Playing, legal_actions
from rebelote.rules.events import TrickWon, narrate
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import Tally
from rebelote.server.base.protocol.schemas import encode

AUCTIONS = volume(100, 1_000, 20_000)
POSITIONS = volume(1_000, 10_000, 100_000)
SETTLEMENTS = volume(1_000, 10_000, 50_000)
MATCHES = volume(1, 3, 100)
KINDS = {
    "klaverjas-rotterdam-nku": ("Rotterdam", 3, False, 100),
    "klaverjas-amsterdam-kbn": ("Amsterdam", 0, False, 200),
    "klaverjas-forehand": ("Rotterdam", 0, True, 100),
    "klaverjas-utrecht": ("Amsterdam", 0, True, 200),
    "klaverjas-kraken": ("Amsterdam", 0, True, 200),
}
"""The city whose law is played, who speaks first, whether it must name, what four jacks count."""
RAISES = {
    "double": ("double",),
    "redouble": ("double", "redouble"),
    "superkraken": ("double", "redouble", "say(superkraken)"),
}
"""The raises that follow each other, by the option `named_doubles`."""


@pytest.mark.parametrize(("doubles", "raises"), RAISES.items())
@pytest.mark.parametrize("preset", KINDS)
def test_calls_offered_and_contracts_doubled(
    preset: str, doubles: str, raises: tuple[str, ...]
) -> None:
    _, first, bound, _ = KINDS[preset]
    rules, chance = presets.PRESETS[preset].agree({"named_doubles": doubles}), Random(17)
    seen = Counter[int]()
    for _ in range(AUCTIONS):
        ours = AuctionSoFar(rules.auction, rules.sides, 0)
        theirs = oracle.Auction(first, bound, raises)
        while not theirs.ended:
            seat, offers = same_offers(rules, ours, theirs)
            call = chance.choice(offers)
            ours = ours.after(seat, call)
            theirs.say(call_word(call))
            assert rules.bidding.settled(ours) is bool(theirs.trump)
        made = rules.bidding.contract(ours)
        assert rules.bidding.over(ours) and made is not None
        assert (made.attacker, made.trump.value) == (theirs.player, theirs.trump)
        assert made.stake == theirs.stake
        seen[made.stake] += 1
    assert set(seen) == {2**raised for raised in range(len(raises) + 1)}


@pytest.mark.parametrize("preset", sorted(KINDS.keys() - {"klaverjas-kraken"}))
def test_calls_offered_and_contracts(preset: str) -> None:
    _, first, bound, _ = KINDS[preset]
    rules, chance, seen = presets.rules(preset), Random(16), Counter[int]()
    for _ in range(AUCTIONS):
        ours, theirs = AuctionSoFar(rules.auction, rules.sides, 0), oracle.Auction(first, bound)
        while not theirs.ended:
            seat, offers = same_offers(rules, ours, theirs)
            assert not any(rules.bidding.out_of_turn(ours, other) for other in range(4))
            call = offers[0] if chance.random() < 0.7 else chance.choice(offers)
            ours = ours.after(seat, call)
            theirs.say(call_word(call))
        made = rules.bidding.contract(ours)
        assert rules.bidding.over(ours) and made is not None
        assert (made.attacker, made.trump.value) == (theirs.player, theirs.trump)
        assert (made.value, made.stake) == (None, 1)
        seen[len(ours.calls)] += 1
    assert set(seen) == ({1} if bound else {1, 2, 3, 4, 5})


@pytest.mark.parametrize("preset", KINDS)
def test_legal_cards_and_roem(preset: str) -> None:
    city, _, _, jacks = KINDS[preset]
    rules, chance, seen = presets.rules(preset), Random(17), Counter[str]()
    for trump, hand, trick, whole in positions(chance, POSITIONS, SUIT_TRUMPS):
        law, received = rules.law(trump), texts(whole)
        result = play.legal(hand, trick, law)
        expected = oracle.legal(texts(hand), texts(trick), trump.value, city)
        assert set(texts(result)) == expected, (hand, trick, trump)
        seen["all" if result == hand else "some"] += 1
        assert play.winner(whole, trump) == oracle_cards.winner(received, trump.value)
        assert play.card_points(whole, law) == oracle_cards.points(received, trump.value)
        worth = oracle.roem(received, trump.value, jacks)
        assert play.trick_bonus(whole, law) == worth, (whole, trump)
        seen["roem"] += worth > 0
    assert min(seen.values()) >= 20


def test_roem_of_every_trick_of_a_suit_or_rank() -> None:
    """All tricks within two suits, and all fours."""
    within = [card for card in CARDS if card.text[1] in "SH"]
    fours = [[card for card in CARDS if card.text[0] == rank] for rank in oracle_cards.PLAIN_RANKS]
    chance, (spades, *_) = Random(3), SUIT_TRUMPS
    for preset, (_, _, _, jacks) in KINDS.items():
        law = presets.rules(preset).law(spades)
        drawn = [chance.sample(within, 4) for _ in range(POSITIONS)]
        for cards in (*drawn, *fours):
            received = [card.text for card in cards]
            assert play.trick_bonus(cards, law) == oracle.roem(received, "S", jacks)


@pytest.mark.parametrize("preset", KINDS)
def test_settlements(preset: str) -> None:
    chance, seen = Random(18), Counter[str]()
    for _ in range(SETTLEMENTS):
        attack, swept = chance.randrange(2), chance.choice((0, 1, None, None, None, None))
        near = 81 + chance.choice((-60, -40, -20, 0, 0, 20, 40))
        mine = chance.choice((near, chance.randint(0, 162)))
        mine, won = {0: (162, 8), 1: (0, 0), None: (mine, chance.randint(1, 7))}[swept]
        fallen = [chance.choice((0, 20, 20, 40, 50, 70, 100, 120)) for _ in range(2)]
        if swept is not None:
            fallen[1 - swept] = 0
        own, roem, tricks = (mine, 162 - mine), (fallen[0], fallen[1]), (won, 8 - won)
        turned = from_attack(attack, own, roem, tricks)
        tally = Tally(
            attack=attack,
            points=turned[0],
            trick_melds=turned[1],
            tricks=turned[2],
            melds=(0, 0),
            belote=(0, 0),
        )
        for stake in (8, 4, 2, 1):
            doubled = msgspec.structs.replace(tally, stake=stake)
            result = settlements.settle(doubled, 0, presets.rules(preset).scoring)
            expected = oracle.settle(own, roem, tricks, stake)
            assert from_attack(attack, result.marks) == [expected], (own, roem, tricks, stake)
        assert result.held == 0
        level = own[0] + roem[0] == own[1] + roem[1]
        seen[f"{result.outcome} {result.sweep} {level}"] += 1
    kinds = ("made True False", "made False False", "failed True False", "failed False False")
    assert min(seen[kind] for kind in (*kinds, "failed False True")) >= 20, seen
    assert len(seen) == 5


@pytest.mark.parametrize("preset", KINDS)
def test_whole_matches(preset: str) -> None:
    """Sixteen deals played at random: who leads, what was won, what was written, who has won."""
    _, _, _, jacks = KINDS[preset]
    for seed in range(MATCHES):
        states = play_match(presets.rules(preset), seed)[0]
        totals, deals = [0, 0], 0
        for state, deal, trump, won, taken in played_deals(states, oracle_cards.points):
            deals, fallen, side = deals + 1, [0, 0], deal.contract.attacker % 2
            assert deal.tricks[0].leader == (deal.dealer + 1) % 4
            for trick in deal.tricks:
                cards = texts(trick.cards)
                assert trick.winner == (trick.leader + oracle_cards.winner(cards, trump)) % 4
                fallen[trick.winner % 2] += oracle.roem(cards, trump, jacks)
            marks = state.sheet[-1].marks
            points, roem, tricks = from_attack(side, won, fallen, taken)
            expected = oracle.settle(points, roem, tricks, deal.contract.stake)
            assert from_attack(side, marks) == [expected]
            totals = [total + mine for total, mine in zip(totals, marks, strict=True)]
        assert deals == 16 and list(states[-1].scores) == totals
        level = totals[0] == totals[1]
        assert states[-1].winner == (None if level else totals.index(max(totals)))


def test_roem_is_said_with_the_trick() -> None:
    """In words and in its event, which is as in every game where nothing falls together."""
    rules, chance, seen = presets.rules("klaverjas-rotterdam-nku"), Random(5), Counter[bool]()
    teller = Teller(words("nl"), 0, ("Ann", "Bea", "Cas", "Dov"))
    for dealer in range(4):
        state = match.start(rules, deck.shuffled(chance, rules.pack), dealer)
        while (seat := state.to_act) is not None:
            action = chance.choice(legal_actions(state.deal))
            before, state = state, match.apply(state, seat, action)
            for event in narrate(before, seat, action, state):
                if isinstance(event, TrickWon):
                    assert isinstance(state.deal, PlayedOut | Playing)
                    received = [card.text for card in event.cards]
                    worth = oracle.roem(received, state.deal.contract.trump.value, 100)
                    assert teller.event(event).endswith(f". Roem {worth}!") is (worth > 0)
                    assert (b"fallen" in encode(event)) is (worth > 0)
                    seen[worth > 0] += 1
    assert min(seen[True], seen[False]) >= 3, seen
