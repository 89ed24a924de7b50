"""How does the world reach the tables? The application put together, and the life of the server.

Nothing is sent that is not on disk.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import socket as sockets
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, Final

import structlog
import uvicorn
from litestar import Litestar, MediaType, Request, Response, get
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import rebelote
from rebelote.rules.refusals import REFUSALS, IllegalAction
from rebelote.server.http import enforcement, pages, security
from rebelote.server.http.api import admin, health, people, tables
from rebelote.server.http.api import daily as daily_deal
from rebelote.server.http.api import pages as served_pages
from rebelote.server.http.api import ratings as rated
from rebelote.server.http.security import Guard, public_host
from rebelote.server.http.slim_websocket import Http, Line
from rebelote.server.http.static_files import static_files
from rebelote.server.http.websocket import FRAME_LIMIT, SOCKET_LIMIT, Sockets
from rebelote.server.live import retention
from rebelote.server.live.background_jobs import PROOFS_WAITING, RECORDS_WAITING, Worker
from rebelote.server.live.bot_pace import BEAT, Pace
from rebelote.server.live.daily import Daily
from rebelote.server.live.live_table import OpenTable
from rebelote.server.live.lobby import SWEEP_SECONDS, Lobby
from rebelote.server.live.queue import EVERY, Queue
from rebelote.server.live.records import KEEP_EVERY, Records
from rebelote.server.ops import lifecycle
from rebelote.server.ops.backup import Keeper, check_usable
from rebelote.server.people import privacy
from rebelote.server.people.accounts import Accounts, Person, secret_in
from rebelote.server.people.moderation import Admin
from rebelote.server.protocol import http_schemas
from rebelote.server.ranking.results import Ended, Results
from rebelote.server.runtime import garbage
from rebelote.server.runtime.rate_limits import (
    AT_ONCE_BY_ADDRESS,
    Limits,
    Row,
    address,
    changed,
    networks,
)
from rebelote.server.runtime.security_log import SecurityLog
from rebelote.server.runtime.supervision import Chore, Supervisor
from rebelote.server.runtime.time_source import SYSTEM, TimeSource
from rebelote.server.storage.lock_file import claimed, made_private
from rebelote.server.storage.store import Store, StoreBusy
from rebelote.server.telemetry import logs

log = structlog.get_logger()

FILES: Final = 1 << 16
"""Files and connections that the server asks the system to let it have open."""
FILES_RESERVED: Final = 128
"""Of those, what is kept for the database, the workers and the client's files."""


Asked = Request[Any, Any, Any]

STATUSES: Final = {
    "malformed": 400,
    "who-are-you": 401,
    "wrong-login": 401,
    "password-expired": 401,
    "admins-only": 403,
    "banned": 403,
    "foreign-origin": 403,
    "kept-apart": 403,
    "muted": 403,
    "no-watching": 403,
    "not-invited": 403,
    "not-the-host": 403,
    "not-yours": 403,
    "shown-out": 403,
    "no-such-measure": 404,
    "no-such-person": 404,
    "no-such-report": 404,
    "no-such-session": 404,
    "no-such-table": 404,
    "too-large": 413,
    "wrong-host": 421,
    "match-too-long": 422,
    "bad-name": 422,
    "bad-password": 422,
    "reserved-name": 422,
    "common-password": 422,
    "network-full": 429,
    "too-many": 429,
    "too-many-guesses": 429,
    "too-many-tables": 429,
    "closing": 503,
    "file-damaged": 503,
    "server-busy": 503,
}
"""The HTTP status of a refusal; any other is a conflict with how things stand."""


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def not_built() -> str:
    """What stands where the client would, before it is built."""
    return pages.NOT_BUILT


def problem(request: Asked, error: HTTPException) -> Response[Any]:
    """Every HTTP error as a code, a sentence and a rule."""
    codes = {404: "no-such-page", 422: "wrong-options", 413: "too-large"}
    why = REFUSALS[codes.get(error.status_code, "malformed")]
    detail = error.detail if error.status_code == 422 else why.sentence
    return _told(request, http_schemas.Problem(why.code, detail, why.rule), error.status_code)


def refusal_problem(request: Asked, error: IllegalAction) -> Response[Any]:
    """A refusal over HTTP."""
    security_log: SecurityLog = request.app.state.security_log
    path = str(request.scope.get("path_template", ""))
    security_log.refused(error.refusal.code, address(request), path=path)
    status = STATUSES.get(error.refusal.code, 409)
    return _told(request, http_schemas.Problem(*error.refusal), status)


def _unreadable(request: Asked, _: Exception) -> Response[Any]:
    """Nested too deep, or a number that nothing here can be."""
    return problem(request, HTTPException(status_code=400))


