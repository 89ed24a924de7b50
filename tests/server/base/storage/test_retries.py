"""Writes that are tried again if another node was faster."""

from __future__ import annotations

import asyncio

import pytest

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.storage.retries import retried
from rebelote.server.base.storage.store import ConflictError


def after(conflicts: int, attempts: int) -> int:
    """Return the attempt that succeeds after so many conflicts, of so many attempts."""
    made = 0

    async def attempt() -> int:
        nonlocal made
        made += 1
        if made <= conflicts:
            raise ConflictError("another was faster")
        return made

    return asyncio.run(retried(attempt, attempts))


def test_the_first_attempt_without_a_conflict_counts() -> None:
    assert [after(conflicts, 4) for conflicts in range(4)] == [1, 2, 3, 4]


def test_after_the_last_attempt_the_server_is_busy() -> None:
    with pytest.raises(IllegalActionError, match="server-busy"):
        after(4, 4)
