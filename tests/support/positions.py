"""Views for bots, written down by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from rebelote.bots.payoffs import DealState, MatchState
from rebelote.rules import deck, match, play, presets
from rebelote.rules.cards import CardSet, Trump, parse_cards
from rebelote.rules.contract import Called, Contract
from rebelote.rules.deal import Trick
from rebelote.rules.view import CardsOnTable, Legal, View, view

FRENCH = presets.rules("french")


def untouched(match_state: MatchState, **others: Any) -> DealState:
    """Return a deal of side 0, the attack, with nothing won or said yet but for `others`."""
    nothing = DealState(
        match_state=match_state,
        side=0,
        attack=0,
        points=(0, 0),
        winners=0,
        melds=(0, 0),
        belote=(0, 0),
        held=0,
    )
    return msgspec.structs.replace(nothing, **others)


def seen(
    hand: str, trick: str, trump: str, attacker: int, tricks: tuple[Trick, ...] = (), seat: int = 0
) -> View:
    """Build the view of `seat` with this hand, to play to this trick, after these tricks."""
    start = match.start(FRENCH, deck.shuffled(Random(0)), 3)
    cards, law = parse_cards(trick), FRENCH.law(Trump(trump))
    leader = (seat - len(cards)) % 4
    legal = play.legal(CardSet.parse(hand), cards, law)
    winning = (leader + play.winner(cards, law.trump)) % 4 if cards else None
    return msgspec.structs.replace(
        view(start, seat),
        phase="play",
        to_act=seat,
        hand=CardSet.parse(hand),
        contract=Contract(attacker, law.trump),
        calls=(Called(seat=attacker, round=1, trump=law.trump),),
        trick=CardsOnTable(leader, cards, winning),
        tricks=tricks,
        legal=Legal(actions=("play",), cards=tuple(legal)),
    )


def trick(leader: int, cards: str, trump: str) -> Trick:
    """Build a trick played before."""
    played = parse_cards(cards)
    return Trick(leader, played, (leader + play.winner(played, Trump(trump))) % 4)
