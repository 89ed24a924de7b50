"""Search over determinizations (perfect-information Monte Carlo): the mean payoff of each card.

Worlds that agree with the view are sampled and weighted by likelihood. In each, every card is
rolled out by the learnt policy, or near the end solved double dummy, and scored by the rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from rebelote.bots import likelihood, policy
from rebelote.bots.choosing import SMALL
from rebelote.bots.heuristics import Observation
from rebelote.bots.intervals import half_interval
from rebelote.bots.level_config import LevelConfig
from rebelote.bots.payoffs import DealState, deal_state
from rebelote.kernel import solver
from rebelote.kernel.solver import Outcome
from rebelote.knowledge import memory, worlds
from rebelote.knowledge.worlds import World
from rebelote.rules import play
from rebelote.rules.cards import Card, CardSet, overtakers
from rebelote.rules.tallies import LAST_TRICK
from rebelote.rules.view import CardsOnTable, View, rules_of

BATCHES: Final = 10
"""The batches of worlds from which the intervals of differences are estimated (batch means)."""
HOLDS_SAMPLE: Final = 200
"""The sample of worlds for the probability that a card stands: more say the same."""
SWEEP_BONUS: Final = 1
"""Points that a sweep adds for the solver: who takes every trick has every point, so any bonus has
the same cards played, and one point separates a sweep from all points but a worthless trick."""


class Batch:
    """A batch of worlds: their weight, and weighted sums of payoffs and of points by card."""

    def __init__(self) -> None:
        self.weight = 0.0
        self.payoff: defaultdict[Card, float] = defaultdict(float)
        self.points: defaultdict[Card, float] = defaultdict(float)


class WorldsToSearch(NamedTuple):
    """Worlds with their weights, and their share of all possible ones, as far as it is known.

    `remembered`: whether they are all possible ones, given the gathering of the pack.
    """

    worlds: list[World]
    weights: list[float]
    seen: float
    remembered: bool = False


class Evaluation:
    """The result of a search: the mean payoff of each card, the worlds, and their weights.

    `prior`: the addition to each card's mean payoff. `points`: by card the mean of the points
    still to come to the own side. `seen`: the share of all possible worlds that was evaluated, as
    far as it is known.
    """

    def __init__(
        self,
        worlds: list[World],
        weights: list[float],
        batches: Sequence[Batch],
        seen: float = 0.0,
        prior: Mapping[Card, float] | None = None,
    ) -> None:
        self.worlds, self.weights, self.batches, self.seen = worlds, weights, batches, seen
        self.prior, self.noise = prior or {}, SMALL
        total = sum(batch.weight for batch in batches)
        cards = CardSet.of(chain.from_iterable(batch.payoff for batch in batches))
        self.worth = {
            c: sum(batch.payoff[c] for batch in batches) / total + self.prior.get(c, 0.0)
            for c in cards
        }
        self.points = {c: sum(batch.points[c] for batch in batches) / total for c in cards}

    def joined(self, more: Evaluation) -> Evaluation:
        """Join this search and another one of the same position."""
        return Evaluation(
            [*self.worlds, *more.worlds],
            [*self.weights, *more.weights],
            [*self.batches, *more.batches],
            max(self.seen, more.seen),
            self.prior,
        )

    def lead(self, card: Card, other: Card) -> float:
        """Return the lead of a card over another: without the prior or with it, the smaller one."""
        both = self.worth[card] - self.worth[other]
        return min(both, both - self.prior.get(card, 0.0) + self.prior.get(other, 0.0))

    def interval(self, card: Card, other: Card) -> float:
        """Return half of the 95 % interval of the lead of a card over another."""
        leads = [batch.payoff[card] - batch.payoff[other] for batch in self.batches]
        return half_interval([batch.weight for batch in self.batches], leads, self.seen)

    def intervals(self, card: Card) -> dict[str, float]:
        """Return half of the interval of the lead over each other card."""
        return {other.text: self.interval(card, other) for other in self.worth if other != card}

    def holds(self, at: Observation, card: Card) -> float | None:
        """Return the probability that the own side still wins the trick after this card, as far as
        the opponents can change it; None where one of them wins it so far."""
        if not (at.wins_now(card) or at.partner_wins):
            return None
        opponents = [s for s in at.after_me(at.players - 1 - len(at.trick)) if s != at.partner]
        trick = (*at.trick, card)
        over = CardSet(overtakers(at.trump)[trick[play.winner(trick, at.trump)]])

        def beaten(world: World) -> bool:
            return any(play.legal(world[seat], trick, at.law) & over for seat in opponents)

        some = list(zip(self.worlds, self.weights, strict=True))[:HOLDS_SAMPLE]
        held = sum(weight for world, weight in some if not beaten(world))
        return held / sum(weight for _, weight in some)


def evaluate(at: Observation, config: LevelConfig, chance: Random) -> Evaluation:
    """Search the cards: near the end, or where remembered, worlds are solved, else rolled out."""
    return evaluate_in(at, config, _believed(at, config, chance))


def _believed(at: Observation, config: LevelConfig, chance: Random) -> WorldsToSearch:
    """Return the worlds to search, drawn by the kernel where no announcements are known: it
    resamples more evenly, and where there are few, takes every one."""
    if (known := _remembered(at.view)) is not None:
        return known
    hidden, count = worlds.hidden(at.view), config.worlds_for_card(at.view)
    if hidden.announced_by_others is not None:
        return _sampled(at, config, chance)
    reads = config.oversampling > 1 and at.history.cards
    exponent = likelihood.LIKELIHOOD_EXPONENT if reads else 0.0
    draws = count * config.oversampling if reads else count
    reading = worlds.Reading(at.law, at.history, draws, exponent)
    total, each, weights = worlds.believed(hidden, count, reading, chance)
    if config.weigh:
        likely = likelihood.weights(at.view, each, chance)
        weights = [weight * by_calls for weight, by_calls in zip(weights, likely, strict=True)]
    return WorldsToSearch(each, weights, min(1.0, len(each) / total) if len(each) < count else 0.0)


def evaluate_in(at: Observation, config: LevelConfig, those: WorldsToSearch) -> Evaluation:
    """Search the cards in these worlds."""
    drawn, weights, seen, remembered = those
    exactly = solvable(at) and (config.solves(at.view) or remembered)
    batches = _batches(at, drawn, weights, partial(_forecast, exactly=exactly))
    prior = {} if exactly else policy.prior(at, config.policy)  # beside solutions it gains nothing
    return Evaluation(drawn, weights, batches, seen, prior)


def solvable(at: Observation) -> bool:
    """Return whether the solver's values give the points of two sides; with bonuses they do not."""
    return rules_of(at.view).side_count == 2 and not at.law.bonuses


