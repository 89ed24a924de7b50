"""Writes docs/limits.md: every limit of the server, from the code that holds it.

`python tools/limits.py` writes the page; `--check` says whether it is out of date. Rates and
quotas are the rows of `server.runtime.rate_limits`; other limits are constants of the modules that
apply them.
Every number that a module of the server names is either told here or stands in `NO_LIMITS`.
"""

from __future__ import annotations

import ast
import sys
from collections import OrderedDict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

import rebelote
from rebelote.rules.refusals import REFUSALS
from rebelote.server.http import slim_websocket
from rebelote.server.runtime import rate_limits

HOME: Final = Path(__file__).parent.parent
PAGE: Final = HOME / "docs" / "limits.md"
SERVER: Final = Path(rebelote.__file__).parent / "server"


class Told(NamedTuple):
    """How a constant stands on the page.

    `what` it limits; its unit; by what it is counted; the code of the refusal beyond, or in words
    what follows; the option of `serve` that changes it.
    """

    what: str
    unit: str
    by: str
    beyond: str = ""
    option: str = ""


SECTIONS: Final[dict[str, dict[str, Told]]] = {
    "Messages and sockets": {
        "http.websocket.FRAME_LIMIT": Told("a message", "bytes", "message", "too-large"),
        "http.websocket.SOCKET_LIMIT": Told(
            "a message with all its fragments",
            "bytes",
            "message",
            "the socket is closed (1009)",
        ),
        "http.slim_websocket.FRAGMENTS": Told(
            "fragments of a message", "", "message", "the socket is closed"
        ),
        "http.slim_websocket.SLICE": Told(
            "bytes read from a socket in one turn", "bytes", "socket", "the rest waits"
        ),
        "http.slim_websocket.MESSAGE_SECONDS": Told(
            "time for a message to arrive whole", "s", "message", "the socket is closed"
        ),
        "http.websocket.UNSENT_LIMIT": Told(
            "unsent messages to a slow reader",
            "",
            "socket",
            "the socket is closed; the client reconnects",
        ),
        "http.websocket.SILENT_SECONDS": Told(
            "silence after which a socket gives way to a new one", "s", "socket"
        ),
        "tables.table.KEPT": Told(
            "versions whose events are kept for reconnecting clients", "", "table", "a snapshot"
        ),
    },
    "Requests": {
        "http.slim_websocket.REQUEST_SECONDS": Told(
            "time for a request to arrive whole", "s", "connection", "it is closed"
        ),
        "http.slim_websocket.ANSWER_SECONDS": Told(
            "time for a response that the client does not read", "s", "connection", "it is closed"
        ),
        "http.slim_websocket.TURNED_AWAY": Told(
            "refused connections that are told the reason", "", "server", "cut off"
        ),
        "http.slim_websocket.TURNED_AWAY_SECONDS": Told(
            "time for telling it", "s", "connection", "cut off"
        ),
        "http.security.PATH_LIMIT": Told("a URL path", "characters", "request", "too-large"),
        "http.page_routes.BODY_LIMIT": Told(
            "a record to be verified", "bytes", "request", "too-large"
        ),
        "history.routes.RECORD_BYTES": Told(
            "a record handed in to be looked at", "bytes", "request", "too-large"
        ),
        "history.routes.DEAL_BYTES": Told("a deal given by hand", "bytes", "request", "too-large"),
        "offline_matches.matches.GUEST_SECONDS": Told(
            "time a guest's match that was played without a network is kept", "s", "match"
        ),
        "offline_matches.matches.MOST_BYTES": Told(
            "all matches that were played without a network; half of it for guests",
            "bytes",
            "server",
            "offline-full",
        ),
        "offline_matches.routes.RECORD_BYTES": Told(
            "a match handed in that was played without a network", "bytes", "request", "too-large"
        ),
        "app.FILES": Told("files and connections", "", "server", "network-full"),
        "app.FILES_RESERVED": Told("of these, reserved for the server itself", "", "server"),
        "people.passwords.WAITING": Told(
            "passwords waiting to be checked", "", "server", "too-many"
        ),
        "workers.jobs.RECORDS_WAITING": Told(
            "matches waiting to be written out or replayed", "", "server", "too-many"
        ),
        "workers.jobs.PROOFS_WAITING": Told(
            "records handed in that wait to be read", "", "server", "too-many"
        ),
        "workers.jobs.PROOF_SECONDS": Told(
            "processor time for reading a record handed in", "s", "record", "slow-record"
        ),
        "history.handed_in.MOST_REMARKS": Told(
            "remarks in a record handed in", "", "record", "too-large"
        ),
        "history.replay_export.MOST_ANSWER": Told(
            "a replay, before it is compressed", "bytes", "replay", "too-large"
        ),
        "history.records.KEPT": Told(
            "records kept in memory", "bytes", "server", "the one not used for longest is dropped"
        ),
        "history.replays.KEPT": Told(
            "replays kept in memory, compressed",
            "bytes",
            "server",
            "the one not used for longest is dropped",
        ),
        "study.reviews.REVIEWS_WAITING": Told(
            "deals and actions waiting to be reviewed", "", "server", "too-many"
        ),
        "people.addresses.ASKED": Told(
            "requests for a mailed link waiting to be looked at", "", "server", "mail-full"
        ),
        "mail.outbox.WAITING": Told(
            "mails waiting to be sent", "", "server", "those put off give way, then `mail-full`"
        ),
        "mail.outbox.WAITING_NOT_URGENT": Told(
            "of these, mails that set no password", "", "server", "mail-full"
        ),
        "mail.outbox.DEFERRED_BY_DOMAIN": Told(
            "waiting mails to one domain that were put off", "", "server", "dropped"
        ),
        "mail.outbox.DEFERRED_MOST": Told(
            "waiting mails that were put off", "", "server", "`/health` warns: `mail-deferred`"
        ),
        "mail.outbox.RETRY_MOST": Told(
            "time between two tries of a mail that was put off", "s", "mail"
        ),
        "people.addresses.TRY_SECONDS": Told(
            "time for which it is tried to mail a link that confirms an address",
            "s",
            "mail",
            "dropped",
        ),
        "mail.smtp.TIMEOUT": Told(
            "time for each answer of the SMTP server", "s", "mail", "it is tried again later"
        ),
        "storage.sqlite_store.WAITING": Told(
            "log entries waiting to be written", "", "server", "server-busy"
        ),
        "storage.postgres_settings.WAITING": Told(
            "lines and writes waiting for PostgreSQL", "", "server", "server-busy"
        ),
        "runtime.rate_limits.BUCKETS": Told(
            "token buckets of people and addresses",
            "",
            "server",
            "the least recently used is dropped",
        ),
    },
    "Tables and matches": {
        "protocol.table_settings.LONGEST": Told(
            "scored deals that a match may need", "", "match", "match-too-long"
        ),
        "protocol.table_settings.MOST_DEALS": Told(
            "deals of a match, dead ones included", "", "match", "it is called off"
        ),
        "live.room.DESERTED_SECONDS": Told(
            "time before a deserted table pauses", "s", "table", "it pauses"
        ),
        "live.room.ABANDONED_SECONDS": Told(
            "time that a deserted rated match waits for its players", "s", "table", "bots finish it"
        ),
        "live.lobby.IDLE_SECONDS": Told(
            "time before an empty table leaves the memory",
            "s",
            "table",
            "it is loaded from the database when needed",
        ),
        "history.retention.CLOSED_SECONDS": Told(
            "time before an unvisited table loses its code",
            "s",
            "table",
            "a visit gives it another",
        ),
        "history.retention.NEVER_BEGUN_SECONDS": Told(
            "time before a table without a match is deleted", "s", "table"
        ),
        "history.retention.UNFINISHED_SECONDS": Told(
            "time before a table with an unfinished match is deleted", "s", "table"
        ),
        "history.retention.FOLDED": Told(
            "log entries before the first match", "", "table", "they are folded into one"
        ),
        "history.retention.PER_RUN": Told("old tables closed, and deleted", "", "hour"),
        "history.packing.PACK_AFTER": Told(
            "time before the log of a finished match is compressed", "s", "match"
        ),
        "tables.sealing.REVEAL_SECONDS": Told(
            "time that a pack waits for the players' secrets",
            "s",
            "pack",
            "it is made without them",
        ),
        "tables.broadcast.MOMENTS": Told(
            "changes kept for the broadcast delay", "", "table", "the oldest are dropped"
        ),
        "live.live_table.REMOVED": Told("people removed for good", "", "table"),
        "live.room.AWAY_SECONDS": Told(
            "time without a connection before a player counts as away",
            "s",
            "person",
            "a bot may take over",
        ),
        "live.broadcaster.ONLOOKERS_NAMED": Told(
            "spectators listed by name", "", "table", "the others are counted"
        ),
        "tables.clock.ALLOWANCE": Told("added to each action for network delay", "s", "action"),
        "tables.clock.TO_GO_ON": Told(
            "time to agree to the next deal", "s", "table", "it begins anyway"
        ),
        "quickmatch.queue.KEPT": Told(
            "time that a place in matchmaking is kept without a connection", "s", "person"
        ),
        "quickmatch.queue.PARTY_LENGTH": Told(
            "the name of a pair", "characters", "", "wrong-options"
        ),
        "quickmatch.matchmaking.MIXES_AFTER": Told(
            "time before an account is also matched with guests", "s", "person"
        ),
        "quickmatch.matchmaking.BOTS_AFTER": Told(
            "time before bots take the free seats", "s", "person"
        ),
    },
    "Names, chat and texts": {
        "protocol.names.SHORTEST": Told("a name, at least", "characters", "", "bad-name"),
        "protocol.names.LONGEST": Told("a name, at most", "characters", "", "bad-name"),
        "protocol.names.MARKS": Told(
            "combining marks on a Latin, Greek or Cyrillic letter of a name",
            "",
            "letter",
            "bad-name",
        ),
        "protocol.names.MARKS_ELSEWHERE": Told(
            "combining marks on a letter of any other script", "", "letter", "bad-name"
        ),
        "protocol.chat.TEXT_LENGTH": Told("a chat message", "characters", "", "too-large"),
        "shared_replays.replay.MOST_MOVES": Told(
            "moves tried in a shared replay", "", "shared replay", "replay-lines-full"
        ),
        "shared_replays.replay.MOST_DEPTH": Told(
            "of these, one after the other", "", "variation", "too-large"
        ),
        "shared_replays.replay.MOST_COMMENTS": Told(
            "comments in a shared replay", "", "shared replay", "replay-lines-full"
        ),
        "shared_replays.replay.OPENER_PLACES": Told(
            "moves, and comments, of these that are kept for the host",
            "",
            "shared replay",
            "replay-lines-full",
        ),
        "shared_replays.replay.LINES_EACH": Told(
            "moves and comments by one person who is not the host",
            "",
            "shared replay",
            "your-lines-full",
        ),
        "protocol.messages.LONGEST_ID": Told(
            "the id with which a message is refused that cannot be read", "characters", "", "no id"
        ),
        "protocol.messages.MOST_STEPS": Told(
            "steps of a deal to which a shared replay is led", "", "deal", "malformed"
        ),
        "shared_replays.sessions.MOST_HERE": Told(
            "connections to a shared replay", "", "node", "replay-full"
        ),
        "shared_replays.sessions.OPENER_CONNECTIONS": Told(
            "connections of these that are kept for the host", "", "node", "replay-full"
        ),
        "shared_replays.sessions.REMOVED": Told(
            "people removed from a shared replay", "", "shared replay", "no-such-person"
        ),
        "shared_replays.sessions.CHANGES_SECONDS": Told(
            "least time between two messages of what has changed", "s", "shared replay"
        ),
        "shared_replays.sessions.STATES_SECONDS": Told(
            "least time between two whole states that are sent again", "s", "shared replay"
        ),
        "shared_replays.sessions.MOST_OPENED": Told(
            "shared replays that are kept", "", "person", "the oldest is deleted"
        ),
        "shared_replays.sessions.KEPT_SECONDS": Told(
            "time a shared replay is kept after somebody last came", "s", "shared replay"
        ),
        "protocol.chat.MARKS": Told(
            "combining marks on a letter of a chat message", "", "letter", "the rest is cut"
        ),
        "people.reports.TEXT_KEPT": Told(
            "earlier text kept when somebody reports again",
            "characters",
            "report",
            "the rest is cut",
        ),
        "people.reports.TALK_KEPT": Told(
            "chat messages kept with a report", "", "report", "those in the middle are dropped"
        ),
        "protocol.chat.LINES": Told("lines of a report", "", "report", "the rest is cut"),
        "live.table_chat.LINES_KEPT": Told(
            "chat messages kept for a possible report", "", "table", "the oldest are dropped"
        ),
        "history.schemas.ACTIONS": Told(
            "calls and cards of a deal given by hand", "", "request", "malformed"
        ),
        "history.schemas.NOTE_LENGTH": Told("a note of a match", "characters", "", "malformed"),
        "protocol.chat.REPORT_LENGTH": Told("a report, a reason", "characters", "", "malformed"),
        "people.accounts.SETTINGS_BYTES": Told("settings", "bytes", "person", "too-large"),
        "people.recovery.CODES": Told("recovery codes that can be used", "", "account"),
        "push.schemas.ENDPOINT_LENGTH": Told(
            "the address of a push subscription", "characters", "", "malformed"
        ),
        "push.schemas.KEY_LENGTH": Told(
            "a key of a push subscription", "characters", "", "malformed"
        ),
        "people.addresses.SHARED_BY": Told(
            "accounts that one e-mail address may belong to", "", "address", "address-full"
        ),
        "protocol.email_address.LONGEST": Told(
            "an e-mail address", "characters", "", "bad-address"
        ),
        "people.sessions.AGENT_LENGTH": Told("user agent of a session", "characters", "session"),
        "people.sessions.NOTICES": Told(
            "notices of new sessions and passwords", "", "account", "the oldest are dropped"
        ),
    },
    "Push messages": {
        "push.subscriptions.SUBSCRIPTIONS": Told(
            "browsers that are notified", "", "person", "the oldest gives way"
        ),
        "push.subscriptions.FAILURES": Told(
            "failed deliveries in a row", "", "subscription", "it is dropped"
        ),
        "push.delivery.DELIVERY_SECONDS": Told(
            "time for a push service to take a message", "s", "message", "the delivery has failed"
        ),
        "push.name_lookup.THREADS": Told(
            "names of push services looked up at once", "", "server", "the others wait"
        ),
        "push.name_lookup.OF_PERSON": Told(
            "of these, those of one person's subscriptions", "", "person", "the others wait"
        ),
        "push.name_lookup.OF_DOMAIN": Told(
            "of these, those in one domain", "", "domain", "the others wait"
        ),
        "push.name_lookup.LOOKUP_SECONDS": Told(
            "time for a lookup, waiting for its turn included", "s", "message", "it is not sent"
        ),
        "push.name_lookup.SLOW_SECONDS": Told(
            "time for which a slow name is not looked up again",
            "s",
            "name",
            "nothing is sent there",
        ),
        "push.name_lookup.SLOW_KEPT": Told(
            "slow names that are remembered", "", "server", "the oldest is forgotten"
        ),
        "push.notifier.PER_RUN": Told("people notified in five seconds", "", "server", "later"),
        "push.notifier.AT_ONCE": Told("messages under way", "", "server", "the others wait"),
        "push.notices.GRACE_SECONDS": Told(
            "time that somebody is away before being notified of a turn", "s", "person"
        ),
        "push.notifier.REMIND_SECONDS": Told(
            "time that a table without a clock waits before it says so once more", "s", "table"
        ),
        "push.notices.LIFETIME_SECONDS": Told(
            "time that a push service keeps a message, at a table without a clock", "s", "message"
        ),
        "push.notices.QUICK_LIFETIME_SECONDS": Told(
            "time that it keeps one about a bot that stands in, with a clock", "s", "message"
        ),
    },
    "Bots and hints": {
        "workers.bots.TRIES": Told(
            "tries of a thought that fails", "", "decision", "the simplest legal move"
        ),
        "workers.bots.LONGEST_THOUGHT": Told(
            "a thought of a bot", "s", "decision", "the simplest legal move"
        ),
        "workers.bots.MOST_HINTS": Told("hints waiting for a worker", "", "server", "helper-busy"),
        "workers.bots.HINT_TIMEOUT": Told(
            "time that a hint waits for a worker", "s", "hint", "helper-busy"
        ),
        "live.bot_pace.BEAT": Told(
            "period of the beat on which bots act", "s", "turn", "", "--bot-pace"
        ),
        "live.bot_pace.LONGEST": Told(
            "time that a bot without a choice waits", "s", "turn", "it acts"
        ),
    },
    "Lists": {
        "live.routes.LISTED": Told("open tables", "", "list"),
        "ratings.routes.LISTED": Told("people on a leaderboard", "", "list"),
        "ratings.routes.POINTS": Told("points of a plot", "", "profile"),
        "history.matches.PAGE": Told("one's own matches", "", "page"),
        "study.practice_positions.PAGE": Told("one's own errors to practise", "", "answer"),
        "study.practice_positions.OF_A_MATCH": Told(
            "errors of one match that are practised at its end", "", "match"
        ),
        "daily.puzzles.DAYS_BACK": Told("days whose puzzle is still asked", "", "server"),
        "ratings.routes.MATCHES": Told("matches", "", "profile"),
        "study.personal_statistics.MATCHES": Told(
            "matches of one rule set in somebody's statistics", "", "person", "the latest count"
        ),
        "study.personal_statistics.COMPARED": Told(
            "people over whom the averages of a level are taken", "", "level", "those rated last"
        ),
        "study.personal_statistics.COMPARED_MATCHES": Told(
            "matches of each of them that count for averages", "", "person", "the latest count"
        ),
        "study.statistics_export.LEAST_PEOPLE": Told(
            "fewest people of whom an average is told", "", "figure", "no average"
        ),
        "offline_matches.personal.KEPT": Told(
            "matches handed in that were played without a network", "", "person", "the oldest goes"
        ),
        "people.accounts.FOUND": Told("people found by name", "", "search"),
        "people.reports.ROWS": Told("reports", "", "page"),
        "people.reports.GROUPS": Told("people whom open reports are about", "", "page"),
        "people.reports.SHOWN": Told("reports shown about one of them", "", "person"),
        "people.moderation.ROWS": Told("rows of an administrator's list", "", "page"),
    },
    "Times": {
        "ratings.eligibility.ACCOUNT_SECONDS": Told(
            "age of an account that makes its side one that is rated", "s", "account", "not rated"
        ),
        "ratings.eligibility.MET_SECONDS": Told(
            "time for which opponents are no new ones, where only new ones count",
            "s",
            "pair of people",
            "not rated",
        ),
        "ratings.eligibility.BETWEEN_NETWORKS": Told(
            "rated matches an hour between two networks", "", "pair of networks", "not rated"
        ),
        "people.sessions.SESSION_SECONDS": Told(
            "time before an unused session of a guest ends", "s", "session", "the guest is deleted"
        ),
        "people.sessions.ACCOUNT_SECONDS": Told(
            "time before an unused session of an account ends", "s", "session", "it ends"
        ),
        "people.accounts.GIVEN_SECONDS": Told(
            "validity of a temporary password", "s", "account", "password-expired"
        ),
        "mail.messages.CONFIRM_SECONDS": Told(
            "validity of a link that confirms an e-mail address", "s", "link", "link-expired"
        ),
        "mail.messages.RESET_SECONDS": Told(
            "validity of a link that sets another password", "s", "link", "link-expired"
        ),
        "people.addresses.NOTICE_SECONDS": Told(
            "time that it is tried to tell an address that it was removed", "s", "mail"
        ),
        "people.sessions.NOTICE_SECONDS": Told(
            "time that a notice of a new session or password is shown", "s", "account"
        ),
        "people.devices.LASTS": Told("validity of a device cookie", "s", "browser"),
        "storage.wipe.BUSY_SECONDS": Told(
            "time that another process may lock the database", "s", "write", "server-busy"
        ),
        "storage.postgres_settings.STATEMENT_SECONDS": Told(
            "time that PostgreSQL may take for a statement", "s", "write", "server-busy"
        ),
        "storage.postgres_settings.LONG_SECONDS": Told(
            "time that PostgreSQL may take for a long question", "s", "question", "server-error"
        ),
        "storage.postgres_settings.READ_PATIENCE": Told(
            "time that a question waits for PostgreSQL to come back",
            "s",
            "question",
            "server-error",
        ),
        "people.enforcement.PERIOD": Told(
            "time until a ban by `rebelote admin` reaches open sockets", "s", ""
        ),
        "cluster.membership.SILENT_SECONDS": Told(
            "silence after which other nodes count a node out", "s", "node"
        ),
        "cluster.node.FRESH_SECONDS": Told(
            "age of a node's last look at the logs beyond which it judges nothing by time",
            "s",
            "node",
        ),
        "cluster.wire.MOST_HEARD": Told(
            "envelopes a second that a node hears of all others", "", "node", "they are gathered"
        ),
        "live.live_table.MOST_FAILURES": Told(
            "failures in a row of what a table does by itself",
            "",
            "table",
            "it stops until a person acts or comes (`table-stopped`)",
        ),
        "cluster.membership.MOST_NODES": Told(
            "other nodes that a node knows", "", "node", "a new one is ignored"
        ),
        "coordination.ONLINE_MOST": Told(
            "people known to be connected to another node", "", "node", "no more are noted"
        ),
        "cluster.signing.AGE_MOST": Told(
            "age of an envelope of another node", "s", "envelope", "it is refused"
        ),
        "cluster.questions.PATIENCE_SECONDS": Told(
            "time that a thinker on another machine has for an answer",
            "s",
            "question",
            "the node thinks for itself",
        ),
        "cluster.questions.MOST_ASKED": Told(
            "questions of a node that wait for thinkers", "", "node", "the node thinks for itself"
        ),
        "ops.thinker.WAITING_EACH": Told(
            "questions that a thinker has taken", "", "worker process", "the node thinks for itself"
        ),
        "ops.drain.PATIENCE": Told(
            "time for running deals when a server is drained", "s", "server"
        ),
        "ops.backup.EVERY": Told("time between backups", "min", "server", "", "--backup-every"),
        "ops.backup.KEEP": Told(
            "backups kept", "", "server", "the oldest are dropped", "--backup-keep"
        ),
        "http.health_routes.DISK_LEAST": Told(
            "free disk space that `/health` asks for", "bytes", "server", "`/health` is red"
        ),
        "storage.trusted_time.JUMP_SECONDS": Told(
            "jump of the clock that is not trusted", "s", "server"
        ),
        "storage.trusted_time.HOLD_SECONDS": Told(
            "time before a clock that jumped is trusted", "s", "server"
        ),
    },
}
"""The constants on the page, by heading."""
NO_LIMITS: Final = """
    live.sweeper.PUBLISH_EVERY live.sweeper.UNLOAD_EVERY offline_matches.matches.FORGET_EVERY
    people.privacy.FORGET_EVERY shared_replays.sessions.FORGET_EVERY
    cluster.joining.NAME_BYTES cluster.membership.BEAT_SECONDS cluster.node.BOT_STEP_SECONDS
    cluster.node.POLL_SECONDS cluster.node.TIMER_STEP_SECONDS cluster.notify.MOST
    cluster.questions.ABSENT_SECONDS cluster.questions.CONNECT_SECONDS
    cluster.questions.LATE_SECONDS ops.thinker.RETRY_SECONDS ops.thinker.STOPPING_SECONDS
    cluster.nats_settings.MOST cluster.nats_settings.TIMEOUT_SECONDS
    cluster.signing.MOST_SENDERS cluster.signing.SIGNATURE cluster.wire._HEADER
    cluster.notify.TIMEOUT_SECONDS cluster.wire.RETRY_SECONDS cluster.wire.WAITING
    http.websocket.AGAIN coordination.LISTED coordination.LOGS_SECONDS
    coordination.ONLINE_AT_ONCE coordination.PRESENCE_SECONDS
    coordination.LEARNT_WITHIN coordination.RETELL_SECONDS
    quickmatch.queue.CLAIMED_SECONDS live.replication.ATTEMPTS
    ops.drain.HAND_OVER_SECONDS ops.move.ROWS ratings.results.ATTEMPTS
    daily.puzzles.ATTEMPTS shared_replays.sessions.ATTEMPTS shared_replays.sessions.ID_BYTES
    shared_replays.sessions.MOST_OBSOLETE offline_matches.matches.PER_RUN
    protocol.messages.DELTAS_SINCE
    http.learn_routes.SEED_MOST
    http.page_routes.STATUS_TOO_MANY http.page_routes.STATUS_TOO_SLOW
    ratings.routes.CANDIDATES live.routes.PICTURES_KEPT
    http.pages.CARDS_KEPT http.security.YEAR http.slim_websocket.LENGTH_16
    http.slim_websocket.LENGTH_64 http.slim_websocket.MASKED http.slim_websocket.TEXT
    http.static_files.FILES_KEPT
    http.websocket.TRY_LATER http.websocket.WHO_ARE_YOU
    workers.jobs.KIB workers.jobs.STUCK workers.jobs.PRIORITY
    history.handed_in.MOST_SAID
    live.bot_pace.KEPT live.bot_turns.MOST_BEATS
    workers.bots.WORKERS daily.deals.FIELDS daily.deals.SEAT daily.deals.STARS live.lobby.ID_BYTES
    daily.puzzles.ENOUGH daily.puzzles.KEPT quickmatch.queue.EVERY
    study.opinions.OPINIONS_KEPT study.opinions.PATIENCE history.packing.PER_RUN
    history.packing.RUN_EVERY
    study.reviews.FIRST_GUESS study.reviews.FIRST_MATCHES
    quickmatch.queue.PARTY quickmatch.queue.STATUS_EVERY quickmatch.queue.WAITS_KEPT
    history.records.KEEP_EVERY
    fairness.months.KEEP_EVERY fairness.months.PER_RUN
    study.statistics.AVERAGES_SECONDS study.statistics.KEEP_EVERY study.personal_statistics.PER_RUN
    history.records.KEPT_AT_ONCE history.retention.DAY
    history.retention.FOLD_EVERY history.retention.HOUR history.retention.OWED_AT_ONCE
    ratings.eligibility.RECENT_SECONDS
    history.retention.OWED_SECONDS history.retention.RUN_EVERY live.sweeper.SWEEP_SECONDS
    live.live_table.RESULT_WITHIN live.live_table.NOTIFY_AFTER live.sweeper.SWEPT_AT_ONCE
    live.sweeper.WAITED_FOR live.sweeper.WRITTEN_AT_ONCE
    live.table_codes.CODE_DRAWS live.table_codes.CODE_LENGTH
    ops.backup.LOOK_EVERY storage.packed_lines.LEVEL
    mail.outbox.LOOK_EVERY mail.outbox.PERMANENT mail.outbox.WARN_SECONDS
    people.addresses.REQUEST_SECONDS
    ops.drain.LOOK_EVERY people.sessions.DAY people.sessions.ATTEMPTS
    people.sessions.REMEMBERED people.accounts.SECRET_BYTES
    people.recovery.CODE_LENGTH people.recovery.GROUP storage.store.ASKED_AT_ONCE
    people.sessions.SEEN_SECONDS people.sessions.TRUSTED_SECONDS
    people.moderation.PASSWORD_BYTES people.privacy.PER_RUN
    push.delivery.PADDED push.delivery.PORT push.delivery.READ_AT_ONCE push.delivery.SALT_BYTES
    push.notifier.LOOKED_AT
    push.delivery.TOKEN_SECONDS push.encryption.NUMBER_BYTES push.encryption.ORDER
    push.encryption.RECORD_SIZE push.notices.LIFETIME_LEAST push.notices.TOPIC_LENGTH
    push.notifier.NOTIFY_EVERY push.subscriptions.POINT_BYTES push.subscriptions.SECRET_BYTES
    protocol.names.PROTOTYPES_KEPT protocol.table_settings.POINTS_OF_A_DEAL
    quickmatch.matchmaking.CANDIDATES quickmatch.matchmaking.WAITS_NEEDED
    quickmatch.matchmaking.WAITS_QUANTILE quickmatch.matchmaking.WINDOW
    quickmatch.matchmaking.WINDOW_GROWTH_PER_SECOND
    ratings.ratings.DAY ratings.ratings.DRIFT ratings.ratings.LEAST_NOISE ratings.ratings.NORMAL_95
    ratings.ratings.ODDS_OF_E ratings.ratings.PROVISIONAL ratings.ratings.START ratings.ratings.SURE
    ratings.ratings.UNSURE ratings.ratings.UNSURE_ODDS runtime.garbage.PAUSE runtime.garbage.QUIET
    http.slim_websocket.ROUNDS runtime.garbage.YOUNG runtime.heap.FALL runtime.heap.LARGE
    runtime.heap._MMAP_THRESHOLD
    runtime.rate_limits.HOUSEHOLD_BITS runtime.rate_limits.SITE_BITS
    runtime.rate_limits.SITE_SHARE runtime.security_log.DAY runtime.security_log.DIGITS
    runtime.supervision.BACKOFF_FIRST runtime.supervision.BACKOFF_MOST
    runtime.supervision.LOOK_AGAIN runtime.supervision.LOOK_EVERY runtime.supervision.OVERDUE_LEAST
    runtime.supervision.OVERDUE_PERIODS runtime.supervision.TABLE_BACKOFF_MOST runtime.watchdog.BEAT
    runtime.watchdog.CALLS runtime.watchdog.KEPT runtime.watchdog.TOO_LONG runtime.watchdog.WARM_UP
    runtime.watchdog.LOG_ABOVE storage.postgres_schema.FIRST storage.postgres_schema._LOCK
    storage.postgres_settings.BACKOFF_FIRST storage.postgres_settings.BACKOFF_MOST
    storage.postgres_settings.BATCH storage.postgres_settings.CLOSE_SECONDS
    storage.postgres_settings.CONNECT_SECONDS storage.postgres_settings.READERS
    storage.postgres_settings.STATEMENTS storage.postgres_settings.TRIES
    storage.schema.SMALL storage.schema.VERSION storage.store.LAST
    storage.sqlite_store.BATCH storage.wipe.CHECKPOINT_BUSY_MS storage.wipe.TRIES
    storage.trusted_time.DAY
    storage.trusted_time.GRACE_SECONDS tables.event_versions.VERSION
"""
"""Constants that limit nobody: units, periods, formats, weights."""
WITHOUT_NUMBERS: Final = {"cluster.nats", "storage.postgres_store"}
"""Modules that need more than the extra `server`; their numbers stand in another."""


