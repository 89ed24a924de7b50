"""HTTP schemas of shared replays: requests and responses."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rebelote.server.protocol.schemas import Message


class NewSharedReplay(Message, frozen=True):
    """POST /api/shared-replays: a match that has ended or a record, to be looked at together."""

    match: Annotated[str, msgspec.Meta(max_length=32)] = ""
    record: str = ""


class OpenedReplay(Message, frozen=True):
    """The answer: the id of the shared replay, `#/together/ID`."""

    replay: str
