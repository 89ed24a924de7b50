"""Fitting of calls: numbers of `bots.needs` against those of the table, by self-play.

One side calls with other numbers, the other by the table, the same deals with the sides swapped;
calls are by the hands only, and the learnt policy plays the cards. All sets of numbers are tried
on the same deals.

    .venv/bin/python tools/fit_calls.py baloot hokum=24 hokum=28 sun=28,sun_second=28 --deals 4000
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Sequence
from statistics import fmean

import msgspec

from rebelote.arena import bids, confidence
from rebelote.arena.playing import Setting, settings
from rebelote.bots import bidding, calling, needs
from rebelote.bots.needs import Needs
from rebelote.bots.payoffs import MarksOnly
from rebelote.rules import match, presets
from rebelote.rules.actions import Call
from rebelote.rules.deal import Phase
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.view import view


def changed(rules: Rules, text: str) -> Needs:
    """Read changes of the needs of a rule set: `hokum=24,sun=28`, tuples as 27/33/18/42."""
    asked = dict(each.split("=") for each in text.split(","))
    values = {name: ast.literal_eval(value.replace("/", ",")) for name, value in asked.items()}
    return needs.of(rules)._replace(**values)


def calling_by(state: Match, seat: int, name: str) -> Call:
    """Return the call of a seat by the needs that stand under this name."""
    seen = view(state, seat)
    rules = msgspec.structs.replace(seen.rules, preset=name)
    return calling.call(msgspec.structs.replace(seen, rules=rules))


def called_out(state: Match, names: Sequence[str]) -> Match:
    """Return the deal after its auction; each side calls by the needs of its name."""
    while (seat := state.to_act) is not None and state.deal.phase is Phase.BIDDING:
        state = match.apply(state, seat, calling_by(state, seat, names[state.rules.sides[seat]]))
    return state


def payoff(state: Match, side: int) -> float:
    """Return the marks by which a side is ahead; the learnt policy plays."""
    if state.deal.contract is None:
        return 0.0
    seat, rules = state.rules.sides.index(side), state.rules
    now, world = MarksOnly(rules, state.nothing), bidding.SampledDeal(state.deal.hands)
    return bidding.Rollouts(view(state, seat), now, world).payoff(state.deal.contract)


def gains(rules: Rules, others: Sequence[str], setting: Setting) -> list[float]:
    """Return the marks that a side gains in a deal by each of the other needs."""
    state = bids.begun("beginner", rules, setting)
    ends: dict[tuple[str, int], Match] = {}
    while (seat := state.to_act) is not None and state.deal.phase is Phase.BIDDING:
        side, usual = rules.sides[seat], calling_by(state, seat, rules.preset)
        for name in others:
            if (name, side) in ends or (call := calling_by(state, seat, name)) == usual:
                continue
            names = [name if one == side else rules.preset for one in range(rules.side_count)]
            ends[name, side] = called_out(match.apply(state, seat, call), names)
        state = match.apply(state, seat, usual)
    sides = range(rules.side_count)
    plain = [payoff(state, side) for side in sides] if ends else []
    return [
        fmean(payoff(ends[name, s], s) if (name, s) in ends else plain[s] for s in sides)
        if plain
        else 0.0
        for name in others
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("preset", choices=presets.PRESETS)
    parser.add_argument("changes", nargs="+", help="other numbers, as hokum=24,sun=28")
    parser.add_argument("--switch", action="append", default=[], help="as named_doubles=double")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=70000)
    given = parser.parse_args()
    switches = dict(each.split("=") for each in given.switch)
    rules = presets.PRESETS[given.preset].agree({"shuffle": "each_deal_full", **switches})
    for text in given.changes:
        presets.PRESETS[text] = Rules.of({**presets.PRESETS[given.preset].flat(), "preset": text})
        needs.FITTED[text] = changed(rules, text)
    dealt = settings(rules, given.deals, given.seed)
    result = zip(*(gains(rules, given.changes, one) for one in dealt), strict=True)
    for text, each in zip(given.changes, result, strict=True):
        mean, half = confidence.mean(each)
        print(f"{given.preset} {text}: {mean:+.2f} ± {half:.2f} marks a deal", flush=True)


if __name__ == "__main__":
    main()
