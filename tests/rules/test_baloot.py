"""Baloot: what may be bought and raised, what comes of it, and a baloot said with its second card.

The worked examples of its settlement are in `tests/vectors/baloot.json`.
"""

from __future__ import annotations

from random import Random

import pytest
from dealing import dealt
from msgspec import UNSET

from rebelote import (
    Challenge,
    IllegalActionError,
    Match,
    Play,
    Record,
    Refuse,
    apply,
    bots,
    start,
    views,
)
from rebelote.i18n import rulecard, speech, words
from rebelote.knowledge import conduct
from rebelote.rules import deck, presets, settlements
from rebelote.rules.actions import Call, Double, NamedCall, Pass, Redeal, Take
from rebelote.rules.auctions import AuctionSoFar, impossible
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Bidding, Dead, Judged, Playing
from rebelote.rules.events import CardPlayed, ClaimFailed, RedealAsked, narrate
from rebelote.rules.match import legal_actions, next_dealer
from rebelote.rules.options import Rules
from rebelote.rules.paper import PaperDeal, sheet
from rebelote.rules.records.record import Recorded
from rebelote.rules.tallies import Tally

BALOOT = presets.rules("baloot")
SUN, HEARTS, SPADES = Take(Trump.NONE), Take(Trump.HEARTS), Take(Trump.SPADES)
ASHKAL, THREE, FOUR, GAHWA = map(NamedCall, ("ashkal", "three", "four", "gahwa"))
CLOSED, CLOSED_THREE, CLOSED_FOUR = (
    NamedCall(f"closed-{name}") for name in ("double", "three", "four")
)
PASS, DOUBLE = Pass(), Double()
PASSES = (PASS,) * 4
BOUGHT = (HEARTS, *PASSES)
"""A hokum of the first speaker, which it confirms."""


def called(
    *calls: Call, turned: str = "KH", scores: tuple[int, ...] = (), rules: Rules = BALOOT
) -> AuctionSoFar:
    """Return the auction after these calls, each by the seat whose turn it is."""
    so_far = AuctionSoFar(rules.auction, rules.sides, 0, Card(turned), scores=scores)
    for call in calls:
        assert not rules.bidding.over(so_far)
        assert call in rules.bidding.offers(so_far), call
        so_far = so_far.after(rules.bidding.speaker(so_far), call)
    return so_far


def offers(so_far: AuctionSoFar) -> set[Call]:
    return set(BALOOT.bidding.offers(so_far))


def test_in_the_first_round_the_turned_suit_is_bought_or_a_sun() -> None:
    assert offers(called()) == {PASS, HEARTS, SUN}
    assert offers(called(PASS)) == {PASS, HEARTS, SUN}
    assert (
        offers(called(PASS, PASS))
        == offers(called(PASS, PASS, PASS))
        == {
            PASS,
            HEARTS,
            SUN,
            ASHKAL,
        }
    )


def test_in_the_second_round_another_suit_is_bought_or_a_sun() -> None:
    others = {SPADES, Take(Trump.DIAMONDS), Take(Trump.CLUBS)}
    for passes in range(4, 8):
        assert offers(called(*(PASS,) * passes)) == {PASS, SUN, *others}
    dead = called(*PASSES, *PASSES)
    assert BALOOT.bidding.over(dead) and BALOOT.bidding.contract(dead) is None


def test_a_sun_ends_the_purchase_and_beats_a_hokum() -> None:
    of = BALOOT.bidding
    waiting = called(HEARTS, PASS)
    assert not of.settled(waiting) and offers(waiting) == {PASS, SUN}
    sun = of.contract(called(HEARTS, PASS, SUN))
    assert sun is not None and (sun.attacker, sun.trump) == (2, Trump.NONE)
    turned_into = of.contract(called(HEARTS, PASS, PASS, PASS, SUN))
    assert turned_into is not None and (turned_into.attacker, turned_into.trump) == (0, Trump.NONE)
    confirmed = called(*BOUGHT)
    assert of.settled(confirmed) and not of.over(confirmed)


