"""Pairs of one server: evidence is added as rated matches end; moderators look at it and decide.

Evidence is of people by their ids, in tables of its own. Nothing follows from it by itself.
"""

from __future__ import annotations

import secrets
from typing import Final

import structlog

from rebelote.fairplay import LEAST_DEALS
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.projections import EndedMatch, Projection
from rebelote.server.base.storage.store import Statement
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.fair_play import schemas, work
from rebelote.server.features.fair_play.cases import Cases
from rebelote.server.features.fair_play.work import Compared, Compares, Pair, Place, Sums
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.schemas import PersonName

log = structlog.get_logger()

WAITING: Final = limit(
    8, "jobs waiting for the worker of fair play", per="server", beyond="too-many"
)
MATCH_SECONDS: Final = limit(
    60.0,
    "processor time for the evidence of fair play in a match",
    unit="s",
    per="match",
    beyond="the match is left out",
)
COMPARED: Final = limit(
    5000, "pairs compared for fair play", per="server", beyond="those with most deals"
)
LISTED: Final = limit(
    50, "pairs above the threshold", per="list", beyond="those with the highest z"
)
MATCHES: Final = limit(
    1000, "matches of a pair of which the heaviest deals are shown", per="pair", beyond="left out"
)
SHOWN: Final = limit(3, "deals of a pair that a moderator is shown", per="pair")

