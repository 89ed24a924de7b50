"""Reasons: why the bots acted as they did.

A reason discloses something of the hand that it was thought with, which does no harm once every
card has been seen: it is given when the deal has been played out, and kept in memory until then.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.bots.bot import Thought, is_choice
from rebelote.bots.random_bot import simplest
from rebelote.rules.deal import PlayedOut
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View
from rebelote.server.base.protocol.messages import Reason, Reasons, Why
from rebelote.server.table.model.table import Table

FAILED: Final = "failed"
"""The code of the reason for the simplest legal action, where the bot has failed."""


def failed_thought(seen: View) -> Thought:
    """Return the simplest choice, for a bot that has failed."""
    return Thought(action=simplest(seen), code=FAILED)


class DealReasons:
    """The reasons of the bots at one table in one deal."""

    __slots__ = ("_deal", "_given", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._deal: object = None
        self._given: list[tuple[tuple[int, ...], Reason]] = []

    def keep(self, seen: View, thought: Thought) -> None:
        """Keep the reason of a call, or of a card that was chosen among several."""
        deal = self._current
        if deal != self._deal:
            self._deal, self._given = deal, []
        if is_choice(seen):
            trick = 0 if seen.contract is None else len(seen.tricks) + 1
            said = msgspec.structs.replace(thought, worth={}, intervals={})
            at = len(seen.calls), len(seen.tricks), len(seen.trick.cards)
            kept = [(when, reason) for when, reason in self._given if when < at]  # of what stands
            self._given = [*kept, (at, Reason(seen.seat, trick, said))]

    @property
    def _current(self) -> object:
        """The deal in play, by the packs of its match and its number."""
        match = self._table.match
        return match.deal.pack, match.number

    def given(self, request: Why) -> Reasons:
        """Return the reasons of the deal just played out. Raises IllegalActionError."""
        match = self._table.match
        if match.rules.conduct.assistance != "full":
            raise IllegalActionError("no-hint")
        if not isinstance(match.deal, PlayedOut):
            raise IllegalActionError("deal-not-over")
        given = self._given if self._deal == self._current else []
        return Reasons(request.id, match.number, tuple(reason for _, reason in given))