@pytest.mark.parametrize(
    ("calls", "form"),
    [
        ((), None),
        ((PASS,), None),
        (PASSES, "second"),
        ((HEARTS,), None),
        ((HEARTS, PASS, PASS, PASS), "keep"),
        ((HEARTS, SUN), None),
        (BOUGHT, None),
        ((*PASSES, SPADES, PASS, PASS, PASS), "keep"),
        ((*BOUGHT, DOUBLE), None),
    ],
)
def test_a_pass_has_a_word_of_its_own_where_it_keeps_a_hokum(
    calls: tuple[Call, ...], form: str | None
) -> None:
    so_far = called(*calls)
    assert BALOOT.bidding.pass_form(so_far) == form


def test_who_keeps_a_hokum_is_asked_to_confirm_it() -> None:
    state = start(BALOOT, deck.shuffled(Random(3), BALOOT.pack), 3)
    while not isinstance(state.deal, Bidding):
        state = apply(state, state.to_act or 0, legal_actions(state.deal)[0])
    for call in (legal_actions(state.deal)[1], PASS, PASS, PASS):
        state = apply(state, state.to_act or 0, call)
    seen = views(state)[0].legal
    assert seen is not None and seen.pass_form == "keep"
    after = apply(state, 0, PASS)
    assert isinstance(after.deal, Bidding) and after.deal.calls[-1].form == "keep"
    said = [
        speech.Teller(words("en", "baloot"), seat, ("A", "B", "C", "D")).event(event)
        for seat in (0, 1)
        for event in narrate(state, 0, PASS, after)
    ]
    assert said == ["You confirm the hokum.", "A confirms the hokum."]


def test_a_hokum_of_the_second_round_may_end_it_at_once() -> None:
    of, second = BALOOT.bidding, (*PASSES, SPADES)
    assert not of.settled(called(*second))
    at_once = BALOOT.agree({"hokum_waits": "first_round"})
    assert of.settled(called(*second, rules=at_once))
    assert not of.settled(called(HEARTS, rules=at_once))


def test_ashkal_is_a_sun_whose_card_goes_to_partner() -> None:
    of = BALOOT.bidding
    bought = of.contract(called(PASS, PASS, ASHKAL))
    assert bought is not None
    assert (bought.attacker, bought.gets_turned, bought.trump) == (2, 0, Trump.NONE)
    assert ASHKAL not in offers(called(PASS, PASS, turned="AH"))
    assert ASHKAL not in offers(called(*PASSES, PASS, PASS))
    assert ASHKAL not in offers(called(HEARTS, PASS))
    without = BALOOT.agree({"ashkal": False})
    assert ASHKAL not in of.offers(called(PASS, PASS, rules=without))
    doubled = of.contract(called(PASS, PASS, ASHKAL, DOUBLE, scores=(120, 40)))
    assert doubled is not None and (doubled.gets_turned, doubled.stake) == (0, 2)


def test_stakes_are_raised_in_turn_by_the_sides() -> None:
    of = BALOOT.bidding
    confirmed = called(*BOUGHT)
    assert of.speaker(confirmed) == 1 and offers(confirmed) == {PASS, DOUBLE, CLOSED}
    assert of.speaker(called(*BOUGHT, PASS)) == 3
    assert of.over(called(*BOUGHT, PASS, PASS))
    raised = called(*BOUGHT, PASS, CLOSED)
    assert of.speaker(raised) == 0 and offers(raised) == {PASS, THREE, CLOSED_THREE}
    result = of.contract(raised)
    assert result is not None and (result.stake, result.closed) == (2, True)
    four = called(*BOUGHT, CLOSED, PASS, THREE, CLOSED_FOUR)
    result = of.contract(four)
    assert result is not None and (result.stake, result.closed) == (4, True)
    assert offers(four) == {PASS, GAHWA}
    coffee = called(*BOUGHT, CLOSED, THREE, CLOSED_FOUR, GAHWA)
    result = of.contract(coffee)
    assert result is not None and (result.stake, result.closed) == (5, UNSET)
    assert of.over(coffee)


