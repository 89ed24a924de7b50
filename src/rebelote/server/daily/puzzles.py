"""The puzzles of the days, and how people answered them.

One puzzle a day of each of a few games, the same for everybody, out of those that come with
Rebelote: a call, a lead and an ending in turn. Anybody can read the file they are in; which one
comes when follows from a secret of this server. A day is that of UTC. The first answer on the day
counts: that of an account made before the day began rates the person and the puzzle as if they had
played each other.
"""

from __future__ import annotations

import asyncio
import functools
from collections import defaultdict
from datetime import date, timedelta
from importlib import resources
from random import Random
from typing import Final, NamedTuple

import msgspec

from rebelote.analysis import puzzles
from rebelote.analysis.puzzles import Kind, Puzzle
from rebelote.analysis.themes import Theme, theme_of
from rebelote.rules import presets
from rebelote.rules.options import Rules
from rebelote.server.daily import streaks
from rebelote.server.daily.schemas import PuzzleAnswered, PuzzleArchive, PuzzlePast, TodayPuzzle
from rebelote.server.limits import limit
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.protocol import schemas
from rebelote.server.protocol.schemas import Rated
from rebelote.server.protocol.table_settings import BOT_NAMES
from rebelote.server.ratings import ratings
from rebelote.server.ratings.ratings import RatedPlayer, Rating
from rebelote.server.runtime.time_source import utc_date
from rebelote.server.storage.store import ConflictError, Statement, StoreBusyError
from rebelote.server.study import work
from rebelote.server.study.work import calls_by_word
from rebelote.server.workers.jobs import Worker

FILE: Final = "puzzles.jsonl"
"""The puzzles there are, one a line, in the package `rebelote.analysis`."""
FIRST: Final = "french"
"""The game that is meant where none is named; there were puzzles of it before there were others."""
DAYS_BACK: Final = limit(30, "days whose puzzle is still asked", per="server")
KEPT: Final = 256
"""Puzzles that are kept in memory with their positions."""
ENOUGH: Final = 10
"""Answers from which on it is shown how many were right."""
ATTEMPTS: Final = 8
"""How often an answer is written down beside others to the same puzzle."""
_ANSWER: Final = "SELECT choice FROM puzzle_answers WHERE person = ? AND puzzle = ?"
_ADD: Final = (
    "INSERT INTO puzzle_answers (person, puzzle, preset, day, choice, correct, rated, at) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_COUNT: Final = (
    "SELECT count(*), coalesce(sum(CASE WHEN correct THEN 1 ELSE 0 END), 0) "
    "FROM puzzle_answers WHERE puzzle = ? AND rated"
)
_LATEST: Final = (
    "SELECT day, max(CASE WHEN correct THEN 1 ELSE 0 END) FROM puzzle_answers "
    "WHERE person = ? AND rated GROUP BY day ORDER BY day DESC LIMIT 366"
)
_ANSWERED: Final = "SELECT puzzle, correct FROM puzzle_answers WHERE person = ? AND preset = ?"
_RATING: Final = "SELECT mu, sigma, answers, changed FROM puzzle_ratings WHERE person = ?"
_SET_RATING: Final = (
    "INSERT INTO puzzle_ratings (person, mu, sigma, answers, changed) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (person) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
    "answers = excluded.answers, changed = excluded.changed "
    "WHERE puzzle_ratings.answers = excluded.answers - 1"
)
_CHECK_RATING: Final = (
    "INSERT INTO puzzle_ratings SELECT person, mu, sigma, answers, changed FROM puzzle_ratings "
    "WHERE person = ? AND NOT (answers = ? AND changed = ?)"
)
"""Breaks the key where a rating is not the one just set: another answer has changed it."""


class PuzzleOfTheDay(msgspec.Struct, frozen=True):
    """`schemas.PuzzleOfTheDay` with its position as it was encoded by the worker."""

    day: str
    kind: Kind
    preset: str
    presets: tuple[str, ...]
    position: msgspec.Raw
    rating: Rated
    mine: Rated | None = None
    streak: int = 0
    theme: Theme | None = None
    answered: PuzzleAnswered | None = None
    turns: bool = False


class _Day(NamedTuple):
    """A day that is public, and its puzzle."""

    day: str
    today: bool
    puzzle: Puzzle


