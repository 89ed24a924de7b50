"""The score sheet of a match with real cards, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.feature import Feature
from rebelote.server.score_sheet import routes

FEATURE: Final = Feature(routes=routes.HANDLERS)
