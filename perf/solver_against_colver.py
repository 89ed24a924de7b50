"""The speed of solving deals, beside colver, and the agreement of the values found.

The same random deals, both solvers in turn in one process, each first every other time; processor
time. Ends with one line of JSON. A sweep counts 252 for both.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

import colver
from both import (
    FROM_PEER,
    RULES,
    SWEEP,
    Deal,
    as_json,
    from_peer,
    need_kernel,
    random_deals,
    same_legal_cards,
    timed,
)

from rebelote.kernel import solver
from rebelote.rules.cards import SUIT_TRUMPS

LAWS = [RULES.law(trump) for trump in SUIT_TRUMPS]
_A = TypeVar("_A")
_B = TypeVar("_B")


class Both(NamedTuple):
    """The same question to both: milliseconds of each, values compared, and where they differ."""

    ours: float
    theirs: float
    values: int
    mismatches: list[str]


# --- the value of a whole deal, at each trump -----------------------------------------------------


def all_suits(number: int, deal: Deal) -> Both:
    """Return the value of a deal at each of the four trumps."""
    env = deal.env()

    def ours() -> list[list[int]]:
        return [
            list(solver.solve(deal.hands, deal.eldest, (), law, sweep=SWEEP).points) for law in LAWS
        ]

    def theirs() -> list[list[int]]:
        result: list[list[int]] = env.solve_all_suits()["suits"]
        return result

    (mine, my_time), (their, their_time) = in_turn(number, ours, theirs)
    wrong = [
        f"{deal_text(deal)}, trump {trump.value}: we {a}, colver {b}"
        for trump, a, b in zip(SUIT_TRUMPS, mine, their, strict=True)
        if a != b
    ]
    return Both(my_time, their_time, len(mine), wrong)


def in_turn(
    number: int, ours: Callable[[], _A], theirs: Callable[[], _B]
) -> tuple[tuple[_A, float], tuple[_B, float]]:
    """Time both, each first every other time."""
    if number % 2:
        their = timed(theirs)
        return timed(ours), their
    mine = timed(ours)
    return mine, timed(theirs)


# --- the value of every opening card --------------------------------------------------------------


def openings(number: int, deal: Deal, cards_left: int, chance: Random) -> Both:
    """Return the value of each card that may open the next trick, so many cards before the end."""
    env = deal.env()
    env.set_contract(deal.trump.code, 80, deal.taker % 2, 0)
    env.set_phase_playing()
    for _ in range(32 - cards_left):
        env.step(chance.choice(env.legal_actions()))
    hands = [from_peer(hand) for hand in env.get_hands()]
    law, leader = RULES.law(deal.trump), env.current_player()
    same_legal_cards(env, hands[leader], (), law)
    won, taken = env.get_points(), env.get_tricks_won()

    def ours() -> solver.Solution:
        return solver.solve(
            hands, leader, (), law, values=True, sweep=SWEEP, taken=(taken[0], taken[1])
        )

    def theirs() -> list[tuple[int, int]]:
        result: list[tuple[int, int]] = env.solve_scores()["scores"]
        return result

    (solution, my_time), (their, their_time) = in_turn(number, ours, theirs)
    mine = final_points(solution, leader % 2, won)
    pairs = [(FROM_PEER[card].text, mine[FROM_PEER[card].text], points) for card, points in their]
    wrong = [
        f"{deal_text(deal)}, trump {deal.trump.value}, after {env.get_play_order()}, card {card}: "
        f"we {a}, colver {b}"
        for card, a, b in pairs
        if a != b
    ]
    return Both(my_time, their_time, len(pairs), wrong)


def final_points(solution: solver.Solution, side: int, won: tuple[int, int]) -> dict[str, int]:
    """Return by card side 0's points at the end, as colver has them: 252 or 0 for a sweep."""
    left = 162 - sum(won)
    result = {}
    for card, value in (solution.values or {}).items():
        to_come = value if side == 0 else left - value
        result[card.text] = won[0] + max(to_come, 0)
    return result


# --- everything -----------------------------------------------------------------------------------


def deal_text(deal: Deal) -> str:
    """Return the deal on one line."""
    return f"{' / '.join(map(str, deal.hands))}, seat {deal.eldest} leads"


def summary(name: str, result: list[Both]) -> dict[str, Any]:
    """Summarise: mean times, how many times faster, values compared, mismatches."""
    ours, theirs = fmean(each.ours for each in result), fmean(each.theirs for each in result)
    return {
        "name": name,
        "positions": len(result),
        "ours_ms": round(ours, 4),
        "colver_ms": round(theirs, 4),
        "times_faster": round(theirs / ours, 2),
        "values": sum(each.values for each in result),
        "mismatches": sum(len(each.mismatches) for each in result),
    }


def measure(deals: list[Deal], seed: int) -> Iterator[tuple[str, list[Both]]]:
    """Yield each question with its result."""
    for law in LAWS:
        solver.kernel_law(law)
    colver.Env.deal(seed=seed).solve_all_suits()
    yield "value, 4 trumps", [all_suits(number, deal) for number, deal in enumerate(deals)]
    for cards_left in (32, 24, 16):
        chance = Random(seed + cards_left)
        asked = [openings(n, deal, cards_left, chance) for n, deal in enumerate(deals)]
        name = f"every opening, {cards_left} cards left"
        yield name, asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300, help="how many (300)")
    parser.add_argument("--seed", type=int, default=1, help="of the deals (1)")
    asked = parser.parse_args()
    need_kernel()
    rows = []
    for name, result in measure(random_deals(asked.deals, asked.seed), asked.seed):
        row = summary(name, result)
        rows.append(row)
        print(
            f"{name:32} {row['positions']:5} positions  ours {row['ours_ms']:8.3f} ms  colver "
            f"{row['colver_ms']:8.3f} ms  {row['times_faster']:5.1f} times faster  "
            f"{row['mismatches']} of {row['values']} values differ",
            flush=True,
        )
        for each in result:
            for line in each.mismatches:
                print("  " + line)
    print(as_json({"deals": asked.deals, "seed": asked.seed, "rows": rows}))


if __name__ == "__main__":
    main()
