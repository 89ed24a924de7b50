"""Accounts, relations and moderation, as a feature."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.people import admin_routes, enforcement, personal, privacy, routes
from rebelote.server.people.recovery import RecoveryCodes
from rebelote.server.runtime.supervision import Chore


def _recovery_codes(core: Core) -> RecoveryCodes:
    return RecoveryCodes(core.accounts)


def _chores(core: Core) -> Iterator[Chore]:
    forget = functools.partial(privacy.forget_unused, core.accounts)
    yield Chore("unused guests", forget, privacy.FORGET_EVERY, once=True)
    yield Chore("bans", functools.partial(enforcement.enforce, core), enforcement.PERIOD)


FEATURE: Final = Feature(
    routes=(*admin_routes.HANDLERS, *routes.HANDLERS),
    services={RecoveryCodes: _recovery_codes},
    chores=_chores,
    personal=personal.PERSONAL,
)
