"""Saudi baloot: hokum or sun with a turned card, stakes raised to the coffee, marks to 152.

rebelote play baloot --game examples.baloot
"""

from __future__ import annotations

from importlib.resources import files
from typing import Literal, NamedTuple

from rebelote.bots.payoffs import Spread
from rebelote.bots.plain_calling import PlainCalling
from rebelote.bots.turned import hand_worth
from rebelote.games import Game
from rebelote.i18n.sources import Source
from rebelote.rules.actions import Call, Double, NamedCall, Pass, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.state import PlainAuction
from rebelote.rules.cards import SUIT_TRUMPS, CardSet, Rank, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.own_options import OwnOption
from rebelote.rules.scoring import ContractResult, Line, Payment, ScoringRules, Tally, won

SUN = Take(Trump.NONE)
ASHKAL = NamedCall("ashkal")
RAISES = {1: "double", 2: "three", 3: "four", 4: "gahwa"}
"""The raise from each stake; the coffee is the stake of 5, for the whole match."""
COFFEE = 5
POOR = 100
"""A sun may be doubled by a side with at most so many marks against one with more."""


class Purchase(NamedTuple):
    """The calls so far: the contract, if it is bought, who spoke last for it, and what followed."""

    contract: Contract | None = None
    bought: bool = False
    raiser: int = 0
    passes: int = 0


def purchase(so_far: AuctionSoFar) -> Purchase:
    """What the calls come to."""
    outcome = Purchase()
    for call in so_far.calls:
        contract, seat = outcome.contract, call.seat
        if call.said == ASHKAL.name:
            sun = Contract(seat, Trump.NONE, turned_to=(seat + 2) % 4)
            outcome = Purchase(sun, True, seat)
        elif call.trump is not None:
            outcome = Purchase(Contract(seat, call.trump), call.trump is Trump.NONE, seat)
        elif contract and outcome.bought and call.said:
            closed = call.said.startswith("closed-")
            stake = contract.stake + 1
            raised = Contract(contract.attacker, contract.trump, None, stake, closed)
            outcome = Purchase(raised, True, seat)
        elif contract and outcome.bought:
            outcome = outcome._replace(passes=outcome.passes + 1)
        elif contract and seat == contract.attacker:
            outcome = Purchase(contract, True, seat)
    return outcome


