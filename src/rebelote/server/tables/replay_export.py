"""A record as steps for the page that shows it, made in a worker process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from rebelote.rules import match
from rebelote.rules.events import PackSealed
from rebelote.rules.record import DealRecord, Record
from rebelote.rules.refusals import IllegalAction
from rebelote.rules.replay import Position, positions
from rebelote.rules.view import View, for_a_person, spectator
from rebelote.server.protocol import deltas, messages
from rebelote.server.protocol.http_schemas import Remark, ReplayDeal, ReplayStep
from rebelote.server.protocol.table_settings import MOST_DEALS
from rebelote.server.tables.offline_match import DEAL


class Replayed(NamedTuple):
    """The names in a record by seat, and its deals as JSON."""

    names: tuple[str, ...]
    deals: bytes


def replayed(text: str) -> Replayed:
    """A record as steps. IllegalAction `no-record`, `too-large`."""
    if text.count(DEAL) > MOST_DEALS:
        raise IllegalAction("too-large")
    try:
        record = Record.parse(text)
        found = positions(record)
    except (ValueError, RecursionError):
        raise IllegalAction("no-record") from None
    deals = [_deal(record, *each) for each in enumerate(zip(record.deals, found, strict=True), 1)]
    return Replayed(record.seat_names, messages.encode(deals))


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
