"""Verification of a match that was played without a network, from its record.

The law plays the whole record again. It proves nothing of chance or of who held the phone: the
device made the packs. So such a match counts for nothing, and its record has no seals.
"""

from __future__ import annotations

import hashlib

import msgspec

from rebelote.rules.match import result_of
from rebelote.rules.records.record import DealRecord, Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.records import BOUNDS
from rebelote.server.base.protocol.table_settings import BOT_NAMES, check_length


class OfflineMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has ended, as its one person had it; `digest`: SHA-256 of the record."""

    digest: str
    preset: str
    seat: int
    won: bool
    marks: int
    others: int
    record: str


def verified(text: str) -> OfflineMatch:
    """Return the match of this record. IllegalActionError `wrong-match-record`."""
    try:
        return _match_of(text)
    except ValueError:
        raise IllegalActionError("wrong-match-record") from None


def _match_of(text: str) -> OfflineMatch:
    """Read a whole match of one person against bots; ValueError for anything else."""
    record = Record.parse(text, bounds=BOUNDS)
    check_length(record.rules)
    seat, written = person_in(record), str(_plain(record))
    match = record.replay()
    if not match.over:
        raise ValueError("the match is not over")
    result = result_of(match.scores, match.winner, record.rules.sides[seat])
    digest = hashlib.sha256(written.encode()).hexdigest()
    return OfflineMatch(
        digest=digest,
        preset=record.rules.preset,
        seat=seat,
        won=result.won,
        marks=result.marks,
        others=result.others,
        record=written,
    )


def person_in(record: Record) -> int:
    """Return the one seat that is called by its number; bots sit in the others. ValueError."""
    people = [seat for seat, name in enumerate(record.names) if name not in BOT_NAMES]
    if len(record.names) != record.rules.players or len(people) != 1:
        raise ValueError("one person plays against bots")
    if record.names[people[0]] != str(people[0]):
        raise ValueError("the person has no name here")
    return people[0]


def _plain(record: Record) -> Record:
    """Return the record if it holds only the play; ValueError for any addition."""
    if record.comments or not all(map(_is_plain, record.deals)):
        raise ValueError("remarks and seals do not belong here")
    return record


def _is_plain(deal: DealRecord) -> bool:
    return not (deal.comments or deal.seal or deal.secret or deal.commitments or deal.nonces)
