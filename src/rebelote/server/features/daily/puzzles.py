"""The puzzles of the days, and how people answered them.

One puzzle a day of each of a few games, the same for everybody, out of those that come with
Rebelote: a call, a lead and an ending in turn. Anybody can read the file they are in; which one
comes when follows from a secret of this server. A day is that of UTC. The first answer on the day
counts: that of an account made before the day began rates the person and the puzzle as if they had
played each other.
"""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Final, NamedTuple

import msgspec

from rebelote.analysis.puzzle_choice import (
    DRILLED,
    KEPT,
    by_game,
    chosen,
    drill,
    nearest,
    store,
)
from rebelote.analysis.puzzles import Puzzle, decode
from rebelote.analysis.themes import theme_of
from rebelote.server.base.protocol import schemas
from rebelote.server.base.protocol.table_settings import BOT_NAMES
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.base.storage.retries import retried
from rebelote.server.base.storage.store import MustChange, Statement
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.daily import puzzle_days, streaks
from rebelote.server.features.daily.schemas import (
    Drill,
    Drilled,
    PuzzleAnswered,
    PuzzleArchive,
    PuzzleOfTheDay,
    TodayPuzzle,
)
from rebelote.server.features.ratings import ratings
from rebelote.server.features.ratings.ratings import RatedPlayer, Rating
from rebelote.server.features.study import work
from rebelote.server.features.study.schemas import PracticePosition
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person

