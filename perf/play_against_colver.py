"""The card play of our bots beside colver's, and the time it takes.

The same deals and contracts with the sides swapped, both programs in lock-step: each move is made
in both, and the legal cards of both are compared before it. No player knows how the auction went,
beyond who took at which suit.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

import colver
import msgspec
from both import (
    FROM_PEER,
    RULES,
    SWEEP,
    TO_PEER,
    Deal,
    Disagreement,
    as_json,
    need_kernel,
    random_deals,
    same_legal_cards,
    timed,
)

from rebelote import bots
from rebelote.arena import NORMAL_95
from rebelote.kernel import solver
from rebelote.rules import match, tallies
from rebelote.rules.actions import Action, Pass, Play, Take
from rebelote.rules.cards import Card
from rebelote.rules.deal import PlayedOut, Playing, tally
from rebelote.rules.deck import Pack
from rebelote.rules.view import View, view

ISDD: Final = 'method = "isdd"\ntime_ms = 0\nparallel = false\n'
AGENTS: Final = {
    "rule": 'method = "rule"\n',
    "smart-ismcts-20ms": 'method = "smart_ismcts"\ntime_ms = 20\n',
    "isdd-5": ISDD + "determinizations = 5\n",
    "isdd-10": ISDD + "determinizations = 10\n",
    "isdd-20": ISDD + "determinizations = 20\n",
    "isdd-20-points": ISDD + 'determinizations = 20\nobjective = "card_points"\n',
}
"""Colver's card players that see no hidden card and need no download."""
ALL_SEEING: Final = "all-seeing"
"""In place of a level: a player who sees every hand, and plays double dummy."""
UNIFORM: Final = '[worlds]\nsource = "uniform"\n'
BID_80: Final = 1
"""Colver's number of the bid of 80 in the first suit."""


class Ended(NamedTuple):
    """One game: what our side got more than theirs, and the milliseconds of every decision."""

    points: int
    our_sheet: int
    their_sheet: float
    ours: list[float]
    theirs: list[float]
    worlds: list[int]


# --- the same deal for both -----------------------------------------------------------------------


def pack_of(deal: Deal) -> Pack:
    """Build a pack that deals these hands, with the taker's trump turned."""
    assert deal.trump.suit is not None
    turned = min(deal.hands[deal.taker] & deal.trump.suit.cards)
    seats = [(deal.eldest + turn) % 4 for turn in range(4)]
    left = {seat: [card for card in deal.hands[seat] if card is not turned] for seat in seats}
    pack: list[Card] = []
    for size in (3, 2):
        for seat in seats:
            pack += [left[seat].pop() for _ in range(size)]
    pack.append(turned)
    for seat in seats:
        pack += left[seat]
    return tuple(pack)


def our_match(deal: Deal) -> match.Match:
    """Build our game of the deal, trump settled and no card played."""
    state = match.start(RULES, pack_of(deal), deal.dealer)
    while not state.deal.hands or state.deal.law is None:
        seat = state.to_act
        assert seat is not None
        state = match.apply(state, seat, Take(deal.trump) if seat == deal.taker else Pass())
    if state.deal.hands != deal.hands:
        raise Disagreement(f"dealt {state.deal.hands} instead of {deal.hands}")
    return state


def their_env(deal: Deal, agents: Iterable[colver.Agent]) -> colver.Env:
    """Build colver's game of the deal after a real auction: the taker bids 80, the others pass."""
    env = deal.env()
    for agent in agents:
        agent.init_deal(env)
    while env.phase() == 0:
        waits = env.current_player() != deal.taker or env.get_contract()
        step(env, agents, 0 if waits else BID_80 + deal.trump.code)
    expected = {"trump": deal.trump.code, "value": 80, "team": deal.taker % 2, "coinche": 0}
    if env.get_contract() != expected:
        raise Disagreement(f"colver's contract is {env.get_contract()}")
    return env


def step(env: colver.Env, agents: Iterable[colver.Agent], action: int) -> None:
    """Make a move with colver; its agents see it before it is made."""
    for agent in agents:
        agent.observe(env, action)
    env.step(action)


