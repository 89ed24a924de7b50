"""Replays on the pages of other sites, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.embed import routes
from rebelote.server.feature import Feature

FEATURE: Final = Feature(routes=routes.HANDLERS)
