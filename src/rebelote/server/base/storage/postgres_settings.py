"""PostgreSQL as the server uses it: its address, how long to wait, how many connections."""

from __future__ import annotations

import re
from typing import Final

from rebelote.server.base.limits import limit

BATCH: Final = 512
"""Lines in one statement at most."""
WAITING: Final = limit(
    20_000, "lines and writes waiting for PostgreSQL", per="server", beyond="server-busy"
)
READERS: Final = 4
"""Connections for questions, and as many again for long ones, at most."""
CONNECT_SECONDS: Final = 5.0
"""Seconds to wait for a connection."""
STATEMENT_SECONDS: Final = limit(
    10.0,
    "time that PostgreSQL may take for a statement",
    unit="s",
    per="write",
    beyond="server-busy",
)
LONG_SECONDS: Final = limit(
    60.0,
    "time that PostgreSQL may take for a long question",
    unit="s",
    per="question",
    beyond="server-error",
)
READ_PATIENCE: Final = limit(
    10.0,
    "time that a question waits for PostgreSQL to come back",
    unit="s",
    per="question",
    beyond="server-error",
)
CLOSE_SECONDS: Final = 10.0
"""Seconds in which the queues must be written when the server ends."""
BACKOFF_FIRST: Final = 0.02
BACKOFF_MOST: Final = 0.2
"""Seconds between two tries to connect, at first and at most."""
TRIES: Final = 5
"""Attempts at a write that PostgreSQL rolled back in favour of another."""
STATEMENTS: Final = 512
"""Statements that a connection keeps prepared, and whose text is kept translated."""
SETTINGS: Final = {
    "application_name": "rebelote",
    "statement_timeout": f"{STATEMENT_SECONDS:.0f}s",
    "idle_in_transaction_session_timeout": f"{STATEMENT_SECONDS:.0f}s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "3",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "15000",
    "jit": "off",
}
"""Settings of every connection: PostgreSQL closes one whose server has stopped."""
BY_KEY: Final = {
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "enable_bitmapscan": "off",
}
"""Settings of the connection for lines, whose statements find every row by its key.

They are planned once, and not for every batch, which took longer than carrying them out; and so
that the plan is still right when the log has grown.
"""


def is_address(database: str) -> bool:
    """Return whether a database is named as PostgreSQL's."""
    return database.startswith(("postgresql://", "postgres://"))


def shown(database: str) -> str:
    """Return the address of a database without its password.

    >>> shown("postgresql://club:secret@db.example:5433/rebelote?sslmode=require")
    'postgresql://club@db.example:5433/rebelote'
    >>> shown("postgresql://club:s@cret@db.example/rebelote"), shown("club.sqlite")
    ('postgresql://...', 'club.sqlite')
    """
    if not is_address(database):
        return database
    parts = re.fullmatch(r"(\w+://)(?:([^:@/?]*)(?::[^@]*)?@)?([^@?]*)(?:\?.*)?", database)
    if parts is None:
        return "postgresql://..."
    return "".join((parts[1], f"{parts[2]}@" if parts[2] else "", parts[3]))
