"""Rows of the two tables: one for each deal, one for each decision of a seat.

Cards are numbered as `card.index`, sets of cards are masks of 32 bits as `CardSet.mask`, calls and
trumps are written as in the notation. No row names a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from types import NoneType
from typing import Annotated, Final, Literal, NamedTuple, NewType, get_args, get_type_hints

import msgspec

from rebelote.rules.actions import Call, Play
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Contract
from rebelote.rules.deal import Deal, HandsDealt, PlayedOut, Playing, tally
from rebelote.rules.match import Match, SheetRow
from rebelote.rules.options import Rules
from rebelote.rules.presets import PRESETS
from rebelote.rules.records import notation
from rebelote.rules.records.record import Record, whose
from rebelote.rules.view import offered

Mask = NewType("Mask", int)
"""A set of cards: the bit `1 << card.index` is set for each of them."""


def meaning(description: str) -> msgspec.Meta:
    """Return the meaning of a column, for its annotation."""
    return msgspec.Meta(description=description)


class DealRow(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that is over. Columns of a fourth seat or a third side are empty where there is none.

    Sides are numbered by their first seat: 0 and 2 are side 0, and of three players each is one.
    """

    record: Annotated[int, meaning("the number of its record, from 0")]
    deal: Annotated[int, meaning("its number within the record, from 1")]
    rules: Annotated[str, meaning("the rule set")]
    players: Annotated[int, meaning("3 or 4")]
    dealer: Annotated[int, meaning("seat")]
    turned: Annotated[int | None, meaning("card: the one turned up")] = None
    hand_0: Annotated[Mask, meaning("cards of seat 0, after the auction all of them")]
    hand_1: Annotated[Mask, meaning("the same of seat 1")]
    hand_2: Annotated[Mask, meaning("the same of seat 2")]
    hand_3: Annotated[Mask | None, meaning("the same of seat 3")] = None
    calls: Annotated[str, meaning("the auction, each call after its seat: `1:pass 2:90H`")]
    attacker: Annotated[int | None, meaning("seat; empty where everybody passed")] = None
    trump: Annotated[str | None, meaning("`S`, `H`, `D`, `C`, `all` or `none`")] = None
    value: Annotated[
        str | None, meaning("what was bid: points, `capot`, `generale`, or `250capot`")
    ] = None
    stake: Annotated[int | None, meaning("1, more once doubled")] = None
    cards: Annotated[str, meaning("the cards in the order in which they fell, as in a record")]
    outcome: Annotated[
        str,
        meaning(
            "`made`, `failed`, `tie`, `false_play`, `misdeal`, "
            "`eight` (all of a suit in one hand); `passed` without contract"
        ),
    ]
    sweep: Annotated[bool, meaning("whether one side took every trick")]
    points_0: Annotated[
        int | None, meaning("points of side 0 in cards and last trick; empty if not played out")
    ] = None
    points_1: Annotated[int | None, meaning("the same of side 1")] = None
    points_2: Annotated[int | None, meaning("the same of side 2")] = None
    tricks_0: Annotated[int | None, meaning("tricks of side 0")] = None
    tricks_1: Annotated[int | None, meaning("tricks of side 1")] = None
    tricks_2: Annotated[int | None, meaning("tricks of side 2")] = None
    melds_0: Annotated[int | None, meaning("announcements of side 0 that count")] = None
    melds_1: Annotated[int | None, meaning("the same of side 1")] = None
    melds_2: Annotated[int | None, meaning("the same of side 2")] = None
    belote_0: Annotated[int | None, meaning("belote of side 0, in points")] = None
    belote_1: Annotated[int | None, meaning("the same of side 1")] = None
    belote_2: Annotated[int | None, meaning("the same of side 2")] = None
    marks_0: Annotated[int, meaning("marks written for side 0")]
    marks_1: Annotated[int, meaning("the same for side 1")]
    marks_2: Annotated[int | None, meaning("the same for side 2")] = None
    score_0: Annotated[int, meaning("marks of side 0 in the match before the deal")]
    score_1: Annotated[int, meaning("the same of side 1")]
    score_2: Annotated[int | None, meaning("the same of side 2")] = None
    options: Annotated[str, meaning("options that differ from the rule set, as JSON")]
    agent_0: Annotated[str, meaning("level or agent of seat 0; empty where it is not known")]
    agent_1: Annotated[str, meaning("the same of seat 1")]
    agent_2: Annotated[str, meaning("the same of seat 2")]
    agent_3: Annotated[str | None, meaning("the same of seat 3")] = None


class DecisionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A call or card of a seat, with its knowledge then; without other hands."""

    record: Annotated[int, meaning("the number of its record, from 0")]
    deal: Annotated[int, meaning("the deal within the record, from 1")]
    number: Annotated[int, meaning("how many actions of the deal came before it")]
    rules: Annotated[str, meaning("the rule set")]
    seat: Annotated[int, meaning("whose decision it is")]
    dealer: Annotated[int, meaning("seat")]
    kind: Annotated[str, meaning("`call` or `card`")]
    hand: Annotated[Mask, meaning("the seat's cards")]
    turned: Annotated[int | None, meaning("card: the one turned up")] = None
    calls: Annotated[str, meaning("the auction so far: `1:pass 2:90H`")]
    attacker: Annotated[int | None, meaning("seat, once there is a contract")] = None
    trump: Annotated[str | None, meaning("of the contract")] = None
    value: Annotated[str | None, meaning("of the contract, where one bids")] = None
    stake: Annotated[int | None, meaning("of the contract")] = None
    played: Annotated[Mask, meaning("cards of the tricks that are turned")]
    trick: Annotated[str, meaning("cards on the table in order")]
    leader: Annotated[int | None, meaning("the seat that led them, or leads")] = None
    legal_cards: Annotated[Mask | None, meaning("cards that may be played; empty at a call")] = None
    legal_calls: Annotated[str, meaning("calls that may be made, by spaces; empty at a card")]
    card: Annotated[int | None, meaning("the card that was played")] = None
    action: Annotated[str, meaning("what was done, as in a record: `90H`, `JS!(run3)`")]
    marks: Annotated[
        int | None, meaning("label: marks of the deal, own side less the best other")
    ] = None
    score_0: Annotated[int, meaning("marks of side 0 in the match before the deal")]
    score_1: Annotated[int, meaning("the same of side 1")]
    score_2: Annotated[int | None, meaning("the same of side 2")] = None
    options: Annotated[str, meaning("options that differ from the rule set, as JSON")]
    agent: Annotated[str, meaning("level or agent of the seat; empty where it is not known")]


Kind = Literal["int", "mask", "str", "bool", "bytes"]
_KINDS: Final[dict[object, Kind]] = {
    int: "int",
    Mask: "mask",
    str: "str",
    bool: "bool",
    bytes: "bytes",
}


class Column(NamedTuple):
    """A column: its name, its meaning, its type, and whether it may be empty."""

    name: str
    description: str
    kind: Kind
    empty: bool


def columns(row: type[msgspec.Struct]) -> list[Column]:
    """Return the columns of a table in order."""
    result = []
    for name, hint in get_type_hints(row, include_extras=True).items():
        held, about = get_args(hint)[:2]
        empty = NoneType in get_args(held)
        bare = get_args(held)[0] if empty else held
        result.append(Column(name, about.description, _KINDS[bare], empty))
    return result


def deal_rows(record: Record, number: int = 0, agents: Sequence[str] = ()) -> Iterator[DealRow]:
    """Yield a row for each deal of a record that is over.

    Args:
        record: of a match.
        number: what the record is called.
        agents: who plays each seat, where that is known.
    """
    for states in record.history():
        last = states[-1]
        if last.written:
            yield _deal_row(last, last.sheet[-1], number, agents)


def decision_rows(
    record: Record, number: int = 0, agents: Sequence[str] = ()
) -> Iterator[DecisionRow]:
    """Yield a row for each call and card of a record, also of a deal that is not over."""
    for one in decided(record):
        before, seat = one.before, one.seat
        ahead = None if one.marks is None else lead(one.marks, before, seat)
        word = notation.word(one.action, before.rules)
        card = one.action.card.index if isinstance(one.action, Play) else None
        agent = agents[seat] if agents else ""
        yield _decision_row(before, number, one.done, seat, word, card, ahead, agent)


class Decided(NamedTuple):
    """A call or card of the seat to act, the match before it, and the marks of the deal."""

    before: Match
    done: int
    seat: int
    action: Call | Play
    marks: tuple[int, ...] | None


def decided(record: Record) -> Iterator[Decided]:
    """Yield each call and card of a record, also of a deal that is not over."""
    for recorded, states in zip(record.deals, record.history(), strict=True):
        marks = states[-1].sheet[-1].marks if states[-1].written else None
        for done, (deed, before) in enumerate(zip(recorded.actions, states, strict=False)):
            seat, action = whose(deed, before)
            if seat == before.to_act and isinstance(action, Call | Play):
                yield Decided(before, done, seat, action, marks)


def _deal_row(state: Match, written: SheetRow, number: int, agents: Sequence[str]) -> DealRow:
    deal, players = state.deal, state.rules.players
    before = state.sheet[-2].totals if len(state.sheet) > 1 else state.nothing
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
        **_seats("score", before),
        **_seats("agent", agents or ("",) * players),
        "options": _options(state.rules),
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
    agent: str,
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
        **_seats("score", before.scores),
        "options": _options(before.rules),
        "agent": agent,
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


@cache
def _options(rules: Rules) -> str:
    return msgspec.json.encode(rules.differs(PRESETS[rules.preset])).decode()


def _seats(name: str, values: Iterable[int | str]) -> dict[str, object]:
    return {f"{name}_{at}": value for at, value in enumerate(values)}


def lead(marks: tuple[int, ...], match: Match, seat: int) -> int:
    """Return the marks of a seat's side less the best of the others."""
    side = match.rules.sides[seat]
    return marks[side] - max(mark for other, mark in enumerate(marks) if other != side)
