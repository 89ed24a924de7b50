"""The address of the request under way, for whatever serves several in turn.

It is set once for each request and socket. Tasks that are started for a request inherit it; work
that the server does by itself has none.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Final

ADDRESS: Final[ContextVar[str]] = ContextVar("address", default="")
"""The address from which the request under way comes; empty for the server's own work."""
