"""Cases of fair play: both players are asked, answer, and a moderator decides."""

from __future__ import annotations

import asyncio
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.chat import clean_lines
from rebelote.server.base.storage.store import Statement
from rebelote.server.features.fair_play import points, schemas
from rebelote.server.features.fair_play.work import Pair
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.moderation import Moderation, reason_of
from rebelote.server.people.schemas import AuditDetails, PersonName

ANSWER_SECONDS: Final = limit(
    7 * 86_400.0, "time to answer before points are given back", unit="s", per="case"
)
QUESTIONS: Final = limit(20, "questions about fair play", per="list", beyond="the latest")
_CASE: Final = (
    "SELECT fair_play_cases.id, asked, decision, note, settled, by, "
    "coalesce(people.name, '') AS by_name, deals FROM fair_play_cases "
    "LEFT JOIN people ON people.id = by WHERE person = ? AND other = ? "
    "ORDER BY fair_play_cases.id DESC LIMIT 1"
)
_ANSWERS: Final = (
    "SELECT person, coalesce(people.name, '') AS name, at, text FROM fair_play_answers "
    "LEFT JOIN people ON people.id = person WHERE case_id = ? ORDER BY at"
)
_ASK: Final = (
    "INSERT INTO fair_play_cases (person, other, deals, asked, by, decision, note) "
    "SELECT CAST(?1 AS TEXT), CAST(?2 AS TEXT), CAST(?3 AS BIGINT), "
    "CAST(?4 AS DOUBLE PRECISION), CAST(?5 AS TEXT), '', '' WHERE NOT EXISTS "
    "(SELECT 1 FROM fair_play_cases WHERE person = ?1 AND other = ?2 AND settled IS NULL)"
)
_SETTLE: Final = (
    "INSERT INTO fair_play_cases (person, other, deals, by, decision, note, settled) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_SETTLE_ASKED: Final = (
    "UPDATE fair_play_cases SET deals = ?, by = ?, decision = ?, note = ?, settled = ? "
    "WHERE person = ? AND other = ? AND settled IS NULL"
)
_OPEN: Final = (
    "SELECT 1 FROM fair_play_cases WHERE id = ?1 AND ?2 IN (person, other) "
    "AND asked IS NOT NULL AND settled IS NULL"
)
_ANSWER: Final = (
    "INSERT INTO fair_play_answers (case_id, person, at, text) SELECT CAST(?1 AS BIGINT), "
    "CAST(?2 AS TEXT), CAST(?3 AS DOUBLE PRECISION), CAST(?4 AS TEXT) "
    f"WHERE EXISTS ({_OPEN}) "
    "ON CONFLICT (case_id, person) DO UPDATE SET at = excluded.at, text = excluded.text"
)
_QUESTIONS: Final = (
    "SELECT fair_play_cases.id, CASE WHEN fair_play_cases.person = ?1 THEN other "
    "ELSE fair_play_cases.person END AS partner, asked, coalesce(text, '') AS answer, decision, "
    "note, settled FROM fair_play_cases LEFT JOIN fair_play_answers AS mine "
    "ON mine.case_id = fair_play_cases.id AND mine.person = ?1 "
    "WHERE (fair_play_cases.person = ?1 OR other = ?1) AND asked IS NOT NULL "
    "ORDER BY fair_play_cases.id DESC LIMIT ?2"
)


class Cases:
    """The cases of one server."""

    def __init__(self, accounts: Accounts, moderation: Moderation) -> None:
        self.accounts, self.moderation = accounts, moderation
        self._store, self._time = accounts.store.long, accounts.store.time
        self._lock = asyncio.Lock()

    async def latest(self, pair: Pair) -> schemas.FairPlayCase | None:
        """Return the last case about a pair; None without one."""
        rows = await self._store.rows(_CASE, *pair)
        if not rows:
            return None
        row = rows[0]
        answers = tuple(
            schemas.FairPlayAnswer(PersonName(person, name), at, text)
            for person, name, at, text in await self._store.read(_ANSWERS, row.pop("id"))
        )
        until = None if row["asked"] is None else row["asked"] + ANSWER_SECONDS
        return schemas.FairPlayCase(**row, until=until, answers=answers)

    async def ask(self, by: str, pair: Pair, deals: int) -> None:
        """Ask both players for an answer, unless they are asked already."""
        last = await self.latest(pair)
        if last is None or last.settled is not None:
            asked = (_ASK, (*pair, deals, self._time.wall(), by))
            await self._act(by, "ask", pair, AuditDetails(), asked)

    async def decide(
        self, by: str, pair: Pair, deals: int, request: schemas.FairPlayDecision
    ) -> None:
        """Settle the case of a pair. IllegalActionError `malformed`, `too-large`; `answer-first`
        where points are given back before both players were asked and could answer."""
        note = reason_of(request.note)
        async with self._lock:  # nobody decides between the check and the act
            now = self._time.wall()
            last = await self.latest(pair)
            given: list[Statement] = []
            if request.decision == "points":
                _check_answered(last, now)
                given = await points.returned(self._store, pair, now)
            values = (deals, by, request.decision, note, now)
            if last is not None and last.settled is None:
                settled: Statement = (_SETTLE_ASKED, (*values, *pair))
            else:
                settled = (_SETTLE, (*pair, *values))
            details = AuditDetails(outcome=note)
            await self._act(by, request.decision, pair, details, settled, *given)

    async def _act(
        self, by: str, act: str, pair: Pair, details: AuditDetails, *written: Statement
    ) -> None:
        """Do it, with an entry in the audit log about each of the two."""
        name = f"fair-play-{act}"
        of_other = self.moderation.entry(by, name, pair[1], details)
        await self.moderation.act(by, name, pair[0], details, *written, of_other)

    # --- for the players ---

    async def questions(self, person: str) -> list[schemas.FairPlayQuestion]:
        """Return the questions to a person about pairs with them, the latest first."""
        rows = await self._store.rows(_QUESTIONS, person, QUESTIONS)
        names = await self.accounts.names([row["partner"] for row in rows])
        return [
            schemas.FairPlayQuestion(
                **{
                    **row,
                    "partner": PersonName(row["partner"], names[row["partner"]]),
                    "until": row["asked"] + ANSWER_SECONDS,
                }
            )
            for row in rows
        ]

    async def answer(self, person: str, case: int, text: str) -> None:
        """Answer, or change the answer. IllegalActionError `no-such-question`, `malformed`,
        `too-large`."""
        if not await self._store.read(_OPEN, case, person):
            raise IllegalActionError("no-such-question")
        given = clean_lines(reason_of(text))
        await self.accounts.write((_ANSWER, (case, person, self._time.wall(), given)))


def _check_answered(case: schemas.FairPlayCase | None, now: float) -> None:
    """Refuse unless both players were asked, and have answered or had the time.

    IllegalActionError `answer-first`.
    """
    until = None if case is None or case.settled is not None else case.until
    if case is None or until is None or (now < until and len(case.answers) < 2):
        raise IllegalActionError("answer-first")
