"""Evaluation of calls: in sampled worlds the auction and the deal are rolled out and scored."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

import msgspec

from rebelote.bots import calling
from rebelote.bots.intervals import half_interval
from rebelote.bots.level_config import LevelConfig
from rebelote.bots.payoffs import DealState, MatchState, Settled, match_state
from rebelote.kernel import solver
from rebelote.kernel.solver import Outcome, PlayHistory
from rebelote.knowledge import memory
from rebelote.knowledge.worlds import World
from rebelote.rules import melds
from rebelote.rules.actions import Call
from rebelote.rules.auctions.state import first_to_lead
from rebelote.rules.cards import CardSet, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.tallies import BELOTE, ContractTerms, Points
from rebelote.rules.view import View, auction_of, rules_of

UNREADABLE: Final = 2.0
"""Points by which a bid that partner cannot read must be better than any other, at the least."""
MOST_DRAWN: Final = 1200
"""The most worlds that are drawn at once to keep the likely ones."""
CLEAR: Final = 0.5
"""The share of its interval by which a call must lead the call by the worth of the hand only."""


class SampledDeal(NamedTuple):
    """A world before the auction is over: first hands by seat, the stock, and its weight.

    `dealing`: the deal itself, where it is remembered how the pack was gathered.
    """

    first: World
    stock: tuple[CardSet, ...] = ()
    weight: float = 1.0
    dealing: memory.PossibleDeal | None = None


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
        """Return the mean payoff of a call."""
        return sum(self.payoffs[call]) / sum(self.weights)

    def ahead(self, call: Call) -> float:
        """Return the probability that the own side scores more."""
        won = zip(self.weights, self.payoffs[call], strict=True)
        return sum(weight for weight, payoff in won if payoff > 0) / sum(self.weights)

    def interval(self, call: Call, other: Call) -> float:
        """Return half of the 95 % interval of the lead of a call over another."""
        each = zip(self.payoffs[call], self.payoffs[other], strict=True)
        return half_interval(self.weights, [one - two for one, two in each], self.seen)

    def choose(
        self, readable: Callable[[Call], bool], unit: int, usual: Call | None = None
    ) -> CallChoice:
        """Return the call; one that partner cannot read must be clearly better than the others.

        `usual`: the call by the hand only, which is kept where the others lead by chance.
        """
        natural = self._natural([*filter(readable, self.payoffs)] or [*self.payoffs], usual)
        best = max(self.payoffs, key=self.worth)
        lead = self.worth(best) - self.worth(natural)
        if readable(best) or unit * lead <= UNREADABLE:
            return CallChoice(natural, natural, False)
        clear = lead > self.interval(best, natural)
        return CallChoice(best if clear else natural, natural, not clear)

    def _natural(self, readable: Sequence[Call], usual: Call | None) -> Call:
        """Return the best call that partner can read."""
        best = max(readable, key=self.worth)
        if usual is None or usual not in readable:
            return best
        lead = self.worth(best) - self.worth(usual)
        return best if lead > CLEAR * self.interval(best, usual) else usual

    def joined(self, more: CallValues) -> CallValues:
        """Return the payoffs in these worlds, and in more."""
        payoffs = {call: [*each, *more.payoffs[call]] for call, each in self.payoffs.items()}
        return CallValues(payoffs, [*self.weights, *more.weights], self.seen)


def evaluate(view: View, config: LevelConfig, chance: Random) -> CallValues:
    """Return the payoffs of each call; in more worlds, while it is doubtful which is better."""
    values = call_values(view, config.bid_worlds, chance)
    for _ in range(1, config.rounds):
        if not chosen(view, values).doubtful:
            break
        values = values.joined(call_values(view, config.bid_worlds, chance))
    return values


def chosen(view: View, values: CallValues) -> CallChoice:
    kind = calling.of(rules_of(view))
    return values.choose(partial(kind.readable, view), view.rules.unit, kind.natural(view))


def call_values(
    view: View,
    count: int,
    chance: Random,
    calls: Sequence[Call] = (),
    now: MatchState | None = None,
) -> CallValues:
    """Return the payoffs of these calls, or of those worth trying out where none are named.

    `now`: the state of the match, where it is not that of the view.
    """
    now = now or match_state(view)
    kind = calling.of(now.rules)
    known = [SampledDeal(deal.hands, dealing=deal) for deal in memory.dealings(view)]
    drawn = known or likely_worlds(view, now.rules, count, chance)
    calls = calls or calling.candidates(view)
    payoffs: dict[Call, list[float]] = {call: [] for call in calls}
    for world in drawn:
        rollouts = Rollouts(view, now, world)
        for call in calls:
            contract = kind.contract(view, now.rules, world.first, call)
            payoffs[call].append(world.weight * rollouts.payoff(contract))
    return CallValues(payoffs, [world.weight for world in drawn], 1.0 if known else 0.0)


def likely_worlds(view: View, rules: Rules, count: int, chance: Random) -> list[SampledDeal]:
    """Return the worlds to search: all drawn, or the likely ones of several times as many."""
    kind = calling.of(rules)
    others = [seat for seat in range(rules.players) if seat != view.seat]
    likely = {seat: kind.likelihood(view, rules, seat) for seat in others}
    if kind.draws == 1:
        drawn = [_draw(view, rules, chance) for _ in range(count)]
        return [world._replace(weight=_weight(world.first, likely)) for world in drawn]
    hands = _hands(view, rules, min(count * kind.draws, MOST_DRAWN), chance)
    weights = [_weight(each, likely) for each in hands]
    kept = Counter(chance.choices(range(len(hands)), weights, k=count))
    return [_sampled(hands[number], rules, times, chance) for number, times in kept.items()]


def _weight(first: Sequence[CardSet], likely: dict[int, Callable[[CardSet], float]]) -> float:
    """Return the likelihood of the calls of the others with these first hands."""
    return math.prod(called(first[seat]) for seat, called in likely.items())


def _hands(view: View, rules: Rules, count: int, chance: Random) -> list[list[CardSet]]:
    """Draw many sets of first hands by seat, with the cards left as a last hand, if any."""
    taker, turned = _taken(view, rules)
    unseen = rules.pack - calling.of(rules).known(view) - turned
    dealt = [size - (seat == taker) for seat, size in enumerate(view.hand_sizes)]
    sizes = [*dealt[: view.seat], *dealt[view.seat + 1 :]]
    left = len(unseen) - sum(sizes)
    sizes += [left] if left else []
    _, drawn = solver.worlds(sizes, [unseen.mask] * len(sizes), count, chance.getrandbits(63))
    every = [list(map(CardSet, hands)) for hands in drawn]
    deals = [[*hands[: view.seat], view.hand, *hands[view.seat :]] for hands in every]
    if taker is not None:
        for hands in deals:
            hands[taker] = hands[taker] | turned
    return deals


def _taken(view: View, rules: Rules) -> tuple[int | None, CardSet]:
    """Return the other seat that holds the turned card, None while it is on the table; and it."""
    turned, standing = _turned(view), view.standing
    if not turned or standing is None or standing.gets_turned == view.seat:
        return None, turned
    dealt = view.hand_sizes[standing.gets_turned] == rules.hand_size
    return (standing.gets_turned if dealt else None), turned


def _turned(view: View) -> CardSet:
    """Return the turned card of an auction, where there is one."""
    return CardSet.of(() if view.turned is None else (view.turned,))


def _sampled(hands: list[CardSet], rules: Rules, times: int, chance: Random) -> SampledDeal:
    """Return the world of these hands, of which the last may be the stock, in any order."""
    left = sorted(hands[rules.players]) if len(hands) > rules.players else []
    stock = tuple(CardSet.of((card,)) for card in chance.sample(left, len(left)))
    return SampledDeal(tuple(hands[: rules.players]), stock, float(times))


def _draw(view: View, rules: Rules, chance: Random) -> SampledDeal:
    """Sample a world: first hands for the others from the unseen cards; the rest is the stock."""
    taker, turned = _taken(view, rules)
    unseen = sorted(rules.pack - calling.of(rules).known(view) - turned)
    chance.shuffle(unseen)
    hands = []
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            hands.append(view.hand)
            continue
        drawn = size - (seat == taker)
        hand = CardSet.of(unseen[:drawn])
        hands.append(hand | turned if seat == taker else hand)
        del unseen[:drawn]
    return SampledDeal(tuple(hands), tuple(CardSet.of((card,)) for card in unseen))


class Rollouts:
    """Rollouts of the learnt policy in one world: each trump of each attacker is played once."""

    def __init__(self, view: View, now: MatchState, world: SampledDeal) -> None:
        self.view, self.now, self.world = view, now, world
        self.played: dict[Contract, tuple[DealState, Outcome]] = {}

    def payoff(self, contract: Contract | None) -> float:
        """Return the payoff of the deal at this contract; a dead deal is worth 0."""
        if contract is None:
            return 0.0
        deal, outcome = self._deal_and_outcome(contract)
        return deal.payoff(outcome)

    def settled(self, contract: Contract) -> Settled:
        """Settle the deal at this contract."""
        deal, outcome = self._deal_and_outcome(contract)
        return deal.settled(outcome)

    def _deal_and_outcome(self, contract: Contract) -> tuple[DealState, Outcome]:
        at = contract.undoubled
        if at not in self.played:
            self.played[at] = self._rolled_out(at)
        deal, outcome = self.played[at]
        terms = ContractTerms.of(contract, self.now.rules.law_of(contract))
        return msgspec.structs.replace(deal, terms=terms), outcome

    def _rolled_out(self, contract: Contract) -> tuple[DealState, Outcome]:
        """Return the deal before its first card, and one rollout of it."""
        view, rules, taker = self.view, self.now.rules, contract.attacker
        hands = tuple(_full_hands(view, rules, self.world, contract.gets_turned))
        leader = first_to_lead(auction_of(view, rules), taker)
        outcome = solver.play_out([hands], rules.law_of(contract), PlayHistory(taker, leader))[0]
        eldest = rules.eldest(view.dealer)
        return deal_at_first_card(view, self.now, hands, taker, contract.trump, eldest), outcome


def _full_hands(view: View, rules: Rules, world: SampledDeal, taker: int) -> Iterator[CardSet]:
    if world.dealing is not None:
        yield from memory.full_hands(world.dealing, taker)
        return
    stock, size = iter(world.stock), rules.hand_size
    turned = _turned(view)
    for seat, hand in enumerate(world.first):
        full = hand | turned if seat == taker and len(hand) < size else hand
        while len(full) < size:
            full = full | next(stock)
        yield full


def deal_at_first_card(
    view: View, now: MatchState, hands: Sequence[CardSet], taker: int, trump: Trump, eldest: int
) -> DealState:
    """Return the deal before its first card, with the announcements and belotes of these hands."""
    rules = now.rules
    pairs = rules.law(trump).belotes
    said = [BELOTE * sum(pair <= hand for pair in pairs) for hand in hands]
    nothing = (0,) * rules.side_count
    return DealState(
        match_state=now,
        side=rules.sides[view.seat],
        attack=rules.sides[taker],
        points=nothing,
        winners=0,
        melds=announced(rules, hands, trump, eldest),
        belote=rules.by_side(said),
        held=view.held,
    )


def announced(rules: Rules, hands: Sequence[CardSet], trump: Trump, eldest: int) -> Points:
    """Return the points of announcements by side, when every seat announces all that it holds."""
    agreed = rules.melds.under(trump)
    if not agreed.announced_in(trump):
        return (0,) * rules.side_count
    return counting(rules, [melds.best_melds(hand, agreed) for hand in hands], trump, eldest)


def counting(rules: Rules, held: Sequence[melds.Melds], trump: Trump, eldest: int) -> Points:
    """Return the points of announcements by side, when each seat announces these."""
    if not any(held):
        return (0,) * rules.side_count
    by_seat = dict(enumerate(held))
    contest = melds.contest(by_seat, trump, rules.melds.under(trump), rules.sides, eldest)
    each = map(contest.counting, held, rules.sides)
    return rules.by_side([sum(meld.kind.points for meld in counts) for counts in each])
