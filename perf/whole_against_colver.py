"""Whole deals of contrée by our bots beside colver's: auction, doubles and cards.

The same deals with the sides swapped, both programs in lock-step: before each call and each card
what may be done is compared, and colver counts what the deal is worth by its own law. Our bots
play by the rules that are nearest to colver's.

With `--share` the cards of each deal are also played with the sides swapped after the very same
calls, so that what is gained is divided between the auction and the play of the cards.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Any, Final, NamedTuple

import colver
from both import (
    FROM_PEER,
    TO_PEER,
    Deal,
    Disagreement,
    as_json,
    need_kernel,
    random_deals,
    same_legal_cards,
    timed,
)
from gains import Share, shared
from play_against_colver import AGENTS, UNIFORM, mean, seeded, step

from rebelote import bots
from rebelote.rules import match, presets
from rebelote.rules.actions import Action, Bid, Call, Double, Pass, Play, Redouble
from rebelote.rules.auctions.rising import ladder
from rebelote.rules.cards import SUIT_TRUMPS
from rebelote.rules.deal import Dead, calls_on_offer
from rebelote.rules.options import Rules
from rebelote.rules.view import view

RULES: Final[Rules] = presets.rules(
    "ffb-contree-2016",
    cut_min=None,
    packets=((8,),),
    after_double="everybody",
    redouble="3",
    multiplied="bid",
)
"""The nearest rules of ours; colver writes 160 in place of the points of a doubled contract."""
COINCHE: Final = 1 + 4 * len(ladder(RULES.auction))
"""Colver's number of a double; a redouble is the next."""


class Ended(NamedTuple):
    """One game: by how much our side wrote more, by colver's count, and what was called."""

    lead: float
    calls: tuple[Call, ...]
    ours: list[float]
    theirs: list[float]
    declared: bool | None
    made: bool
    stake: int


def number_of(call: Call) -> int:
    """Return colver's number of a call."""
    match call:
        case Pass():
            return 0
        case Double():
            return COINCHE
        case Redouble():
            return COINCHE + 1
        case Bid():
            height = ladder(RULES.auction).index(call.value)
            return 1 + 4 * height + SUIT_TRUMPS.index(call.trump)
    raise Disagreement(f"colver has no {call}")


def begun(deal: Deal) -> match.Match:
    """Begin our game of the deal, before the first call."""
    pack = [card for turn in range(4) for card in deal.hands[(deal.dealer + 1 + turn) % 4]]
    state = match.start(RULES, tuple(pack), deal.dealer)
    if state.deal.hands != deal.hands:
        raise Disagreement(f"dealt {state.deal.hands} instead of {deal.hands}")
    return state


def check(state: match.Match, env: colver.Env) -> None:
    """Check that the same seat is to act, and may do the same. Raises Disagreement."""
    seat, law = state.to_act, state.deal.law
    if seat is None or env.current_player() != seat:
        raise Disagreement(f"we wait for {seat}, colver for {env.current_player()}")
    if law is not None:
        same_legal_cards(env, state.deal.hands[seat], state.deal.trick, law)
    elif set(map(number_of, calls_on_offer(state.deal))) != set(env.legal_actions()):
        raise Disagreement(f"colver offers {env.legal_actions()}, we {calls_on_offer(state.deal)}")


def action_of(state: match.Match, number: int) -> Action:
    """Return the action that colver's number means here."""
    if state.deal.law is not None:
        return Play(FROM_PEER[number])
    return next(call for call in calls_on_offer(state.deal) if number_of(call) == number)


def play_deal(
    deal: Deal, level: str, agent: str, side: int, seed: int, called: Sequence[Call] = ()
) -> Ended:
    """Our level on this side, colver's agent on the other, from the first call on; or, where calls
    are given, once these have been made."""
    spec = f'[bid]\nstrategy = "improved"\n[play]\n{AGENTS[agent]}{UNIFORM}'
    ours = {seat: bots.make(level, seed + seat) for seat in (side, side + 2)}
    theirs = {s: colver.Agent(spec, s, seed + s) for s in range(4) if s not in ours}
    state = begun(deal)
    env = deal.env()
    for agent_ in theirs.values():
        agent_.init_deal(env)
    calls: list[Call] = []
    given = iter(called)
    ended = Ended(0.0, (), [], [], None, False, 1)
    while (seat := state.to_act) is not None:
        check(state, env)
        action: Action
        if (call := next(given, None)) is not None:
            action = call
        elif seat in ours:
            action, taken = timed(partial(ours[seat].choose, view(state, seat)))
            ended.ours.append(taken)
        else:
            matched, taken = timed(partial(theirs[seat].decide, env))
            action = action_of(state, matched["action"])
            ended.theirs.append(taken)
        if isinstance(action, Play):
            number = TO_PEER[action.card]
        else:
            calls.append(as_call(action))
            number = number_of(calls[-1])
        step(env, theirs.values(), number)
        state = match.apply(state, seat, action)
    return result(ended._replace(calls=tuple(calls)), state, env, side)


