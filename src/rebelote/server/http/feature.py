"""Pages, rules and health, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.i18n.house_rules import HouseRules
from rebelote.server.feature import Feature
from rebelote.server.http import health_routes, page_routes, rule_routes
from rebelote.server.protocol.rule_sets import Games

FEATURE: Final = Feature(
    routes=(
        *page_routes.HANDLERS,
        *rule_routes.HANDLERS,
        *health_routes.HANDLERS,
    ),
    schemas=(HouseRules, Games),
)
