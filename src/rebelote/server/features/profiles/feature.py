"""Profiles, as a feature."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import get

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.disclosure import readable_by
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import PlayedMatch
from rebelote.server.base.storage.store import Reader
from rebelote.server.features.offline_matches import matches as offline_matches
from rebelote.server.features.profiles import schemas
from rebelote.server.features.ratings import ratings
from rebelote.server.features.ratings import schemas as ratings_schemas
from rebelote.server.features.ratings.ratings import Rating
from rebelote.server.features.ratings.results import Results
from rebelote.server.features.ratings.standings import standing
from rebelote.server.features.study import statistics
from rebelote.server.people.database import Person
from rebelote.server.people.tokens import Tokens
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address

POINTS: Final = limit(500, "points of a plot", per="profile")
MATCHES: Final = limit(50, "matches", per="profile")


@get(
    "/api/people/{person:str}",
    summary="A person's profile: ratings and matches",
    opt=described("no-such-person"),
)
async def profile(
    request: AppRequest, person: str, visitor: Person | None, core: Core
) -> schemas.Profile:
    """Return a person's ratings, now and over time, and the latest matches.

    A person whose data was deleted has no name.
    """
    count_address("read", request, core)
    reader = "" if visitor is None else visitor.id
    profile = await _profile(core, person, reader)
    return msgspec.structs.replace(profile, owner=await core[Tokens].owner_of(person))


async def _profile(core: Core, person: str, reader: str) -> schemas.Profile:
    store = core.store.long
    matches = await _matches(core, person, reader)
    known = await store.read(
        "SELECT name, account_name IS NOT NULL, created, portrait FROM people WHERE id = ?", person
    )
    if not person or not (known or matches):
        raise IllegalActionError("no-such-person")
    name, account, since, portrait = known[0] if known else ("", False, matches[-1].at, 0)
    return schemas.Profile(
        person=person,
        name=name,
        account=bool(account),
        since=since,
        standings=await _standings(core, person, name),
        points=await _points(store, person),
        matches=matches,
        shows=await statistics.shows(store, person),
        portrait=portrait,
    )


async def _standings(core: Core, person: str, name: str) -> tuple[ratings_schemas.Standing, ...]:
    """Return the ratings of a person, and estimates by rule sets of which no match counts yet."""
    sql = "SELECT preset, mu, sigma, matches, changed FROM ratings WHERE person = ?"
    rows, now = await core.store.long.read(sql, person), core.time.wall()
    standings = {
        preset: standing(person, name, preset, rating, now, ratings.estimated)
        for (_, preset), rating in (await core[Results].estimates((person,))).items()
    } | {preset: standing(person, name, preset, Rating(*rating), now) for preset, *rating in rows}
    return tuple(standings[preset] for preset in sorted(standings))


async def _points(store: Reader, person: str) -> tuple[schemas.RatingPoint, ...]:
    """Return the latest points of a person's ratings, the earliest first."""
    sql = (
        "SELECT ended, preset, mu, sigma FROM played WHERE person = ? AND mu IS NOT NULL "
        "ORDER BY ended DESC LIMIT ?"
    )
    rows = await store.read(sql, person, POINTS)
    return tuple(
        schemas.RatingPoint(at, preset, round(mu), round(ratings.NORMAL_95 * sigma))
        for at, preset, mu, sigma in reversed(rows)
    )


async def _matches(core: Core, person: str, reader: str) -> tuple[PlayedMatch, ...]:
    """Return the latest matches, the last first; to oneself also those played without a network."""
    matches = await _played(core, person, reader)
    if person == reader:
        offline = await offline_matches.handed_in_by(core.store.long, person, MATCHES)
        matches = (*matches, *offline)
    return tuple(sorted(matches, key=lambda match: -match.at)[:MATCHES])


_PLAYED: Final = (
    "SELECT seated.table_id, ended, preset, rated, won AND bot IS NULL, marks, others, "
    "bot IS NOT NULL FROM played "
    "LEFT JOIN seated ON seated.table_id = played.table_id AND seated.person = ? "
    f"WHERE played.person = ? AND {readable_by('played')} ORDER BY ended DESC LIMIT ?"
)


async def _played(core: Core, person: str, reader: str) -> tuple[PlayedMatch, ...]:
    """Read the latest matches that the reader may know, with tables at which they sat."""
    values = (reader, person, *core.accounts.disclosure.reader(reader), MATCHES)
    return tuple(
        PlayedMatch(
            table=table,
            at=at,
            preset=preset,
            rated=bool(rated),
            won=bool(won),
            marks=marks,
            others=others,
            left=bool(left),
        )
        for table, at, preset, rated, won, marks, others, left in await core.store.long.read(
            _PLAYED, *values
        )
    )


FEATURE: Final = Feature(routes=(profile,))
