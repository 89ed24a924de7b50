"""Auctions in tests: called by four bots, asked of one hand, or compared with an oracle's."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Protocol

import msgspec

from rebelote import bots
from rebelote.bots.bot import Thought
from rebelote.i18n import LANGUAGES, words
from rebelote.i18n.speech import why
from rebelote.rules import deck, match
from rebelote.rules.actions import Call
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Called
from rebelote.rules.deal import Phase
from rebelote.rules.match import Match
from rebelote.rules.notation import call_word
from rebelote.rules.options import Rules
from rebelote.rules.view import View, view


def auction(rules: Rules, level: str, seed: int) -> tuple[Match, list[tuple[View, Thought]]]:
    """A deal once four of a level have called, and what each of them thought."""
    state = match.start(rules, deck.shuffled(Random(seed), rules.pack), seed % 4)
    players = [bots.make(level, 4 * seed + seat) for seat in range(4)]
    thoughts = []
    while (seat := state.to_act) is not None and state.deal.phase is not Phase.PLAY:
        now = view(state, seat)
        thought = players[seat].think(now)
        if now.phase == "bidding":
            thoughts.append((now, thought))
        state = match.apply(state, seat, thought.action)
    return state, thoughts


def call_and_play(rules: Rules, level: str, deals: int, play_level: str) -> None:
    """Deals that a level calls, with reasons in every language, and another plays to the end."""
    for seed in range(deals):
        state, thoughts = auction(rules, level, seed)
        for _, thought in thoughts:
            assert all(why(words(language), thought) for language in LANGUAGES)
        players = [bots.make(play_level, seat) for seat in range(4)]
        while (seat := state.to_act) is not None:
            state = match.apply(state, seat, players[seat].choose(view(state, seat)))
        assert state.written


def asked(rules: Rules, hand: str, *calls: Call) -> View:
    """The view of the seat that is to call after these calls, of which seat 0 made the first."""
    begun = match.start(rules, deck.shuffled(Random(0), rules.pack), 3)
    made = tuple(Called.by(seat % 4, 1 + seat // 4, call) for seat, call in enumerate(calls))
    seen = view(begun, len(calls) % 4)
    return msgspec.structs.replace(
        seen, phase="bidding", hand=CardSet.parse(hand), calls=made, dealer=3
    )


class OracleAuction(Protocol):
    """The auction of an oracle."""

    speaker: int

    def offered(self) -> set[str]:
        """What the speaker may say."""


def said(calls: Iterable[Call]) -> set[str]:
    """Calls as an oracle writes them."""
    return set(map(call_word, calls))


def same_offers(
    rules: Rules, ours: AuctionSoFar, theirs: OracleAuction
) -> tuple[int, tuple[Call, ...]]:
    """Who speaks and what may be said, in which the oracle agrees."""
    assert not rules.bidding.over(ours)
    seat, offers = rules.bidding.speaker(ours), rules.bidding.offers(ours)
    assert seat == theirs.speaker
    assert said(offers) == theirs.offered() and len(set(offers)) == len(offers)
    return seat, offers