def seen_by(state: match.Match, seat: int) -> View:
    """Return our bot's view without the turned card, which colver's players do not know either."""
    return msgspec.structs.replace(view(state, seat), turned=None)


# --- one game -------------------------------------------------------------------------------------

Player = Callable[[match.Match, int], tuple[Action, float]]
"""Gives the action of a seat, and the milliseconds it took."""


def player(level: str, seed: int) -> Player:
    """Build a player of ours: a level, or one who sees all hands."""
    if level == ALL_SEEING:
        return lambda state, _: timed(partial(by_sight, state))
    bot = bots.make(level, seed)
    return lambda state, seat: timed(partial(bot.choose, seen_by(state, seat)))


def by_sight(state: match.Match) -> Action:
    """Return the card that brings most card points against best play, all hands being seen."""
    deal = state.deal
    if not isinstance(deal, Playing) or deal.law is None:
        raise Disagreement("no card is due")
    solved = solver.solve(deal.hands, deal.leader, deal.trick, deal.law, values=True)
    values = solved.values or {}
    return Play(max(values, key=values.__getitem__))


def play_deal(deal: Deal, level: str, agent: str, side: int, seed: int) -> Ended:
    """Play a deal to the last card: our level on this side, colver's agent on the other."""
    spec = f'[bid]\nstrategy = "improved"\n[play]\n{AGENTS[agent]}{UNIFORM}'
    ours = {seat: player(level, seed + seat) for seat in (side, side + 2)}
    theirs = {s: colver.Agent(spec, s, seed + s) for s in range(4) if s not in ours}
    state, env = our_match(deal), their_env(deal, theirs.values())
    ended = Ended(0, 0, 0.0, [], [], [])
    while (seat := state.to_act) is not None:
        action: Action
        check(state, env)
        if seat in ours:
            action, taken = ours[seat](state, seat)
            ended.ours.append(taken)
        else:
            outcome, taken = timed(partial(theirs[seat].decide, env))
            action = Play(FROM_PEER[outcome["action"]])
            ended.theirs.append(taken)
            ended.worlds.append(worlds_of(agent, outcome))
        if not isinstance(action, Play):
            raise Disagreement(f"{level} answers {action} when a card is due")
        step(env, theirs.values(), TO_PEER[action.card])
        state = match.apply(state, seat, action)
    return result(ended, state, env, side)


def check(state: match.Match, env: colver.Env) -> None:
    """Check that the same seat is to play, with the same legal cards. Raises Disagreement."""
    seat, law = state.to_act, state.deal.law
    if seat is None or law is None or env.current_player() != seat:
        raise Disagreement(f"we wait for {seat}, colver for {env.current_player()}")
    same_legal_cards(env, state.deal.hands[seat], state.deal.trick, law)


def worlds_of(agent: str, outcome: dict[str, Any]) -> int:
    """Return the worlds solved; Disagreement if a method answered that was not requested."""
    method = AGENTS[agent].split('"')[1]
    if outcome["source"] not in (method, "forced"):
        raise Disagreement(f"{agent} answered by {outcome['source']}")
    return int(outcome["determinizations"])


def result(ended: Ended, state: match.Match, env: colver.Env, side: int) -> Ended:
    """Return the game with its figures; Disagreement where the two programs counted differently."""
    if not isinstance(state.deal, PlayedOut):
        raise Disagreement("the deal is not played out")
    counted, row = tally(state.deal), state.sheet[-1]
    swept = [SWEEP * (counted.swept == s) for s in (0, 1)]
    ours = [p + s for p, s in zip(counted.points, swept, strict=True)]
    belotes = [tallies.BELOTE * (said == 2) for said in env.get_belote()]
    same = ours == list(env.get_points()) and list(counted.belote) == belotes
    if not (same and env.is_terminal() and counted.tricks == tuple(env.get_tricks_won())):
        raise Disagreement(f"we count {counted}, colver {env.get_points()} {env.get_belote()}")
    other, theirs = 1 - side, env.rewards()
    return ended._replace(
        points=counted.points[side] - counted.points[other],
        our_sheet=row.marks[side] - row.marks[other],
        their_sheet=theirs[side] - theirs[other],
    )


