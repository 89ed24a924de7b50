"""Write docs/table-life.md: the states of a table and its steps, from `server.table.model.life`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final

from rebelote.server.table.model.life import (
    CLOCK,
    MATCH,
    PACK,
    ClockState,
    MatchState,
    PackState,
    Step,
)

HOME: Final = Path(__file__).parent.parent
PAGE: Final = HOME / "docs" / "table-life.md"
HEAD: Final = """\
# The life of a table

A table is its log, and three machines follow the log together: the match, the next pack, and the
clocks. This page is written by `make generated` from `server.table.model.life`, which the table
asks before an entry is written and when a log is read.
A dash is a step that cannot happen in that state: it is not written, and a log with it is refused.

## Steps

| step | when |
|---|---|
"""
STEPS: Final[Mapping[Step, str]] = {
    Step.SEAL: "a pack is sealed, and players reveal what they have committed to",
    Step.START: "a match begins: the first, or a rematch",
    Step.DEAL: "the next deal of a match begins",
    Step.PLAY: "a seat acts, claims the rest or takes back, or time is up, and the match goes on",
    Step.END: "a seat acts or claims the rest, time is up, or a side gives up: the match is over",
    Step.CALL_OFF: "a match ends without a winner",
    Step.PAUSE: "all people have voted for a pause",
    Step.RESUME: "a vote leaves the clocks running, or ends a pause",
}
MACHINES: Final = (
    (
        "The match",
        MATCH,
        {
            MatchState.WAITING: "no match has begun here",
            MatchState.PLAYING: "a match is under way",
            MatchState.OVER: "the last match has a winner",
            MatchState.CALLED_OFF: "the last match ended without one",
        },
    ),
    (
        "The next pack",
        PACK,
        {
            PackState.UNSEALED: "nothing is awaited for a pack",
            PackState.SEALED: "a pack is sealed, and not made yet",
        },
    ),
    (
        "The clocks",
        CLOCK,
        {
            ClockState.RUNNING: "clocks run where the table has a pace",
            ClockState.PAUSED: "clocks stand; cards may be played",
        },
    ),
)


def page() -> str:
    steps = (f"| {step} | {STEPS[step]} |\n" for step in Step)
    return "".join((HEAD, *steps, *(line for machine in MACHINES for line in _machine(*machine))))


def _machine(
    title: str,
    transitions: Mapping[StrEnum, Mapping[Step, StrEnum]],
    meanings: Mapping[StrEnum, str],
) -> Iterator[str]:
    named = [step for step in Step if any(step in known for known in transitions.values())]
    yield f"\n## {title}\n\n| state | {' | '.join(named)} |\n|---|{'---|' * len(named)}\n"
    for state, known in transitions.items():
        cells = (f"**{known[step]}**" if step in known else "–" for step in named)
        yield f"| **{state}**: {meanings[state]} | {' | '.join(cells)} |\n"


def files() -> Iterator[tuple[Path, str]]:
    yield PAGE, page()
