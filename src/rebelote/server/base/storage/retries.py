"""Writes that are tried again where another node was faster."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage.store import ConflictError

Result = TypeVar("Result")


async def retried(attempt: Callable[[], Awaitable[Result]], attempts: int) -> Result:
    """Return the result of the first attempt without a conflict; each reads the state again.

    IllegalActionError `server-busy` after so many.
    """
    for _ in range(attempts):
        with suppress(ConflictError):
            return await attempt()
    raise IllegalActionError("server-busy")
