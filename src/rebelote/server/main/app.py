"""The application put together, and the life of the server.

Nothing is sent that is not on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import inspect
import os
import signal
import socket as sockets
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import structlog
import uvicorn
from litestar import HttpMethod, Litestar, MediaType, Response, Router, get, route
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.handlers.base import BaseRouteHandler

from rebelote import games
from rebelote.rules.refusals import REFUSALS, IllegalActionError
from rebelote.server import without
from rebelote.server.base.limits import limit
from rebelote.server.base.ops.backup import BackupSchedule, check_usable, damage_reported
from rebelote.server.base.protocol.names import WrongSignError
from rebelote.server.base.protocol.schemas import DETAIL, Problem
from rebelote.server.base.runtime import memory
from rebelote.server.base.runtime.addresses import address, network_address, networks
from rebelote.server.base.runtime.asgi import header
from rebelote.server.base.runtime.rate_limits import AT_ONCE_BY_ADDRESS, Limits, Row, changed
from rebelote.server.base.runtime.time_source import SYSTEM
from rebelote.server.base.storage.lock_file import claimed, made_private
from rebelote.server.base.storage.postgres_settings import is_address
from rebelote.server.base.storage.store import PASSING
from rebelote.server.base.telemetry import logs
from rebelote.server.features.history.viewing import FaultyRecordError
from rebelote.server.features.mail.smtp import SmtpServer
from rebelote.server.features.push.delivery import sender
from rebelote.server.main import lifecycle
from rebelote.server.main.compose import open_core
from rebelote.server.people.accounts import COUNT_LOOK_ALIKES
from rebelote.server.people.database import Person
from rebelote.server.people.tokens import Tokens, bearer_in
from rebelote.server.table.table_services import BEAT, Pace
from rebelote.server.web import described, pages, security, static_files
from rebelote.server.web.compression import Compression
from rebelote.server.web.connections import Http
from rebelote.server.web.cookies import secret_in
from rebelote.server.web.core import Core
from rebelote.server.web.feature import features
from rebelote.server.web.former_addresses import FormerAddresses
from rebelote.server.web.requests import AppRequest
from rebelote.server.web.security import Guard, public_host
from rebelote.server.web.slim_websocket import SlimWebSocket
from rebelote.server.web.websocket import FRAME_LIMIT, SOCKET_LIMIT, Sockets

log = structlog.get_logger()

FILES: Final = limit(1 << 16, "files and connections", per="server", beyond="network-full")
FILES_RESERVED: Final = limit(128, "of these, reserved for the server itself", per="server")

_PEOPLE: Final = {"me", "visitor", "administrator"}
"""Arguments of handlers that say who asks."""

Connection = ASGIConnection[HTTPRouteHandler, None, None, State]
ErrorResponse = Response[bytes]


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def not_built() -> str:
    """Return the page in place of a client that is not built yet."""
    return pages.NOT_BUILT


def problem(request: AppRequest, error: HTTPException) -> ErrorResponse:
    """Return an HTTP error as a code, a sentence and a rule."""
    codes = {404: "no-such-page", 422: "wrong-options", 413: "too-large"}
    why = REFUSALS[codes.get(error.status_code, "malformed")]
    _check_described(request, why.code)
    message = error.detail if error.status_code == 422 else why.sentence
    body = Problem(code=why.code, message=message, rule=why.rule, detail=_unread(error))
    return _answer(request, body, error.status_code, _allowed(error))


def _allowed(error: HTTPException) -> dict[str, str] | None:
    """Return the header that says which methods an address takes, of an error that names them."""
    if not (names := (error.headers or {}).get("allow")):
        return None
    return {"allow": _methods(names.split(", "))}


def _methods(names: Iterable[str]) -> str:
    """Return methods in order, for a header; where there is GET, HEAD is answered as well."""
    known = set(names)
    return ", ".join(sorted(known | {"HEAD"} if "GET" in known else known))


def _unread(error: HTTPException) -> str:
    """Return the field of a request that could not be read, and why; empty where unknown."""
    match error:
        case ValidationException(extra=[{"key": "data", "message": str(why)}, *_]):
            return why[:DETAIL]
        case ValidationException(extra=[{"key": str(key), "message": str(why)}, *_]):
            return f"{key}: {why}"[:DETAIL]
    return ""


class Current:
    """The services of an application; they may be opened after it was made."""

    __slots__ = ("core",)
    core: Core


def refusal_problem(
    current: Current, request: AppRequest, error: IllegalActionError
) -> ErrorResponse:
    """Return a refusal over HTTP."""
    code, path = error.refusal.code, str(request.scope.get("path_template", ""))
    current.core.security_log.refused(code, address(request), path=path)
    _check_described(request, code)
    status = described.status(code)
    problem = Problem.of(error.refusal)
    if isinstance(error, FaultyRecordError):
        problem = msgspec.structs.replace(problem, message=str(error), fault=error.fault)
    if isinstance(error, WrongSignError):
        problem = msgspec.structs.replace(problem, sign=error.sign)
    return _answer(request, problem, status)


def _check_described(request: AppRequest, code: str) -> None:
    """Report a refusal that the description of the interface does not name."""
    handler = request.scope.get("route_handler")
    if not isinstance(handler, HTTPRouteHandler) or handler.include_in_schema is False:
        return
    if code not in described.refusals(handler):
        log.warning("refusal not described", code=code, handler=handler.handler_name)


def _unanswered(current: Current, request: AppRequest, _: Exception) -> ErrorResponse:
    """Refuse a request for which the database did not answer."""
    return refusal_problem(current, request, IllegalActionError("server-busy"))


def _unreadable(request: AppRequest, _: Exception) -> ErrorResponse:
    """Refuse a body that is nested too deep, or holds a number out of range."""
    return problem(request, HTTPException(status_code=400))


def fault(request: AppRequest, error: Exception) -> ErrorResponse:
    """Report an internal error: its reference is in the response and in the log."""
    reference = logs.fault(error, path=request.url.path)
    response = Problem.of(REFUSALS["server-error"], reference)
    return _answer(request, response, 500)


def _answer(
    request: AppRequest, answer: Problem, status: int, headers: dict[str, str] | None = None
) -> ErrorResponse:
    """Return a problem as JSON; to a person in a browser, as a page in their language."""
    preferred = header(request.scope, b"accept-language")
    as_page = security.wants_page(request.scope)
    body, _ = security.rendered(answer, as_page, preferred)
    kind = MediaType.HTML if as_page else MediaType.JSON
    return Response(body, status_code=status, media_type=kind, headers=headers)


HANDLERS: Final = tuple(handler for feature in features() for handler in feature.routes)


@route(
    sorted({path for handler in HANDLERS for path in handler.paths}),
    http_method=[HttpMethod.OPTIONS],
    include_in_schema=False,
    sync_to_thread=False,
)
def methods(request: AppRequest) -> Response[None]:
    """List the methods of an address: one handler for all addresses."""
    template = request.scope["path_template"]
    known = {
        each for one in request.app.routes if one.path_format == template for each in one.methods
    }
    return Response(None, status_code=204, headers={"allow": _methods(known)})


async def check_token(current: Current, request: AppRequest) -> None:
    """Refuse a token that does not allow the request, before anything else of it is read.

    Where nobody is asked for, a token is as good as none. IllegalActionError, as `Tokens.holder`.
    """
    handler, secret = request.route_handler, bearer_in(request.scope)
    if secret is None or not _PEOPLE & _arguments(handler):
        return
    core = current.core
    holder = await core[Tokens].holder(secret, handler.opt.get("scope", ""))
    core.limits.by_person("requests", holder.owner or holder.id, address(request))
    request.scope["user"] = holder


@functools.cache
def _arguments(handler: BaseRouteHandler) -> frozenset[str]:
    return frozenset(inspect.signature(handler.fn).parameters)


async def visitor(request: Connection, core: Core) -> Person | None:
    """Return the person whom a token or the session's cookie names; None without either."""
    holder: Person | None = request.scope.get("user")
    if holder is not None:
        return holder
    return await core.accounts.sessions.who(secret_in(request.scope))


