"""The auction of a turned-up card, which is taken or passed.

In round 1 its suit is taken, in round 2 another suit may be named (`french:9`, `flemish:9`,
`bga:10,47`), in round 3, where there is one, all trumps or no trumps (`bga:49`). The first to take
ends it.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.actions import Call, Pass, Take
from rebelote.rules.auctions.state import Auction, AuctionRules, AuctionSoFar, Outcomes
from rebelote.rules.cards import SUIT_TRUMPS, Card, Trump
from rebelote.rules.contract import Contract

THIRD_ROUND: Final = (Trump.ALL, Trump.NONE)


def rounds(rules: AuctionRules) -> int:
    """Return the number of rounds (`bga:49`)."""
    return 2 if rules.round3 == "none" else 3


def trumps_on_offer(turned: Card, at_round: int, turned_suit_again: bool) -> tuple[Trump, ...]:
    """Return the trumps of a round; `turned_suit_again`: the turned suit in round 2 too."""
    proposed = SUIT_TRUMPS[turned.suit]
    if at_round == 1:
        return (proposed,)
    if at_round == 3:
        return THIRD_ROUND
    return tuple(trump for trump in SUIT_TRUMPS if turned_suit_again or trump is not proposed)


class _Turned(Auction):
    turns_up = True
    tabulated = True
    debated = (
        *("melds", "undertrump", "target", "tie_rule", "belote_safe_on_fail", "rise_trump_led"),
        *("swept_attack_pays", "rounding", "belote_order", "last_trick_view"),
    )

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        if so_far.turned is None:
            return (Pass(),)
        again = so_far.rules.round2_turned_suit
        return (Pass(), *map(Take, trumps_on_offer(so_far.turned, so_far.round, again)))

    def refusal(self, so_far: AuctionSoFar, call: Call) -> str:
        return "wrong-suit" if isinstance(call, Take) else "not-now"

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        last = so_far.calls[-1] if so_far.calls else None
        return None if last is None or last.trump is None else Contract(last.seat, last.trump)

    def over(self, so_far: AuctionSoFar) -> bool:
        everybody = so_far.passes == rounds(so_far.rules) * so_far.players
        return everybody or self.contract(so_far) is not None

    def outcomes(self, rules: AuctionRules) -> Outcomes:
        beyond = () if rules.round3 == "none" else THIRD_ROUND
        return Outcomes((*SUIT_TRUMPS, *beyond), stakes=(1,))

    def calls(self, rules: AuctionRules) -> tuple[Call, ...]:
        return tuple(map(Take, self.outcomes(rules).trumps))


TURNED: Final = _Turned()
