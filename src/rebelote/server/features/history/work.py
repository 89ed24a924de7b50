"""Work on records in worker processes: write them, and compress what is read from them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from rebelote.rules.codec import encode_hook
from rebelote.rules.records.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import chat, schemas
from rebelote.server.base.telemetry import logs
from rebelote.server.features.history import viewing
from rebelote.server.features.history.schemas import MyMatch, MyRecord, NewDeal, NewVariation
from rebelote.server.features.history.viewing import MatchMetadata, parsed
from rebelote.server.table.model import record_export

_LINES: Final = msgspec.json.Encoder(enc_hook=encode_hook)


class UnreadableLogError(Exception):
    """An unreadable log, with its fault and the fault's place."""


def record_text(log: Sequence[bytes], names: Mapping[str, str], sealed: bool = True) -> str | None:
    """Return the record of the last match in a log, by the names that people go by. Unreadable."""
    try:
        result = record_export.record(log, lambda person: names.get(person, ""), sealed)
    except Exception as error:
        raise UnreadableLogError(repr(error), logs.place(error)) from None
    return None if result is None else str(result)


# --- replays --------------------------------------------------------------------------------------

MOST_ANSWER: Final = limit(
    6 << 20, "a replay, before it is compressed", unit="bytes", per="replay", beyond="too-large"
)


def replayed(text: str, metadata: MatchMetadata | None = None) -> bytes:
    """Return a record as steps: JSON of `Replay`, compressed (gzip).

    IllegalActionError `no-record`, `too-large`.
    """
    return compressed(schemas.encode(viewing.replayed(text, chat.clean, metadata)))


def entered(request: NewDeal) -> bytes:
    """Return a typed deal as compressed JSON of `EnteredDeal`; IllegalActionError names a fault."""
    return compressed(schemas.encode(viewing.entered(request)))


def varied(text: str, request: NewVariation) -> bytes:
    """Return a deal of a record played on in another way, as compressed JSON of `Variation`.

    IllegalActionError `no-record`, `too-large`, `no-such-step`, `not-now`.
    """
    return compressed(schemas.encode(viewing.varied(text, request, chat.clean)))


def without_names(text: str) -> str:
    """Return a record in which every seat goes by its number. IllegalActionError `no-record`,
    `too-large`."""
    record = parsed(text)
    seats = tuple(str(seat) for seat, _ in enumerate(record.names))
    return str(msgspec.structs.replace(record, names=seats))


def compressed(answer: bytes) -> bytes:
    """Return an answer as it is sent and kept. IllegalActionError `too-large`."""
    if len(answer) > MOST_ANSWER:
        raise IllegalActionError("too-large")
    return gzip.compress(answer, 6, mtime=0)


def as_json(text: str) -> bytes:
    """Return a record in JSON, compressed. IllegalActionError `no-record`, `too-large`."""
    return compressed(parsed(text).json().encode())


def lines(page: Sequence[tuple[MyMatch, str | None]]) -> bytes:
    """Return matches with their readable records as compressed lines of JSON."""
    rows = [
        MyRecord(**msgspec.structs.asdict(match), record=_if_readable(text)) for match, text in page
    ]
    return compressed(_LINES.encode_lines(rows))


def _if_readable(text: str | None) -> Record | None:
    try:
        return parsed(text) if text else None
    except IllegalActionError:  # one that is too large keeps no other from its reader
        return None