def test_a_game_is_not_closed_where_that_is_not_agreed() -> None:
    rules = BALOOT.agree({"closed_play": False})
    assert set(rules.bidding.offers(called(*BOUGHT, rules=rules))) == {PASS, DOUBLE}


@pytest.mark.parametrize(
    ("scores", "doubled"),
    [((), False), ((0, 0), False), ((100, 40), False), ((101, 100), True), ((101, 101), False)],
)
def test_a_sun_is_doubled_only_by_a_side_behind(scores: tuple[int, ...], doubled: bool) -> None:
    of = BALOOT.bidding
    so_far = called(SUN, scores=scores)
    assert of.over(so_far) is not doubled
    if doubled:
        assert offers(so_far) == {PASS, DOUBLE}
        assert of.over(called(SUN, DOUBLE, scores=scores))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (DOUBLE, "no-double"),
        (GAHWA, "no-double"),
        (SPADES, "wrong-suit"),
        (ASHKAL, "wrong-suit"),
        (NamedCall("gift"), "no-double"),
    ],
)
def test_what_may_not_be_called_is_refused_with_a_reason(call: Call, code: str) -> None:
    assert call not in offers(called())
    assert BALOOT.bidding.refusal(called(), call) == code


@pytest.mark.parametrize(
    ("reading", "code"), [("past_100", "sun-past-100"), ("from_100", "sun-from-100")]
)
def test_a_sun_that_may_not_be_doubled_is_refused_by_the_reading_agreed_on(
    reading: str, code: str
) -> None:
    agreed = BALOOT.agree({"sun_double": reading})
    bought = called(SUN)._replace(rules=agreed.auction)
    assert BALOOT.bidding.refusal(bought, DOUBLE) == code
    assert rulecard.REFUSED_BY[code] == "sun_double"


def test_the_stakes_there_are() -> None:
    assert BALOOT.bidding.outcomes(BALOOT.auction).stakes == (1, 2, 3, 4, 5)
    assert impossible(BALOOT.auction, None, 5) == ""
    assert impossible(BALOOT.auction, None, 6) != ""
    assert BALOOT.bidding.stakes(BALOOT.auction, Trump.HEARTS) == (1, 2, 3, 4, 5)
    assert BALOOT.bidding.stakes(BALOOT.auction, Trump.NONE) == (1, 2)


def test_the_sheet_for_real_cards_has_no_sun_of_three() -> None:
    def written(stake: int) -> tuple[int, ...]:
        deal = PaperDeal(attacker=0, trump=Trump.NONE, stake=stake, points=(70, None))
        return sheet(BALOOT, 3, [deal]).scores

    assert written(2) == (52, 0)
    with pytest.raises(IllegalActionError, match="no-such-contract"):
        written(3)


def test_the_coffee_wins_the_match() -> None:
    def wins(points: tuple[int, int], stake: int) -> object:
        tally = Tally(
            attack=0, points=points, tricks=(4, 4), melds=(0, 0), belote=(0, 0), stake=stake
        )
        return settlements.settle(tally, 0, BALOOT.scoring).wins

    assert [wins((100, 62), 5), wins((60, 102), 5), wins((81, 81), 5)] == [0, 1, 1]
    assert wins((100, 62), 4) is UNSET


LOW = (
    "7S 8S 9S 7H 8H KS QS AS",
    "9H 7D 8D 9D 7C TS TH TD",
    "AH KH QH JH 8C TC JD QD",
    "JS 9C AD KD AC JC QC KC",
)
"""The first two seats were dealt nothing but low cards before the turned king of spades."""


