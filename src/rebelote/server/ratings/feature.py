"""Ratings and leaderboards, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.feature import Feature
from rebelote.server.ratings import routes

FEATURE: Final = Feature(routes=routes.HANDLERS)
