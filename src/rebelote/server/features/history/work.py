"""Work on records in worker processes: write, read, and replay them step by step.

Uploaded records are read within bounds, and refused with the place of the fault.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from rebelote.rules import presets
from rebelote.rules.cards import parse_cards
from rebelote.rules.codec import encode_hook
from rebelote.rules.deck import Pack
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records import dotted, laid_out, variation
from rebelote.rules.records.notation import Deed
from rebelote.rules.records.record import Record, RecordError, RecordSizeError, whose
from rebelote.rules.records.replay import positions
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import chat, schemas
from rebelote.server.base.protocol.records import BOUNDS
from rebelote.server.base.protocol.schemas import RecordFault
from rebelote.server.base.telemetry import logs
from rebelote.server.features.history import steps
from rebelote.server.features.history.schemas import (
    EnteredDeal,
    MyMatch,
    MyRecord,
    NewDeal,
    NewVariation,
    NextAction,
    Replay,
    ReplayPlayer,
    Variation,
)
from rebelote.server.table.model import record_export

_LINES: Final = msgspec.json.Encoder(enc_hook=encode_hook)
MOST_SAID: Final = 400
"""Characters of what is said of a fault: the record may hold anything."""


class FaultyRecordError(IllegalActionError):
    """The refusal `no-record`, with the fault and its place."""

    def __init__(self, fault: RecordFault) -> None:
        super().__init__("no-record")
        self.fault = fault

    def __str__(self) -> str:
        """Return the fault after the number of its line."""
        at = "" if self.fault.line is None else f"line {self.fault.line}: "
        return at + self.fault.message

    def __reduce__(self) -> tuple[type[FaultyRecordError], tuple[RecordFault]]:  # type: ignore[override]
        """Rebuild the error from its fault when it comes from a worker process."""
        return FaultyRecordError, (self.fault,)


def parsed(text: str) -> Record:
    """Return the record of that text. FaultyRecordError; IllegalActionError `too-large` beyond the
    bounds."""
    try:
        return Record.parse(text, bounds=BOUNDS)
    except RecordSizeError:
        raise IllegalActionError("too-large") from None
    except RecordError as error:
        raise FaultyRecordError(_fault(error)) from None
    except (ValueError, RecursionError):
        raise IllegalActionError("no-record") from None


def _fault(error: RecordError) -> RecordFault:
    text = error.message.encode("utf-8", "backslashreplace").decode()
    return RecordFault(text[:MOST_SAID], error.line, error.deal, error.action, error.code)


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


class MatchMetadata(NamedTuple):
    """The data of a replay that the record of a match of this server lacks.

    By seat: the level of a bot, the id of a person (each empty for the other), and the portrait
    that the person has chosen; `programs`: the bot accounts among the people; `seat`: the reader's.
    """

    match: str = ""
    bots: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    portraits: tuple[int, ...] = ()
    programs: frozenset[str] = frozenset()
    ended: float | None = None
    rated: bool = False
    seat: int | None = None


def replayed(text: str, metadata: MatchMetadata | None = None) -> bytes:
    """Return a record as steps: JSON of `Replay`, compressed (gzip).

    IllegalActionError `no-record`, `too-large`.
    """
    record = parsed(text)
    metadata = metadata or MatchMetadata()
    replay = Replay(
        metadata.match,
        tuple(_players(record.seat_names, metadata)),
        steps.deals(record, chat.clean),
        metadata.ended,
        metadata.rated,
        metadata.seat,
    )
    return compressed(schemas.encode(replay))


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


def _players(names: tuple[str, ...], metadata: MatchMetadata) -> Iterator[ReplayPlayer]:
    if not metadata.match:
        return (ReplayPlayer(chat.clean(name) or str(n)) for n, name in enumerate(names))
    seats = zip(names, metadata.bots, metadata.people, metadata.portraits, strict=True)
    return (
        ReplayPlayer(name, bot, who or None, portrait, who in metadata.programs)
        for name, bot, who, portrait in seats
    )


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


def entered(request: NewDeal) -> bytes:
    """Return a typed deal as compressed JSON of `EnteredDeal`; IllegalActionError names a fault."""
    hands = tuple(_cards(text) for text in request.hands)
    turned = next(iter(_cards(request.turned)), None)
    state = laid_out.begin(_rules(request.preset), request.dealer, hands, turned)
    for word in request.actions:
        offered = laid_out.choices(state.match, hands)
        if word not in offered:
            raise IllegalActionError("not-now")
        state = laid_out.done(state, offered[word])
    deals = steps.deals(state.record, chat.clean)
    replay = Replay("", tuple(map(ReplayPlayer, state.record.seat_names)), deals)
    offered = laid_out.choices(state.match, hands)
    choices = _next(state.match, offered)
    entered = EnteredDeal(replay, str(state.record), state.match.to_act, choices)
    return compressed(schemas.encode(entered))


def varied(text: str, request: NewVariation) -> bytes:
    """Return a deal of a record played on in another way, as compressed JSON of `Variation`.

    IllegalActionError `no-record`, `too-large`, `no-such-step`, `not-now`.
    """
    record = parsed(text)
    state = variation.varied(record, request.deal, request.step, request.actions)
    recorded, result = state.record.deals[-1], positions(state.record)[-1]
    deal = steps.deal(state.record, request.deal, recorded, result, chat.clean)
    response = Variation(
        deal, state.match.to_act, _next(state.match, variation.offered(state.match))
    )
    return compressed(schemas.encode(response))


def _next(state: Match, offered: Mapping[str, Deed]) -> tuple[NextAction, ...]:
    return tuple(NextAction(word, *whose(deed, state)) for word, deed in offered.items())


def _rules(preset: str) -> Rules:
    if preset not in presets.PRESETS:
        raise IllegalActionError("wrong-options")
    return presets.PRESETS[preset]


def _cards(text: str) -> Pack:
    try:
        return dotted.hand(text) if dotted.is_hand(text) else parse_cards(text)
    except ValueError:
        raise IllegalActionError("not-in-pack") from None
