"""Training of the ownership model: deals of *regular* players, weights learnt, and a comparison.

`train` plays the deals that the folder lacks (files of a hundred, each from its own seed) and
learns from them; stopped at any time, the same command goes on where it was, to the same weights.
`compare` says how likely the true hands are by the model, and by what the levels read in calls and
cards, on deals that it has not learnt from; `play` what the cards of a level are worth whose worlds
are drawn by the model, beside the same level:

    .venv/bin/python tools/learn_ownership.py train build/ownership --files 68
    .venv/bin/python tools/learn_ownership.py compare build/ownership/weights.bin --deals 60
    .venv/bin/python tools/learn_ownership.py play build/ownership/weights.bin --level club
"""

from __future__ import annotations

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise, repeat
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from rebelote import bots
from rebelote.arena import NORMAL_95
from rebelote.bots import likelihood, ownership
from rebelote.bots.heuristics import Observation
from rebelote.bots.level_config import LEVEL_CONFIGS, LevelConfig
from rebelote.bots.levels import Level
from rebelote.kernel import solver
from rebelote.knowledge import worlds
from rebelote.knowledge.conduct import fair
from rebelote.knowledge.worlds import HiddenHands, World
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Play
from rebelote.rules.cards import CARDS, TRUMPS, Card, CardSet, Trump
from rebelote.rules.deal import PlayedOut, tally
from rebelote.rules.match import Match
from rebelote.rules.view import View, view

if TYPE_CHECKING:
    from rebelote.kernel.solver import Ownership

PRESETS: Final = ("ffb-contree-2016", "french")
"""Rule sets in turn."""
LEVEL: Final = "regular"
DEALS_A_FILE: Final = 100
KEPT_BACK: Final = 4
"""So many of the first files, at most a quarter, are not learnt from, but tested afterwards."""

HOLDERS: Final = 3
RANKS: Final = 8
HELD_BY: Final = np.array([[who >> holder & 1 for holder in range(HOLDERS)] for who in range(8)])
"""By a number of three bits which of the other seats may hold a card."""
BATCH: Final = 512
RATE: Final = 2e-3
DECAY: Final = 1e-4
BEGIN: Final = 0.08
"""The standard deviation of the hidden layer's first weights."""
CHUNK: Final = 4096
WORLDS: Final = 300
"""The worlds drawn to find how likely the true one is."""

Numbers = NDArray[Any]
Network = dict[str, Numbers]


# --- deals ----------------------------------------------------------------------------------------


class Deal(msgspec.Struct):
    """A deal as it was played: rule set, turned card (or -1), trump, taker, who led first, hands,
    cards in order."""

    rules: str
    turned: int
    trump: int
    taker: int
    leader: int
    hands: tuple[int, ...]
    cards: list[int]


class Decision(NamedTuple):
    """A seat that is to play: the match, its view, and how many cards have been played."""

    state: Match
    seen: View
    number: int


def decisions(preset: str, level: str, chance: Random) -> Iterator[Decision]:
    """Every card of one deal of four of a level, and the match after the last; nothing of a deal
    that is not played."""
    rules = presets.rules(preset)
    pack = deck.shuffled(chance, rules.pack)
    state = match.start(rules, pack, chance.randrange(rules.players))
    players = [bots.make(level, chance.randrange(1 << 30)) for _ in range(rules.players)]
    number = 0
    while (seat := state.to_act) is not None and not state.sheet:
        now = view(state, seat)
        action = players[seat].choose(now)
        if isinstance(action, Play):
            yield Decision(state, now, number)
            number += 1
        state = match.apply(state, seat, action)


def played(preset: str, chance: Random) -> Deal:
    """A deal played to its last card, by four regular players."""
    while True:
        every = list(decisions(preset, LEVEL, chance))
        if len(every) == len(CARDS):
            return recorded(preset, every)


def recorded(preset: str, every: Sequence[Decision]) -> Deal:
    """What is kept of a deal."""
    first = every[0].seen
    contract = first.contract
    assert contract is not None
    order = [int(_card_between(one.state, after.state)) for one, after in pairwise(every)]
    (last,) = every[-1].seen.hand
    return Deal(
        preset,
        -1 if first.turned is None else int(first.turned),
        contract.trump.code,
        contract.attacker,
        first.trick.leader,
        tuple(hand.mask for hand in every[0].state.deal.hands),
        [*order, int(last)],
    )


