"""Reasons of advice: each is true of its position, by rules of thumb written down once more here.

A reason without a check here, and one whose check fails, is refused in every rule set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from needs import needs_kernel
from volume import volume

from rebelote import bots
from rebelote.bots.bot import Thought
from rebelote.bots.explanations import FOLLOWING, LEADING, same_card
from rebelote.bots.heuristics import Observation
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import advised_name, reason
from rebelote.knowledge.conduct import fair
from rebelote.rules import deck, match, play, presets
from rebelote.rules.actions import Bid, NamedCall, Play, Redeal, Take
from rebelote.rules.cards import Card, CardSet, Rank, Trump, strength_table
from rebelote.rules.match import Match
from rebelote.rules.view import View, rules_of, view

pytestmark = needs_kernel

LONGEST = 120
"""Signs of a hint for a beginner, with what is advised."""
HOLDING = ("take_it", "feed_partner", "keep_winners", "secure")
"""Reasons that say that the own side keeps the trick."""


class Case(NamedTuple):
    """A thought about a card, with the hands that its player could not see."""

    seen: View
    hands: tuple[CardSet, ...]
    thought: Thought

    @property
    def card(self) -> Card:
        assert isinstance(self.thought.action, Play)
        return self.thought.action.card

    @property
    def legal(self) -> list[Card]:
        return [*fair(self.seen).cards]

    @property
    def trump(self) -> Trump:
        assert self.seen.contract is not None
        return self.seen.contract.trump

    @property
    def table(self) -> tuple[Card, ...]:
        return self.seen.trick.cards

    @property
    def partner(self) -> int | None:
        return rules_of(self.seen).partner(self.seen.seat)

    @property
    def partner_wins(self) -> bool:
        return bool(self.table) and self.seen.trick.winner == self.partner

    @property
    def unseen(self) -> CardSet:
        gone = {card for one in self.seen.tricks for card in one.cards} | {*self.table}
        return rules_of(self.seen).pack - CardSet.of(gone) - self.seen.hand

    @property
    def fewest(self) -> bool:
        return self.points(self.card) == min(map(self.points, self.legal))

    def points(self, card: Card) -> int:
        assert self.seen.contract is not None
        return rules_of(self.seen).law_of(self.seen.contract).points[card]

    def is_trump(self, card: Card) -> bool:
        return card.suit == self.trump.suit

    def wins(self, card: Card) -> bool:
        return play.winner((*self.table, card), self.trump) == len(self.table)

    def higher(self, card: Card, among: CardSet) -> bool:
        strength = strength_table(self.trump)
        return any(c.suit == card.suit and strength[c] > strength[card] for c in among)

    def held(self) -> bool:
        """Return whether no opponent behind could take the trick, in the hands as they lay."""
        assert self.seen.contract is not None
        law = rules_of(self.seen).law_of(self.seen.contract)
        trick, players = (*self.table, self.card), rules_of(self.seen).players
        ours = play.winner(trick, self.trump)
        behind = [(self.seen.seat + n) % players for n in range(1, players - len(self.table))]
        return not any(
            play.winner((*trick, reply), self.trump) != ours
            for seat in behind
            if seat != self.partner
            for reply in play.legal(self.hands[seat], trick, law)
        )


def _on_partners(case: Case) -> bool:
    return case.partner_wins and not case.wins(case.card)


def _takes(case: Case) -> bool:
    return bool(case.table) and case.wins(case.card) and not case.partner_wins


def _leaves(case: Case) -> bool:
    return bool(case.table) and not case.wins(case.card) and not case.partner_wins


def _leads_trump(case: Case) -> bool:
    left = any(case.is_trump(card) for card in case.unseen)
    return not case.table and case.is_trump(case.card) and left


def _ours(case: Case) -> bool:
    sides, contract = rules_of(case.seen).sides, case.seen.contract
    assert contract is not None
    return sides[contract.attacker] == sides[case.seen.seat]


def _winners(case: Case) -> list[Card]:
    return [card for card in case.legal if case.wins(card)]


def _counted(case: Case) -> bool:
    out = sum(case.is_trump(card) for card in case.unseen)
    return bool(case.thought.values["trumps"] == out)


def _partner_void(case: Case) -> bool:
    partner = case.partner
    assert partner is not None
    return not case.table and not case.hands[partner] & case.card.suit.cards


def _lower_wins(case: Case) -> bool:
    strength = strength_table(case.trump)
    lower = (c for c in _winners(case) if strength[c] < strength[case.card])
    return any(c.suit == case.card.suit for c in lower)


def _dearer_are_strong(case: Case) -> bool:
    dearer = [c for c in case.legal if case.points(c) > case.points(case.card)]
    return all(case.is_trump(c) or not case.higher(c, case.unseen) for c in dearer)


CHECKS: dict[str, Callable[[Case], object]] = {
    "trump_for_the_taker": lambda c: (
        _leads_trump(c) and c.seen.contract and c.partner == c.seen.contract.attacker
    ),
    "draw_trumps": lambda c: (
        _leads_trump(c)
        and _ours(c)
        and _counted(c)
        and (not c.higher(c.card, c.unseen) or sum(map(c.is_trump, c.seen.hand)) > 2)
    ),
    "to_partners_void": _partner_void,
    "cash_a_master": lambda c: (
        not c.table and not c.is_trump(c.card) and not c.higher(c.card, c.unseen)
    ),
    "a_low_card": lambda c: not c.table and c.fewest and not c.is_trump(c.card),
    "feed_partner": lambda c: _on_partners(c) and not c.fewest,
    "keep_winners": lambda c: _on_partners(c) and c.fewest and _dearer_are_strong(c),
    "leave_it_to_partner": lambda c: _on_partners(c) and c.fewest,
    "secure": lambda c: c.partner_wins and c.wins(c.card),
    "take_over": lambda c: (
        c.partner_wins
        and c.wins(c.card)
        and len(_winners(c)) < len(c.legal)
        and any(not c.higher(card, c.unseen) for card in c.seen.hand if card != c.card)
    ),
    "take_last": lambda c: _takes(c) and len(c.table) + 1 == rules_of(c.seen).players,
    "surely": lambda c: _takes(c) and c.held() and _lower_wins(c),
    "ruff": lambda c: (
        _takes(c) and c.is_trump(c.card) and not all(c.is_trump(other) for other in c.legal)
    ),
    "finesse": lambda c: _takes(c) and c.higher(c.card, c.unseen) and c.higher(c.card, c.seen.hand),
    "take_it": lambda c: not c.table or _takes(c),
    "force_a_trump": lambda c: _takes(c) and c.is_trump(c.card) and not _lower_wins(c),
    "take_now": _takes,
    "keep_trump": lambda c: (
        _leaves(c) and c.fewest and _winners(c) and all(map(c.is_trump, _winners(c)))
    ),
    "hold_back": lambda c: (
        _leaves(c) and _winners(c) and not any(c.higher(w, c.unseen) for w in _winners(c))
    ),
    "throw_away": lambda c: _leaves(c) and c.fewest and not _winners(c),
    "save_points": lambda c: _leaves(c) and c.fewest,
    "make_void": lambda c: (
        len(c.seen.hand & c.card.suit.cards) == 1
        and not c.is_trump(c.card)
        and any(map(c.is_trump, c.seen.hand))
    ),
    "lowest": lambda c: (
        c.fewest and not c.wins(c.card) | (not c.table) and c.higher(c.card, CardSet.of(c.legal))
    ),
}
"""The premise of each reason, as a player would say it."""


def positions(preset: str, deals: int) -> Iterator[tuple[Match, View]]:
    """Yield the turns of deals that beginners play."""
    rules = presets.rules(preset)
    for seed in range(deals):
        state = match.start(rules, deck.shuffled(Random(seed), rules.pack), seed % rules.players)
        players = [bots.make("beginner", 4 * seed + seat) for seat in range(rules.players)]
        while (seat := state.to_act) is not None:
            now = view(state, seat)
            yield state, now
            state = match.apply(state, seat, players[seat].choose(now))


@cache
def thoughts(preset: str, level: str, deals: int) -> tuple[tuple[Match, View, Thought], ...]:
    """Return what a level thinks at each turn."""
    bot = bots.make(level, 1)
    return tuple((state, now, bot.think(now)) for state, now in positions(preset, deals))


def cases(preset: str) -> Iterator[Case]:
    """Yield the choices of cards, as *beginner* and *regular* would make them."""
    for level, deals in (("beginner", volume(8, 60)), ("regular", volume(3, 20))):
        for state, now, thought in thoughts(preset, level, deals):
            if isinstance(thought.action, Play) and thought.code not in ("", "only"):
                yield Case(now, state.deal.hands, thought)


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_the_premise_of_every_reason_holds(preset: str) -> None:
    """In some hundred positions of a rule set; a thousand in the full suite."""
    wrong, seen = [], Counter[str]()
    for case in cases(preset):
        code = case.thought.code
        if code in ("signal", "no_signal", "answer_signal", "remembered"):
            continue
        seen[code] += 1
        if not CHECKS[code](case):
            wrong.append((code, case.card, case.seen.trick, case.legal, case.trump))
    assert not wrong
    assert seen.total() > volume(100, 900)


def test_every_reason_has_a_check() -> None:
    assert CHECKS.keys() == LEADING.keys() | FOLLOWING.keys()


def test_a_trick_that_is_said_to_hold_does() -> None:
    """Nine times in ten, in the hands as they lay, ruffs included."""
    held = [
        case.held()
        for preset in presets.PRESETS
        for case in cases(preset)
        if case.thought.code in HOLDING or case.thought.values.get("safe") == "yes"
    ]
    assert len(held) > volume(500, 4000)
    assert sum(held) / len(held) > 0.9


def test_a_hint_is_short_in_every_language() -> None:
    for preset in ("french", "coinche", "bulgarian", "klaverjas-rotterdam-nku", "baloot"):
        received = {
            (thought.code, *(v for k, v in thought.values.items() if k in ("trump", "honours"))): (
                thought
            )
            for _, _, thought in thoughts(preset, "beginner", volume(8, 60))
        }
        for language in LANGUAGES:
            say = words(language, preset)
            for thought in received.values():
                hint = say("ui.hint.text", action=f"{advised_name(say, thought.action)}.")
                said = f"{hint} {reason(say, thought)}"
                assert len(said) <= LONGEST, said


@pytest.mark.parametrize("preset", ["french", "coinche", "bulgarian", "pilotta", "baloot", "bela"])
def test_the_reason_of_a_call_counts_the_cards_of_the_hand(preset: str) -> None:
    counted = 0
    for _, now, thought in thoughts(preset, "beginner", volume(8, 60)):
        if thought.code not in ("hand_for", "raise_for"):
            continue
        values: dict[str, Any] = thought.values
        held = now.hand | CardSet.of((now.turned,) if now.turned else ())
        mine = held & Trump(values["trump"]).cards
        jack, nine = (any(card.rank is rank for card in mine) for rank in (Rank.JACK, Rank.NINE))
        named = "both" if jack and nine else "jack" if jack else "nine" if nine else "neither"
        assert values["trumps"] == len(mine)
        assert values["honours"] == (named if mine else "none")
        assert values["aces"] == sum(card.rank is Rank.ACE for card in held - mine)
        if isinstance(thought.action, Take | Bid | NamedCall):
            assert thought.action.trump == Trump(values["trump"])
        counted += 1
    assert counted > 5


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_a_lead_that_is_told_is_clear_and_over_another_card(preset: str) -> None:
    for _, now, thought in thoughts(preset, "regular", volume(3, 20)):
        gain, other = thought.values.get("gain"), thought.values.get("other")
        if gain is not None and other in thought.intervals:
            assert gain > thought.intervals[other] - 0.06
        if isinstance(thought.action, Play) and other is not None:
            at = Observation(now, fair(now))
            assert not same_card(at, thought.action.card, Card(other))


def test_new_cards_are_asked_for_without_a_word_on_trumps_and_aces() -> None:
    """A hand of low cards says *kawesh*; what decides between taking and passing says nothing."""
    asked = [
        thought
        for _, _, thought in thoughts("baloot", "beginner", volume(60, 60))
        if isinstance(thought.action, Redeal)
    ]
    assert asked and all(thought.code == "" for thought in asked)
