"""What is a call worth? The auction and the deal are played on in worlds, and scored as written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from rebelote import melds, play, solver
from rebelote.auction import trumps_on_offer
from rebelote.bots import beliefs
from rebelote.bots.stakes import Stakes
from rebelote.bots.thumbs import bar, hand_worth
from rebelote.cards import CardSet, Trump
from rebelote.rules import Rules
from rebelote.scoring import BELOTE
from rebelote.solver import Seen
from rebelote.view import Legal, View, rules_of
from rebelote.worlds import World


class Dealt(NamedTuple):
    """A world before the auction is over: first hands by seat, the stock, and how likely it is."""

    first: World
    stock: tuple[CardSet, ...]
    weight: float


def worths(view: View, legal: Legal, count: int, chance: Random) -> dict[Trump | None, float]:
    """By trump on offer, and None for a pass, what calling it brings on average."""
    rules = rules_of(view)
    drawn = [_draw(view, rules, chance) for _ in range(count)]
    total = sum(world.weight for world in drawn)
    calls: dict[Trump | None, float] = {}
    for trump in (*legal.trumps, None):
        gains = (world.weight * _gain(view, rules, world, trump) for world in drawn)
        calls[trump] = sum(gains) / total
    return calls


def _draw(view: View, rules: Rules, chance: Random) -> Dealt:
    """Deal the unseen cards out: first hands to the others, the rest is the stock."""
    assert view.turned is not None
    unseen = sorted(rules.pack - view.hand - CardSet.of((view.turned,)))
    chance.shuffle(unseen)
    hands = []
    for seat in range(rules.players):
        if seat == view.seat:
            hands.append(view.hand)
            continue
        hands.append(CardSet.of(unseen[: rules.first_part]))
        del unseen[: rules.first_part]
    others = (seat for seat in range(rules.players) if seat != view.seat)
    weight = 1.0
    for seat in others:
        weight *= beliefs.likely_calls(view, rules, seat, hands[seat])
    return Dealt(tuple(hands), tuple(CardSet.of((card,)) for card in unseen), weight)


def _gain(view: View, rules: Rules, world: Dealt, trump: Trump | None) -> float:
    """What the deal brings in one world when this is called now."""
    taker, called = (view.seat, trump) if trump else _taken_later(view, rules, world)
    return 0.0 if called is None else _played(view, rules, world, taker, called)


def _taken_later(view: View, rules: Rules, world: Dealt) -> tuple[int, Trump | None]:
    """Who takes after a pass, if everybody goes by the worth of its hand; None: nobody."""
    assert view.turned is not None
    turned = CardSet.of((view.turned,))
    first = (view.dealer + 1) % rules.players
    for call in range(len(view.calls) + 1, rules.rounds * rules.players):
        seat, at_round = (first + call) % rules.players, call // rules.players + 1
        hand = world.first[seat] | turned
        offered = trumps_on_offer(view.turned, at_round, rules.round2_turned_suit)
        best = max(offered, key=lambda trump: hand_worth(hand, trump) - bar(trump, at_round))
        if hand_worth(hand, best) >= bar(best, at_round):
            return seat, best
    return view.seat, None


def _played(view: View, rules: Rules, world: Dealt, taker: int, trump: Trump) -> float:
    """What the deal brings in one world at this contract, played out by rules of thumb."""
    hands = tuple(_full_hands(view, rules, world, taker))
    eldest = (view.dealer + 1) % rules.players
    seen = Seen(taker, (0,) * rules.players, 0)
    outcome = solver.play_out([hands], eldest, rules.law(trump), seen)[0]
    return _at_stake(view, rules, hands, taker, trump, eldest).worth(outcome)


def _full_hands(view: View, rules: Rules, world: Dealt, taker: int) -> Iterator[CardSet]:
    assert view.turned is not None
    stock = iter(world.stock)
    for seat, hand in enumerate(world.first):
        full = hand | CardSet.of((view.turned,)) if seat == taker else hand
        while len(full) < rules.hand_size:
            full = full | next(stock)
        yield full


def _at_stake(
    view: View, rules: Rules, hands: Sequence[CardSet], taker: int, trump: Trump, eldest: int
) -> Stakes:
    """The deal before its first card, with the announcements and belotes of these hands."""
    sides = max(rules.sides) + 1
    announced, belote = [0] * sides, [0] * sides
    for pair in play.belote_pairs(trump):
        for seat, hand in enumerate(hands):
            belote[rules.sides[seat]] += BELOTE * (pair <= hand)
    if rules.melds == "full":
        held = {seat: melds.best_melds(hand, rules.meld_rules) for seat, hand in enumerate(hands)}
        won = melds.contest(held, trump, rules.meld_rules, rules.sides, eldest).side
        for seat, found in held.items():
            side = rules.sides[seat]
            announced[side] += sum(meld.kind.points for meld in found) * (side == won)
    scores = view.scores or (0,) * sides
    return Stakes(
        rules,
        rules.sides[view.seat],
        rules.sides[taker],
        (0,) * sides,
        0,
        tuple(announced),
        tuple(belote),
        view.held,
        scores,
    )
