"""Tournaments that are open: each the state of its log, which is read on and appended to.

Entries are checked against the state and written under the tournament's lock; the key of a line
decides between nodes. A draw is computed beside the event loop: of 200 teams it takes up to 60 ms;
in a process of its own, which leaves the interpreter to the loop, where it takes a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.disclosure import unseal
from rebelote.server.base.limits import limit
from rebelote.server.base.log import Line, LineRow, reduced
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.storage.store import Statement
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.tournament import keys, schemas
from rebelote.server.features.tournament.following import Following
from rebelote.server.features.tournament.opened import Logs, OpenLog
from rebelote.server.features.tournament.roles import require
from rebelote.server.features.tournament.stored import (
    TOURNAMENT_FORM,
    Batch,
    Owned,
    StoredTournaments,
    Writer,
)
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.tournament import changes, comparison, draws, people, reseating, state, sums
from rebelote.tournament import entries as log
from rebelote.tournament.about import About, about
from rebelote.tournament.clubs import ClubEntry
from rebelote.tournament.entries import Counts, Created, Entry, Score
from rebelote.tournament.formats import Format
from rebelote.tournament.roles import right_for
from rebelote.tournament.state import Tournament, after, game_of

_SEALED: Final = (
    "SELECT round, game, played.table_id FROM tournament_tables AS played JOIN sealed_tables "
    "ON sealed_tables.table_id = played.table_id WHERE tournament = ?"
)
OPEN: Final = 64
"""Tournaments of which it is kept in memory who is there."""
MOST_IN_A_THREAD: Final = 200
"""Teams that are drawn in a thread of the server."""
NAME_LENGTH: Final = limit(
    60, "a name in a tournament or of a club, at most", unit="characters", beyond="bad-title"
)
BEGIN: Final = "INSERT INTO tournament_rounds (tournament) VALUES (?) ON CONFLICT DO NOTHING"
"""Note that a round is played at tables of the server."""
_NAMES: Final = ("name", "players", "also", "prizes")
"""Fields that hold what was typed as a name."""
_T = TypeVar("_T", bound=Entry | ClubEntry | Format)
_ABOUT_DRAWS: Final = (log.Drawn, log.DrawUndone)
MOST_FORMATS: Final = limit(
    10, "changes of the format", per="request of a secretary", beyond="too-large"
)
MOST_REPORTS: Final = limit(
    10, "scores that a side enters", per="game of a tournament", beyond="too-many"
)


class OpenTournament(OpenLog[Tournament, Entry]):
    """A tournament with its log, as far as it was read, and its owner."""

    def __init__(self, id: str, owned: Owned, stored: StoredTournaments) -> None:
        super().__init__(id, TOURNAMENT_FORM, owned, stored)
        self.inverses: list[Entry | None] = []
        self.people: frozenset[str] = frozenset()
        """The people of the server in its log."""
        self.shown: dict[tuple[int, str, bool, int], asyncio.Task[schemas.TournamentState]] = {}
        """Its last version as it is sent, by version, club, hidden deals and rounds."""
        self.names: dict[str, str] = {}
        """The names of the people in its log now, by id."""
        self._named: Tournament | None = None

    async def owner(self) -> Owned:
        """Return its owner's row. IllegalActionError `no-such-event`."""
        return await self.kept.find(self.id)

    @property
    def secret(self) -> str:
        """The secret that its keys and packs derive from."""
        return self.owned.secret

    @property
    def club(self) -> str:
        """The club that it belongs to, or empty."""
        return self.owned.club

    @property
    def named_by(self) -> tuple[int, dict[str, str]]:
        """The versions that its names depend on in addition to its entries."""
        return self.rewrites, self.names

    @property
    def tournament(self) -> Tournament:
        """Its state, with the names that people have now."""
        if self._named is None:
            self._named = people.tournament_with_names(self.state, self.names)
        return self._named

    def written(self, entry: Entry) -> Entry:
        """Return an entry as the log has it: with references in place of names of people."""
        return people.by_reference(entry, self.state, self.names)

    def call(self, names: dict[str, str]) -> None:
        """Take over what people are called now."""
        if names != self.names:
            self.names, self._named = names, None
            self.shown.clear()

    async def open(self) -> None:
        """Read the whole log, and count what a game holds."""
        await super().open()
        await _count_deal(self.state.format)

    def evolve(self, tournament: Tournament | None, line: Line[Entry]) -> Tournament:
        """Return the tournament after a line."""
        entry = line.entry
        before = tournament if tournament and state.names_known(tournament, entry) else None
        self.inverses.append(changes.inverse(before, entry) if before else None)
        self.about.append(about(before, entry) if before else About())
        self.lines.append(line)
        self.people |= people.people_of((entry,))
        self._named = None
        return state.evolve(tournament, entry)

    def drawn_at(self) -> list[float]:
        """Return when each of its rounds was drawn, or shown to the hall."""
        times: list[float] = []
        for line in self.lines:
            if isinstance(line.entry, log.Drawn):
                times.append(line.at)
            elif isinstance(line.entry, log.DrawUndone):
                times.pop()
            elif isinstance(line.entry, log.Shown) and times:
                times[-1] = line.at
        return times


