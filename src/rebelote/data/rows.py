"""What a row of each table holds: one for a deal, one for a decision of a seat.

Cards are numbered as `card.index`, sets of cards are masks of 32 bits as `CardSet.mask`, calls and
trumps are written as in the notation. No row names a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Annotated, Final, Literal, NamedTuple, NewType, get_args, get_type_hints

import msgspec

from rebelote.rules import notation
from rebelote.rules.actions import Call, Play
from rebelote.rules.arguments import checked
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Deal, HandsDealt, PlayedOut, Playing, tally
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.record import Record, whose
from rebelote.rules.view import offered

Mask = NewType("Mask", int)
"""A set of cards: the bit `1 << card.index` is set for each of them."""


def _column(description: str) -> msgspec.Meta:
    return msgspec.Meta(description=description)


class DealRow(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is over. Columns of a fourth seat or a third side are empty where there is none.

    Sides are numbered by their first seat: 0 and 2 are side 0, and of three players each is one.
    """

    record: Annotated[int, _column("the number of its record, from 0")]
    deal: Annotated[int, _column("its number within the record, from 1")]
    rules: Annotated[str, _column("the rule set")]
    players: Annotated[int, _column("3 or 4")]
    dealer: Annotated[int, _column("seat")]
    turned: Annotated[int | None, _column("card: the one turned up")] = None
    hand_0: Annotated[Mask, _column("cards of seat 0, after the auction all of them")]
    hand_1: Annotated[Mask, _column("the same of seat 1")]
    hand_2: Annotated[Mask, _column("the same of seat 2")]
    hand_3: Annotated[Mask | None, _column("the same of seat 3")] = None
    calls: Annotated[str, _column("the auction, each call after its seat: `1:pass 2:90H`")]
    attacker: Annotated[int | None, _column("seat; empty where everybody passed")] = None
    trump: Annotated[str | None, _column("`S`, `H`, `D`, `C`, `all` or `none`")] = None
    value: Annotated[
        str | None, _column("what was bid: points, `capot`, `generale`, or `250capot`")
    ] = None
    stake: Annotated[int | None, _column("1, more once doubled")] = None
    cards: Annotated[str, _column("the cards in the order in which they fell, as in a record")]
    outcome: Annotated[
        str,
        _column(
            "`made`, `failed`, `tie`, `false_play`, `misdeal`, "
            "`eight` (all of a suit in one hand); `passed` without contract"
        ),
    ]
    sweep: Annotated[bool, _column("whether one side took every trick")]
    points_0: Annotated[
        int | None, _column("points of side 0 in cards and last trick; empty if not played out")
    ] = None
    points_1: Annotated[int | None, _column("the same of side 1")] = None
    points_2: Annotated[int | None, _column("the same of side 2")] = None
    tricks_0: Annotated[int | None, _column("tricks of side 0")] = None
    tricks_1: Annotated[int | None, _column("tricks of side 1")] = None
    tricks_2: Annotated[int | None, _column("tricks of side 2")] = None
    melds_0: Annotated[int | None, _column("announcements of side 0 that count")] = None
    melds_1: Annotated[int | None, _column("the same of side 1")] = None
    melds_2: Annotated[int | None, _column("the same of side 2")] = None
    belote_0: Annotated[int | None, _column("belote of side 0, in points")] = None
    belote_1: Annotated[int | None, _column("the same of side 1")] = None
    belote_2: Annotated[int | None, _column("the same of side 2")] = None
    marks_0: Annotated[int, _column("marks written for side 0")]
    marks_1: Annotated[int, _column("the same for side 1")]
    marks_2: Annotated[int | None, _column("the same for side 2")] = None


class DecisionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A call or card of a seat, with what the seat knew; of other hands there is nothing."""

    record: Annotated[int, _column("the number of its record, from 0")]
    deal: Annotated[int, _column("the deal within the record, from 1")]
    number: Annotated[int, _column("how many actions of the deal came before it")]
    rules: Annotated[str, _column("the rule set")]
    seat: Annotated[int, _column("whose decision it is")]
    dealer: Annotated[int, _column("seat")]
    kind: Annotated[str, _column("`call` or `card`")]
    hand: Annotated[Mask, _column("the seat's cards")]
    turned: Annotated[int | None, _column("card: the one turned up")] = None
    calls: Annotated[str, _column("the auction so far: `1:pass 2:90H`")]
    attacker: Annotated[int | None, _column("seat, once there is a contract")] = None
    trump: Annotated[str | None, _column("of the contract")] = None
    value: Annotated[str | None, _column("of the contract, where one bids")] = None
    stake: Annotated[int | None, _column("of the contract")] = None
    played: Annotated[Mask, _column("cards of the tricks that are turned")]
    trick: Annotated[str, _column("cards on the table in order")]
    leader: Annotated[int | None, _column("the seat that led them, or leads")] = None
    legal_cards: Annotated[Mask | None, _column("cards that may be played; empty at a call")] = None
    legal_calls: Annotated[str, _column("calls that may be made, by spaces; empty at a card")]
    card: Annotated[int | None, _column("the card that was played")] = None
    action: Annotated[str, _column("what was done, as in a record: `90H`, `JS!(run3)`")]
    marks: Annotated[
        int | None, _column("label: marks of the deal, own side less the best other")
    ] = None


Kind = Literal["int", "mask", "str", "bool"]
_KINDS: Final[dict[object, Kind]] = {int: "int", Mask: "mask", str: "str", bool: "bool"}


class Column(NamedTuple):
    """A column: its name, what it holds, its type, and whether it may be empty."""

    name: str
    description: str
    kind: Kind
    empty: bool


def columns(row: type[msgspec.Struct]) -> list[Column]:
    """The columns of a table in order."""
    result = []
    for name, hint in get_type_hints(row, include_extras=True).items():
        held, about = get_args(hint)[:2]
        empty = NoneType in get_args(held)
        bare = get_args(held)[0] if empty else held
        result.append(Column(name, about.description, _KINDS[bare], empty))
    return result


@checked
def deal_rows(record: Record, number: int = 0) -> Iterator[DealRow]:
    """A row for each deal of a record that is over; `number`: what the record is called."""
    for states in record.history():
        last = states[-1]
        if last.written:
            yield _deal_row(last, last.sheet[-1], number)


@checked
def decision_rows(record: Record, number: int = 0) -> Iterator[DecisionRow]:
    """A row for each call and card of a record, also of a deal that is not over."""
    for recorded, states in zip(record.deals, record.history(), strict=True):
        marks = states[-1].sheet[-1].marks if states[-1].written else None
        for done, (deed, before) in enumerate(zip(recorded.actions, states, strict=False)):
            seat, action = whose(deed, before)
            if seat == before.to_act and isinstance(action, Call | Play):
                lead = None if marks is None else _lead(marks, before.rules.sides[seat])
                word = notation.word(action, before.rules)
                card = action.card.index if isinstance(action, Play) else None
                yield _decision_row(before, number, done, seat, word, card, lead)


ROWS: Final[dict[str, type[msgspec.Struct]]] = {"deals": DealRow, "decisions": DecisionRow}
"""What a row of each table is, by its name."""


def _deal_row(state: Match, written: SheetRow, number: int) -> DealRow:
    deal = state.deal
    won = tally(deal) if isinstance(deal, PlayedOut) else None
    cards = [card for trick in deal.tricks for card in trick.cards] + list(deal.trick)
    cells: dict[str, object] = {
        "record": number,
        "deal": written.number,
        "rules": state.rules.preset,
        "players": state.rules.players,
        "dealer": deal.dealer,
        "calls": _calls(deal),
        "cards": " ".join(map(str, cards)),
        "outcome": written.outcome or "passed",
        "sweep": written.sweep,
        **_seats("hand", (Mask(CardSet.of(hand).mask) for hand in deal.dealt)),
        **_seats("points", won.points if won else ()),
        **_seats("tricks", won.tricks if won else ()),
        **_seats("melds", won.melds if won else ()),
        **_seats("belote", won.belote if won else ()),
        **_seats("marks", written.marks),
        **_contract(deal, written.contract),
    }
    return msgspec.convert(cells, DealRow)


def _decision_row(
    before: Match,
    number: int,
    done: int,
    seat: int,
    word: str,
    card: int | None,
    lead: int | None,
) -> DecisionRow:
    deal = before.deal
    legal = offered(deal, seat)
    assert legal is not None
    playing = isinstance(deal, Playing)
    turned_tricks = CardSet.of(card for trick in deal.tricks for card in trick.cards)
    cells: dict[str, object] = {
        "record": number,
        "deal": before.number,
        "number": done,
        "rules": before.rules.preset,
        "seat": seat,
        "dealer": deal.dealer,
        "kind": "card" if playing else "call",
        "hand": Mask(deal.hands[seat].mask),
        "calls": _calls(deal),
        "played": Mask(turned_tricks.mask),
        "trick": " ".join(map(str, deal.trick)),
        "leader": deal.leader if playing else None,
        "legal_cards": Mask(CardSet.of(legal.cards).mask) if playing else None,
        "legal_calls": " ".join(map(notation.call_word, legal.calls)),
        "card": card,
        "action": word,
        "marks": lead,
        **_contract(deal, deal.contract),
    }
    return msgspec.convert(cells, DecisionRow)


def _calls(deal: Deal) -> str:
    made = deal.calls if isinstance(deal, HandsDealt) else ()
    return " ".join(f"{one.seat}:{notation.call_word(one.call)}" for one in made)


def _contract(deal: Deal, contract: Contract | None) -> dict[str, object]:
    result: dict[str, object] = {"turned": deal.turned.index if deal.turned else None}
    if contract is not None:
        result["attacker"], result["trump"] = contract.attacker, contract.trump.value
        result["value"] = None if contract.value is None else str(contract.value)
        result["stake"] = contract.stake
    return result


def _seats(name: str, values: Iterable[int]) -> dict[str, object]:
    return {f"{name}_{at}": value for at, value in enumerate(values)}


def _lead(marks: tuple[int, ...], side: int) -> int:
    return marks[side] - max(mark for other, mark in enumerate(marks) if other != side)
