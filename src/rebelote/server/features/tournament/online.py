"""Tournaments on the server: participants, the tables of each round, and the results of games.

Which tables a round has and which games are over is in the database. `attend` makes the one what
the other asks for, and may be done again: after a draw, every few seconds, after a restart.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

import msgspec
import structlog

from rebelote.rules.match import Match, booms_won
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.disclosure import ALL_TABLES, seal
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import News
from rebelote.server.base.protocol.table_settings import Terms, check_length
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage.store import ConflictError, Statement
from rebelote.server.features.friends.presence import Presence
from rebelote.server.features.tournament import keys, views
from rebelote.server.features.tournament.attendance import Attendance
from rebelote.server.features.tournament.tournaments import OpenTournament, Tournaments
from rebelote.server.people.database import Person
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.model.event_log import decode
from rebelote.server.table.model.shares import played_themselves
from rebelote.server.table.room import TableMetadata
from rebelote.server.web.notifier import Notifier
from rebelote.tournament import entries as log
from rebelote.tournament import packs
from rebelote.tournament.entries import Entry, Score
from rebelote.tournament.formats import Format
from rebelote.tournament.people import reference
from rebelote.tournament.roles import Role, may
from rebelote.tournament.state import Game, Tournament, game_of

MOST_CHANGES: Final = limit(
    20,
    "times a person joins and leaves",
    per="person and tournament",
    beyond="joined-too-often",
)
AT_ONCE: Final = 20
"""Tables that are opened at a time: the store writes them in few transactions."""

_PLAYERS: Final = "SELECT team, place, person FROM tournament_players WHERE tournament = ?"
_JOIN: Final = (
    "INSERT INTO tournament_players (tournament, team, place, person) VALUES (?, ?, ?, ?)"
)
_LEAVE: Final = "DELETE FROM tournament_players WHERE tournament = ? AND person = ?"
_MOVE: Final = "UPDATE tournament_players SET place = 0 WHERE tournament = ? AND team = ?"
_TABLES: Final = "SELECT game, table_id FROM tournament_tables WHERE tournament = ? AND round = ?"
_OPENED: Final = (
    "INSERT INTO tournament_tables (tournament, round, game, table_id) VALUES (?, ?, ?, ?)"
)
_GAME: Final = "SELECT tournament, round, game FROM tournament_tables WHERE table_id = ?"
_DONE: Final = "DELETE FROM tournament_rounds WHERE tournament = ?"
_PLAYED: Final = "SELECT tournament FROM tournament_rounds"

logger = structlog.get_logger()


def seats_of(game: Game, people: dict[int, list[str]]) -> list[str]:
    """Seat the players of a game, each side across the table; "" for a bot."""
    sides = [[one for team in side for one in people.get(team, [])] for side in game.sides]
    first, second = [[*side, "", ""][:2] for side in sides]
    return [first[0], second[0], first[1], second[1]]


def absent_in(game: Game, people: dict[int, list[str]], there: Collection[str]) -> tuple[int, ...]:
    """Return the teams of a game for whom bots played: nobody of theirs was there for half of it.

    A team without people, which a bot plays by agreement, is not absent.
    """
    return tuple(
        team
        for side in game.sides
        for team in side
        if people.get(team) and not any(one in there for one in people[team])
    )


def outcome(match: Match, round: int, game: int, absent: tuple[int, ...] = ()) -> Entry:
    """Return the entry for a finished match; marks held at its end are split in half."""
    if match.given_up is not None:
        return log.Forfeited(round, game, match.given_up)
    if match.rules.ending.booms > 1:
        first, second = booms_won(match.sheet, 2)
    else:
        (first, second), held = match.scores, match.held
        first, second = first + held - held // 2, second + held // 2
    score = Score(points=(max(0, first), max(0, second)))
    return log.Played(round, game, score, absent)


def next_games(games: Sequence[Game]) -> list[tuple[int, Game]]:
    """Return the games of a round to play now, with their numbers: one deal for each table."""
    result: dict[int, tuple[int, Game]] = {}
    for number, game in enumerate(games, 1):
        if not game.over:
            result.setdefault(game.table or number, (number, game))
    return list(result.values())


def check_playable(format: Format) -> None:
    """Refuse a tournament on the server whose matches can last too long: `match-too-long`."""
    if format.online:
        check_length(format.match_rules)


class _Place(NamedTuple):
    """A game of a tournament, for which a table is open or to be opened."""

    tournament: str
    round: int
    game: int


class OnlineTournaments:
    """The tournaments that are played at tables of one server."""

    def __init__(
        self, tournaments: Tournaments, lobby: Lobby, presence: Presence, notifier: Notifier
    ) -> None:
        self.tournaments, self.lobby, self.accounts = tournaments, lobby, tournaments.accounts
        self.presence, self.notifier = presence, notifier
        self.attendance = Attendance(tournaments, presence, lobby.now)
        self._attending: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The lock of each tournament being attended; it goes with the last who holds it."""
        self._each: Each[str] = Each("tournaments on the server", lobby.now)
        self._each_table: Each[_Place] = Each("tables of tournaments", lobby.now)
        self._each_followed: Each[str] = Each("followed tournaments", lobby.now)
        self._tasks: set[asyncio.Task[None]] = set()

    # --- who plays

    async def players(self, tournament: str) -> dict[int, list[str]]:
        """Return the players of each team, in the order of their places."""
        by_table: dict[int, list[str]] = defaultdict(list)
        for team, _, person in sorted(await self.accounts.store.read(_PLAYERS, tournament)):
            by_table[team].append(person)
        return by_table

    async def join(self, tournament: str, me: Person, partner: int = 0) -> OpenTournament:
        """Take part, as the partner of a team or with a new one; again after leaving.

        IllegalActionError `played-in-hall`, `no-such-team`, `seat-taken`,
        `kept-apart`, `entries-closed`, `event-full`; `sent-out`, `account-first`, `members-only`,
        and `joined-too-often` for who is not to join.
        """
        self.lobby.services.check_ban(me.id)
        opened, also = await self.tournaments.read(tournament), list[Statement]()
        if not opened.tournament.format.online:
            raise IllegalActionError("played-in-hall")
        role = await self.tournaments.stored.role_of(tournament, me)

        async def new() -> list[Entry]:
            also.clear()
            teams, state = await self.players(tournament), opened.state
            own, name = team_of(teams, me.id), reference(me.id)
            _check_admitted(opened, me, role, own)
            if own:
                return [] if state.teams[own - 1].here else [log.Returned(own)]
            if partner:
                await self._check_partner(state, teams.get(partner, []), partner, me)
                also.append((_JOIN, (tournament, partner, 1, me.id)))
                first = state.teams[partner - 1].name
                return [log.Renamed(partner, f"{first} & {name}", (first, name))]
            number = len(state.teams) + 1
            also.append((_JOIN, (tournament, number, 0, me.id)))
            return [log.Entered(name, (name,))]

        await self.tournaments.append(opened, me.id, new, also, "visitor")
        return opened

    async def _check_partner(
        self, tournament: Tournament, people: Sequence[str], team: int, me: Person
    ) -> None:
        """Refuse a team that is no half one, or whose player will not meet this person."""
        if tournament.format.entrants == "melee" or not 1 <= team <= len(tournament.teams):
            raise IllegalActionError("no-such-team")
        if len(people) != 1 or not tournament.teams[team - 1].here:
            raise IllegalActionError("seat-taken")
        if people[0] in (await self.accounts.relations.blocked_by([me.id]))[me.id]:
            raise IllegalActionError("kept-apart")

    async def leave(self, tournament: str, me: Person) -> OpenTournament:
        """Leave the draws to come; before the first draw, a partner stays."""
        opened, also = await self.tournaments.read(tournament), list[Statement]()

        async def new() -> list[Entry]:
            also.clear()
            teams, state = await self.players(tournament), opened.state
            own = team_of(teams, me.id)
            if not own or not state.teams[own - 1].here:
                return []
            others = [one for one in teams[own] if one != me.id]
            if not others or state.rounds:
                return [log.Left(own)]
            stays = state.teams[own - 1].players[1 - teams[own].index(me.id)]
            also.extend([(_LEAVE, (tournament, me.id)), (_MOVE, (tournament, own))])
            return [log.Renamed(own, stays, (stays,))]

        await self.tournaments.append(opened, me.id, new, also, "leaver")
        return opened

    async def leading(self, opened: OpenTournament, tables: dict[int, str]) -> str:
        """Return the table of the best who still play; empty if spectators are not allowed."""
        state = opened.tournament
        if not state.format.delay or not state.missing:
            return ""
        at = {
            team: tables.get(number, "")
            for number, game in next_games(state.rounds[-1].games)
            for side in game.sides
            for team in side
        }
        rows = (await views.state(opened, "", now=0.0)).standings
        return next((at[row.team] for row in rows if at.get(row.team)), "")

    async def look_around(self) -> None:
        """Send notices of the tournaments that are followed here, where people came or went."""
        followed = self.tournaments.following.tournaments
        await self._each_followed.do(self._look_into, followed)
        self.attendance.forget_others(followed)

    async def _look_into(self, tournament: str) -> None:
        opened = await self._unless_deleted(tournament)
        if opened is not None and opened.tournament.format.online:
            tables = await self.tables(tournament, len(opened.tournament.rounds))
            await self.attendance.look_around(opened, await self.players(tournament), tables)

    # --- tables of a round

    def begin(self, tournament: str) -> None:
        """Open the tables of the round that was drawn, without anybody waiting for it."""
        task = asyncio.create_task(self.attend(tournament), name="tournaments on the server")
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("tables of a tournament wait to be opened", error=repr(error))

    async def attend_all(self) -> None:
        """Open what is missing, and enter what has ended, in every tournament that is played."""
        rows = await self.accounts.store.read(_PLAYED)
        await self._each.do(self.attend, [tournament for (tournament,) in rows])

    async def attend(self, tournament: str) -> None:
        """Do so in one tournament. Doing it again does nothing more."""
        async with self._attending.setdefault(tournament, asyncio.Lock()):
            opened = await self._unless_deleted(tournament)
            if opened is None:
                await self._end(tournament)
                return
            await self.tournaments.open_seals(opened)
            if opened.tournament.missing:
                await self._attend(opened)
            else:
                await self._end(tournament)

    async def _unless_deleted(self, tournament: str) -> OpenTournament | None:
        try:
            return await self.tournaments.read(tournament)
        except IllegalActionError as refused:
            if refused.refusal.code != "no-such-event":
                raise
            return None

    async def _end(self, tournament: str) -> None:
        """Note that no round of a tournament is played."""
        await self.accounts.write((_DONE, (tournament,)))

    async def _attend(self, opened: OpenTournament) -> None:
        state, round = opened.tournament, len(opened.tournament.rounds)
        tables = await self.tables(opened.id, round)
        teams = {
            team: [one for one in who if not is_sent_out(opened.state, one, team)]
            for team, who in (await self.players(opened.id)).items()
        }
        people = await self.accounts.people({who for team in teams.values() for who in team})
        games = dict(next_games(state.rounds[-1].games))
        places = asyncio.Semaphore(AT_ONCE)

        async def one(place: _Place) -> None:
            if place.game in tables:
                await self._look_at(tables[place.game])
            else:
                seats = [people.get(who) for who in seats_of(games[place.game], teams)]
                await self._open(opened, round, place.game, seats)

        async def in_turn(place: _Place) -> None:
            async with places:
                await self._each_table.do(one, [place])

        await asyncio.gather(*(in_turn(_Place(opened.id, round, game)) for game in games))

    async def _open(
        self, opened: OpenTournament, round: int, game: int, seats: Sequence[Person | None]
    ) -> None:
        """Open the table of a game, unless another node was faster."""
        format = opened.tournament.format
        sitting = [None if one is None or self._is_banned(one) else one for one in seats]
        host = next((one.id for one in sitting if one is not None), "")
        metadata = self._laid(
            TableMetadata(host=host, tournament=opened.id, wait=format.wait, delay=format.delay),
            opened,
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
                also=lambda table: [
                    (_OPENED, (opened.id, round, game, table)),
                    *([seal(table, ALL_TABLES)] if metadata.pack else []),
                ],
            )
        except ConflictError:
            return
        self.tournaments.following.changed(opened.id)
        await self._call(opened, live.table.id, [one for one in sitting if one is not None])

    def _laid(
        self, metadata: TableMetadata, opened: OpenTournament, round: int, game: int
    ) -> TableMetadata:
        """Add the deal's pack and dealer to the metadata of a table that plays a duplicate."""
        tournament = opened.tournament
        if not (deal := game_of(tournament, round, game).deal):
            return metadata
        secret = keys.packs_secret(opened.secret)
        return msgspec.structs.replace(
            metadata,
            pack=packs.seed_of(secret, tournament.rounds[0].phrase, deal).hex(),
            dealer=packs.dealer_of(tournament.format.rules, deal),
        )

    async def _call(self, opened: OpenTournament, table: str, people: Sequence[Person]) -> None:
        """Call people to their table, on any page that they have open, and by push."""
        name, wait = opened.tournament.name, opened.tournament.format.wait
        for person in people:
            self.presence.announce(person.id, News("called", table, name))
            await self.notifier.call(person.id, name, table, wait)

    def _is_banned(self, person: Person) -> bool:
        return self.lobby.services.sanction_of(person.id) == "banned"

    async def _look_at(self, table: str) -> None:
        """Keep a table in memory, so that its bots go on; enter its result where it has ended."""
        live = await self.lobby.find(table)
        live.bots.advance()
        if live.session.result.exists:
            await self.record(table, live.table.match)

    async def tables(self, tournament: str, round: int) -> dict[int, str]:
        """Return the tables of a round, by the number of the game."""
        return dict(await self.accounts.store.read(_TABLES, tournament, round))

    # --- how they end

    async def record(self, table: str, match: Match) -> None:
        """Enter the result of a game whose match has ended; what counts already stays."""
        rows = await self.accounts.store.read(_GAME, table)
        for tournament, round, game in rows:
            opened = await self._unless_deleted(tournament)
            if opened is None:
                return
            absent = await self._absent(opened, table, game_of(opened.tournament, round, game))

            async def new(
                opened: OpenTournament = opened,
                round: int = round,
                game: int = game,
                absent: tuple[int, ...] = absent,
            ) -> list[Entry]:
                over = game_of(opened.tournament, round, game).over
                return [] if over else [outcome(match, round, game, absent)]

            await self.tournaments.append(opened, "", new, writer="table")
            if opened.tournament.format.duplicate and opened.tournament.missing:
                self.begin(tournament)

    async def _absent(self, opened: OpenTournament, table: str, game: Game) -> tuple[int, ...]:
        """Return the teams of a game that bots played; none where its log cannot be read."""
        if game.over:
            return ()
        try:
            _, lines = await self.accounts.store.log_of_last_match(table)
            there = await asyncio.to_thread(_played_themselves, [line.entry for line in lines])
        except ValueError:
            return ()
        return absent_in(game, await self.players(opened.id), there)


