"""The state of a match: dealers, scores, held points, the sheet, booms, the winner."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, assert_never

import msgspec

from rebelote.rules import deal as deals
from rebelote.rules import deck, moves, scoring, settlements, tallies
from rebelote.rules.actions import Action, Challenge, check_action
from rebelote.rules.arguments import ArgumentError
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.auctions.purchase import late_redeal
from rebelote.rules.cards import Card
from rebelote.rules.contract import Contract
from rebelote.rules.deal import (
    Contracted,
    Dead,
    Deal,
    Judged,
    LaidDown,
    Misdealt,
    Over,
    PlayedOut,
    Playing,
    begin,
    counted_so_far,
    gathered,
    said_so_far,
    tally,
)
from rebelote.rules.deck import Pack
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.scoring import Outcome, Settlement
from rebelote.rules.tallies import Points, Tally

_with: Final = msgspec.structs.replace


class SheetRow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One deal on the score sheet; a dead deal has no contract and no outcome.

    By side: `marks` what was written, `totals` the scores after it; `held` what waits after it.
    `boom`, from 1: the game to the target that it belongs to; `boom_winner` who won it with this
    deal. `swept_by`: the side that took every trick. `drawn`: whether the match ended level with
    it.
    """

    number: int
    dealer: int
    contract: Contract | None
    outcome: Outcome | None
    sweep: bool
    marks: Points
    held: int
    totals: Points
    boom: int = 1
    boom_winner: int | None = None
    swept_by: int | None = None
    drawn: bool | msgspec.UnsetType = msgspec.UNSET


