"""The replay of a record, deal by deal and step by step, with every hand open."""

from __future__ import annotations

import msgspec

from rebelote.rules.events import Events, deal_began, narrate
from rebelote.rules.match import Match
from rebelote.rules.records.record import DealRecord, Record, whose


class Position(msgspec.Struct, frozen=True):
    """The match after a step of a replay, and the events of that step."""

    events: Events
    match: Match


def positions(record: Record) -> list[list[Position]]:
    """Return the positions of each deal: as it begins, and after each action. RecordError."""
    pairs = zip(record.deals, record.history(), strict=True)
    return [_of_deal(recorded, states) for recorded, states in pairs]


def _of_deal(recorded: DealRecord, states: list[Match]) -> list[Position]:
    result = [Position(deal_began(states[0]), states[0])]
    for deed, before, after in zip(recorded.actions, states, states[1:], strict=False):
        result.append(Position(narrate(before, *whose(deed, before), after), after))
    return result
