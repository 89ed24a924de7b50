"""The application context: every service of one server, built once and handed to all who need it.

Nothing else is shared: handlers get the context by dependency injection, sockets and background
work as an argument. It does not change while the server runs; what changes lies in its services.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Protocol

import msgspec

from rebelote.server.cluster.joining import joined, thinkers
from rebelote.server.cluster.messages import PersonChanged
from rebelote.server.cluster.questions import Thinkers
from rebelote.server.coordination import Coordinator
from rebelote.server.daily.deals import Daily, keep_result
from rebelote.server.daily.puzzles import Puzzles
from rebelote.server.fairness.months import FairnessMonths
from rebelote.server.history.records import Records
from rebelote.server.history.replays import Replays
from rebelote.server.live.bot_pace import Pace
from rebelote.server.live.lobby import Lobby
from rebelote.server.live.room import Listener
from rebelote.server.live.table_services import TableServices
from rebelote.server.mail.messages import MailSender
from rebelote.server.mail.outbox import Outbox
from rebelote.server.mail.smtp import SmtpServer
from rebelote.server.offline_matches.matches import OfflineMatches
from rebelote.server.ops.backup import BackupSchedule
from rebelote.server.ops.drain import Drain
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.addresses import Addresses
from rebelote.server.people.moderation import Moderation
from rebelote.server.people.recovery import RecoveryCodes
from rebelote.server.protocol.messages import FromServer
from rebelote.server.push.delivery import PushDelivery, Sender
from rebelote.server.push.notifier import PushNotifier
from rebelote.server.push.subscriptions import PushSubscriptions
from rebelote.server.quickmatch.queue import Queue
from rebelote.server.ratings.results import Results
from rebelote.server.runtime.condition import Part
from rebelote.server.runtime.rate_limits import Keys, Limits
from rebelote.server.runtime.security_log import SecurityLog
from rebelote.server.runtime.supervision import Supervisor
from rebelote.server.runtime.time_source import SYSTEM, TimeSource
from rebelote.server.runtime.watchdog import Watchdog
from rebelote.server.shared_replays.sessions import SharedReplays
from rebelote.server.storage.opening import store_of
from rebelote.server.storage.store import Store
from rebelote.server.study.practice import Practice
from rebelote.server.study.reviews import Reviews
from rebelote.server.study.statistics import PersonalStatistics
from rebelote.server.workers.bots import BotWorkers
from rebelote.server.workers.jobs import RECORDS_WAITING, Verifier, Worker


class OpenSocket(Listener, Protocol):
    """What is asked of an open socket: whose it is, when it last received something, its end."""

    session: str
    address: str
    last_received: float
    quota: Keys
    unsent: list[tuple[FromServer, float]]

    def close_to_reconnect(self) -> None:
        """Close it: the browser comes again with the cookie that it has by then."""

    def close_for_good(self, code: str) -> None:
        """Close it with the sentence of a refusal."""

    def close_for_now(self, code: str) -> None:
        """Close it for now, with the sentence of a refusal."""

    def release_quota(self) -> None:
        """Give back its places within the quotas of sockets."""


class AppContext(msgspec.Struct, frozen=True, eq=False):
    """The services of one server, and what it was told at its start.

    `public_url`: the one address by which people ask; empty where any is as good. `backups`: None
    where no copies are made; `addresses`: None where no mail is sent. `worker` writes records,
    `verifier` reads those that are handed in.
    """

    limits: Limits
    security_log: SecurityLog
    public_url: str
    backups: BackupSchedule | None
    store: Store
    accounts: Accounts
    recovery_codes: RecoveryCodes
    addresses: Addresses | None
    moderation: Moderation
    results: Results
    lobby: Lobby
    daily: Daily
    queue: Queue
    worker: Worker
    verifier: Verifier
    thinkers: Thinkers | None
    coordinator: Coordinator | None
    records: Records
    replays: Replays
    reviews: Reviews
    shared_replays: SharedReplays
    practice: Practice
    puzzles: Puzzles
    fairness: FairnessMonths
    statistics: PersonalStatistics
    offline_matches: OfflineMatches
    supervisor: Supervisor
    watchdog: Watchdog
    drain: Drain
    push_subscriptions: PushSubscriptions
    notifier: PushNotifier
    sockets: set[OpenSocket] = msgspec.field(default_factory=set)

    @property
    def time(self) -> TimeSource:
        """The clocks of this server."""
        return self.store.time

    def parts(self) -> Iterator[tuple[str, Part]]:
        """The parts with a condition in `/health`, by name, beside the background jobs."""
        yield "tables", self.lobby
        yield "bots", self.lobby.services.bot_workers
        yield "records", self.worker
        yield "verifier", self.verifier
        yield "reviews", self.reviews.worker
        if self.coordinator is not None:
            yield "wire", self.coordinator.node.wire
        if self.addresses is not None:
            yield "outbox", self.addresses.outbox

    def sockets_of(self, person_id: str) -> list[OpenSocket]:
        """The open sockets of a person."""
        return [socket for socket in self.sockets if socket.person.id == person_id]


def _addresses(
    accounts: Accounts, limits: Limits, public_url: str, smtp: SmtpServer | None
) -> Addresses | None:
    """The accounts' addresses, where mail can be sent and leads back here."""
    if smtp is None or not public_url:
        return None
    outbox = Outbox(smtp, smtp.sender.domain, accounts.store.time)
    return Addresses(accounts, outbox, MailSender(smtp.sender, public_url), limits)