# --- what there is --------------------------------------------------------------------------------


@cache
def constants() -> dict[str, float]:
    """Every number that a module of the server names, by `module.NAME`."""
    found = {}
    for path in sorted(SERVER.rglob("*.py")):
        module = ".".join(path.relative_to(SERVER).with_suffix("").parts).removesuffix(".__init__")
        if module in WITHOUT_NUMBERS:
            continue
        loaded = vars(import_module(f"rebelote.server.{module}"))
        for name in _named(path):
            value = loaded[name]
            if isinstance(value, int | float) and not isinstance(value, bool):
                found[f"{module}.{name}"] = value
    return found


def _named(path: Path) -> Iterator[str]:
    """The constants that a module names itself."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def unlisted() -> set[str]:
    """Constants that are neither told nor known to be no limit, and names of none."""
    told = {name for section in SECTIONS.values() for name in section}
    return set(constants()) ^ (told | set(NO_LIMITS.split()))


# --- the page -------------------------------------------------------------------------------------

HEAD: Final = """\
# Rate limits, quotas and other limits

Every limit of the server, generated from the code by `tools/limits.py`.
Beyond a limit the answer is a code and a sentence, and nothing is lost: wait and try again.

Limits *by address* apply to one IPv4 address, or one IPv6 network of 64 bits; a network of 48
bits may do ten times as much.
Limits *by person* apply to everything that a guest or account does in all browsers and sockets.
Limits *by table* apply to everything done at one table, from whatever network.
Limits *of the server* apply to everything that it does, for all callers together.

