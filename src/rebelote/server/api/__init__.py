"""What can be asked over HTTP? One module a subject; each names its `HANDLERS`, `app` serves them.

A handler is given `state` (`lobby`, `accounts`, `store`), `me` (the person the cookie says; refused
as `who-are-you` without one) and `somebody` (the same, or None).
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from litestar.datastructures import State

from rebelote.server.limits import Limits, address


def count_address(what: str, asked: Any, state: State) -> None:
    """Count this once more from where it is asked. IllegalAction `too-many`."""
    limits: Limits = state.limits
    limits.by_address(what, address(asked))


def count_person(what: str, person: str, asked: Any, state: State) -> None:
    """Count this once more of a person. IllegalAction `too-many`."""
    limits: Limits = state.limits
    limits.by_person(what, person, address(asked))


def place(what: str, asked: Any, state: State) -> AbstractContextManager[None]:
    """A place within the quota of this name by address. IllegalAction where there is none."""
    limits: Limits = state.limits
    return limits.place(what, address(asked))
