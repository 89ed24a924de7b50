"""Claims of the rest: what can be proved, and that the rest falls as if it were played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, permutations
from random import Random

import msgspec
import pytest

from rebelote import bots
from rebelote.rules import claims, play, presets
from rebelote.rules import match as matches
from rebelote.rules.actions import Play
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.deal import PlayedOut, Playing, legal_cards
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.play import Law
from rebelote.rules.view import view

REAL_LIFE = {"assistance": "none", "meld_show_mode": "auto", "belote_announce": "manual"}
WITH_ROEM = [rules for rules in presets.PRESETS.values() if rules.melds.trick_melds != "none"]
RULES = [rules for rules in presets.PRESETS.values() if rules not in WITH_ROEM] + [
    presets.rules("french").agree(REAL_LIFE),
    presets.rules("bga", melds="none"),
]


# --- the proof, against every way in which the cards can lie and fall -----------------------------


def layouts(cards: Sequence[Card], size: int, hands: int) -> Iterator[tuple[CardSet, ...]]:
    """Yield every way in which these cards can lie in so many hands."""
    if not hands:
        yield ()
        return
    for hand in combinations(cards, size):
        rest = [card for card in cards if card not in hand]
        for others in layouts(rest, size, hands - 1):
            yield CardSet.of(hand), *others


def wins(order: Sequence[Card], others: tuple[CardSet, ...], law: Law) -> bool:
    """Return whether these leads win every trick, whatever the others may play to them."""
    return not order or follows(order, (order[0],), others, law)


def follows(
    order: Sequence[Card], trick: tuple[Card, ...], others: tuple[CardSet, ...], law: Law
) -> bool:
    seat = len(trick) - 1
    if seat == len(others):
        return play.winner(trick, law.trump) == 0 and wins(order[1:], others, law)
    return all(
        follows(
            order,
            (*trick, card),
            (*others[:seat], others[seat].without(card), *others[seat + 1 :]),
            law,
        )
        for card in play.legal(others[seat], trick, law)
    )


def certain(hand: CardSet, unseen: CardSet, law: Law, others: int) -> bool:
    """Return whether some order of leads wins everything in every layout."""
    result = list(layouts(list(unseen), len(hand), others))
    return any(all(wins(order, layout, law) for layout in result) for order in permutations(hand))


@pytest.mark.parametrize(("preset", "others"), [("french", 3), ("flemish3", 2)])
def test_a_claim_is_proved_exactly_where_no_layout_and_no_reply_takes_a_trick(
    preset: str, others: int
) -> None:
    chance, rules, proved, size = Random(4), presets.rules(preset), 0, 2
    for _ in range(200):
        cards = chance.sample(list(rules.pack), size * (others + 1))
        trump = chance.choice(list(Trump))
        hand, unseen = CardSet.of(cards[:size]), CardSet.of(cards[size:])
        result = claims.wins_all(hand, unseen, trump)
        assert result == certain(hand, unseen, rules.law(trump), others), (trump, hand, unseen)
        proved += result
    assert 20 < proved < 180


@pytest.mark.parametrize(
    ("trump", "hand", "unseen", "proved"),
    [
        ("S", "JS AH", "9S 7H 8H 9H TH KH", True),  # the jack draws the only trump
        ("S", "9S AH", "JS 7H 8H 9H TH KH", False),  # it is higher
        ("S", "JS AH", "9S 7S 8H 9H TH KH", False),  # one hand may hold both
        ("S", "JS 9S", "AS TS KS QS 8S 7S", True),
        ("none", "AH KH", "TH 7D 8D 9D 7C 8C", True),  # the ten falls under the ace
        ("none", "AH KH", "TH 7H 8D 9D 7C 8C", False),
    ],
)
def test_trumps_and_high_cards_are_counted(
    trump: str, hand: str, unseen: str, proved: bool
) -> None:
    held, others = CardSet.parse(hand), CardSet.parse(unseen)
    assert claims.wins_all(held, others, Trump(trump)) == proved
    assert certain(held, others, presets.rules("french").law(Trump(trump)), 3) == proved


# --- the rest, as if it were played ---------------------------------------------------------------


def every_position(rules: Rules, chance: Random, deals: int) -> Iterator[Match]:
    """Yield every position of so many deals by a person who does anything legal."""
    for _ in range(deals):
        match = matches.start(rules, matches.first_pack(rules, chance), 0)
        bot = bots.make("random", chance.randrange(2**32))
        while (seat := match.to_act) is not None:
            yield match
            match = matches.apply(match, seat, bot.choose(view(match, seat)))


@pytest.mark.parametrize("rules", WITH_ROEM, ids=lambda rules: rules.preset)
def test_nothing_is_claimed_where_it_counts_what_falls_together(rules: Rules) -> None:
    for match in every_position(rules, Random(7), deals=10):
        assert not any(claims.may_claim(match.deal, seat) for seat in range(rules.players))


@cache
def positions(rules: Rules, count: int) -> list[Match]:
    """Return positions in which the rest can be claimed."""
    every = every_position(rules, Random(7), deals=10_000)
    result = (match for match in every if claims.may_claim(match.deal, match.to_act or 0))
    return list(islice(result, count))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.preset)
def test_a_claimed_rest_is_legal_and_all_of_it_the_claimants(rules: Rules) -> None:
    for match in positions(rules, 12):
        seat, before = match.to_act, match.deal
        assert seat is not None and isinstance(before, Playing)
        cards = claims.rest(match, seat)
        assert len(cards) == sum(map(len, before.hands))
        assert CardSet.of(cards) == CardSet.of(c for hand in before.hands for c in hand)
        *_, last = claims.replayed(match, cards)
        after = last.after.deal
        assert isinstance(after, PlayedOut)
        assert {trick.winner for trick in after.tricks[len(before.tricks) :]} == {seat}


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.preset)
def test_a_claim_is_settled_as_any_play_would_settle_it(rules: Rules) -> None:
    """The claimant leads in the same order, and the others throw what they like."""
    chance = Random(9)
    for match in positions(rules, 12):
        claimant = match.to_act
        assert claimant is not None
        *_, claimed = claims.replayed(match, claims.rest(match, claimant))
        while isinstance(match.deal, Playing):
            seat = match.deal.to_act
            cards = legal_cards(match.deal)
            order = claims.leads(cards, match.deal.law.trump)
            card = order[0] if seat == claimant else chance.choice(order)
            says = rules.belote_by_mouth and match.deal.said(seat, card) != ""
            match = matches.apply(match, seat, Play(card, belote=says))
        assert isinstance(match.deal, PlayedOut)
        assert match.deal.tricks[-1].winner == claimant
        assert claimed.after.sheet == match.sheet
        assert claimed.after.settlement == match.settlement


def test_the_proof_looks_at_no_other_hand() -> None:
    """Wherever the unseen cards lie, the answer is the same."""
    chance, asked = Random(3), 0
    for match in every_position(presets.rules("french"), chance, deals=40):
        seat, deal = match.to_act, match.deal
        if seat is not None and isinstance(deal, Playing):
            unseen = [c for s, hand in enumerate(deal.hands) if s != seat for c in hand]
            chance.shuffle(unseen)
            hands = [
                hand if s == seat else CardSet.of(unseen.pop() for _ in hand)
                for s, hand in enumerate(deal.hands)
            ]
            otherwise = msgspec.structs.replace(deal, hands=tuple(hands))
            assert claims.may_claim(otherwise, seat) == claims.may_claim(deal, seat)
            asked += claims.may_claim(deal, seat)
    assert asked > 5


@pytest.mark.parametrize("rules", RULES[:4], ids=lambda rules: rules.preset)
def test_nobody_claims_the_last_trick_out_of_turn_or_amid_a_trick(rules: Rules) -> None:
    for match in positions(rules, 6):
        claimant = match.to_act
        assert claimant is not None
        assert not any(
            claims.may_claim(match.deal, seat) for seat in range(rules.players) if seat != claimant
        )
        for played in claims.replayed(match, claims.rest(match, claimant)):
            deal = played.before.deal
            leads = played.seat == claimant and len(deal.hands[claimant]) > 1
            assert claims.may_claim(deal, played.seat) == leads
