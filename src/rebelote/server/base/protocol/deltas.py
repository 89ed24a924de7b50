"""Delta encoding of updates: the differences from the last one sent to the same connection.

A frame arrives once and in order, so what was sent last is what the other side knows.
"""

from __future__ import annotations

from itertools import compress
from operator import attrgetter, is_not
from typing import Final

from rebelote.rules.view import View
from rebelote.server.base.protocol.updates import Changed, Update

_ALWAYS: Final = ("table", "since", "version", "events", "view")
"""Fields of an update that a delta has in a form of its own."""


class _Fields:
    """Fields of a struct by name, whose values are taken at once."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.values = attrgetter(*names)


_UPDATE: Final = _Fields(*(name for name in Update.__struct_fields__ if name not in _ALWAYS))
_VIEW: Final = _Fields(*View.__struct_fields__)


def delta(before: Update | None, now: Update) -> Update | Changed:
    """Return the difference of two updates, or all of `now` where it is a snapshot.

    Return all of it also without `before`, or where that is of another table.
    """
    if before is None or now.since is None or before.table != now.table:
        return now
    fields = _different(before, now, _UPDATE)
    view: dict[str, object] = {}
    if before.view is not None and now.view is not None:
        view = _different(before.view, now.view, _VIEW)
    elif before.view is not now.view:
        fields["view"] = now.view
    return Changed(
        since=now.since, version=now.version, events=now.events, fields=fields, view=view
    )


def of_view(before: View | None, now: View) -> dict[str, object]:
    """Return the fields of a view that differ from the one before; all where there is none."""
    if before is None:
        return dict(zip(_VIEW.names, _VIEW.values(now), strict=True))
    return _different(before, now, _VIEW)


def _different(before: object, now: object, fields: _Fields) -> dict[str, object]:
    old, new = fields.values(before), fields.values(now)
    others = compress(zip(fields.names, old, new, strict=True), map(is_not, old, new))
    return {name: value for name, was, value in others if was != value}
