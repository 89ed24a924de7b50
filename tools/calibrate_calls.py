"""Calibration of calls: what is read from them beside what was held, and pairs of two levels.

`read` plays auctions of four of a level. After each call its maker's partner draws hands by what
all calls so far say, as a bot does that thinks; the cards that count in them are set beside those
that the maker held. `partners` plays auctions of a level with a partner of another against two of
the first, the same deals with the sides swapped; the learnt policy plays the cards.

    .venv/bin/python tools/calibrate_calls.py read bulgarian --levels club --deals 1000
    .venv/bin/python tools/calibrate_calls.py partners bulgarian --levels club,master --deals 400
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

import msgspec

from rebelote import bots
from rebelote.arena import NORMAL_95
from rebelote.bots import bidding
from rebelote.bots.payoffs import MatchState
from rebelote.rules import deck, match, presets
from rebelote.rules.actions import Action, Bid, Call, Double, Pass, Redouble
from rebelote.rules.cards import SUIT_TRUMPS, CardSet, Rank, Trump
from rebelote.rules.contract import Called
from rebelote.rules.deal import Phase
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.view import View, auction_of, view

WORLDS: Final = 60
"""The hands that partner draws after each call."""


class Held(NamedTuple):
    """The cards that count: of the trump that is spoken of, or on average of the four suits."""

    trumps: float
    jacks: float
    nines: float
    aces: float


class Read(NamedTuple):
    """A call: its kind, its maker's hand, and partner's reading on average."""

    kind: str
    held: Held
    read: Held


# --- what is read ---------------------------------------------------------------------------------


def held(hand: CardSet, trump: Trump | None) -> Held:
    """Measure a hand by the cards that count; the aces are those of all suits."""
    suits = [trump.suit] if trump and trump.suit else [each.suit for each in SUIT_TRUMPS]
    cards = [hand & suit.cards for suit in suits if suit is not None]

    def share(rank: Rank) -> float:
        return fmean(any(card.rank is rank for card in of) for of in cards)

    aces = sum(card.rank is Rank.ACE for card in hand)
    return Held(fmean(map(len, cards)), share(Rank.JACK), share(Rank.NINE), aces)


def kind_of(seen: View, rules: Rules, called: Called) -> tuple[str, Trump | None]:
    """Return the kind of a seat's call, and the trump of which it speaks."""
    so_far = auction_of(seen, rules)
    standing = rules.bidding.contract(so_far)
    if called.said and called.trump is None:
        return called.said, None if standing is None else standing.trump
    if standing is None:
        return ("bid" if called.trump else "pass, nobody has bid"), called.trump
    own = so_far.is_own(standing, called.seat)
    if called.trump is None:
        return f"pass to {'our' if own else 'their'} bid", standing.trump
    sides = so_far.sides
    named = [
        c for c in so_far.calls if c.trump is called.trump and sides[c.seat] == sides[called.seat]
    ]
    if named:
        return "raise", called.trump
    return f"other bid over {'ours' if own else 'theirs'}", called.trump


def read(seen: View, rules: Rules, maker: int, trump: Trump | None, chance: Random) -> Held:
    """Return the hand that partner expects of the maker of the last call."""
    worlds = bidding.likely_worlds(seen, rules, WORLDS, chance)
    weights = [world.weight for world in worlds]
    each = [held(world.first[maker], trump) for world in worlds]
    return Held(
        *(
            sum(w * one[column] for w, one in zip(weights, each, strict=True)) / sum(weights)
            for column in range(len(Held._fields))
        )
    )


