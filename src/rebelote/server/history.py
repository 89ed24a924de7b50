"""Which record does a table's log make? The last match, as far as it may be told.

A deal is told once it has been played to its end: until then its cards, or those of a pack that
goes on unshuffled, are nobody's business.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rebelote import match
from rebelote.actions import OUT_OF_TURN
from rebelote.fairness import seal
from rebelote.match import Match
from rebelote.record import Record
from rebelote.server.table import Acted, Dealt, Started, decode


def record(log: Sequence[bytes], names: tuple[str, ...]) -> Record | None:
    """The record of the last match in a log; None while there is nothing to tell."""
    entries = [decode(line) for line in log]
    began = max(i for i, entry in enumerate(entries) if isinstance(entry, Started))
    told: Record | None = None
    state, written = _start(entries[began], names)
    for entry in entries[began + 1 :]:
        state, written = _add(state, written, entry)
        if state.to_act is None and (state.deal.played_out or state.winner is not None):
            told = written
    return told


def _start(entry: Started | Acted | Dealt, names: tuple[str, ...]) -> tuple[Match, Record]:
    assert isinstance(entry, Started)
    state = match.start(entry.rules, entry.pack, entry.dealer)
    return state, _seal(Record.begin(state, names), entry.secret)


def _add(state: Match, written: Record, entry: Started | Acted | Dealt) -> tuple[Match, Record]:
    if isinstance(entry, Acted):
        after = match.apply(state, entry.seat, entry.action)
        seat = entry.seat if isinstance(entry.action, OUT_OF_TURN) else None
        return after, written.act(entry.action, seat)
    assert isinstance(entry, Dealt)
    return match.next_deal(state, entry.pack), _seal(written.next_deal(entry.pack), entry.secret)


def _seal(written: Record, secret: str) -> Record:
    """The record with seal and secret on its last deal."""
    if not secret:
        return written
    last = msgspec.structs.replace(
        written.deals[-1], seal=seal(bytes.fromhex(secret)), secret=secret
    )
    return msgspec.structs.replace(written, deals=(*written.deals[:-1], last))
