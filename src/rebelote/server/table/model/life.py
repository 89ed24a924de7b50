"""The life of a table: the states of its match, its next pack and its clocks, and what leads where.

These are three small machines that step together. An entry of the log is a step, or changes none
of them. A machine ignores the steps that its transitions never name; any other that they do not
name for its state cannot happen. `docs/table-life.md` is written from this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final, TypeVar

import msgspec

from rebelote.rules.match import Match
from rebelote.server.table.model.event_log import (
    Acted,
    CalledOff,
    Claimed,
    Dealt,
    Entry,
    GivenUp,
    PauseVote,
    Sealed,
    Started,
    TakenBack,
    TimeUp,
)


class MatchState(StrEnum):
    """The state of the match in play, or of the last one."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CALLED_OFF = "called off"


class PackState(StrEnum):
    """Whether a pack is sealed that is not made yet, for the secrets of players are to come."""

    UNSEALED = "unsealed"
    SEALED = "sealed"


class ClockState(StrEnum):
    """Whether people have agreed to a pause."""

    RUNNING = "running"
    PAUSED = "paused"


class Step(StrEnum):
    """A step in the life of a table."""

    SEAL = "seal"
    START = "start"
    DEAL = "deal"
    PLAY = "play"
    END = "end"
    CALL_OFF = "call off"
    PAUSE = "pause"
    RESUME = "resume"


MATCH: Final[Mapping[MatchState, Mapping[Step, MatchState]]] = {
    MatchState.WAITING: {
        Step.START: MatchState.PLAYING,
    },
    MatchState.PLAYING: {
        Step.DEAL: MatchState.PLAYING,
        Step.PLAY: MatchState.PLAYING,
        Step.PAUSE: MatchState.PLAYING,
        Step.RESUME: MatchState.PLAYING,
        Step.END: MatchState.OVER,
        Step.CALL_OFF: MatchState.CALLED_OFF,
    },
    MatchState.OVER: {
        Step.START: MatchState.PLAYING,
        # The last deal may be challenged until the next begins, and is then written again.
        Step.PLAY: MatchState.PLAYING,
        Step.END: MatchState.OVER,
    },
    MatchState.CALLED_OFF: {
        Step.START: MatchState.PLAYING,
    },
}
PACK: Final[Mapping[PackState, Mapping[Step, PackState]]] = {
    PackState.UNSEALED: {
        Step.SEAL: PackState.SEALED,
        Step.START: PackState.UNSEALED,
        Step.DEAL: PackState.UNSEALED,
    },
    PackState.SEALED: {
        Step.START: PackState.UNSEALED,
        Step.DEAL: PackState.UNSEALED,
    },
}
CLOCK: Final[Mapping[ClockState, Mapping[Step, ClockState]]] = {
    ClockState.RUNNING: {
        Step.PAUSE: ClockState.PAUSED,
        Step.RESUME: ClockState.RUNNING,
        Step.END: ClockState.RUNNING,
        Step.CALL_OFF: ClockState.RUNNING,
    },
    ClockState.PAUSED: {
        Step.PAUSE: ClockState.PAUSED,
        Step.RESUME: ClockState.RUNNING,
        Step.END: ClockState.RUNNING,
        Step.CALL_OFF: ClockState.RUNNING,
    },
}

_State = TypeVar("_State", MatchState, PackState, ClockState)


class ImpossibleStepError(ValueError):
    """A step that does not exist from the state of a table."""


class Life(msgspec.Struct, frozen=True, gc=False):
    """The state of a table in its life."""

    match: MatchState = MatchState.WAITING
    pack: PackState = PackState.UNSEALED
    clock: ClockState = ClockState.RUNNING

    @property
    def under_way(self) -> bool:
        """Whether a match is under way, or its first pack is being made."""
        return self.match is MatchState.PLAYING or self.pack is PackState.SEALED

    def after(self, step: Step | None) -> Life:
        """Return the state after a step; None changes nothing. ImpossibleStepError."""
        return self if step is None else _life_after(self, step)


@cache
def _life_after(life: Life, step: Step) -> Life:
    """Return the state after a step: of few states, and asked with each move."""
    after = Life(
        _after(MATCH, life.match, step),
        _after(PACK, life.pack, step),
        _after(CLOCK, life.clock, step),
    )
    return life if after == life else after


def _after(machine: Mapping[_State, Mapping[Step, _State]], state: _State, step: Step) -> _State:
    if (result := machine[state].get(step)) is not None:
        return result
    if any(step in named for named in machine.values()):
        raise ImpossibleStepError(f"{step} is no step of a table that is {state}")
    return state


def step_of(entry: Entry, after: Match | None, pauses: bool) -> Step | None:
    """Return the step of an entry; None where it changes nothing of a table's life.

    Args:
        entry: The entry.
        after: The match after it.
        pauses: Whether a vote for a pause is the last that it takes.
    """
    match entry:
        case Acted() | Claimed() | TakenBack() | TimeUp() | GivenUp():
            return Step.END if after is not None and after.over else Step.PLAY
        case Sealed():
            return Step.SEAL
        case Started():
            return Step.START
        case Dealt():
            return Step.DEAL
        case CalledOff():
            return Step.CALL_OFF
        case PauseVote():
            return Step.PAUSE if pauses else Step.RESUME
        case _:
            return None
