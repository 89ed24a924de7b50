"""Audit of contracts: how many a level makes, what they bring, and which raises win.

The level calls and plays each deal at every seat. Marks are those that the side of the declarer
writes more than the others: the law of a game decides what they are worth, so they are compared
within one rule set only.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from rebelote import bots
from rebelote.arena import bids, confidence
from rebelote.arena.playing import Setting
from rebelote.arena.spreading import each_deal
from rebelote.bots import bidding, calling
from rebelote.bots.payoffs import MarksOnly, Settled, ahead
from rebelote.rules import match
from rebelote.rules.contract import Called, Contract
from rebelote.rules.deal import Phase
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.view import view


class ContractPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """The contract of a deal: whether it was made, and by how many marks its side is ahead.

    `raised`: whether the side that raised the stake last was right; None where nobody raised it.
    """

    made: bool
    net: float
    raised: bool | None = None


class ContractAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The contracts of a level: shares of the deals and of the contracts, and marks a contract.

    `net` has its `interval`; both are None for fewer than two contracts. `raised`: the contracts
    whose stake was raised, `right` those of them that the last to raise won.
    """

    level: str
    rules: str
    deals: int
    contracts: int
    made: int
    net: float | None
    interval: float | None
    raised: int
    right: int


def run(level: str, rules: Rules, deals: int, seed: int, jobs: int | None = None) -> ContractAudit:
    """Audit the contracts of a level in so many deals, `jobs` at once.

    Raises:
        ValueError: for an unknown level, or a number that is too small.
    """
    bots.make(level)
    result = each_deal(partial(played, level, rules), rules, deals, seed, jobs)
    return summed(level, rules, deals, [one for one in result if one is not None])


def summed(level: str, rules: Rules, deals: int, played: Sequence[ContractPlayed]) -> ContractAudit:
    """Sum up the contracts that were played in so many deals."""
    net, half = confidence.mean([one.net for one in played]) if len(played) > 1 else (None, None)
    raises = [one.raised for one in played if one.raised is not None]
    return ContractAudit(
        level=level,
        rules=rules.preset,
        deals=deals,
        contracts=len(played),
        made=sum(one.made for one in played),
        net=net,
        interval=half,
        raised=len(raises),
        right=sum(raises),
    )


def played(level: str, rules: Rules, setting: Setting) -> ContractPlayed | None:
    """Return the contract of this deal; None where it was passed out."""
    state = bids.begun(level, rules, setting)
    players = [bots.make(level, setting.seed + seat) for seat in range(rules.players)]
    while (seat := state.to_act) is not None:
        state = match.apply(state, seat, players[seat].choose(view(state, seat)))
    row = state.sheet[-1]
    return _judged(state, row.contract, Settled(row.outcome, row.marks)) if row.contract else None


def rolled_out(rules: Rules, setting: Setting) -> ContractPlayed | None:
    """Return the contract of this deal, called by the hands only and played by the learned policy;
    None where it was passed out."""
    state = bids.begun("beginner", rules, setting)
    while (seat := state.to_act) is not None and state.deal.phase is Phase.BIDDING:
        state = match.apply(state, seat, calling.call(view(state, seat)))
    contract = state.deal.contract
    if contract is None:
        return None
    now, world = MarksOnly(rules, state.nothing), bidding.SampledDeal(state.deal.hands)
    end = bidding.Rollouts(view(state, contract.attacker), now, world).settled(contract)
    return _judged(state, contract, end)


def _judged(state: Match, contract: Contract, end: Settled) -> ContractPlayed:
    sides, made = state.rules.sides, end.outcome == "made"
    side, raiser = sides[contract.attacker], raised_by(state.deal.calls, contract)
    return ContractPlayed(
        made=made,
        net=ahead(end.marks, side),
        raised=None if raiser is None else made == (sides[raiser] == side),
    )


def raised_by(calls: Sequence[Called], contract: Contract) -> int | None:
    """Return the seat that raised the stake of a contract last; None where nobody did."""
    if contract.stake == 1:
        return None
    return next(one.seat for one in reversed(calls) if not one.passed)