class Tournaments(Logs[OpenTournament]):
    """The tournaments of one server."""

    def __init__(
        self, accounts: Accounts, limits: Limits, worker: Worker, following: Following
    ) -> None:
        stored = StoredTournaments(accounts, limits)
        super().__init__(stored, stored.find, lambda id, owned: OpenTournament(id, owned, stored))
        self.worker, self.following = worker, following

    async def create(
        self, name: str, format: Format, me: Person, club: str = "", trial: bool = False
    ) -> str:
        """Store a new tournament and return its id; a trial is in a hall and in no club.

        IllegalActionError `wrong-options`, `bad-title`, `too-many-events`; `no-such-club`,
        `club-full`, and `not-a-secretary` where it is not one of a club of one's own.
        """
        format.check()
        if trial and (club or format.online):
            raise IllegalActionError("wrong-options")
        if club:
            await self.stored.find_club(club)
            require(await self.stored.role_of(club, me), "enter")
        return await self.stored.create(Created(tidy(name), tidied(format), trial), me, club)

    async def read(self, id: str) -> OpenTournament:
        """Return a tournament as it is on disk now. IllegalActionError `no-such-event`."""
        opened = await super().read(id)
        await self._call(opened)
        return opened

    async def _call(self, opened: OpenTournament) -> None:
        """Read what the people in a log are called now."""
        opened.call(await self.accounts.names(opened.people) if opened.people else {})

    async def renew_links(self, tournament: str, me: Person) -> OpenTournament:
        """Make the links that give roles again. IllegalActionError as `require`: by the owner."""
        await self.of_owner(tournament, me)
        await self.stored.renew_links(tournament)
        return await self.read(tournament)

    async def delete(self, tournament: str, me: Person) -> None:
        """Put a tournament into the bin that one owns, or has prepared as a secretary of its club.

        IllegalActionError as `require`.
        """
        await self.stored.find(tournament)
        prepared = await self.stored.prepared_by(tournament) == me.id
        require(await self.stored.role_of(tournament, me), "enter" if prepared else "delete")
        await self.stored.put_away(tournament)
        self.drop(tournament)

    # --- entries ---

    async def enter(
        self, tournament: str, me: Person, version: int, entries: Sequence[Entry]
    ) -> OpenTournament:
        """Append entries of who has seen this version; what was done already, once.

        IllegalActionError `changed-meanwhile`, `too-large`, as `require`, and what the state
        refuses.
        """
        opened = await self.read(tournament)
        role = await self.stored.role_of(tournament, me)
        require(role, "score")
        if opened.tournament.format.online and any(isinstance(one, log.Entered) for one in entries):
            raise IllegalActionError("joined-by-link")

        async def new() -> list[Entry]:
            since = opened.since(version)
            written = [opened.written(tidied(entry)) for entry in entries]
            rest = [entry for entry in written if not changes.repeats(entry, since)]
            if any(changes.collides(entry, since) for entry in rest):
                raise IllegalActionError("changed-meanwhile")
            for entry in rest:
                require(role, right_for(entry, opened.tournament))
            await _count_deals(rest)
            return rest

        await self.append(opened, me.id, new)
        return opened

    async def seat(self, tournament: str, me: Person, wanted: schemas.NewSeats) -> OpenTournament:
        """Change by hand who plays whom, as the state is now.

        IllegalActionError `changed-meanwhile` where a draw or a score of these tables was entered
        since the version that was seen; as `require`, and what the state refuses.
        """
        opened = await self.of_secretary(tournament, me)

        async def new() -> list[Entry]:
            entries = _seats(opened.tournament, wanted)
            if any(changes.are_about(entries, other) for other in opened.since(wanted.version)):
                raise IllegalActionError("changed-meanwhile")
            return [opened.written(entry) for entry in entries]

        await self.append(opened, me.id, new)
        return opened

    async def draw(
        self, tournament: str, me: Person, version: int, phrase: str, held: bool = False
    ) -> OpenTournament:
        """Draw the next round, unless one was drawn since this version (`changed-meanwhile`).

        `held`: hold it back from the hall, which an online round is not.
        """
        opened = await self.of_secretary(tournament, me)
        also = [(BEGIN, (tournament,))] if opened.tournament.format.online else []

        async def new() -> list[Entry]:
            since = [one for one in opened.since(version) if isinstance(one, _ABOUT_DRAWS)]
            if not since:
                drawn = await self._drawn(opened, phrase)
                return [replace(drawn, held=held and not opened.tournament.format.online)]
            if isinstance(since[-1], log.Drawn) and since[-1].phrase == phrase:
                return []
            raise IllegalActionError("changed-meanwhile")

        await self.append(opened, me.id, new, also)
        return opened

    async def _drawn(self, opened: OpenTournament, phrase: str) -> log.Drawn:
        tournament, secret = opened.tournament, keys.draw_secret(opened.secret, opened.tournament)
        if len(tournament.here) <= MOST_IN_A_THREAD:
            return await asyncio.to_thread(draws.draw, tournament, phrase, draws.NEWEST, secret)
        return await self.worker.run(draws.draw, tournament, phrase, draws.NEWEST, secret)

    async def undo(self, tournament: str, me: Person, number: int) -> OpenTournament:
        """Undo an entry of the log, unless a later one is about the same (`changed-meanwhile`)."""
        opened = await self.of_secretary(tournament, me)
        undone = opened.inverses[number - 1] if 1 <= number <= len(opened.lines) else None
        if undone is None:
            raise IllegalActionError("not-undoable")

        async def new() -> list[Entry]:
            undo = changes.as_of_now(undone, opened.tournament)
            if changes.collides(undo, opened.since(number)):
                raise IllegalActionError("changed-meanwhile")
            return [undo]

        await self.append(opened, me.id, new)
        return opened

    async def report(
        self, tournament: str, key: str, points: tuple[int, int], counts: Counts | None = None
    ) -> OpenTournament:
        """Append the score that a side enters at its table; a repeated one changes nothing.

        `points`, `counts`: those of the side first.

        IllegalActionError `wrong-slip`, `result-stands`, `game-sum`, `too-many`,
        `event-full`.
        """
        opened = await self.read(tournament)

        async def new() -> list[Entry]:
            round, table, side = keys.place_of(opened.secret, opened.tournament.in_hall, key)
            seen = counts.seen_from(side) if counts else None
            score = Score(points=(points[side], points[1 - side]), counts=seen)
            game = game_of(opened.tournament, round, table)
            known = game.score or game.reports[side]
            if known and known.points == score.points and score.counts in (None, known.counts):
                return []
            entry = log.ScoreReported(round, table, side, score)
            if self._count_reports(opened, entry) >= MOST_REPORTS:
                raise IllegalActionError("too-many")
            return [entry]

        await self.append(opened, "", new, writer="visitor")
        return opened

    def _count_reports(self, opened: OpenTournament, entry: log.ScoreReported) -> int:
        return sum(
            isinstance(line.entry, log.ScoreReported)
            and (line.entry.round, line.entry.game, line.entry.side)
            == (entry.round, entry.game, entry.side)
            for line in opened.lines
        )

    async def append(
        self,
        opened: OpenTournament,
        person: str,
        new: Callable[[], Awaitable[list[Entry]]],
        also: Sequence[Statement] = (),
        writer: Writer = "secretary",
    ) -> None:
        """Write what `new` gives for the state as it is; again where another node was faster.

        `also`: what is written with it, as `new` has left it. IllegalActionError `event-full`,
        `too-many-events`, `too-many`.
        """
        missing = 0

        async def decide() -> Sequence[Entry]:
            nonlocal missing
            entries = await new()
            missing = (await reduced(after, entries, opened.tournament)).missing
            return entries

        async def write(rows: Sequence[LineRow]) -> None:
            batch = Batch(rows, writer, "event-full", missing)
            await self.stored.write(opened.id, batch, also)

        now = self.accounts.timekeeper.now()
        written = await opened.append(person, decide, write, now)
        self.keep(opened)
        if written:
            await self._call(opened)
            self.following.changed(opened.id)
            await self.open_seals(opened)

    async def open_seals(self, opened: OpenTournament) -> None:
        """Unseal the tables whose deal no table has yet to play: its cards are public by now."""
        tournament = opened.tournament
        rows = await self.accounts.store.read(_SEALED, opened.id)
        hidden = comparison.to_be_played(tournament) if rows else frozenset()
        played = [
            table for round, game, table in rows if not _is_hidden(tournament, round, game, hidden)
        ]
        if played:
            await self.accounts.write(*map(unseal, played))

    async def forget_old(self) -> None:
        """Delete tournaments without an entry for long."""
        await self.stored.forget_old()


