"""Signals as the table has agreed on them: given, true, and read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest
from needs import needs_kernel
from positions import seen as shown
from positions import trick
from volume import volume

from rebelote import bots
from rebelote.bots import LEVELS, Thought, likelihood, signals
from rebelote.bots.heuristics import Observation
from rebelote.bots.signals import SIGNAL_COST, Truth, called, on_partners_trick
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import why
from rebelote.knowledge import worlds
from rebelote.knowledge.conduct import fair
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Play
from rebelote.rules.cards import Card, CardSet, Suit, Trump, parse_cards
from rebelote.rules.deal import Trick
from rebelote.rules.options import Rules, Signals
from rebelote.rules.view import View, rule_card, tricks_of, view

AGREED: list[Signals] = ["direct", "inverted"]
both = pytest.mark.parametrize("convention", AGREED)


def table(convention: Signals, preset: str = "french") -> Rules:
    return presets.rules(preset, shuffle="each_deal_full", signals=convention)


def at_table(convention: Signals, *seen: object, **more: object) -> View:
    """Return a position of test_bots at a table that has agreed on this."""
    now = shown(*seen, **more)  # type: ignore[arg-type]
    return msgspec.structs.replace(now, rules=rule_card(presets.rules(signals=convention)))


def decisions(rules: Rules, level: str, deals: int) -> Iterator[tuple[View, Thought]]:
    """Yield every thought of so many deals."""
    for seed in range(deals):
        state = match.start(rules, deck.shuffled(Random(seed), rules.pack), seed % rules.players)
        players = [bots.make(level, seed * 4 + seat) for seat in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            thought = players[seat].think(now)
            yield now, thought
            state = match.apply(state, seat, thought.action)


def discards(rules: Rules, level: str, deals: int) -> Iterator[tuple[View, Thought, Card]]:
    """Yield every card that a level threw on its partner's trick, and why."""
    for now, thought in decisions(rules, level, deals):
        if isinstance(thought.action, Play) and now.contract is not None:
            card = thought.action.card
            if on_partners_trick(now.trick.cards, card, now.contract.trump):
                yield now, thought, card


def truth(now: View, card: Card, convention: Signals) -> Truth | None:
    """Return whether it is so what a card would say; None for one that counts."""
    assert now.contract is not None
    gone = CardSet.of(each for _, cards in tricks_of(now) for each in cards)
    spoken = signals.meanings(gone, now.contract.trump, convention)
    return next((each.truth(now.hand) for each in spoken if card in each.low), None)


# --- the convention of the text ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "trump", "convention", "suit"),
    [
        ("8H", "S", "direct", Suit.HEARTS),
        ("8H", "S", "none", None),
        ("KH", "S", "direct", None),
        ("8S", "S", "direct", None),
        ("7C", "H", "inverted", Suit.SPADES),
        ("7S", "H", "inverted", Suit.CLUBS),
        ("7D", "S", "inverted", Suit.HEARTS),
        ("7H", "S", "inverted", Suit.DIAMONDS),
        ("7C", "S", "inverted", None),
        ("9H", "none", "direct", Suit.HEARTS),
        ("9H", "all", "direct", None),
    ],
)
def test_which_suit_a_thrown_card_calls(
    card: str, trump: str, convention: Signals, suit: Suit | None
) -> None:
    assert called(Card(card), Trump(trump), convention) == suit


@pytest.mark.parametrize(
    ("before", "card", "thrown"),
    [
        ("JS 7S", "8H", True),
        ("7H AD 9H", "8C", False),
        ("8D AD 9D", "8H", True),
        ("AD 7S", "8H", False),
        ("AD 7D", "8D", False),
        ("AD 7D", "8S", False),
        ("AD", "8H", False),
        ("", "8H", False),
    ],
)
def test_when_a_card_is_thrown_on_partners_trick(before: str, card: str, thrown: bool) -> None:
    assert on_partners_trick(parse_cards(before), Card(card), Trump.SPADES) is thrown


ACE_OF_HEARTS = "AH 8H 7H 9D 8D 7D 8C 7C"


@pytest.mark.parametrize("level", LEVELS)
def test_the_example_of_the_text(level: str) -> None:
    """Partner leads the jack of trump, I have none, and the ace of hearts: another heart (L39)."""
    asked = at_table("direct", ACE_OF_HEARTS, "JS 7S", "S", 2)
    action = bots.make(level, 1).choose(asked)
    assert isinstance(action, Play) and action.card in CardSet.parse("8H 7H")


@pytest.mark.parametrize("level", LEVELS)
def test_the_inverted_example_of_the_text(level: str) -> None:
    """For hearts one throws a diamond (L40)."""
    asked = at_table("inverted", ACE_OF_HEARTS, "JS 7S", "S", 2)
    action = bots.make(level, 1).choose(asked)
    assert isinstance(action, Play) and action.card in CardSet.parse("9D 8D 7D")


