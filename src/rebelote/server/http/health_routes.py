"""Health checks, and metrics for the operator."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from litestar import MediaType, Response, get

import rebelote
from rebelote.kernel import solver
from rebelote.rules.refusals import IllegalAction
from rebelote.server.context import AppContext
from rebelote.server.http.requests import Asked
from rebelote.server.http.security import FORWARDED, is_loopback_name
from rebelote.server.ops import backup
from rebelote.server.protocol import http_schemas
from rebelote.server.runtime.rate_limits import address, is_loopback
from rebelote.server.telemetry import metrics

CLIENT: Final = Path(rebelote.__file__).parent / "server" / "static"
KERNEL_BUILT: Final = any(Path(rebelote.__file__).parent.glob("_kernel*.so"))
"""Whether a kernel lies there; that it loads is another matter."""
DISK_LEAST: Final = 100_000_000
"""Bytes that should be free where the database lies."""
TOKEN: Final = "REBELOTE_METRICS_TOKEN"
"""The environment's name for the secret by which /metrics is read from elsewhere."""


@get("/health", summary="What should run beside what does")
async def health(request: Asked, context: AppContext) -> Response[http_schemas.Health]:
    """200 when everything that should run does, 503 otherwise.

    Figures are for those who may read `/metrics`.
    """
    actual = _actual(context)
    expected = dict.fromkeys(actual, True) | {"kernel": KERNEL_BUILT}
    found = http_schemas.Health(actual == expected, expected, actual)
    if _may_read(request):
        found = msgspec.structs.replace(found, **await _figures(context))
    return Response(found, status_code=200 if found.ok else 503)


async def _figures(context: AppContext) -> dict[str, object]:
    """What stands in `/health` for whoever keeps the server."""
    lobby, backups = context.lobby, context.backups
    return _of_node(context) | {
        "version": rebelote.__version__,
        "tables": await lobby.store.count_tables(),
        "tables_in_memory": len(lobby.tables),
        "sockets": len(context.sockets),
        "waiting_to_be_written": lobby.store.waiting,
        "waiting_to_be_thought": lobby.services.bot_workers.waiting,
        "disk_free": None if (file := context.store.path) is None else _disk_free(file),
        "backup_age": None if backups is None else backup.newest_age(backups.folder),
        "longest_stall": round(context.watchdog.longest, 4),
        "stalls_too_long": context.watchdog.too_long,
        "chores_overdue": context.supervisor.overdue,
        "chores": context.supervisor.conditions(),
        "parts": {name: part.condition() for name, part in context.parts()},
        "warnings": tuple(_warnings(context)),
    }


def _of_node(context: AppContext) -> dict[str, object]:
    """What is said of one of several nodes."""
    if (coordinator := context.coordinator) is None:
        return {}
    node, now = coordinator.node, context.time.monotonic()
    others = tuple(sorted(node.membership.others))
    return {
        "node": node.name,
        "other_nodes": others,
        "log_lag": round(node.lag(now), 3),
        "wire": node.wire.up,
    }


def _warnings(context: AppContext) -> Iterator[str]:
    """What the operator should see to, though the server does what it should."""
    yield from context.store.warnings
    if context.addresses is not None:
        yield from context.addresses.outbox.warnings
    if (coordinator := context.coordinator) is not None:
        yield from coordinator.warnings
        if not coordinator.node.wire.up:
            yield "wire-down"
        if coordinator.node.wire.refused:
            yield "wire-refused"


def _actual(context: AppContext) -> dict[str, bool]:
    """What is as it should be; `disk` only with a file, `backup` where copies are to be made."""
    lobby = context.lobby
    found = {
        "open": not context.drain.under_way,
        "writer": lobby.store.alive,
        "database": not context.store.damaged,
        **_disk(context.store.path),
        "thinkers": lobby.services.bot_workers.alive,
        "chores": not context.supervisor.overdue,
        "client": (CLIENT / "index.html").is_file(),
        "kernel": solver.KERNEL,
    }
    if (coordinator := context.coordinator) is not None:
        found["log"] = coordinator.node.is_fresh(context.time.monotonic())
    return found if context.backups is None else {**found, "backup": context.backups.in_time}


def _disk(file: str | None) -> dict[str, bool]:
    """Whether there is space for the file, where there is one."""
    return {} if file is None else {"disk": _disk_free(file) >= DISK_LEAST}


def _disk_free(database: str) -> int:
    return shutil.disk_usage(Path(database).resolve().parent).free


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False, sync_to_thread=False)
def figures(request: Asked) -> Response[bytes]:
    """What happens how often and takes how long, for Prometheus."""
    if not _may_read(request):
        raise IllegalAction("not-yours")
    return Response(metrics.text(), media_type=metrics.CONTENT_TYPE)


def _may_read(request: Asked) -> bool:
    """Whether a request has the secret; where none is set, comes from this machine, not by a proxy.

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
