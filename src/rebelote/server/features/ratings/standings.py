"""Ratings as leaderboards and profiles show them."""

from __future__ import annotations

from collections.abc import Callable

from rebelote.server.base.protocol.schemas import Rated
from rebelote.server.features.ratings import ratings, schemas
from rebelote.server.features.ratings.ratings import Rating


def standing(
    person: str,
    name: str,
    preset: str,
    rating: Rating,
    now: float,
    shown: Callable[[Rating, float], Rated] = ratings.shown,
) -> schemas.Standing:
    """Return a rating of a person as others see it now."""
    return schemas.Standing(
        person=person, name=name, preset=preset, rating=shown(rating, now), matches=rating.matches
    )
