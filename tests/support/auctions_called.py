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
from rebelote.rules.options import Rules
from rebelote.rules.records.notation import call_word
from rebelote.rules.tallies import Points
from rebelote.rules.view import View, auction_of, view


def auction(rules: Rules, level: str, seed: int) -> tuple[Match, list[tuple[View, Thought]]]:
    """Let bots of a level call; return the deal, and the thoughts of each bot."""
    state = match.start(rules, deck.shuffled(Random(seed), rules.pack), seed % rules.players)
    players = [bots.make(level, 4 * seed + seat) for seat in range(rules.players)]
    thoughts = []
    while (seat := state.to_act) is not None and state.deal.phase is not Phase.PLAY:
        now = view(state, seat)
        thought = players[seat].think(now)
        if now.phase == "bidding":
            thoughts.append((now, thought))
        state = match.apply(state, seat, thought.action)
    return state, thoughts


def call_and_play(rules: Rules, level: str, deals: int, play_level: str) -> None:
    """Play deals that one level calls and another plays out; words tell each reason of a call."""
    for seed in range(deals):
        state, thoughts = auction(rules, level, seed)
        for _, thought in thoughts:
            told = [bool(why(words(language), thought)) for language in LANGUAGES]
            assert all(told) or not (thought.code or any(told))
        players = [bots.make(play_level, seat) for seat in range(4)]
        while (seat := state.to_act) is not None:
            state = match.apply(state, seat, players[seat].choose(view(state, seat)))
        assert state.written


def asked(rules: Rules, hand: str, *calls: Call, scores: Points = ()) -> View:
    """Return the view of the seat to call after these calls, of which seat 0 made the first."""
    begun = match.start(rules, deck.shuffled(Random(0), rules.pack), 3)
    made = tuple(Called.by(seat % 4, 1 + seat // 4, call) for seat, call in enumerate(calls))
    seen = msgspec.structs.replace(
        view(begun, len(calls) % 4),
        phase="bidding",
        hand=CardSet.parse(hand),
        calls=made,
        dealer=3,
        scores=scores,
    )
    return msgspec.structs.replace(seen, standing=rules.bidding.contract(auction_of(seen, rules)))


class OracleAuction(Protocol):
    """The auction of an oracle."""

    speaker: int

    def offered(self) -> set[str]:
        """Return the calls open to the speaker."""


def said(calls: Iterable[Call]) -> set[str]:
    return set(map(call_word, calls))


def same_offers(
    rules: Rules, ours: AuctionSoFar, theirs: OracleAuction
) -> tuple[int, tuple[Call, ...]]:
    """Return the speaker and the calls on offer; the oracle must agree on both."""
    assert not rules.bidding.over(ours)
    seat, offers = rules.bidding.speaker(ours), rules.bidding.offers(ours)
    assert seat == theirs.speaker
    assert said(offers) == theirs.offered() and len(set(offers)) == len(offers)
    return seat, offers
