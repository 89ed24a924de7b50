"""Records that are handed in: read within bounds, and refused with the place of the fault."""

from __future__ import annotations

from typing import Final

from rebelote.rules.record import Bounds, Record, RecordError, RecordSizeError
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.limits import limit
from rebelote.server.protocol.schemas import RecordFault
from rebelote.server.protocol.table_settings import MOST_DEALS

MOST_REMARKS: Final = limit(500, "remarks in a record handed in", per="record", beyond="too-large")
MOST_SAID: Final = 400
"""Characters of what is said of a fault: the record may hold anything."""
BOUNDS: Final = Bounds(MOST_DEALS, MOST_REMARKS)


class FaultyRecordError(IllegalActionError):
    """`no-record`, with what is wrong and where."""

    def __init__(self, fault: RecordFault) -> None:
        super().__init__("no-record")
        self.fault = fault

    def __str__(self) -> str:
        """What is wrong, after its line."""
        at = "" if self.fault.line is None else f"line {self.fault.line}: "
        return at + self.fault.message

    def __reduce__(self) -> tuple[type[FaultyRecordError], tuple[RecordFault]]:  # type: ignore[override]
        """How it is passed from a worker process."""
        return FaultyRecordError, (self.fault,)


def parsed(text: str) -> Record:
    """The record of that text. FaultyRecordError; IllegalActionError `too-large` beyond the
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
