"""Moderation, as a feature; others' reports on a person are not exported."""

from __future__ import annotations

import functools
from typing import Final

from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.moderation import enforcement, routes
from rebelote.server.people.personal import Personal
from rebelote.server.web.feature import Feature

PERSONAL: Final = (
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

FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    former_addresses={r"/api/admin/measures(?=/|$)": "/api/admin/sanctions"},
    chores=lambda core: (
        Chore("bans", functools.partial(enforcement.enforce, core), enforcement.PERIOD),
    ),
    personal=PERSONAL,
)
