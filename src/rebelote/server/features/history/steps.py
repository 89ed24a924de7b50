"""A record as steps (`Replay`), as the client and components on other sites draw it.

Needs no library of the server, so `rebelote replay --steps` writes them with the core alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from rebelote.rules import match
from rebelote.rules.events import PackSealed
from rebelote.rules.law_tables import LawTables, law_tables
from rebelote.rules.match import Match
from rebelote.rules.records.record import DealRecord, Record
from rebelote.rules.records.replay import Position, positions
from rebelote.rules.view import View, for_a_person, spectator
from rebelote.server.base.protocol import deltas
from rebelote.server.features.history.schemas import (
    Remark,
    Replay,
    ReplayDeal,
    ReplayPlayer,
    ReplayStep,
)

Cleaned = Callable[[str], str]
"""Returns the part of a text in a record that is shown."""


def of_record(record: Record) -> Replay:
    """Return a record of one's own as steps, with its texts as they are. RecordError."""
    players = tuple(
        ReplayPlayer(name=name or str(seat)) for seat, name in enumerate(record.seat_names)
    )
    return Replay(match="", players=players, deals=deals(record, str))


def deals(record: Record, clean: Cleaned) -> tuple[ReplayDeal, ...]:
    """Return every deal of a record. RecordError."""
    result = zip(record.deals, positions(record), strict=True)
    return tuple(deal(*each, clean) for each in result)


def deal(recorded: DealRecord, result: Sequence[Position], clean: Cleaned) -> ReplayDeal:
    """Return a recorded deal as steps, from its positions (`rules.records.replay`)."""
    return ReplayDeal(
        number=result[0].match.number,
        steps=tuple(_steps(result)),
        sealed=_sealed(result[0].match, recorded),
        secret=recorded.secret,
        nonces=recorded.nonces,
        remarks=tuple(Remark(remark.after, clean(remark.text)) for remark in recorded.comments),
        law=_law(result[-1].match),
    )


def _law(ended: Match) -> LawTables | None:
    return None if ended.deal.law is None else law_tables(ended.deal.law)


def _sealed(begun: Match, recorded: DealRecord) -> PackSealed | None:
    if not (recorded.seal and recorded.secret):
        return None
    how = match.making(begun.rules, begun.earlier)
    return PackSealed(
        commitment=recorded.seal,
        commitments=recorded.commitments,
        number=begun.number,
        riffles=how.riffles,
        joined=how.joined,
    )


def _steps(positions: Sequence[Position]) -> Iterator[ReplayStep]:
    before: View | None = None
    hands = None
    for events, state in map(msgspec.structs.astuple, positions):
        view, held = for_a_person(spectator(state)), state.deal.hands
        changed = deltas.of_view(before, view)
        if "sheet" in changed:  # with every row in every deal, replays would grow by the square
            changed["sheet"] = view.sheet[state.number - 1 :]
        yield ReplayStep(events, None if held == hands else held, changed)
        before, hands = view, held
