"""Evenings on the server: who joins, the tables of each round, and how their games end.

Which tables a round has and which games are over is in the database. `attend` makes the one what
the other asks for, and may be done again: after a draw, every few seconds, after a restart.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

import msgspec
import structlog

from rebelote.club import entries as log
from rebelote.club import packs
from rebelote.club.entries import Entry, Score
from rebelote.club.event import Event, Game, game_of
from rebelote.club.formats import Format
from rebelote.rules.match import Match, booms_won
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.club import keys, schemas, views
from rebelote.server.club.events import OPEN, ClubEvents, OpenEvent
from rebelote.server.friends.presence import Presence
from rebelote.server.live.lobby import Lobby
from rebelote.server.live.room import TableMetadata
from rebelote.server.people.database import Person
from rebelote.server.protocol.messages import News
from rebelote.server.protocol.table_settings import Terms, check_length
from rebelote.server.push.notifier import PushNotifier
from rebelote.server.storage.store import ConflictError, Statement

AT_ONCE: Final = 20
"""Tables that are opened at a time: the store writes them in few transactions."""
Attendance = tuple[tuple[int, ...], tuple[schemas.GameNow, ...]]
NOBODY: Final = "?"
"""What an entry calls a person who was erased."""

_PLAYERS: Final = "SELECT team, place, person FROM club_players WHERE event = ?"
_JOIN: Final = "INSERT INTO club_players (event, team, place, person) VALUES (?, ?, ?, ?)"
_LEAVE: Final = "DELETE FROM club_players WHERE event = ? AND person = ?"
_MOVE: Final = "UPDATE club_players SET place = 0 WHERE event = ? AND team = ?"
_TABLES: Final = "SELECT game, table_id FROM club_tables WHERE event = ? AND round = ?"
_OPENED: Final = "INSERT INTO club_tables (event, round, game, table_id) VALUES (?, ?, ?, ?)"
_GAME: Final = "SELECT event, round, game FROM club_tables WHERE table_id = ?"
_DONE: Final = "DELETE FROM club_rounds WHERE event = ?"
_PLAYED: Final = "SELECT event FROM club_rounds"

logger = structlog.get_logger()


def seats_of(game: Game, people: dict[int, list[str]]) -> list[str]:
    """Who sits where in a game: sides sit across; "" for a bot."""
    sides = [[one for team in side for one in people.get(team, [])] for side in game.sides]
    first, second = [[*side, "", ""][:2] for side in sides]
    return [first[0], second[0], first[1], second[1]]


def _absent(
    event: Event,
    game: Game,
    teams: dict[int, list[str]],
    table: str,
    tables_of: Callable[[str], Collection[str]],
) -> Iterator[str]:
    """The names of who is to play a game and is not at its table."""
    if game.over or not table:
        return
    for team in (team for side in game.sides for team in side):
        for person, name in zip(teams.get(team, ()), event.teams[team - 1].players, strict=False):
            if table not in tables_of(person):
                yield name


def outcome(match: Match, round: int, game: int) -> Entry:
    """The entry that a match is which has ended: what is held at its end is half each side's."""
    if match.given_up is not None:
        return log.Forfeited(round, game, match.given_up)
    if match.rules.ending.booms > 1:
        first, second = booms_won(match.sheet, 2)
    else:
        (first, second), held = match.scores, match.held
        first, second = first + held - held // 2, second + held // 2
    return log.Played(round, game, Score((max(0, first), max(0, second))))


def next_games(games: Sequence[Game]) -> list[tuple[int, Game]]:
    """The games of a round that are played now, with their numbers: of a table's deals one."""
    result: dict[int, tuple[int, Game]] = {}
    for number, game in enumerate(games, 1):
        if not game.over:
            result.setdefault(game.table or number, (number, game))
    return list(result.values())


def check_playable(format: Format) -> None:
    """Refuse an evening on the server whose matches could go on for too long: `match-too-long`."""
    if format.online:
        check_length(format.match_rules)


