"""The bounds of a record that a person hands in."""

from __future__ import annotations

from typing import Final

from rebelote.rules.records.record import Bounds
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.table_settings import MOST_DEALS

MOST_REMARKS: Final = limit(500, "remarks in a record handed in", per="record", beyond="too-large")
BOUNDS: Final = Bounds(MOST_DEALS, MOST_REMARKS)
