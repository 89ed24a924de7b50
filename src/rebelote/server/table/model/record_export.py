"""Export of the record from a table's log: the last match, as far as it may be disclosed.

A deal is disclosed once it has been played to its end: until then its cards, or those of a pack
that goes on unshuffled, stay hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from rebelote.rules import claims, match
from rebelote.rules.actions import Action
from rebelote.rules.fairness import seal
from rebelote.rules.records.record import Record, Recorded
from rebelote.server.base.protocol.occupants import Seats, by_name, named
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.model import taking_back
from rebelote.server.table.model.event_log import (
    Acted,
    Agreed,
    Claimed,
    Dealt,
    Entry,
    GivenUp,
    MatchEntry,
    Sealed,
    Seating,
    Started,
    TakenBack,
    TimeUp,
    decode,
    participants,
)


def record(
    log: Sequence[bytes], name_of: Callable[[str], str] = str, sealed: bool = True
) -> Record | None:
    """Return the record of the last match in a log; None while there is nothing to disclose.

    `name_of` gives a person's name. `sealed` is false where a person knew the packs beforehand.
    """
    entries = [decode(line) for line in log]
    starts = [i for i, entry in enumerate(entries) if isinstance(entry, Started)]
    if not starts:
        return None
    seatings = [e.seats for e in entries[: starts[-1]] if isinstance(e, Agreed | Seating)]
    last = sum(isinstance(entry, MatchEntry) for entry in entries[: starts[-1]])
    played = list(_with_seals(entries))[last:]
    if not sealed:
        played = [(entry, NOT_SEALED) for entry, _ in played]
    return _disclosed(played, _names(named(seatings[-1], by_name(name_of))))


NOT_SEALED: Final = Sealed("", ())
SealedEntry = tuple[MatchEntry, Sealed]
"""An entry of a match; one that begins a deal, with what sealed its pack."""


def _with_seals(entries: Sequence[Entry]) -> Iterator[SealedEntry]:
    """Yield the entries of matches, each with the seal on the pack that it begins."""
    sealed = NOT_SEALED
    for entry in entries:
        if isinstance(entry, Sealed):
            sealed = entry
        elif isinstance(entry, Acted | Claimed | TimeUp | GivenUp | TakenBack):
            yield entry, NOT_SEALED
        elif isinstance(entry, MatchEntry):
            yield entry, sealed if sealed.secret else Sealed(entry.secret, ())
            sealed = NOT_SEALED


def attended(log: Sequence[bytes]) -> tuple[set[str], Terms]:
    """Return the participants at the table of this log, and its terms; moves may be left out.

    ValueError where it cannot be read, or says nothing of terms: then nobody knows whether
    spectators are allowed.
    """
    seats: Seats = ()
    starters: Seats = ()
    terms: Terms | None = None
    for entry in map(decode, log):
        if isinstance(entry, Agreed):
            terms = entry.terms
        if isinstance(entry, Agreed | Seating):
            seats = entry.seats
        elif isinstance(entry, Started):
            starters = seats
    if terms is None:
        raise ValueError("this log has no entry with the table's rules")
    return participants(seats, starters), terms


def _names(seats: Seats) -> tuple[str, ...]:
    return tuple(who.name or f"{seat}" for seat, who in enumerate(seats))


def _disclosed(played: Sequence[SealedEntry], names: tuple[str, ...]) -> Record | None:
    """Return the record up to the last deal that may be disclosed."""
    disclosed: Record | None = None
    so_far = _start(*played[0], names)
    actions: list[tuple[int, Action]] = []
    before: list[Recorded] = []
    """The actions of the deal in play, and the record before it."""
    for entry, sealed in played[1:]:
        if isinstance(entry, TakenBack):
            so_far = _taken_back(so_far, entry.seat, actions, before)
            continue
        if isinstance(entry, Dealt):
            actions, before = [], []
        elif isinstance(entry, Acted):
            actions.append((entry.seat, entry.action))
            before.append(so_far)
        so_far = _add(so_far, entry, sealed)
        state = so_far.match
        if state.to_act is None and (state.deal.hides_nothing or state.over):
            disclosed = so_far.record
    return disclosed


def _taken_back(
    so_far: Recorded, seat: int, actions: list[tuple[int, Action]], before: list[Recorded]
) -> Recorded:
    """Return the record before the last call or card of a seat; what followed is forgotten."""
    last = taking_back.last_of(seat, actions)
    assert last is not None
    back = before[last]
    del actions[last:], before[last:]
    return back.time_up() if so_far.match.late and not back.match.late else back


def _start(entry: MatchEntry, sealed: Sealed, names: tuple[str, ...]) -> Recorded:
    assert isinstance(entry, Started)
    begun = match.start(entry.rules, entry.pack, entry.dealer)
    return _seal(Recorded.begin(begun, names), sealed, entry.nonces)


def _add(so_far: Recorded, entry: MatchEntry, sealed: Sealed) -> Recorded:
    if isinstance(entry, Acted):
        return so_far.act(entry.seat, entry.action)
    if isinstance(entry, Claimed):
        for played in claims.replayed(so_far.match, entry.cards):
            so_far = so_far.act(played.seat, played.action)
        return so_far
    if isinstance(entry, TimeUp):
        return so_far.time_up()
    if isinstance(entry, GivenUp):
        return so_far.give_up(so_far.match.rules.sides[entry.seat])
    assert isinstance(entry, Dealt)
    return _seal(so_far.next_deal(entry.pack), sealed, entry.nonces)


def _seal(so_far: Recorded, sealed: Sealed, nonces: tuple[str, ...]) -> Recorded:
    """Return the same with all that its pack was made from on the last deal of the record."""
    if not sealed.secret:
        return so_far
    *before, last = so_far.record.deals
    sealed_deal = msgspec.structs.replace(
        last,
        seal=seal(bytes.fromhex(sealed.secret)),
        secret=sealed.secret,
        commitments=sealed.commitments,
        nonces=nonces,
    )
    return so_far._replace(
        record=msgspec.structs.replace(so_far.record, deals=(*before, sealed_deal))
    )
