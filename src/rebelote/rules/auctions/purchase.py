"""The auction of baloot: a turned card is bought as hokum or as sun, then the stake is raised.

In round 1 hokum is in the turned suit, in round 2 in another; sun, without trumps, ends the
purchase at once (`baloot:purchase`), unless opponents who come earlier may take it (*gablak*,
`jawaker:gablak`). The rest is dealt, and the sides in turn raise the stake of a hokum to the
coffee, which is for the match; a sun is only doubled, by a side behind (`baloot:raises`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from rebelote.rules.actions import (
    BALOOT_CALLS,
    Call,
    Double,
    NamedCall,
    Pass,
    Redeal,
    Redouble,
    Take,
)
from rebelote.rules.auctions.state import DOUBLED, Auction, AuctionRules, AuctionSoFar, Outcomes
from rebelote.rules.cards import SUIT_TRUMPS, Card, CardSet, Rank, Trump
from rebelote.rules.contract import Called, Contract, PassForm

SUN: Final = Take(Trump.NONE)
ASHKAL: Final = NamedCall("ashkal")
COFFEE: Final = 5
"""The stake of the coffee, *gahwa*, which is for the match (`baloot:raises`)."""
STAKES: Final = (1, 2, 3, 4, COFFEE)
LOW: Final = (Rank.SEVEN, Rank.EIGHT, Rank.NINE)
"""The ranks of a hand that may be dealt again (`baloot:kawesh`)."""
_RAISES: Final = {1: "double", 2: "three", 3: "four", 4: "gahwa"}
"""The raise from each stake."""
MODEST: Final = 100
"""A sun may be doubled by a side with at most so many marks against one with more, or with fewer
against one with so many (`baloot:raises`, `question:73`)."""


class Purchase(NamedTuple):
    """The state of a purchase: the contract, whether it is bought, and the last to raise it.

    `raiser`: the seat that bought or raised last; `passes`: the number of passes since. `asked`:
    the seats that may still take a sun for themselves, the first of them next.
    """

    contract: Contract | None = None
    bought: bool = False
    raiser: int = 0
    passes: int = 0
    asked: tuple[int, ...] = ()


def purchase(so_far: AuctionSoFar) -> Purchase:
    """Return the purchase that the calls so far amount to."""
    outcome = Purchase()
    for call in so_far.calls:
        outcome = _after(outcome, call, so_far)
    return outcome


def _after(before: Purchase, call: Called, so_far: AuctionSoFar) -> Purchase:
    """Return the purchase after one more call."""
    contract, seat = before.contract, call.seat
    if call.said == "redeal":
        return Purchase()
    if call.said == ASHKAL.name:
        partner = (seat + so_far.players // 2) % so_far.players
        return _sun(Contract(seat, Trump.NONE, turned_to=partner), so_far)
    if call.trump is Trump.NONE:
        return _sun(Contract(seat, Trump.NONE), so_far)
    if call.trump is not None:
        return Purchase(Contract(seat, call.trump), not waits(so_far, call), seat)
    if contract is None:
        return before
    if call.said:
        closed = True if call.said.startswith("closed-") else msgspec.UNSET
        raised = msgspec.structs.replace(contract, stake=contract.stake + 1, closed=closed)
        return Purchase(raised, True, seat)
    if before.bought:
        return before._replace(passes=before.passes + 1)
    if before.asked:
        return before._replace(asked=before.asked[1:], bought=not before.asked[1:])
    return before._replace(bought=seat == contract.attacker)


def _sun(contract: Contract, so_far: AuctionSoFar) -> Purchase:
    """Return the purchase of a sun, which opponents may still take."""
    asked = may_take(so_far, contract.attacker)
    return Purchase(contract, not asked, contract.attacker, asked=asked)


def may_take(so_far: AuctionSoFar, buyer: int) -> tuple[int, ...]:
    """Return the opponents who come before the buyer of a sun and may take it for themselves
    (*gablak*): where it was bought in the first round, in turn (`jawaker:gablak`)."""
    first = next(one for one in so_far.calls if not one.passed)
    if not so_far.rules.gablak or first.round > 1:
        return ()
    place = (buyer - so_far.eldest) % so_far.players
    earlier = ((so_far.eldest + turn) % so_far.players for turn in range(place))
    return tuple(seat for seat in earlier if so_far.sides[seat] != so_far.sides[buyer])


def waits(so_far: AuctionSoFar, hokum: Called) -> bool:
    """Return whether the others, and last its caller, may still turn this hokum into a sun
    (`baloot:purchase`, `question:70`)."""
    return so_far.rules.hokum_waits == "both_rounds" or hokum.round == 1


def may_say_ashkal(so_far: AuctionSoFar) -> bool:
    """Return whether the seat to call may buy a sun whose card goes to its partner: the third or
    fourth to speak in round 1 (`baloot:purchase`) or in both (`baloot:ashkal`), not on an ace."""
    rules, turned, spoken = so_far.rules, so_far.turned, len(so_far.calls)
    late = spoken % so_far.players >= so_far.players // 2
    in_round = spoken < so_far.players or rules.ashkal_round2
    ace = turned is None or turned.rank is Rank.ACE
    return rules.ashkal and late and in_round and not ace


def may_redeal(so_far: AuctionSoFar, hand: CardSet) -> bool:
    """Return whether the seat to call may have this hand dealt again (*kawesh*): before a purchase
    or after it too, for nothing but sevens, eights and nines (`baloot:kawesh`)."""
    if so_far.rules.kawesh == "none" or too_late_to_redeal(so_far):
        return False
    return all(card.rank in LOW for card in hand)


def too_late_to_redeal(so_far: AuctionSoFar) -> bool:
    """Return whether somebody has bought, and only before that the cards are dealt again
    (`baloot:kawesh`)."""
    return not so_far.rules.kawesh_bought and purchase(so_far).contract is not None


def late_redeal(so_far: AuctionSoFar) -> bool:
    """Return whether the cards are dealt again although somebody has bought (`baloot:kawesh`)."""
    return so_far.redealt and any(
        one.trump is not None or one.said == ASHKAL.name for one in so_far.calls
    )


def raises(so_far: AuctionSoFar, contract: Contract) -> tuple[Call, ...]:
    """Return the calls that raise the stake of a contract, open or closed (`baloot:raises`,
    `baloot:closed`)."""
    if contract.trump is Trump.NONE:
        return (Double(),) if contract.stake == 1 and may_double_sun(so_far, contract) else ()
    name = _RAISES.get(contract.stake)
    if name is None:
        return ()
    open_one = Double() if name == "double" else NamedCall(name)
    closed = so_far.rules.closed_play and contract.stake < COFFEE - 1
    return (open_one, NamedCall(f"closed-{name}")) if closed else (open_one,)


def may_double_sun(so_far: AuctionSoFar, contract: Contract) -> bool:
    """Return whether a sun may be doubled: its buyers are far ahead (`question:73`)."""
    buyers = so_far.sides[contract.attacker]
    if not so_far.scores:
        return False
    ahead, behind = so_far.scores[buyers], so_far.scores[buyers ^ 1]
    if so_far.rules.sun_double == "from_100":
        return behind < MODEST <= ahead
    return behind <= MODEST < ahead


def _no_raise(so_far: AuctionSoFar) -> str:
    """Return the code of the rule by which a raise is refused."""
    outcome = purchase(so_far)
    sun = outcome.bought and outcome.contract is not None and outcome.contract.trump is Trump.NONE
    readings = {"past_100": "sun-past-100", "from_100": "sun-from-100"}
    return readings[so_far.rules.sun_double] if sun else "no-double"


def _buys(so_far: AuctionSoFar) -> tuple[Call, ...]:
    """Return the calls that buy while nothing is bought (`baloot:purchase`)."""
    if so_far.turned is None:
        return ()
    first, turned = so_far.round == 1, so_far.turned.suit
    suits = (Take(trump) for trump in SUIT_TRUMPS if (trump.suit is turned) == first)
    return (*suits, SUN, *((ASHKAL,) if may_say_ashkal(so_far) else ()))


class _Purchase(Auction):
    by_four = True
    turns_up = True
    tabulated = True
    debated = (
        *("closed_play", "hokum_waits", "ashkal", "gablak", "sun_double", "kawesh", "akka"),
        "failed_claim",
        *("equal_hundreds", "undertrump", "contract_counts", "swept_melds", "marks_compare"),
        *("marks_level", "belote_said", "target", "last_trick_view"),
    )

    def speaker(self, so_far: AuctionSoFar) -> int:
        outcome = purchase(so_far)
        if outcome.asked:
            return outcome.asked[0]
        if not outcome.bought:
            return super().speaker(so_far)
        return (outcome.raiser + 1 + 2 * outcome.passes) % so_far.players

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        outcome = purchase(so_far)
        if outcome.contract is None:
            return (Pass(), *_buys(so_far))
        return (Pass(), *(raises(so_far, outcome.contract) if outcome.bought else (SUN,)))

    def by_hand(self, so_far: AuctionSoFar, hand: CardSet) -> tuple[Call, ...]:
        return (Redeal(),) if may_redeal(so_far, hand) else ()

    def refusal(self, so_far: AuctionSoFar, call: Call) -> str:
        if isinstance(call, Redeal):
            return "redeal-bought" if too_late_to_redeal(so_far) else "no-redeal"
        if isinstance(call, Double | Redouble) or (isinstance(call, NamedCall) and call != ASHKAL):
            return _no_raise(so_far)
        return "wrong-suit" if call == ASHKAL or isinstance(call, Take) else "not-now"

    def pass_form(self, so_far: AuctionSoFar) -> PassForm | None:
        contract = purchase(so_far).contract
        if contract is None:
            return "second" if so_far.round > 1 else None
        kept = contract.attacker == self.speaker(so_far) and not purchase(so_far).bought
        return "keep" if kept else None

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        return purchase(so_far).contract

    def settled(self, so_far: AuctionSoFar) -> bool:
        return purchase(so_far).bought

    def over(self, so_far: AuctionSoFar) -> bool:
        outcome = purchase(so_far)
        if outcome.contract is None:
            return so_far.redealt or len(so_far.calls) == 2 * so_far.players
        needed = so_far.players // 2
        return outcome.bought and (outcome.passes == needed or not raises(so_far, outcome.contract))

    def outcomes(self, rules: AuctionRules) -> Outcomes:
        return Outcomes((*SUIT_TRUMPS, Trump.NONE), stakes=STAKES)

    def stakes(self, rules: AuctionRules, trump: Trump) -> tuple[int, ...]:
        """Return the possible stakes: a sun is doubled once (`baloot:raises`)."""
        return STAKES[:DOUBLED] if trump is Trump.NONE else STAKES

    def calls(self, rules: AuctionRules) -> tuple[Call, ...]:
        named = map(NamedCall, BALOOT_CALLS)
        return (*map(Take, SUIT_TRUMPS), SUN, Double(), *named, Redeal())

    def told_by(self, turned: Card) -> object:
        """Return its suit, and whether it is an ace, on which nobody says *ashkal*."""
        return turned.suit, turned.rank is Rank.ACE


PURCHASE: Final = _Purchase()
