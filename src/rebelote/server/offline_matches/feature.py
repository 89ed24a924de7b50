"""Matches played without a network, as a feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.offline_matches import routes
from rebelote.server.offline_matches.matches import FORGET_EVERY, OfflineMatches
from rebelote.server.runtime.supervision import Chore


def _matches(core: Core) -> OfflineMatches:
    return OfflineMatches(core.accounts, core.verifier)


def _chores(core: Core) -> Iterator[Chore]:
    forget = core[OfflineMatches].forget_old
    yield Chore("offline matches", forget, FORGET_EVERY, once=True)


FEATURE: Final = Feature(
    routes=routes.HANDLERS, services={OfflineMatches: _matches}, chores=_chores
)
