"""The expected cost of a choice, over the worlds that the seat could not distinguish.

Worlds have the weights that *master* gives them. Near the end all possible worlds are listed;
before, they are sampled.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple

import msgspec

from rebelote.analysis.report import SILENT
from rebelote.analysis.worth import loses_belote, without_belote
from rebelote.bots import bidding, calling, likelihood, search
from rebelote.bots.heuristics import Observation
from rebelote.bots.intervals import half_interval
from rebelote.bots.level_config import LevelConfig
from rebelote.bots.payoffs import DealState, MarksOnly, deal_state
from rebelote.bots.search import WorldsToSearch
from rebelote.kernel import solver
from rebelote.kernel.solver import Outcome
from rebelote.knowledge import conduct, memory, worlds
from rebelote.knowledge.worlds import NoWorldError, World
from rebelote.rules.actions import Call, Play
from rebelote.rules.cards import Card
from rebelote.rules.records.notation import call_word
from rebelote.rules.view import Legal, View, contract_of, rules_of

SEARCHED: Final = LevelConfig(
    worlds=400, exact=4, solved=160, bid_worlds=160, weigh=True, oversampling=4
)
"""In how many worlds a choice is tried out, each time; weighted as a master does."""
LISTED: Final = 400
"""The most worlds that are listed one and all."""
EQUAL: Final = 1e-9
"""Marks by which two choices may differ and be equal: the error of sums."""


class Expected(NamedTuple):
    """The payoffs of choices by world, in marks times the weight of the world.

    `seen`: their share of all possible worlds.
    """

    payoffs: dict[str, list[float]]
    weights: list[float]
    seen: float = 0.0

    def worth(self, choice: str) -> float:
        """Return the mean payoff of a choice."""
        return sum(self.payoffs[choice]) / sum(self.weights)

    def best(self) -> str:
        """Return the choice with the best mean payoff."""
        return max(self.payoffs, key=self.worth)

    def interval(self, one: str, other: str) -> float:
        """Return half of the 95 % interval of the lead of one choice over another."""
        each = zip(self.payoffs[one], self.payoffs[other], strict=True)
        return half_interval(self.weights, [a - b for a, b in each], self.seen)

    def chance_to_lose(self, one: str, other: str) -> float:
        """Return the share of worlds in which one choice brings less than the other."""
        each = zip(self.payoffs[one], self.payoffs[other], self.weights, strict=True)
        return sum(w for a, b, w in each if a < b - EQUAL) / sum(self.weights)


class Loss(NamedTuple):
    """The cost of a choice against the best: marks, half an interval, the chance to lose any."""

    marks: float = 0.0
    interval: float = 0.0
    chance: float = 0.0


class Judged(NamedTuple):
    """The worth of each choice, the best choices, and the loss by the one made."""

    worth: dict[str, float]
    best: tuple[str, ...]
    loss: Loss


# --- cards ----------------------------------------------------------------------------------------


class _Choice(NamedTuple):
    """A card, the view after the announcements with it, and whether it loses a belote."""

    card: Card
    seen: View
    loses_belote: bool


def of_card(seen: View, action: Play, chance: Random) -> Judged | None:
    """Judge a card against the legal ones; None for false play, or where no world is possible."""
    try:
        cards = Cards(seen, action)
        return _judged(cards, chance) if cards.made in cards.choices else None
    except NoWorldError:
        return None


def unsaid(seen: View, action: Play) -> bool:
    """Return whether this card is played without all possible announcements."""
    offered = {meld.kind for meld in conduct.fair(seen).announce}
    return offered != set(action.announce) or _belote_unsaid(seen, action)


def _belote_unsaid(seen: View, action: Play) -> bool:
    return conduct.says_belote(seen, action.card) and not action.belote


class Cards:
    """The legal cards of a seat, each with all its announcements, and the card played."""

    def __init__(self, seen: View, action: Play) -> None:
        legal = conduct.fair(seen)
        self.seen = msgspec.structs.replace(seen, legal=legal)
        self.at, self.law = (
            Observation(self.seen, legal),
            rules_of(seen).law_of(contract_of(seen)),
        )
        self.choices = {card.text: self._choice(card) for card in legal.cards}
        self.made = action.card.text
        if unsaid(seen, action):
            self.made = SILENT
            self.choices[SILENT] = self._silent(action, legal)

    def _choice(self, card: Card) -> _Choice:
        cards = (self.seen.hand, self.seen.trick.cards)
        return _Choice(card, self.seen, loses_belote(*cards, card, self.law, rules_of(self.seen)))

    def _silent(self, action: Play, legal: Legal) -> _Choice:
        """Return the action with only its own announcements."""
        said = tuple(meld for meld in legal.announce if meld.kind in action.announce)
        announced = msgspec.structs.replace(legal, announce=said)
        usual = self._choice(action.card)
        return usual._replace(
            seen=msgspec.structs.replace(self.seen, legal=announced),
            loses_belote=usual.loses_belote or _belote_unsaid(self.seen, action),
        )

    def tried(self, chance: Random) -> Expected:
        """Return the payoffs of each card in all possible worlds, or in a sample."""
        drawn, weights, seen, remembered = self._worlds(chance)
        exactly = search.solvable(self.at) and (SEARCHED.solves(self.seen) or remembered)
        outcomes = self._solved if exactly else self._rolled_out
        payoffs: dict[str, list[float]] = {name: [] for name in self.choices}
        state = cache(self._state)
        known: dict[tuple[object, ...], float] = {}
        for world, weight in zip(drawn, weights, strict=True):
            holder, after = search.belote_holder(self.at, world), outcomes(world)
            for name, choice in self.choices.items():
                key = name, holder, after[choice.card]
                if key not in known:
                    known[key] = state(name, holder).payoff(after[choice.card])
                payoffs[name].append(weight * known[key])
        return Expected(payoffs, weights, seen)

    def _worlds(self, chance: Random) -> WorldsToSearch:
        if not SEARCHED.solves(self.seen) or memory.worlds(self.seen):
            return search.worlds_to_search(self.at, SEARCHED, chance)
        listed = worlds.every(worlds.hidden(self.seen), LISTED)
        if listed is None:
            return search.worlds_to_search(self.at, SEARCHED, chance)
        return WorldsToSearch(listed, likely(self.seen, listed, chance), 1.0)

    def _solved(self, world: World) -> dict[Card, Outcome]:
        return search.double_dummy(world, self.seen.trick, self.law, search.taken(self.seen))

    def _rolled_out(self, world: World) -> dict[Card, Outcome]:
        forecast = solver.forecast([world], [1.0], self.law, self.at.history)
        return {card: outcomes[0] for card, outcomes in forecast.items()}

    def _state(self, name: str, holder: int | None) -> DealState:
        choice, rules = self.choices[name], rules_of(self.seen)
        state = deal_state(choice.seen, holder, MarksOnly(rules, (0,) * rules.side_count))
        return without_belote(state, state.side) if choice.loses_belote else state


def likely(seen: View, listed: list[World], chance: Random) -> list[float]:
    """Return the likelihood of each of these worlds, which are all possible ones.

    Calls are judged by first hands, drawn from the cards dealt; for few worlds they are drawn so
    often that chance hardly affects the mean.
    """
    played = likelihood.of_play(Observation(seen, conduct.fair(seen)), listed)
    draws = 1
    if rules_of(seen).first_part < rules_of(seen).hand_size:
        draws = max(1, LISTED // len(listed))
    reading = likelihood.Reading(seen)
    drawn = [reading.weights(listed, chance) for _ in range(draws)]
    return [sum(each) * share / draws for share, *each in zip(played, *drawn, strict=True)]


# --- calls ----------------------------------------------------------------------------------------


class Calls:
    """The calls worth trying out, and the one made."""

    def __init__(self, seen: View, made: Call) -> None:
        rules = rules_of(seen)
        self.seen, self.made = seen, call_word(made)
        self.now = MarksOnly(rules, (0,) * rules.side_count)
        self.calls = tuple(dict.fromkeys((*calling.of(rules).candidates(seen), made)))

    def tried(self, chance: Random) -> Expected:
        """Return the payoffs of each call in a sample of worlds."""
        values = bidding.call_values(self.seen, SEARCHED.bid_worlds, chance, self.calls, self.now)
        payoffs = {call_word(call): payoffs for call, payoffs in values.payoffs.items()}
        return Expected(payoffs, values.weights, values.seen)


def of_call(seen: View, made: Call, chance: Random) -> Judged:
    """Judge a call against the calls worth trying out."""
    return _judged(Calls(seen, made), chance)


# --- what it costs --------------------------------------------------------------------------------


def _judged(choices: Cards | Calls, chance: Random) -> Judged:
    """Judge choices; a loss counts only where a second sample of worlds confirms it.

    The first sample names the best choice and the second measures the loss, since the apparent
    best of several owes some of its lead to chance.
    """
    expected, made = choices.tried(chance), choices.made
    unit, best = rules_of(choices.seen).scoring.unit, expected.best()
    worth = {name: round(expected.worth(name), 2) for name in expected.payoffs}
    equal = tuple(name for name in worth if not _clear(expected, best, name, unit))
    if made in equal:
        return Judged(worth, equal, Loss())
    again = choices.tried(chance)
    if not _clear(again, best, made, unit):
        return Judged(worth, (*equal, made), Loss())
    lead = again.worth(best) - again.worth(made)
    loss = Loss(lead, again.interval(best, made), again.chance_to_lose(made, best))
    return Judged(worth, equal, loss)


def _clear(expected: Expected, best: str, other: str, unit: int) -> bool:
    """Return whether the lead of the best choice is at least a point, and above its interval."""
    lead = expected.worth(best) - expected.worth(other)
    return lead * unit >= 1 - EQUAL and lead > expected.interval(best, other)
