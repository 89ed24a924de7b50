"""Evaluation of calls: in sampled worlds the auction and the deal are rolled out and scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from rebelote.bots import likelihood, principles
from rebelote.bots.heuristics import margins
from rebelote.bots.intervals import half_interval
from rebelote.bots.level_config import LevelConfig
from rebelote.bots.payoffs import DealState, MatchState, match_state
from rebelote.kernel import solver
from rebelote.kernel.solver import PlayHistory
from rebelote.knowledge import memory
from rebelote.knowledge.worlds import World
from rebelote.rules import melds, play
from rebelote.rules.auctions.turned import rounds
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.options import Rules
from rebelote.rules.scoring import BELOTE, Points
from rebelote.rules.view import Legal, View, hand_with_turned, turned_of

UNREADABLE: Final = 2.0
"""Points by which a bid that partner cannot read must be better than any other, at the least."""


class SampledDeal(NamedTuple):
    """A world before the auction is over: first hands by seat, the stock, and its weight.

    `dealing`: the deal itself, where it is remembered how the pack was gathered.
    """

    first: World
    stock: tuple[CardSet, ...] = ()
    weight: float = 1.0
    dealing: memory.PossibleDeal | None = None


Call = Trump | None
"""The trump that is named; None for a pass."""


class CallChoice(NamedTuple):
    """The call to make, and the best that partner can read: mostly the same one.

    `doubtful`: whether more worlds could show that one leads which partner cannot read.
    """

    call: Call
    natural: Call
    doubtful: bool


class CallValues(NamedTuple):
    """The payoffs of each call in every world, weighted by the weights of the worlds."""

    payoffs: dict[Call, list[float]]
    weights: list[float]
    seen: float = 0.0

    def worth(self, call: Call) -> float:
        """The mean payoff of a call."""
        return sum(self.payoffs[call]) / sum(self.weights)

    def ahead(self, call: Call) -> float:
        """The probability that one's own side scores more."""
        won = zip(self.weights, self.payoffs[call], strict=True)
        return sum(weight for weight, payoff in won if payoff > 0) / sum(self.weights)

    def interval(self, call: Call, other: Call) -> float:
        """Half of the 95 % interval of the lead of a call over another."""
        each = zip(self.payoffs[call], self.payoffs[other], strict=True)
        return half_interval(self.weights, [one - two for one, two in each], self.seen)

    def choose(self, held: CardSet, unit: int) -> CallChoice:
        """The call; one that partner cannot read must be clearly better than the others."""
        readable = [
            call for call in self.payoffs if call is None or principles.readable(held, call)
        ]
        natural = max(readable, key=self.worth)
        best = max(self.payoffs, key=self.worth)
        lead = self.worth(best) - self.worth(natural)
        if unit * lead <= UNREADABLE:
            return CallChoice(natural, natural, False)
        clear = lead > self.interval(best, natural)
        return CallChoice(best if clear else natural, natural, not clear)

    def joined(self, more: CallValues) -> CallValues:
        """The payoffs in these worlds, and in more."""
        payoffs = {call: [*each, *more.payoffs[call]] for call, each in self.payoffs.items()}
        return CallValues(payoffs, [*self.weights, *more.weights], self.seen)


def evaluate(view: View, legal: Legal, config: LevelConfig, chance: Random) -> CallValues:
    """The payoffs of each call; in more worlds, while it is doubtful which is better."""
    held = hand_with_turned(view)
    found = call_values(view, legal, config.bid_worlds, chance)
    for _ in range(1, config.rounds):
        if not found.choose(held, view.rules.unit).doubtful:
            break
        found = found.joined(call_values(view, legal, config.bid_worlds, chance))
    return found


