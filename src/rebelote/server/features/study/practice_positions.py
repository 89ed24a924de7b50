"""People's errors in matches that have ended, kept to be practised in spaced repetition."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from rebelote.analysis.report import Decision
from rebelote.rules.codec import decode_hook
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.schemas import encode
from rebelote.server.base.storage.store import Reader, Statement
from rebelote.server.features.study.errors import (
    COMPARED,
    FALLING,
    OF_A_MATCH,
    PAGE,
    READ,
    RISING,
    DealKey,
    Repetition,
    instructive,
)
from rebelote.server.features.study.schemas import PracticePlace

_DECISION: Final = msgspec.json.Decoder(Decision, dec_hook=decode_hook, strict=False)
_PLAYED: Final = (
    "SELECT seat, person FROM played WHERE table_id = ? AND version = ? AND bot IS NULL "
    "AND person IN (SELECT id FROM people)"
)
_ADD: Final = (
    "INSERT INTO practice_positions (person, table_id, version, deal, step, decisive, loss, "
    "decision, due, schedule) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, '') "
    "ON CONFLICT (person, table_id, version, deal, step) DO NOTHING"
)
_LISTED: Final = (
    "SELECT position.table_id, position.version, deal, step, preset, decisive "
    "FROM practice_positions AS position JOIN played ON played.person = position.person "
    "AND played.table_id = position.table_id AND played.version = position.version "
    "WHERE position.person = ?"
)
_DUE: Final = " AND due <= ?"
_OF_MATCH: Final = " AND position.table_id = ? AND position.version = ?"
ORDER: Final = (
    " ORDER BY "
    + ", ".join(
        [*(f"position.{one} DESC" for one in FALLING), *(f"position.{one}" for one in RISING)]
    )
    + " LIMIT ?"
)
_COUNT_DUE: Final = "SELECT count(*) FROM practice_positions WHERE person = ? AND due <= ?"
_LATEST: Final = (
    "SELECT position.table_id, position.version, deal, decision "
    "FROM practice_positions AS position JOIN played ON played.person = position.person "
    "AND played.table_id = position.table_id AND played.version = position.version "
    "WHERE position.person = ? ORDER BY played.ended DESC, position.table_id, "
    "position.version, deal DESC, step LIMIT ?"
)
_DEAL: Final = "latest.ended, latest.table_id, latest.version, review.deal"
_LATEST_MATCHES: Final = (
    "(SELECT table_id, version, ended FROM played WHERE person = ? AND bot IS NULL "
    "ORDER BY ended DESC LIMIT ?) AS latest"
)
_OF_IT: Final = "review.table_id = latest.table_id AND review.version = latest.version"
COMPARED_DEALS: Final = (
    f"SELECT {_DEAL} FROM {_LATEST_MATCHES} JOIN deal_reviews AS review ON {_OF_IT} "
    f"UNION SELECT {_DEAL} FROM {_LATEST_MATCHES} JOIN device_reviews AS review ON {_OF_IT} "
    "WHERE review.person = ? ORDER BY 1 DESC, 2, 3, 4 DESC LIMIT ?"
)
_ONE: Final = (
    "SELECT decision, due, schedule FROM practice_positions "
    "WHERE person = ? AND table_id = ? AND version = ? AND deal = ? AND step = ?"
)
_MOVE_ON: Final = (
    "UPDATE practice_positions SET due = ?, schedule = ? "
    "WHERE person = ? AND table_id = ? AND version = ? AND deal = ? AND step = ?"
)


class Place(NamedTuple):
    """An action of a deal of a match: so many were done before it."""

    table: str
    version: int
    deal: int
    step: int


class Kept(NamedTuple):
    """A stored error: its review, and its repetition."""

    decision: Decision
    repetition: Repetition


# --- which errors ---------------------------------------------------------------------------------


async def errors_of(
    store: Reader, deal: tuple[str, int, int], report: bytes, only: str = ""
) -> list[Statement]:
    """Build the statements that store the players' errors of a deal; none before the match's end.

    `deal`: table, first line and number; `report`: its review (`ReviewedDeal`); `only`: the one
    person whose errors are stored, where that is not everybody.
    """
    rows = await store.read(_PLAYED, *deal[:2])
    played = [(seat, who) for seat, who in rows if only in ("", who)]
    if not played:
        return []
    errors = instructive(report)
    return [
        (_ADD, (who, *deal, one.number, one.kind == "decisive", one.loss_known, encode(one)))
        for seat, who in played
        for one in errors
        if one.seat == seat
    ]


# --- what is kept ---------------------------------------------------------------------------------


async def due(store: Reader, person: str, now: float) -> tuple[PracticePlace, ...]:
    """Return a person's errors that are due, the most instructive first."""
    return tuple(
        _place(*row) for row in await store.read(_LISTED + _DUE + ORDER, person, now, PAGE)
    )


async def latest(store: Reader, person: str) -> list[tuple[DealKey, bytes]]:
    """Return the latest errors of a person, each with its deal, as JSON (`Decision`)."""
    rows = await store.read(_LATEST, person, READ)
    return [((table, version, deal), decision) for table, version, deal, decision in rows]


async def reviewed_deals(store: Reader, person: str) -> list[DealKey]:
    """Return the latest deals of a person that were reviewed, the oldest first."""
    asked = (person, COMPARED)
    rows = await store.read(COMPARED_DEALS, *asked, *asked, *asked)
    return [(table, version, deal) for _, table, version, deal in reversed(rows)]


async def of_match(store: Reader, person: str, match: tuple[str, int]) -> tuple[PracticePlace, ...]:
    """Return the most instructive errors of one match, due or not."""
    rows = await store.read(_LISTED + _OF_MATCH + ORDER, person, *match, OF_A_MATCH)
    return tuple(_place(*row) for row in rows)


def _place(
    table: str, version: int, deal: int, step: int, preset: str, decisive: object
) -> PracticePlace:
    return PracticePlace(
        match=f"{table}-{version}", deal=deal, step=step, preset=preset, decisive=bool(decisive)
    )


async def count_due(store: Reader, person: str, now: float) -> int:
    """Count the due errors of a person."""
    return int((await store.read(_COUNT_DUE, person, now))[0][0])


async def kept(store: Reader, person: str, place: Place) -> Kept:
    """Return a person's stored error there. IllegalActionError `no-such-match`."""
    rows = await store.read(_ONE, person, *place)
    if not rows:
        raise IllegalActionError("no-such-match")
    decision, due, schedule = rows[0]
    return Kept(_DECISION.decode(decision), Repetition(due, schedule))


def moved_on(person: str, place: Place, repetition: Repetition) -> Statement:
    """Return the statement that writes when it is repeated."""
    return _MOVE_ON, (*repetition, person, *place)
