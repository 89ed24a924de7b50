"""Bots' results in a person's seat of a deal of the day, and its worth under perfect play.

They are computed once for a day and game, when the first person has played the deal: in the
worker process of reviews, at the same table with the same bots. They are stored, and shown only
to those who have played.
"""

from __future__ import annotations

import asyncio
import hashlib
from datetime import date, timedelta
from typing import Final

import msgspec

from rebelote import bots
from rebelote.bots.level_config import LEVEL_CONFIGS
from rebelote.rules import match as matches
from rebelote.rules.fairness import Stream
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Recorded
from rebelote.rules.view import view
from rebelote.server.base.protocol.entry_form import EntryForm
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.daily.deals import GAMES, SEAT, TERMS, Daily, over, played
from rebelote.server.features.daily.schemas import DailyBot, DailyBots
from rebelote.server.features.study.reviews import FAILED

KEPT_DAYS: Final = 1
"""Days before today of which a comparison is still made."""
STARTED: Final = 2
"""The version of a table of the day with which its match begins."""
_FORM: Final[EntryForm[DailyBots]] = EntryForm(msgspec.json.Decoder(DailyBots))
_STORED: Final = "SELECT result FROM daily_bots WHERE date = ? AND preset = ?"
_STORE: Final = (
    "INSERT INTO daily_bots (date, preset, result) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
)


def compared(seed: str, rules: Rules) -> DailyBots:
    """Return the result of each level in the deal of a seed, and the deal's worth."""
    # The worker alone holds the review.
    from rebelote.analysis.review import review_deal

    played_by = [deal_of(seed, rules, level) for level in LEVEL_CONFIGS]
    levels = (
        DailyBot(level, played(deal.match).line)
        for level, deal in zip(LEVEL_CONFIGS, played_by, strict=True)
    )
    worth = review_deal(played_by[0].record, played_by[0].match.number, known=False).worth
    return DailyBots(tuple(levels), -worth if rules.sides[SEAT] else worth)


def deal_of(seed: str, rules: Rules, level: str) -> Recorded:
    """Return the deal as a bot of this level plays it in a person's seat.

    The other bots think what they would think at that person's table.
    """
    secret = _secret(seed, 0)
    _, dealer = matches.draw_dealer(rules, Stream(b"dealer" + secret))
    pack = matches.first_pack(rules, Stream(secret))
    deal, version = Recorded.begin(matches.start(rules, pack, dealer)), STARTED
    while not over(deal.match):
        if (seat := deal.match.to_act) is None:  # all have passed
            again = matches.new_pack(deal.match, Stream(_secret(seed, version)))
            deal, version = deal.next_deal(again), version + 1
            continue
        name = level if seat == SEAT else TERMS.level
        bot = bots.make(name, int.from_bytes(_secret(seed, version)[:4], "big"))
        deal, version = deal.act(seat, bot.choose(view(deal.match, seat))), version + 1
    return deal


def _secret(seed: str, version: int) -> bytes:
    return hashlib.sha256(f"{seed} {version}".encode()).digest()


class Comparisons:
    """The comparisons that are stored, and those under way: one a day and game at most."""

    def __init__(self, daily: Daily, worker: Worker) -> None:
        self.daily, self.worker = daily, worker
        self._making: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def of(self, day: str, game: str) -> tuple[DailyBots | None, bool]:
        """Return the comparison of a day, else whether it is being made."""
        rows = await self.daily.store.read(_STORED, day, game)
        if rows:
            return _FORM.decode(rows[0][0]), False
        today = date.fromisoformat(utc_date(self.daily.store.time.wall()))
        if date.fromisoformat(day) < today - timedelta(KEPT_DAYS):
            return None, False
        if (day, game) not in self._making:
            task = self._making[day, game] = asyncio.create_task(self._make(day, game))
            task.add_done_callback(lambda done: self._finished((day, game), done))
        return None, True

    def _finished(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        del self._making[key]
        if not task.cancelled():
            task.exception()  # reported by the worker; who asks next begins again

    async def _make(self, day: str, game: str) -> None:
        seed = await self.daily.seed(day, game)
        made = await self.worker.answer(FAILED, compared, seed, GAMES[game], key="daily")
        await self.daily.store.write((_STORE, (day, game, _FORM.encode(made))))