def readings(rules: Rules, level: str, seed: int) -> Iterator[Read]:
    """Yield the calls of one deal, with the reading of each."""
    state, chance = begun(rules, seed), Random(seed)
    players = [bots.make(level, 4 * seed + seat) for seat in range(4)]
    while (seat := state.to_act) is not None and state.deal.phase is Phase.BIDDING:
        now = view(state, seat)
        call = as_call(players[seat].choose(now))
        partner = (seat + 2) % 4
        called = Called.by(seat, 1 + len(now.calls) // 4, call)
        kind, trump = kind_of(now, rules, called)
        after = msgspec.structs.replace(view(state, partner), calls=(*now.calls, called))
        yield Read(kind, held(now.hand, trump), read(after, rules, seat, trump, chance))
        state = match.apply(state, seat, call)


def as_call(action: Action) -> Call:
    """Check that an action is a call, and return it."""
    if isinstance(action, Pass | Bid | Double | Redouble):
        return action
    raise TypeError(f"{action} where a call is due")


def begun(rules: Rules, seed: int) -> Match:
    """Begin a deal, before its first call."""
    state = match.start(rules, deck.shuffled(Random(seed), rules.pack), seed % 4)
    players = [bots.make("beginner", seed) for _ in range(4)]
    while (seat := state.to_act) is not None and state.deal.phase is not Phase.BIDDING:
        state = match.apply(state, seat, players[seat].choose(view(state, seat)))
    return state


# --- what partner is worth ------------------------------------------------------------------------


def called_out(rules: Rules, levels: Sequence[str], seed: int) -> float:
    """Return the first side's lead in marks: these levels call, the learnt policy plays."""
    state = begun(rules, seed)
    players = [bots.make(level, 4 * seed + seat) for seat, level in enumerate(levels)]
    while (seat := state.to_act) is not None and state.deal.phase is Phase.BIDDING:
        state = match.apply(state, seat, players[seat].choose(view(state, seat)))
    world = bidding.SampledDeal(state.deal.hands)
    seen = view(state, 0)
    return bidding.Rollouts(seen, MatchState(rules, (0, 0)), world).payoff(state.deal.contract)


def gained(rules: Rules, level: str, other: str, seed: int) -> float:
    """Return the marks a deal that a pair of both levels gains on two of the first."""
    ahead = called_out(rules, (other, level, level, level), seed)
    return (ahead - called_out(rules, (level, other, level, level), seed)) / 2


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and half of its 95 % interval."""
    return fmean(values), NORMAL_95 * stdev(values) / math.sqrt(len(values))


# --- the report -----------------------------------------------------------------------------------


def line(kind: str, result: Sequence[Read]) -> str:
    """Write a row of the table: the hand, and how much more was read, for each column."""
    cells = [
        f"{fmean(one.held[column] for one in result):.2f}, {_separate(result, column)}"
        for column in range(len(Held._fields))
    ]
    return f"| {kind} | {len(result):,} | {' | '.join(cells)} |"


def _separate(result: Sequence[Read], column: int) -> str:
    separate, half = mean([one.read[column] - one.held[column] for one in result])
    return f"{separate:+.2f} ± {half:.2f}"


def by_kind(rules: Rules, level: str, seeds: range) -> dict[str, list[Read]]:
    """Group the calls of these deals and their readings by kind of call."""
    result: defaultdict[str, list[Read]] = defaultdict(list)
    for seed in seeds:
        for one in readings(rules, level, seed):
            result[one.kind].append(one)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("read", "partners"))
    parser.add_argument("preset", choices=presets.PRESETS)
    parser.add_argument("--levels", default="club,master", help="the first, and its partner's")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=5000)
    given = parser.parse_args()
    rules = presets.rules(given.preset, shuffle="each_deal_full")
    level, *others = given.levels.split(",")
    seeds = range(given.seed, given.seed + given.deals)
    if given.what == "read":
        for kind, result in sorted(by_kind(rules, level, seeds).items()):
            if len(result) > 1:
                print(line(kind, result))
    for other in others if given.what == "partners" else ():
        gain, half = mean([gained(rules, level, other, seed) for seed in seeds])
        print(f"{other} and {level}, over two {level}: {gain:+.1f} ± {half:.1f} marks a deal")


if __name__ == "__main__":
    main()