OutcomesByCard = Callable[
    [Observation, list[World], list[float]], Iterable[tuple[Card, list[Outcome]]]
]
"""A function that returns the outcomes of each card in worlds with these weights."""


def _batches(
    at: Observation, drawn: list[World], weights: list[float], by_card: OutcomesByCard
) -> list[Batch]:
    """Split the worlds into batches, and evaluate them."""
    batches = [Batch() for _ in range(min(BATCHES, len(drawn)))]
    first = 0
    for deal, group, share in _by_belote(at, drawn, weights):
        payoffs: dict[tuple[object, ...], float] = {}
        for number in range(min(len(batches), len(group))):
            batch, own = batches[(first + number) % len(batches)], slice(number, None, len(batches))
            batch.weight += sum(share[own])
            _add(batch, deal, payoffs, by_card(at, group[own], share[own]))
        first += len(group)
    return batches


def _add(
    batch: Batch,
    deal: DealState,
    payoffs: dict[tuple[object, ...], float],
    solutions: Iterable[tuple[Card, list[Outcome]]],
) -> None:
    """Add outcomes to a batch; `payoffs` caches earlier results for this deal."""
    side = deal.side
    for card, outcomes in solutions:
        payoffs_sum, points_sum = batch.payoff[card], batch.points[card]
        for outcome in outcomes:
            points, winners, last, weight = outcome
            key = points, winners, last
            if (payoff := payoffs.get(key)) is None:
                payoff = payoffs[key] = deal.payoff(outcome)
            payoffs_sum += weight * payoff
            points_sum += weight * points[side]
        batch.payoff[card], batch.points[card] = payoffs_sum, points_sum


