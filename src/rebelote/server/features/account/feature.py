"""Accounts and relations, as a feature.

Passwords and recovery codes are stored as digests, which are not exported.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.account import routes
from rebelote.server.people import privacy
from rebelote.server.people.personal import Personal
from rebelote.server.people.recovery import RecoveryCodes
from rebelote.server.web.core import Core
from rebelote.server.web.feature import Feature, declared

PERSONAL: Final = (
    Personal(
        table="people",
        column="id",
        exported="id, name, created, seen, account_name, account_since, settings, role, shows, "
        "portrait",
        subject="person",
    ),
    Personal(table="sessions", exported="id, created, seen, agent"),
    Personal(table="notices", exported="at, what"),
    Personal(table="recovery_codes", exported="count(*) AS left"),
    Personal(
        table="relations",
        key=("other", "kind"),
        taken_over=True,
        exported="other, kind, since",
        before_takeover=("DELETE FROM relations WHERE person IN (?1, ?2) AND other IN (?1, ?2)",),
    ),
    Personal(table="relations", column="other", key=("person", "kind"), taken_over=True),
)


def _chores(core: Core) -> Iterator[Chore]:
    forget = functools.partial(privacy.forget_unused, core.accounts, declared())
    yield Chore("unused guests", forget, privacy.FORGET_EVERY, once=True)


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={RecoveryCodes: lambda core: RecoveryCodes(core.accounts)},
    chores=_chores,
    personal=PERSONAL,
)
