"""The client's reading of a change: the previous update with the differences applied."""

from __future__ import annotations

from typing import Any


def whole(before: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """Return the update that a `changed` message stands for, given the update `before`."""
    fields, view = changed.get("fields", {}), before["view"]
    if "view" not in fields:
        view = view if view is None else {**view, **changed.get("view", {})}
    received = {"since": changed["since"], "version": changed["version"]}
    return {**before, "view": view, **fields, **received, "events": changed.get("events", [])}
