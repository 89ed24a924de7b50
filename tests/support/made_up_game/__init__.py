"""A made-up game, in this folder alone: forehand must name trump, and its opponents may double.

Who has most points writes the difference, and all of it doubled where the attack was doubled and
has less. The jack of trumps counts 40, other aces 15. It has an auction, a
settlement, points of cards, a way to call and words of its own, and is played by
`rebelote serve --game made_up_game`, with this folder's parent on Python's path.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from rebelote.bots.payoffs import Spread
from rebelote.games import Game
from rebelote.knowledge.worlds import World
from rebelote.rules.actions import Call, Double, Pass, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.state import seat_after
from rebelote.rules.cards import SUIT_TRUMPS, CardSet
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.scoring import (
    ContractResult,
    Line,
    Outcome,
    Payment,
    ScoringRules,
    Tally,
    compared,
    won,
)
from rebelote.rules.view import View


class Forehand:
    """The auction: forehand names one of the suits, each opponent may double once it is named."""

    turns_up = False
    names_values = False

    def speaker(self, so_far: AuctionSoFar) -> int:
        last = seat_after(so_far)
        own_side = bool(so_far.calls) and so_far.sides[last] == so_far.sides[so_far.eldest]
        return (last + 1) % so_far.players if own_side else last

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        return (Pass(), Double()) if so_far.calls else tuple(map(Take, SUIT_TRUMPS))

    def out_of_turn(self, so_far: AuctionSoFar, seat: int) -> tuple[Call, ...]:
        return ()

    def refusal(self, so_far: AuctionSoFar, call: Call) -> str:
        return "no-double" if isinstance(call, Double) else "not-now"

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        if not so_far.calls or so_far.calls[0].trump is None:
            return None
        doubled = any(one.said == "double" for one in so_far.calls)
        return Contract(so_far.calls[0].seat, so_far.calls[0].trump, stake=2 if doubled else 1)

    def over(self, so_far: AuctionSoFar) -> bool:
        return len(so_far.calls) == 3 or bool(so_far.calls and so_far.calls[-1].said)


def by_difference(tally: Tally, rules: ScoringRules) -> ContractResult:
    """The settlement: the difference in points, to who has more."""
    lead = compared(tally, tally.attack, rules) - compared(tally, tally.attack ^ 1, rules)
    winner = tally.attack if lead > 0 else tally.attack ^ 1
    marks = abs(lead) * (tally.stake if lead <= 0 else 1)
    raw = (marks, 0) if winner == 0 else (0, marks)
    outcome: Outcome = "made" if lead > 0 else "failed"
    line = Line(outcome, tally.attack, abs(lead), "french:22")
    return ContractResult(outcome, Payment(raw, heir=winner), (*won(tally), line))


class ForehandCalling:
    """Calling by length: the longest suit; a double with four trumps."""

    draws = 1
    by_hand = "hand"
    silent = "pass"

    def worths(self, view: View) -> dict[Call, float]:
        calls = view.legal.calls if view.legal else ()
        return {call: self._worth(view, call) for call in calls}

    def _worth(self, view: View, call: Call) -> float:
        match call:
            case Take():
                return float(len(view.hand & call.trump.cards))
            case Double():
                trump = view.calls[0].trump
                return len(view.hand & trump.cards) - 3.5 if trump else 0.0
        return 0.0

    def call(self, view: View) -> Call:
        found = self.worths(view)
        return max(found, key=lambda call: found[call])

    def candidates(self, view: View) -> tuple[Call, ...]:
        return tuple(reversed(view.legal.calls)) if view.legal else ()

    def known(self, view: View) -> CardSet:
        return view.hand

    def readable(self, view: View, call: Call) -> bool:
        return True

    def contract(self, view: View, rules: Rules, first: World, call: Call) -> Contract | None:
        so_far = AuctionSoFar(
            rules.auction, rules.sides, (view.dealer + 1) % rules.players, calls=view.calls
        )
        auction = Forehand()
        so_far = so_far.after(view.seat, call)
        while not auction.over(so_far):
            so_far = so_far.after(auction.speaker(so_far), Pass())
        return auction.contract(so_far)

    def natural(self, view: View) -> Call | None:
        return None

    def likelihood(self, view: View, rules: Rules, seat: int) -> Callable[[CardSet], float]:
        return lambda held: 1.0


GAME = Game(
    presets={
        "forehand": {
            "auction_kind": "forehand",
            "settlement": "difference",
            "packets": [(4, 4)],
            "shuffle": "each_deal_full",
            "target": 300,
            "melds": "none",
            "no_suit_points": "tall",
        }
    },
    auctions={"forehand": Forehand()},
    callings={"forehand": ForehandCalling()},
    settlements={"difference": by_difference},
    spreads={"difference": Spread(deviation=70, mean=50)},
    scales={
        "tall": {
            "trump": {"J": 40, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
            "plain": {"A": 15, "T": 10, "K": 4, "Q": 3, "J": 2},
        }
    },
    words=files(__name__) / "words",
)