ENOUGH: Final = 10
"""Answers from which on it is shown how many were right."""
ATTEMPTS: Final = 8
"""Attempts to store an answer while others to the same puzzle are stored."""
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
"""Only where no other answer has changed the rating meanwhile."""


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
        """Return the puzzle of a day, by default today's (`PuzzleOfTheDay`, as JSON).

        It is of the game that is `nearest` to a rule set. None where it is not public. How it is
        answered is sent to those who have answered.
        """
        found_day = await self._find(day, preset)
        if found_day is None:
            return None
        puzzle, now = found_day.puzzle, self._store.time.wall()
        answered, mine, streak = None, None, 0
        if visitor is not None:
            answered = await self._answered(visitor.id, puzzle)
            rating = await self._rating(visitor.id)
            mine = ratings.shown(rating, now) if found_day.today and rating.matches else None
            streak = streaks.streak(await self.days(visitor.id), utc_date(now))
        response = PuzzleOfTheDay(
            day=found_day.day,
            kind=puzzle.kind,
            preset=puzzle.preset,
            presets=tuple(by_game()),
            position=schemas.encoded(PracticePosition, await self._position(puzzle)),
            rating=ratings.shown(await self._rating(_name(puzzle)), now),
            mine=mine,
            streak=streak,
            theme=theme_of(puzzle) if answered else None,
            answered=answered,
            turns=puzzle.turns,
        )
        return schemas.encode(response)

    async def answer(
        self, day: str | None, preset: str | None, choice: str, person: Person
    ) -> bytes | None:
        """Answer the puzzle of a day: the first answer counts. As `of_day` says.

        IllegalActionError with the code of the rule that forbids it; `malformed` for no call or
        card.
        """
        found_day = await self._find(day, preset)
        if found_day is None:
            return None
        question = (found_day.puzzle.record, 1, found_day.puzzle.decision.number, choice)
        await self.worker.run(work.check, *question)
        await self._write(found_day, choice, person.id)
        return await self.of_day(day, preset, person)

    async def days(self, person: str) -> dict[str, bool]:
        """Return the days of the last year with a person's answers, and whether one was right."""
        return {day: bool(right) for day, right in await self._store.read(_LATEST, person)}

    async def today(self, preset: str | None, person: str | None) -> TodayPuzzle:
        """Today's puzzle of the nearest game, and whether a person was right."""
        day, game = date.fromisoformat(utc_date(self._store.time.wall())), nearest(preset)
        puzzle = chosen(day, await self.accounts.secret("puzzles"), game)
        rows = () if person is None else await self._store.read(_ANSWER, person, puzzle.id)
        right = rows[0][0] in puzzle.decision.advised if rows else None
        return TodayPuzzle(game, puzzle.kind, right)

    async def past(self, preset: str | None, visitor: Person | None) -> PuzzleArchive:
        """Return the puzzles of the last days, the latest first, and how a person answered them."""
        game, today = nearest(preset), utc_date(self._store.time.wall())
        rows = await self._store.read(_ANSWERED, visitor.id, game) if visitor else ()
        answers = {puzzle: bool(right) for puzzle, right in rows}
        secret = await self.accounts.secret("puzzles")

        def right_of(_: str, puzzle: Puzzle) -> bool | None:
            return answers.get(puzzle.id)

        return await asyncio.to_thread(puzzle_days.archive, today, secret, game, right_of)

    async def drill(self, preset: str | None, about: str | None) -> Drill | None:
        """Return the puzzles of a drill of the game nearest to a rule set; None for no subject."""
        game, subject = nearest(preset), next((one for one in DRILLED if one == about), None)
        if about and subject is None:
            return None
        return Drill(game, await asyncio.to_thread(drill, game, subject))

    async def drilled(self, id: str, choice: str | None = None) -> bytes | None:
        """Return a puzzle of a drill (`Drilled`, as JSON), judged where it is answered; None for
        none.

        Answers are not stored. IllegalActionError as in `answer`.
        """
        line = (await asyncio.to_thread(store)).get(id)
        if line is None:
            return None
        puzzle = decode(line)
        if choice is not None:
            await self.worker.run(work.check, puzzle.record, 1, puzzle.decision.number, choice)
        drilled = Drilled(
            kind=puzzle.kind,
            preset=puzzle.preset,
            position=schemas.encoded(PracticePosition, await self._position(puzzle)),
            rating=ratings.shown(await self._rating(_name(puzzle)), self._store.time.wall()),
            theme=None if choice is None else await asyncio.to_thread(theme_of, puzzle),
            answered=None if choice is None else await self._judged(puzzle, choice),
            turns=puzzle.turns,
        )
        return schemas.encode(drilled)

    # --- which puzzle

    async def _find(self, day: str | None, preset: str | None) -> _Day | None:
        today = utc_date(self._store.time.wall())
        day = day or today
        if not puzzle_days.is_public(day, today):
            return None
        secret = await self.accounts.secret("puzzles")
        return _Day(day, day == today, chosen(date.fromisoformat(day), secret, nearest(preset)))

    async def _position(self, puzzle: Puzzle) -> bytes:
        """Return the position as the seat saw it, computed once for all visitors of a day."""
        if puzzle.id not in self._positions:
            details = (puzzle.record, 1, puzzle.decision.number, BOT_NAMES)
            made = await self.worker.run(work.position, *details)
            self._positions = dict([*self._positions.items(), (puzzle.id, made)][-KEPT:])
        return self._positions[puzzle.id]

    # --- answers

    async def _answered(self, person: str, puzzle: Puzzle) -> PuzzleAnswered | None:
        rows = await self._store.read(_ANSWER, person, puzzle.id)
        return await self._judged(puzzle, rows[0][0]) if rows else None

    async def _judged(self, puzzle: Puzzle, choice: str) -> PuzzleAnswered:
        decision = puzzle.decision
        answers, correct = (await self._store.read(_COUNT, puzzle.id))[0]
        share = correct / answers if answers >= ENOUGH else None
        right = choice in decision.advised
        return PuzzleAnswered(
            choice=choice,
            right=right,
            decision=decision,
            calls=work.calls_of(decision, choice),
            answers=answers,
            share=share,
            own=decision.with_choice(choice),
            record=puzzle.record,
        )

    async def _write(self, day: _Day, choice: str, person: str) -> None:
        """Write an answer down, and both ratings; nothing where it was answered before."""
        puzzle, now = day.puzzle, self._store.time.wall()
        right = choice in puzzle.decision.advised
        row = (person, puzzle.id, puzzle.preset, day.day, choice, right, day.today, now)

        async def attempt() -> None:
            """Write once; a conflict: answered on another node, or by another person first."""
            if await self._store.read(_ANSWER, person, puzzle.id):
                return
            counts = day.today and await self.accounts.held_before(person, day.day)
            rated = await self._rated(person, puzzle, right, now) if counts else []
            await self._store.write((_ADD, row), *rated)

        await retried(attempt, ATTEMPTS)

    async def _rated(self, person: str, puzzle: Puzzle, right: bool, now: float) -> list[Statement]:
        """Build the statements that store both ratings after an answer."""
        both = (_name(puzzle), person)
        players = [RatedPlayer("", await self._rating(one)) for one in both]
        after = ratings.after(players, (0, 1), (1, 0) if right else (0, 1), now)
        pairs = [(one, it) for one, it in zip(both, after, strict=True) if it]
        return [MustChange(_SET_RATING, (one, *msgspec.structs.astuple(it))) for one, it in pairs]

    async def _rating(self, solver: str) -> Rating:
        rows = await self._store.read(_RATING, solver)
        return Rating(*rows[0]) if rows else Rating()


def _name(puzzle: Puzzle) -> str:
    """Return the key of a puzzle's rating among those of people."""
    return f"puzzle:{puzzle.id}"
