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
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

import msgspec

from rebelote.rules import presets
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.disclosure import seal
from rebelote.server.base.protocol import table_schemas
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.base.storage.store import ConflictError, Row, Statement, Store
from rebelote.server.features.daily import schemas
from rebelote.server.features.daily.field import (
    FORM,
    DailyResult,
    Tally,
    beaten,
    best,
    rank,
    tally,
    tree,
)
from rebelote.server.features.daily.schemas import DailyLine
from rebelote.server.people.database import Person
from rebelote.server.table.events import TableListener
from rebelote.server.table.lobby import Lobby, With
from rebelote.server.table.room import TableMetadata


def _one_deal(preset: str) -> Rules:
    """Return rules for one deal of a preset, with a fresh pack also after a dead deal.

    Nobody cuts and the packets are fixed, or it would not be the same deal.
    """
    packets = presets.rules(preset).deal.packets[:1]
    return presets.rules(
        preset, end_deals=1, shuffle="each_deal_full", cut_min=None, packets=packets
    )


GAMES: Final[Mapping[str, Rules]] = {
    preset: _one_deal(preset)
    for preset in (
        *("french", "ffb-coinchee-2015", "baloot", "bazar-blot", "bela"),
        *("klaverjas-rotterdam-nku", "pilotta"),
    )
}
"""The games of which there is a deal every day, by preset; the first is meant where none is named.

In all of them one speaks in turn: a bot that doubles while a person thinks would call otherwise at
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
FIELDS: Final = 32
"""Fields of days and games that are kept in memory, the most recently used."""
_LINES: Final = (
    "SELECT line FROM daily WHERE date = ? AND preset = ? AND line IS NOT NULL AND counts"
)
_COUNT: Final = f"SELECT count(*) FROM ({_LINES}) AS counted"


def nearest(preset: str | None) -> str:
    """Return the game with a deal of the day that is nearest to a rule set.

    That is the set itself, else one whose name begins alike, else one with the same kind of
    auction, else the first.
    """
    if preset not in presets.PRESETS:
        return FIRST
    kind = presets.rules(preset).auction.auction_kind
    same = (game for game in GAMES if game == preset)
    alike = (game for game in GAMES if _family(game) == _family(preset))
    auction = (game for game, rules in GAMES.items() if rules.auction.auction_kind == kind)
    return (*same, *alike, *auction, FIRST)[0]


def _family(preset: str) -> str:
    return preset.partition("-")[0]


class _Begun(NamedTuple):
    """A person's row of a day: `line` is None until the deal was played."""

    table: str
    line: bytes | None
    counts: int


def seed_from(secret: bytes, what: str) -> str:
    """Derive a seed for packs and bots from a secret, in hexadecimal digits."""
    return hmac.new(secret, what.encode(), hashlib.sha256).hexdigest()


def decode_line(row: Row) -> None:
    """Make the line of a row that is exported readable."""
    row["line"] = None if row["line"] is None else row["line"].decode()


async def open_table(
    lobby: Lobby, person: Person, rules: Rules, terms: Terms, seed: str, day: str, also: With
) -> str:
    """Open a table at which a person plays the deal of a day with bots.

    `also`: statements of the same transaction. ConflictError if they break a key.
    """
    bots = [None] * (rules.players - 1)
    metadata = TableMetadata(host=person.id, seed=seed, daily=day)

    def sealed(table: str) -> Sequence[Statement]:
        return [*also(table), seal(table, day)]

    live = await lobby.create_begun(metadata, rules, terms, [person, *bots], also=sealed)
    return live.table.id


def over(match: Match) -> bool:
    """Return whether a deal of the day is over; after a dead one, another is dealt."""
    return match.over or match.settlement is not None


def played(match: Match) -> DailyResult:
    """Return the result of the person at a table of the day. ValueError before the deal's end."""
    if not over(match):
        raise ValueError("the deal of the day is not over")
    row, sides, tricks = match.sheet[-1], match.rules.sides, match.deal.tricks
    side, contract = sides[SEAT], row.contract
    others = max(_without(row.marks, side))
    line = DailyLine(
        marks=row.marks[side], others=others, contract="", took=False, outcome=str(row.outcome)
    )
    if contract is not None:
        line = msgspec.structs.replace(
            line,
            contract=contract.trump.value,
            took=sides[contract.attacker] == side,
            value=contract.value,
            stake=contract.stake,
            taker=contract.attacker,
        )
    mine = (trick.cards[(SEAT - trick.leader) % match.rules.players] for trick in tricks)
    return DailyResult(
        line,
        tuple(sides[trick.winner] == side for trick in tricks),
        tuple(card.text for card in mine),
    )


def _without(marks: Sequence[int], side: int) -> list[int]:
    return [mark for other, mark in enumerate(marks) if other != side]


def marks(tricks: Sequence[bool]) -> str:
    """Return the tricks as squares, filled for one's own, which disclose no card."""
    return "".join(WON if won else LOST for won in tricks)


