"""Training of the play policy: games of players who search, and the weights learnt.

`play` writes deals, a line each; `learn` reads them and writes kernel/src/habits/weights.in. The
players look ahead by the habits there are, so a second round learns from better players:

    .venv/bin/python tools/learn_habits.py play --deals 6000 --seed 1 deals.jsonl
    .venv/bin/python tools/learn_habits.py learn deals.jsonl
    make setup
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from rebelote import bots
from rebelote.bots.level_config import LevelConfig
from rebelote.bots.levels import Level
from rebelote.kernel import solver
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Action, Pass, Play
from rebelote.rules.cards import CARDS, TRUMPS, Card, Trump
from rebelote.rules.contract import round_of
from rebelote.rules.match import Match
from rebelote.rules.view import View, view

FILE: Final = Path(__file__).parent.parent / "kernel" / "src" / "habits" / "weights.in"
TEACHER: Final = LevelConfig(worlds=150, exact=3, solved=60, weigh=True, oversampling=4)
STRAY: Final = 0.04
"""The share of cards played at random, so that odd tables are seen too."""
DEALS: Final = (("french", 1), ("bga", 1), ("flemish3", 1), ("bga", 3))
"""Rule sets in turn, and the round of the auction before which everybody passes."""

HEAT: Final = 4.0
"""Points by which a card must be better to be e times as likely a choice."""
CHOSEN: Final = 0.5
"""The weight of the card chosen; the rest is the worth of every card."""
ROUNDS: Final = 300
RATE: Final = 0.05
DECAY: Final = 2e-5
UNIT: Final = 100
WIDTH: Final = 100
KEPT_BACK: Final = 10
"""One decision in so many is not learnt from, but tested afterwards."""

Numbers = NDArray[Any]
Counted = list[tuple[int, list[tuple[int, list[int]]]]]
"""The place of each card that was a choice, and the places of the weights of each legal card."""


# --- deals ----------------------------------------------------------------------------------------


class Decision(msgspec.Struct, array_like=True):
    """The place of a card in its deal, what was chosen, and by legal card its worth in points."""

    place: int
    chosen: int
    worth: dict[int, float]


class Deal(msgspec.Struct):
    """A deal as it was played: rule set, trump, taker, who led first, hands, cards in order."""

    rules: str
    trump: int
    taker: int
    leader: int
    hands: tuple[int, ...]
    cards: list[int]
    worth: list[Decision]


def dealt(number: int, chance: Random) -> Match:
    """Deal a game whose first card is next, after an auction of regular players."""
    preset, first_round = DEALS[number % len(DEALS)]
    rules = presets.rules(preset)
    while True:
        pack, dealer = deck.shuffled(chance, rules.pack), chance.randrange(rules.players)
        state = match.start(rules, pack, dealer)
        player = bots.make("regular", chance.randrange(1 << 30))
        while (seat := state.to_act) is not None and state.deal.law is None:
            now = view(state, seat)
            state = match.apply(state, seat, _call(now, first_round) or player.choose(now))
        if state.to_act is not None:
            return state


def _call(now: View, first_round: int) -> Action | None:
    bids = now.legal is not None and "pass" in now.legal.actions
    early = round_of(now.calls, now.rules.players) < first_round
    return Pass() if bids and early else None


def played(state: Match, chance: Random) -> Deal:
    """Play the deal out by teachers, who stray now and then."""
    contract = state.deal.contract
    assert contract is not None
    leader = (state.deal.dealer + 1) % state.rules.players
    hands = tuple(hand.mask for hand in state.deal.hands)
    deal = Deal(state.rules.preset, contract.trump.code, contract.attacker, leader, hands, [], [])
    teacher = Level(TEACHER, chance.randrange(1 << 30))
    while (seat := state.to_act) is not None:
        now = view(state, seat)
        thought = teacher.think(now)
        action = thought.action
        if isinstance(action, Play):
            worth = {int(Card(c)): w * state.rules.scoring.unit for c, w in thought.worth.items()}
            if worth:
                deal.worth.append(Decision(len(deal.cards), int(action.card), worth))
                if chance.random() < STRAY:
                    action = Play(CARDS[chance.choice(list(worth))])
            deal.cards.append(int(action.card))
        state = match.apply(state, seat, action)
    return deal


# --- learning -------------------------------------------------------------------------------------


class Decisions(NamedTuple):
    """Decisions end to end: by card the places of its weights, its worth and whether it was chosen;
    where each decision begins, and by card the number of its decision."""

    places: Numbers
    worth: Numbers
    chosen: Numbers
    begins: Numbers
    number: Numbers


def read(
    files: Iterable[str],
) -> Iterator[tuple[Deal, Counted]]:
    """Yield every deal, with the kernel's features of each card that was a choice."""
    for file in files:
        for line in Path(file).read_bytes().splitlines():
            deal = msgspec.json.decode(line, type=Deal)
            law = presets.rules(deal.rules).law(_trump(deal.trump))
            history = (deal.taker, deal.leader, deal.cards)
            yield deal, solver.kernel_law(law).habits(deal.hands, history)


