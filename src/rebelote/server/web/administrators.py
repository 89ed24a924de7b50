"""The dependency of handlers that are for administrators alone."""

from __future__ import annotations

from typing import Final

from litestar.di import Provide

from rebelote.server.base.protocol import names
from rebelote.server.base.runtime.addresses import address
from rebelote.server.people import moderation
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.requests import AppRequest
from rebelote.server.web.security import SAFE


def administrator(request: AppRequest, me: Person, core: Core) -> Person:
    """Return the person who asks, or refuse them if no admin. Log every change."""
    moderation.check(me)
    if request.method not in SAFE:
        path = str(request.scope.get("path_template", ""))
        act = f"{request.method} {path}"
        core.security_log.event("admin action", address(request), names.key(me.name), act=act)
    return me


ADMIN: Final = {"administrator": Provide(administrator, sync_to_thread=False)}