A rate is a token bucket: so many at once, and one more every so many seconds.
A quota is what may be open or in progress at the same time.
The operator changes each by its name; the option can be repeated:

```sh
rebelote serve --limit person.chat=10/1 --limit address.logins=20
```

Other limits are constants in the code; the last column names them.

`--uncounted 192.168.1.0/24` exempts a network that you know, such as a club's own.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD, _rates(), _frames(), _quotas(), *map(_section, SECTIONS)]
    return "\n".join(parts)


FRAMES: Final = dict.fromkeys(("FRAMES", "CONTROL_FRAMES"), "the socket is closed (1008)")
"""Rates of one socket, and what follows beyond them."""
UNITS: Final = ((86_400, "days"), (3600, "h"), (60, "min"))
"""Units of time, and the seconds they have."""


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def _value(value: float, unit: str) -> str:
    """A number with its unit; long times in days, hours or minutes."""
    if unit == "s" and value > 60:
        seconds, unit = next(found for found in UNITS if value >= found[0])
        value /= seconds
        unit = unit.removesuffix("s") if value == 1 else unit
    return f"{_number(value)} {unit}".strip()


def _beyond(told: str) -> str:
    """What follows beyond a limit: a refusal and its sentence, or what happens."""
    return f"`{told}`: {REFUSALS[told].sentence}" if told in REFUSALS else told