class Match(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A match so far: the deal in play, and the sheet of those before it.

    `past`, where bots remember: the deals since the last one that was played out, with that one.
    `late`: its time is up, and the deal in play is the last (`cannes`). `given_up`: the side that
    has given it up.
    """

    rules: Rules
    deal: Deal
    number: int = 1
    sheet: tuple[SheetRow, ...] = ()
    settlement: Settlement | None = None
    past: tuple[Over, ...] = ()
    late: bool = False
    given_up: int | None = None

    @property
    def nothing(self) -> Points:
        """No marks for anybody."""
        return (0,) * self.rules.side_count

    @property
    def written(self) -> bool:
        """Whether the deal in play is on the sheet."""
        return len(self.sheet) == self.number

    @property
    def boom(self) -> int:
        """The number of the game to the target that is being played, from 1 (`flemish:61`)."""
        if self.number == 1:
            return 1
        before = self.sheet[self.number - 2]
        return before.boom + (before.boom_winner is not None)

    @property
    def scores(self) -> Points:
        """The marks of each side so far in this boom."""
        if not self.sheet:
            return self.nothing
        last = self.sheet[-1]
        if self.written or last.boom_winner is None:
            return last.totals
        return (
            excess(last.totals, self.rules) if self.rules.ending.excess == "carry" else self.nothing
        )

    @property
    def held(self) -> int:
        """Points that wait for the next played deal (`reading:held`); none from one boom to the
        next."""
        if not self.sheet or (not self.written and self.sheet[-1].boom_winner is not None):
            return 0
        return self.sheet[-1].held

    @property
    def winner(self) -> int | None:
        """The side that has won the match, once the deal is over or the other has given it up."""
        if self.given_up is not None:
            return 1 - self.given_up
        if not self.written:
            return None
        return match_winner(self.sheet, self.rules)

    @property
    def over(self) -> bool:
        """Whether the match has ended: won, or in a draw."""
        return self.winner is not None or (self.written and bool(self.sheet[-1].drawn))

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None between deals, and where the match was given up."""
        return self.deal.to_act if self.given_up is None else None

    @property
    def needs_pack(self) -> bool:
        """Whether chance has a hand in the next deal's pack."""
        return draws_pack(self.rules, self.sheet)

    @property
    def earlier(self) -> tuple[SheetRow, ...]:
        """The deals before the one in play."""
        return self.sheet[: self.number - 1]


# --- who has won ----------------------------------------------------------------------------------


def winner(
    totals: Points, rules: Rules, attack: int | None = None, barred: Collection[int] = ()
) -> int | None:
    """Return the side that has won a game with these totals (`french:26-27`).

    Past the target, alone or higher, or as the attack where that comes first. Or as the defence,
    where it may say that it has enough: what it writes it had in its tricks before the deal was
    over, and the attack plays the deal out (`bela:dosta`). `barred`: sides that must play on.
    """
    points_needed = rules.ending.target + rules.ending.target_strict
    there = [side for side, t in enumerate(totals) if t >= points_needed and side not in barred]
    if rules.ending.end_rule == "attack_first" and attack in there:
        return attack
    if rules.ending.end_rule == "enough":
        there = [side for side in there if side != attack] or there
    won = highest(totals, there)
    return level_at_the_end(totals, there, rules, attack) if won is None else won


def level_at_the_end(
    totals: Points, sides: Collection[int], rules: Rules, attack: int | None
) -> int | None:
    """Return the winner of these sides, level at the end (`bela:end`); None where one more deal is
    played, or the match is a draw."""
    best = [side for side in sides if totals[side] == max(totals[s] for s in sides)]
    return attack if rules.ending.end_level == "attack" and attack in best else None


def highest(totals: Points, sides: Collection[int]) -> int | None:
    """Return the one of these sides that has most; None where there is none or several."""
    best = [side for side in sides if totals[side] == max(totals[s] for s in sides)]
    return best[0] if len(best) == 1 else None


def deals_left(sheet: Collection[SheetRow], rules: Rules) -> int | None:
    """Count the deals left in a match of a fixed length; None for a match to a target.

    A tie at the end prolongs the match, and none are left.
    """
    if rules.ending.end_deals is None:
        return None
    return max(0, rules.ending.end_deals - sum(r.outcome not in (None, "misdeal") for r in sheet))


def booms_won(sheet: Collection[SheetRow], sides: int) -> Points:
    """Count the booms that each side has won.

    A boom (Flemish) is a game to the target, of which a match may have several.
    """
    return tuple(sum(row.boom_winner == side for row in sheet) for side in range(sides))


def excess(totals: Points, rules: Rules) -> Points:
    """Return the marks of each side above the target (`flemish:61`)."""
    return tuple(max(0, total - rules.ending.target) for total in totals)


def match_winner(sheet: tuple[SheetRow, ...], rules: Rules) -> int | None:
    """Return the winner of most booms once all are played, then of the larger excess (`flemish:61`,
    `question:19`)."""
    booms = [row for row in sheet if row.boom_winner is not None]
    if not booms or len(booms) < rules.ending.booms or sheet[-1].boom_winner is None:
        return None
    sides = range(len(booms[0].totals))
    won = booms_won(booms, len(sides))
    if rules.ending.excess == "ignore":
        return highest(won, sides)
    above = tally_of_excess(sheet, rules)
    level = [side for side in sides if won[side] == max(won)]
    return level[0] if len(level) == 1 else highest(above, level)


def tally_of_excess(sheet: tuple[SheetRow, ...], rules: Rules) -> Points:
    """Sum the marks of each side above the target over the booms played (*grote kaarting*)."""
    ends = [excess(row.totals, rules) for row in sheet if row.boom_winner is not None]
    sides = range(len(sheet[0].totals)) if sheet else range(2)
    return tuple(sum(end[side] for end in ends) for side in sides)


class Result(NamedTuple):
    """The result of a match for one side: its marks, and those of the best other side."""

    won: bool
    marks: int
    others: int


def result_of(scores: Points, winner: int | None, side: int) -> Result:
    """Return the result of a match for `side`."""
    others = max(marks for other, marks in enumerate(scores) if other != side)
    return Result(winner == side, scores[side], others)


# --- beginning ------------------------------------------------------------------------------------


def draw_dealer(rules: Rules, chance: deck.Chance) -> tuple[tuple[Card, ...], int]:
    """Draw the first dealer: return the cards drawn for it by seat, if any, and the dealer."""
    if rules.table.first_dealer == "random":
        return (), chance.randrange(rules.players)
    return deck.draw_for_dealer(chance, rules.players, rules.table.first_dealer == "low_card")


def first_pack(rules: Rules, chance: deck.Chance) -> Pack:
    """Shuffle the pack of the first deal, every order equally likely."""
    return deck.shuffled(chance, rules.pack)


def start(rules: Rules, pack: Pack, dealer: int) -> Match:
    """Start a match (`french:4,6`).

    Args:
        rules: the rules agreed on.
        pack: every card of the rules once, the top first (`shuffled(chance, rules.pack)`).
        dealer: the seat that deals first.

    Raises:
        ValueError: for a pack with other cards, or a dealer that is no seat.
    """
    check_pack(pack, rules)
    if not 0 <= dealer < rules.players:
        raise ValueError(f"the dealer is a seat, 0 to {rules.players - 1}, not {dealer}")
    return Match(rules=rules, deal=begin(rules, dealer, pack, (0,) * rules.side_count))


def check_pack(pack: Pack, rules: Rules) -> None:
    """Raise ValueError unless the pack has each card of the game once."""
    cards = rules.pack
    if len(pack) != len(cards) or set(pack) != set(cards):
        raise ValueError(
            f"a pack holds each of the {len(cards)} cards once; this one has {len(pack)} cards, "
            f"{len(set(pack) & set(cards))} of them as they should be"
        )


# --- going on -------------------------------------------------------------------------------------


def legal_actions(position: Match | Deal) -> list[Action]:
    """Return the actions of the seat to act in a match or deal; none where the deal is over.

    A card is listed once, with all that is worth saying with it; saying less is legal too.
    """
    if isinstance(position, Match):
        return deals.legal_actions(position.deal) if position.given_up is None else []
    if not isinstance(position, Deal):
        raise ArgumentError(f"{position!r} is no match, and no deal")
    return deals.legal_actions(position)


def apply(match: Match, seat: int, action: Action) -> Match:
    """Return the match after an action; `match` itself never changes.

    A deal that is over may be challenged until the next one begins; it is then written again.

    Args:
        match: the match before it.
        seat: who does it.
        action: what is done.

    Raises:
        IllegalActionError: where the rules refuse it.
        ArgumentError: for anything that is no action.
    """
    check_action(action)
    reopened = isinstance(action, Challenge) and match.written and match.given_up is None
    if match.over and not reopened:
        raise IllegalActionError("match-over")
    deal = moves.apply(match.deal, seat, action)
    sheet = match.sheet[:-1] if reopened else match.sheet
    after = _with(match, deal=deal, sheet=sheet)
    return _write(after, deal) if isinstance(deal, Over) else after


def _write(match: Match, deal: Over) -> Match:
    """Put the deal that has just ended on the sheet; a dead one leaves all as it was."""
    settlement = _settlement(match, deal)
    row = _row(match, deal, settlement)
    return _with(match, sheet=(*match.sheet, row), settlement=settlement)


def _settlement(match: Match, deal: Over) -> Settlement | None:
    """Settle the deal; None where it leaves no marks: a dead deal, a free redeal."""
    rules, held = match.rules, match.held
    match deal:
        case PlayedOut():
            settled = settlements.settle(tally(deal), held, rules.scoring)
            return exact_at_the_end(match, deal) or settled
        case Judged():
            return _awarded(deal, deal.verdict.wronged, held, deal.verdict.of_claim)
        case LaidDown():
            return scoring.won_by_hand(rules.sides[deal.holder], rules.side_count, held)
        case Misdealt() if rules.deal.misdeal == "penalty_162":
            dealer = rules.sides[deal.dealer]
            return scoring.penalty(dealer, rules.side_count, held, rules.scoring)
        case Misdealt() | Dead():
            return None
    assert_never(deal)


def _awarded(deal: Contracted, wronged: int, held: int, of_claim: bool) -> Settlement:
    """Return all points to the side of this seat, after false play or a claim that failed."""
    rules = deal.rules
    winner, attack = rules.sides[wronged], rules.sides[deal.contract.attacker]
    terms = tallies.ContractTerms.of(deal.contract, deal.law)
    said = counted_so_far(deal) if of_claim else said_so_far(deal)
    penalty = scoring.Penalty(winner, attack, *said, terms, of_claim)
    return settlements.award(penalty, held, rules.scoring)


def claim_at_stake(deal: Deal) -> int:
    """Return the marks that the seat in the lead risks by a claim of the rest (`baloot:sawa`).

    Its opponents write them if the claim is refused and fails; 0 where a failed claim costs
    nothing, or the rest cannot be claimed.
    """
    if not isinstance(deal, Playing) or not deal.rules.claims_are_risked:
        return 0
    claimant = deal.to_act if deal.claimant is None else deal.claimant
    if deal.claimant is None and not deal.may_ask_for_rest(claimant):
        return 0
    side, other = deal.rules.sides[claimant], (claimant + 1) % deal.rules.players
    settled = _awarded(deal, other, 0, of_claim=True)
    return sum(marks for of, marks in enumerate(settled.marks) if of != side)


def exact_at_the_end(match: Match, deal: PlayedOut) -> Settlement | None:
    """Settle the deal without rounding, where that is agreed on and the match then ends with it
    (`contree:rounding`)."""
    return exact_if_last(match, deal.dealer, deal.contract, tally(deal))


def exact_if_last(match: Match, dealer: int, contract: Contract, won: Tally) -> Settlement | None:
    """Settle this tally without rounding, where that is agreed on and ends the match."""
    if not match.rules.scoring.last_deal_exact:
        return None
    scoring_rules = _with(match.rules.scoring, rounding="none")
    exact = settlements.settle(won, match.held, scoring_rules)
    ends = row(match, dealer, contract, exact, won).boom_winner is not None
    return exact if ends else None


def _row(match: Match, deal: Over, settlement: Settlement | None) -> SheetRow:
    won = tally(deal) if isinstance(deal, PlayedOut) else None
    made = row(match, deal.dealer, deal.contract, settlement, won)
    return _with(made, outcome="misdeal") if isinstance(deal, Misdealt) else made


def row(
    match: Match,
    dealer: int,
    contract: Contract | None,
    settlement: Settlement | None,
    won: Tally | None = None,
) -> SheetRow:
    """Return the row of the sheet for the next deal of a match.

    Args:
        match: the match before it.
        dealer: the seat that dealt.
        contract: the contract played; None for a dead deal.
        settlement: the settlement; None where the deal leaves no marks.
        won: what each side won, where the deal was played to its end.
    """
    marks = settlement.marks if settlement is not None else match.nothing
    made = SheetRow(
        number=match.number,
        dealer=dealer,
        contract=contract,
        outcome=settlement.outcome if settlement else None,
        sweep=settlement is not None and settlement.sweep,
        marks=marks,
        held=settlement.held if settlement is not None else match.held,
        totals=tuple(map(sum, zip(match.scores, marks, strict=True))),
        boom=match.boom,
        swept_by=won.swept if won is not None else None,
    )
    if settlement is None:
        return made
    if settlement.wins is msgspec.UNSET:
        return ended(match, made, won)
    return _with(made, boom_winner=settlement.wins)


def ended(match: Match, row: SheetRow, tally: Tally | None = None) -> SheetRow:
    """Return the row with the winner of the boom, if it ends with this deal.

    `tally`: what each side won in it, where it was played to its end.
    """
    rules = match.rules
    won = _boom_winner(match, row, tally)
    if won is None and is_drawn(match, row, tally):
        return _with(row, drawn=True)
    if won is None or not row.held or rules.scoring.held_at_end == "lapse":
        return _with(row, boom_winner=won)
    if rules.scoring.held_at_end == "play_on" or row.contract is None:
        return row
    owner = rules.sides[row.contract.attacker]
    totals = tuple(t + row.held * (side == owner) for side, t in enumerate(row.totals))
    paid = _with(row, totals=totals, held=0)
    return _with(paid, boom_winner=_boom_winner(match, paid, tally))


def is_drawn(match: Match, row: SheetRow, tally: Tally | None) -> bool:
    """Return whether the match ends with this deal, in a draw (`klaverjas-nku:draw`)."""
    rules, sides = match.rules, range(len(row.totals))
    if rules.ending.end_level != "draw":
        return False
    if match.late or (left := deals_left((*match.sheet, row), rules)) == 0:
        return highest(row.totals, sides) is None
    needed = rules.ending.target + rules.ending.target_strict
    attack = rules.sides[row.contract.attacker] if row.contract is not None else None
    may = [side for side in sides if side not in barred(match, row, attack, tally)]
    past = [side for side in may if row.totals[side] >= needed]
    return left is None and len(past) > 1 and highest(row.totals, past) is None


def _boom_winner(match: Match, row: SheetRow, tally: Tally | None) -> int | None:
    rules = match.rules
    if match.late:
        return _won_level(match, row)
    if (left := deals_left((*match.sheet, row), rules)) is not None:
        return None if left else _won_level(match, row)
    attack = rules.sides[row.contract.attacker] if row.contract is not None else None
    return winner(row.totals, rules, attack, barred(match, row, attack, tally))


def _won_level(match: Match, row: SheetRow) -> int | None:
    """Return the winner of a match that ends with this deal, whatever the target."""
    rules, sides = match.rules, range(len(row.totals))
    attack = rules.sides[row.contract.attacker] if row.contract is not None else None
    won = highest(row.totals, sides)
    return level_at_the_end(row.totals, sides, rules, attack) if won is None else won


def barred(match: Match, row: SheetRow, attack: int | None, won: Tally | None) -> list[int]:
    """Return the sides that may not win with this deal (`ffb-coinche:10.3`: a belote alone;
    `bulgaria`: after a sweep)."""
    rules, sides = match.rules, range(len(row.totals))
    if rules.ending.no_win_on_sweep and row.sweep:
        return list(sides)
    back = held_back(match, row) if rules.ending.no_win_on_sweep else []
    decided = row.outcome in ("made", "failed")
    if not (rules.ending.no_win_on_belote_only and decided and won is not None):
        return back
    points_needed = rules.ending.target + rules.ending.target_strict
    beaten = [s for s in sides if not won.tricks[s] or (s == attack and row.outcome == "failed")]
    lucky = [side for side in beaten if row.totals[side] - row.marks[side] < points_needed]
    return [*back, *lucky]


def held_back(match: Match, row: SheetRow) -> list[int]:
    """Return the sides that an earlier sweep still bars from winning with this deal
    (`question:47`)."""
    sides, after = range(len(row.totals)), match.rules.ending.after_sweep
    if after == "winner_writes":
        return [side for side in sides if row.marks[side] <= 0]
    if after == "next_deal":
        return []
    needed = match.rules.ending.target + match.rules.ending.target_strict
    for earlier in match.sheet:
        if earlier.boom == row.boom and earlier.sweep and max(earlier.totals) >= needed:
            needed = max(earlier.totals) + 1
    return [side for side in sides if row.totals[side] < needed]


def time_up(match: Match) -> Match:
    """Return the match once its time is up: the deal in play is the last; between deals none
    follows (`cannes`). Level sides play on until they differ (`question:41`).

    ValueError where its time is not limited, or was up before.
    """
    if match.rules.ending.time_limit is None or match.late or match.over:
        raise ValueError("the time of this match cannot be up")
    late = _with(match, late=True)
    if not match.written:
        return late
    return _with(late, sheet=(*match.sheet[:-1], ended(late, match.sheet[-1])))


def give_up(match: Match, side: int) -> Match:
    """Return the match once a side has given it up: the other has won it, at the current scores.

    Raises:
        IllegalActionError: after the end of the match, and where it has not two sides.
    """
    if match.over:
        raise IllegalActionError("match-over")
    if match.rules.side_count != 2 or side not in match.rules.sides:
        raise IllegalActionError("no-surrender")
    return _with(match, given_up=side)


def next_dealer(match: Match) -> int:
    """Return the dealer after the deal that is over (`french:6`; after a dead deal
    `reading:dead-deals`; after a requested redeal, `same_dealer_redeals` decides)."""
    deal = match.deal
    if isinstance(deal, Misdealt):
        return deal.dealer if match.rules.deal.misdeal == "redeal" else deal.eldest
    if not isinstance(deal, Dead):
        return deal.eldest
    redealt = deal.auction.redealt
    again = same_dealer_redeals(deal.auction) if redealt else deals_again(match)
    return deal.dealer if again else deal.eldest


def same_dealer_redeals(so_far: AuctionSoFar) -> bool:
    """Return whether the same dealer deals again after a requested redeal (`cannes`,
    `baloot:kawesh`)."""
    late = so_far.rules.kawesh_bought and late_redeal(so_far)
    return so_far.rules.kawesh != "next_dealer" and not late


def deals_again(match: Match) -> bool:
    """Return whether the dealer of the last deal, which is dead, deals once more
    (`reading:dead-deals`)."""
    dead = dead_in_a_row(match.sheet, match.sheet[-1].dealer)
    return dead < match.rules.auction.dead_deals_per_dealer


def dead_in_a_row(sheet: Sequence[SheetRow], dealer: int | None = None) -> int:
    """Count the dead deals since the last played one, those of one dealer if given; misdeals
    between them do not count."""
    unplayed = takewhile(
        lambda row: row.outcome in (None, "misdeal") and dealer in (None, row.dealer),
        reversed(sheet),
    )
    return sum(row.outcome is None for row in unplayed)


def shuffles_after(rules: Rules, sheet: Sequence[SheetRow]) -> bool:
    """Return whether the pack is shuffled after these deals, as the last of so many dead ones in a
    row was thrown in (`question:95`)."""
    needed = rules.deal.dead_deals_shuffle
    last_is_dead = bool(sheet) and sheet[-1].outcome is None
    return needed > 0 and last_is_dead and dead_in_a_row(sheet) % needed == 0


def draws_pack(rules: Rules, sheet: Sequence[SheetRow]) -> bool:
    """Return whether chance has a hand in the pack of the deal after these."""
    deal = rules.deal
    by_rule = not sheet or deal.shuffle != "first_only" or deal.pile_join == "random"
    return by_rule or shuffles_after(rules, sheet)


def next_deal(match: Match, pack: Pack | None = None) -> Match:
    """Begin the next deal.

    Args:
        match: a match whose deal is over.
        pack: what `new_pack(match, chance)` gives: a pack where chance has a hand in it, None
            where the gathered one is dealt on.

    Raises:
        IllegalActionError: while a deal is played, and after the match.
        ValueError: where a pack is missing, or is given although the gathered one is dealt.
    """
    if not isinstance(match.deal, Over):
        raise IllegalActionError("deal-not-over")
    if match.over:
        raise IllegalActionError("match-over")
    if match.needs_pack != (pack is not None):
        raise ValueError(
            "the next deal needs a pack: new_pack(match, chance) makes one"
            if match.needs_pack
            else "the gathered pack is dealt on: leave out the pack"
        )
    dealer = next_dealer(match)
    fresh = pack or gathered(match.deal, may_lie_on_top(match.rules, dealer)[0])
    check_pack(fresh, match.rules)
    after = _with(match, number=match.number + 1, settlement=None, past=remembered(match))
    return _with(after, deal=begin(match.rules, dealer, fresh, after.scores))


def remembered(match: Match) -> tuple[Over, ...]:
    """Return the deals from which the next pack follows; none where nobody saw all of its cards."""
    deal = match.deal
    if not match.rules.conduct.bots_remember or not isinstance(deal, Over):
        return ()
    if shuffles_after(match.rules, match.sheet):
        return ()
    if deal.played_out:
        return (deal,)
    return (*match.past, deal) if match.past else ()


def may_lie_on_top(rules: Rules, dealer: int) -> tuple[int, ...]:
    """Return the sides whose pile may be uppermost when the piles are joined (`question:22`)."""
    if rules.deal.pile_join == "random":
        return tuple(range(rules.side_count))
    return (rules.sides[dealer],)


class Making(NamedTuple):
    """The chance in a pack: a fresh shuffle, or `riffles` riffles of the gathered pack.

    `joined`: the side whose pile lies on top is drawn before that.
    """

    riffles: int | None = None
    joined: bool = False


def making(rules: Rules, sheet: Sequence[SheetRow]) -> Making:
    """Return the way to make the pack of the deal after these, where it needs chance."""
    if not sheet or rules.deal.shuffle == "each_deal_full" or shuffles_after(rules, sheet):
        return Making()
    return Making(rules.riffles or 0, rules.deal.pile_join == "random")


def new_pack(match: Match, chance: deck.Chance) -> Pack | None:
    """Make the pack for `next_deal`: shuffled, riffled or joined by chance; None if not needed."""
    if not match.needs_pack:
        return None
    rules, how = match.rules, making(match.rules, match.sheet)
    if how.riffles is None:
        return deck.shuffled(chance, rules.pack)
    if not isinstance(match.deal, Over):
        raise IllegalActionError("deal-not-over")
    sides = may_lie_on_top(rules, next_dealer(match))
    on_top = sides[chance.randrange(len(sides)) if how.joined else 0]
    return deck.riffled(gathered(match.deal, on_top), how.riffles, chance)
