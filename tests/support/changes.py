"""What a client makes of a change: the update before with what is different now."""

from __future__ import annotations

from typing import Any


def whole(before: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """The update that a `changed` message stands for, after the update `before` on its line."""
    fields, view = changed.get("fields", {}), before["view"]
    if "view" not in fields:
        view = view if view is None else {**view, **changed.get("view", {})}
    received = {"since": changed["since"], "version": changed["version"]}
    return {**before, "view": view, **fields, **received, "events": changed.get("events", [])}