_STAYED: Final = (
    "SELECT seat, person FROM played WHERE table_id = ? AND version = ? AND rated AND bot IS NULL "
    "AND person IN (SELECT id FROM people)"
)
_ADD_MATCH: Final = (
    "INSERT INTO fair_play_matches (person, other, table_id, version, side, scores) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)
_ADD_SUMS: Final = (
    "INSERT INTO fair_play_sums (person, other, detector, deals, total, squares) "
    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (person, other, detector) DO UPDATE SET "
    "deals = fair_play_sums.deals + excluded.deals, "
    "total = fair_play_sums.total + excluded.total, "
    "squares = fair_play_sums.squares + excluded.squares"
)
_SUMMED: Final = "detector, CAST(sum(deals) AS BIGINT), sum(total), sum(squares)"
_WHOLE: Final = f"SELECT {_SUMMED} FROM fair_play_sums GROUP BY detector"
_OWN: Final = (
    f"SELECT {_SUMMED} FROM fair_play_sums WHERE (person IN (?1, ?2) OR other IN (?1, ?2)) "
    "AND NOT (person = ?1 AND other = ?2) GROUP BY detector"
)
_MINE: Final = (
    "SELECT detector, deals, total, squares FROM fair_play_sums WHERE person = ? AND other = ?"
)
_PAIRS: Final = (
    "SELECT person, other, detector, deals, total, squares FROM fair_play_sums WHERE deals >= ? "
    "AND (person, other) IN (SELECT person, other FROM fair_play_sums WHERE detector = 'cards' "
    "AND deals >= ? ORDER BY deals DESC, person, other LIMIT ?)"
)
_MATCHES: Final = (
    "SELECT table_id, version, side, scores FROM fair_play_matches "
    "WHERE person = ? AND other = ? ORDER BY table_id, version LIMIT ?"
)
_TEXT: Final = (
    "SELECT text FROM match_records WHERE table_id = ? AND version = ? AND text IS NOT NULL"
)


class FairPlay:
    """The pairs of one server, or of several over one database: each match counts once."""

    def __init__(self, accounts: Accounts, cases: Cases) -> None:
        self.accounts, self.cases = accounts, cases
        self._store, self._time = accounts.store.long, accounts.store.time
        self.projection = Projection(
            "fair play", accounts.store, accounts.disclosure, self._evidence
        )
        self.worker = Worker(WAITING, seconds=MATCH_SECONDS)

    # --- as rated matches end ---

    async def _evidence(self, match: EndedMatch) -> list[Statement]:
        """Return the statements that add the evidence of a match; none if it cannot be had."""
        pairs, both = await self._pairs_of(*match[:2]), None
        try:
            both = await self.worker.run(work.looked_at, match.text) if pairs else None
        except Exception as error:
            if isinstance(error, IllegalActionError) and error.refusal.code == "too-many":
                raise
            log.error("no evidence of a match", table=match.table, error=repr(error))
        added: list[Statement] = []
        if both is not None:
            for side, pair in pairs.items():
                added.append((_ADD_MATCH, (*pair, *match[:2], side, both[side].scores)))
                added += [(_ADD_SUMS, (*pair, *each)) for each in both[side].sums]
        return added

    async def _pairs_of(self, table: str, version: int) -> dict[int, Pair]:
        """Return, by side, the partners who both played this rated match to its end."""
        seats = dict(await self._store.read(_STAYED, table, version))
        pairs: dict[int, Pair] = {}
        for side in (0, 1):
            if side in seats and side + 2 in seats:
                person, other = sorted((seats[side], seats[side + 2]))
                pairs[side] = person, other
        return pairs

    # --- for moderators ---

    async def suspected(self) -> schemas.FairPlayPairs:
        """Return the pairs above the threshold, those first that most speaks against.

        IllegalActionError `too-many`.
        """
        threshold, compared = await self._compared()
        above = [one for one in compared if one.z >= threshold][:LISTED]
        pairs = [await self._pair(one) for one in above]
        return schemas.FairPlayPairs(threshold, len(compared), tuple(pairs))

    async def evidence(self, pair: Pair) -> schemas.FairPlayEvidence:
        """Return the evidence on a pair above the threshold. IllegalActionError `no-such-pair`."""
        compares = await self._compared()
        mine, whole = _above(compares, pair), await self._store.read(_WHOLE)
        own = await self.worker.run(
            work.beside, await self._store.read(_MINE, *pair), await self._store.read(_OWN, *pair)
        )
        tests = (schemas.FairPlayTest(name, z, own.get(name)) for name, z in mine.values.items())
        unsuspected = _unsuspected(compares, mine)
        shown = [mine] if unsuspected is None else [mine, unsuspected]
        samples = [await self._heaviest(one.pair, whole, mine.test) for one in shown]
        suspected = secrets.randbelow(len(samples))
        if suspected:
            samples.reverse()
        result = await self._pair(mine)
        return schemas.FairPlayEvidence(result, tuple(tests), tuple(samples), suspected)

    async def ask(self, by: str, pair: Pair) -> None:
        """Ask both players for an answer. IllegalActionError `no-such-pair`."""
        await self.cases.ask(by, pair, _above(await self._compared(), pair).deals)

    async def decide(self, by: str, pair: Pair, request: schemas.FairPlayDecision) -> None:
        """Write down a decision. IllegalActionError `no-such-pair`, `malformed`, `too-large`."""
        await self.cases.decide(by, pair, _above(await self._compared(), pair).deals, request)

    async def _compared(self) -> Compares:
        rows = await self._store.read(_PAIRS, LEAST_DEALS, LEAST_DEALS, COMPARED)
        return await self.worker.run(work.compared, rows, await self._store.read(_WHOLE))

    async def _pair(self, one: Compared) -> schemas.FairPlayPair:
        names = await self.accounts.names(one.pair)
        first, second = (PersonName(person, names.get(person, "")) for person in one.pair)
        case = await self.cases.latest(one.pair)
        return schemas.FairPlayPair(
            people=(first, second), deals=one.deals, test=one.test, z=one.z, case=case
        )

    async def _heaviest(
        self, pair: Pair, whole: list[Sums], test: str
    ) -> tuple[schemas.FairPlayDeal, ...]:
        rows = await self._store.read(_MATCHES, *pair, MATCHES)
        places = await self.worker.run(work.heaviest, rows, whole, test, SHOWN)
        deals = [await self._deal(place) for place in places]
        return tuple(deal for deal in deals if deal is not None)

    async def _deal(self, place: Place) -> schemas.FairPlayDeal | None:
        """Return a deal without names; None if its match was deleted."""
        rows = await self._store.read(_TEXT, place.table, place.version)
        if not rows:
            return None
        record = await self.worker.run(work.alone, rows[0][0], place.deal)
        return schemas.FairPlayDeal(record, place.side)

    def close(self) -> None:
        """End the worker process, for good."""
        self.worker.close()


def _above(compares: Compares, pair: Pair) -> Compared:
    """Return a pair above the threshold. IllegalActionError `no-such-pair` for any other."""
    for one in compares.pairs:
        if one.pair == pair and one.z >= compares.threshold:
            return one
    raise IllegalActionError("no-such-pair")


def _unsuspected(compares: Compares, mine: Compared) -> Compared | None:
    """Return a pair of others below the threshold, with about as many deals, else None."""
    others = (
        one
        for one in compares.pairs
        if one.z < compares.threshold and not set(one.pair) & set(mine.pair)
    )
    return min(others, key=lambda one: abs(one.deals - mine.deals), default=None)
