"""A record as steps for the page that shows it, made in a worker process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from rebelote.rules import laid_out, match, presets, variation
from rebelote.rules.cards import parse_cards
from rebelote.rules.deck import Pack
from rebelote.rules.events import PackSealed
from rebelote.rules.match import Match
from rebelote.rules.notation import Deed
from rebelote.rules.options import Rules
from rebelote.rules.record import DealRecord, Record, whose
from rebelote.rules.refusals import IllegalAction
from rebelote.rules.replay import Position, positions
from rebelote.rules.view import View, for_a_person, spectator
from rebelote.server.protocol import deltas, messages
from rebelote.server.protocol.http_schemas import (
    EnteredDeal,
    NewDeal,
    NewVariation,
    NextAction,
    Remark,
    Replay,
    ReplayDeal,
    ReplayPlayer,
    ReplayStep,
    Variation,
)
from rebelote.server.protocol.table_settings import MOST_DEALS
from rebelote.server.tables.offline_match import DEAL


class Replayed(NamedTuple):
    """The names in a record by seat, and its deals as JSON."""

    names: tuple[str, ...]
    deals: bytes


def replayed(text: str) -> Replayed:
    """A record as steps. IllegalAction `no-record`, `too-large`."""
    record = _parsed(text)
    found = positions(record)
    deals = [_deal(record, *each) for each in enumerate(zip(record.deals, found, strict=True), 1)]
    return Replayed(record.seat_names, messages.encode(deals))


def entered(asked: NewDeal) -> bytes:
    """A deal given by hand, as JSON of `EnteredDeal`. IllegalAction says what is wrong with it."""
    hands = tuple(_cards(text) for text in asked.hands)
    turned = next(iter(_cards(asked.turned)), None)
    state = laid_out.begin(_rules(asked.preset), asked.dealer, hands, turned)
    for word in asked.actions:
        offered = laid_out.choices(state.match, hands)
        if word not in offered:
            raise IllegalAction("not-now")
        state = laid_out.done(state, offered[word])
    found = zip(state.record.deals, positions(state.record), strict=True)
    deals = tuple(_deal(state.record, *each) for each in enumerate(found, 1))
    replay = Replay("", tuple(map(ReplayPlayer, state.record.seat_names)), deals)
    offered = laid_out.choices(state.match, hands)
    choices = _next(state.match, offered)
    return messages.encode(EnteredDeal(replay, str(state.record), state.match.to_act, choices))


def varied(text: str, asked: NewVariation) -> bytes:
    """A deal of a record played on in another way, as JSON of `Variation`.

    IllegalAction `no-record`, `too-large`, `no-such-step`, `not-now`.
    """
    record = _parsed(text)
    state = variation.varied(record, asked.deal, asked.step, asked.actions)
    recorded, found = state.record.deals[-1], positions(state.record)[-1]
    deal = _deal(state.record, asked.deal, (recorded, found))
    told = Variation(deal, state.match.to_act, _next(state.match, variation.offered(state.match)))
    return messages.encode(told)


def _next(state: Match, offered: Mapping[str, Deed]) -> tuple[NextAction, ...]:
    return tuple(NextAction(word, *whose(deed, state)) for word, deed in offered.items())


def _parsed(text: str) -> Record:
    if text.count(DEAL) > MOST_DEALS:
        raise IllegalAction("too-large")
    try:
        return Record.parse(text)
    except (ValueError, RecursionError):
        raise IllegalAction("no-record") from None


def _rules(preset: str) -> Rules:
    if preset not in presets.PRESETS:
        raise IllegalAction("wrong-options")
    return presets.PRESETS[preset]


def _cards(text: str) -> Pack:
    try:
        return parse_cards(text)
    except ValueError:
        raise IllegalAction("not-in-pack") from None


def _deal(record: Record, number: int, deal: tuple[DealRecord, list[Position]]) -> ReplayDeal:
    recorded, found = deal
    return ReplayDeal(
        number,
        tuple(_steps(found)),
        _sealed(record, recorded, number),
        recorded.secret,
        recorded.nonces,
        tuple(Remark(remark.after, remark.text) for remark in recorded.comments),
    )


def _sealed(record: Record, recorded: DealRecord, number: int) -> PackSealed | None:
    if not (recorded.seal and recorded.secret):
        return None
    how = match.making(record.rules, first=number == 1)
    return PackSealed(recorded.seal, recorded.commitments, 1, number, *how)


def _steps(found: Sequence[Position]) -> Iterator[ReplayStep]:
    before: View | None = None
    hands = None
    for events, state in map(msgspec.structs.astuple, found):
        view, held = for_a_person(spectator(state)), state.deal.hands
        yield ReplayStep(events, None if held == hands else held, deltas.of_view(before, view))
        before, hands = view, held