def worlds_to_search(at: Observation, config: LevelConfig, chance: Random) -> WorldsToSearch:
    """Return the worlds to search, without duplicates: all that are remembered, or a sample.

    The share counts only where some were drawn twice, a sign that they are few. The review
    draws only by this function: stored puzzles rest on its worlds.
    """
    return _remembered(at.view) or _sampled(at, config, chance)


def _remembered(view: View) -> WorldsToSearch | None:
    """Return all worlds possible by the memory of the pack; None where it has none."""
    known = memory.worlds(view)
    return WorldsToSearch(known, [1.0] * len(known), 1.0, remembered=True) if known else None


def _sampled(at: Observation, config: LevelConfig, chance: Random) -> WorldsToSearch:
    view, count = at.view, config.worlds_for_card(at.view)
    hidden = worlds.hidden(view)
    oversampling = config.oversampling if at.history.cards else 1
    drawn = worlds.sample(hidden, count * oversampling, chance)
    kept = Counter(likelihood.resample(at, drawn, count, chance) if oversampling > 1 else drawn)
    each = list(kept)
    likely = likelihood.weights(view, each, chance) if config.weigh else [1.0] * len(each)
    weights = [kept[world] * weight for world, weight in zip(each, likely, strict=True)]
    few = len(each) < count
    seen = min(1.0, len(each) / worlds.total(hidden)) if few else 0.0
    return WorldsToSearch(each, weights, seen)


def _forecast(
    at: Observation, group: list[World], weights: list[float], *, exactly: bool
) -> Iterable[tuple[Card, list[Outcome]]]:
    """Return the outcomes of each card in rollouts by the learnt policy, or double dummy: all cards
    seen, both sides playing their best."""
    return solver.forecast(group, weights, at.law, at.history, exactly=exactly).items()


def double_dummy(
    hands: World, trick: CardsOnTable, law: play.Law, taken: tuple[int, int]
) -> dict[Card, Outcome]:
    """Return the outcome of each legal card for two sides with all cards seen; they have `taken` so
    many tricks."""
    sweep = SWEEP_BONUS if 0 in taken else 0
    solved = solver.solve(
        hands, trick.leader, trick.cards, law, values=True, sweep=sweep, taken=taken
    )
    mover = (trick.leader + len(trick.cards)) % 2
    left = sum(law.points[card] for card in chain(trick.cards, *hands)) + LAST_TRICK
    return {card: implied(mover, value, left) for card, value in (solved.values or {}).items()}


def implied(side: int, value: int, left: int) -> Outcome:
    """Return the outcome that a double-dummy value implies: points by side, and sides with tricks.

    Above `left`, or below 0, one side wins every trick of the deal.
    """
    mine = min(max(value, 0), left)
    points = (mine, left - mine) if side == 0 else (left - mine, mine)
    swept = side if value > left else 1 - side if value < 0 else None
    return Outcome(points, 0b11 if swept is None else 1 << swept, 0)


def taken(view: View) -> tuple[int, int]:
    """Return the number of tricks that each of two sides has."""
    sides = rules_of(view).sides
    won = [sides[trick.winner] for trick in view.tricks]
    return won.count(0), won.count(1)


def _by_belote(
    at: Observation, drawn: list[World], weights: list[float]
) -> list[tuple[DealState, list[World], list[float]]]:
    """Group the worlds by the holder of king and queen of trump, each with its deal state."""
    groups: defaultdict[int | None, tuple[list[World], list[float]]] = defaultdict(lambda: ([], []))
    for world, weight in zip(drawn, weights, strict=True):
        holder = belote_holder(at, world)
        groups[holder][0].append(world)
        groups[holder][1].append(weight)
    return [(deal_state(at.view, holder), *group) for holder, group in groups.items()]


def belote_holder(at: Observation, world: World) -> int | None:
    """Return the other seat that holds king and queen of trump; None once one of them is seen."""
    pairs = at.law.belotes
    if len(pairs) != 1 or not pairs[0] <= at.out:
        return None
    others = (seat for seat in range(len(world)) if seat != at.me and pairs[0] <= world[seat])
    return next(others, None)
