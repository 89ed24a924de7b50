"""Delta encoding of updates: what is different from the one that was sent before on the same line.

A frame arrives once and in order, so what was sent last is what the other side knows.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from rebelote.rules.view import View
from rebelote.server.protocol.updates import Changed, Update

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
    """What one who knows `before` is sent to know `now`; all of it where it is a snapshot.

    So it is where nothing is known, or only of another table.
    """
    if before is None or now.since is None or before.table != now.table:
        return now
    fields = _different(before, now, _UPDATE)
    view: dict[str, object] = {}
    if before.view is not None and now.view is not None:
        view = _different(before.view, now.view, _VIEW)
    elif before.view is not now.view:
        fields["view"] = now.view
    return Changed(now.since, now.version, now.events, fields, view)


def of_view(before: View | None, now: View) -> dict[str, object]:
    """The fields of a view that differ from the one before; all where there is none."""
    if before is None:
        return dict(zip(_VIEW.names, _VIEW.values(now), strict=True))
    return _different(before, now, _VIEW)


def _different(before: object, now: object, fields: _Fields) -> dict[str, object]:
    """Those of these fields that are not equal, by name, as they are now."""
    pairs = zip(fields.names, fields.values(before), fields.values(now), strict=True)
    return {name: new for name, old, new in pairs if old is not new and old != new}
