"""How does the world reach the tables? HTTP and WebSocket, and the life of the server.

One socket is one person at one seat. Whatever comes in gets an answer; a bad message is refused and
the socket stays. Nothing is sent that is not on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket as sockets
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs

import structlog
import uvicorn
from litestar import Litestar, MediaType, Request, Response, get, post, websocket
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

import rebelote
from rebelote import bots, fairness, rulecard, solver, variants
from rebelote.i18n import LANGUAGES
from rebelote.record import Record
from rebelote.refusals import REFUSALS, IllegalAction
from rebelote.server import messages, pages
from rebelote.server.lobby import Lobby, OpenTable
from rebelote.server.messages import FromServer, Refused
from rebelote.server.store import Store

log = structlog.get_logger()

CLIENT: Final = Path(__file__).parent / "static"
FRAME_LIMIT: Final = 4096
"""Bytes of a message; a larger one is refused, and one beyond SOCKET_LIMIT closes the socket."""
BODY_LIMIT: Final = 1 << 17
"""Bytes of a record that is handed in to be checked."""
SOCKET_LIMIT: Final = 1 << 20
UNSENT_LIMIT: Final = 256
"""Messages that may wait for a slow reader before its socket is closed."""
BURST, PER_SECOND = 100, 50
"""Messages a socket may send at once, and each second."""
KERNEL_BUILT: Final = any(Path(rebelote.__file__).parent.glob("_kernel*.so"))
"""Whether a kernel lies there; that it loads is another matter."""
SEAT_FIRST: Final = "not-seated"


def refused(code: str, message_id: str | None = None, version: int = 0) -> Refused:
    """The answer to what cannot be carried out."""
    why = REFUSALS[code]
    return Refused(message_id, why.code, why.sentence, why.rule, version)


class Allowance:
    """How much a socket may still send: a bucket that fills up again."""

    def __init__(self, now: float) -> None:
        self.left, self.at = float(BURST), now

    def spend(self, now: float) -> bool:
        """Whether one more message is within the allowance."""
        self.left = min(BURST, self.left + (now - self.at) * PER_SECOND)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Visitor:
    """One socket: what it may do depends on whether it has sat down."""

    def __init__(self, socket: WebSocket[Any, Any, Any], lobby: Lobby) -> None:
        self.socket = socket
        self.lobby = lobby
        self.opened: OpenTable | None = None
        self.seat = -1
        self.outgoing: asyncio.Queue[FromServer | None] = asyncio.Queue(UNSENT_LIMIT)
        self.allowance = Allowance(asyncio.get_running_loop().time())

    def send(self, message: FromServer | None) -> None:
        """Send in order; who reads too slowly is let go, and comes back with `since`."""
        try:
            self.outgoing.put_nowait(message)
        except asyncio.QueueFull:
            while not self.outgoing.empty():
                self.outgoing.get_nowait()
            self.outgoing.put_nowait(None)

    async def speak(self) -> None:
        """Write what is to be sent, until there is no more."""
        while (message := await self.outgoing.get()) is not None:
            text = messages.encode(message).decode()
            await self.socket.send_data(text, mode="text")
        await self.socket.close(code=1013, reason="too slow")

    async def listen(self) -> None:
        """Answer every frame until the socket closes."""
        try:
            while True:
                frame = await self.socket.receive()
                if frame["type"] == "websocket.disconnect":
                    return
                text: str | bytes = frame.get("text") or frame.get("bytes") or ""  # type: ignore[assignment]
                await self.answer(text)
        finally:
            self.get_up()

    async def answer(self, frame: str | bytes) -> None:
        """Carry out one message, or say why not."""
        message_id: str | None = None
        try:
            message = self.read(frame)
            message_id = getattr(message, "id", None)
            await self.obey(message)
        except IllegalAction as error:
            self.send(refused(error.refusal.code, message_id, self.version))
            if error.refusal.code == "stale" and self.opened is not None:
                self.send(self.opened.table.update(self.seat, getattr(message, "expect", None)))

    @property
    def version(self) -> int:
        """The version of the table one sits at."""
        return self.opened.table.version if self.opened is not None else 0

    def read(self, frame: str | bytes) -> messages.FromClient:
        """The message in a frame; IllegalAction for what is none."""
        if not self.allowance.spend(asyncio.get_running_loop().time()):
            raise IllegalAction("too-many")
        if len(frame) > FRAME_LIMIT:
            raise IllegalAction("too-large")
        try:
            return messages.decode(frame)
        except (ValueError, RecursionError):
            raise IllegalAction("malformed") from None

    async def obey(self, message: messages.FromClient) -> None:
        """Do what a message asks."""
        if isinstance(message, messages.Ping):
            self.send(messages.Pong())
        elif isinstance(message, messages.Join):
            await self.join(message)
        elif self.opened is None:
            raise IllegalAction(SEAT_FIRST)
        elif isinstance(message, messages.Since):
            self.send(self.opened.table.update(self.seat, message.version))
        elif isinstance(message, messages.Hint):
            self.send(await self.lobby.hint(self.opened, self.seat, message))
        else:
            await self.lobby.receive(self.opened, self.seat, message, self.send)

    async def join(self, message: messages.Join) -> None:
        """Sit down, and be told how things stand."""
        if self.opened is not None:
            raise IllegalAction("already-seated")
        opened = await self.lobby.find(message.table)
        self.seat = self.lobby.seat_of(opened, message.token)
        self.opened = opened
        async with opened.lock:
            self.lobby.sit(opened, self.seat, self.send)
            self.send(opened.table.update(self.seat, message.since))

    def get_up(self) -> None:
        """Leave the seat, if one was taken."""
        if self.opened is not None:
            self.lobby.leave(self.opened, self.seat, self.send)
            self.opened = None


@websocket("/ws")
async def socket_handler(socket: WebSocket[Any, Any, Any], state: State) -> None:
    """One person's line to a table."""
    await socket.accept()
    visitor = Visitor(socket, state.lobby)
    state.sockets.add(visitor)
    speaking = asyncio.create_task(visitor.speak())
    listening = asyncio.create_task(visitor.listen())
    try:
        await asyncio.wait({speaking, listening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        state.sockets.discard(visitor)
        for task in (speaking, listening):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task


@post("/api/tables", summary="Open a table with bots")
async def new_table(data: messages.NewTable, state: State) -> messages.Seated:
    """A table for one person; the answer's token is the seat's secret."""
    try:
        rules = variants.rules(data.preset, **data.options)
        rules = rules.as_in_real_life() if data.real_life else rules
        bots.make(data.level)
    except ValueError as error:
        raise HTTPException(status_code=422, detail=str(error)) from None
    lobby: Lobby = state.lobby
    return await lobby.new_table(data.name.strip()[:24], rules, data.level, data.seed)


@get(
    "/api/tables/{table:str}/record",
    media_type=MediaType.TEXT,
    summary="The record of a match, as far as it has been played",
)
async def record(table: str, token: str, state: State) -> str:
    """The last match at a table, in the record notation; the token is a seat's secret."""
    lobby: Lobby = state.lobby
    return str(await lobby.record(table, token))


@get("/rules", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def rule_sets(request: Request[Any, Any, Any]) -> str:
    """Which rule sets there are."""
    return pages.rule_sets(_language(request))


@get("/rules/{preset:str}", summary="The rule card of a table", sync_to_thread=False)
def rule_card(request: Request[Any, Any, Any], preset: str) -> Response[str]:
    """A page with link and QR code; `format=text` or `format=json` for programs.

    `real_life=1` is a table without help. Any other parameter is a switch of the rules:
    `/rules/flemish?undertrump=free`.
    """
    asked = {key: value for key, value in request.query_params.items() if key not in _PAGE}
    try:
        rules = rulecard.rules_from(preset, asked)
        rules = rules.as_in_real_life() if "real_life" in request.query_params else rules
    except ValueError as error:
        raise HTTPException(status_code=422, detail=str(error)) from None
    language = _language(request)
    shape = request.query_params.get("format", "page")
    if shape == "json":
        return Response(rulecard.as_json(rules, language), media_type=MediaType.JSON)
    if shape == "text":
        return Response(rulecard.text(rules, language), media_type=MediaType.TEXT)
    here = str(request.base_url).rstrip("/") + rulecard.link(rules)
    return Response(pages.rule_card(rules, language, here), media_type=MediaType.HTML)


_PAGE: Final = ("lang", "format", "real_life")


def _language(request: Request[Any, Any, Any]) -> str:
    """The language asked for, or the first that the browser prefers of those there are."""
    asked = request.query_params.get("lang", "")
    wanted = [asked, *request.headers.get("accept-language", "").replace(";", ",").split(",")]
    spoken = (tag.strip()[:2].lower() for tag in wanted)
    return next((tag for tag in spoken if tag in LANGUAGES), "en")


@get("/verify", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def verify_page() -> str:
    """Where a record is handed in to be checked."""
    return pages.verify("", ())


@post(
    "/verify",
    media_type=MediaType.HTML,
    status_code=200,
    include_in_schema=False,
    request_max_body_size=BODY_LIMIT,
)
async def verify(request: Request[Any, Any, Any]) -> str:
    """What the seals of a record prove."""
    body = (await request.body()).decode(errors="replace")
    text = parse_qs(body).get("record", [""])[0]
    return pages.verify(text, await asyncio.to_thread(_proofs, text))


def _proofs(text: str) -> tuple[str, ...]:
    try:
        return tuple(fairness.verify(Record.parse(text)))
    except ValueError as error:
        return (f"not proven: {error}",)


@get("/health", sync_to_thread=False, summary="What should run beside what does")
def health(state: State) -> Response[messages.Health]:
    """200 when everything that should run does, 503 otherwise."""
    lobby: Lobby = state.lobby
    actual = {
        "writer": lobby.store.alive,
        "client": (CLIENT / "index.html").is_file(),
        "kernel": solver.KERNEL,
    }
    expected = {"writer": True, "client": True, "kernel": KERNEL_BUILT}
    found = messages.Health(
        ok=actual == expected,
        version=rebelote.__version__,
        expected=expected,
        actual=actual,
        tables=lobby.store.count_tables(),
        tables_in_memory=len(lobby.open),
        sockets=len(state.sockets),
        waiting_to_be_written=lobby.store.waiting,
        waiting_to_be_thought=lobby.thinkers.waiting,
    )
    return Response(found, status_code=200 if found.ok else 503)


@get("/api", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def api_page(request: Request[Any, Any, Any]) -> str:
    """The HTTP interface as a page; nothing on it is fetched from elsewhere."""
    return pages.api_page(request.app.openapi_schema.to_schema())


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def not_built() -> str:
    """What stands where the client would, before it is built."""
    return pages.NOT_BUILT


def problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[messages.Problem]:
    """Every HTTP error as a code, a sentence and a rule."""
    codes = {404: "no-such-page", 422: "wrong-options", 413: "too-large"}
    why = REFUSALS[codes.get(error.status_code, "malformed")]
    detail = error.detail if error.status_code == 422 else why.sentence
    return Response(messages.Problem(why.code, detail, why.rule), status_code=error.status_code)


def refusal_problem(
    request: Request[Any, Any, Any], error: IllegalAction
) -> Response[messages.Problem]:
    """A refusal over HTTP."""
    statuses = {"no-such-table": 404, "wrong-token": 403, "deal-not-over": 409}
    status = statuses.get(error.refusal.code, 503)
    return Response(messages.Problem(*error.refusal), status_code=status)


@contextlib.asynccontextmanager
async def _open_for_business(app: Litestar) -> AsyncIterator[None]:
    """From the first request to the last: the store is open, idle tables are let go."""
    app.state.lobby = Lobby(Store(app.state.database))
    app.state.sockets = set()
    cleaning = asyncio.create_task(_let_go_of_idle_tables(app.state.lobby))
    # What lives from the start is never garbage; full collections would stall every table.
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    try:
        yield
    finally:
        cleaning.cancel()
        app.state.lobby.thinkers.close()
        app.state.lobby.store.close()


async def _let_go_of_idle_tables(lobby: Lobby) -> None:
    while True:
        await asyncio.sleep(60)
        lobby.close_idle()


HANDLERS: Final = (
    new_table,
    record,
    rule_sets,
    rule_card,
    verify_page,
    verify,
    health,
    api_page,
    socket_handler,
)


def make_app(database: str) -> Litestar:
    """The application over the log in this SQLite file."""
    built = (CLIENT / "index.html").is_file()
    client = create_static_files_router("/", [CLIENT], html_mode=True, include_in_schema=False)
    return Litestar(
        [*HANDLERS, client if built else not_built],
        lifespan=[_open_for_business],
        state=State({"database": database}),
        exception_handlers={
            HTTPException: problem,
            IllegalAction: refusal_problem,
            RecursionError: lambda request, _: problem(request, HTTPException(status_code=400)),
        },
        request_max_body_size=FRAME_LIMIT * 4,
        openapi_config=OpenAPIConfig(
            title="Rebelote",
            version=rebelote.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
    )


def _configure_logs() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _taken(host: str, port: int) -> bool:
    with sockets.socket() as probe:
        probe.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def serve(host: str = "127.0.0.1", port: int = 8000, database: str = "rebelote.sqlite") -> None:
    """Serve until stopped. ValueError where the address or the database cannot be used."""
    if _taken(host, port):
        raise ValueError(f"port {port} on {host} is taken: choose another with --port")
    folder = Path(database).resolve().parent
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise ValueError(f"{folder} is no folder to write {Path(database).name} in")
    _configure_logs()
    print(f"Rebelote is open at http://{'localhost' if host == '127.0.0.1' else host}:{port}")
    sys.stdout.flush()
    uvicorn.run(
        make_app(database),
        host=host,
        port=port,
        ws="websockets-sansio",
        ws_max_size=SOCKET_LIMIT,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=3,
    )