class Puzzles:
    """The puzzles of the days on one server."""

    def __init__(self, accounts: Accounts, worker: Worker) -> None:
        self.accounts, self.worker = accounts, worker
        self._store = accounts.store
        self._positions: dict[str, bytes] = {}

    async def of_day(
        self, day: str | None, preset: str | None, visitor: Person | None
    ) -> bytes | None:
        """The puzzle of a day, today's where none is named (`PuzzleOfTheDay`, as JSON).

        It is of the game that is `nearest` to a rule set. None where it is not public. How it is
        answered is sent to those who have answered.
        """
        result = await self._find(day, preset)
        if result is None:
            return None
        puzzle, now = result.puzzle, self._store.time.wall()
        answered, mine, streak = None, None, 0
        if visitor is not None:
            answered = await self._answered(visitor.id, puzzle)
            rating = await self._rating(visitor.id)
            mine = ratings.shown(rating, now) if result.today and rating.matches else None
            streak = streaks.streak(await self.days(visitor.id), utc_date(now))
        response = PuzzleOfTheDay(
            result.day,
            puzzle.kind,
            puzzle.preset,
            tuple(by_game()),
            msgspec.Raw(await self._position(puzzle)),
            ratings.shown(await self._rating(_name(puzzle)), now),
            mine,
            streak,
            theme_of(puzzle) if answered else None,
            answered,
            puzzle.decision.kind == "decisive",
        )
        return schemas.encode(response)

    async def answer(
        self, day: str | None, preset: str | None, choice: str, person: Person
    ) -> bytes | None:
        """Answer the puzzle of a day: the first answer counts. As `of_day` says.

        IllegalActionError with the code of the rule that forbids it; `malformed` for no call or
        card.
        """
        result = await self._find(day, preset)
        if result is None:
            return None
        asked = (result.puzzle.record, 1, result.puzzle.decision.number, choice)
        await self.worker.run(work.check, *asked)
        await self._write(result, choice, person.id)
        return await self.of_day(day, preset, person)

    async def days(self, person: str) -> dict[str, bool]:
        """The days of the last year on which a person answered a puzzle of the day, and whether one
        answer was right."""
        return {day: bool(right) for day, right in await self._store.read(_LATEST, person)}

    async def today(self, preset: str | None, person: str | None) -> TodayPuzzle:
        """Today's puzzle of the nearest game, and whether a person was right."""
        day, game = date.fromisoformat(utc_date(self._store.time.wall())), nearest(preset)
        puzzle = chosen(day, await self.accounts.secret("puzzles"), game)
        rows = () if person is None else await self._store.read(_ANSWER, person, puzzle.id)
        right = rows[0][0] in puzzle.decision.advised if rows else None
        return TodayPuzzle(game, puzzle.kind, right)

    async def past(self, preset: str | None, visitor: Person | None) -> PuzzleArchive:
        """The puzzles of the last days, the latest first, and how a person answered them.

        Today's has a theme once it is answered.
        """
        game, now = nearest(preset), self._store.time.wall()
        rows = await self._store.read(_ANSWERED, visitor.id, game) if visitor else ()
        answers = {puzzle: bool(right) for puzzle, right in rows}
        today = date.fromisoformat(utc_date(now))
        secret = await self.accounts.secret("puzzles")
        listed = []
        for age in range(DAYS_BACK + 1):
            day = today - timedelta(age)
            puzzle = chosen(day, secret, game)
            right = answers.get(puzzle.id)
            shown = bool(age) or right is not None
            theme = await asyncio.to_thread(theme_of, puzzle) if shown else None
            listed.append(PuzzlePast(day.isoformat(), puzzle.kind, theme, right))
        return PuzzleArchive(game, tuple(listed))

    # --- which puzzle

    async def _find(self, day: str | None, preset: str | None) -> _Day | None:
        today = utc_date(self._store.time.wall())
        day = day or today
        if not _is_public(day, today):
            return None
        secret = await self.accounts.secret("puzzles")
        return _Day(day, day == today, chosen(date.fromisoformat(day), secret, nearest(preset)))

    async def _position(self, puzzle: Puzzle) -> bytes:
        """What the seat knew, made once: all who come on one day are shown the same."""
        if puzzle.id not in self._positions:
            details = (puzzle.record, 1, puzzle.decision.number, BOT_NAMES)
            made = await self.worker.run(work.position, *details)
            self._positions = dict([*self._positions.items(), (puzzle.id, made)][-KEPT:])
        return self._positions[puzzle.id]

    # --- answers

    async def _answered(self, person: str, puzzle: Puzzle) -> PuzzleAnswered | None:
        rows = await self._store.read(_ANSWER, person, puzzle.id)
        if not rows:
            return None
        choice, decision = rows[0][0], puzzle.decision
        answers, correct = (await self._store.read(_COUNT, puzzle.id))[0]
        words = {choice, decision.choice, *decision.advised} if decision.call else ()
        share = correct / answers if answers >= ENOUGH else None
        right = choice in decision.advised
        return PuzzleAnswered(choice, right, decision, calls_by_word(words), answers, share)

    async def _write(self, result: _Day, choice: str, person: str) -> None:
        """Write an answer down, and both ratings; nothing where it was answered before."""
        puzzle, now = result.puzzle, self._store.time.wall()
        right = choice in puzzle.decision.advised
        row = (person, puzzle.id, puzzle.preset, result.day, choice, right, result.today, now)
        for _ in range(ATTEMPTS):
            if await self._store.read(_ANSWER, person, puzzle.id):
                return
            counts = result.today and await self.accounts.held_before(person, result.day)
            rated = await self._rated(person, puzzle, right, now) if counts else []
            try:
                await self._store.write((_ADD, row), *rated)
            except ConflictError:  # answered on another node, or another person's answer came first
                continue
            return
        raise StoreBusyError("others answer the same puzzle all the time")

    async def _rated(self, person: str, puzzle: Puzzle, right: bool, now: float) -> list[Statement]:
        """What keeps both ratings after an answer."""
        both = (_name(puzzle), person)
        players = [RatedPlayer("", await self._rating(one)) for one in both]
        after = ratings.after(players, (0, 1), (1, 0) if right else (0, 1), now)
        pairs = [(one, rating) for one, rating in zip(both, after, strict=True) if rating]
        return [
            *((_SET_RATING, (one, *msgspec.structs.astuple(rating))) for one, rating in pairs),
            *((_CHECK_RATING, (one, it.matches, it.changed)) for one, it in pairs),
        ]

    async def _rating(self, solver: str) -> Rating:
        rows = await self._store.read(_RATING, solver)
        return Rating(*rows[0]) if rows else Rating()


