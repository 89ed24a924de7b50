"""Logs of tournaments and clubs that are open, as their people find, change and enter them.

They stay in memory until others were used later.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, Literal, Protocol, TypeVar

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.log import Line, StoredLog
from rebelote.server.base.protocol.entry_form import EntryForm
from rebelote.server.base.runtime import addresses
from rebelote.server.base.runtime.addresses import household
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.storage.store import Rows
from rebelote.server.base.workers.turns import Turns
from rebelote.server.features.tournament.roles import require
from rebelote.server.features.tournament.stored import KIB, Owned, StoredRole, StoredTournaments
from rebelote.server.people.database import Person
from rebelote.tournament.about import About
from rebelote.tournament.roles import RIGHTS, GivenRole, Role

OPEN_BYTES: Final = limit(
    16 << 20,
    "logs of tournaments, and as much of clubs, that are kept in memory",
    unit="bytes",
    per="server",
    beyond="the one not used for longest is dropped",
)
READ_AT_ONCE: Final = limit(
    256,
    "logs of tournaments, and as many of clubs, that wait to be read from disk",
    per="server",
    beyond="too-many",
)

State = TypeVar("State")
Entry = TypeVar("Entry")


class OpenLog(StoredLog[State, Entry]):
    """The log of a tournament or a club in memory, and its owner."""

    def __init__(
        self, id: str, form: EntryForm[Entry], owned: Owned, stored: StoredTournaments
    ) -> None:
        super().__init__(id, form, rewrites=owned.rewrites)
        self.owned, self.kept = owned, stored
        self.lines: list[Line[Entry]] = []
        self.about: list[About] = []

    @abstractmethod
    async def owner(self) -> Owned:
        """Return its owner's row. IllegalActionError where it is gone."""

    async def rows(self, after: int) -> Rows:
        """Return its lines on disk after this number."""
        return await self.kept.rows(self.id, after)

    async def catch_up(self) -> None:
        """Take over lines that other nodes have written. IllegalActionError where it is gone."""
        self.owned = await self.owner()
        await super().catch_up()

    def since(self, version: int) -> list[Entry]:
        """Return the entries after a version."""
        return [line.entry for line in self.lines[max(0, version) :]]


class _Open(Protocol):
    """A log in memory."""

    id: str
    owned: Owned
    rewrites: int
    size: int
    last: int

    async def open(self) -> None: ...

    async def rows(self, after: int) -> Rows: ...

    def read(self, rows: Rows) -> None: ...


_Log = TypeVar("_Log", bound=_Open)


class Logs(Generic[_Log]):
    """The logs of one kind on a server. A log is opened once, however many ask for it."""

    def __init__(
        self,
        stored: StoredTournaments,
        find: Callable[[str], Awaitable[Owned]],
        new: Callable[[str, Owned], _Log],
    ) -> None:
        """Take `find`, which reads a log's row or refuses, and `new`, which makes an open one."""
        self.stored, self.accounts = stored, stored.accounts
        self._find, self._new = find, new
        self._kept: LruCache[str, _Log] = LruCache(OPEN_BYTES, lambda log: log.size)
        self._opening: dict[str, asyncio.Task[_Log]] = {}
        self._turns = Turns()

    async def read(self, id: str) -> _Log:
        """Return a log as it is on disk now.

        IllegalActionError where there is none; `too-many` where too much is read from disk.
        """
        try:
            owned = await self._find(id)
        except IllegalActionError:
            self.drop(id)
            raise
        log = self._kept.get(id)
        if log is None or log.rewrites != owned.rewrites:
            log = await self._open(id, owned)
        log.owned = owned
        log.read(await log.rows(log.last))
        self.keep(log)
        return log

    async def _open(self, id: str, owned: Owned) -> _Log:
        if id not in self._opening:
            self._count(owned.size)
            self._opening[id] = asyncio.create_task(self._opened(id, owned))
            self._opening[id].add_done_callback(lambda task: self._done(id, task))
        return await asyncio.shield(self._opening[id])

    def _count(self, size: int) -> None:
        if len(self._opening) >= READ_AT_ONCE:
            raise IllegalActionError("too-many")
        if address := addresses.ADDRESS.get():
            self.stored.limits.by_address("club-logs", address, cost=1 + size // KIB)

    async def _opened(self, id: str, owned: Owned) -> _Log:
        log = self._new(id, owned)
        async with self._turns.turn(household(addresses.ADDRESS.get())):
            await log.open()
        self.keep(log)
        return log

    def _done(self, id: str, task: asyncio.Task[_Log]) -> None:
        self._opening.pop(id, None)
        if not task.cancelled():
            task.exception()  # raised to those who wait, if anybody still does

    def keep(self, log: _Log) -> None:
        """Keep a log that was used, and may have grown."""
        self._kept.put(log.id, log)

    def drop(self, id: str) -> None:
        """Drop a log that was deleted."""
        self._kept.drop(id)

    async def of_secretary(self, id: str, me: Person) -> _Log:
        """Return a log to change. IllegalActionError where there is none, and as `require`."""
        log = await self.read(id)
        require(await self.stored.role_of(id, me), "enter")
        return log

    async def of_owner(self, id: str, me: Person) -> Owned:
        """Return a log to give roles in. IllegalActionError where there is none; as `require`."""
        owned = await self._find(id)
        require(await self.stored.role_of(id, me), "appoint")
        return owned

    async def of_giver(self, id: str, me: Person) -> Owned:
        """Return a log whose roles one gives: in a tournament of a club nobody does.

        IllegalActionError as `of_owner`.
        """
        owned = await self.of_owner(id, me)
        if owned.club not in ("", id):
            raise IllegalActionError("not-your-role")
        return owned

    async def appoint(self, id: str, me: Person, person: str, role: Role) -> None:
        """Give a person with a role another one; an empty one takes it.

        Giving that of the owner makes oneself a secretary. An owner who takes another role is
        followed by who may do most of the others, the one who has been there longest.
        IllegalActionError as `of_giver`; `no-such-person` for who has no role, and where nobody
        can be the owner.
        """
        owned, people = await self.of_giver(id, me), await self.stored.people(id)
        if role == "owner" or person == owned.person:
            others = [one for one in people if one.person != owned.person]
            heirs = [one for one in others if one.person == person] if role == "owner" else others
            await self._follow(id, owned, heirs)
        if role != "owner":
            await self._appoint(id, me, person, role)

    async def _follow(self, id: str, owned: Owned, heirs: Sequence[StoredRole]) -> None:
        """Make the first of these who may do most the owner instead of who is."""
        order = list(RIGHTS)
        heir = min(heirs, key=lambda one: order.index(one.role), default=None)
        if heir is not None:
            await self.stored.give(id, owned.person, heir.person)
        if heir is None or (await self._find(id)).person != heir.person:
            raise IllegalActionError("no-such-person")

    async def _appoint(
        self, id: str, me: Person, person: str, role: GivenRole | Literal[""]
    ) -> None:
        before = {one.person: one.role for one in await self.stored.people(id)}
        if person not in before:
            raise IllegalActionError("no-such-person")
        if role == "":
            await self.stored.take_roles(id, person, me)
        elif role != before[person]:
            await self.stored.change_role(id, person, before[person], role, me)

    async def admit(self, id: str, key: str, me: Person) -> None:
        """Give a person the role of a key. IllegalActionError `not-a-secretary` for another key."""
        owned = await self._find(id)
        await self.stored.add_role(id, me, owned.role_of(key))

    def forget(self) -> None:
        """Read every log again: a name in it was changed."""
        self._kept.clear()