def test_a_master_that_counts_nothing_and_a_suit_that_is_gone_are_not_called() -> None:
    gone = CardSet.parse("AH TH KH QH JH") | Suit.CLUBS.cards
    hearts = signals.master(Suit.HEARTS, gone, Trump.SPADES)
    clubs = signals.master(Suit.CLUBS, gone, Trump.SPADES)
    assert not hearts and not clubs
    assert signals.master(Suit.HEARTS, CardSet.parse("AH"), Trump.SPADES) == CardSet.parse("TH")


# --- giving --------------------------------------------------------------------------------------


@needs_kernel
@both
@pytest.mark.parametrize(
    ("level", "deals"),
    [("beginner", volume(40, 250)), ("regular", volume(10, 60)), ("club", volume(4, 40, 90))],
)
def test_a_signal_is_given_where_it_costs_nothing(
    convention: Signals, level: str, deals: int
) -> None:
    """Never silence nor an untruth where a true card is about as good."""
    given = 0
    for now, thought, card in discards(table(convention), level, deals):
        said = truth(now, card, convention)
        at = Observation(now, fair(now))
        others = [c for c in at.legal - at.trumps if truth(now, c, convention) is Truth.TRUE]
        given += said is Truth.TRUE
        if said is not Truth.TRUE and thought.worth:
            close = [c for c in others if thought.worth[c.text] >= thought.worth[card.text]]
            assert not close, (now.hand, now.trick, thought)
        elif said is not Truth.TRUE:
            assert all(at.cost(c)[0] != at.cost(card)[0] for c in others), (now.hand, now.trick)
        if thought.code == "signal":
            calls = called(card, at.trump, convention)
            assert calls is not None and thought.values["suit"] == calls.letter
            assert said is Truth.TRUE
    assert given


@both
def test_partners_who_agree_on_signals_signal_truly_more_often(convention: Signals) -> None:
    """A low card that could be a true signal is thrown more often than if cards say nothing."""
    share = {}
    both_ways: tuple[Signals, ...] = (convention, "none")
    for agreed in both_ways:
        result = [
            truth(now, card, convention) is Truth.TRUE
            for now, card in thrown(agreed)
            if truth(now, card, convention) is not None and could_be_true(now, convention)
        ]
        assert len(result) > 5
        share[agreed] = sum(result) / len(result)
    assert share[convention] > share["none"]


@cache
def thrown(agreed: Signals) -> list[tuple[View, Card]]:
    """Collect the discards of beginners on their partner's tricks."""
    result = discards(table(agreed), "beginner", 250)
    return [(now, card) for now, _, card in result]


def could_be_true(now: View, convention: Signals) -> bool:
    return any(truth(now, card, convention) is Truth.TRUE for card in fair(now).cards)


def test_a_card_that_is_better_by_more_is_not_given_up_for_what_another_says() -> None:
    asked = at_table("direct", ACE_OF_HEARTS, "JS 7S", "S", 2)
    at = Observation(asked, fair(asked))
    worth = dict.fromkeys(str(asked.hand).split(), 10.0)
    for ahead, right in ((SIGNAL_COST / 2, "H"), (2 * SIGNAL_COST, "D")):
        card, suit = signals.most_truthful(at, Card("9D"), worth | {"9D": 10.0 + ahead})
        assert (card.suit.letter, suit) == (right, "H" if right == "H" else "")


# --- reading -------------------------------------------------------------------------------------


@both
def test_reading_makes_the_caller_the_holder(convention: Signals) -> None:
    """Over sampled deals: who called holds the master in more of the weight than of the worlds."""
    before, after, right = 0.0, 0.0, []
    for seed in range(volume(60, 150)):
        for now, hands in positions(table(convention), seed):
            incoming = [s for s in signals.seen(now) if s.seat != now.seat]
            open_ = [s for s in incoming if s.meaning.master and not s.meaning.master & now.hand]
            for said in open_[:1]:
                drawn = worlds.sample(worlds.hidden(now), 40, Random(seed))
                weights = [signals.likelihood([said], world) for world in drawn]
                holds = [said.meaning.master <= world[said.seat] for world in drawn]
                share = sum(holds) / len(holds)
                read = sum(w for w, held in zip(weights, holds, strict=True) if held) / sum(weights)
                if 0 < share < 1:
                    before, after = before + share, after + read
                    right.append(said.meaning.master <= hands[said.seat])
    assert len(right) > volume(15, 40)
    assert after > before
    truly = sum(right)
    assert abs(truly - after) < abs(truly - before)


def positions(rules: Rules, seed: int) -> Iterator[tuple[View, tuple[CardSet, ...]]]:
    """Yield every view of a deal from which a card is played, and all hands as they truly lie."""
    state = match.start(rules, deck.shuffled(Random(seed)), seed % 4)
    players = [bots.make("beginner", seat) for seat in range(4)]
    while (seat := state.to_act) is not None:
        now = view(state, seat)
        if now.phase == "play":
            yield now, state.deal.hands
        state = match.apply(state, seat, players[seat].choose(now))