def _rates() -> str:
    rows = ["## Rates", "", "| name | limits | at once | one more every |", "|---|---|--:|--:|"]
    codes: OrderedDict[str, list[str]] = OrderedDict({"too-many": []})
    for name, row in sorted(rate_limits.rows().items()):
        if isinstance(row, rate_limits.Rate):
            rows.append(f"| `{name}` | {row.of} | {_number(row.most)} | {_seconds(row.seconds)} |")
            codes.setdefault(row.code, []).append(f"`{name}`")
    usual = f"Beyond them the answer is {_beyond(codes.popitem(last=False)[0])}"
    others = (f"{', '.join(names)}: {_beyond(code)}" for code, names in codes.items())
    return "\n".join([*rows, "", usual, *others, ""])


def _frames() -> str:
    """Rates of one socket, which no option changes."""
    rows = ["## Frames", "", "| limits | at once | one more every | beyond it | set by |"]
    rows.append("|---|--:|--:|---|---|")
    for name, beyond in FRAMES.items():
        row = getattr(slim_websocket, name)
        figures = f"{_number(row.most)} | {_seconds(row.seconds)}"
        rows.append(f"| {row.of} | {figures} | {beyond} | `server.http.slim_websocket.{name}` |")
    return "\n".join([*rows, ""])