def _card_between(before: Match, after: Match) -> Card:
    """The card that was played between two states of a deal."""
    hands = zip(before.deal.hands, after.deal.hands, strict=True)
    (card,) = CardSet.of(card for one, other in hands for card in one - other)
    return card


def write_file(folder: Path, number: int, seed: int, deals: int) -> None:
    """A file of deals, unless it is there."""
    path = folder / f"deals-{number:04d}.jsonl"
    if path.exists():
        return
    chance = Random(f"{seed} {number}")
    every = [played(PRESETS[deal % len(PRESETS)], chance) for deal in range(deals)]
    part = path.with_suffix(".part")
    part.write_bytes(b"".join(msgspec.json.encode(deal) + b"\n" for deal in every))
    part.replace(path)


# --- what is learnt from them ---------------------------------------------------------------------


class Examples(NamedTuple):
    """By suit in which a seat lacks cards: the rows of its inputs, by rank who holds the card (-1
    where it is seen) and who may, and whether the suit is trump."""

    rows: Numbers
    holders: Numbers
    may: Numbers
    trump: Numbers

    def part(self, which: Numbers) -> Examples:
        """Some of them."""
        return Examples(*(array[which] for array in self))


def examples(path: Path) -> Examples:
    """What the deals of a file teach, read from a file beside it where it was found before."""
    kept = path.with_suffix(".npz")
    if not kept.exists():
        lines = path.read_bytes().splitlines()
        deals = (msgspec.json.decode(line, type=Deal) for line in lines)
        each = [example for deal in deals for example in of_deal(deal)]
        rows, holders, may, trump = zip(*each, strict=True)
        part = path.with_suffix(".part.npz")
        np.savez(
            part,
            rows=np.array(rows, np.int16),
            holders=np.array(holders, np.int8),
            may=np.array(may, np.uint8),
            trump=np.array(trump, bool),
        )
        part.replace(kept)
    arrays = np.load(kept)
    return Examples(*(arrays[name] for name in Examples._fields))


def joined(each: Sequence[Examples]) -> Examples:
    """The examples of several files."""
    return Examples(*map(np.concatenate, zip(*each, strict=True)))


Example = tuple[list[int], list[int], list[int], bool]


def of_deal(deal: Deal) -> Iterator[Example]:
    """What each seat could have learnt at each of its turns."""
    trump = _trump(deal.trump)
    if trump.suit is None:
        return
    law = presets.rules(deal.rules).law(trump)
    kernel_law = solver.kernel_law(law)
    holder = {card: seat for seat, hand in enumerate(deal.hands) for card in CardSet(hand)}
    hands, denied = [CardSet(hand) for hand in deal.hands], [CardSet()] * 4
    if deal.turned >= 0:
        turned = CardSet.of((CARDS[deal.turned],))
        denied = [CardSet() if seat == deal.taker else turned for seat in range(4)]
    seat, trick = deal.leader, list[Card]()
    for number, code in enumerate(deal.cards):
        unseen = CardSet(sum(hand.mask for other, hand in enumerate(hands) if other != seat))
        may_hold = [unseen - of for of in denied]
        may_hold[seat] = CardSet()
        so_far = (deal.taker, deal.leader, deal.cards[:number])
        masks = [cards.mask for cards in may_hold]
        for suit, cards, rows in kernel_law.ownership_inputs(seat, hands[seat].mask, masks, so_far):
            seen = [CARDS[card] not in unseen for card in cards]
            places = [(holder[CARDS[card]] - seat) % 4 - 1 for card in cards]
            yield (
                rows,
                [-1 if skip else place for skip, place in zip(seen, places, strict=True)],
                [who_may(may_hold, seat, card) for card in cards],
                suit == deal.trump,
            )
        card = CARDS[code]
        denied[seat] = denied[seat] | solver.excluded(card, trick, law)
        hands[seat] = hands[seat].without(card)
        trick.append(card)
        seat = (seat + 1) % 4
        if len(trick) == 4:
            seat, trick = (seat + solver.winner(trick, law)) % 4, []


def _trump(code: int) -> Trump:
    return next(trump for trump in TRUMPS if trump.code == code)