def stars(share: float | None) -> str:
    """Return the share that one beat, as stars out of five; empty without a share."""
    if share is None:
        return ""
    full = round(share * STARS)
    return "★" * full + "☆" * (STARS - full)


class Daily(TableListener):
    """The deals of the days on one server, and how they were played at tables."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self.store = store
        self.lobby = lobby
        self._fields: LruCache[tuple[str, str], Tally] = LruCache(FIELDS)

    # --- the deal

    async def seed(self, date: str, game: str) -> str:
        """Return the seed of a day and game for packs and bots, in hexadecimal digits."""
        secret = await self.lobby.accounts.secret("daily")
        said = date if game == FIRST else f"{date} {game}"
        return seed_from(secret, said)

    async def begin(self, person: Person, game: str) -> table_schemas.Seated:
        """Begin today's deal of a game, or go on; IllegalActionError once it was played."""
        day = utc_date(self.store.time.wall())
        row = await self._row(day, game, person.id)
        if row is None:
            try:
                table = await self._open(day, game, person)
            except ConflictError:  # by the same person, at the same time
                table = await self._table_of(day, game, person.id)
        elif row.line is None:
            table = row.table
        else:
            raise IllegalActionError("played-today")
        return table_schemas.Seated(table, SEAT, "")

    async def _open(self, day: str, game: str, person: Person) -> str:
        sql = "INSERT INTO daily (date, preset, person, table_id, counts) VALUES (?, ?, ?, ?, ?)"
        counts = await self._would_count(day, person.id)
        return await open_table(
            self.lobby,
            person,
            GAMES[game],
            TERMS,
            await self.seed(day, game),
            day,
            also=lambda table: [(sql, (day, game, person.id, table, counts))],
        )

    async def _table_of(self, day: str, game: str, person: str) -> str:
        """Return a person's table of the day's deal. IllegalActionError without one."""
        if (row := await self._row(day, game, person)) is None:
            raise IllegalActionError("server-busy")
        return row.table

    async def _would_count(self, day: str, person: str) -> bool:
        """Return whether this person had an account before the day began.

        Who makes one in order to play the deal once more is not in the field.
        """
        return await self.lobby.accounts.held_before(person, day)

    async def _row(self, day: str, game: str, person: str) -> _Begun | None:
        sql = "SELECT table_id, line, counts FROM daily WHERE (date, preset, person) = (?, ?, ?)"
        rows = await self.store.read(sql, day, game, person)
        return _Begun(*rows[0]) if rows else None

    # --- what became of it

    async def match_ended(self, table: str, match: Match, metadata: TableMetadata) -> None:
        """Keep the line of a person whose table it is; what is kept already stays."""
        if metadata.daily:
            line = FORM.encode(played(match))
            sql = "UPDATE daily SET line = ? WHERE table_id = ? AND line IS NULL"
            await self.lobby.accounts.write((sql, (line, table)))

    async def standings(
        self, day: str, game: str, person: str | None
    ) -> tuple[schemas.Daily, DailyResult | None]:
        """Return the state of a day for a person (without the text), and their result.

        The field is shown only to those who have played.
        """
        row = None if person is None else await self._row(day, game, person)
        counts = bool(row.counts if row else person and await self._would_count(day, person))
        field = await self._field(day, game)
        response = schemas.Daily(
            date=day,
            preset=game,
            presets=tuple(GAMES),
            level=TERMS.level,
            table=None if row is None else row.table,
            mine=None,
            better_than=None,
            played=field.total(),
            text="",
            counts=counts,
        )
        if row is None or row.line is None:
            return response, None
        mine = FORM.decode(row.line)
        return await asyncio.to_thread(_beside, response, mine, field), mine

    async def _field(self, day: str, game: str) -> Tally:
        """Return the counted lines, read again when there are more of them than before."""
        [(lines,)] = await self.store.read(_COUNT, day, game)
        field = self._fields.get((day, game))
        if field is None or field.total() != lines:
            rows = await self.store.long.read(_LINES, day, game)
            field = await asyncio.to_thread(_tallied, rows)
        self._fields.put((day, game), field)
        return field


def _tallied(rows: Sequence[tuple[bytes]]) -> Tally:
    return tally(FORM.decode(line) for (line,) in rows)


def _beside(standings: schemas.Daily, mine: DailyResult, field: Tally) -> schemas.Daily:
    """Add one's own line to the state of a day, and the field to compare it with."""
    return msgspec.structs.replace(
        standings,
        mine=mine.line,
        cards=mine.cards,
        tricks=mine.tricks,
        field=tree(field, mine if standings.counts else None),
        best=best(field),
        better_than=beaten(mine.line, field) if standings.counts else None,
        rank=rank(mine.line, field) if standings.counts else None,
    )


def is_public(day: str, now: float) -> bool:
    """Return whether this is a date, and not one that is still to come."""
    try:
        return date.fromisoformat(day).isoformat() == day <= utc_date(now)
    except ValueError:
        return False