def fault(request: Asked, error: Exception) -> Response[Any]:
    """A mistake of ours: its reference stands in the answer and in the log."""
    reference = logs.fault(error, path=request.url.path)
    told = http_schemas.Problem(*REFUSALS["server-error"], reference=reference)
    return _told(request, told, 500)


def _told(request: Asked, told: http_schemas.Problem, status: int) -> Response[Any]:
    """The same as a page, in the visitor's language, for who looks at it in a browser."""
    if not security.wants_page(request.scope):
        return Response(told, status_code=status)
    page = security.page_of(request.scope, told)
    return Response(page, status_code=status, media_type=MediaType.HTML)


@contextlib.asynccontextmanager
async def _open_for_business(app: Litestar) -> AsyncIterator[None]:
    """From the first request to the last: the store is open, idle tables are let go."""
    app.state.store = Store(app.state.database, app.state.time)
    app.state.accounts = Accounts(app.state.store)
    app.state.store.write(app.state.accounts.timekeeper.kept())
    if look_alikes := app.state.accounts.count_look_alikes():
        log.warning("accounts have names that look like an older account's", number=look_alikes)
    app.state.admin = Admin(app.state.accounts)
    app.state.lobby = Lobby(
        app.state.store, app.state.accounts, app.state.fixed_packs, app.state.limits
    )
    app.state.lobby.clerk.pace = app.state.pace
    app.state.results = Results(app.state.store)
    app.state.daily = Daily(app.state.store, app.state.lobby)
    app.state.queue = Queue(app.state.lobby, app.state.results)
    app.state.lobby.clerk.after_match = functools.partial(_after_match, app.state)
    app.state.lobby.measure = app.state.admin.measure
    app.state.sockets = set()
    app.state.worker, app.state.verifier = Worker(RECORDS_WAITING), Worker(PROOFS_WAITING)
    app.state.records = Records(app.state.lobby, app.state.worker)
    supervisor = app.state.supervisor = Supervisor(app.state.time.monotonic)
    supervisor.start(*chores(app.state))
    try:
        with garbage.by_the_clock(app.state), lifecycle.kept(app.state):
            yield
    finally:
        await supervisor.close()
        for workers in (app.state.lobby.clerk.thinkers, app.state.worker, app.state.verifier):
            workers.close()
        with contextlib.suppress(StoreBusy):
            app.state.store.write(app.state.accounts.timekeeper.kept())
        app.state.lobby.store.close()


async def _after_match(state: State, opened: OpenTable) -> None:
    """What becomes of a match that has ended."""
    results: Results = state.results
    await results.ended(Ended.at(opened.table, opened.rated))
    opened.ratings |= results.shown_of(opened.ratings, opened.table.match.rules.preset)
    if opened.facts.daily:
        daily: Daily = state.daily
        await daily.ended(opened.table.id, opened.table.match)


def chores(state: State) -> tuple[Chore, ...]:
    """What tables, queue and accounts need done by themselves."""
    lobby: Lobby = state.lobby
    queue: Queue = state.queue
    records: Records = state.records
    return (
        Chore("clocks", lobby.sweep, SWEEP_SECONDS),
        Chore("results", lobby.tell_the_untold, 60, at_start=True),
        Chore("records", records.keep, KEEP_EVERY),
        Chore("idle tables", functools.partial(_close_idle, lobby), 60),
        Chore("queue", queue.look, EVERY),
        Chore("old tables", functools.partial(retention.run, lobby), retention.RUN_EVERY),
        Chore("long logs", functools.partial(retention.fold_logs, lobby), retention.FOLD_EVERY),
        Chore("unused guests", functools.partial(privacy.forget_unused, state.accounts), 3600),
        Chore("bans", functools.partial(enforcement.enforce, state), enforcement.PERIOD),
    )


async def _close_idle(lobby: Lobby) -> None:
    lobby.close_idle()


HANDLERS: Final = (
    *admin.HANDLERS,
    *people.HANDLERS,
    *tables.HANDLERS,
    *rated.HANDLERS,
    *daily_deal.HANDLERS,
    *served_pages.HANDLERS,
    *health.HANDLERS,
)


def somebody(request: ASGIConnection[Any, Any, Any, Any], state: State) -> Person | None:
    """Who the cookie says is asking."""
    accounts: Accounts = state.accounts
    return accounts.who(secret_in(request.scope))


def me(somebody: Person | None) -> Person:
    """Who is asking; refused where nobody knows."""
    if somebody is None:
        raise IllegalAction("who-are-you")
    return somebody