def result(ended: Ended, state: match.Match, env: colver.Env, side: int) -> Ended:
    """Return the game with its result."""
    if not env.is_terminal():
        raise Disagreement("for colver the deal is not over")
    written, contract = env.rewards(), state.deal.contract
    ended = ended._replace(lead=written[side] - written[1 - side])
    if contract is None:
        return ended
    return ended._replace(
        declared=contract.attacker % 2 == side,
        made=not isinstance(state.deal, Dead) and state.sheet[-1].outcome == "made",
        stake=contract.stake,
    )


def replayed(level: str, agent: str, deal: Deal, seed: int, pair: Sequence[Ended]) -> Share:
    """Divide the gain in a deal: after the calls of each game the others play the cards."""
    after = [
        play_deal(deal, level, agent, 1 - side, seed, game.calls).lead
        for side, game in enumerate(pair)
    ]
    return shared([game.lead for game in pair], after)


def as_call(action: Action) -> Call:
    """Check that an action is a call, and return it."""
    if isinstance(action, Pass | Bid | Double | Redouble):
        return action
    raise Disagreement(f"{action} where a call is due")


class Both(NamedTuple):
    """A deal played with us on the one side and then on the other, and its gain divided."""

    games: list[Ended]
    share: Share | None


def pairs_of(level: str, agent: str, deals: list[Deal], seed: int, share: bool) -> Iterator[Both]:
    """Yield each deal twice, with the sides swapped; twice more to divide the gain."""
    for deal, own in seeded(f"{level} {agent}", deals, seed):
        games = [play_deal(deal, level, agent, side, own) for side in (0, 1)]
        yield Both(games, replayed(level, agent, deal, own, games) if share else None)


def compare(level: str, agent: str, deals: list[Deal], seed: int, share: bool) -> dict[str, Any]:
    """Play every deal twice, with the sides swapped; a pair counts as one value."""
    pairs = list(pairs_of(level, agent, deals, seed, share))
    games = [game for pair in pairs for game in pair.games]
    mine = [game for game in games if game.declared]
    theirs = [game for game in games if game.declared is False]
    ours = [each for game in games for each in game.ours]
    others = [each for game in games for each in game.theirs]
    shares = [pair.share for pair in pairs if pair.share is not None]
    return {
        "whole": True,
        "level": level,
        "agent": agent,
        "deals": len(deals),
        "lead": mean([fmean(game.lead for game in pair.games) for pair in pairs]),
        **({"calls": mean([each.calls for each in shares])} if shares else {}),
        **({"cards": mean([each.cards for each in shares])} if shares else {}),
        "we_declare": len(mine),
        "we_make": round(fmean([game.made for game in mine] or [0]), 3),
        "they_declare": len(theirs),
        "they_make": round(fmean([game.made for game in theirs] or [0]), 3),
        "doubled": sum(game.stake > 1 for game in games),
        "our_ms": round(fmean(ours), 3),
        "their_ms": round(fmean(others), 3),
        "our_longest_ms": round(max(ours), 1),
    }


def main() -> None:
    """Compare, one line of JSON for each pair of a level and an agent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument(
        "--pairs", default="club:rule,master:isdd-20", help="of a level and an agent, with commas"
    )
    parser.add_argument(
        "--share", action="store_true", help="divide the gain between auction and play"
    )
    given = parser.parse_args()
    need_kernel()
    for pair in given.pairs.split(","):
        level, _, agent = pair.partition(":")
        deals = random_deals(given.deals, given.seed)
        print(as_json(compare(level, agent, deals, given.seed, given.share)))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
