"""Personal data of push messages; the keys of notified browsers are not exported."""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal

PERSONAL: Final = (
    Personal(table="push_subscriptions", exported="endpoint, language, since"),
    Personal(
        table="turn_notifications",
        key=("table_id",),
        taken_over=True,
        exported="table_id, sent",
    ),
)
