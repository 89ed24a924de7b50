"""How likely is a world? By what a sound player would have called and announced with its hands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from rebelote import auction, melds, play, worlds
from rebelote.bots.thumbs import bar, hand_worth
from rebelote.cards import CardSet, Trump
from rebelote.rules import Rules
from rebelote.view import View, rules_of
from rebelote.worlds import World

DOUBT: Final = 7.0
"""How far from the bar a hand must be worth for its call to be all but certain."""
SILENT: Final = 0.05
"""How likely a player who could announce something says nothing."""


def weights(view: View, drawn: Sequence[World], chance: Random) -> list[float]:
    """By world how likely the calls and announcements of the others are in it."""
    rules = rules_of(view)
    played = [
        CardSet.of(card for _, card in play.plays_of(seat, rules.players, worlds.tricks_of(view)))
        for seat in range(rules.players)
    ]
    others = [seat for seat in range(rules.players) if seat != view.seat]
    return [_weight(view, rules, world, played, others, chance) for world in drawn]


def _weight(
    view: View,
    rules: Rules,
    world: World,
    played: Sequence[CardSet],
    others: Sequence[int],
    chance: Random,
) -> float:
    weight = 1.0
    announced = {held.seat for held in view.melds}
    for seat in others:
        dealt = world[seat] | played[seat]
        if rules.melds == "full" and played[seat] and seat not in announced:
            weight *= SILENT if melds.can_hold_any(dealt) else 1.0
        weight *= likely_calls(view, rules, seat, first_cards(view, rules, seat, dealt, chance))
    return weight


def first_cards(view: View, rules: Rules, seat: int, dealt: CardSet, chance: Random) -> CardSet:
    """What the seat may have held when it called: some of its hand, without the turned card."""
    turned = CardSet.of(() if view.turned is None else (view.turned,))
    return CardSet.of(chance.sample(sorted(dealt - turned), rules.first_part))


def likely_calls(view: View, rules: Rules, seat: int, held: CardSet) -> float:
    """How likely the calls of a seat are with these cards before the auction."""
    if view.turned is None:
        return 1.0
    likely = 1.0
    hand = held | CardSet.of((view.turned,))
    for call in view.calls:
        if call.seat != seat:
            continue
        offered = auction.trumps_on_offer(view.turned, call.round, rules.round2_turned_suit)
        margins = {trump: hand_worth(hand, trump) - bar(trump, call.round) for trump in offered}
        takes = 1 / (1 + math.exp(-max(margins.values()) / DOUBT))
        likely *= 1 - takes if call.trump is None else takes * _preferred(margins, call.trump)
    return likely


def _preferred(margins: dict[Trump, int], called: Trump) -> float:
    """How likely this trump was chosen among those on offer."""
    shares = {trump: math.exp(margin / DOUBT) for trump, margin in margins.items()}
    return shares.get(called, 0.0) / sum(shares.values()) if called in shares else 1.0