def call_values(view: View, legal: Legal, count: int, chance: Random) -> CallValues:
    """The payoffs of each trump on offer, and of a pass."""
    now = match_state(view)
    rules = now.rules
    known = [SampledDeal(deal.hands, dealing=deal) for deal in memory.dealings(view)]
    drawn = known or [_draw(view, rules, chance) for _ in range(count)]
    payoffs: dict[Call, list[float]] = {
        call: [world.weight * _payoff(view, now, world, call) for world in drawn]
        for call in (*legal.trumps, None)
    }
    return CallValues(payoffs, [world.weight for world in drawn], 1.0 if known else 0.0)


def _draw(view: View, rules: Rules, chance: Random) -> SampledDeal:
    """Sample a world: first hands for the others from the unseen cards; the rest is the stock."""
    unseen = sorted(rules.pack - hand_with_turned(view))
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
        weight *= likelihood.call_likelihood(view, rules, seat, hands[seat])
    return SampledDeal(tuple(hands), tuple(CardSet.of((card,)) for card in unseen), weight)


def _payoff(view: View, now: MatchState, world: SampledDeal, trump: Trump | None) -> float:
    """The payoff of the deal in one world when this is called now."""
    taker, called = (view.seat, trump) if trump else _taken_later(view, now.rules, world)
    return 0.0 if called is None else _rolled_out(view, now, world, taker, called)


def _taken_later(view: View, rules: Rules, world: SampledDeal) -> tuple[int, Trump | None]:
    """The taker after a pass if everybody calls by heuristics, and the trump; None: nobody."""
    turned, first = turned_of(view), (view.dealer + 1) % rules.players
    for call in range(len(view.calls) + 1, rounds(rules.auction) * rules.players):
        seat, at_round = (first + call) % rules.players, call // rules.players + 1
        found = margins(world.first[seat], turned, at_round, rules)
        best = max(found, key=lambda trump: found[trump])
        if found[best] >= 0:
            return seat, best
    return view.seat, None


def _rolled_out(view: View, now: MatchState, world: SampledDeal, taker: int, trump: Trump) -> float:
    """The payoff of the deal in one world at this contract, by a rollout of the learnt policy."""
    rules = now.rules
    hands = tuple(_full_hands(view, rules, world, taker))
    eldest = (view.dealer + 1) % rules.players
    outcome = solver.play_out([hands], rules.law(trump), PlayHistory(taker, eldest))[0]
    return _deal_state(view, now, hands, taker, trump, eldest).payoff(outcome)


def _full_hands(view: View, rules: Rules, world: SampledDeal, taker: int) -> Iterator[CardSet]:
    if world.dealing is not None:
        yield from memory.full_hands(world.dealing, taker)
        return
    stock, turned = iter(world.stock), CardSet.of((turned_of(view),))
    for seat, hand in enumerate(world.first):
        full = hand | turned if seat == taker else hand
        while len(full) < rules.hand_size:
            full = full | next(stock)
        yield full


def _deal_state(
    view: View, now: MatchState, hands: Sequence[CardSet], taker: int, trump: Trump, eldest: int
) -> DealState:
    """The deal before its first card, with the announcements and belotes of these hands."""
    rules = now.rules
    pairs = play.belote_pairs(trump)
    said = [BELOTE * sum(pair <= hand for pair in pairs) for hand in hands]
    nothing = (0,) * rules.side_count
    return DealState(
        now,
        rules.sides[view.seat],
        rules.sides[taker],
        nothing,
        0,
        _announced(rules, hands, trump, eldest) if rules.melds.announced else nothing,
        rules.by_side(said),
        view.held,
    )


def _announced(rules: Rules, hands: Sequence[CardSet], trump: Trump, eldest: int) -> Points:
    """The points of announcements by side, when everybody announces what it holds."""
    held = [melds.best_melds(hand, rules.melds) for hand in hands]
    by_seat = dict(enumerate(held))
    won = melds.contest(by_seat, trump, rules.melds, rules.sides, eldest).side
    worth = rules.by_side([sum(meld.kind.points for meld in found) for found in held])
    return tuple(points * (side == won) for side, points in enumerate(worth))
