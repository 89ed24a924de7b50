"""Answers to requests of the page that play at no table: JSON, or a refusal like the server's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import schemas
from rebelote.server.base.protocol.schemas import RecordFault
from rebelote.server.features.history.viewing import FaultyRecordError

_Request = TypeVar("_Request")


def answered(
    asked: str, decoder: msgspec.json.Decoder[_Request], work: Callable[[_Request], object]
) -> str:
    """Return the result of a request as JSON under `answer`, or the refusal as for a table.

    A request that cannot be read is `malformed`, as over HTTP.
    """
    try:
        return schemas.encode({"answer": work(_decoded(asked, decoder))}).decode()
    except FaultyRecordError as error:
        return _refused(error, str(error), error.fault)
    except IllegalActionError as error:
        return _refused(error, error.refusal.sentence)


def _decoded(asked: str, decoder: msgspec.json.Decoder[_Request]) -> _Request:
    try:
        return decoder.decode(asked)
    except (msgspec.DecodeError, RecursionError):
        raise IllegalActionError("malformed") from None


def _refused(error: IllegalActionError, message: str, fault: RecordFault | None = None) -> str:
    told = {"refused": error.refusal.code, "message": message, "fault": fault}
    return schemas.encode(told).decode()
