"""Records, variations and typed deals as they are looked at: read within bounds, step by step.

Needs no library of the server, so that the page answers the same without a network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from rebelote.analysis.report import Decision
from rebelote.rules import presets
from rebelote.rules.cards import parse_cards
from rebelote.rules.deck import Pack
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records import dotted, laid_out, notation, variation
from rebelote.rules.records.notation import Deed
from rebelote.rules.records.record import Record, Recorded, RecordError, RecordSizeError, whose
from rebelote.rules.records.replay import positions
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.records import BOUNDS
from rebelote.server.base.protocol.schemas import RecordFault
from rebelote.server.features.history import steps
from rebelote.server.features.history.schemas import (
    EnteredDeal,
    NewDeal,
    NewLine,
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
    dealt = len(state.record.deals[-1].actions) - len(request.actions)
    state, played = _answered(state, request, lambda match: laid_out.choices(match, hands))
    deals = steps.deals(state.record, str)  # without remarks
    replay = Replay(
        match="",
        players=tuple(ReplayPlayer(name=it) for it in state.record.seat_names),
        deals=deals,
    )
    return EnteredDeal(
        replay=replay,
        record=str(state.record),
        to_act=state.match.to_act,
        choices=_next(state.match, laid_out.choices(state.match, hands)),
        actions=played,
        decisions=_decisions(state.record, 1, dealt),
    )


def varied(text: str, request: NewVariation, clean: Cleaned) -> Variation:
    """Return a deal of a record played on in another way.

    IllegalActionError `no-record`, `too-large`, `no-such-step`, `not-now`.
    """
    record = parsed(text)
    state = variation.varied(record, request.deal, request.step, request.actions)
    state, played = _answered(state, request, variation.offered)
    recorded, result = state.record.deals[-1], positions(state.record)[-1]
    deal = steps.deal(recorded, result, clean)
    return Variation(
        deal=deal,
        to_act=state.match.to_act,
        choices=_next(state.match, variation.offered(state.match)),
        actions=played,
        decisions=_decisions(state.record, request.deal, request.step),
    )


def _answered(
    state: Recorded, request: NewLine, choices: Callable[[Match], Mapping[str, Deed]]
) -> tuple[Recorded, tuple[str, ...]]:
    """Return the match once the others have answered, and all actions of the line.

    IllegalActionError `wrong-options`, `no-such-seat`, and `needs-network` without the kernel.
    """
    played = request.actions
    if not request.answers:
        return state, played
    # A worker alone holds bots and solver.
    from rebelote import bots
    from rebelote.analysis import playing_on
    from rebelote.kernel import solver

    rules = state.match.rules
    if request.answers not in playing_on.ANSWERERS:
        raise IllegalActionError("wrong-options")
    if not 0 <= request.seat < rules.players:
        raise IllegalActionError("no-such-seat")
    if not solver.KERNEL and request.answers not in bots.WITHOUT_KERNEL:
        raise IllegalActionError("needs-network")
    while (seat := state.match.to_act) not in (None, request.seat):
        offered = choices(state.match)
        if not offered:
            break
        done = len(state.record.deals[-1].actions)
        action = playing_on.answer(state.match, seat, request.answers, done)
        said = notation.word(action, rules)
        said = said if said in offered else next(iter(offered))
        state, played = laid_out.done(state, offered[said]), (*played, said)
    return state, played


def _decisions(record: Record, deal: int, first: int) -> tuple[Decision, ...]:
    # A worker alone holds the solver.
    from rebelote.analysis import playing_on

    return playing_on.decisions(record, deal, first)


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
