"""What may one seat know? The only thing bots and browsers ever get."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rebelote import play, variants
from rebelote.auction import Call, Contract
from rebelote.cards import Card, CardSet, Trump
from rebelote.deal import (
    Deal,
    Phase,
    Trick,
    cut_range,
    legal_cards,
    trumps_on_offer,
)
from rebelote.match import Match, SheetRow
from rebelote.melds import Contest, Kind, Meld, Melds
from rebelote.refusals import REFUSALS
from rebelote.rules import Rules
from rebelote.scoring import Settlement

Stage = Literal["cut", "packets", "bidding", "play", "deal_over", "match_over"]
Verb = Literal["cut", "packets", "pass", "take", "play"]


class RuleCard(msgspec.Struct, frozen=True):
    """The rules of the table: a preset, what differs from it, and the essentials."""

    preset: str
    differs: dict[str, Any]
    target: int
    players: int
    direction: Literal["cw", "ccw"]


class CardsOnTable(msgspec.Struct, frozen=True):
    """The trick in play, in order of play; `winner`: the seat winning it so far."""

    leader: int
    cards: tuple[Card, ...]
    winner: int | None


class SeatMelds(msgspec.Struct, frozen=True):
    """What a seat announced, and what it has shown of it."""

    seat: int
    kinds: tuple[Kind, ...]
    shown: Melds


class RefusedCard(msgspec.Struct, frozen=True):
    """A card in hand that may not be played now: the code of the refusal, and the rule."""

    card: Card
    code: str
    rule: str


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """What the seat to act may do; the fields of the verbs that are not offered are empty."""

    actions: tuple[Verb, ...]
    cut_min: int = 0
    cut_max: int = 0
    packets: tuple[tuple[int, int], ...] = ()
    trumps: tuple[Trump, ...] = ()
    cards: tuple[Card, ...] = ()
    refused: tuple[RefusedCard, ...] = ()
    announce: tuple[Meld, ...] = ()


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one seat may know, and nothing else. Sides: seats 0 and 2 are 0, 1 and 3 are 1.

    `tricks` is what a perfect memory holds; people are sent it empty and remember for themselves,
    with `last_trick` where the rules let it be looked at (`2:L19`). `turned` lies on the stock
    until somebody takes. `belote` lists the seats that have said it.
    """

    rules: RuleCard
    seat: int = 0
    deal_number: int
    dealer: int
    phase: Stage
    to_act: int | None
    hand: CardSet = CardSet()
    hand_sizes: tuple[int, ...]
    turned: Card | None
    calls: tuple[Call, ...]
    contract: Contract | None
    trick: CardsOnTable
    last_trick: Trick | None
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, int]
    melds: tuple[SeatMelds, ...]
    contest: Contest | None
    belote: tuple[int, ...]
    legal: Legal | None = None
    settlement: Settlement | None
    scores: tuple[int, int]
    held: int
    sheet: tuple[SheetRow, ...]
    winner: int | None


def view(match: Match, seat: int) -> View:
    """What `seat` may know."""
    return _seen_from(_public(match), match, seat)


def views(match: Match) -> tuple[View, ...]:
    """What each seat may know."""
    public = _public(match)
    return tuple(_seen_from(public, match, seat) for seat in range(match.rules.players))


def _seen_from(public: View, match: Match, seat: int) -> View:
    deal = match.deal
    return msgspec.structs.replace(
        public,
        seat=seat,
        hand=deal.hands[seat] if deal.hands else CardSet(),
        legal=_legal(deal, seat) if public.to_act == seat else None,
    )


def for_a_person(seen: View) -> View:
    """The view as it is sent to people: without the tricks that are turned for good (`2:L19`)."""
    return msgspec.structs.replace(seen, tricks=())


def _public(match: Match) -> View:
    """What everybody knows."""
    deal = match.deal
    return View(
        rules=rule_card(match.rules),
        deal_number=match.number,
        dealer=deal.dealer,
        phase=_stage(match),
        to_act=deal.to_act,
        hand_sizes=_hand_sizes(deal),
        turned=deal.turned,
        calls=deal.calls,
        contract=deal.contract,
        trick=_on_table(deal),
        last_trick=last_trick(deal),
        tricks=deal.tricks,
        tricks_won=_tricks_won(deal),
        melds=_melds(deal),
        contest=deal.contest,
        belote=_said_belote(deal),
        settlement=match.settlement,
        scores=match.scores,
        held=match.held,
        sheet=match.sheet,
        winner=match.winner,
    )


def _hand_sizes(deal: Deal) -> tuple[int, ...]:
    return tuple(map(len, deal.hands)) or (0,) * deal.rules.players


def _said_belote(deal: Deal) -> tuple[int, ...]:
    return tuple(seat for seat, pair in deal.belotes if not pair <= deal.hands[seat])


def rule_card(rules: Rules) -> RuleCard:
    """The rules in short."""
    differs = rules.differs(variants.PRESETS[rules.preset])
    return RuleCard(rules.preset, differs, rules.target, rules.players, rules.direction)


def last_trick(deal: Deal) -> Trick | None:
    """The turned trick that may be looked at (`2:L19`; `0:L65` none)."""
    allowed = deal.tricks and deal.rules.last_trick_view == "last"
    return deal.tricks[-1] if allowed else None


def _stage(match: Match) -> Stage:
    if match.deal.phase is Phase.OVER:
        return "match_over" if match.winner is not None else "deal_over"
    stage: Stage = match.deal.phase.value
    return stage


def _on_table(deal: Deal) -> CardsOnTable:
    winning = None
    if deal.trick and deal.law is not None:
        winning = (deal.leader + play.winner(deal.trick, deal.law.trump)) % deal.rules.players
    return CardsOnTable(deal.leader, deal.trick, winning)


def _tricks_won(deal: Deal) -> tuple[int, int]:
    ours = sum(1 for trick in deal.tricks if deal.rules.sides[trick.winner] == 0)
    return ours, len(deal.tricks) - ours


def _melds(deal: Deal) -> tuple[SeatMelds, ...]:
    return tuple(
        SeatMelds(seat, tuple(meld.kind for meld in named), deal.shown(seat))
        for seat, named in enumerate(deal.announced)
        if named
    )


def _legal(deal: Deal, seat: int) -> Legal:
    if deal.phase is Phase.CUT:
        depths = cut_range(deal.rules)
        return Legal(actions=("cut",), cut_min=depths[0], cut_max=depths[-1])
    if deal.phase is Phase.PACKETS:
        return Legal(actions=("packets",), packets=deal.rules.packets)
    if deal.phase is Phase.BIDDING:
        return Legal(actions=("pass", "take"), trumps=trumps_on_offer(deal))
    cards = legal_cards(deal)
    return Legal(
        actions=("play",),
        cards=tuple(cards),
        refused=tuple(_refused(deal, seat, card) for card in deal.hands[seat] - cards),
        announce=deal.melds_offered(seat),
    )


def _refused(deal: Deal, seat: int, card: Card) -> RefusedCard:
    assert deal.law is not None
    why = REFUSALS[play.refusal(card, deal.hands[seat], deal.trick, deal.law)]
    return RefusedCard(card, why.code, why.rule)