class Buying(PlainAuction):
    """Hokum in the turned suit or sun, then hokum in another; the stake is raised by full hands."""

    turns_up = True

    def speaker(self, so_far: AuctionSoFar) -> int:
        outcome = purchase(so_far)
        if not outcome.bought:
            return super().speaker(so_far)
        return (outcome.raiser + 1 + 2 * outcome.passes) % so_far.players

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        outcome = purchase(so_far)
        if outcome.contract is None:
            return (Pass(), *self._buys(so_far))
        return (Pass(), *(self._raises(so_far, outcome.contract) if outcome.bought else (SUN,)))

    def _buys(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        assert so_far.turned is not None
        first, spoken = so_far.round == 1, len(so_far.calls)
        suits = [suit for suit in SUIT_TRUMPS if (suit.suit is so_far.turned.suit) == first]
        late = first and spoken >= 2 and so_far.turned.rank is not Rank.ACE
        return (*map(Take, suits), SUN, *((ASHKAL,) if late else ()))

    def _raises(self, so_far: AuctionSoFar, contract: Contract) -> tuple[Call, ...]:
        if contract.trump is Trump.NONE:
            buyer = so_far.sides[contract.attacker]
            poor = bool(so_far.scores) and so_far.scores[1 - buyer] <= POOR < so_far.scores[buyer]
            return (Double(),) if poor and contract.stake == 1 else ()
        name = RAISES.get(contract.stake)
        if name is None:
            return ()
        open_one = Double() if name == "double" else NamedCall(name)
        closed = so_far.rules.own["closed"] == "yes" and name != "gahwa"
        return (open_one, NamedCall(f"closed-{name}")) if closed else (open_one,)

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        return purchase(so_far).contract

    def settled(self, so_far: AuctionSoFar) -> bool:
        return purchase(so_far).bought

    def over(self, so_far: AuctionSoFar) -> bool:
        outcome = purchase(so_far)
        if outcome.contract is None:
            return len(so_far.calls) == 2 * so_far.players
        return outcome.bought and (
            outcome.passes == 2 or not self._raises(so_far, outcome.contract)
        )


def marks(points: int, others: int, sun: bool) -> int:
    """The marks of a side's points in tricks: tens, 5 down; in sun twice, and 5 is one.

    >>> [marks(95, 67, False), marks(86, 76, False), marks(75, 55, True), marks(66, 64, True)]
    [9, 8, 15, 14]
    """
    tens, rest = divmod(points, 10)
    if sun:
        return 2 * tens + (rest >= 5) + (rest > 5)
    return tens + (rest > 5 and (others % 10 != rest or points < others))


def by_marks(tally: Tally, rules: ScoringRules) -> ContractResult:
    """Each side writes its own; who bought and has no more, or a raised stake, loses all."""
    buyer, others, sun = tally.attack, tally.attack ^ 1, tally.no_trumps
    projects = [side * (1 + sun) // 10 for side in tally.melds]
    lead = tally.points[buyer] + tally.melds[buyer] - tally.points[others] - tally.melds[others]
    raised_last = buyer if tally.stake % 2 else others
    lost_level = lead == 0 and (buyer if tally.stake == 1 else raised_last) == buyer
    winner = others if lead < 0 or lost_level else buyer
    if (swept := tally.swept) is not None:
        winner = swept
    written = [0, 0]
    if swept is not None:
        written[winner] = ((44 if sun else 25) + projects[winner]) * min(tally.stake, 4)
    elif tally.stake > 1 or winner == others:
        written[winner] = ((26 if sun else 16) + sum(projects)) * min(tally.stake, 4)
    else:
        for side in (buyer, others):
            mine, theirs = tally.points[side], tally.points[side ^ 1]
            written[side] = marks(mine, theirs, sun) + projects[side]
    raw = tuple(own + belote // 10 for own, belote in zip(written, tally.belote, strict=True))
    result: Literal["made", "failed"] = "made" if winner == buyer else "failed"
    line = Line(result, buyer, raw[buyer], "baloot-table:marks")
    wins = winner if tally.stake == COFFEE else None
    return ContractResult(result, Payment(raw, heir=winner), (*won(tally), line), wins)


class BuyingCalling(PlainCalling):
    """A hand with the turned card is worth a hokum or a sun; a good one is worth a raise."""

    def worth(self, hand: CardSet, call: Call, so_far: AuctionSoFar, rules: Rules) -> float:
        outcome = purchase(so_far)
        if outcome.bought and outcome.contract:
            raised = 95.0 if call != NamedCall("gahwa") else 130.0
            return hand_worth(hand, rules.law(outcome.contract.trump)) - raised
        if isinstance(call, Take):
            turned = CardSet.of([so_far.turned] if so_far.turned else [])
            return hand_worth(hand | turned, rules.law(call.trump)) - (24 if call == SUN else 35)
        return hand_worth(hand, rules.law(Trump.NONE)) - 28.0


GAME = Game(
    presets={
        "baloot": {
            "auction_kind": "buying",
            "settlement": "marks",
            "direction": "ccw",
            "packets": [(3, 2)],
            "shuffle": "each_deal_full",
            "no_suit_points": "unscaled",
            "undertrump": "free",
            "squares": "baloot",
            "meld_tie": "earliest",
            "trump_run_first": False,
            "sweep_points": 0,
            "rounding": "none",
            "target": 152,
        }
    },
    auctions={"buying": Buying()},
    callings={"buying": BuyingCalling()},
    settlements={"marks": by_marks},
    spreads={"marks": Spread(deviation=14, mean=9)},
    calls=("ashkal", "three", "four", "gahwa", "closed-double", "closed-three", "closed-four"),
    options={
        "closed": OwnOption(Literal["yes", "no"], "yes", "baloot-table:raises", section="auction"),
    },
    sources={
        "baloot-table": Source(
            name="Baloot",
            title="Baloot as it is played in the Gulf",
            author="what is common to the descriptions on the web",
            places={
                "purchase": "In the first round hokum in the turned suit, sun, or for the last two "
                "ashkal; in the second hokum in another suit, or sun.",
                "raises": "In hokum the stake is doubled, then three, four, and the coffee, which "
                "is for the match; open or closed. In sun it is doubled by a side behind.",
                "marks": "A hokum is worth 16 marks and a sun 26, projects apart; every trick 25 "
                "and 44. Who bought and has no more than the others writes nothing.",
            },
        )
    },
    cites={"auction_kind": "baloot-table:purchase", "settlement": "baloot-table:marks"},
    words=files(__name__) / "words",
)
