"""Saudi baloot: sun and hokum, ashkal, raises that may close the game, and marks.

It is here to show that the seam carries it: calls by name, scores in the auction, a gift of the
turned card, closed leads, squares by contract, and a deal that wins the match.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from rebelote.bots.payoffs import Spread
from rebelote.bots.plain_calling import PlainCalling
from rebelote.bots.turned import hand_worth
from rebelote.games import Game
from rebelote.rules.actions import Call, NamedCall, Pass, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.state import PlainAuction, seat_after
from rebelote.rules.cards import SUIT_TRUMPS, CardSet, Rank, Trump
from rebelote.rules.contract import Called, Contract
from rebelote.rules.options import Rules
from rebelote.rules.scoring import (
    ContractResult,
    Line,
    Outcome,
    Payment,
    ScoringRules,
    Tally,
    by_attack,
    rounded_points,
    won,
)

SUN = Trump.NONE
RAISES = ("dabal", "three", "four", "gahwa")
"""Each says so many times the deal, from two on; the last is played for the match."""
OPEN_FROM = 100
"""The score that one side must be past, and the other not, for sun to be doubled."""


class Bought(NamedTuple):
    """What was bought: by which call, and the calls after it, once the purchase is over."""

    call: Called
    after: tuple[Called, ...] | None

    @property
    def trump(self) -> Trump:
        return SUN if self.call.said == "ashkal" else self.call.trump or SUN

    @property
    def raises(self) -> list[Called]:
        return [one for one in self.after or () if one.said]

    @property
    def turn(self) -> int:
        """Who may raise: either partner of the side that did not speak last."""
        last = (self.raises or [self.call])[-1]
        passed = len(self.after or ()) - max(
            (number + 1 for number, one in enumerate(self.after or ()) if one.said), default=0
        )
        return (last.seat + 1 + 2 * passed) % 4 if passed < 2 else -1


def bought(so_far: AuctionSoFar) -> Bought | None:
    """Sun ends the purchase; after hokum the others, and last its caller, may say sun."""
    hokum: tuple[int, Called] | None = None
    for number, one in enumerate(so_far.calls):
        if one.trump is SUN or one.said == "ashkal":
            return Bought(one, so_far.calls[number + 1 :])
        if one.trump is not None:
            hokum = number, one
        elif hokum is not None and number == hokum[0] + so_far.players:
            return Bought(hokum[1], so_far.calls[number + 1 :])
    return None if hokum is None else Bought(hokum[1], None)


class Purchase(PlainAuction):
    turns_up = True

    def speaker(self, so_far: AuctionSoFar) -> int:
        result = bought(so_far)
        return seat_after(so_far) if result is None or result.after is None else result.turn

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        result = bought(so_far)
        if result is None:
            return (Pass(), *_to_buy(so_far))
        if result.after is None:
            return (Pass(), Take(SUN))
        raised = RAISES[len(result.raises)]
        closed = (
            () if raised == "gahwa" or result.trump is SUN else (NamedCall(f"{raised}-closed"),)
        )
        return (Pass(), NamedCall(raised), *closed)

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        if (result := bought(so_far)) is None:
            return None
        made = Contract(result.call.seat, result.trump, stake=1 + len(result.raises))
        if result.call.said == "ashkal":
            return Contract(made.attacker, SUN, None, made.stake, turned_to=(made.attacker + 2) % 4)
        if result.raises and result.raises[-1].said.endswith("-closed"):
            return Contract(made.attacker, made.trump, None, made.stake, closed=True)
        return made

    def settled(self, so_far: AuctionSoFar) -> bool:
        result = bought(so_far)
        return result is not None and result.after is not None

    def over(self, so_far: AuctionSoFar) -> bool:
        result = bought(so_far)
        if result is None or result.after is None:
            return result is None and so_far.passes == 2 * so_far.players
        most = 4 if result.trump is not SUN else int(_may_double_sun(so_far, result))
        return len(result.raises) == most or result.turn < 0


def _to_buy(so_far: AuctionSoFar) -> tuple[Call, ...]:
    """Hokum in the turned suit, then in another; sun; in round one ashkal by the last two."""
    turned = so_far.turned
    if turned is None:
        return ()
    suit = SUIT_TRUMPS[turned.suit]
    if so_far.round > 1:
        return (*(Take(trump) for trump in SUIT_TRUMPS if trump is not suit), Take(SUN))
    late = len(so_far.calls) >= so_far.players // 2 and turned.rank is not Rank.ACE
    return (Take(suit), Take(SUN), *((NamedCall("ashkal"),) if late else ()))


def _may_double_sun(so_far: AuctionSoFar, result: Bought) -> bool:
    """Only a side that is at most at 100 may, against one that is past it."""
    if not so_far.scores:
        return False
    buyers = so_far.sides[result.call.seat]
    return so_far.scores[buyers] > OPEN_FROM >= so_far.scores[buyers ^ 1]


class PurchaseCalling(PlainCalling):
    def worth(self, hand: CardSet, call: Call, so_far: AuctionSoFar, rules: Rules) -> float:
        result = bought(so_far)
        if result is not None and result.after is not None:
            return hand_worth(hand, rules.law(result.trump)) - 75.0 - 10 * len(result.raises)
        trump = call.trump if isinstance(call, Take) else SUN
        turned = CardSet.of(() if so_far.turned is None else (so_far.turned,))
        whole = hand if isinstance(call, NamedCall) else hand | turned
        return hand_worth(whole, rules.law(trump)) - (45.0 if trump is SUN else 40.0)


def marks(tally: Tally, rules: ScoringRules) -> ContractResult:
    """Marks of the cards, then projects, then stakes; baloot goes to its holder, last."""
    buyers, others = tally.attack, tally.attack ^ 1
    sun, swept = tally.no_trumps, tally.swept
    compared = [tally.points[side] + tally.melds[side] for side in tally.sides]
    level = compared[0] == compared[1]
    ahead = compared[buyers] > compared[others] or (level and tally.stake in (2, 4))
    winner = buyers if ahead else others
    projects = [points * (1 + sun) // 10 for points in tally.melds]
    whole, every = (26, 44) if sun else (16, 25)
    if swept is not None:
        written = _to(swept, (every + projects[swept]) * tally.stake)
        winner = swept
    elif tally.stake > 1 or not ahead:
        written = _to(winner, (whole + sum(projects)) * tally.stake)
    else:
        cards = _of_cards(tally, rules)
        written = (cards[0] + projects[0], cards[1] + projects[1])
    raw = tuple(10 * (written[side] + tally.belote[side] // 10) for side in tally.sides)
    outcome: Outcome = "made" if winner == buyers else "failed"
    line = Line(outcome, buyers, compared[buyers], "baloot:projects")
    wins = winner if tally.stake == 1 + len(RAISES) else None
    return ContractResult(outcome, Payment(raw), (*won(tally), line), wins)


def _to(side: int, written: int) -> tuple[int, ...]:
    return by_attack(side, written, 0)


def _of_cards(tally: Tally, rules: ScoringRules) -> tuple[int, ...]:
    """Hokum: tens, 5 down, of two sixes the smaller up; sun: doubled, and 5 is one mark."""
    if tally.no_trumps:
        rests = [points % 10 for points in tally.points]
        more = [(rest >= 5) + (rest > 5) for rest in rests]
        return tuple(p // 10 * 2 + up for p, up in zip(tally.points, more, strict=True))
    return tuple(p // 10 for p in rounded_points(tally.points, tally.attack, rules))


GAME = Game(
    presets={
        "saudi": {
            "auction_kind": "purchase",
            "settlement": "marks",
            "packets": [(3, 2)],
            "shuffle": "each_deal_full",
            "undertrump": "free",
            "no_suit_points": "unscaled",
            "squares": "baloot",
            "carre_beats_run": False,
            "meld_tie": "earliest",
            "trump_run_first": False,
            "rounding": "lower_side_up",
            "unit": 10,
            "target": 152,
        }
    },
    auctions={"purchase": Purchase()},
    callings={"purchase": PurchaseCalling()},
    settlements={"marks": marks},
    spreads={"marks": Spread(deviation=170, mean=100)},
    calls=("ashkal", *RAISES, *(f"{name}-closed" for name in RAISES[:3])),
    words=files(__name__) / "words",
)