def low(kawesh: str = "same_dealer", bought: bool = False) -> Match:
    """Return a deal of `LOW` by seat 3, in which nobody has spoken."""
    held = [[Card(word) for word in hand.split()] for hand in LOW]
    first = [c for hand in held for c in hand[:3]] + [c for hand in held for c in hand[3:5]]
    rest = [c for hand in held for c in hand[5:]]
    rules = BALOOT.agree({"cut_min": None, "kawesh": kawesh, "kawesh_bought": bought})
    return start(rules, (*first, *rest), 3)


def may_redeal(state: Match) -> list[int]:
    seen = views(state)
    return [
        seat for seat in range(4) if (of := seen[seat].legal) is not None and Redeal() in of.calls
    ]


def test_a_hand_of_low_cards_is_dealt_again() -> None:
    before = low()
    assert may_redeal(before) == [0]
    over = apply(before, 0, Redeal())
    assert isinstance(over.deal, Dead) and over.sheet[-1].outcome is None
    assert narrate(before, 0, Redeal(), over) == (RedealAsked(0),)
    assert (next_dealer(over), next_dealer(apply(low("next_dealer"), 0, Redeal()))) == (3, 0)
    second = apply(before, 0, PASS)
    assert may_redeal(second) == [1]
    assert may_redeal(apply(second, 1, PASS)) == []
    assert may_redeal(low("none")) == []


def test_no_hand_is_dealt_again_after_the_purchase() -> None:
    bought = apply(low(), 0, SPADES)
    assert isinstance(bought.deal, Bidding) and may_redeal(bought) == []
    with pytest.raises(IllegalActionError, match="redeal-bought"):
        apply(bought, 1, Redeal())


def test_a_hand_with_higher_cards_is_not_dealt_again() -> None:
    bought = apply(apply(low(bought=True), 0, PASS), 1, Take(Trump.SPADES))
    with pytest.raises(IllegalActionError, match="no-redeal"):
        apply(bought, 2, Redeal())


def test_after_a_purchase_the_next_dealer_deals_where_that_is_agreed() -> None:
    bought = apply(low(bought=True), 0, Take(Trump.SPADES))
    assert may_redeal(bought) == [1]
    over = apply(bought, 1, Redeal())
    assert isinstance(over.deal, Dead) and over.sheet[-1].outcome is None
    assert (over.scores, next_dealer(over)) == ((0, 0), 0)
    assert next_dealer(apply(low(bought=True), 0, Redeal())) == 3


def test_an_earlier_opponent_may_take_a_sun() -> None:
    rules = BALOOT.agree({"gablak": True})
    of = rules.bidding
    said = called(PASS, PASS, PASS, SUN, rules=rules)
    assert not of.settled(said) and of.speaker(said) == 0
    assert set(of.offers(said)) == {PASS, SUN}
    left = called(PASS, PASS, PASS, SUN, PASS, PASS, rules=rules)
    assert of.settled(left) and of.contract(left) == Contract(3, Trump.NONE)
    taken = called(PASS, PASS, PASS, SUN, PASS, SUN, rules=rules)
    assert of.speaker(taken) == 1, "the opponent who comes before the one who took it"
    kept = called(PASS, PASS, PASS, SUN, PASS, SUN, PASS, rules=rules)
    assert of.settled(kept) and of.contract(kept) == Contract(2, Trump.NONE)
    assert of.settled(called(SUN, rules=rules)), "nobody comes before the first"
    assert of.settled(called(*PASSES, PASS, SUN, rules=rules)), "only in the first round"
    over_hokum = called(HEARTS, SUN, rules=rules)
    assert of.speaker(over_hokum) == 0, "whose hokum it goes over"
    ashkal = called(PASS, PASS, ASHKAL, rules=rules)
    assert of.speaker(ashkal) == 1 and not of.settled(ashkal)


def test_bots_have_a_hand_of_low_cards_dealt_again() -> None:
    for level in bots.LEVELS:
        assert bots.make(level, 1).choose(views(low())[0]) == Redeal()


HANDS = (
    "KS QS AS 7H 8H 7D 8D 7C",
    "JS 9S TS 9H TH 9D TD 8C",
    "8S 7S JH QH JD QD 9C TC",
    "KH AH KD AD JC QC KC AC",
)