def open_context(
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
) -> AppContext:
    """The services over the log in this SQLite file, which is opened, or made; or in PostgreSQL.

    `fixed_packs`: the seed of every pack, for tests. `time`: the clocks, which a test may move.
    `pace`: on which beat bots act. `stop`: ends the server, once it is drained.
    `push`: who sends push messages; None where none are sent. `smtp`: by which mail goes out; it
    needs `public_url`, which stands in it. `wire`: the NATS server of several nodes.
    """
    store, node = store_of(database, time), joined(database, wire)
    elsewhere = thinkers(wire, time)
    accounts, results = Accounts(store), Results(store)
    moderation = Moderation(accounts)
    services = TableServices(
        store,
        accounts,
        results,
        limits,
        pace=pace or Pace(),
        sanction_of=moderation.sanction,
        record_daily=functools.partial(keep_result, accounts),
        node=node,
        bot_workers=BotWorkers(thinkers=elsewhere),
    )
    if node is not None:
        accounts.sessions.tell_changed = lambda person: node.tell(PersonChanged(person))
    lobby = Lobby(services, fixed_packs)
    subscriptions = PushSubscriptions(accounts)
    worker = Worker(RECORDS_WAITING, None, limits, "replays")
    verifier, supervisor = Verifier(limits), Supervisor(time.monotonic)
    queue, sockets = Queue(lobby, results), set[OpenSocket]()
    records = Records(lobby, worker)
    replays = Replays(records, worker, verifier)
    reviews = Reviews(records, replays, limits)
    shared = SharedReplays(services, replays)
    return AppContext(
        limits=limits,
        security_log=SecurityLog(time),
        public_url=public_url,
        backups=backups,
        store=store,
        accounts=accounts,
        recovery_codes=RecoveryCodes(accounts),
        addresses=_addresses(accounts, limits, public_url, smtp),
        moderation=moderation,
        results=results,
        lobby=lobby,
        daily=Daily(store, lobby),
        queue=queue,
        worker=worker,
        verifier=verifier,
        thinkers=elsewhere,
        coordinator=None if node is None else Coordinator(node, lobby, queue, shared, sockets),
        records=records,
        replays=replays,
        reviews=reviews,
        shared_replays=shared,
        practice=Practice(reviews, worker),
        puzzles=Puzzles(accounts, worker),
        fairness=FairnessMonths(accounts, worker),
        statistics=PersonalStatistics(accounts, results, worker),
        offline_matches=OfflineMatches(accounts, verifier),
        supervisor=supervisor,
        watchdog=Watchdog(),
        drain=Drain(lobby, supervisor, stop),
        push_subscriptions=subscriptions,
        notifier=PushNotifier(lobby, subscriptions, PushDelivery(accounts, push)),
        sockets=sockets,
    )
