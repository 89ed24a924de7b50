"""Deals given by hand: the same hands are dealt, and played on by the same rules."""

from __future__ import annotations

from random import Random

import pytest
from drawn_matches import FOR_TWO, SEATED, act
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeds

from rebelote.rules import deck, match, presets
from rebelote.rules.actions import OUT_OF_TURN, Pass, Play, Take
from rebelote.rules.cards import Card, CardSet
from rebelote.rules.deal import AnyDeal, Bidding
from rebelote.rules.deck import Pack
from rebelote.rules.options import Rules
from rebelote.rules.records import laid_out, notation
from rebelote.rules.records.notation import Deed, OutOfTurn
from rebelote.rules.records.record import DealRecord, Record, Recorded
from rebelote.rules.refusals import IllegalActionError

FRENCH = presets.rules("french")


def one_deal(rules: Rules, seed: int) -> tuple[AnyDeal, DealRecord, match.Match]:
    """Return a random deal to its end, what was decided in it, and the match after it."""
    chance = Random(seed)
    dealer = chance.randrange(rules.players)
    state = match.start(rules, deck.shuffled(chance, rules.pack), dealer)
    record = Record.begin(state)
    while not state.written:
        state, record = act(chance, state, record)
    return state.deal, record.deals[0], state


def whole(deal: AnyDeal) -> tuple[Pack, ...]:
    """Return the hands as they were dealt; those of a dead deal as if eldest had taken."""
    if len(deal.dealt[0]) == deal.rules.hand_size:
        return deal.dealt
    taker = deal.eldest if deal.turned is not None else None
    return deck.deal_rest(deal.pack, deal.dealt, deal.eldest, deal.rules.hand_size, taker)


def decided(recorded: DealRecord) -> list[Deed]:
    """Return the decisions made after the first cards were dealt."""
    return [deed for deed in recorded.actions if notation.head(deed) not in ("cut", "deal")]


@given(st.sampled_from(sorted(SEATED)), seeds)
def test_the_hands_that_were_given_are_dealt_and_played_as_they_were(name: str, seed: int) -> None:
    deal, recorded, played = one_deal(SEATED[name], seed)
    hands = whole(deal)
    state = laid_out.begin(deal.rules, deal.dealer, hands, deal.turned)
    begun = state.match.deal
    assert isinstance(begun, Bidding) and begun.turned == deal.turned
    assert begun.dealt == tuple(hand[: len(begun.dealt[0])] for hand in hands)
    for deed in decided(recorded):
        state = laid_out.done(state, deed)
    assert (state.match.deal.dealt, state.match.sheet) == (deal.dealt, played.sheet)
    assert Record.parse(str(state.record)).replay() == state.match


@given(st.sampled_from(sorted(SEATED)), seeds)
def test_what_is_offered_leads_to_the_end_and_keeps_the_hands(name: str, seed: int) -> None:
    """Whatever is chosen: it may be done, and every card falls from the hand it was given to."""
    deal, *_ = one_deal(SEATED[name], seed)
    hands, chance = whole(deal), Random(seed)
    state = laid_out.begin(deal.rules, deal.dealer, hands, deal.turned)
    while not state.match.written:
        offered = list(laid_out.choices(state.match, hands).values())
        assert offered and not any(isinstance(one, OUT_OF_TURN) for one in offered)
        state = laid_out.done(state, chance.choice(offered))
        for dealt, hand in zip(state.match.deal.dealt, hands, strict=True):
            assert CardSet.of(dealt) <= CardSet.of(hand)
    assert laid_out.choices(state.match, hands) == {}


def hands_of(rules: Rules) -> list[Pack]:
    """Return the pack in order, a hand a seat."""
    size, pack = rules.hand_size, tuple(rules.pack)
    return [pack[seat * size : (seat + 1) * size] for seat in range(rules.players)]


def test_only_who_was_given_the_turned_card_can_take_it() -> None:
    hands = hands_of(FRENCH)
    state = laid_out.begin(FRENCH, 3, hands, hands[1][0])
    assert state.match.to_act == 0
    first = laid_out.choices(state.match, hands)
    assert list(first.values()) == [Pass()]
    state = laid_out.done(state, first["pass"])
    second = laid_out.choices(state.match, hands)
    assert [type(deed) for deed in second.values()] == [Pass, Take]
    taken = laid_out.done(state, list(second.values())[1]).match.deal
    assert taken.hands == tuple(map(CardSet.of, hands))


def test_announcements_are_offered_with_a_card_and_without() -> None:
    rules = presets.rules("flemish")
    hands = hands_of(rules)
    state = laid_out.begin(rules, 3, hands, hands[0][5])
    take = next(w for w in laid_out.choices(state.match, hands) if w != "pass")
    state = laid_out.done(state, laid_out.choices(state.match, hands)[take])
    while "pass" in (offered := laid_out.choices(state.match, hands)):
        state = laid_out.done(state, offered["pass"])
    plays = [deed for deed in offered.values() if isinstance(deed, Play)]
    assert {bool(play.announce) for play in plays} == {True, False}


def test_a_double_out_of_turn_is_offered_where_it_may_be_said() -> None:
    rules = presets.rules("bga-coinche")
    hands = hands_of(rules)
    state = laid_out.begin(rules, 3, hands)
    state = laid_out.done(state, laid_out.choices(state.match, hands)["90S"])
    state = laid_out.done(state, laid_out.choices(state.match, hands)["pass"])
    early = laid_out.choices(state.match, hands)["3:double"]
    assert isinstance(early, OutOfTurn)
    assert laid_out.done(state, early).match.deal.calls[-1].seat == 3


def refused(rules: Rules, hands: list[Pack], turned: Card | None, dealer: int = 0) -> str:
    with pytest.raises(IllegalActionError) as refusal:
        laid_out.begin(rules, dealer, hands, turned)
    return refusal.value.refusal.code


def test_what_cannot_have_been_dealt_is_refused() -> None:
    hands, turned = hands_of(FRENCH), hands_of(FRENCH)[0][0]
    for_three = presets.rules("flemish3")
    fewer = hands_of(for_three)
    left_out = next(card for hand in hands for card in hand if card not in for_three.pack)
    open_bids = presets.rules("bga-coinche")
    assert refused(for_three, [(left_out, *fewer[0][1:]), *fewer[1:]], turned) == "not-in-pack"
    assert refused(FRENCH, [hands[0], hands[0], *hands[2:]], turned) == "card-twice"
    assert refused(FRENCH, [hands[0][1:], *hands[1:]], turned) == "wrong-hand-size"
    assert refused(FRENCH, hands[:3], turned) == "wrong-hand-size"
    assert refused(FRENCH, [], None) == "wrong-hand-size"
    assert refused(FRENCH, hands, None) == "wrong-turned-card"
    assert refused(open_bids, hands, turned) == "wrong-turned-card"
    in_stock = tuple(FOR_TWO.pack)[-1]
    assert refused(FOR_TWO, hands_of(FOR_TWO), in_stock) == "wrong-turned-card"
    assert refused(FRENCH, hands, turned, dealer=4) == "no-such-seat"


def test_names_are_kept_in_the_record() -> None:
    hands = hands_of(FRENCH)
    names = ("Ann", "Bea", "Cas", "Dan")
    state: Recorded = laid_out.begin(FRENCH, 2, hands, hands[3][0], names)
    assert state.record.names == names
