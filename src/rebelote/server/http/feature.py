"""Pages, rules, lessons and health, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.i18n.house_rules import HouseRules
from rebelote.learn.counting import CountDeal
from rebelote.learn.courses import Course
from rebelote.learn.guided import GuidedDeal
from rebelote.server.feature import Feature
from rebelote.server.http import health_routes, learn_routes, page_routes, rule_routes
from rebelote.server.protocol.rule_sets import Games

FEATURE: Final = Feature(
    routes=(
        *page_routes.HANDLERS,
        *learn_routes.HANDLERS,
        *rule_routes.HANDLERS,
        *health_routes.HANDLERS,
    ),
    schemas=(Course, GuidedDeal, CountDeal, HouseRules, Games),
)
