"""The worth of a deal in progress, all cards seen: the marks if no player errs from here on.

The solver computes it for two sides. Other worths are estimates, and marked so: the learnt policy
plays on for three players, and under rules with combinations in tricks; a belote that can still be
lost is assumed to be kept, and the attacker to have won all tricks of a side that takes every one.
In the auction all players go on by the worth of the hand only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from rebelote.bots import bidding, calling
from rebelote.bots.payoffs import DealState, MarksOnly, Settled, ahead
from rebelote.bots.search import SWEEP_BONUS, double_dummy
from rebelote.kernel import solver
from rebelote.kernel.solver import Outcome, PlayHistory
from rebelote.knowledge.memory import full_hands
from rebelote.rules import play, tallies
from rebelote.rules.actions import Call
from rebelote.rules.auctions.state import first_to_lead
from rebelote.rules.cards import Card, CardSet, Rank
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Bidding, Playing, belote_counts
from rebelote.rules.options import Rules
from rebelote.rules.play import Law
from rebelote.rules.tallies import ContractTerms, Points
from rebelote.rules.view import CardsOnTable, View

_with: Final = msgspec.structs.replace


class Worth(NamedTuple):
    """The settlement of a deal, and whether it is exact."""

    settled: Settled
    exact: bool

    def ahead(self, side: int) -> float:
        """Return the marks by which the side will be ahead."""
        return ahead(self.settled.marks, side)


def best(worths: Iterable[Worth], side: int) -> Worth:
    """Return the best worth for a side."""
    return max(worths, key=lambda worth: worth.ahead(side))


def loses_belote(
    hand: CardSet, trick: tuple[Card, ...], card: Card, law: Law, rules: Rules
) -> bool:
    """Return whether a belote in this hand is lost by playing this card to the trick."""
    if not any(card in pair and pair <= hand for pair in law.belotes):
        return False
    thrown = not rules.belote.belote_discard_ok and play.is_discard(card, trick, law.trump)
    return thrown or (rules.belote_order_forfeits and card.rank is Rank.QUEEN)


# --- in play --------------------------------------------------------------------------------------


def by_card(deal: Playing, held: int, now: MarksOnly) -> dict[Card, Worth]:
    """Return the worth of the deal after each legal card, played with all its announcements.

    `held`: marks held from tied deals before; `now`: the rules by which marks are written.
    """
    state, seat = _state(deal, held, now), deal.to_act
    exact = _exact(deal.rules, deal.law, deal.contract) and not _belote_open(deal)
    result = {}
    for card, outcome in _outcomes(deal).items():
        lost = loses_belote(deal.hands[seat], deal.trick, card, deal.law, deal.rules)
        after = without_belote(state, deal.rules.sides[seat]) if lost else state
        result[card] = Worth(after.settled(outcome), exact)
    return result


def without_belote(state: DealState, side: int) -> DealState:
    """Return the state of a deal after a side has lost its belote."""
    left = [points - tallies.BELOTE * (s == side) for s, points in enumerate(state.belote)]
    return _with(state, belote=tuple(left))


def principal_variation(deal: Playing) -> tuple[Card, ...]:
    """Return the cards to come if no player errs; () where the deal cannot be solved."""
    if not _solvable(deal.rules, deal.law):
        return ()
    taken = _taken(deal)
    sweep = SWEEP_BONUS if 0 in taken else 0
    position = (deal.hands, deal.leader, deal.trick, deal.law)
    return solver.solve(*position, line=True, sweep=sweep, taken=taken).line or ()


def _outcomes(deal: Playing) -> dict[Card, Outcome]:
    """Return the outcome of the rest of the deal after each legal card."""
    if _solvable(deal.rules, deal.law):
        trick = CardsOnTable(deal.leader, deal.trick, None)
        return double_dummy(deal.hands, trick, deal.law, _taken(deal))
    forecast = solver.forecast([deal.hands], [1.0], deal.law, _history(deal))
    return {card: outcomes[0] for card, outcomes in forecast.items()}


def _taken(deal: Playing) -> tuple[int, int]:
    won = [deal.rules.sides[trick.winner] for trick in deal.tricks]
    return won.count(0), won.count(1)


def _history(deal: Playing) -> PlayHistory:
    tricks = (*(trick.cards for trick in deal.tricks), deal.trick)
    cards, taker = bytes(card.index for trick in tricks for card in trick), deal.contract.attacker
    return PlayHistory(taker, first_to_lead(deal.auction, taker), cards)


def _solvable(rules: Rules, law: Law) -> bool:
    return rules.side_count == 2 and not law.bonuses


def _exact(rules: Rules, law: Law, contract: Contract) -> bool:
    """Return whether the solver's best is the best in marks."""
    return _solvable(rules, law) and contract.value != "generale"