def after_a_call(seat: int) -> View:
    """Seat 1 called hearts by the eight on the jack of trump, led by seat 3."""
    tricks = (trick(3, "JS 7S 8H 9S", "S"), trick(3, "AD 7D 8D JD", "S"))
    now = at_table("direct", "KH 7H QD 9D QC 9C", "", "S", 3, tricks, seat=seat)
    return msgspec.structs.replace(now, hand_sizes=(6, 6, 6, 6))


@pytest.mark.parametrize("seat", [3, 0, 2])
def test_partner_and_opponents_read_alike(seat: int) -> None:
    now = after_a_call(seat)
    (said,) = signals.seen(now)
    assert (said.seat, said.meaning.suit, said.meaning.master) == (1, Suit.HEARTS, parsed("AH"))
    drawn = worlds.sample(worlds.hidden(now), 300, Random(2))
    weights = likelihood.weights(now, drawn, Random(3))
    plain = likelihood.weights(unsaid(now), drawn, Random(3))
    assert weighed(drawn, weights, said.seat) > 1.2 * weighed(drawn, plain, said.seat)


def parsed(text: str) -> CardSet:
    return CardSet.parse(text)


def unsaid(now: View) -> View:
    """Return the same at a table that has agreed on nothing."""
    return msgspec.structs.replace(now, rules=rule_card(presets.rules()))


def weighed(drawn: list[worlds.World], weights: list[float], seat: int) -> float:
    """Return the probability that the seat holds the ace of hearts."""
    held = (w for world, w in zip(drawn, weights, strict=True) if Card("AH") in world[seat])
    return sum(held) / sum(weights)


def test_a_small_card_is_led_to_the_suit_that_partner_called() -> None:
    now = after_a_call(3)
    thought = bots.make("beginner").think(now)
    assert (thought.action, thought.code) == (Play(Card("7H")), "answer_signal")
    assert bots.make("beginner").think(unsaid(now)).code == "a_low_card"
    spent: tuple[Trick, ...] = (*now.tricks, trick(1, "AH 9H TC JH", "S"))
    gone = msgspec.structs.replace(now, tricks=spent, hand_sizes=(5, 5, 5, 5))
    assert bots.make("beginner").think(gone).code != "answer_signal"


# --- nothing agreed, nothing said ----------------------------------------------------------------


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_where_nothing_is_agreed_nothing_is_given_nor_read(preset: str) -> None:
    """Neither with no convention, nor where three play and nobody has a partner."""
    rules = table("direct" if preset == "flemish3" else "none", preset)
    for now, thought in decisions(rules, "beginner", volume(10, 40)):
        assert "signal" not in thought.code
        if now.contract is None:
            continue
        assert not signals.seen(now)
        at = Observation(now, fair(now))
        assert all(signals.most_truthful(at, card, {}) == (card, "") for card in at.legal)
        assert signals.likelihood([], ()) == 1.0


@needs_kernel
@both
@pytest.mark.parametrize("level", ["regular", "club"])
def test_until_something_is_thrown_a_convention_changes_nothing(
    convention: Signals, level: str
) -> None:
    """The same thoughts to the last digit, as long as no card could say anything."""
    same = 0
    for seed in range(volume(3, 6)):
        state = match.start(table("none"), deck.shuffled(Random(seed)), seed % 4)
        agreed = msgspec.structs.replace(state, rules=table(convention))
        players = [[bots.make(level, seat) for seat in range(4)] for _ in range(2)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            other = msgspec.structs.replace(now, rules=rule_card(agreed.rules))
            if signals.seen(other) or (now.contract and _may_throw(now)):
                break
            thoughts = [players[i][seat].think(each) for i, each in enumerate((now, other))]
            assert thoughts[0] == thoughts[1]
            same += 1
            state = match.apply(state, seat, thoughts[0].action)
    assert same > volume(15, 40)


def _may_throw(now: View) -> bool:
    assert now.contract is not None
    cards = now.trick.cards
    return any(on_partners_trick(cards, card, now.contract.trump) for card in fair(now).cards)


# --- why -----------------------------------------------------------------------------------------


@needs_kernel
@pytest.mark.parametrize("convention", ["direct", pytest.param("inverted", marks=pytest.mark.full)])
def test_a_signal_and_its_answer_are_described_in_every_language(convention: Signals) -> None:
    codes = {"signal", "no_signal", "answer_signal"}
    received: dict[str, Thought] = {}
    for level, deals in (("beginner", 40), ("regular", 200)):
        for _, thought in decisions(table(convention), level, deals):
            received[thought.code] = thought
            if codes <= received.keys():
                break
    assert codes <= received.keys()
    for language in LANGUAGES:
        said = [why(words(language), received[code]) for code in sorted(codes)]
        assert len(set(said)) == 3 and all("{" not in each for each in said)
        named = words(language)(f"suit.{received['signal'].values['suit']}")
        assert named in why(words(language), received["signal"])
