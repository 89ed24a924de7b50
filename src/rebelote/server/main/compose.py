"""The services of one server, put together."""

from __future__ import annotations

from collections.abc import Callable

from rebelote.server.base.cluster.joining import joined, remote_workers
from rebelote.server.base.cluster.messages import PersonChanged
from rebelote.server.base.ops.backup import BackupSchedule
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.runtime.security_log import SecurityLog
from rebelote.server.base.runtime.supervision import Supervisor
from rebelote.server.base.runtime.time_source import SYSTEM, TimeSource
from rebelote.server.base.runtime.watchdog import Watchdog
from rebelote.server.base.storage.postgres_settings import is_address
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.storage.store import Store
from rebelote.server.base.workers.bots import BotWorkers
from rebelote.server.base.workers.jobs import RECORDS_WAITING, Verifier, Worker
from rebelote.server.features.mail.smtp import SmtpServer
from rebelote.server.features.push.delivery import Sender
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.moderation import Moderation
from rebelote.server.table.coordination import Coordinator
from rebelote.server.table.drain import Drain
from rebelote.server.table.events import TableListener, TableListeners
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.table_services import Pace, TableServices
from rebelote.server.web.core import Core, OpenSocket, Services
from rebelote.server.web.feature import builders, table_listeners


def store_of(database: str, time: TimeSource = SYSTEM) -> Store:
    """Return the store with this database; asyncpg is imported for PostgreSQL alone."""
    if not is_address(database):
        return SqliteStore(database, time)
    from rebelote.server.base.storage.postgres_store import PostgresStore

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
    listeners: list[TableListener] = []
    services = TableServices(
        store=store,
        accounts=accounts,
        results=results,
        limits=limits,
        pace=pace or Pace(),
        sanction_of=moderation.sanction,
        node=node,
        listener=TableListeners(listeners),
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
        lobby=lobby,
        worker=Worker(RECORDS_WAITING, None, limits, "replays"),
        verifier=Verifier(limits),
        remote_workers=elsewhere,
        coordinator=None if node is None else Coordinator(node, lobby, sockets),
        supervisor=supervisor,
        watchdog=Watchdog(),
        drain=Drain(lobby, supervisor, stop),
        services=Services(
            builders(), {Results: results, Sender: push, SmtpServer: smtp if public_url else None}
        ),
        sockets=sockets,
    )
    for kind in core.services.builders:
        core.find(kind)
    listeners += table_listeners(core)
    return core
