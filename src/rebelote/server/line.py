"""What does an open socket hold in memory? uvicorn's WebSocket, less what only its opening needs.

Thousands of sockets are silent most of the time, so what each of them keeps is what counts.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Waiting:
    """What has come and was not taken yet, by the one who waits: next to nothing while empty."""

    def __init__(self) -> None:
        self._came: list[Any] = []
        self._wanted: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """Something came."""
        self._came.append(event)
        if self._wanted is not None and not self._wanted.done():
            self._wanted.set_result(None)

    async def get(self) -> Any:
        """The next that came."""
        while not self._came:
            self._wanted = asyncio.get_running_loop().create_future()
            await self._wanted
        return self._came.pop(0)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._came


class Line(WebSocketsSansIOProtocol):
    """A WebSocket that forgets the request it was opened with."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Waiting()  # type: ignore[assignment]

    async def send(self, message: Any) -> None:
        """Send; once the socket stands, let go of what it was asked and answered with."""
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            self.request.headers.clear()
            self.response.headers.clear()
            self.scope["headers"] = []