# --- many games -----------------------------------------------------------------------------------


def seeded(name: str, deals: list[Deal], seed: int) -> Iterable[tuple[Deal, int]]:
    """Return each deal with the seed of its players."""
    chance = Random(seed)
    return shown(name, [(deal, chance.randrange(1 << 30)) for deal in deals])


def compare(level: str, agent: str, deals: list[Deal], seed: int) -> dict[str, Any]:
    """Play every deal twice, with the sides swapped; a pair counts as one value."""
    pairs = [
        [play_deal(deal, level, agent, side, own) for side in (0, 1)]
        for deal, own in seeded(f"{level} {agent}", deals, seed)
    ]
    ours = [each for pair in pairs for game in pair for each in game.ours]
    theirs = [each for pair in pairs for game in pair for each in game.theirs]
    return {
        "level": level,
        "agent": agent,
        "deals": len(deals),
        "points": mean([fmean(game.points for game in pair) for pair in pairs]),
        "our_sheet": mean([fmean(game.our_sheet for game in pair) for pair in pairs]),
        "their_sheet": mean([fmean(game.their_sheet for game in pair) for pair in pairs]),
        "our_ms": round(fmean(ours), 3),
        "their_ms": round(fmean(theirs), 3),
        "our_longest_ms": round(max(ours), 1),
        "their_longest_ms": round(max(theirs), 1),
        "decisions": len(ours) + len(theirs),
        "their_worlds": round(
            fmean([w for pair in pairs for g in pair for w in g.worlds if w] or [0]), 2
        ),
    }


def shown(name: str, tasks: list[Any]) -> Iterable[Any]:
    """Yield the same games, with a line of progress on a terminal."""
    for number, task in enumerate(tasks):
        if sys.stderr.isatty():
            print(f"\r{name}: {number} of {len(tasks)} deals", end="", file=sys.stderr, flush=True)
        yield task
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)


def mean(values: list[float]) -> tuple[float, float]:
    """Return the mean and half of its 95 % interval."""
    half = NORMAL_95 * stdev(values) / math.sqrt(len(values))
    return round(fmean(values), 2), round(half, 2)


def text(row: dict[str, Any]) -> str:
    """Write the comparison on one line."""

    def gain(name: str) -> str:
        return f"{row[name][0]:+6.1f} ± {row[name][1]:4.1f}"

    return (
        f"{row['level']:8} {row['agent']:18} {row['deals']:4} deals  points {gain('points')}  "
        f"our sheet {gain('our_sheet')}  colver's {gain('their_sheet')}  a decision: "
        f"ours {row['our_ms']:7.2f} ms, colver's {row['their_ms']:7.2f} ms"
    )


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="each played twice (100)")
    parser.add_argument("--seed", type=int, default=1, help="of deals and players (1)")
    parser.add_argument(
        "--levels", default="master,club", help=f"ours, or {ALL_SEEING} (master,club)"
    )
    parser.add_argument("--agents", default=",".join(AGENTS), help=f"colver's ({','.join(AGENTS)})")
    parser.add_argument("--json", action="store_true", help="a line of JSON each instead of text")
    outcome = parser.parse_args()
    outcome.levels, outcome.agents = outcome.levels.split(","), outcome.agents.split(",")
    unknown = [
        *(set(outcome.levels) - {*bots.BOTS, ALL_SEEING}),
        *(set(outcome.agents) - set(AGENTS)),
    ]
    if unknown or outcome.deals < 2:
        parser.error(f"unknown: {', '.join(unknown)}" if unknown else "play at least 2 deals")
    return outcome


def main() -> None:
    want = asked()
    need_kernel()
    deals = random_deals(want.deals, want.seed)
    for level in want.levels:
        for agent in want.agents:
            row = compare(level, agent, deals, want.seed)
            print(as_json(row) if want.json else text(row), flush=True)


if __name__ == "__main__":
    main()
