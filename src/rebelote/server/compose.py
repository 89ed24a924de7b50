"""The services of one server, put together."""

from __future__ import annotations

from collections.abc import Callable

from rebelote.server.cluster.joining import joined, remote_workers
from rebelote.server.cluster.messages import PersonChanged
from rebelote.server.coordination import Coordinator
from rebelote.server.core import Core, OpenSocket, Services
from rebelote.server.feature import builders
from rebelote.server.live.lobby import Lobby
from rebelote.server.live.table_services import Pace, TableServices
from rebelote.server.mail.smtp import SmtpServer
from rebelote.server.ops.backup import BackupSchedule
from rebelote.server.ops.drain import Drain
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.moderation import Moderation
from rebelote.server.push.delivery import Sender
from rebelote.server.ratings.results import Results
from rebelote.server.runtime.rate_limits import Limits
from rebelote.server.runtime.security_log import SecurityLog
from rebelote.server.runtime.supervision import Supervisor
from rebelote.server.runtime.time_source import SYSTEM, TimeSource
from rebelote.server.runtime.watchdog import Watchdog
from rebelote.server.storage.postgres_settings import is_address
from rebelote.server.storage.sqlite_store import SqliteStore
from rebelote.server.storage.store import Store
from rebelote.server.workers.bots import BotWorkers
from rebelote.server.workers.jobs import RECORDS_WAITING, Verifier, Worker


def store_of(database: str, time: TimeSource = SYSTEM) -> Store:
    """The store with this database; asyncpg is imported for PostgreSQL alone."""
    if not is_address(database):
        return SqliteStore(database, time)
    from rebelote.server.storage.postgres_store import PostgresStore

    return PostgresStore(database, time)


def open_core(
    database: str,
    limits: Limits,
    backups: BackupSchedule | None = None,
    fixed_packs: str | None = None,
    time: TimeSource = SYSTEM,
    public_url: str = "",
    pace: Pace | None = None,
    stop: Callable[[], None] = lambda: None,
    push: Sender | None = None,
    smtp: SmtpServer | None = None,
    wire: str = "",
) -> Core:
    """Open the log in an SQLite file, which is made where there is none, or in PostgreSQL.

    Args:
        fixed_packs: The seed of every pack, for tests.
        time: The clocks, which a test may move.
        pace: The beat on which bots act.
        stop: Ends the server, once it is drained.
        push: Sends push messages; None where none are sent.
        smtp: Sends mail; it needs `public_url`, which mails contain.
        wire: The NATS server of several nodes.

    Returns:
        The core, with the services of all features.
    """
    store, node = store_of(database, time), joined(database, wire)
    elsewhere = remote_workers(wire, time)
    accounts, results = Accounts(store), Results(store)
    moderation = Moderation(accounts)
    services = TableServices(
        store,
        accounts,
        results,
        limits,
        pace=pace or Pace(),
        sanction_of=moderation.sanction,
        node=node,
        bot_workers=BotWorkers(remote_workers=elsewhere),
    )
    if node is not None:
        accounts.sessions.publish_changed = lambda person: node.publish(PersonChanged(person))
    lobby, sockets = Lobby(services, fixed_packs), set[OpenSocket]()
    supervisor = Supervisor(time.monotonic)
    core = Core(
        limits=limits,
        security_log=SecurityLog(time),
        public_url=public_url,
        backups=backups,
        store=store,
        accounts=accounts,
        moderation=moderation,
        results=results,
        lobby=lobby,
        worker=Worker(RECORDS_WAITING, None, limits, "replays"),
        verifier=Verifier(limits),
        remote_workers=elsewhere,
        coordinator=None if node is None else Coordinator(node, lobby, sockets),
        supervisor=supervisor,
        watchdog=Watchdog(),
        drain=Drain(lobby, supervisor, stop),
        services=Services(builders(), {Sender: push, SmtpServer: smtp if public_url else None}),
        sockets=sockets,
    )
    for kind in core.services.builders:
        core.find(kind)
    return core