def me(visitor: Person | None) -> Person:
    """Return the person who asks. Raises IllegalActionError `who-are-you` for a visitor."""
    if visitor is None:
        raise IllegalActionError("who-are-you")
    return visitor


class _Routes(Router):
    """All handlers, grouped by address before the application registers them.

    Registered one by one, each would have Litestar process those of its address, and all addresses,
    again.
    """

    def __deepcopy__(self, memo: dict[int, object]) -> _Routes:
        """Return itself: it serves one application, and nothing in it is copied."""
        return self


class Made(NamedTuple):
    """An application, and where it finds its services."""

    application: Litestar
    current: Current

    def over(self, core: Core) -> Litestar:
        """Return the application over these services."""
        self.current.core = core
        return self.application


READY: Final[list[Made]] = []
"""Applications that wait for services, in a process that becomes servers as copies of itself."""


def make_app() -> Made:
    """Return an application that waits for its services: one that is ready, or a new one.

    To make one takes most of the time in which a server starts.
    """
    if READY and not games.loaded():
        return READY.pop()
    built, current = (static_files.CLIENT / "index.html").is_file(), Current()
    with without("attr", "attrs"):  # read for classes that are not ours, where tests bring them
        application = Litestar(
            [_Routes("/", route_handlers=[methods, *HANDLERS, _client() if built else not_built])],
            lifespan=[lambda _: lifecycle.running(current.core)],
            before_request=functools.partial(check_token, current),
            dependencies={
                "core": Provide(lambda: current.core, sync_to_thread=False),
                "visitor": Provide(visitor),
                "me": Provide(me, sync_to_thread=False),
            },
            exception_handlers={
                HTTPException: problem,
                IllegalActionError: functools.partial(refusal_problem, current),
                **dict.fromkeys(PASSING, functools.partial(_unanswered, current)),
                Exception: fault,
                RecursionError: _unreadable,
                OverflowError: _unreadable,
            },
            request_max_body_size=FRAME_LIMIT * 4,
            openapi_config=None,
        )
    return Made(application, current)


