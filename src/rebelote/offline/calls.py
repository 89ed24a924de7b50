"""Explanations of calls in the page: the server's answers, from the same function."""

from __future__ import annotations

import msgspec

from rebelote.bots.call_shown import CallShown
from rebelote.server.features.calls_shown.auctions import AskedAuction, explained


class ShownRequest(msgspec.Struct, frozen=True, tag_field="of", tag="shown"):
    """The request: what the last call of an auction shows."""

    auction: AskedAuction

    def answer(self) -> CallShown:
        """Return it; IllegalActionError as over HTTP."""
        return explained(self.auction)
