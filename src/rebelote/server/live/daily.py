"""The deals of the day, and how everybody played them.

One deal a day of each of a few games, the same for all who play it, against the same bots. It
follows from the date and from a secret that only this server knows, so nobody can know it before
the day. A day is that of UTC; a deal that was begun before midnight is finished as that day's.
Lines of accounts that were there before the day began make the field; anybody else plays beside it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from statistics import fmean
from typing import Final, NamedTuple

import msgspec

from rebelote.rules import presets
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalAction
from rebelote.server.live.lobby import Lobby
from rebelote.server.live.room import TableFacts
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.protocol import http_schemas
from rebelote.server.protocol.http_schemas import DailyField, DailyLine
from rebelote.server.protocol.table_settings import Terms
from rebelote.server.runtime.time_source import utc_date
from rebelote.server.storage.store import Store, Taken


def _one_deal(preset: str) -> Rules:
    """One deal of a preset, of a fresh pack also after a dead one.

    Nobody cuts and the packets are fixed, or it would not be the same deal.
    """
    packets = presets.rules(preset).deal.packets[:1]
    return presets.rules(
        preset, end_deals=1, shuffle="each_deal_full", cut_min=None, packets=packets
    )


GAMES: Final[Mapping[str, Rules]] = {
    preset: _one_deal(preset) for preset in ("french", "ffb-coinchee-2015")
}
"""The games of which there is a deal every day, by preset; the first is meant where none is named.

In all of them one speaks in turn: a bot that doubles while somebody thinks would call otherwise at
another table.
"""
FIRST: Final = next(iter(GAMES))
TERMS: Final = Terms(watch="none", level="club")
"""No clock, and no spectators."""
SEAT: Final = 0
"""Where the person sits."""
WON: Final = "■"
LOST: Final = "□"
STARS: Final = 5


class _Begun(NamedTuple):
    """Somebody's row of a day: `line` is None until the deal was played."""

    table: str
    line: bytes | None
    counts: int


class DailyResult(msgspec.Struct, frozen=True):
    """What is kept of a day's deal: its line, and by trick whether one's side won it."""

    line: DailyLine
    tricks: tuple[bool, ...] = ()


def played(match: Match) -> DailyResult:
    """How the person at a table of the day played its deal. ValueError while it is not over."""
    if match.winner is None:
        raise ValueError("the deal of the day is not over")
    row, side = match.sheet[-1], match.rules.sides[SEAT]
    took = row.contract is not None and match.rules.sides[row.contract.attacker] == side
    others = max(_without(row.marks, side))
    line = DailyLine(row.marks[side], others, "", took, str(row.outcome))
    if row.contract is not None:
        trump, value, stake = row.contract.trump.value, row.contract.value, row.contract.stake
        line = msgspec.structs.replace(line, contract=trump, value=value, stake=stake)
    return DailyResult(line, tuple(match.rules.sides[t.winner] == side for t in match.deal.tricks))


def _without(marks: Sequence[int], side: int) -> list[int]:
    return [mark for other, mark in enumerate(marks) if other != side]


def lead(line: DailyLine) -> int:
    """How many marks more than the others: what lines are compared by."""
    return line.marks - line.others


def beaten(mine: DailyLine, others: Sequence[DailyLine]) -> float | None:
    """The share of the others one did better than, an equal one counting half; None without any."""
    if not others:
        return None
    return fmean((lead(mine) > lead(it)) + (lead(mine) == lead(it)) / 2 for it in others)


def field(lines: Sequence[DailyLine], mine: DailyLine | None) -> tuple[DailyField, ...]:
    """How often each line came, the best first; `mine` is marked."""
    ordered = sorted(Counter(lines).items(), key=lambda found: (-lead(found[0]), -found[1]))
    return tuple(DailyField(line, times, line == mine) for line, times in ordered)


def marks(tricks: Sequence[bool]) -> str:
    """The tricks as squares: filled where they were one's own. They betray no card."""
    return "".join(WON if won else LOST for won in tricks)


def stars(share: float | None) -> str:
    """The share one did better than, as stars out of five; nothing where there is none."""
    if share is None:
        return ""
    full = round(share * STARS)
    return "★" * full + "☆" * (STARS - full)


async def keep_result(accounts: Accounts, table: str, match: Match) -> None:
    """Keep how the deal at this table was played; what is kept already stays."""
    line = msgspec.json.encode(played(match))
    sql = "UPDATE daily SET line = ? WHERE table_id = ? AND line IS NULL"
    await accounts.write((sql, (line, table)))


