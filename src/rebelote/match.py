"""How do deals add up to a match: dealers, scores, held points, the sheet, the winner?"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote import deck, scoring
from rebelote.auction import Contract
from rebelote.deal import Action, Deal, Phase, gathered, tally
from rebelote.deal import apply as apply_to_deal
from rebelote.deck import Pack
from rebelote.refusals import IllegalAction
from rebelote.rules import Rules
from rebelote.scoring import Outcome, Settlement

SCORELESS: Final = (0, 0)


class SheetRow(msgspec.Struct, frozen=True):
    """One deal on the score sheet; a dead deal has no contract and no outcome.

    `marks` by side what was written, `held` what waits after it, `totals` the scores after it.
    """

    number: int
    dealer: int
    contract: Contract | None
    outcome: Outcome | None
    sweep: bool
    marks: tuple[int, int]
    held: int
    totals: tuple[int, int]


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it stands: the deal in play, and the sheet of those before it."""

    rules: Rules
    deal: Deal
    number: int = 1
    sheet: tuple[SheetRow, ...] = ()
    settlement: Settlement | None = None

    @property
    def scores(self) -> tuple[int, int]:
        """The marks of each side so far."""
        return self.sheet[-1].totals if self.sheet else SCORELESS

    @property
    def held(self) -> int:
        """Points that wait for the next played deal (RULES 9.4)."""
        return self.sheet[-1].held if self.sheet else 0

    @property
    def winner(self) -> int | None:
        """The side that has won the match, once the deal is over."""
        if self.deal.phase is not Phase.OVER:
            return None
        return winner(self.scores, self.rules)

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None between deals."""
        return self.deal.to_act

    @property
    def needs_pack(self) -> bool:
        """Whether the next deal is dealt from a freshly shuffled pack."""
        return self.rules.shuffle == "each_deal_full"


def winner(scores: tuple[int, int], rules: Rules) -> int | None:
    """The side that has won with these totals: past the target, alone or higher (`2:L26-27`)."""
    line = rules.target + rules.target_strict
    if max(scores) < line or scores[0] == scores[1]:
        return None
    return scores.index(max(scores))


def start(rules: Rules, pack: Pack, dealer: int) -> Match:
    """A new match with this pack (32 cards, top first) and first dealer (`2:L4,L6`)."""
    check_pack(pack)
    if not 0 <= dealer < rules.players:
        raise ValueError(f"the dealer is a seat, 0 to {rules.players - 1}, not {dealer}")
    return Match(rules=rules, deal=Deal(rules=rules, dealer=dealer, pack=pack))


def check_pack(pack: Pack) -> None:
    """ValueError unless each of the 32 cards is there once."""
    if len(pack) != 32 or len(set(pack)) != 32:
        raise ValueError(f"a pack holds each of the 32 cards once; this one holds {len(set(pack))}")


def apply(match: Match, seat: int, action: Action) -> Match:
    """The match after `seat` has done this; raises IllegalAction when the rules refuse it."""
    if match.winner is not None:
        raise IllegalAction("match-over")
    deal = apply_to_deal(match.deal, seat, action)
    after = msgspec.structs.replace(match, deal=deal)
    return _write(after) if deal.phase is Phase.OVER else after


def _write(match: Match) -> Match:
    """Put the deal that has just ended on the sheet; a dead one leaves all as it was."""
    deal, held = match.deal, match.held
    if deal.dead:
        row = _row(match, None, False, SCORELESS, held)
        return msgspec.structs.replace(match, sheet=(*match.sheet, row), settlement=None)
    written = scoring.settle(tally(deal), held, match.rules.scoring)
    row = _row(match, written.outcome, written.sweep, written.marks, written.held)
    return msgspec.structs.replace(match, sheet=(*match.sheet, row), settlement=written)


def _row(
    match: Match, outcome: Outcome | None, sweep: bool, marks: tuple[int, int], held: int
) -> SheetRow:
    before = match.scores
    totals = (before[0] + marks[0], before[1] + marks[1])
    contract = match.deal.contract
    return SheetRow(match.number, match.deal.dealer, contract, outcome, sweep, marks, held, totals)


def next_dealer(match: Match) -> int:
    """Who deals after the deal that is over (`2:L6`; after a dead one RULES 5)."""
    deal = match.deal
    dead = 0
    for row in reversed(match.sheet):
        if row.outcome is not None or row.dealer != deal.dealer:
            break
        dead += 1
    again = deal.dead and dead < match.rules.dead_deals_per_dealer
    return deal.dealer if again else deal.eldest


def next_deal(match: Match, pack: Pack | None = None) -> Match:
    """Begin the next deal, with `pack` where each is shuffled afresh, else the gathered one."""
    if match.deal.phase is not Phase.OVER:
        raise IllegalAction("deal-not-over")
    if match.winner is not None:
        raise IllegalAction("match-over")
    if match.needs_pack != (pack is not None):
        raise ValueError("a pack is given exactly when the rules shuffle before each deal")
    dealer = next_dealer(match)
    fresh = pack or gathered(match.deal, dealer)
    check_pack(fresh)
    deal = Deal(rules=match.rules, dealer=dealer, pack=fresh)
    return msgspec.structs.replace(match, deal=deal, number=match.number + 1, settlement=None)


def new_pack(match: Match, chance: deck.Chance) -> Pack | None:
    """What `next_deal` wants: a shuffled pack, or None where the gathered one is dealt on."""
    return deck.shuffled(chance) if match.needs_pack else None
