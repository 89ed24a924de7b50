"""Schemas that several parts of the HTTP API share."""

from __future__ import annotations

from typing import Any, Literal

from rebelote.server.protocol.messages import Message

JsonObject = dict[str, Any]  # values of any kind: whoever reads one checks it
StatisticsPart = Literal["marks", "takes", "losses"]
"""A part of somebody's statistics, to be shown on their profile or not."""


class RecordFault(Message, frozen=True, omit_defaults=True):
    """What is wrong with a record, in English, and where; `code`: of the rule that is broken.

    `line`, `deal` and `action` count from 1.
    """

    message: str
    line: int | None = None
    deal: int | None = None
    action: int | None = None
    code: str = ""


class Problem(Message, frozen=True, omit_defaults=True):
    """What an HTTP request is answered that cannot be carried out.

    `reference`: where the server itself failed, under what its log has it. `fault`: of a record.
    `sign`: which cannot stand in a name.
    """

    code: str
    message: str
    rule: str
    reference: str = ""
    fault: RecordFault | None = None
    sign: str = ""


class NodeCard(Message, frozen=True):
    """A node of the cluster, as the node that is asked knows it; times in seconds.

    `silence`: since it was heard of; `lag`: since it last read the logs. `asked`: whether it is the
    one that answers.
    """

    name: str
    asked: bool
    tables: int
    sockets: int
    lag: float
    silence: float