class Daily:
    """The deals of the days on one server."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self.store = store
        self.lobby = lobby
        self._beginning = asyncio.Lock()

    # --- the deal

    async def seed(self, date: str, game: str) -> str:
        """What makes the packs and thoughts of a day and game, in hexadecimal digits."""
        secret = await self.lobby.accounts.secret("daily")
        said = date if game == FIRST else f"{date} {game}"
        return hmac.new(secret, said.encode(), hashlib.sha256).hexdigest()

    async def begin(self, person: Person, game: str) -> http_schemas.Seated:
        """Sit down to today's deal of a game, or go on; IllegalAction once it was played."""
        day = utc_date(self.store.time.wall())
        async with self._beginning:
            found = await self._row(day, game, person.id)
            if found is None:
                try:
                    table = await self._open(day, game, person)
                except Taken:  # by the same person, on another node
                    table = await self._table_of(day, game, person.id)
            elif found.line is None:
                table = found.table
            else:
                raise IllegalAction("played-today")
        return http_schemas.Seated(table, SEAT, "")

    async def _open(self, day: str, game: str, person: Person) -> str:
        facts, rules = TableFacts(person.id, await self.seed(day, game), day), GAMES[game]
        bots = [None] * (rules.players - 1)
        sql = "INSERT INTO daily (date, preset, person, table_id, counts) VALUES (?, ?, ?, ?, ?)"
        counts = await self._would_count(day, person.id)
        live = await self.lobby.create_begun(
            facts,
            rules,
            TERMS,
            [person, *bots],
            also=lambda table: [(sql, (day, game, person.id, table, counts))],
        )
        return live.table.id

    async def _table_of(self, day: str, game: str, person: str) -> str:
        """The table at which somebody plays the day's deal. IllegalAction where there is none."""
        if (found := await self._row(day, game, person)) is None:
            raise IllegalAction("server-busy")
        return found.table

    async def _would_count(self, day: str, person: str) -> bool:
        """Whether this person had an account before the day began.

        Who makes one in order to play the deal once more is not in the field.
        """
        began = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
        sql = "SELECT 1 FROM people WHERE id = ? AND account_name IS NOT NULL AND account_since < ?"
        return bool(await self.store.read(sql, person, began))

    async def _row(self, day: str, game: str, person: str) -> _Begun | None:
        sql = "SELECT table_id, line, counts FROM daily WHERE (date, preset, person) = (?, ?, ?)"
        rows = await self.store.read(sql, day, game, person)
        return _Begun(*rows[0]) if rows else None

    # --- what became of it

    async def standings(
        self, day: str, game: str, person: str | None
    ) -> tuple[http_schemas.Daily, DailyResult | None]:
        """How a day stands for somebody (without the text), and what they played of it.

        The field is shown only to those who have played.
        """
        row = None if person is None else await self._row(day, game, person)
        counts = bool(row.counts if row else person and await self._would_count(day, person))
        sql = "SELECT line FROM daily WHERE date = ? AND preset = ? AND line IS NOT NULL AND counts"
        lines = await self.store.long.read(sql, day, game)
        return await asyncio.to_thread(_standings, day, game, row, counts, lines)


def _standings(
    day: str, game: str, row: _Begun | None, counts: bool, rows: Sequence[tuple[bytes]]
) -> tuple[http_schemas.Daily, DailyResult | None]:
    lines = [_read(line).line for (line,) in rows]
    standings = http_schemas.Daily(
        date=day,
        preset=game,
        presets=tuple(GAMES),
        level=TERMS.level,
        table=None if row is None else row.table,
        mine=None,
        better_than=None,
        played=len(lines),
        field=(),
        text="",
        counts=counts,
    )
    mine = None if row is None or row.line is None else _read(row.line)
    return (standings if mine is None else _beside(standings, mine.line, lines)), mine


def _beside(
    standings: http_schemas.Daily, mine: DailyLine, lines: Sequence[DailyLine]
) -> http_schemas.Daily:
    """The same with one's own line, and the field that it stands in or beside."""
    share = beaten(mine, _others(lines, mine)) if standings.counts else None
    seen = field(lines, mine if standings.counts else None)
    return msgspec.structs.replace(standings, mine=mine, better_than=share, field=seen)


def _read(line: bytes) -> DailyResult:
    return msgspec.json.decode(line, type=DailyResult)


def _others(lines: Sequence[DailyLine], mine: DailyLine) -> list[DailyLine]:
    """The same lines without one's own."""
    others = list(lines)
    others.remove(mine)
    return others


def is_told(day: str, now: float) -> bool:
    """Whether this is a date, and not one that is still to come."""
    try:
        return date.fromisoformat(day).isoformat() == day <= utc_date(now)
    except ValueError:
        return False