def _belote_open(deal: Playing) -> bool:
    """Return whether a hand holds a belote that can still be lost."""
    sure = deal.rules.belote_is_sure(deal.contract.trump)
    return not sure and any(pair <= deal.hands[seat] for seat, pair in deal.belotes)


def _state(deal: Playing, held: int, now: MarksOnly) -> DealState:
    """Build the state of the deal: points won by each side, belotes and announcements."""
    rules, law = deal.rules, deal.law
    points, winners = [0] * rules.side_count, 0
    for trick in deal.tricks:
        side = rules.sides[trick.winner]
        points[side] += play.trick_points(trick.cards, law)
        winners |= 1 << side
    belote = [0] * rules.players
    for seat, pair in deal.belotes:
        belote[seat] += tallies.BELOTE * belote_counts(deal, seat, pair)
    return DealState(
        match_state=now,
        side=0,
        attack=rules.sides[deal.contract.attacker],
        points=tuple(points),
        winners=winners,
        melds=_announced(deal),
        belote=rules.by_side(belote),
        held=held,
        terms=ContractTerms.of(deal.contract, law),
    )


def _announced(deal: Playing) -> Points:
    """Return the announced points by side; seats that have not played yet count as announcing."""
    rules, trump = deal.rules, deal.contract.trump
    if deal.contest is not None:
        counting = [deal.counting(seat) for seat in range(rules.players)]
        return rules.by_side([sum(meld.kind.points for meld in held) for held in counting])
    heard = rules.melds.meld_said == "before_play"
    held = [
        said if heard or deal.turn_of(seat) else deal.melds_offered(seat)
        for seat, said in enumerate(deal.announced)
    ]
    return bidding.counting(rules, held, trump, deal.eldest)


# --- in the auction -------------------------------------------------------------------------------


class TrueAuction:
    """The auction of a deal with all cards seen, solved once for each attacker and trump."""

    def __init__(self, now: MarksOnly) -> None:
        self.now = now
        self._solved: dict[Contract, tuple[DealState, list[Outcome]]] = {}

    def natural(self, deal: Bidding, seen: View) -> Worth:
        """Return the worth of the deal if all players call by the worth of the hand."""
        return self.after(deal, seen, calling.of(deal.rules).call(seen))

    def after(self, deal: Bidding, seen: View, call: Call) -> Worth:
        """Return the worth of the deal after this call of the seat to speak."""
        rules = deal.rules
        contract = calling.of(rules).contract(seen, rules, deal.hands, call)
        if contract is None:
            return Worth(Settled(None, (0,) * rules.side_count), exact=True)
        return self.of(deal, seen, contract)

    def of(self, deal: Bidding, seen: View, contract: Contract) -> Worth:
        """Return the worth of the deal if this is the contract."""
        rules, at, law = deal.rules, contract.undoubled, deal.rules.law_of(contract)
        if at not in self._solved:
            self._solved[at] = self._solve(deal, seen, at)
        state, outcomes = self._solved[at]
        bid = _with(state, terms=ContractTerms.of(contract, law))
        exact = _exact(rules, law, contract) and (
            rules.belote_is_sure(contract.trump) or not any(state.belote)
        )
        worths = [Worth(bid.settled(outcome), exact) for outcome in outcomes]
        return best(worths, rules.sides[first_to_lead(deal.auction, contract.attacker)])

    def _solve(
        self, deal: Bidding, seen: View, contract: Contract
    ) -> tuple[DealState, list[Outcome]]:
        """Return the deal before its first card, and the outcomes of the legal leads."""
        rules, eldest, taker = deal.rules, deal.eldest, contract.attacker
        hands, law = full_hands(deal, contract.gets_turned), rules.law_of(contract)
        state = bidding.deal_at_first_card(seen, self.now, hands, taker, contract.trump, eldest)
        leader = first_to_lead(deal.auction, taker)
        if _solvable(rules, law):
            solved = double_dummy(hands, CardsOnTable(leader, (), None), law, (0, 0))
            return state, [*solved.values()]
        return state, solver.play_out([hands], law, PlayHistory(taker, leader))
