"""The auction: which calls may be made, and the contract.

One kind of auction so far, the turned-up card: in round 1 its suit is taken or passed, in round 2
another suit may be named (`french:9`, `flemish:9`, `bga:10,47`), in round 3, where there is one,
all trumps or no trumps (`bga:49`). The first to take ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rebelote.rules.cards import SUIT_TRUMPS, Card, Trump

THIRD_ROUND: Final = (Trump.ALL, Trump.NONE)


class Call(msgspec.Struct, frozen=True, gc=False):
    """One call; `trump` is None for a pass. Rounds count from 1."""

    seat: int
    round: int
    trump: Trump | None


class Contract(msgspec.Struct, frozen=True, gc=False):
    """Who took (the attacker), and what is trump."""

    attacker: int
    trump: Trump


def round_of(calls: Sequence[Call], players: int) -> int:
    """The round of the next call, from 1; one more than there are once all have passed."""
    return len(calls) // players + 1


def trumps_on_offer(turned: Card, at_round: int, turned_suit_again: bool) -> tuple[Trump, ...]:
    """What may be named in this round; `turned_suit_again`: the turned suit in round 2 too."""
    proposed = SUIT_TRUMPS[turned.suit]
    if at_round == 1:
        return (proposed,)
    if at_round == 3:
        return THIRD_ROUND
    return tuple(trump for trump in SUIT_TRUMPS if turned_suit_again or trump is not proposed)


def contract_of(calls: Sequence[Call]) -> Contract | None:
    """The contract the calls made, if somebody took."""
    if calls and calls[-1].trump is not None:
        return Contract(calls[-1].seat, calls[-1].trump)
    return None


def passed_out(calls: Sequence[Call], players: int, rounds: int) -> bool:
    """Whether everyone has passed in every round: a dead deal."""
    return len(calls) == rounds * players and contract_of(calls) is None
