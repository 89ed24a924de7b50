"""Sockets at a table: the message by which one joins, and those that it receives there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import messages
from rebelote.server.base.telemetry import metrics
from rebelote.server.table.live_table import LiveTable
from rebelote.server.web.core import Core, OpenSocket
from rebelote.server.web.feature import MessageHandler


async def join(core: Core, socket: OpenSocket, message: messages.Join) -> None:
    """Join a table, and be sent its state."""
    socket.check_may_enter(message.protocol)
    try:
        core.limits.by_address("join", socket.address)
    except IllegalActionError as error:  # it would wait here for an answer that never comes
        socket.close_for_now(error.refusal.code)
        return
    live = await core.lobby.find(message.table)
    socket.watch, socket.protocol = message.watch, message.protocol
    await live.join(socket, message.since)
    socket.place = AtTable(core, socket, live)


class AtTable:
    """A socket at a table: what it asks there is counted, and carried out."""

    __slots__ = ("_core", "_hint", "_live", "_socket")

    def __init__(self, core: Core, socket: OpenSocket, live: LiveTable) -> None:
        self._core, self._socket, self._live = core, socket, live
        self._hint: asyncio.Task[None] | None = None

    @property
    def version(self) -> int:
        """The version of the table."""
        return self._live.table.version

    def catch_up(self, version: int | None) -> None:
        """Send what came after the version that the client knows."""
        self._live.catch_up(self._socket, version)

    def leave(self) -> None:
        """Remove the socket, which is closed."""
        if self._hint is not None:
            self._hint.cancel()
        self._live.leave(self._socket)

    async def receive(self, message: messages.FromClient) -> None:
        """Carry out a message. Raises IllegalActionError.

        A command is acknowledged once its change is on disk, before that is broadcast.
        """
        live, socket, limits = self._live, self._socket, self._core.limits
        person, now = socket.person, self._core.time.monotonic
        match message:
            case messages.GameCommand():
                began = now()
                await live.session.play(person, message, socket.send)
                live.bots.resume()
                metrics.ACKNOWLEDGED.observe(now() - began)
            case messages.Since():
                self.catch_up(message.version)
            case messages.Hint():
                self._request_hint(message)
            case messages.Why():
                if live.room.hides_play_from(person.id):
                    raise IllegalActionError("not-seated")
                socket.send(live.bots.reasons.given(message))
            case messages.Say():
                if not limits.bucket("chat", person.id).take_token(now()):
                    raise IllegalActionError("too-many")
                await live.chat.post(person, message)
                self._acknowledge(message)
            case messages.Commit():
                live.packs.commit_nonce(socket, message.digest)
                self._acknowledge(message)
            case messages.Reveal():
                await live.packs.reveal_nonce(socket, message)
                self._acknowledge(message)
            case _ if isinstance(message, messages.AtTable):
                limits.by_person("seats", person.id, socket.address)
                await live.seats.arrange(person, message, socket.send)
            case _:
                raise IllegalActionError("join-first")

    def _acknowledge(self, message: messages.Say | messages.Commit | messages.Reveal) -> None:
        self._socket.send(messages.Ack(message.id, self.version))

    # --- hints

    def _request_hint(self, request: messages.Hint) -> None:
        """Request a hint; the person may play on while it is computed."""
        if self._hint is not None and not self._hint.done():
            raise IllegalActionError("one-hint")
        self._hint = asyncio.create_task(self._send_hint(request))

    async def _send_hint(self, request: messages.Hint) -> None:
        try:
            hint = await self._live.hints.give(self._socket.person, request, self._hint_quota)
            self._socket.send(hint)
        except Exception as error:
            self._socket.refuse(error, request.id)

    @contextmanager
    def _hint_quota(self) -> Iterator[None]:
        """Limit hints to one at a time for each person, and to quotas by person and address."""
        limits, address, person = self._core.limits, self._socket.address, self._socket.person.id
        with limits.place("hints", address, person):
            limits.by_person("hint", person, address)
            limits.by_address("hint", address)
            yield


MESSAGES: Final[Mapping[type, MessageHandler]] = {messages.Join: join}
