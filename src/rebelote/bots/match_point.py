"""Calls at match point: a contract that wins the match as it stands is not raised or doubled."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache

from rebelote.bots.payoffs import DealState, MatchState, Settled, match_state
from rebelote.kernel.solver import Outcome
from rebelote.rules.actions import Call, Pass
from rebelote.rules.contract import Contract
from rebelote.rules.tallies import LAST_TRICK, ContractTerms
from rebelote.rules.view import View, auction_of, rules_of

_BOTH = 0b11
"""The winners of tricks where each side has one."""


def brings_nothing(view: View, call: Call) -> bool:
    """Return whether a call can only cost: what stands is enough for its side to win the match.

    One's own contract is enough where it wins the match if it is made, one of the other side where
    it loses theirs if it fails; that one may still be outbid.
    """
    rules = rules_of(view)
    if isinstance(call, Pass) or rules.side_count != 2 or view.standing is None:
        return False
    now = match_state(view)
    if not now.near_end:
        return False
    own = rules.sides[view.standing.attacker] == rules.sides[view.seat]
    if not own and not raises_stake(view, call, view.standing):
        return False
    return _enough(now, view.standing, view.held, rules.sides[view.seat])


def raises_stake(view: View, call: Call, standing: Contract) -> bool:
    """Return whether a call raises the stake of the standing contract."""
    rules = rules_of(view)
    after = rules.bidding.contract(auction_of(view, rules).after(view.seat, call))
    return after is not None and after.stake > standing.stake and after.trump is standing.trump


@lru_cache(maxsize=256)
def _enough(now: MatchState, standing: Contract, held: int, side: int) -> bool:
    """Return whether a side wins the match where the contract ends as the side wants.

    Announcements and belotes are left out: their holders are not known yet.
    """
    rules = now.rules
    attack, law = rules.sides[standing.attacker], rules.law_of(standing)
    nothing = (0,) * rules.side_count
    terms = ContractTerms.of(standing, law)
    deal = DealState(
        match_state=now,
        side=side,
        attack=attack,
        points=nothing,
        winners=0,
        melds=nothing,
        belote=nothing,
        held=held,
        terms=terms,
    )
    whole = terms.cards + LAST_TRICK

    def end(points: int, winners: int = _BOTH) -> Settled:
        mine = (points, whole - points)
        return deal.settled(Outcome(mine if attack == 0 else mine[::-1], winners, attack))

    ends = [end(0, 1 << 1 - attack), end(0), end(whole), end(whole, 1 << attack)]
    least = bisect_left(range(whole + 1), True, key=lambda points: end(points).outcome == "made")
    ends += [end(points) for points in (least - 1, least) if 0 <= points <= whole]
    aims = [each for each in ends if each.outcome == ("made" if attack == side else "failed")]
    return bool(aims) and all(now.won_by(each.marks, attack) == side for each in aims)