def _client() -> HTTPRouteHandler:
    """Return the client's files; games from outside are added to its page."""
    return static_files.static_files(
        static_files.CLIENT, pages.with_games if games.loaded() else None
    )


def _check_address(host: str, port: int) -> None:
    """Check that a socket can be bound to an address. Raises ValueError."""
    try:
        places = sockets.getaddrinfo(host, port, type=sockets.SOCK_STREAM, flags=sockets.AI_PASSIVE)
    except OSError as error:
        raise ValueError(f"{host} is not an address: {error.strerror}") from None
    for family, kind, protocol, _, place in places:
        with sockets.socket(family, kind, protocol) as probe:
            probe.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
            try:
                probe.bind(place)
            except OSError as error:
                raise ValueError(_why_not_bound(error, host, port)) from None


def _why_not_bound(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {port} on {host} is in use: choose another with --port"
        case errno.EADDRNOTAVAIL:
            return f"{host} is not an address of this machine"
        case errno.EACCES:
            return f"port {port} is for privileged users: choose one above 1023 with --port"
        case _:
            return f"port {port} on {host} cannot be used: {error.strerror}"


def reached_at(host: str) -> str:
    """Return the host that people type to reach a server listening on `host`.

    Listening on the whole network, it is the own address, for phones in the same one.
    """
    if host == "127.0.0.1":
        return "localhost"
    if host != "0.0.0.0":
        return host
    return network_address() or "localhost"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "rebelote.sqlite",
    trusted_proxy: str = "",
    uncounted: str = "",
    backups: BackupSchedule | None = None,
    log_json: bool = False,
    limit: Sequence[str] = (),
    fixed_packs: str | None = None,
    public_url: str = "",
    bot_pace: float = BEAT,
    push: str = "",
    push_to: str = "",
    smtp: SmtpServer | None = None,
    wire: str = "",
) -> None:
    """Serve until stopped. ValueError where the address, the file or a folder cannot be used.

    `trusted_proxy`, `uncounted`: addresses or networks, by comma; `limit`: NAME=MOST/SECONDS.
    `public_url`: by which address alone people may ask.
    `fixed_packs`: the seed of every pack, for tests. `bot_pace`: seconds of the bots' beat.
    `push`: the contact for push services, which are sent nothing without one; `push_to`:
    networks that messages may go to beside the public internet. `wire`: the NATS server of nodes.
    `smtp`: by which mail goes out, where there is a public address.
    """
    memory.separate_large_blocks()
    pace = Pace(bot_pace)
    pushes = sender(push, networks(push_to))
    networks(trusted_proxy)
    public_host(public_url)
    most = _connections()
    limits = Limits(networks(uncounted), {**_half(most), **changed(limit)})
    _check_address(host, port)
    if is_address(database) and backups is not None:
        raise ValueError("a database in PostgreSQL is backed up there: leave --backup-to out")
    if backups is not None:
        _check_folder(_made_folder(Path(backups.folder)), "copies")
    logs.configure(log_json)
    with _usable(database):
        if hasattr(signal, "SIGUSR1"):
            # Until the lobby is open there is nothing to drain.
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
        here = f"http://{reached_at(host)}:{port}"
        print(f"Rebelote is open at {public_url or here}")
        _print_mail(smtp, public_url)
        sys.stdout.flush()
        if fixed_packs is not None:
            log.warning(
                "packs are fixed for tests: cards are predictable, nothing is sealed or rated"
            )
        signal.signal(signal.SIGTERM, _ended)
        stop = functools.partial(signal.raise_signal, signal.SIGTERM)
        with damage_reported(database):
            core = open_core(
                database,
                limits,
                backups,
                fixed_packs,
                SYSTEM,
                public_url,
                pace,
                stop,
                pushes,
                smtp,
                wire,
            )
        if core.coordinator is not None:
            logs.at_node(core.coordinator.node.name)
        _run(configured(make_app().over(core), core, host, port, trusted_proxy, most))


