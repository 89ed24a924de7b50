"""Inference of the deal from memory: the dealings possible given the last deal.

Where the pack is gathered and not shuffled (`french:4,17`), everybody saw from which cards in which
order. Hidden is how deep it was cut, how the piles were joined where that is left to chance, and
the order in which the cards of a dead deal lay. The turned card and one's own hand show nearly all
of it. The same functions gather, cut and deal here as at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

import msgspec

from rebelote.knowledge.conduct import played_by
from rebelote.knowledge.worlds import World, hidden
from rebelote.rules import deck, play
from rebelote.rules.cards import CardSet
from rebelote.rules.deal import (
    Bidding,
    Dealing,
    Playing,
    cut_range,
    deal_first,
    dealt_out,
    gathered,
    gathered_tricks,
    turned_card,
)
from rebelote.rules.deck import Pack
from rebelote.rules.match import may_lie_on_top
from rebelote.rules.moves import called
from rebelote.rules.options import Rules
from rebelote.rules.view import SeenDeal, View, rules_of, tricks_of

_with: Final = msgspec.structs.replace
PossibleDeal = Bidding | Playing
"""One way the cards may have been dealt, as far as the deal has come."""


def dealings(view: View) -> list[PossibleDeal]:
    """Return every possible dealing that leads to the present state of the deal.

    The true one is among them. None where nothing is remembered, or no card has been dealt yet.
    """
    rules, seen = rules_of(view), _in_play(view)
    if not view.remembered or not seen.hand:
        return []
    deals = _dealt(_packs(view, rules), seen, view.seat, rules)
    return list({(deal.hands, _undealt(deal)): deal for deal in deals}.values())


def _undealt(deal: PossibleDeal) -> Pack:
    """Return the cards that lie on the table; another cut and other packets may leave the same."""
    return deal.pack[sum(map(len, deal.dealt)) :]


def worlds(view: View) -> list[World]:
    """Return the possible worlds, each a hand by seat; none without a memory of earlier deals."""
    result = [deal.hands for deal in dealings(view)]
    # Where a false card can be played, what a card denies is not certain.
    if len(result) < 2 or view.contract is None or rules_of(view).revocable:
        return result
    known = hidden(view)
    return [
        world
        for world in result
        if all(world[seat] <= known.may_hold[seat] for seat in known.others)
        and (known.announced_by_others is None or known.announced_by_others.agrees(world))
    ]


def full_hands(deal: PossibleDeal, turned_to: int) -> World:
    """Return the hands at the first card if this seat gets the turned card now."""
    hands = deal.dealt
    if len(hands[turned_to]) < deal.rules.hand_size:
        hands = dealt_out(deal.rules, deal.pack, hands, deal.eldest, turned_to)
    return tuple(map(CardSet.of, hands))


def _packs(view: View, rules: Rules) -> list[Pack]:
    """Return every order in which the pack may have lain before the cut."""
    packs: list[Pack] = []
    dealers = (*(seen.dealer for seen in view.remembered[1:]), view.dealer)
    for seen, next_dealer in zip(view.remembered, dealers, strict=True):
        on_top = may_lie_on_top(rules, next_dealer)
        if len(seen.tricks) == rules.hand_size:
            packs = list(dict.fromkeys(gathered_tricks(rules, seen.tricks, s) for s in on_top))
        else:
            packs = list(_gathered(_dealt(packs, seen, view.seat, rules), on_top))
    return packs


def _gathered(ended: Iterable[PossibleDeal], on_top: Sequence[int]) -> Iterator[Pack]:
    """Yield the packs that these deals may leave once they are gathered."""
    for deal in ended:
        yield from dict.fromkeys(gathered(deal, side) for side in on_top)


def _dealt(packs: Iterable[Pack], seen: SeenDeal, seat: int, rules: Rules) -> list[PossibleDeal]:
    """Return every way to cut and deal these packs that agrees with what `seat` saw."""
    result: dict[tuple[Pack, tuple[int, ...]], PossibleDeal] = {}
    for pack, depth, packets in product(packs, cut_range(rules) or range(1), rules.deal.packets):
        lies = deck.cut(pack, depth)
        if turned_card(rules, lies, packets) == seen.turned:
            deal = _deal(lies, packets, seen, rules)
            if CardSet.of(deal.dealt[seat]) == seen.hand and _agrees(deal):
                result[lies, packets] = deal
    return list(result.values())


def _deal(pack: Pack, packets: tuple[int, ...], seen: SeenDeal, rules: Rules) -> PossibleDeal:
    """Return the deal of this pack, as it lies after the cut, with the calls and tricks seen."""
    lies = Dealing(rules=rules, dealer=seen.dealer, pack=pack, depth=None)
    first = _with(deal_first(lies, packets), calls=seen.calls)
    begun = called(first)
    if not isinstance(begun, Playing):
        return begun if isinstance(begun, Bidding) else first
    played = CardSet.of(card for _, cards in tricks_of(seen) for card in cards)
    return _with(
        begun,
        hands=tuple(hand - played for hand in begun.hands),
        tricks=seen.tricks,
        leader=seen.trick.leader,
        trick=seen.trick.cards,
    )


def _agrees(deal: PossibleDeal) -> bool:
    """Return whether every seat was dealt the cards that it played."""
    tricks = [*((t.leader, t.cards) for t in deal.tricks), (deal.leader, deal.trick)]
    return all(
        card in hand
        for seat, hand in enumerate(deal.dealt)
        for _, card in play.plays_of(seat, deal.rules.players, tricks)
    )


def _in_play(view: View) -> SeenDeal:
    """Return the deal in play as the seat of this view saw it."""
    return SeenDeal(
        dealer=view.dealer,
        turned=view.turned,
        hand=view.hand | played_by(view, view.seat),
        calls=view.calls,
        tricks=view.tricks,
        trick=view.trick,
    )
