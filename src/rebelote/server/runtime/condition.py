"""The condition of a part of the server for `/health`: its expected and its actual state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec


class Condition(msgspec.Struct, frozen=True):
    """The expected and the actual state of a part of the server.

    Numbers by name; a limit in `expected` and the figure that it bounds have the same name. `ok`
    says whether the part does what it should; a queue that is half full may be as it should.
    """

    ok: bool
    expected: Mapping[str, float]
    actual: Mapping[str, float]


class Part(Protocol):
    """A part of the server that reports its condition: a worker pool, a queue, the outbox."""

    def condition(self) -> Condition:
        """Its condition now."""