def _played_themselves(lines: Sequence[bytes]) -> frozenset[str]:
    return played_themselves(map(decode, lines))


def is_sent_out(tournament: Tournament, person: str, team: int) -> bool:
    """Return whether a person, of this team or of none, may not take part.

    `tournament`: the state with references; where names were written, a whole team is sent out.
    """
    players = tournament.teams[team - 1].players if team else ()
    return reference(person) in tournament.sent_out or (
        bool(players) and tournament.sent_out.issuperset(players)
    )


def _check_admitted(opened: OpenTournament, me: Person, role: Role, team: int) -> None:
    """Refuse who was sent out, whom the format does not admit, and who has joined too often."""
    admits = opened.state.format.admits
    if is_sent_out(opened.state, me.id, team):
        raise IllegalActionError("sent-out")
    if admits == "accounts" and not me.account:
        raise IllegalActionError("account-first")
    if admits == "members" and not role:
        raise IllegalActionError("members-only")
    if not may(role, "enter") and _changes_of(opened, me.id) >= MOST_CHANGES:
        raise IllegalActionError("joined-too-often")


def _changes_of(opened: OpenTournament, person: str) -> int:
    """Count how often a person has joined and left."""
    kinds = log.Entered | log.Renamed | log.Left | log.Returned
    return sum(line.person == person and isinstance(line.entry, kinds) for line in opened.lines)


def team_of(teams: dict[int, list[str]], person: str) -> int:
    """Return the team of a person; 0 for none."""
    return next((team for team, people in teams.items() if person in people), 0)
