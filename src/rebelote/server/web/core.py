"""The core that all features of one server share, and the services that they have built on it.

Nothing else is shared: handlers get the core by dependency injection, sockets and background work
as an argument. It does not change while the server runs; what changes lies in its services.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeVar, cast

import msgspec

from rebelote.server.base.cluster.questions import RemoteWorkers
from rebelote.server.base.ops.backup import BackupSchedule
from rebelote.server.base.protocol.messages import FromClient, FromServer
from rebelote.server.base.runtime.rate_limits import Keys, Limits
from rebelote.server.base.runtime.security_log import SecurityLog
from rebelote.server.base.runtime.supervision import Part, Supervisor
from rebelote.server.base.runtime.time_source import TimeSource
from rebelote.server.base.runtime.watchdog import Watchdog
from rebelote.server.base.storage.store import Store
from rebelote.server.base.workers.jobs import Verifier, Worker
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.moderation import Moderation
from rebelote.server.table.coordination import Coordinator
from rebelote.server.table.drain import Drain
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.room import Listener

Service = TypeVar("Service")
Builders = Mapping[type, Callable[["Core"], object]]
"""The builder of each service, by its class."""


class Place(Protocol):
    """The place of a socket: a table, or a shared replay."""

    @property
    def version(self) -> int:
        """The version of the table; 0 elsewhere."""

    async def receive(self, message: FromClient) -> None:
        """Carry out a message. Raises IllegalActionError: `join-first` for one of another place."""

    def catch_up(self, version: int | None) -> None:
        """Send what came after the version that the client knows."""

    def leave(self) -> None:
        """Remove the socket, which is closed."""


class OpenSocket(Listener, Protocol):
    """An open socket as services and the handlers of its messages use it."""

    session: str
    token: str
    """The digest of the token by which a program opened it; empty where a session did."""
    address: str
    last_received: float
    quota: Keys
    unsent: list[tuple[FromServer, float]]
    protocol: int
    """The version of the protocol that its page speaks."""
    place: Place | None

    @property
    def version(self) -> int:
        """The version of the table at which it is; 0 elsewhere."""

    @property
    def takes_changes(self) -> bool:
        """Whether its page takes what has changed in place of the whole state."""

    def check_may_enter(self, protocol: int) -> None:
        """Raise IllegalActionError where it is at a place, or the page speaks another protocol."""

    def refuse(self, error: Exception, message_id: str | None) -> None:
        """Send why a message is not carried out."""

    def close_to_reconnect(self) -> None:
        """Close it: the browser comes again with the cookie that it has by then."""

    def close_for_good(self, code: str) -> None:
        """Close it with the sentence of a refusal."""

    def close_for_now(self, code: str) -> None:
        """Close it for now, with the sentence of a refusal."""

    def release_quota(self) -> None:
        """Give back its places within the quotas of sockets."""


class Services:
    """The services of all features, each built when it is first used.

    `services` are there already.
    """

    def __init__(self, builders: Builders, services: Mapping[type, object]) -> None:
        self.builders = builders
        self._built = {**services}

    def find(self, kind: type[Service], core: Core) -> Service | None:
        """Return the service of this class; None where this server has none."""
        if kind not in self._built:
            self._built[kind] = self.builders[kind](core)
        return cast("Service | None", self._built[kind])


class Core(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The core of one server; `core[Kind]` is the service of that class, built when first used.

    Attributes:
        public_url: The one address by which people reach the server; empty where any is as good.
        backups: None where no copies are made.
        worker: Writes records and reads those kept; `verifier` reads those handed in.
    """

    limits: Limits
    security_log: SecurityLog
    public_url: str
    backups: BackupSchedule | None
    store: Store
    accounts: Accounts
    moderation: Moderation
    lobby: Lobby
    worker: Worker
    verifier: Verifier
    remote_workers: RemoteWorkers | None
    coordinator: Coordinator | None
    supervisor: Supervisor
    watchdog: Watchdog
    drain: Drain
    services: Services
    sockets: set[OpenSocket] = msgspec.field(default_factory=set)

    def find(self, kind: type[Service]) -> Service | None:
        """Return the service of this class; None where this server has none."""
        return self.services.find(kind, self)

    def __getitem__(self, kind: type[Service]) -> Service:
        """Return the service of this class, which every server has. KeyError."""
        if (service := self.find(kind)) is None:
            raise KeyError(kind)
        return service

    @property
    def time(self) -> TimeSource:
        """The clocks of this server."""
        return self.store.time

    def parts(self) -> Iterator[tuple[str, Part]]:
        """Yield the parts of the core with a condition in `/health`, by name."""
        yield "tables", self.lobby
        yield "bots", self.lobby.services.bot_workers
        yield "records", self.worker
        yield "verifier", self.verifier
        if self.coordinator is not None:
            yield "wire", self.coordinator.node.wire

    def sockets_of(self, person_id: str) -> list[OpenSocket]:
        return [socket for socket in self.sockets if socket.person.id == person_id]
