"""Lessons, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.learn.schemas import CountDeal, Course, GuidedDeal
from rebelote.server.feature import Feature
from rebelote.server.learn import routes
from rebelote.server.personal import Personal

FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    schemas=(Course, GuidedDeal, CountDeal),
    personal=(Personal(table="lessons_done", key=("lesson",), taken_over=True, exported="lesson"),),
)