def who_may(may_hold: Sequence[CardSet], seat: int, card: int) -> int:
    """The seats that may hold a card, the left one the lowest of three bits."""
    others = (may_hold[(seat + place) % 4].mask >> card & 1 for place in (1, 2, 3))
    return sum(may << bit for bit, may in enumerate(others))


# --- learning -------------------------------------------------------------------------------------


def begun(seed: int) -> Network:
    """The first weights of a network."""
    inputs, hidden, _ = solver.ownership_shape()
    chance, outputs = np.random.default_rng(seed), RANKS * HOLDERS
    return {
        "rows": (BEGIN * chance.standard_normal((inputs, hidden))).astype(np.float32),
        "out": (chance.standard_normal((hidden, outputs)) / math.sqrt(hidden)).astype(np.float32),
        "bias": np.zeros(outputs, np.float32),
    }


def forward(network: Network, of: Examples) -> tuple[Numbers, Numbers, Numbers]:
    """The inputs as sums of rows, the hidden units, and the chances by rank and holder."""
    count, inputs = len(of.rows), len(network["rows"])
    flat = (np.arange(count)[:, None] * inputs + of.rows).ravel()
    given = np.bincount(flat, minlength=count * inputs).astype(np.float32).reshape(count, inputs)
    units = np.maximum(given @ network["rows"], 0)
    logits = (units @ network["out"] + network["bias"]).reshape(count, RANKS, HOLDERS)
    may = HELD_BY[of.may]
    logits = np.where(may, logits, -1e9)
    parts = np.exp(logits - logits.max(2, keepdims=True)) * may
    return given, units, parts / np.maximum(parts.sum(2, keepdims=True), 1e-9)


def loss(network: Network, of: Examples) -> tuple[float, float]:
    """The mean of minus the logarithm of the chance of the true holder; and if all were alike."""
    logs, even = [], []
    for begin in range(0, len(of.rows), CHUNK):
        some = of.part(np.arange(begin, min(begin + CHUNK, len(of.rows))))
        chances, (which, rank) = forward(network, some)[2], np.nonzero(some.holders >= 0)
        logs.append(np.log(np.maximum(chances[which, rank, some.holders[which, rank]], 1e-9)))
        even.append(np.log(HELD_BY[some.may[which, rank]].sum(1)))
    return -float(np.concatenate(logs).mean()), float(np.concatenate(even).mean())


def slopes(network: Network, of: Examples) -> Network:
    """The slope of the loss by weight."""
    given, units, off = forward(network, of)
    which, rank = np.nonzero(of.holders >= 0)
    off = off * (of.holders >= 0)[:, :, None]
    off[which, rank, of.holders[which, rank]] -= 1
    off = (off / len(which)).reshape(len(of.rows), -1).astype(np.float32)
    back = (off @ network["out"].T) * (units > 0)
    return {"rows": given.T @ back, "out": units.T @ off, "bias": off.sum(0)}


