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
from strategies import play_match
from volume import volume

from rebelote.rules import melds, play, presets, settlements
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CARDS, SUIT_TRUMPS, CardSet, Trump
from rebelote.rules.deal import PlayedOut
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import Tally

AUCTIONS = volume(200, 2_000, 20_000)
POSITIONS = volume(1_000, 10_000, 100_000)
CONTESTS = volume(1_000, 10_000, 50_000)
SETTLEMENTS = volume(1_000, 10_000, 50_000)
MATCHES = volume(1, 3, 100)
RULES = presets.rules("baloot")
TRUMPS = (*SUIT_TRUMPS, Trump.NONE)


def named(trump: Trump) -> str:
    """Return the trump of a hokum as the oracle has it; nothing in a sun."""
    return "" if trump is Trump.NONE else trump.value


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
        seen[f"{named(made.trump) and 'hokum'} {made.stake}"] += 1
        seen["ashkal"] += made.gets_turned != made.attacker
        seen["closed"] += bool(made.closed)
    kinds = ("hokum 1", "hokum 2", "hokum 3", " 1", " 2", "ashkal", "closed", "dead", "kawesh True")
    assert min(seen[kind] for kind in kinds) > 0, seen


def test_legal_cards() -> None:
    chance, seen = Random(22), Counter[str]()
    for _ in range(POSITIONS):
        trump, closed = chance.choice(TRUMPS), chance.random() < 0.3
        closed = closed and trump is not Trump.NONE
        some = [card for card in CARDS if chance.random() < 0.5 or card in trump.cards]
        cards = chance.sample(some, min(len(some), chance.randint(4, 11)))
        laid = chance.randint(0, 3)
        trick, hand = tuple(cards[:laid]), CardSet.of(cards[laid:])
        texts = [card.text for card in trick]
        expected = oracle.legal([card.text for card in hand], texts, named(trump), closed)
        law = RULES.law(trump, closed)
        result = play.legal(hand, trick, law)
        assert {card.text for card in result} == expected, (hand, trick, trump, closed)
        seen["all" if result == hand else "some"] += 1
        whole = [card.text for card in cards[:4]]
        assert play.winner(cards[:4], trump) == oracle_cards.winner(whole, named(trump))
        assert play.card_points(cards[:4], law) == oracle.points(whole, named(trump))
    assert min(seen.values()) >= 20


def test_projects() -> None:
    """Rich hands: the seat whose projects count."""
    chance, seen = Random(23), Counter[str]()
    for _ in range(CONTESTS):
        hands, trump, first = rich_hands(chance), chance.choice(TRUMPS), chance.randrange(4)
        agreed = RULES.melds.under(trump)
        best = {seat: melds.best_melds(hand, agreed) for seat, hand in enumerate(hands)}
        said = {seat: as_said(each) for seat, each in best.items()}
        result = melds.contest(best, trump, agreed, RULES.sides, first)
        counting = [result.counting(ours, RULES.sides[seat]) for seat, ours in best.items()]
        points = RULES.by_side([sum(one.kind.points for one in each) for each in counting])
        assert list(points) == oracle.counting(said, first), (hands, trump, first)
        seen[result.by] += 1
    assert min(seen[by] for by in ("alone", "kind", "height", "order")) >= 20, seen


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


def as_said(each: melds.Melds) -> list[oracle.Said]:
    return [(frozenset(card.text for card in one.cards), one.kind.points) for one in each]


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
        points, announced, belote, won = (p if attack == 0 else p[::-1] for p in pairs)
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
        marks = result.marks if attack == 0 else result.marks[::-1]
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
        for state in states:
            deal = state.deal
            if state.to_act is not None or not isinstance(deal, PlayedOut):
                continue
            first, contract = (deal.dealer + 1) % 4, deal.contract
            assert deal.tricks[0].leader == first
            trump, side = named(contract.trump), contract.attacker % 2
            held = [{card.text for card in dealt} for dealt in deal.dealt]
            pair = {"K" + trump, "Q" + trump}
            baloot = [20 * sum(pair <= held[s] for s in (one, one + 2)) for one in (0, 1)]
            won, taken = [0, 0], [0, 0]
            for trick in deal.tricks:
                cards = [card.text for card in trick.cards]
                assert trick.winner == (trick.leader + oracle_cards.winner(cards, trump)) % 4
                won[trick.winner % 2] += oracle.points(cards, trump)
                taken[trick.winner % 2] += 1
            won[deal.tricks[-1].winner % 2] += 10
            projects = oracle.counting(dict(enumerate(map(as_said, deal.announced))), first)
            if 8 in taken:
                projects[taken.index(0)] = 0
            own, said, pairs, tricks = (
                (p[side], p[1 - side]) for p in (won, projects, baloot, taken)
            )
            marks = state.sheet[-1].marks
            expected = oracle.settle(own, said, pairs, tricks, contract.stake, not trump)
            assert (marks[side], marks[1 - side]) == expected
            totals = [total + mine for total, mine in zip(totals, marks, strict=True)]
        assert states[-1].over
        assert list(states[-1].scores) == totals