class OnlineEvents:
    """The evenings that are played at tables of one server."""

    def __init__(
        self, events: ClubEvents, lobby: Lobby, presence: Presence, push: PushNotifier
    ) -> None:
        self.events, self.lobby, self.accounts = events, lobby, events.accounts
        self.presence, self.push = presence, push
        self._attendance: OrderedDict[str, tuple[tuple[int, int, int], Attendance]] = OrderedDict()
        self._seen: dict[str, Attendance] = {}
        """Who was there when the evenings that are followed were last looked at."""
        self._attending: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._tasks: set[asyncio.Task[None]] = set()
        lobby.services.record_game = self.record
        lobby.services.replaced.append(lambda _: events.forget())

    # --- who plays

    async def players(self, event: str) -> dict[int, list[str]]:
        """By team, the people who play in it, in the order of their places."""
        result: dict[int, list[str]] = defaultdict(list)
        for team, _, person in sorted(await self.accounts.store.read(_PLAYERS, event)):
            result[team].append(person)
        return result

    async def join(self, event: str, me: Person, partner: int = 0) -> OpenEvent:
        """Take part, as the partner of a team or with a new one; again after leaving.

        IllegalActionError `not-now` where it is played in a hall, `no-such-team`, `seat-taken`,
        `kept-apart`, `entries-closed`, `event-full`.
        """
        self.lobby.services.check_ban(me.id)
        evening, also = await self.events.read(event), list[Statement]()
        if not evening.event.format.online:
            raise IllegalActionError("not-now")

        async def new() -> list[Entry]:
            also.clear()
            teams, state = await self.players(event), evening.event
            own = team_of(teams, me.id)
            if own:
                return [] if state.teams[own - 1].here else [log.Returned(own)]
            if partner:
                await self._check_partner(state, teams.get(partner, []), partner, me)
                also.append((_JOIN, (event, partner, 1, me.id)))
                first = state.teams[partner - 1].name
                return [log.Renamed(partner, f"{first} & {me.name}"[:60], (first, me.name))]
            number = len(state.teams) + 1
            also.append((_JOIN, (event, number, 0, me.id)))
            return [log.Entered(me.name, (me.name,))]

        await self.events.append(evening, me.id, new, also)
        return evening

    async def _check_partner(
        self, event: Event, people: Sequence[str], team: int, me: Person
    ) -> None:
        """Refuse a team that is no half one, or whose player will not meet this person."""
        if event.format.entrants == "melee" or not 1 <= team <= len(event.teams):
            raise IllegalActionError("no-such-team")
        if len(people) != 1 or not event.teams[team - 1].here:
            raise IllegalActionError("seat-taken")
        if people[0] in (await self.accounts.relations.blocked_by([me.id]))[me.id]:
            raise IllegalActionError("kept-apart")

    async def leave(self, event: str, me: Person) -> OpenEvent:
        """Be drawn no more; before the first draw, a partner stays."""
        evening, also = await self.events.read(event), list[Statement]()

        async def new() -> list[Entry]:
            also.clear()
            teams, state = await self.players(event), evening.event
            own = team_of(teams, me.id)
            if not own or not state.teams[own - 1].here:
                return []
            others = [one for one in teams[own] if one != me.id]
            if not others or state.rounds:
                return [log.Left(own)]
            stays = state.teams[own - 1].players[1 - teams[own].index(me.id)]
            also.extend([(_LEAVE, (event, me.id)), (_MOVE, (event, own))])
            return [log.Renamed(own, stays, (stays,))]

        await self.events.append(evening, me.id, new, also)
        return evening

    def leading(self, evening: OpenEvent, tables: dict[int, str]) -> str:
        """The table of the best who still play; empty where there are no spectators."""
        state = evening.event
        if not state.format.delay or not state.missing:
            return ""
        at = {
            team: tables.get(number, "")
            for number, game in next_games(state.rounds[-1].games)
            for side in game.sides
            for team in side
        }
        rows = views.state(evening, "", now=0.0).standings
        return next((at[row.team] for row in rows if at.get(row.team)), "")

    def attendance(
        self, evening: OpenEvent, teams: dict[int, list[str]], tables: dict[int, str]
    ) -> Attendance:
        """The teams all of whose people are connected, and the games of the round in play.

        Looked up at most once a second, however many ask.
        """
        state, second = evening.event, int(self.lobby.now())
        known, result = self._attendance.get(evening.id, (None, None))
        if result is None or known != (state.version, len(tables), second):
            is_here, at = self.presence.is_here, self.presence.tables
            here = tuple(sorted(team for team in teams if all(map(is_here, teams[team]))))
            rounds = state.rounds[-1:] if state.missing else ()
            games = [(number, it) for one in rounds for number, it in enumerate(one.games, 1)]
            result = (
                here,
                tuple(
                    schemas.GameNow(number in tables, tuple(_absent(state, game, teams, table, at)))
                    for number, game in games
                    for table in [tables.get(number, "")]
                ),
            )
            self._attendance[evening.id] = (state.version, len(tables), second), result
            self._attendance.move_to_end(evening.id)
            if len(self._attendance) > OPEN:
                self._attendance.popitem(last=False)
        return result

    async def look_around(self) -> None:
        """Send notices of the evenings that are followed here, where people came or went."""
        following = self.events.following
        for event in following.events:
            try:
                evening = await self.events.read(event)
            except IllegalActionError:  # deleted meanwhile
                continue
            if not evening.event.format.online:
                continue
            tables = await self.tables(event, len(evening.event.rounds))
            seen = self.attendance(evening, await self.players(event), tables)
            if self._seen.get(event, seen) != seen:
                following.changed_here(event)
            self._seen[event] = seen
        for event in self._seen.keys() - set(following.events):
            del self._seen[event]

    # --- tables of a round

    def begin(self, event: str) -> None:
        """Open the tables of the round that was drawn, without anybody waiting for it."""
        task = asyncio.create_task(self.attend(event), name="evenings on the server")
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("tables of an evening wait to be opened", error=repr(error))

    async def attend_all(self) -> None:
        """Open what is missing, and enter what has ended, in every evening that is played."""
        for (event,) in await self.accounts.store.read(_PLAYED):
            await self.attend(event)

    async def attend(self, event: str) -> None:
        """Do so in one evening. Doing it again does nothing more."""
        async with self._attending[event]:
            try:
                evening = await self.events.read(event)
            except IllegalActionError:  # deleted meanwhile
                await self._end(event)
                return
            if evening.event.missing:
                await self._attend(evening)
            else:
                await self._end(event)

    async def _end(self, event: str) -> None:
        """Note that no round of an evening is played."""
        await self.accounts.write((_DONE, (event,)))
        self._attending.pop(event, None)

    async def _attend(self, evening: OpenEvent) -> None:
        state, round = evening.event, len(evening.event.rounds)
        tables = await self.tables(evening.id, round)
        teams = await self.players(evening.id)
        people = await self.accounts.people({who for team in teams.values() for who in team})
        places = asyncio.Semaphore(AT_ONCE)

        async def one(number: int, game: Game) -> None:
            async with places:
                if number in tables:
                    await self._look_at(tables[number])
                else:
                    seats = [people.get(who) for who in seats_of(game, teams)]
                    await self._open(evening, round, number, seats)

        await asyncio.gather(*(one(*it) for it in next_games(state.rounds[-1].games)))

    async def _open(
        self, evening: OpenEvent, round: int, game: int, seats: Sequence[Person | None]
    ) -> None:
        """A table at which these play; nothing where another node was faster."""
        format = evening.event.format
        sitting = [None if one is None or self._is_banned(one) else one for one in seats]
        host = next((one.id for one in sitting if one is not None), "")
        metadata = self._laid(
            TableMetadata(host, event=evening.id, wait=format.wait, delay=format.delay),
            evening,
            round,
            game,
        )
        terms = Terms(pace=format.pace, watch="none")
        try:
            live = await self.lobby.create_begun(
                metadata,
                format.match_rules,
                terms,
                sitting,
                also=lambda table: [(_OPENED, (evening.id, round, game, table))],
            )
        except ConflictError:
            return
        self.events.following.changed(evening.id)
        await self._call(evening, live.table.id, [one for one in sitting if one is not None])

    def _laid(
        self, metadata: TableMetadata, evening: OpenEvent, round: int, game: int
    ) -> TableMetadata:
        """What is written about a table; of a duplicate with the pack of its deal."""
        event = evening.event
        if not (deal := game_of(event, round, game).deal):
            return metadata
        secret = keys.packs_secret(evening.secret)
        return msgspec.structs.replace(
            metadata,
            pack=packs.seed_of(secret, event.rounds[0].phrase, deal).hex(),
            dealer=packs.dealer_of(event.format.rules, deal),
        )

    async def _call(self, evening: OpenEvent, table: str, people: Sequence[Person]) -> None:
        """Call people to their table, on any page that they have open, and by push."""
        name, wait = evening.event.name, evening.event.format.wait
        for person in people:
            self.presence.announce(person.id, News("called", table, name))
            await self.push.call(person.id, name, table, wait)

    def _is_banned(self, person: Person) -> bool:
        return self.lobby.services.sanction_of(person.id) == "banned"

    async def _look_at(self, table: str) -> None:
        """Keep a table in memory, so that its bots go on; enter its result where it has ended."""
        live = await self.lobby.find(table)
        live.bots.advance()
        if live.session.result.exists:
            await self.record(table, live.table.match)

    async def tables(self, event: str, round: int) -> dict[int, str]:
        """The tables of a round, by the number of the game."""
        return dict(await self.accounts.store.read(_TABLES, event, round))

    # --- how they end

    async def record(self, table: str, match: Match) -> None:
        """Enter the result of a game whose match has ended; what counts already stays."""
        rows = await self.accounts.store.read(_GAME, table)
        for event, round, game in rows:
            try:
                evening = await self.events.read(event)
            except IllegalActionError:  # the evening was deleted
                return

            async def new(
                evening: OpenEvent = evening, round: int = round, game: int = game
            ) -> list[Entry]:
                over = game_of(evening.event, round, game).over
                return [] if over else [outcome(match, round, game)]

            await self.events.append(evening, "", new)
            if evening.event.format.duplicate and evening.event.missing:
                self.begin(event)


def team_of(teams: dict[int, list[str]], person: str) -> int:
    """The team of a person; 0 without."""
    return next((team for team, people in teams.items() if person in people), 0)
