"""The face of the table towards the page's worker: text in, text out."""

from __future__ import annotations

import base64
import json

import msgspec

from rebelote.offline.table import Answer, LogLine, OfflineTable, finished, record_of
from rebelote.rules.refusals import REFUSALS, IllegalActionError


class Page:
    """The one table of a worker; secrets come as base64, answers go as JSON."""

    def __init__(self) -> None:
        self._table: OfflineTable | None = None

    def open(self, table_id: str, name: str, asked: str, secret: str) -> str:
        """Open a table and begin: its first entries, or why it cannot be."""
        try:
            self._table, answer = OfflineTable.open(table_id, name, asked.encode(), _bytes(secret))
        except IllegalActionError as error:
            return json.dumps({"refused": error.refusal.code, "message": error.refusal.sentence})
        except ValueError:
            wrong = REFUSALS["wrong-options"]
            return json.dumps({"refused": wrong.code, "message": wrong.sentence})
        return _encoded(answer)

    def restore(self, table_id: str, name: str, log: str) -> str:
        """Go on with the table of this log: whether its match is over, or why it cannot be read.

        Nothing is played on from what was there before: it may not have been written down.
        """
        self._table = None
        try:
            self._table = OfflineTable.restore(table_id, name, _lines(log))
        except Exception:  # a log may break any rule
            wrong = REFUSALS["table-unreadable"]
            return json.dumps({"refused": wrong.code, "message": wrong.sentence})
        return json.dumps({"over": _over(self._table)})

    def receive(self, frame: str, secret: str) -> str:
        """Carry out a message of the client: entries to write down, then frames to pass on."""
        if self._table is None:
            raise ValueError("no table is open")
        answer = self._table.receive(frame, _bytes(secret))
        return _encoded(answer, bool(answer.entries) and _over(self._table))

    def finished(self, log: str) -> str:
        """Return the match that is over; empty while there is none."""
        if self._table is None:
            raise ValueError("no table is open")
        lines = (line for _, _, line in _lines(log))
        result = finished(self._table.table, lines, self._table.name)
        return "" if result is None else json.dumps(msgspec.to_builtins(result))

    def record(self, name: str, log: str) -> str:
        """Return the record of the last match in a log; empty while there is none."""
        return record_of((line for _, _, line in _lines(log)), name) or ""


def _bytes(secret: str) -> bytes:
    return base64.b64decode(secret)


def _lines(log: str) -> list[LogLine]:
    return [(version, key, line.encode()) for version, key, line in json.loads(log)]


def _over(at: OfflineTable) -> bool:
    return at.table.match.over


def _encoded(answer: Answer, over: bool = False) -> str:
    entries = [(version, key, line.decode()) for version, key, line in answer.entries]
    frames = [frame.decode() for frame in answer.frames]
    return json.dumps({"entries": entries, "frames": frames, "over": over})
