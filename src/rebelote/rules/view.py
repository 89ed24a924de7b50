"""The view of one seat: all that it may know, and the only thing bots and browsers ever get."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final, Literal, assert_never

import msgspec

from rebelote.rules import play, presets, scoring, settlements, tallies
from rebelote.rules.actions import (
    Bid,
    Call,
    Double,
    NamedCall,
    Pass,
    Redeal,
    Redouble,
    Take,
    points_bid,
)
from rebelote.rules.auctions import AuctionSoFar
from rebelote.rules.cards import Card, CardSet, Trump
from rebelote.rules.contract import Called, Contract, PassForm
from rebelote.rules.deal import (
    AnyDeal,
    Bidding,
    Contracted,
    Cutting,
    Dead,
    Deal,
    Dealing,
    Judged,
    LaidDown,
    Misdealt,
    Phase,
    PlayedOut,
    Playing,
    Trick,
    Verdict,
    calls_on_offer,
    calls_out_of_turn,
    cut_range,
    has_begun,
    legal_cards,
    said_so_far,
)
from rebelote.rules.match import Match, SheetRow, claim_at_stake, tally_of_excess
from rebelote.rules.melds import Contest, Kind, Meld, Melds, kinds_said
from rebelote.rules.moves import no_challenge, no_demand
from rebelote.rules.options import Rules
from rebelote.rules.refusals import REFUSALS
from rebelote.rules.scoring import Settlement
from rebelote.rules.tallies import Points

Stage = Literal["cut", "packets", "bidding", "play", "deal_over", "match_over"]
Verb = Literal[
    "cut",
    "packets",
    "pass",
    "take",
    "bid",
    "double",
    "redouble",
    "redeal",
    "say",
    "play",
    "show",
    "announce",
]


VERBS: Final[dict[type[Call], Verb]] = {
    Pass: "pass",
    Take: "take",
    Bid: "bid",
    Double: "double",
    Redouble: "redouble",
    Redeal: "redeal",
    NamedCall: "say",
}
"""The name of each call where actions are listed and reasons given."""


class RuleCard(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The rules of the table: a preset, what differs from it, and the essentials.

    `kinds`: what can be announced here. `bids_need`: the points that a bid needs, by its value,
    where they are others than it names. `stock`: how many cards nobody is ever dealt, nor sees.
    """

    preset: str
    differs: dict[str, Any] = {}
    target: int = 1000
    players: int = 4
    direction: Literal["cw", "ccw"] = "ccw"
    unit: int = 1
    booms: int = 1
    hand_size: int = 8
    assisted: bool = True
    kinds: tuple[Kind, ...] = ()
    bids_need: dict[str, int] = {}
    stock: int = 0


class CardsOnTable(msgspec.Struct, frozen=True, gc=False):
    """The trick in play, in order of play; `winner`: the seat winning it so far."""

    leader: int
    cards: tuple[Card, ...]
    winner: int | None


