"""Personal data of accounts, sessions, relations and moderation.

Passwords and recovery codes are kept as digests, which are not exported; neither are others'
reports on a person.
"""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal

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
