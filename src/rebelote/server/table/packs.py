"""The packs of a table: the nonces with which its players make them, and when they are dealt."""

from __future__ import annotations

import contextlib

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import NonceCommitted, NonceRevealed
from rebelote.server.base.protocol import messages
from rebelote.server.base.storage.store import ConflictError
from rebelote.server.table.bots import Bots
from rebelote.server.table.room import Listener
from rebelote.server.table.session import Session


class TablePacks:
    """The packs of one table."""

    __slots__ = ("_bots", "_session")

    def __init__(self, session: Session, bots: Bots) -> None:
        self._session, self._bots = session, bots

    def commit_nonce(self, listener: Listener, digest: str) -> None:
        """Take a seated person's commitment to a nonce for the next pack. Raises
        IllegalActionError."""
        session, table, person = self._session, self._session.table, listener.person.id
        if table.seat_of(person) is None:
            raise IllegalActionError("not-seated")
        table.commitments.add(listener, person, digest)
        session.replication.publish(NonceCommitted(table.id, person, digest))

    async def reveal_nonce(self, listener: Listener, message: messages.Reveal) -> None:
        """Take a nonce, and a commitment to the next. Raises IllegalActionError."""
        session, table = self._session, self._session.table
        if message.digest is not None:
            with contextlib.suppress(IllegalActionError):
                self.commit_nonce(listener, message.digest)
        if table.awaited is None:
            raise IllegalActionError("no-pack-awaited")
        table.awaited.reveal(message.nonce)
        session.replication.publish(NonceRevealed(table.id, message.nonce))
        with contextlib.suppress(
            IllegalActionError, ConflictError
        ):  # not written: the next sweep tries again
            await self.deal_if_overdue()

    async def take_over_nonce(self, nonce: str) -> None:
        """Take a nonce that was revealed to another node."""
        session, awaited = self._session, self._session.table.awaited
        with contextlib.suppress(IllegalActionError, ConflictError):
            if awaited is not None:
                awaited.reveal(nonce)
                if session.replication.rank(session.room) == 0:
                    await self.deal_if_overdue()

    async def deal_if_overdue(self) -> None:
        """Deal the awaited pack once its time has come; not where the server closes."""
        session, services, room = self._session, self._session.services, self._session.room
        if services.closing or not room.pack_is_overdue(services.now()):
            return
        async with session.lock:
            if room.pack_is_overdue(services.now()):
                await session.commit(session.table.deal(), timed=not room.all_have_revealed)
        self._bots.advance()