def _trump(code: int) -> Trump:
    return next(trump for trump in TRUMPS if trump.code == code)


def decisions(files: Iterable[str]) -> Decisions:
    """Read all decisions of these files."""
    places, worth, chosen, begins = [], [], [], [0]
    for deal, result in read(files):
        by_place = dict(result)
        for each in deal.worth:
            legal = by_place[each.place]
            places += [of_card for _, of_card in legal]
            worth += [each.worth[card] for card, _ in legal]
            chosen += [card == each.chosen for card, _ in legal]
            begins.append(len(places))
    sizes = [after - before for before, after in pairwise(begins)]
    return Decisions(
        np.array(places, np.int32),
        np.array(worth),
        np.array(chosen),
        np.array(begins[:-1]),
        np.repeat(np.arange(len(sizes)), sizes),
    )


def shares(weights: Numbers, of: Decisions) -> Numbers:
    """Return the probability of each card among those of its decision."""
    most = np.maximum.reduceat(weights, of.begins)
    result = np.exp(weights - most[of.number])
    whole: Numbers = np.add.reduceat(result, of.begins)[of.number]
    share: Numbers = result / whole
    return share


def learn(of: Decisions, size: int) -> Numbers:
    """Learn the weights under which chosen and best cards are likely, by Adam's method."""
    expected = CHOSEN * of.chosen + (1 - CHOSEN) * shares(of.worth / HEAT, of)
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    features, count = of.places.shape[1], len(of.begins)
    for step in range(1, ROUNDS + 1):
        off = shares(weights[of.places].sum(1), of) - expected
        slope = np.bincount(of.places.ravel(), np.repeat(off, features), size) / count
        slope += DECAY * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        scale = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        weights -= RATE * mean / (1 - 0.9**step) / scale
    return weights


def lost(weights: Numbers, of: Decisions) -> tuple[float, float]:
    """Return how often the likeliest card was chosen, and its mean loss against the best."""
    sums = weights[of.places].sum(1)
    decided = np.split(sums, of.begins[1:])
    best = of.begins + np.array([np.argmax(each) for each in decided])
    most = np.maximum.reduceat(of.worth, of.begins)
    return float(of.chosen[best].mean()), float((most - of.worth[best]).mean())


def part(of: Decisions, kept_back: bool) -> Decisions:
    """Return the decisions in `KEPT_BACK`, or all others."""
    mine = (np.arange(len(of.begins)) % KEPT_BACK == 0) == kept_back
    cards = mine[of.number]
    sizes = np.diff(np.append(of.begins, len(of.number)))[mine]
    begins = np.append(0, np.cumsum(sizes)[:-1])
    number = np.repeat(np.arange(len(sizes)), sizes)
    return Decisions(of.places[cards], of.worth[cards], of.chosen[cards], begins, number)


def write(weights: Numbers) -> None:
    """Write the weights as whole numbers, in a file that the kernel is built with."""
    lines, line = ["["], "   "
    for number in np.rint(weights * UNIT).astype(int):
        if len(line) + len(f" {number},") > WIDTH:
            lines, line = [*lines, line], "   "
        line += f" {number},"
    FILE.write_text("\n".join([*lines, line, "]"]) + "\n", encoding="utf-8")


def main(asked: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "learn"))
    parser.add_argument("files", nargs="+", help="where the deals go, or come from")
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    want = parser.parse_args(asked)
    if want.what == "play":
        chance = Random(want.seed)
        with Path(want.files[0]).open("ab") as file:
            for number in range(want.deals):
                file.write(msgspec.json.encode(played(dealt(number, chance), chance)) + b"\n")
        return
    result = decisions(want.files)
    size = len(re.findall(r"-?\d+", FILE.read_text(encoding="utf-8")))
    learnt = learn(part(result, kept_back=False), size)
    agreed, points = lost(learnt, part(result, kept_back=True))
    print(
        f"{len(result.begins)} decisions; of those kept back {agreed:.1%} as chosen, "
        f"and {points:.2f} points less than the best"
    )
    write(learnt)


if __name__ == "__main__":
    main()