def learn(of: Examples, epochs: int, seed: int, kept: Path) -> Network:
    """The weights that make the true holders likely: Adam's method, the rate falling as a cosine.

    After each epoch the state is written to `kept`, from where the same call goes on.
    """
    network = begun(seed)
    mean, square = ({name: np.zeros_like(w) for name, w in network.items()} for _ in range(2))
    done, steps = 0, max(1, len(of.rows) // BATCH)
    if kept.exists():
        arrays = np.load(kept)
        done = int(arrays["done"])
        for name in network:
            network[name] = arrays[name]
            mean[name], square[name] = arrays[f"{name}_mean"], arrays[f"{name}_square"]
    for epoch in range(done, epochs):
        order = np.random.default_rng((seed, epoch)).permutation(len(of.rows))
        for number in range(steps):
            step = epoch * steps + number + 1
            slope = slopes(network, of.part(order[number * BATCH : (number + 1) * BATCH]))
            rate = RATE * (1 + math.cos(math.pi * step / (epochs * steps))) / 2
            for name, weights in network.items():
                mean[name] = 0.9 * mean[name] + 0.1 * slope[name]
                square[name] = 0.999 * square[name] + 0.001 * slope[name] ** 2
                scale = np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8
                weights -= rate * (mean[name] / (1 - 0.9**step) / scale + DECAY * weights)
        state: dict[str, Any] = dict(network) | {"done": epoch + 1}
        state |= {f"{name}_mean": array for name, array in mean.items()}
        state |= {f"{name}_square": array for name, array in square.items()}
        part = kept.with_suffix(".part.npz")
        np.savez(part, **state)
        part.replace(kept)
    return network


def packed(networks: Iterable[Network]) -> bytes:
    """The weights of plain suits and of trumps as the kernel reads them, a byte each."""
    unit = solver.ownership_shape()[2]
    arrays = [part for n in networks for part in (n["rows"], n["out"].T, n["bias"])]
    whole = np.concatenate([np.rint(unit * array).ravel() for array in arrays])
    return bytes(np.clip(whole, -127, 127).astype(np.int8).tobytes())


def train(folder: Path, files: int, deals: int, epochs: int, seed: int, processes: int) -> bytes:
    """Play what is missing, learn, and say what the model is worth on what was kept back."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(processes) as pool:
        every = range(files)
        list(pool.map(write_file, repeat(folder), every, repeat(seed), repeat(deals)))
    paths = [folder / f"deals-{number:04d}.jsonl" for number in range(files)]
    back = min(KEPT_BACK, files // 4)
    each = [examples(path) for path in paths]
    tested, learnt = joined(each[:back]), joined(each[back:])
    networks = []
    for trump, name in enumerate(("plain", "trump")):
        network = learn(
            learnt.part(learnt.trump == trump), epochs, seed, folder / f"{name}-{epochs}.npz"
        )
        own, even = loss(network, tested.part(tested.trump == trump))
        print(f"{name}: {own:.4f} nats a card kept back, {even:.4f} if all were alike", flush=True)
        networks.append(network)
    return packed(networks)


# --- comparison -----------------------------------------------------------------------------------


def compared(decision: Decision, model: Ownership, chance: Random) -> Iterator[tuple[str, float]]:
    """By what is read the log-likelihood of the true hands, above that of every world alike."""
    state, seen, _ = decision
    at, known = Observation(seen, fair(seen)), worlds.hidden(seen)
    even = -math.log(worlds.total(known))
    true = tuple(CardSet(hand.mask) for hand in state.deal.hands)
    owned = known._replace(chances=ownership.chances(at, known, model))
    for name, hands, log in (
        ("", known, even),
        ("model", owned, _log_of(owned, true)),
    ):
        if name:
            yield name, log - even
        drawn = [true, *worlds.sample(hands, WORLDS, chance)]
        calls = likelihood.weights(seen, drawn, chance)
        cards = likelihood.of_play(at, drawn) if at.history.cards else [1.0] * len(drawn)
        both = [one * other for one, other in zip(calls, cards, strict=True)]
        for read, weights in (("calls", calls), ("cards", cards), ("calls and cards", both)):
            gain = math.log(max(weights[0], 1e-12) / max(fmean(weights[1:]), 1e-300))
            yield " × ".join(filter(None, (name, read))), log + gain - even


def _log_of(known: HiddenHands, true: World) -> float:
    """The log-likelihood of the true hands where worlds are drawn by chances."""
    assert known.chances is not None
    sizes = [known.sizes[seat] for seat in known.others]
    masks = [known.may_hold[seat].mask for seat in known.others]
    total, _ = solver.weighted_worlds(sizes, masks, [known.chances[s] for s in known.others], 1, 0)
    each = (known.chances[seat][card.index] for seat in known.others for card in true[seat])
    return sum(map(math.log, each)) - math.log(total)


def compare(model: Ownership, preset: str, deals: int, seed: int) -> Mapping[str, list[float]]:
    """What is read at one seat's turn in each trick but the last of so many deals."""
    gains: defaultdict[str, list[float]] = defaultdict(list)
    chance = Random(seed)
    for _ in range(deals):
        asked = [4 * trick + chance.randrange(4) for trick in range(7)]
        for decision in decisions(preset, LEVEL, chance):
            at = Observation(decision.seen, fair(decision.seen))
            if decision.number in asked and ownership.knows(at):
                for name, gain in compared(decision, model, chance):
                    gains[name].append(gain)
    return gains


# --- strength -------------------------------------------------------------------------------------


class Played(NamedTuple):
    """What the level with the model gained, in card points and marks a deal, both ways to sit; and
    by whether a seat has the model the milliseconds of processor time of its choices."""

    points: float
    marks: float
    times: dict[bool, list[float]]


def play(config: LevelConfig, model: Ownership, preset: str, seed: str) -> Played | None:
    """The cards of a deal played twice after the same auction of regular players, the sides
    swapped; None where all pass."""
    rules, chance = presets.rules(preset), Random(seed)
    pack = deck.shuffled(chance, rules.pack)
    state = match.start(rules, pack, chance.randrange(rules.players))
    bidders = [bots.make(LEVEL, chance.randrange(1 << 30)) for _ in range(rules.players)]
    while (seat := state.to_act) is not None and not state.sheet and state.deal.law is None:
        state = match.apply(state, seat, bidders[seat].choose(view(state, seat)))
    if state.sheet or state.deal.law is None:
        return None
    first, points, marks = chance.randrange(1 << 30), 0, 0
    times: dict[bool, list[float]] = {False: [], True: []}
    for side in (0, 1):
        configs = [config._replace(ownership=model) if s % 2 == side else config for s in range(4)]
        players = [Level(each, first + seat) for seat, each in enumerate(configs)]
        now = state
        while (seat := now.to_act) is not None and not now.sheet:
            seen, began = view(now, seat), time.process_time()
            action = players[seat].choose(seen)
            if len(fair(seen).cards) > 1:
                times[seat % 2 == side].append(1000 * (time.process_time() - began))
            now = match.apply(now, seat, action)
        assert isinstance(now.deal, PlayedOut)
        counted, row = tally(now.deal), now.sheet[-1]
        points += counted.points[side] - counted.points[1 - side]
        marks += row.marks[side] - row.marks[1 - side]
    return Played(points / 2, marks / 2, times)


def mean(values: Sequence[float]) -> str:
    """The mean and half of its 95 % interval."""
    return f"{fmean(values):+.3f} ± {NORMAL_95 * stdev(values) / math.sqrt(len(values)):.3f}"


def parser() -> argparse.ArgumentParser:
    """What can be asked."""
    result = argparse.ArgumentParser(description=__doc__)
    commands = result.add_subparsers(dest="what", required=True)
    training = commands.add_parser("train")
    training.add_argument("folder", type=Path, help="where deals and weights.bin are kept")
    training.add_argument("--files", type=int, default=68, help="of a hundred deals (68)")
    training.add_argument("--size", type=int, default=DEALS_A_FILE, help="deals a file (100)")
    training.add_argument("--epochs", type=int, default=3)
    training.add_argument("--processes", type=int, default=2)
    comparing, playing = commands.add_parser("compare"), commands.add_parser("play")
    for each, deals in ((comparing, 60), (playing, 200)):
        each.add_argument("weights", type=Path)
        each.add_argument("--presets", default=",".join(PRESETS))
        each.add_argument("--deals", type=int, default=deals, help=f"({deals})")
    playing.add_argument("--level", default="club", choices=LEVEL_CONFIGS)
    for each, seed in ((training, 1), (comparing, 990001), (playing, 7001)):
        each.add_argument("--seed", type=int, default=seed, help=f"({seed})")
    return result


def main(asked: Sequence[str] | None = None) -> None:
    """Train, compare or play."""
    want = parser().parse_args(asked)
    if want.what == "train":
        learnt = train(want.folder, want.files, want.size, want.epochs, want.seed, want.processes)
        (want.folder / "weights.bin").write_bytes(learnt)
        return
    model = solver.ownership_model(want.weights.read_bytes())
    for preset in want.presets.split(","):
        if want.what == "compare":
            for name, gains in compare(model, preset, want.deals, want.seed).items():
                print(f"{preset}: {name} {mean(gains)} nats ({len(gains)} turns)", flush=True)
            continue
        config, seeds = LEVEL_CONFIGS[want.level], range(want.deals)
        every = [play(config, model, preset, f"{want.seed} {seed}") for seed in seeds]
        each = [of for of in every if of is not None]
        times = [fmean(t for of in each for t in of.times[own]) for own in (True, False)]
        print(
            f"{preset}: {want.level} {len(each)} deals, points {mean([of.points for of in each])}, "
            f"marks {mean([of.marks for of in each])}, {times[0]:.2f} and {times[1]:.2f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
