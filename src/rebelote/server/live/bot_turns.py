"""A bot's turn: its thought, at the pace of bots, as a change of the table."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import structlog

from rebelote.bots import Thought
from rebelote.bots.random_bot import simplest
from rebelote.rules.refusals import IllegalAction
from rebelote.rules.view import View
from rebelote.server.live.room import Room
from rebelote.server.live.table_services import TableServices
from rebelote.server.tables.table import Change, Table
from rebelote.server.telemetry import metrics
from rebelote.server.workers.bots import BotFailed, ThoughtRequest, is_choice

log = structlog.get_logger()

FAILED: Final = "failed"
"""The code of the reason for the simplest legal action, where the bot has failed."""
MOST_BEATS: Final = 9
"""Beats that are told apart in the metrics; more are counted as so many."""


class BotTurn(NamedTuple):
    """The turn of a bot: its seat, level and view, and the version at which it began."""

    seat: int
    level: str
    seen: View
    played_at: int
    seed: int
    began: float

    @classmethod
    def at(cls, room: Room, now: float) -> BotTurn | None:
        """The turn that begins now; None where no bot is to act."""
        found = room.table.bot_to_act()
        if found is None:
            return None
        return cls(*found, room.table.played_at, room.bot_seed(), now)

    def is_current(self, table: Table) -> bool:
        """Whether the table still waits for this bot."""
        return table.played_at == self.played_at and table.bot_in(self.seat) is not None

    def change(self, table: Table, thought: Thought) -> Change:
        """What a thought changes; the simplest legal action where it is illegal."""
        try:
            return table.act(self.seat, thought.action, failed=thought.code == FAILED)
        except IllegalAction as error:
            log.error("a bot chose an illegal action", table=table.id, code=error.refusal.code)
            metrics.BOT_FAILURES.labels(self.level).inc()
            return table.act(self.seat, simplest(self.seen), failed=True)


async def think(services: TableServices, room: Room, turn: BotTurn) -> Thought:
    """What the bot thinks, once it is to act, or the simplest where it fails. Raises Obsolete."""
    thought_request = ThoughtRequest(
        _scheduling_key(room), lambda: room.table.played_at == turn.played_at
    )
    try:
        thought = await services.bot_workers.think(
            turn.level, turn.seed, turn.seen, thought_request
        )
    except BotFailed:
        thought = Thought(simplest(turn.seen), FAILED)
    await _keep_pace(services, room.table, turn)
    return thought


def _scheduling_key(room: Room) -> str:
    """For whom the bot workers think in turn: the host, for all of their tables together.

    A table of the quick match, which nobody opened, is served for itself.
    """
    return room.table.id if room.facts.matched else room.facts.host


async def _keep_pace(services: TableServices, table: Table, turn: BotTurn) -> None:
    """Wait for the beat on which the bot acts, where a person sees how long it takes."""
    pace = services.pace
    if not (pace.beat and table.people):
        return
    now, choice = services.now(), is_choice(turn.seen)
    beats = pace.beats(f"{turn.level} {turn.seen.phase}", now - turn.began, choice)
    metrics.BOT_TURNS.labels("yes" if choice else "no", str(min(beats, MOST_BEATS))).inc()
    await asyncio.sleep(turn.began + beats * pace.beat - now)