def _seats(tournament: Tournament, wanted: schemas.NewSeats) -> list[Entry]:
    """Return the entries of a change by hand. IllegalActionError as the rules raise it."""
    if tournament.format.online:
        raise IllegalActionError("draw-stands")
    reason, teams = " ".join(wanted.reason.split()), wanted.teams
    if wanted.how == "late":
        return reseating.late(tournament, tidy(wanted.name), reason)
    half = len(teams) // 2
    if not half or len(teams) % 2:
        raise IllegalActionError("wrong-sides")
    if wanted.how == "add":
        sides = teams[:half], teams[half:]
        return [reseating.with_table(tournament, wanted.round, sides, reason)]
    kept = wanted.results == "stay"
    instead = tuple(zip(teams[:half], teams[half:], strict=True))
    entry = reseating.exchanged(tournament, wanted.round, instead, reason, kept)
    back = reseating.taken_back(tournament, entry) if wanted.results == "clear" else []
    return [*back, entry]


async def _count_deals(entries: Iterable[Entry]) -> None:
    """Count what a game holds in each of these changes of the format."""
    formats = [one.format for one in entries if isinstance(one, log.FormatChanged)]
    if len(formats) > MOST_FORMATS:
        raise IllegalActionError("too-large")
    for format in formats:
        await _count_deal(format)