class SeatMelds(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The announcements of a seat, and those shown; `asked` to show, or `lost` for not showing."""

    seat: int
    kinds: tuple[Kind, ...]
    shown: Melds = ()
    asked: bool = False
    lost: bool = False


class Interventions(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The actions of a seat out of turn: `calls`; at a table as in real life, also those by seat.

    `stake`: the points given for a right challenge, and lost by a wrong one.
    `early`: the calls are against the rules, and the other side then chooses what follows.
    `claim`: what a claim of the rest by the seat that leads costs if it is refused and fails.
    """

    calls: tuple[Call, ...] = ()
    demand: tuple[int, ...] = ()
    challenge: tuple[int, ...] = ()
    stake: int = 0
    early: bool = False
    claim: int = 0


NO_INTERVENTION: Final = Interventions()


class RefusedCard(msgspec.Struct, frozen=True, gc=False):
    """A card in hand that may not be played now: the code of the refusal, and the rule."""

    card: Card
    code: str
    rule: str


class Legal(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The actions of the seat to act; the fields of verbs that are not offered are empty.

    `calls`: everything it may say in an auction; `trumps`: what it may take, for older programs.
    `pass_form`: of a pass that has a word of its own.

    As in real life `cards` is the whole hand where a false card can be played, and nothing is
    offered to be announced: that is the player's own business.
    """

    actions: tuple[Verb, ...]
    cut_min: int = 0
    cut_max: int = 0
    packets: tuple[tuple[int, ...], ...] = ()
    calls: tuple[Call, ...] = ()
    trumps: tuple[Trump, ...] = ()
    cards: tuple[Card, ...] = ()
    refused: tuple[RefusedCard, ...] = ()
    announce: tuple[Meld, ...] = ()
    pass_form: PassForm | msgspec.UnsetType = msgspec.UNSET


class SeenDeal(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The deal as one seat saw it: `hand`, the cards it was dealt, and the open cards."""

    dealer: int
    turned: Card | None = None
    hand: CardSet = msgspec.field(default_factory=CardSet)
    calls: tuple[Called, ...] = ()
    tricks: tuple[Trick, ...] = ()
    trick: CardsOnTable = CardsOnTable(0, (), None)


class View(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything one seat may know, and nothing else.

    Sides: seats 0 and 2 are 0, 1 and 3 are 1; two or three players are each a side. `tricks` is
    what a perfect memory holds; people are sent it empty and remember for themselves (only a hint
    that their device gives has it), with `last_trick` where the rules let it be looked at
    (`french:19`). `standing`: what the calls of an auction come to so far. `late`: time is up, and
    this deal the last. `given_up`: the side that has given up the match.
    `turned` lies on the stock until a seat takes. `belote` lists the seats that have said it,
    `belote_cards` the kings and queens with which they did. `remembered`, where bots remember: the
    deals since the last one that was played out, with that one; people are sent it like `tricks`.
    """

    rules: RuleCard
    seat: int = 0
    deal_number: int = 1
    dealer: int
    phase: Stage
    to_act: int | None = None
    hand: CardSet = msgspec.field(default_factory=CardSet)
    hand_sizes: tuple[int, ...] = ()
    turned: Card | None = None
    calls: tuple[Called, ...] = ()
    contract: Contract | None = None
    standing: Contract | None = None
    trick: CardsOnTable = CardsOnTable(0, (), None)
    last_trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    tricks_won: Points = ()
    melds: tuple[SeatMelds, ...] = ()
    contest: Contest | None = None
    belote: tuple[int, ...] = ()
    belote_cards: tuple[Card, ...] = ()
    legal: Legal | None = None
    may: Interventions = NO_INTERVENTION
    verdict: Verdict | None = None
    settlement: Settlement | None = None
    scores: Points = ()
    held: int = 0
    sheet: tuple[SheetRow, ...] = ()
    boom: int = 1
    excess: Points = ()
    winner: int | None = None
    late: bool = False
    given_up: int | None = None
    remembered: tuple[SeenDeal, ...] = ()


def view(match: Match, seat: int) -> View:
    """Return the view of `seat`. ValueError for a number that is no seat."""
    if seat not in range(match.rules.players):
        raise ValueError(f"seats are 0 to {match.rules.players - 1}, not {seat!r}")
    return seen_by(_public(match), match, seat)


def views(match: Match) -> tuple[View, ...]:
    """Return the view of each seat."""
    public = _public(match)
    return tuple(seen_by(public, match, seat) for seat in range(match.rules.players))


def spectator(match: Match) -> View:
    """Return the view of a spectator: no hand, and seat -1."""
    return _public(match)


def seen_by(public: View, match: Match, seat: int, remembers: bool = True) -> View:
    """Add the knowledge of `seat` to the `public` view; without past deals for a person."""
    deal = match.deal
    return msgspec.structs.replace(
        public,
        seat=seat,
        hand=deal.hands[seat] if deal.hands else CardSet(),
        last_trick=last_trick(deal, seat),
        legal=offered(deal, seat) if match.given_up is None else None,
        may=_interventions(deal, seat) if match.given_up is None else NO_INTERVENTION,
        remembered=tuple(_seen(past, seat) for past in match.past) if remembers else (),
    )


def _seen(deal: Deal, seat: int) -> SeenDeal:
    """Return a past deal as `seat` saw it, without the hands of others and the stock."""
    return SeenDeal(
        dealer=deal.dealer,
        turned=deal.turned,
        hand=CardSet.of(deal.dealt[seat]),
        calls=deal.calls,
        tricks=deal.tricks,
        trick=_on_table(deal),
    )


def tricks_of(seen: View | SeenDeal) -> list[tuple[int, tuple[Card, ...]]]:
    """Return every trick so far as its leader and cards, the one on the table last."""
    tricks = [(trick.leader, trick.cards) for trick in seen.tricks]
    return [*tricks, (seen.trick.leader, seen.trick.cards)]


def for_a_person(seen: View) -> View:
    """Return the view as it is sent to people: without the tricks that are turned for good
    (`french:19`)."""
    if not (seen.tricks or seen.remembered):
        return seen
    return msgspec.structs.replace(seen, tricks=(), remembered=())


def _public(match: Match) -> View:
    deal, rules = match.deal, match.rules
    return View(
        rules=rule_card(rules),
        seat=-1,
        deal_number=match.number,
        dealer=deal.dealer,
        phase=_stage(match),
        to_act=match.to_act,
        hand_sizes=tuple(map(len, deal.hands)) or (0,) * rules.players,
        turned=deal.turned,
        calls=deal.calls,
        contract=deal.contract,
        trick=_on_table(deal),
        tricks_won=_tricks_won(deal),
        settlement=match.settlement,
        scores=match.scores,
        held=match.held,
        sheet=match.sheet,
        boom=match.boom,
        excess=tally_of_excess(match.sheet, rules) if rules.ending.booms > 1 else (),
        winner=match.winner,
        late=match.late,
        given_up=match.given_up,
        **_of_phase(deal),
    )


def _of_phase(deal: Deal) -> dict[str, Any]:
    """Return what only an auction has, or the play since a seat took, by field."""
    if isinstance(deal, Bidding):
        return {"standing": deal.rules.bidding.contract(deal.auction)}
    if not isinstance(deal, Contracted):
        return {}
    seats, cards = _belotes(deal)
    return {
        "tricks": deal.tricks,
        "melds": _melds(deal),
        "contest": deal.contest,
        "belote": seats,
        "belote_cards": tuple(cards),
        "verdict": deal.verdict,
    }


def _belotes(deal: Contracted) -> tuple[tuple[int, ...], CardSet]:
    """Return the seats that have said belote, and the kings and queens with which they did."""
    begun = [(seat, pair) for seat, pair in deal.belotes if has_begun(deal, seat, pair)]
    seats = tuple(seat for seat, _ in begun)
    if deal.rules.belote_by_mouth:
        return tuple(dict.fromkeys(seats)), deal.belote_said
    return seats, CardSet.of(card for seat, pair in begun for card in pair - deal.hands[seat])


@cache
def rule_card(rules: Rules) -> RuleCard:
    """Return the rules in short."""
    return RuleCard(
        preset=rules.preset,
        differs=rules.differs(presets.PRESETS[rules.preset]),
        target=rules.ending.target,
        players=rules.players,
        direction=rules.table.direction,
        unit=rules.scoring.unit,
        booms=rules.ending.booms,
        hand_size=rules.hand_size,
        assisted=rules.conduct.assistance == "full",
        kinds=kinds_said(rules.melds) if rules.melds.announced else (),
        bids_need=_bids_need(rules),
        stock=rules.left_in_stock,
    )


def _bids_need(rules: Rules) -> dict[str, int]:
    """Return the points that bids need where they are others than they name (`contree:made`)."""
    if not rules.settling.needs_bids:
        return {}
    values = rules.bidding.outcomes(rules.auction).values
    named = ((value, points_bid(value)) for value in values)
    needs = ((value, bid, rules.settling.needed(bid, rules.scoring)) for value, bid in named if bid)
    return {str(value): points for value, bid, points in needs if points != bid}


@lru_cache(maxsize=256)
def _rules(preset: str, differs: bytes) -> Rules:
    return presets.rules(preset, **msgspec.json.decode(differs))


class WrongPhaseError(ValueError):
    """A view that does not hold what only another phase of the deal has."""


def contract_of(seen: View) -> Contract:
    """Return the contract of a deal in play; WrongPhaseError where nobody has taken."""
    if seen.contract is None:
        raise WrongPhaseError(f"there is no contract in the phase {seen.phase!r}")
    return seen.contract


def auction_of(seen: View | SeenDeal, rules: Rules) -> AuctionSoFar:
    """Return the auction of a deal so far."""
    eldest = rules.eldest(seen.dealer)
    scores = (seen.scores or ()) if isinstance(seen, View) else ()
    return AuctionSoFar(
        rules.auction, rules.sides, eldest, seen.turned, seen.calls, rules.early_doubles, scores
    )


def turned_of(seen: View) -> Card:
    """Return the turned card of an auction; WrongPhaseError where none lies on the table."""
    if seen.turned is None:
        raise WrongPhaseError(f"there is no turned card in the phase {seen.phase!r}")
    return seen.turned


def hand_with_turned(seen: View) -> CardSet:
    """Return the hand of an auction with the turned card, as its taker. WrongPhaseError."""
    return seen.hand | CardSet.of((turned_of(seen),))


def rules_of(seen: View) -> Rules:
    """Return the rules of the table that a view was taken at; ValueError where they are none."""
    return _rules(seen.rules.preset, msgspec.json.encode(seen.rules.differs))


def last_trick(deal: Deal, seat: int) -> Trick | None:
    """Return the turned trick that `seat` may look at (`french:19`; `flemish:65` none; `ffb:5.1`
    after its play)."""
    if not (isinstance(deal, Contracted) and deal.tricks):
        return None
    rule = deal.rules.conduct.last_trick_view
    allowed = rule == "last" or (rule == "last_not_before_play" and seat in deal.on_table)
    return deal.tricks[-1] if allowed else None


def _stage(match: Match) -> Stage:
    if match.given_up is not None:
        return "match_over"
    if match.deal.phase is Phase.OVER:
        return "match_over" if match.over else "deal_over"
    stage: Stage = match.deal.phase.value
    return stage


def _on_table(deal: AnyDeal) -> CardsOnTable:
    winning = deal.winning_seat if isinstance(deal, Contracted) and deal.trick else None
    return CardsOnTable(deal.leader, deal.trick, winning)


def _tricks_won(deal: Deal) -> Points:
    sides = deal.rules.sides
    won = [0] * deal.rules.side_count
    for trick in deal.tricks:
        won[sides[trick.winner]] += 1
    return tuple(won)


def _melds(deal: Contracted) -> tuple[SeatMelds, ...]:
    return tuple(
        SeatMelds(
            seat=seat,
            kinds=tuple(meld.kind for meld in named),
            shown=deal.shown(seat),
            asked=seat in deal.demanded,
            lost=seat in deal.forgotten,
        )
        for seat, named in enumerate(deal.announced)
        if named
    )


def offered(deal: Deal, seat: int) -> Legal | None:
    """Return the actions that the rules and their assistance offer `seat`; None out of turn."""
    if deal.to_act != seat:
        return None
    match deal:
        case Playing():
            if deal.announcer is not None:
                return _announces(deal, seat)
            unaided = deal.rules.conduct.assistance == "none"
            return _plays_unaided(deal, seat) if unaided else _plays(deal, seat)
        case Bidding():
            form = deal.rules.bidding.pass_form(deal.auction)
            offer = calls_offered(calls_on_offer(deal))
            return msgspec.structs.replace(offer, pass_form=form) if form else offer
        case Dealing():
            return Legal(actions=("packets",), packets=deal.rules.deal.packets)
        case Cutting():
            depths = cut_range(deal.rules)
            return Legal(actions=("cut",), cut_min=depths[0], cut_max=depths[-1])
        case Dead() | Misdealt() | Judged() | LaidDown() | PlayedOut():
            return None
    assert_never(deal)


def calls_offered(calls: tuple[Call, ...]) -> Legal:
    """Return the offer of these calls."""
    actions: dict[Verb, None] = dict.fromkeys(VERBS[type(call)] for call in calls)
    trumps = tuple(call.trump for call in calls if isinstance(call, Take))
    return Legal(actions=tuple(actions), calls=calls, trumps=trumps)


def _announces(deal: Playing, seat: int) -> Legal:
    unaided = deal.rules.conduct.assistance == "none"
    return Legal(actions=("announce",), announce=() if unaided else deal.melds_offered(seat))


def _plays(deal: Playing, seat: int) -> Legal:
    cards = legal_cards(deal)
    return Legal(
        actions=("play",),
        cards=tuple(cards),
        refused=tuple(_refused(deal, deal.hands[seat] - cards)),
        announce=deal.melds_offered(seat),
    )


def _plays_unaided(deal: Playing, seat: int) -> Legal:
    """Offer the whole hand, as in real life: without a hint of legal cards, melds or showing."""
    cards = deal.hands[seat] if deal.rules.revocable else legal_cards(deal)
    kept = deal.announced[seat] and seat not in (*deal.forgotten, *deal.shown_by)
    showable = deal.rules.shown_by_hand and kept and not deal.showing
    actions: tuple[Verb, ...] = ("play", "show") if showable else ("play",)
    return Legal(actions=actions, cards=tuple(cards))


def _interventions(deal: Deal, seat: int) -> Interventions:
    calls = calls_out_of_turn(deal, seat)
    if deal.rules.conduct.assistance != "none":
        return Interventions(calls=calls) if calls else NO_INTERVENTION
    others = [other for other in range(deal.rules.players) if other != seat]
    challenge = tuple(other for other in others if no_challenge(deal, seat, other) is None)
    return Interventions(
        calls=calls,
        demand=tuple(other for other in others if no_demand(deal, seat, other) is None),
        challenge=challenge,
        stake=_stake(deal) if challenge else 0,
        early=bool(calls) and deal.rules.early_doubles,
        claim=claim_at_stake(deal),
    )


def _stake(deal: Deal) -> int:
    """Return the stake of a challenge, computed only from what has been said aloud."""
    if not isinstance(deal, Contracted):
        return 0
    rules, terms = deal.rules.scoring, tallies.ContractTerms.of(deal.contract, deal.law)
    attack = deal.rules.sides[deal.contract.attacker]
    return settlements.at_stake(scoring.Penalty(0, attack, *said_so_far(deal), terms), rules)


def _refused(deal: Playing, cards: CardSet) -> Iterator[RefusedCard]:
    hand = deal.hands[deal.to_act]
    for card, code in play.refusals(cards, hand, deal.trick, deal.law):
        why = REFUSALS[code]
        yield RefusedCard(card, why.code, why.rule)
