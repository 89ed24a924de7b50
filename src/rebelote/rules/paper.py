"""A match with real cards, written deal by deal: the score sheet beside the table.

Nobody follows the cards, so a deal is entered by what its players count: the contract, the points
of all sides but one, the sides without a trick, and what was announced. It is settled by the same
law as a deal that was followed card by card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final

import msgspec

from rebelote.rules import match as matches
from rebelote.rules import presets, settlements
from rebelote.rules.actions import Value
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Contract
from rebelote.rules.deal import begin
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.scoring import Line, Settlement
from rebelote.rules.tallies import BELOTE, LAST_TRICK, ContractTerms, Points, Tally

MOST_BONUSES: Final = 1000
"""Points of announcements or of combinations in tricks that a side may have in a deal."""

MOST_DEALS: Final = 400
"""Deals on a sheet at most."""

_with: Final = msgspec.structs.replace


class PaperDeal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deal as it is entered; all but `attacker` and `trump` are by side.

    Attributes:
        attacker: The seat that took or bid highest; None where all passed.
        trump: The trump of the contract.
        value: What was bid, where points are bid.
        stake: What doubling made of it.
        points: Points of the tricks with the last ten; one of them may be None, the rest.
        trickless: The sides that won no trick.
        melds: Announcements that count.
        belote: King and queen of trumps.
        trick_melds: Combinations that fell together in tricks.
        alone: Whether the attacker alone won every trick.
    """

    attacker: int | None = None
    trump: Trump | None = None
    value: Value | None = None
    stake: int = 1
    points: tuple[int | None, ...] = ()
    trickless: tuple[int, ...] = ()
    melds: Points = ()
    belote: Points = ()
    trick_melds: Points = ()
    alone: bool = False


class PaperRow(msgspec.Struct, frozen=True):
    """A deal on the sheet: its row, the points of the tricks by side, and the derivation."""

    row: SheetRow
    points: Points = ()
    lines: tuple[Line, ...] = ()


class PaperForm(msgspec.Struct, frozen=True, kw_only=True):
    """The possible entries of a `PaperDeal`. By trump: `stakes`, and `totals`, all points of the
    tricks."""

    players: int
    sides: tuple[int, ...]
    trumps: tuple[Trump, ...]
    values: tuple[Value, ...]
    stakes: dict[Trump, tuple[int, ...]]
    totals: dict[Trump, int]
    melds: bool
    belote: bool
    trick_melds: bool


class PaperSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet so far. `dealer`: of the next deal; None once the match is over."""

    form: PaperForm
    rows: tuple[PaperRow, ...]
    scores: Points
    held: int
    dealer: int | None
    winner: int | None


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match with real cards: its rules, who dealt first, and the deals as they were entered."""

    preset: str
    house: dict[str, object] = {}
    dealer: int = 0
    deals: Annotated[tuple[PaperDeal, ...], msgspec.Meta(max_length=MOST_DEALS)] = ()


def settled(score_sheet: ScoreSheet) -> PaperSheet:
    """Return the sheet of these deals. IllegalActionError for rules or deals that cannot be."""
    try:
        rules = presets.rules(score_sheet.preset).agree(score_sheet.house)
    except ValueError:
        raise IllegalActionError("wrong-options") from None
    return sheet(rules, score_sheet.dealer, score_sheet.deals)


@lru_cache(64)
def form(rules: Rules) -> PaperForm:
    """Return the possible entries for a deal by these rules."""
    auction, agreed = rules.bidding, rules.auction
    can = auction.outcomes(agreed)
    contracts = {trump: Contract(0, trump) for trump in can.trumps}
    totals = {trump: sum(rules.law_of(one).points) for trump, one in contracts.items()}
    return PaperForm(
        players=rules.players,
        sides=rules.sides,
        trumps=can.trumps,
        values=can.values,
        stakes={trump: auction.stakes(agreed, trump) for trump in can.trumps},
        totals={trump: cards + LAST_TRICK for trump, cards in totals.items()},
        melds=rules.melds.announced,
        belote=rules.belote.belote != "none",
        trick_melds=rules.melds.trick_melds != "none",
    )


def sheet(rules: Rules, dealer: int, entries: Sequence[PaperDeal]) -> PaperSheet:
    """Return the sheet of a match of which these deals were played.

    Args:
        rules: what is agreed on.
        dealer: the seat that dealt first.
        entries: the deals, in order.

    Raises:
        IllegalActionError: for a deal that cannot have been, and for one after the match.
    """
    match, rows = blank_match(rules, dealer % rules.players), list[PaperRow]()
    for entry in entries:
        if match.over:
            raise IllegalActionError("match-over")
        if match.written:
            match = _with(match, number=match.number + 1, settlement=None)
        written = _written(match, dealer, entry)
        rows.append(written)
        match = _with(match, sheet=(*match.sheet, written.row))
        dealer = _next_dealer(match)
    return PaperSheet(
        form=form(rules),
        rows=tuple(rows),
        scores=match.scores,
        held=match.held,
        dealer=None if match.over else dealer,
        winner=match.winner,
    )


def first_row(match: Match, entry: PaperDeal) -> SheetRow:
    """Return the row that a deal would get as the first of this match (`blank_match`).

    Raises IllegalActionError for a deal that cannot have been.
    """
    return _written(match, match.deal.dealer, entry).row


def blank_match(rules: Rules, dealer: int = 0) -> Match:
    """Return a match whose cards nobody sees, before its first deal."""
    deal = begin(rules, dealer, tuple(rules.pack), (0,) * rules.side_count)
    return Match(rules=rules, deal=deal)


