"""Ratings, as a feature: leaderboards and profiles."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from litestar import get
from litestar.exceptions import HTTPException

from rebelote.rules import presets
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.http.described import described
from rebelote.server.http.requests import AppRequest, count_address
from rebelote.server.limits import limit
from rebelote.server.offline_matches import matches as offline_matches
from rebelote.server.people.database import Person
from rebelote.server.personal import Personal
from rebelote.server.protocol.schemas import Rated
from rebelote.server.ratings import ratings, schemas
from rebelote.server.ratings.ratings import ANCHORS, Rating
from rebelote.server.storage.store import Reader
from rebelote.server.study import statistics
from rebelote.server.tokens.tokens import Tokens

LISTED: Final = limit(100, "people on a leaderboard", per="list")
CANDIDATES: Final = 1000
"""People who are looked at for it: some are less certain by now than when they last played."""
POINTS: Final = limit(500, "points of a plot", per="profile")
MATCHES: Final = limit(50, "matches", per="profile")
_Candidate = tuple[Rating, tuple[str, str]]
"""A rating, and whose it is: id and name."""


@get("/api/leaderboard/{preset:str}", summary="The strongest by one rule set")
async def leaderboard(request: AppRequest, preset: str, core: Core) -> list[schemas.Standing]:
    """Accounts whose rating is not provisional, and the bots; by the lower end of the interval."""
    if preset not in presets.PRESETS:
        raise HTTPException(status_code=404)
    count_address("read", request, core)
    people = await _candidates(core.store.long, preset)
    return await asyncio.to_thread(_ranked, preset, people, core.time.wall())


def _ranked(preset: str, people: list[_Candidate], now: float) -> list[schemas.Standing]:
    known = [(rating, row) for rating, row in people if not ratings.shown(rating, now).provisional]
    known.sort(key=lambda result: -ratings.cautious(result[0], now))
    listed = [_standing(*row, preset, rating, now) for rating, row in known[:LISTED]]
    return sorted([*_bots(preset), *listed], key=_from_the_top)


def _from_the_top(result: schemas.Standing) -> int:
    return result.rating.interval - result.rating.value


async def _candidates(store: Reader, preset: str) -> list[_Candidate]:
    sql = (
        "SELECT person, name, mu, sigma, matches, changed FROM ratings "
        "JOIN people ON people.id = person WHERE preset = ? AND account_name IS NOT NULL "
        "ORDER BY mu - ? * sigma DESC LIMIT ?"
    )
    rows = await store.read(sql, preset, ratings.NORMAL_95, CANDIDATES)
    return [(Rating(*row[2:]), (row[0], row[1])) for row in rows]


def _standing(person: str, name: str, preset: str, rating: Rating, now: float) -> schemas.Standing:
    return schemas.Standing(person, name, preset, ratings.shown(rating, now), rating.matches)


def _bots(preset: str) -> list[schemas.Standing]:
    """The bots, whose ratings are fixed."""
    return [
        schemas.Standing("", level, preset, Rated(round(value), 0, False), 0, bot=True)
        for level, value in ANCHORS.items()
    ]


@get(
    "/api/people/{person:str}",
    summary="A person's profile: ratings and matches",
    opt=described("no-such-person"),
)
async def profile(
    request: AppRequest, person: str, visitor: Person | None, core: Core
) -> schemas.Profile:
    """Ratings as they are and as they went, and the latest matches.

    Who has played here and is not kept any more has no name.
    """
    count_address("read", request, core)
    reader = "" if visitor is None else visitor.id
    result = await _profile(core.store.long, person, reader, core.time.wall())
    return msgspec.structs.replace(result, owner=await core[Tokens].owner_of(person))


async def _profile(store: Reader, person: str, reader: str, now: float) -> schemas.Profile:
    matches = await _matches(store, person, reader)
    known = await store.read(
        "SELECT name, account_name IS NOT NULL, created, portrait FROM people WHERE id = ?", person
    )
    if not person or not (known or matches):
        raise IllegalActionError("no-such-person")
    name, account, since, portrait = known[0] if known else ("", False, matches[-1].at, 0)
    return schemas.Profile(
        person,
        name,
        bool(account),
        since,
        await _standings(store, person, name, now),
        await _points(store, person),
        matches,
        await statistics.shows(store, person),
        portrait,
    )


async def _standings(
    store: Reader, person: str, name: str, now: float
) -> tuple[schemas.Standing, ...]:
    sql = "SELECT preset, mu, sigma, matches, changed FROM ratings WHERE person = ? ORDER BY preset"
    rows = await store.read(sql, person)
    return tuple(
        _standing(person, name, preset, Rating(*figures), now) for preset, *figures in rows
    )


async def _points(store: Reader, person: str) -> tuple[schemas.RatingPoint, ...]:
    """How the ratings went, the earliest first."""
    sql = (
        "SELECT ended, preset, mu, sigma FROM played WHERE person = ? AND mu IS NOT NULL "
        "ORDER BY ended DESC LIMIT ?"
    )
    rows = await store.read(sql, person, POINTS)
    return tuple(
        schemas.RatingPoint(at, preset, round(mu), round(ratings.NORMAL_95 * sigma))
        for at, preset, mu, sigma in reversed(rows)
    )


async def _matches(store: Reader, person: str, reader: str) -> tuple[schemas.PlayedMatch, ...]:
    """The latest matches, the last first; to oneself also those played without a network."""
    result = await _played(store, person, reader)
    if person == reader:
        result = (*result, *await offline_matches.handed_in_by(store, person, MATCHES))
    return tuple(sorted(result, key=lambda match: -match.at)[:MATCHES])


async def _played(store: Reader, person: str, reader: str) -> tuple[schemas.PlayedMatch, ...]:
    """The latest matches on the server; with tables at which the reader sat."""
    sql = (
        "SELECT seated.table_id, ended, preset, rated, won, marks, others FROM played "
        "LEFT JOIN seated ON seated.table_id = played.table_id AND seated.person = ? "
        "WHERE played.person = ? ORDER BY ended DESC LIMIT ?"
    )
    return tuple(
        schemas.PlayedMatch(table, at, preset, bool(rated), bool(won), marks, others)
        for table, at, preset, rated, won, marks, others in await store.read(
            sql, reader, person, MATCHES
        )
    )


FEATURE: Final = Feature(
    routes=(leaderboard, profile),
    personal=(
        Personal(
            table="played",
            kept=True,
            exported="table_id, version, seat, bot, preset, ended, rated, won, marks, others, mu, "
            "sigma",
            order="ended",
        ),
        Personal(
            table="ratings",
            key=("preset",),
            taken_over=True,
            exported="preset, mu, sigma, matches, changed",
        ),
        Personal(table="match_claims", exported="since"),
        Personal(table="rating_returns", exported="table_id, version, preset, at, points"),
    ),
)