def _name(puzzle: Puzzle) -> str:
    """Under what a puzzle's rating is kept beside those of people."""
    return f"puzzle:{puzzle.id}"


def _is_public(day: str, today: str) -> bool:
    """Whether the puzzle of a day may be looked at."""
    try:
        asked = date.fromisoformat(day)
    except ValueError:
        return False
    age = date.fromisoformat(today) - asked
    return day == asked.isoformat() and timedelta(0) <= age <= timedelta(DAYS_BACK)


# --- the puzzles there are ------------------------------------------------------------------------


@functools.cache
def by_game() -> dict[str, dict[Kind, tuple[bytes, ...]]]:
    """The lines of the file of each kind, by the preset they are of, in the order of the file."""
    result: dict[str, dict[Kind, list[bytes]]] = {}
    for line in resources.files(puzzles.__package__).joinpath(FILE).read_bytes().splitlines():
        puzzle = puzzles.decode(line)
        result.setdefault(puzzle.preset, defaultdict(list))[puzzle.kind].append(line)
    return {
        game: {kind: tuple(lines[kind]) for kind in puzzles.KINDS if kind in lines}
        for game, lines in result.items()
    }


@functools.lru_cache(KEPT)
def chosen(day: date, secret: bytes, game: str) -> Puzzle:
    """The puzzle of a day and game: none comes again before all of its kind have come."""
    kinds = by_game()[game]
    turn, place = divmod(day.toordinal(), len(kinds))
    kind = list(kinds)[place]
    lines = kinds[kind]
    said = kind if game == FIRST else f"{game} {kind}"
    order = Random(secret + said.encode()).sample(range(len(lines)), len(lines))
    return puzzles.decode(lines[order[turn % len(lines)]])


@functools.cache
def nearest(preset: str | None) -> str:
    """The game with puzzles for those who play by a rule set; the first where it is unknown.

    It is one of the same kind of auction, if there is any, that differs in the fewest options.
    """
    asked = presets.PRESETS.get(preset or FIRST)
    if asked is None:
        return FIRST
    return min(by_game(), key=functools.partial(_distance, asked))


def _distance(asked: Rules, game: str) -> tuple[bool, int]:
    rules = presets.PRESETS[game]
    return rules.auction.auction_kind != asked.auction.auction_kind, len(asked.differs(rules))
