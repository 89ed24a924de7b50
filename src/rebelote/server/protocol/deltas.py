"""Delta encoding of updates: what is different from the one that was sent before on the same line.

A frame arrives once and in order, so what was sent last is what the other side knows.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.view import View
from rebelote.server.protocol.messages import Changed, Update

_ALWAYS: Final = ("table", "since", "version", "events", "view")
"""Fields of an update that a delta tells in its own way."""
_UPDATE: Final = tuple(name for name in Update.__struct_fields__ if name not in _ALWAYS)
_VIEW: Final = View.__struct_fields__


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


def _different(before: object, now: object, names: tuple[str, ...]) -> dict[str, object]:
    """The fields of these names that are not equal, by name, as they are now."""
    found: dict[str, object] = {}
    for name in names:
        old, new = getattr(before, name), getattr(now, name)
        if old is not new and old != new:
            found[name] = new
    return found
