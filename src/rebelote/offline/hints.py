"""Hints at a table of the server in the page: the server's own, from the same function."""

from __future__ import annotations

import msgspec

from rebelote import bots
from rebelote.bots import Thought
from rebelote.offline import reviews
from rebelote.offline.table import HINTS
from rebelote.rules.view import View


class HintRequest(msgspec.Struct, frozen=True, tag_field="of", tag="hint"):
    """The request: a hint for a position (`HintPosition`)."""

    seed: int
    view: View

    def answer(self) -> Thought:
        """Return it."""
        reviews.check_kernel()
        return bots.make(HINTS, self.seed).think(self.view)
