"""Rows for imitation learning: each decision as `rebelote.env` puts it, in bytes and numbers."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Annotated

import msgspec

from rebelote.data.rows import decided, lead, meaning
from rebelote.env import actions
from rebelote.env.observation import encode
from rebelote.rules.match import Match
from rebelote.rules.records.record import Record
from rebelote.rules.view import view


class ObservationRow(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a seat as `rebelote.env.Env` puts it; without other hands."""

    record: Annotated[int, meaning("the number of its record, from 0")]
    deal: Annotated[int, meaning("the deal within the record, from 1")]
    rules: Annotated[str, meaning("the rule set")]
    seat: Annotated[int, meaning("whose decision it is")]
    observation: Annotated[bytes, meaning("what its seat saw: `Env.observe`")]
    mask: Annotated[bytes, meaning("1 for the number of each legal action: `Env.mask`")]
    action: Annotated[int, meaning("the number of the action that was taken")]
    marks: Annotated[
        int | None, meaning("label: marks of the deal, own side less the best other")
    ] = None
    agent: Annotated[str, meaning("level or agent of the seat; empty where it is not known")]


def observation_rows(
    record: Record, number: int = 0, agents: Sequence[str] = ()
) -> Iterator[ObservationRow]:
    """Yield a row for each call and card of a record that the numbers of `rebelote.env` name.

    Args:
        record: of a match.
        number: what the record is called.
        agents: who plays each seat, where that is known.
    """
    for decision in decided(record):
        before, seat = decision.before, decision.seat
        offered = actions.offered(before.deal, silence=True)
        taken = next((one for one, action in offered.items() if action == decision.action), None)
        if taken is not None:
            yield ObservationRow(
                record=number,
                deal=before.number,
                rules=before.rules.preset,
                seat=seat,
                observation=encode(view(before, seat)),
                mask=_mask(before, offered),
                action=taken,
                marks=None if decision.marks is None else lead(decision.marks, before, seat),
                agent=agents[seat] if agents else "",
            )


def _mask(before: Match, offered: Container[int]) -> bytes:
    return bytes(one in offered for one in range(actions.size(before.rules)))
