"""HTTP schemas of health: requests and responses."""

from __future__ import annotations

from rebelote.server.protocol.messages import Message
from rebelote.server.runtime.condition import Condition


class Health(Message, frozen=True, omit_defaults=True):
    """GET /health: what should run beside what does; `ok` when they agree.

    What comes after is for those who may read `/metrics`, and left out for others. `build` changes
    with the code of the server. `disk_free` is in bytes, times are in seconds. `backup_age` is left
    out where no copies are made, or none yet; `stalls_too_long` counts those over 50 ms, of the
    event loop. `chores_overdue` names the background work that has not succeeded for three of its
    periods; `chores` and `parts` have the expected and the actual state of each job, worker pool
    and queue. `warnings` are no reason for alarm, but to be mended in time: `sqlite-wal-reset`, an
    SQLite that has that fault; `wire-down`: this node follows the others only by reading the logs;
    `wire-refused`: a message arrived that no node of this database has signed;
    `public-may-connect`: every role of that PostgreSQL may listen; `smtp`: the SMTP server cannot
    be used; `mail-deferred`: it puts much mail off; `mail-full`: within an hour there was more to
    mail than may be. `node`, `other_nodes`, `log_lag` and `wire` are there where several nodes
    serve one database.
    """

    ok: bool
    expected: dict[str, bool]
    actual: dict[str, bool]
    version: str | None = None
    build: str | None = None
    tables: int | None = None
    tables_in_memory: int | None = None
    sockets: int | None = None
    waiting_to_be_written: int | None = None
    waiting_to_be_thought: int | None = None
    disk_free: int | None = None
    backup_age: float | None = None
    longest_stall: float | None = None
    stalls_too_long: int | None = None
    chores_overdue: tuple[str, ...] | None = None
    chores: dict[str, Condition] | None = None
    parts: dict[str, Condition] | None = None
    warnings: tuple[str, ...] | None = None
    node: str | None = None
    other_nodes: tuple[str, ...] | None = None
    log_lag: float | None = None
    wire: bool | None = None