def make_app(
    database: str,
    limits: Limits,
    keeper: Keeper | None = None,
    fixed_packs: str | None = None,
    time: TimeSource = SYSTEM,
    public_url: str = "",
    pace: Pace | None = None,
) -> Litestar:
    """The application over the log in this SQLite file, of which a keeper makes copies.

    `public_url`: the one address by which people ask; empty where any is as good.
    `fixed_packs`: the seed of every pack, for tests. `time`: the clocks, which a test may move.
    `pace`: on which beat bots act.
    """
    built = (health.CLIENT / "index.html").is_file()
    return Litestar(
        [*HANDLERS, static_files(health.CLIENT) if built else not_built],
        lifespan=[_open_for_business],
        state=State(
            {
                "database": database,
                "limits": limits,
                "keeper": keeper,
                "fixed_packs": fixed_packs,
                "time": time,
                "security_log": SecurityLog(time),
                "public_url": public_url,
                "pace": pace or Pace(),
                "stop": lambda: None,
            }
        ),
        dependencies={
            "somebody": Provide(somebody, sync_to_thread=False),
            "me": Provide(me, sync_to_thread=False),
        },
        exception_handlers={
            HTTPException: problem,
            IllegalAction: refusal_problem,
            Exception: fault,
            RecursionError: _unreadable,
            OverflowError: _unreadable,
        },
        request_max_body_size=FRAME_LIMIT * 4,
        openapi_config=OpenAPIConfig(
            title="Rebelote",
            version=rebelote.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
    )


def _taken(host: str, port: int) -> bool:
    with sockets.socket() as probe:
        probe.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "rebelote.sqlite",
    trusted_proxy: str = "",
    uncounted: str = "",
    keeper: Keeper | None = None,
    log_json: bool = False,
    limit: Sequence[str] = (),
    fixed_packs: str | None = None,
    public_url: str = "",
    bot_pace: float = BEAT,
) -> None:
    """Serve until stopped. ValueError where the address, the file or a folder cannot be used.

    `trusted_proxy`, `uncounted`: addresses or networks, by comma; `limit`: NAME=MOST/SECONDS.
    `public_url`: by which address alone people may ask.
    `fixed_packs`: the seed of every pack, for tests. `bot_pace`: seconds of the bots' beat.
    """
    pace = Pace(bot_pace)
    networks(trusted_proxy)
    public_host(public_url)
    most = _connections()
    limits = Limits(networks(uncounted), {**_half(most), **changed(limit)})
    if _taken(host, port):
        raise ValueError(f"port {port} on {host} is taken: choose another with --port")
    _check_folder(Path(database).resolve().parent, Path(database).name)
    if keeper is not None:
        _check_folder(_made(Path(keeper.folder)), "copies")
    logs.configure(log_json)
    made_private(database)
    with claimed(database):
        check_usable(database)
        if hasattr(signal, "SIGUSR1"):
            # Until the lobby is open there is nothing to drain.
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        here = f"http://{'localhost' if host == '127.0.0.1' else host}:{port}"
        print(f"Rebelote is open at {public_url or here}")
        sys.stdout.flush()
        if fixed_packs is not None:
            log.warning("packs are fixed for tests: cards are foreseen, nothing is sealed or rated")
        app = make_app(database, limits, keeper, fixed_packs, public_url=public_url, pace=pace)
        _run(app, host, port, trusted_proxy, most)


def _made(folder: Path) -> Path:
    """The folder, made where only the last part of its path is missing; for this user alone."""
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700)
    return folder


def _check_folder(folder: Path, what: str) -> None:
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ValueError(f"{folder} is no folder to write {what} in")


def _connections() -> int:
    """How many connections there may be, after asking for as many as the system gives."""
    if sys.platform == "win32":
        return FILES
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(2, most - FILES_RESERVED)


def _half(connections: int) -> dict[str, Row]:
    """No address has more than half of the connections that there may be."""
    usual = AT_ONCE_BY_ADDRESS["connections"]
    return {"address.connections": usual._replace(most=min(usual.most, connections // 2))}


def configured(
    app: Litestar, host: str, port: int, trusted_proxy: str = "", most: int = FILES
) -> uvicorn.Config:
    """How the application is served, on so many connections at most."""
    state = app.state
    http = functools.partial(Http, limits=state.limits, most=most, proxies=networks(trusted_proxy))
    public = public_host(state.public_url)
    return uvicorn.Config(
        Guard(Sockets(app, state), state.limits, state.security_log, public, bool(trusted_proxy)),
        host=host,
        port=port,
        http=http,  # type: ignore[arg-type]
        ws=Line,
        ws_max_size=SOCKET_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=15,
        ws_ping_timeout=15,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxy),
        forwarded_allow_ips=trusted_proxy,
        timeout_graceful_shutdown=3,
    )


def _ended(*_: object) -> None:
    """End in peace at a SIGTERM, of which uvicorn tells once more when everything is closed."""
    sys.exit(0)


def _run(app: Litestar, host: str, port: int, trusted_proxy: str, most: int) -> None:
    """Serve until a signal, or until the application says `stop`."""
    server = uvicorn.Server(configured(app, host, port, trusted_proxy, most))
    app.state.stop = lambda: setattr(server, "should_exit", True)
    signal.signal(signal.SIGTERM, _ended)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(3)