def _seconds(seconds: float) -> str:
    return f"{_number(seconds)} s" if seconds >= 1 else f"1/{_number(1 / seconds)} s"


def _quotas() -> str:
    rows = ["## Quotas", "", "| name | limits | most | beyond |", "|---|---|--:|---|"]
    for name, row in sorted(rate_limits.rows().items()):
        if isinstance(row, rate_limits.Quota):
            rows.append(f"| `{name}` | {row.of} | {_number(row.most)} | {_beyond(row.code)} |")
    return "\n".join([*rows, ""])


def _section(heading: str) -> str:
    """The constants under a heading."""
    rows = [f"## {heading}", "", "| limit | value | for each | beyond it | set by |"]
    rows.append("|---|--:|---|---|---|")
    for name, told in SECTIONS[heading].items():
        value = _value(constants()[name], told.unit)
        how = f"`serve {told.option}`" if told.option else f"`server.{name}`"
        rows.append(f"| {told.what} | {value} | {told.by} | {_beyond(told.beyond)} | {how} |")
    return "\n".join([*rows, ""])


def main() -> int:
    """Write the page, or say whether it is out of date."""
    if unknown := unlisted():
        print(f"tools/limits.py must say whether these are limits: {sorted(unknown)}")
        return 1
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text("utf-8") != page():
        print("docs/limits.md is out of date: python tools/limits.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
