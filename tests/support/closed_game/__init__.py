"""The made-up game with calls by name: a gift, and a double that closes the game.

Who names trump may make the turned card a gift to partner. An opponent whose side is not ahead may
close the game as they double: trumps are not led by who holds others. Who wins a
redoubled deal wins the match. Four queens count most, and runs are compared alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

import made_up_game
import msgspec

from rebelote.rules.actions import Call, Double, NamedCall
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import SUIT_TRUMPS, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.melds import Contest, MeldRules, Melds, of_shape, together
from rebelote.rules.scoring import ContractResult
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.settlements import SettlementKind
from rebelote.rules.tallies import Tally


class ClosedForehand(made_up_game.Forehand):
    """The auction, in which calls have names."""

    turns_up = True

    def offers(self, so_far: AuctionSoFar) -> tuple[Call, ...]:
        result = super().offers(so_far)
        if not so_far.calls:
            return (*result, *(NamedCall("gift", trump) for trump in SUIT_TRUMPS))
        return (*result, NamedCall("close")) if Double() in result and behind(so_far) else result

    def contract(self, so_far: AuctionSoFar) -> Contract | None:
        result = super().contract(so_far)
        if result is None:
            return None
        said = {one.said for one in so_far.calls}
        if "gift" in said:
            result = msgspec.structs.replace(
                result, turned_to=(result.attacker + 2) % so_far.players
            )
        if "close" in said:
            stake = max(result.stake, made_up_game.STAKES[1])
            result = msgspec.structs.replace(result, stake=stake, closed=True)
        return result

    def over(self, so_far: AuctionSoFar) -> bool:
        said = [one.said for one in so_far.calls[1:]]
        return len(said) >= 2 + (said[-1:] in (["double"], ["close"]))

    def speaker(self, so_far: AuctionSoFar) -> int:
        if len(so_far.calls) == 1:
            return (so_far.eldest + 1) % so_far.players
        return super().speaker(so_far)


def behind(so_far: AuctionSoFar) -> bool:
    """Return whether the side that may double is not ahead."""
    if not so_far.scores:
        return True
    theirs, mine = (so_far.scores[so_far.sides[so_far.eldest] ^ other] for other in (0, 1))
    return mine <= theirs


def redoubled_wins(tally: Tally, rules: ScoringRules) -> ContractResult:
    """Settle by difference; a redoubled deal wins the match."""
    result = made_up_game.by_difference(tally, rules)
    wins = result.payment.heir if tally.stake == made_up_game.STAKES[-1] else None
    return msgspec.structs.replace(result, wins=wins)


def runs_alone(
    melds: Mapping[int, Melds], trump: Trump, rules: MeldRules, sides: Sequence[int], first: int
) -> Contest:
    """Let the better run decide, whatever squares there are."""
    return together(of_shape(melds, "run"), trump, rules, sides, first)


GAME = made_up_game.GAME._replace(
    presets={
        "closed": {
            **made_up_game.FOREHAND,
            "auction_kind": "closed-forehand",
            "settlement": "redoubled-wins",
            "melds": "full",
            "squares": "queens",
            "meld_contest": "runs-alone",
        }
    },
    auctions={"closed-forehand": ClosedForehand()},
    callings={"closed-forehand": made_up_game.ForehandCalling()},
    settlements={"redoubled-wins": SettlementKind(redoubled_wins)},
    trick_melds={},
    squares={"queens": {"suit": {"Q": 300, "J": 100}}},
    contests={"runs-alone": runs_alone},
    calls=("gift", "close"),
    options={},
    sources={},
    cites={},
    words=files(__name__) / "words",
)
