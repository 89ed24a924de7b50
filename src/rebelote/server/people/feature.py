"""Accounts, relations and moderation, as a feature.

Passwords and recovery codes are stored as digests, which are not exported; neither are others'
reports on a person.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.people import admin_routes, enforcement, privacy, routes
from rebelote.server.people.recovery import RecoveryCodes
from rebelote.server.personal import Personal
from rebelote.server.runtime.supervision import Chore

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
    Personal(
        table="reports",
        column="by",
        kept=True,
        exported="at, against, table_id, version, reason, text, settled, outcome",
        before_erasure=("UPDATE reports SET text = '' WHERE by = ?1",),
    ),
    Personal(
        table="reports",
        column="against",
        kept=True,
        before_erasure=(
            "UPDATE reports SET outcome = '' WHERE against = ?1 AND outcome IS NOT NULL",
        ),
    ),
    Personal(table="reports", column="settled_by", kept=True),
    Personal(table="sanctions", taken_over=True, exported="kind, reason, since, until, lifted"),
    Personal(table="sanctions", column="by", kept=True),
    Personal(table="sanctions", column="lifted_by", kept=True),
    Personal(
        table="audit", column="by", kept=True, exported="at, act, about, facts", subject="acts"
    ),
    Personal(table="audit", column="about", kept=True),
)


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
    personal=PERSONAL,
)
