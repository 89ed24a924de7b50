"""A made-up game, in this folder alone: forehand must name trump, and stakes are raised after it.

Forehand names trump by its first cards. Once all are dealt each opponent may double, for three
times the stake, and then forehand redouble, for five. Who has most points writes the difference,
and all of it times the stake where the attack has less. The jack of trumps counts 40, other aces
15, jack and nine of trump in one trick 30 more. It is played by four, or by two without the last of
these: they are dealt nine cards each, and fourteen stay in the stock.

It has an auction, a settlement, points of cards, a combination in the trick, a way to call and
words of its own, and is played by `rebelote serve --game made_up_game`, with this folder's parent
on Python's path.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, Literal

from msgspec import Meta

from rebelote.bots.plain_calling import PlainCalling
from rebelote.games import Game
from rebelote.i18n.sources import Source
from rebelote.rules.actions import Call, Double, Pass, Redouble, Take
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.state import Auction, AuctionRules, Outcomes, seat_after
from rebelote.rules.cards import SUIT_TRUMPS, CardSet, Rank, Trump, card
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.own_options import OwnOption
from rebelote.rules.scoring import ContractResult, Line, Outcome, Payment, compared, won
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.settlements import SettlementKind, Spread
from rebelote.rules.tallies import Tally
from rebelote.rules.trick_melds import Bonuses

STAKES = (1, 3, 5)
"""The stakes of a deal: as it is, doubled, redoubled."""


class Forehand(Auction):
    """The auction: forehand names a suit; by full hands an opponent doubles, forehand redoubles."""

    def speaker(self, so_far: AuctionSoFar) -> int:
        if so_far.calls and so_far.calls[-1].said:
            return so_far.eldest
        last = seat_after(so_far)
        own_side = bool(so_far.calls) and so_far.sides[last] == so_far.sides[so_far.eldest]
        return (last + 1) % so_far.players if own_side else last

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        if not so_far.calls:
            return tuple(map(Take, SUIT_TRUMPS))
        return (Pass(), Redouble() if so_far.calls[-1].said else Double())

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        if not so_far.calls or so_far.calls[0].trump is None:
            return None
        said = {one.said for one in so_far.calls}
        stake = STAKES[2 if "redouble" in said else "double" in said]
        return Contract(so_far.calls[0].seat, so_far.calls[0].trump, stake=stake)

    def outcomes(self, rules: AuctionRules) -> Outcomes:
        return Outcomes(stakes=STAKES)

    def settled(self, so_far: AuctionSoFar) -> bool:
        return bool(so_far.calls)

    def over(self, so_far: AuctionSoFar) -> bool:
        said = [one.said for one in so_far.calls[1:]]
        opponents = len(so_far.sides) - so_far.sides.count(so_far.sides[so_far.eldest])
        return len(said) >= opponents + (said[-1:] == ["double"])


def by_difference(tally: Tally, rules: ScoringRules) -> ContractResult:
    """Settle: the side with more points writes the difference."""
    lead = compared(tally, tally.attack, rules) - compared(tally, tally.attack ^ 1, rules)
    winner = tally.attack if lead > 0 else tally.attack ^ 1
    marks = abs(lead) * (tally.stake if lead <= 0 else 1)
    if tally.swept is not None and isinstance(pit := rules.own.get("pit"), int):
        marks += pit
    raw = (marks, 0) if winner == 0 else (0, marks)
    outcome: Outcome = "made" if lead > 0 else "failed"
    line = Line(outcome, tally.attack, abs(lead), "french:22")
    return ContractResult(outcome, Payment(raw, heir=winner), (*won(tally), line))


def jack_and_nine(trump: Trump) -> Bonuses:
    """Return the bonus for jack and nine of trumps in one trick."""
    if trump.suit is None:
        return ()
    highest = card(trump.suit, Rank.JACK), card(trump.suit, Rank.NINE)
    return ((CardSet.of(highest), 30),)


class ForehandCalling(PlainCalling):
    """Calling by length: the longest suit; a double with four trumps, a redouble with five."""

    def worth(self, hand: CardSet, call: Call, so_far: AuctionSoFar, rules: Rules) -> float:
        match call:
            case Take():
                return float(len(hand & call.trump.cards))
            case Double() | Redouble():
                trump = so_far.calls[0].trump
                needed = 3.5 if isinstance(call, Double) else 4.5
                return len(hand & trump.cards) - needed if trump else 0.0
        return 0.0


FOREHAND: Mapping[str, object] = {
    "auction_kind": "forehand",
    "settlement": "difference",
    "packets": [(3, 2)],
    "shuffle": "each_deal_full",
    "target": 300,
    "melds": "none",
    "no_suit_points": "tall",
}
GAME = Game(
    presets={
        "forehand": {**FOREHAND, "trick_melds": "highest"},
        "forehand-two": {
            **FOREHAND,
            "players": 2,
            "packets": [(3, 3)],
            "shuffle": "first_only",
            "melds": "full",
        },
    },
    auctions={"forehand": Forehand()},
    callings={"forehand": ForehandCalling()},
    settlements={"difference": SettlementKind(by_difference, Spread(deviation=70, mean=50))},
    scales={
        "tall": {
            "trump": {"J": 40, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
            "plain": {"A": 15, "T": 10, "K": 4, "Q": 3, "J": 2},
        }
    },
    trick_melds={"highest": jack_and_nine},
    options={
        "pit": OwnOption(Annotated[int, Meta(ge=0, le=500)], 0, "village:pit"),
        "draw": OwnOption(Literal["forehand", "nobody"], "forehand", "village", only="pit!=0"),
        "friendly": OwnOption(bool, False, "village", section="manners"),
    },
    sources={
        "village": Source(
            name="The village",
            title="How the village plays",
            author="whoever is there",
            says="Forehand names trump.",
            places={"pit": "Every trick is worth something more, as agreed."},
        )
    },
    cites={"auction_kind": "village"},
    words=files(__name__) / "words",
)
