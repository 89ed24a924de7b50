"""Delta encoding of updates: the differences from the last one sent to the same connection.

A frame arrives once and in order, so what was sent last is what the other side knows.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, astuple

from rebelote.rules.view import View
from rebelote.server.base.protocol.updates import Changed, Update

_ALWAYS: Final = ("table", "since", "version", "events", "view")
"""Fields of an update that a delta has in a form of its own."""


def delta(before: Update | None, now: Update) -> Update | Changed:
    """Return the difference of two updates, or all of `now` where it is a snapshot.

    Return all of it also without `before`, or where that is of another table.
    """
    if before is None or now.since is None or before.table != now.table:
        return now
    fields = _different(before, now, _ALWAYS)
    view: dict[str, object] = {}
    if before.view is not None and now.view is not None:
        view = _different(before.view, now.view)
    elif before.view is not now.view:
        fields["view"] = now.view
    return Changed(
        since=now.since, version=now.version, events=now.events, fields=fields, view=view
    )


def of_view(before: View | None, now: View) -> dict[str, object]:
    """Return the fields of a view that differ from the one before; all where there is none."""
    return asdict(now) if before is None else _different(before, now)


def _different(before: Struct, now: Struct, but: tuple[str, ...] = ()) -> dict[str, object]:
    """Return the fields that differ, `but` these; most are the same objects."""
    fields = zip(now.__struct_fields__, astuple(before), astuple(now), strict=True)
    return {
        name: value
        for name, was, value in fields
        if was is not value and name not in but and was != value
    }