def played(state: Match, cards: str) -> Match:
    for card in cards.split():
        seat = state.to_act
        assert seat is not None
        state = apply(state, seat, Play(Card(card)))
    return state


def test_a_baloot_is_said_with_its_second_card() -> None:
    state = dealt(BALOOT.agree({"cut_min": None}), HANDS)
    deal = state.deal
    assert isinstance(deal, Playing)
    assert (deal.said(0, Card("KS")), deal.may_say(0, Card("KS"))) == ("", False)
    after = played(state, "KS JS 7S AC").deal
    assert isinstance(after, Playing)
    assert after.said(0, Card("QS")) == "rebelote"
    assert after.belotes == ((0, CardSet.parse("KS QS")),)


SIDE_SUIT = (
    "7S 8S TS AH TH 9H AD KD",
    "9S JS 7H 8H JH 8D 9D TD",
    "QS KS JD QD 7C 8C 9C TC",
    "AS KH QH 7D JC QC KC AC",
)
"""Spades are trumps; seat 0 has the ace, ten and nine of hearts, seat 2 none."""


def said_with(before: Match, seat: int, action: Play, after: Match) -> str:
    events = narrate(before, seat, action, after)
    return next(event.said for event in events if isinstance(event, CardPlayed))


def akkas(rules: Rules, cards: str) -> list[str]:
    """Return the cards of `SIDE_SUIT` with which akka was said."""
    state = dealt(rules, SIDE_SUIT)
    said: list[str] = []
    for card in cards.split():
        seat, action = state.to_act, Play(Card(card))
        assert seat is not None
        after = apply(state, seat, action)
        said += [card] * (said_with(state, seat, action, after) == "akka")
        state = after
    return said


def test_akka_is_said_of_the_highest_card_left_of_a_plain_suit() -> None:
    rules = BALOOT.agree({"cut_min": None})
    assert akkas(rules, "AH 7H QD KH TH 8H 7C QH 9H JH") == ["TH"]
    assert akkas(rules, "9H 7H 7C KH AC") == []
    assert akkas(rules.agree({"akka": False}), "AH 7H QD KH TH") == []


def test_akka_that_is_not_true_is_refused() -> None:
    rules = BALOOT.as_in_real_life().agree({"cut_min": None})
    state = dealt(rules, SIDE_SUIT)
    for card, code in (("AH", "no-akka"), ("TH", "no-akka"), ("7S", "no-belote")):
        with pytest.raises(IllegalActionError, match=code):
            apply(state, 0, Play(Card(card), belote=True))
    led = played(state, "AH 7H QD KH")
    after = apply(led, 0, Play(Card("TH"), belote=True))
    assert isinstance(after.deal, Playing) and after.deal.belote_said == CardSet()
    assert said_with(led, 0, Play(Card("TH"), belote=True), after) == "akka"
    assert said_with(led, 0, Play(Card("TH")), after) == ""
    assert conduct.says_akka(views(led)[0], Card("TH"))
    assert not conduct.says_akka(views(led)[0], Card("AD"))
    assert not conduct.says_akka(views(state)[0], Card("TH"))


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bot_does_not_ruff_the_akka_of_its_partner(level: str) -> None:
    state = played(dealt(BALOOT.agree({"cut_min": None}), SIDE_SUIT), "AH 7H QD KH TH 8H")
    action = bots.make(level, 1).choose(views(state)[2])
    assert isinstance(action, Play) and action.card not in Trump.SPADES.cards


# --- a claim of the rest that is refused ----------------------------------------------------------

REAL = BALOOT.as_in_real_life().agree({"cut_min": None})


def refused(by: int = 1, rules: Rules = REAL) -> Match:
    """Let seat 0 claim the rest of `SIDE_SUIT` after a trick, and this seat have it played out."""
    return apply(played(dealt(rules, SIDE_SUIT), "AH 7H QD KH"), by, Refuse(0))


