"""HTTP connections as uvicorn serves them, with quotas and with deadlines for what is unfinished.

What is not public of uvicorn and h11, and is used here, is named in
`tests/server/web/test_slim_websocket.py`; why it is used, in docs/architecture.md.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Final

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from rebelote.rules.refusals import REFUSALS, IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Problem
from rebelote.server.base.runtime.addresses import Network, contains
from rebelote.server.base.runtime.asgi import AppState
from rebelote.server.base.runtime.rate_limits import Keys, Limits
from rebelote.server.web import security

REQUEST_SECONDS: Final = limit(
    10.0, "time for a request to arrive whole", unit="s", per="connection", beyond="it is closed"
)
REJECTED: Final = limit(
    64, "rejected connections that receive the reason", per="server", beyond="cut off"
)
REJECTED_SECONDS: Final = limit(
    1.0,
    "time for a rejected client to ask and receive the reason",
    unit="s",
    per="connection",
    beyond="cut off",
)
ANSWER_SECONDS: Final = limit(
    60.0,
    "time for a response that the client does not read",
    unit="s",
    per="connection",
    beyond="it is closed",
)
STATUS_LINES: Final = {
    408: b"HTTP/1.1 408 Request Timeout\r\n",
    429: b"HTTP/1.1 429 Too Many Requests\r\n",
    503: b"HTTP/1.1 503 Service Unavailable\r\n",
}


def refusal(status: int, code: str, request: bytes = b"") -> bytes:
    """Return a complete response that refuses, after which the connection is closed.

    `request`: the bytes of the request so far: their headers name the media type and language.
    """
    language = _LANGUAGE.search(request)
    preferred = language[1].decode("latin-1") if language else ""
    body, kind = security.rendered(Problem.of(REFUSALS[code]), b"text/html" in request, preferred)
    head = b"content-type: %b\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
    return STATUS_LINES[status] + head % (kind, len(body)) + body


_LANGUAGE: Final = re.compile(rb"accept-language:([^\r\n]{1,100})", re.IGNORECASE)


class Deadline:
    """A timer that is set once, and cancelled when what it waits for has arrived."""

    __slots__ = ("_timer",)

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, missed: Callable[[], object]) -> None:
        """Call `missed` after so many seconds, unless it is set already."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, missed)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Http(H11Protocol):
    """An HTTP connection: one of so many, whose requests and answers come to an end.

    `most`: connections of the whole server; `proxies`: whose connections are not one address'.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: AppState,
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        limits: Limits,
        most: int,
        proxies: Sequence[Network] = (),
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.limits, self.most, self.proxies = limits, most, proxies
        self.places: Keys = ()
        self.rejection: tuple[int, str] | None = None
        self.request_deadline, self.answer_deadline = Deadline(), Deadline()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection; where there are too many, only to refuse it."""
        super().connection_made(transport)
        try:
            self.places = self._enter(self.client[0] if self.client else "")
        except IllegalActionError as error:
            self.rejection = (429, error.refusal.code)
        over = len(self.connections) - self.most
        if over > REJECTED:
            transport.abort()
        elif over > 0:
            self.rejection = (503, "server-busy")
        self._wait_for_request()

    def _enter(self, address: str) -> Keys:
        if contains(self.proxies, address):
            return ()
        return self.limits.enter("connections", address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release its quota and deadlines."""
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self.request_deadline.clear()
        self.answer_deadline.clear()
        self.limits.leave(self.places)
        self.places = ()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection to a socket, which is counted as one."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """Read; a request that has begun must arrive in time."""
        if self.rejection is not None:
            self._refuse(*self.rejection, data)
            return
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._wait_for_request()

    def _wait_for_request(self) -> None:
        """Set the deadline while a request is awaited or half here; clear it once it is whole."""
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            seconds = REQUEST_SECONDS if self.rejection is None else REJECTED_SECONDS
            self.request_deadline.set(seconds, self._too_slow)
        else:
            self.request_deadline.clear()

    def _too_slow(self) -> None:
        """Close: the request did not arrive in time. One that has begun is answered."""
        begun = self.conn.their_state is h11.SEND_BODY or bool(self.conn.trailing_data[0])
        if begun and not self._is_answering():
            self._refuse(408, "too-slow")
        else:
            self.transport.close()

    def _is_answering(self) -> bool:
        cycle = self.cycle
        return bool(cycle) and cycle.response_started and not cycle.response_complete

    def _refuse(self, status: int, code: str, request: bytes = b"") -> None:
        self.transport.write(refusal(status, code, request))
        self.transport.close()

    def pause_writing(self) -> None:
        """Give the client some time: it reads nothing at the moment."""
        super().pause_writing()
        self.answer_deadline.set(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Resume writing once the client has read something."""
        self.answer_deadline.clear()
        super().resume_writing()
