"""Records, variations and typed deals as they are looked at: read within bounds, step by step.

Needs no library of the server, so that the page answers the same without a network.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rebelote.rules import presets
from rebelote.rules.cards import parse_cards
from rebelote.rules.deck import Pack
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records import dotted, laid_out, variation
from rebelote.rules.records.notation import Deed
from rebelote.rules.records.record import Record, RecordError, RecordSizeError, whose
from rebelote.rules.records.replay import positions
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.records import BOUNDS
from rebelote.server.base.protocol.schemas import RecordFault
from rebelote.server.features.history import steps
from rebelote.server.features.history.schemas import (
    EnteredDeal,
    NewDeal,
    NewVariation,
    NextAction,
    Replay,
    ReplayPlayer,
    Variation,
)
from rebelote.server.features.history.steps import Cleaned

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
    return RecordFault(
        message=text[:MOST_SAID],
        line=error.line,
        deal=error.deal,
        action=error.action,
        code=error.code,
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


def replayed(text: str, clean: Cleaned, metadata: MatchMetadata | None = None) -> Replay:
    """Return a record as steps. IllegalActionError `no-record`, `too-large`."""
    record = parsed(text)
    metadata = metadata or MatchMetadata()
    return Replay(
        match=metadata.match,
        players=tuple(_players(record.seat_names, metadata, clean)),
        deals=steps.deals(record, clean),
        ended=metadata.ended,
        rated=metadata.rated,
        seat=metadata.seat,
    )


def _players(
    names: tuple[str, ...], metadata: MatchMetadata, clean: Cleaned
) -> Iterator[ReplayPlayer]:
    if not metadata.match:
        return (ReplayPlayer(name=clean(name) or str(n)) for n, name in enumerate(names))
    seats = zip(names, metadata.bots, metadata.people, metadata.portraits, strict=True)
    return (
        ReplayPlayer(
            name=name,
            level=bot,
            person=who or None,
            portrait=portrait,
            program=who in metadata.programs,
        )
        for name, bot, who, portrait in seats
    )


def entered(request: NewDeal) -> EnteredDeal:
    """Return a typed deal as steps, and what may follow. IllegalActionError names a fault."""
    hands = tuple(_cards(text) for text in request.hands)
    turned = next(iter(_cards(request.turned)), None)
    state = laid_out.begin(_rules(request.preset), request.dealer, hands, turned)
    for word in request.actions:
        offered = laid_out.choices(state.match, hands)
        if word not in offered:
            raise IllegalActionError("not-now")
        state = laid_out.done(state, offered[word])
    deals = steps.deals(state.record, str)  # without remarks
    replay = Replay(
        match="",
        players=tuple(ReplayPlayer(name=it) for it in state.record.seat_names),
        deals=deals,
    )
    offered = laid_out.choices(state.match, hands)
    choices = _next(state.match, offered)
    return EnteredDeal(replay, str(state.record), state.match.to_act, choices)


def varied(text: str, request: NewVariation, clean: Cleaned) -> Variation:
    """Return a deal of a record played on in another way.

    IllegalActionError `no-record`, `too-large`, `no-such-step`, `not-now`.
    """
    record = parsed(text)
    state = variation.varied(record, request.deal, request.step, request.actions)
    recorded, result = state.record.deals[-1], positions(state.record)[-1]
    deal = steps.deal(state.record, request.deal, recorded, result, clean)
    return Variation(deal, state.match.to_act, _next(state.match, variation.offered(state.match)))


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