def test_a_claim_that_is_refused_loses_the_deal_with_the_first_trick_of_the_opponents() -> None:
    state = refused()
    assert isinstance(state.deal, Playing) and state.deal.claimant == 0
    state = played(state, "AD 8D JD 7D 7S 9S QS")
    assert isinstance(state.deal, Playing), "a trick of one's own loses nothing"
    before, after = state, played(state, "AS")
    assert isinstance(after.deal, Judged) and after.written
    assert ClaimFailed(0, 3) in narrate(before, 3, Play(Card("AS")), after)
    assert after.settlement is not None and after.settlement.marks == (0, 16)
    assert views(before)[1].may.claim == 16


def test_a_trick_of_partner_is_no_trick_of_the_opponents() -> None:
    state = played(refused(), "TH 8H QS QH")
    assert isinstance(state.deal, Playing) and state.deal.tricks[-1].winner == 2
    assert state.deal.claimant == 0 and views(state)[2].may.claim == 16


def test_a_claim_is_refused_once_by_an_opponent_of_the_seat_that_leads() -> None:
    first = dealt(REAL, SIDE_SUIT)
    turned = played(first, "AH 7H QD KH")
    once = refused()
    for state, seat, claimant in (
        (first, 1, 0),
        (turned, 2, 0),
        (turned, 0, 0),
        (turned, 0, 1),
        (turned, 1, 3),
        (played(turned, "AD"), 1, 0),
        (once, 3, 0),
        (played(dealt(BALOOT.agree({"cut_min": None}), SIDE_SUIT), "AH 7H QD KH"), 1, 0),
        (played(dealt(REAL.agree({"failed_claim": "plays_on"}), SIDE_SUIT), "AH 7H QD KH"), 1, 0),
    ):
        with pytest.raises(IllegalActionError, match="no-claim-asked"):
            apply(state, seat, Refuse(claimant))


def test_who_was_beaten_by_a_false_card_may_challenge_it() -> None:
    beaten = played(refused(), "TH JS 7C QH")
    assert isinstance(beaten.deal, Judged) and beaten.deal.verdict.of_claim
    assert 1 in views(beaten)[0].may.challenge, "it held two hearts"
    judged = apply(beaten, 0, Challenge(1))
    assert isinstance(judged.deal, Judged) and judged.deal.verdict.wronged == 0
    assert judged.settlement is not None and judged.settlement.marks == (16, 0)
    assert not views(judged)[1].may.challenge


def test_what_a_claim_costs_is_seen_where_it_can_be_made() -> None:
    state = dealt(REAL, SIDE_SUIT)
    assert views(state)[0].may.claim == 0, "before the first trick"
    turned = played(state, "AH 7H QD KH")
    assert [seen.may.claim for seen in views(turned)] == [16] * 4
    assert [seen.may.claim for seen in views(refused())] == [16] * 4
    free = REAL.agree({"failed_claim": "plays_on"})
    assert views(played(dealt(free, SIDE_SUIT), "AH 7H QD KH"))[0].may.claim == 0


def test_a_record_holds_the_refusal_and_reads_back_the_same() -> None:
    recorded = Recorded.begin(start(REAL, refused().deal.pack, 3))
    while recorded.match.deal.contract is None:
        seat, offered = recorded.match.to_act, legal_actions(recorded.match)
        assert seat is not None
        recorded = recorded.act(seat, SPADES if seat == 0 and SPADES in offered else PASS)
    for word in ["AH", "7H", "QD", "KH", "refuse", "7S", "9S", "QS", "AS"]:
        seat = recorded.match.to_act
        assert seat is not None
        refuses = word == "refuse"
        done = (1, Refuse(0)) if refuses else (seat, Play(Card(word)))
        recorded = recorded.act(*done)
    text = str(recorded.record)
    assert "2. 1:refuse(0) 7S 9S QS AS\nfalse_play 0 16\n" in text
    assert str(Record.parse(text)) == text
    assert Record.parse(text).replay() == recorded.match