@contextlib.contextmanager
def _usable(database: str) -> Iterator[None]:
    """Check that a database can be served, and lock a file for this server."""
    if is_address(database):
        from rebelote.server.base.storage.postgres_connections import prepare

        asyncio.run(prepare(database))
        yield
        return
    _check_folder(Path(database).resolve().parent, Path(database).name)
    made_private(database)
    with claimed(database):
        check_usable(database, COUNT_LOOK_ALIKES)
        yield


def _print_mail(smtp: SmtpServer | None, public_url: str) -> None:
    """Print how mail is sent, or warn that it is not."""
    if smtp is not None and public_url:
        print(f"Mail goes out by {smtp}, from {smtp.sender.addr_spec}")
    elif smtp is not None:
        log.warning("mail is off: it holds links to this server, which need --public-url")


def _made_folder(folder: Path) -> Path:
    """Return the folder, made for this user alone where only the last part is missing."""
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700)
    return folder


def _check_folder(folder: Path, what: str) -> None:
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ValueError(f"{folder} is not a folder in which {what} can be written")


def _connections() -> int:
    """Return the number of connections there may be, after raising the limit of open files."""
    if sys.platform == "win32":
        return FILES
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(2, most - FILES_RESERVED)


def _half(connections: int) -> dict[str, Row]:
    """Return the rows by which no address has more than half of all connections."""
    usual = AT_ONCE_BY_ADDRESS["connections"]
    return {"address.connections": usual._replace(most=min(usual.most, connections // 2))}


def configured(
    application: Litestar,
    core: Core,
    host: str,
    port: int,
    trusted_proxy: str = "",
    most: int = FILES,
) -> uvicorn.Config:
    """Return the configuration of uvicorn for at most so many connections."""
    limits, public = core.limits, public_host(core.public_url)
    http = functools.partial(Http, limits=limits, most=most, proxies=networks(trusted_proxy))
    inside = Compression(Sockets(application, core))
    return uvicorn.Config(
        FormerAddresses(Guard(inside, limits, core.security_log, public, bool(trusted_proxy))),
        host=host,
        port=port,
        http=http,  # type: ignore[arg-type]
        ws=SlimWebSocket,
        interface="asgi3",  # a plain function that returns an awaitable looks older
        ws_max_size=SOCKET_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=3,
        ws_ping_timeout=4,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxy),
        forwarded_allow_ips=trusted_proxy,
        timeout_graceful_shutdown=3,
    )


def _ended(*_: object) -> None:
    """Exit normally at a SIGTERM, which uvicorn raises again when everything is closed."""
    sys.exit(0)


def _run(config: uvicorn.Config) -> None:
    """Serve until a signal."""
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(3)