async def _count_deal(format: Format) -> None:
    """Count what a game holds, which standings and scores need: once, beside the loop."""
    await asyncio.to_thread(sums.half, format)


def tidied(one: _T) -> _T:
    """Reduce the spaces in the names of an entry, or in the prizes of a format.

    IllegalActionError as `tidy`.
    """
    changed = {name: _each_tidy(getattr(one, name)) for name in _NAMES if hasattr(one, name)}
    if isinstance(one, log.FormatChanged):
        changed["format"] = tidied(one.format)
    if isinstance(one, Format):
        named = (replace(it, text=tidy(it.text)) if it.text else it for it in one.awards)
        changed["awards"] = tuple(named)
    if isinstance(one, log.Reseated):
        changed["reason"] = " ".join(one.reason.split())
    return replace(one, **changed)


def _each_tidy(names: str | tuple[str, ...]) -> object:
    return tidy(names) if isinstance(names, str) else tuple(map(tidy, names))


def tidy(name: str) -> str:
    """Reduce the spaces in a name to single ones.

    IllegalActionError `bad-title` for a name without visible characters, or of more than
    `NAME_LENGTH`.
    """
    shown = " ".join(name.split())
    if not shown or not shown.isprintable() or len(shown) > NAME_LENGTH:
        raise IllegalActionError("bad-title")
    return shown


def _is_hidden(tournament: Tournament, round: int, game: int, hidden: Collection[int]) -> bool:
    """Return whether a deal is hidden; one whose draw was undone is while any other is."""
    games = tournament.rounds[round - 1].games if round <= len(tournament.rounds) else ()
    return games[game - 1].deal in hidden if game <= len(games) else bool(hidden)
