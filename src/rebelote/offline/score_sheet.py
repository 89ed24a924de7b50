"""The score sheet of a match with real cards, settled in the page without a network."""

from __future__ import annotations

import json

import msgspec

from rebelote.rules.paper import ScoreSheet, settled
from rebelote.rules.refusals import IllegalActionError


def answer(asked: str) -> str:
    """Return the sheet as JSON under `answer`, or the refusal as for a table."""
    request = msgspec.json.decode(asked.encode(), type=ScoreSheet)
    try:
        return json.dumps({"answer": msgspec.to_builtins(settled(request))})
    except IllegalActionError as error:
        return json.dumps({"refused": error.refusal.code, "message": error.refusal.sentence})
