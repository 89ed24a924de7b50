"""Board Game Arena's *Belote*, slowly and to the letter of the source `bga`.

Nothing is imported from the library; cards are two letters of text, rank then suit. A contract is a
suit's letter, `all` or `none`.
"""

from __future__ import annotations

TRUMP_LINE = "J9ATKQ87"
PLAIN_LINE = "ATKQJ987"
TRUMP_VALUE = dict(zip(TRUMP_LINE, (20, 14, 11, 10, 4, 3, 0, 0), strict=True))
ALL_VALUE = dict(zip(TRUMP_LINE, (13, 9, 6, 5, 3, 2, 0, 0), strict=True))
PLAIN_VALUE = dict(zip(PLAIN_LINE, (11, 10, 4, 3, 2, 0, 0, 0), strict=True))
NONE_VALUE = {**PLAIN_VALUE, "A": 19}


def is_trump(card: str, contract: str) -> bool:
    """Return whether a card is a trump; in all trumps every card is (`bga:35-38`)."""
    return contract == "all" or card[1] == contract


def value(card: str, contract: str) -> int:
    """Return the points of a card, by the tables of `bga:36-41`."""
    if contract in ("all", "none"):
        return (ALL_VALUE if contract == "all" else NONE_VALUE)[card[0]]
    return (TRUMP_VALUE if is_trump(card, contract) else PLAIN_VALUE)[card[0]]


def height(card: str, contract: str) -> int:
    return -(TRUMP_LINE if is_trump(card, contract) else PLAIN_LINE).index(card[0])


def beats(card: str, best: str, contract: str) -> bool:
    """Return whether a card is higher than the best so far, or a trump on a plain one."""
    return card[1] != best[1] or height(card, contract) > height(best, contract)


def winner(trick: list[str], contract: str) -> int:
    """Return the winner: the highest trump of a winning suit, else the highest of the suit led."""
    ruffs = [c for c in trick if c[1] == contract]
    rivals = ruffs or [c for c in trick if c[1] == trick[0][1]]
    return trick.index(max(rivals, key=lambda c: height(c, contract)))


def legal(hand: list[str], trick: list[str], contract: str) -> set[str]:
    """Follow, else trump higher, else discard (`bga:54-57`); rising by `question:4`, partner by
    `question:3`."""
    if not trick:
        return set(hand)
    best = trick[winner(trick, contract)]
    following = {c for c in hand if c[1] == trick[0][1]}
    if following:
        higher = {
            c for c in following if c[1] == best[1] and height(c, contract) > height(best, contract)
        }
        return higher if is_trump(trick[0], contract) and higher else following
    team_holds = winner(trick, contract) == len(trick) - 2
    over = {c for c in hand if c[1] == contract and beats(c, best, contract)}
    return set(hand) if team_holds or not over else over


def belotes(hand: list[str], contract: str, in_all: bool = True) -> int:
    """Count the pairs of king and queen of trumps in one hand: up to four in all trumps, none in no
    trumps (`bga:63-64`); or none in all trumps either (`bga-coinche`)."""
    suits = {"all": "SHDC" if in_all else "", "none": ""}.get(contract, contract)
    return sum("K" + suit in hand and "Q" + suit in hand for suit in suits)


def written(
    attack: int, tricks: list[int], won: list[int], belote: list[int], held: int
) -> tuple[list[int], int]:
    """Return both teams' marks, and the points for the next hand's winner (`bga:62-71`)."""
    defence = 1 - attack
    totals = [won[s] + belote[s] + (90 if tricks[s] == 8 else 0) for s in (0, 1)]
    marks = [0, 0]
    if tricks[attack] and totals[attack] == totals[defence]:
        marks[defence], marks[attack] = totals[defence], belote[attack]
        return marks, held + totals[attack] - belote[attack]
    if tricks[attack] and totals[attack] > totals[defence]:
        marks = list(totals)
        marks[attack] += held
        return marks, 0
    marks[attack] = belote[attack]
    marks[defence] = (252 if tricks[defence] == 8 else 162) + belote[defence] + held
    return marks, 0
