"""Pages, rules and health, as a feature."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import get
from litestar.exceptions import HTTPException

from rebelote.i18n import catalogue, house_rules
from rebelote.i18n.house_rules import HouseRules
from rebelote.rules import presets
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.rule_sets import Games
from rebelote.server.base.protocol.table_settings import check_length
from rebelote.server.features.site import health_routes, page_routes
from rebelote.server.web.core import Core
from rebelote.server.web.described import LANGUAGE, OPTIONS, described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, asked_language, count_address, draw


@get(
    "/api/rules/{preset:str}",
    summary="House rules: every option, and what cannot be agreed",
    opt=described("wrong-options", query={**LANGUAGE, **OPTIONS}, public=True),
)
async def rules(request: AppRequest, preset: str, core: Core) -> house_rules.HouseRules:
    """Return house rules; any parameter but `lang` is an option that differs from the rule set."""
    count_address("rules", request, core)
    options = {key: value for key, value in request.query_params.items() if key != "lang"}
    try:
        return await draw(_chosen, preset, options, asked_language(request))
    except ValueError as error:
        raise HTTPException(status_code=422, detail=str(error)) from None


def _chosen(preset: str, options: dict[str, str], language: str) -> house_rules.HouseRules:
    """Return the house rules, with the limit of a table: a match by them must end."""
    rules = house_rules.house_rules(preset, options, language)
    if rules.problem is not None:
        return rules
    try:
        check_length(Rules.of({**presets.rules(preset).flat(), **rules.differs}))
    except IllegalActionError as error:
        sentence = catalogue(language)[f"refusal.{error.refusal.code}"]
        problem = house_rules.RuleProblem(sentence, ("target", "booms", "end_deals"))
        return msgspec.structs.replace(rules, problem=problem)
    return rules


FEATURE: Final = Feature(
    routes=(
        *page_routes.HANDLERS,
        rules,
        *health_routes.HANDLERS,
    ),
    schemas=(HouseRules, Games),
)