def _next_dealer(match: Match) -> int:
    last = match.sheet[-1]
    again = last.contract is None and matches.deals_again(match)
    return last.dealer if again else (last.dealer + 1) % match.rules.players


def _written(match: Match, dealer: int, entry: PaperDeal) -> PaperRow:
    if entry.attacker is None:
        return PaperRow(matches.row(match, dealer, None, None))
    contract = _contract(match.rules, entry)
    won = _tally(match.rules, contract, entry)
    settlement = _settled(match, dealer, contract, won)
    row = matches.row(match, dealer, contract, settlement, won)
    return PaperRow(row, won.points, settlement.lines)


def _settled(match: Match, dealer: int, contract: Contract, won: Tally) -> Settlement:
    try:
        exact = matches.exact_if_last(match, dealer, contract, won)
        return exact or settlements.settle(won, match.held, match.rules.scoring)
    except ValueError:
        raise IllegalActionError("no-such-contract") from None


def _contract(rules: Rules, entry: PaperDeal) -> Contract:
    """Return the contract; refused where no auction by these rules comes to it."""
    can, attacker, trump = rules.bidding.outcomes(rules.auction), entry.attacker, entry.trump
    if attacker is None or trump is None or not 0 <= attacker < rules.players:
        raise IllegalActionError("no-such-contract")
    valued = entry.value in can.values if can.values else entry.value is None
    stakes = rules.bidding.stakes(rules.auction, trump)
    if trump not in can.trumps or not valued or entry.stake not in stakes:
        raise IllegalActionError("no-such-contract")
    return Contract(attacker, trump, entry.value, entry.stake)


def _tally(rules: Rules, contract: Contract, entry: PaperDeal) -> Tally:
    """Return the tally of an entry; refuse one that no cards can produce."""
    law, sides = rules.law_of(contract), range(rules.side_count)
    terms = ContractTerms.of(contract, law)
    without = set(entry.trickless)
    if not without < set(sides):
        raise IllegalActionError("points-impossible")
    paid = LAST_TRICK * (not (rules.side_count == 3 and len(without) == 1))
    points = _points(entry, rules, None if rules.left_in_stock else terms.cards + paid)
    if rules.left_in_stock:
        terms = terms._replace(cards=sum(points) - paid)
    can = _sums(law.points)
    for side in sides:
        possible = points[side] in can or (paid and points[side] - paid in can)
        if not possible or (side in without and points[side]):
            raise IllegalActionError("points-impossible")
    return Tally(
        attack=rules.sides[contract.attacker],
        points=points,
        tricks=_tricks(rules, without),
        melds=_bonuses(rules, entry.melds, rules.melds.announced_in(contract.trump)),
        belote=_belotes(rules, contract, entry.belote),
        alone=entry.alone,
        dealt=rules.part_dealt,
        trick_melds=_bonuses(rules, entry.trick_melds, rules.melds.trick_melds != "none"),
        **terms._asdict(),
    )


def _tricks(rules: Rules, without: set[int]) -> Points:
    """Share out the tricks of a deal, where only the sides without a trick are known."""
    with_some = [side for side in range(rules.side_count) if side not in without]
    rest = (rules.part_dealt or rules.hand_size) - len(with_some) + 1
    return tuple(
        0 if side in without else rest if side == with_some[0] else 1
        for side in range(rules.side_count)
    )


def _points(entry: PaperDeal, rules: Rules, total: int | None) -> Points:
    """Return the points of all sides: those without a trick have none, and one may be left out."""
    points = list(entry.points) or [None] * rules.side_count
    if len(points) != rules.side_count or any(one is not None and one < 0 for one in points):
        raise IllegalActionError("points-sum")
    for side in entry.trickless:
        points[side] = points[side] or 0
    known = [one for one in points if one is not None]
    left = points.count(None)
    if left > 1 or (total is None and left):
        raise IllegalActionError("points-missing")
    rest = 0 if total is None else total - sum(known)
    if rest < 0 or (total is not None and not left and rest):
        raise IllegalActionError("points-sum")
    return tuple(rest if one is None else one for one in points)


@lru_cache(64)
def _sums(points: tuple[int, ...]) -> frozenset[int]:
    """Return every sum of points that some of the cards can have."""
    sums = {0}
    for one in points:
        sums |= {one + other for other in sums}
    return frozenset(sums)


def _bonuses(rules: Rules, bonuses: Points, allowed: bool) -> Points:
    """Check the bonuses by side, of announcements or melds in tricks; all are tens."""
    each = bonuses or (0,) * rules.side_count
    fits = all(one % 10 == 0 and one != 10 and 0 <= one <= MOST_BONUSES for one in each)
    if len(each) != rules.side_count or not fits or (any(each) and not allowed):
        raise IllegalActionError("no-such-bonus")
    return each


def _belotes(rules: Rules, contract: Contract, belotes: Points) -> Points:
    """Check the belotes by side: one in a suit, up to four in all trumps."""
    each = belotes or (0,) * rules.side_count
    most = {Trump.NONE: 0, Trump.ALL: 4 * rules.belote.belote_all_trumps}.get(contract.trump, 1)
    if rules.belote.belote == "none":
        most = 0
    fits = all(one >= 0 and one % BELOTE == 0 for one in each) and sum(each) <= BELOTE * most
    if len(each) != rules.side_count or not fits:
        raise IllegalActionError("no-such-bonus")
    return each
