"""Health checks, and metrics for the operator."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from litestar import MediaType, Response, get

import rebelote
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.ops import backup
from rebelote.server.base.protocol.schemas import Message
from rebelote.server.base.runtime.addresses import address, is_loopback
from rebelote.server.base.runtime.build import build_id
from rebelote.server.base.runtime.supervision import Condition, Part
from rebelote.server.base.telemetry import metrics
from rebelote.server.web import static_files
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import features
from rebelote.server.web.requests import AppRequest
from rebelote.server.web.security import FORWARDED, is_loopback_name


class Health(Message, frozen=True, kw_only=True, omit_defaults=True):
    """GET /health: the expected and the actual state; `ok` when they agree.

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


KERNEL_BUILT: Final = any(Path(rebelote.__file__).parent.glob("_kernel*.so"))
"""Whether a kernel is installed; it may still fail to load."""
DISK_LEAST: Final = limit(
    100_000_000,
    "free disk space that `/health` asks for",
    unit="bytes",
    per="server",
    beyond="`/health` is red",
)
TOKEN: Final = "REBELOTE_METRICS_TOKEN"
"""The environment's name for the secret by which /metrics is read from elsewhere."""


@get("/health", summary="The expected and the actual state", opt=described(also={503: Health}))
async def health(request: AppRequest, core: Core) -> Response[Health]:
    """Return 200 when everything that should run does, 503 otherwise.

    Figures are only for readers of `/metrics`.
    """
    actual = _actual(core)
    expected = dict.fromkeys(actual, True) | {"kernel": KERNEL_BUILT}
    health = Health(ok=actual == expected, expected=expected, actual=actual)
    if _may_read(request):
        health = msgspec.structs.replace(health, **await _figures(core))
    return Response(health, status_code=200 if health.ok else 503)


async def _figures(core: Core) -> dict[str, object]:
    """Return the figures of `/health` that only an operator may read."""
    lobby, backups = core.lobby, core.backups
    return _of_node(core) | {
        "version": rebelote.__version__,
        "build": await asyncio.to_thread(build_id),
        "tables": await lobby.store.count_tables(),
        "tables_in_memory": len(lobby.tables),
        "sockets": len(core.sockets),
        "waiting_to_be_written": lobby.store.waiting,
        "waiting_to_be_thought": lobby.services.bot_workers.waiting,
        "disk_free": None if (file := core.store.path) is None else _disk_free(file),
        "backup_age": None if backups is None else backup.newest_age(backups.folder),
        "longest_stall": round(core.watchdog.longest, 4),
        "stalls_too_long": core.watchdog.too_long,
        "chores_overdue": core.supervisor.overdue,
        "chores": core.supervisor.conditions(),
        "parts": {name: part.condition() for name, part in _parts(core)},
        "warnings": tuple(_warnings(core)),
    }


def _parts(core: Core) -> Iterator[tuple[str, Part]]:
    yield from core.parts()
    for feature in features():
        yield from feature.parts(core)


def _of_node(core: Core) -> dict[str, object]:
    """Return the figures of one of several nodes."""
    if (coordinator := core.coordinator) is None:
        return {}
    node, now = coordinator.node, core.time.monotonic()
    others = tuple(sorted(node.membership.others))
    return {
        "node": node.name,
        "other_nodes": others,
        "log_lag": round(node.lag(now), 3),
        "wire": node.wire.up,
    }


def _warnings(core: Core) -> Iterator[str]:
    """Yield the codes of warnings for the operator, though the server works."""
    yield from core.store.warnings
    for feature in features():
        yield from feature.warnings(core)
    if (coordinator := core.coordinator) is not None:
        yield from coordinator.warnings
        if not coordinator.node.wire.up:
            yield "wire-down"
        if coordinator.node.wire.refused:
            yield "wire-refused"


def _actual(core: Core) -> dict[str, bool]:
    """Return the state of each part; `disk` only with a file, `backup` only with backups."""
    # Loaded at the first look: the server itself asks nothing of the kernel.
    from rebelote.kernel import solver

    lobby = core.lobby
    figures = {
        "open": not core.drain.under_way,
        "writer": lobby.store.alive,
        "database": not core.store.damaged,
        **_disk(core.store.path),
        "bot_workers": lobby.services.bot_workers.alive,
        "chores": not core.supervisor.overdue,
        "client": (static_files.CLIENT / "index.html").is_file(),
        "kernel": solver.KERNEL,
    }
    if (coordinator := core.coordinator) is not None:
        figures["log"] = coordinator.node.is_fresh(core.time.monotonic())
    return figures if core.backups is None else {**figures, "backup": core.backups.in_time}


def _disk(file: str | None) -> dict[str, bool]:
    """Return whether the disk has space for the file, if the database is one."""
    return {} if file is None else {"disk": _disk_free(file) >= DISK_LEAST}


def _disk_free(database: str) -> int:
    return shutil.disk_usage(Path(database).resolve().parent).free


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False, sync_to_thread=False)
def figures(request: AppRequest) -> Response[bytes]:
    """Return counts and durations as metrics for Prometheus."""
    if not _may_read(request):
        raise IllegalActionError("not-yours")
    return Response(metrics.text(), media_type=metrics.CONTENT_TYPE)


def _may_read(request: AppRequest) -> bool:
    """Return whether a request has the secret or, if none is set, comes from this machine.

    A proxy that adds no header cannot be distinguished from a program here: where a secret is set,
    both need it.

    A page elsewhere can have its own name lead to this machine, and a browser on it then asks on
    that page's behalf: so the machine has to be asked for by a name of its own.
    """
    if token := os.environ.get(TOKEN, ""):
        said = request.headers.get("authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(said.encode(), token.encode())
    through = any(name in request.headers for name in FORWARDED)
    by_name = is_loopback_name(request.headers.get("host", ""))
    return by_name and not through and is_loopback(address(request))


HANDLERS: Final = (health, figures)
