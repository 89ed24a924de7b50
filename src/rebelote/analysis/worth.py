"""The worth of a deal in progress, all cards seen: the marks if nobody errs from here on.

Of two sides the solver says what follows. What it cannot say exactly is estimated, and marked so:
three players each alone, and rules under which points fall together in tricks, are played on by the
learnt policy; a belote that can still be lost is taken to be kept, and of a side that takes every
trick the attacker is taken to have won them all. In the auction everybody goes on by the worth of
the hand alone.
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
from rebelote.rules import play, scoring
from rebelote.rules.actions import Call
from rebelote.rules.auctions.state import first_to_lead
from rebelote.rules.cards import Card, CardSet, Rank
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Bidding, Playing, belote_counts
from rebelote.rules.options import Rules
from rebelote.rules.play import Law
from rebelote.rules.scoring import ContractTerms, Points
from rebelote.rules.view import CardsOnTable, View

_with: Final = msgspec.structs.replace


class Worth(NamedTuple):
    """How a deal will be settled, and whether that is exact."""

    settled: Settled
    exact: bool

    def ahead(self, side: int) -> float:
        """By how many marks the side will be ahead."""
        return ahead(self.settled.marks, side)


def best(worths: Iterable[Worth], side: int) -> Worth:
    """What is best for a side."""
    return max(worths, key=lambda worth: worth.ahead(side))


def loses_belote(
    hand: CardSet, trick: tuple[Card, ...], card: Card, law: Law, rules: Rules
) -> bool:
    """Whether a belote in this hand is lost by playing this card to the trick."""
    if not any(card in pair and pair <= hand for pair in law.belotes):
        return False
    thrown = not rules.belote.belote_discard_ok and play.is_discard(card, trick, law.trump)
    return thrown or (rules.belote_order_forfeits and card.rank is Rank.QUEEN)


# --- in play --------------------------------------------------------------------------------------


def by_card(deal: Playing, held: int, now: MarksOnly) -> dict[Card, Worth]:
    """By legal card the worth of the deal once it is played, with all there is to say.

    `held`: marks that wait from tied deals before; `now`: the rules by which marks are written.
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
    """The same deal once a side has lost a belote."""
    left = [points - scoring.BELOTE * (s == side) for s, points in enumerate(state.belote)]
    return _with(state, belote=tuple(left))


def principal_variation(deal: Playing) -> tuple[Card, ...]:
    """How the cards fall if nobody errs; none where that cannot be solved."""
    if not _solvable(deal.rules, deal.law):
        return ()
    taken = _taken(deal)
    sweep = SWEEP_BONUS if 0 in taken else 0
    position = (deal.hands, deal.leader, deal.trick, deal.law)
    return solver.solve(*position, line=True, sweep=sweep, taken=taken).line or ()


def _outcomes(deal: Playing) -> dict[Card, Outcome]:
    """By legal card the outcome of the rest of the deal."""
    if _solvable(deal.rules, deal.law):
        trick = CardsOnTable(deal.leader, deal.trick, None)
        return double_dummy(deal.hands, trick, deal.law, _taken(deal))
    forecast = solver.forecast([deal.hands], [1.0], deal.law, _history(deal))
    return {card: outcomes[0] for card, outcomes in forecast.items()}


def _taken(deal: Playing) -> tuple[int, int]:
    """The number of tricks that each of two sides has."""
    won = [deal.rules.sides[trick.winner] for trick in deal.tricks]
    return won.count(0), won.count(1)


def _history(deal: Playing) -> PlayHistory:
    tricks = (*(trick.cards for trick in deal.tricks), deal.trick)
    cards, taker = bytes(card.index for trick in tricks for card in trick), deal.contract.attacker
    return PlayHistory(taker, first_to_lead(deal.auction, taker), cards)


def _solvable(rules: Rules, law: Law) -> bool:
    return rules.side_count == 2 and not law.bonuses


def _exact(rules: Rules, law: Law, contract: Contract) -> bool:
    """Whether the solver's best is the best in marks."""
    return _solvable(rules, law) and contract.value != "generale"


def _belote_open(deal: Playing) -> bool:
    """Whether a hand holds a belote that can still be lost."""
    sure = deal.rules.belote_is_sure(deal.contract.trump)
    return not sure and any(pair <= deal.hands[seat] for seat, pair in deal.belotes)


def _state(deal: Playing, held: int, now: MarksOnly) -> DealState:
    """What each side has won, and will have beside the tricks."""
    rules, law = deal.rules, deal.law
    points, winners = [0] * rules.side_count, 0
    for trick in deal.tricks:
        side = rules.sides[trick.winner]
        points[side] += play.trick_points(trick.cards, law)
        winners |= 1 << side
    belote = [0] * rules.players
    for seat, pair in deal.belotes:
        belote[seat] += scoring.BELOTE * belote_counts(deal, seat, pair)
    return DealState(
        now,
        0,
        rules.sides[deal.contract.attacker],
        tuple(points),
        winners,
        _announced(deal),
        rules.by_side(belote),
        held,
        ContractTerms.of(deal.contract, law),
    )


def _announced(deal: Playing) -> Points:
    """The points of announcements by side; who has not played yet is taken to announce."""
    rules, trump = deal.rules, deal.contract.trump
    if deal.contest is not None:
        counting = [deal.counting(seat) for seat in range(rules.players)]
        return rules.by_side([sum(meld.kind.points for meld in held) for held in counting])
    held = [
        said if deal.turn_of(seat) else deal.melds_offered(seat)
        for seat, said in enumerate(deal.announced)
    ]
    return bidding.counting(rules, held, trump, deal.eldest)


# --- in the auction -------------------------------------------------------------------------------


class TrueAuction:
    """The auction of a deal of which all cards are seen; it is solved once for each attacker and
    trump."""

    def __init__(self, now: MarksOnly) -> None:
        self.now = now
        self._solved: dict[Contract, tuple[DealState, list[Outcome]]] = {}

    def natural(self, deal: Bidding, seen: View) -> Worth:
        """The worth of the deal if everybody calls by the worth of the hand."""
        return self.after(deal, seen, calling.of(deal.rules).call(seen))

    def after(self, deal: Bidding, seen: View, call: Call) -> Worth:
        """The worth of the deal after this call of the seat that is to speak."""
        rules = deal.rules
        contract = calling.of(rules).contract(seen, rules, deal.hands, call)
        if contract is None:
            return Worth(Settled(None, (0,) * rules.side_count), exact=True)
        return self.of(deal, seen, contract)

    def of(self, deal: Bidding, seen: View, contract: Contract) -> Worth:
        """The worth of the deal if this is the contract."""
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
        """The deal before its first card, and the outcomes of the cards that may be led."""
        rules, eldest, taker = deal.rules, deal.eldest, contract.attacker
        hands, law = full_hands(deal, contract.gets_turned), rules.law_of(contract)
        state = bidding.deal_at_first_card(seen, self.now, hands, taker, contract.trump, eldest)
        leader = first_to_lead(deal.auction, taker)
        if _solvable(rules, law):
            result = double_dummy(hands, CardsOnTable(leader, (), None), law, (0, 0))
            return state, [*result.values()]
        return state, solver.play_out([hands], law, PlayHistory(taker, leader))
