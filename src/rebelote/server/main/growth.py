"""Greatest sizes: of each table of the database, and of each cache in memory.

A table grows by what people do. Its row says who appends to it, how much one person can have in it,
what bounds an address in a day, and what is reserved for whom. A test walks the schema and the
sources, and fails for a table or cache that has no row here; docs/growth.md is written from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Growth(NamedTuple):
    """The bounds of a table.

    `appends`: who adds rows. `person`: how much of it one person can have. `address`: by what one
    address is bounded in a day. `kept`: for how long, or what is reserved for whom.
    `limits`: the declared limits, rates and quotas on which that rests.
    """

    appends: str
    person: str
    address: str
    kept: str
    limits: tuple[str, ...] = ()


class Cache(NamedTuple):
    """The bound of a cache: how much it holds, and the limits on which that rests."""

    most: str
    limits: tuple[str, ...] = ()


PLAY: Final = ("address.table", "person.table", "person.messages", "address.socket")
"""Rates that bound everything that follows from tables and matches."""
_BY_PLAY: Final = "rates of new tables and messages"
_PLAYED: Final = "a row for each of their matches"
_EVENINGS: Final = ("address.club-entries", "person.club", "person.club-events")
_FOR_GOOD: Final = "for good; erased with the person"


def _of_play(row: str, kept: str, *limits: str) -> Growth:
    """Return the growth of a table that the server writes as matches are played."""
    return Growth("the server, from matches", row, _BY_PLAY, kept, (*PLAY, *limits))


def _of_server(what: str, *limits: str) -> Growth:
    """Return the growth of a table of which no person has a part."""
    return Growth("the server", "nothing", "nothing", what, limits)


TABLES: Final[Mapping[str, Growth]] = {
    # --- clubs
    "tournaments": Growth(
        "who prepares tournaments",
        "50, and 500 of each club; a secretary of a club counts for its owner",
        "20 at once, one a minute by person; bytes of their first entries",
        "366 days after the last entry; of guests 7; 30 in the bin",
        ("features.tournament.bin.BIN_SECONDS", "features.tournament.bin.MOST_IN_BIN",
         "features.tournament.bin.BIN_BYTES",
         "features.tournament.stored.MOST_TOURNAMENTS",
         "features.tournament.stored.MOST_CLUB_TOURNAMENTS",
         "features.tournament.stored.GUEST_SECONDS", *_EVENINGS),
    ),
    "clubs": Growth(
        "who founds clubs",
        "10 clubs",
        "20 at once, one a minute by person; bytes of their first entries",
        "732 days after the last entry in the club or its tournaments; of guests 30; 30 in the bin",
        ("features.tournament.stored.MOST_CLUBS",
         "features.tournament.stored.GUEST_CLUB_SECONDS"),
    ),
    "log_entries": Growth(
        "secretaries, helpers, who joins or leaves, slips, tables of the server",
        "2 MiB a log; 20 MiB in all logs of an account, 4 MiB of a guest; of a log of others 20 "
        "changes, or 10 scores of a side of a game",
        "4 MiB at once, one KiB every 10 s",
        "a tenth for secretaries, a twentieth for who leaves, a place for each result",
        ("features.tournament.stored.MOST_ENTRIES", "features.tournament.stored.LOG_BYTES",
         "features.tournament.stored.OWNER_BYTES",
         "features.tournament.stored.GUEST_BYTES", "features.tournament.online.MOST_CHANGES",
         "features.tournament.tournaments.MOST_REPORTS",
         "address.club-scores", *_EVENINGS),
    ),
    "roles": Growth(
        "who opens a link", "one row an evening or club", "rates of requests",
        "20 secretaries, 50 helpers and 500 members each; the owner takes roles",
        ("features.tournament.stored.MOST_SECRETARIES", "features.tournament.stored.MOST_HELPERS",
         "features.tournament.stored.MOST_OF_CLUB",
         "person.club"),
    ),
    "role_changes": Growth(
        "who gives, takes or gets a role", "1,000 an evening or club", "rates of requests",
        "the latest", ("features.tournament.stored.MOST_ROLE_CHANGES", "person.club"),
    ),
    "recovery_sheets": Growth(
        "owners", "one row an evening or club", "rates of requests",
        "as long as the evening or club",
        ("features.tournament.stored.MOST_TOURNAMENTS", "features.tournament.stored.MOST_CLUBS",
         "person.club"),
    ),
    "tournament_players": Growth(
        "who joins an evening online", "one row an evening", "rates of requests",
        "as long as the evening", ("features.tournament.online.MOST_CHANGES", "person.club"),
    ),
    "tournament_tables": _of_server("one row for each game of a round",
        "features.tournament.stored.MOST_ENTRIES"),
    "tournament_rounds": _of_server("one row for each evening that is played"),
    "club_leagues": Growth(
        "secretaries", "one row a club", "rates of requests", "as long as the club",
        ("features.tournament.stored.MOST_CLUBS",),
    ),
    # --- tables and matches
    "tables": Growth(
        "who opens a table", _BY_PLAY, _BY_PLAY,
        "7 days without a match, 180 days with an unfinished one; finished ones for good",
        (*PLAY, "features.history.retention.NEVER_BEGUN_SECONDS",
         "features.history.retention.UNFINISHED_SECONDS"),
    ),
    "log": Growth(
        "who sits at the table, and the host", _BY_PLAY, _BY_PLAY,
        "as long as the table; 100 entries before the first match; seats and terms by table",
        (*PLAY, "features.history.retention.COMPACTED", "base.protocol.table_settings.MOST_DEALS",
         "table.seats", "table.terms"),
    ),
    "packed_matches": _of_play("their matches, compressed", "as long as the table"),
    "seated": _of_play("a row for each table", "as long as the table"),
    "removed_spectators": Growth(
        "the host", "a row a table", "rates of requests", "200 a table", ("table.seats.REMOVED",)
    ),
    "match_claims": _of_play("one row", "until the table is open"),
    "pending_results": _of_play("a row for each match that has just ended", "until it is counted"),
    "sealed_tables": _of_play("a row for each sealed deal", "until its results are published"),
    "played": _of_play(_PLAYED, _FOR_GOOD),
    "ratings": _of_play("one row a rule set", _FOR_GOOD),
    "rating_estimates": _of_play("one row a rule set", _FOR_GOOD),
    "rating_returns": _of_server("one row for each match of a case",
        "features.fair_play.points.LOSSES"),
    # --- people
    "people": Growth(
        "who comes, as a guest or by an account", "one row, 5 bots",
        "60 guests at once, one every 5 s; 10 accounts, one a minute",
        "guests 180 days after their last session",
        ("address.guest", "address.account", "people.accounts.SETTINGS_BYTES",
         "people.tokens.BOTS"),
    ),
    "sessions": Growth(
        "who comes or logs in", "100 of an account", "20 logins at once, one every 10 s",
        "180 days of a guest, 30 days of an account",
        ("people.sessions.SESSIONS", "address.login", "address.guest",
         "people.sessions.SESSION_SECONDS",
         "people.sessions.ACCOUNT_SECONDS", "people.sessions.AGENT_LENGTH"),
    ),
    "erased_names": Growth(
        "who erases an account", "2 rows an account", "10 at once, one a minute", "180 days",
        ("people.erased_names.MOST", "address.erasure"),
    ),
    "relations": Growth(
        "who asks, mutes or blocks",
        "250 friends, 50 requests sent, 200 refused, 1,000 mutes and 1,000 blocks",
        "rates of changes by person", "20 requests of strangers, the rest for people met",
        ("features.friends.friendships.FRIENDS", "features.friends.friendships.SENT",
         "features.friends.friendships.PENDING",
         "features.friends.friendships.REFUSED", "people.relations.AVOIDED", "person.relations"),
    ),
    "friend_settings": Growth("the person", "one row", "nothing more", _FOR_GOOD),
    "invitations": Growth(
        "friends", "one row a friend", "20 at once, one every 15 s by person", "15 minutes",
        ("features.friends.friendships.FRIENDS", "features.friends.invitations.VALID_SECONDS",
         "person.invite"),
    ),
    "notices": Growth(
        "the server", "20", "rates of logins", "90 days",
        ("people.sessions.NOTICES", "people.sessions.NOTICE_SECONDS"),
    ),
    "recovery_codes": Growth(
        "the account", "8", "nothing more", "until used", ("people.recovery.CODES",)
    ),
    "email_addresses": Growth(
        "the account", "one row", "nothing more", "an address belongs to five accounts",
        ("features.mail.addresses.SHARED_BY",),
    ),
    "mail_links": Growth(
        "who asks for a mail", "rates of mails", "rates of mails", "a day at most",
        ("address.confirmations", "person.confirmations", "address.reset",
         "features.mail.messages.CONFIRM_SECONDS"),
    ),
    "push_subscriptions": Growth(
        "the person", "5 of 1 KiB", "nothing more", "until ten deliveries have failed",
        ("features.push.subscriptions.SUBSCRIPTIONS", "features.push.subscriptions.ENDPOINT_LENGTH",
         "features.push.subscriptions.FAILURES", "person.push"),
    ),
    "turn_notifications": _of_play("one row a table", "as long as the table"),
    "tokens": Growth(
        "the account", "20", "nothing more", "a year at most", ("people.tokens.TOKENS",)
    ),
    "bots": Growth("the account", "5", "nothing more", _FOR_GOOD, ("people.tokens.BOTS",)),
    # --- moderation
    "reports": Growth(
        "who reports", "5 at once, one every 10 min; again adds 1,000 characters to the same row",
        "20 at once, one a minute", "open ones until they are settled",
        ("person.report", "address.report", "base.protocol.chat.REPORT_LENGTH",
         "people.reports.TEXT_KEPT", "people.reports.TALK_KEPT"),
    ),
    "sanctions": Growth("moderators", "what moderators decide", "nothing", "for good"),
    "audit": Growth("moderators", "what moderators do", "nothing", "for good"),
    "fair_play_matches": _of_play(_PLAYED, _FOR_GOOD),
    "fair_play_sums": _of_play("one row for each partner", _FOR_GOOD),
    "fair_play_cases": Growth("moderators", "what moderators open", "nothing", "for good"),
    "fair_play_answers": Growth(
        "whom a case is about", "one row a case", "nothing more", "as long as the case",
        ("features.fair_play.cases.ANSWER_SECONDS",),
    ),
    # --- history and study
    "match_records": _of_play(_PLAYED, "for good, without names"),
    "matches_due": _of_play("three rows for each of their matches", "until it is taken up again"),
    "projections": _of_server("one row for each projection"),
    "match_notes": Growth(
        "who has played the match", "500 characters a match", "one a second by person", _FOR_GOOD,
        ("features.history.schemas.NOTE_LENGTH", "person.notes"),
    ),
    "offline_matches": Growth(
        "the person", "100 of 64 KiB, compressed", "60 at once, one a minute",
        "7 days of a guest; half of 512 MiB is for accounts",
        ("features.offline_matches.matches.KEPT", "features.offline_matches.feature.RECORD_BYTES",
         "features.offline_matches.matches.MOST_BYTES",
         "features.offline_matches.matches.GUEST_SECONDS",
         "address.offline", "person.offline"),
    ),
    "deal_reviews": Growth(
        "the server, for who has played", "a row for each deal of their matches",
        "240 at once, two a second", "as long as the match",
        ("address.review", "person.review", "features.study.reviews.REVIEWS_WAITING"),
    ),
    "device_reviews": Growth(
        "who has a deal reviewed by their device", "a row for each deal of their matches",
        "240 at once, two a second, of 32 KiB", "as long as the match",
        ("address.review", "person.review", "features.study.device_reviews.REVIEW_BYTES"),
    ),
    "practice_positions": _of_play(
        "three a match", _FOR_GOOD, "features.study.errors.OF_A_MATCH"
    ),
    "match_statistics": _of_play(_PLAYED, _FOR_GOOD),
    "shared_replays": Growth(
        "who opens one", "20, of a record handed in 128 KiB each", "20 at once, one every 5 min",
        "30 days after the last visit",
        ("features.shared_replays.stored.MOST_OPENED",
         "features.shared_replays.stored.KEPT_SECONDS",
         "address.shared", "address.replay", "features.history.routes.RECORD_BYTES"),
    ),
    "shared_replay_lines": Growth(
        "who looks on", "50 a replay of another", "60 at once, one a second by person",
        "200 moves and 100 comments a replay, 20 of each for its host",
        ("features.shared_replays.replay.MOST_MOVES",
         "features.shared_replays.replay.MOST_COMMENTS",
         "features.shared_replays.replay.LINES_EACH",
         "features.shared_replays.replay.OPENER_PLACES",
         "base.protocol.chat.TEXT_LENGTH", "person.tries"),
    ),
    "removed_from_replays": Growth(
        "the host", "a row a replay", "nothing more", "200 a replay",
        ("features.shared_replays.sessions.REMOVED",),
    ),
    # --- every day
    "daily": Growth("who plays", "one row a day and rule set", _BY_PLAY, _FOR_GOOD, PLAY),
    "daily_bots": _of_server("one row a day and rule set"),
    "puzzle_answers": Growth(
        "who answers", "one row a puzzle of the last 30 days", "rates of reading", _FOR_GOOD,
        ("features.daily.puzzle_days.DAYS_BACK",),
    ),
    "puzzle_ratings": Growth("who answers", "one row, and one a puzzle", "nothing more", _FOR_GOOD),
    "lessons_done": Growth(
        "the person", "one row a lesson of a course", "nothing more", _FOR_GOOD
    ),
    "fairness_months": _of_server("one row a month"),
    "league_members": Growth(
        "who joins", "one row a league and month", "20 at once, one every 10 s by person",
        "1,000 a league", ("features.league.leagues.MEMBERS", "person.leagues"),
    ),
    "league_lines": Growth(
        "members who play", "one row a league and day", _BY_PLAY, _FOR_GOOD,
        ("features.league.leagues.MEMBERS", *PLAY),
    ),
    "league_reminders": Growth("the person", "one row", "nothing more", "until ended"),
    "league_seasons": _of_server("one row a league and month"),
    # --- the server itself
    "secrets": _of_server("a few rows"),
    "trusted_time": _of_server("one row"),
}  # fmt: skip
"""Every table of the database."""

_ONCE: Final = Cache("a value that is computed once, from files and code")

CACHES: Final[Mapping[str, Cache]] = {
    "main.app:_arguments": _ONCE,
    "features.tournament.attendance:_there": Cache("64 evenings: ids of the people on their pages"),
    "features.tournament.clubs:_tables": Cache(
        "400,000 cells", ("features.tournament.clubs.TABLES",)
    ),
    "features.tournament.online:_attending": Cache("a lock for each evening that is looked at now"),
    "features.tournament.opened:_kept": Cache(
        "16 MiB of logs each of evenings and clubs", ("features.tournament.opened.OPEN_BYTES",)
    ),
    "base.cluster.wire:_unsent": Cache("so many envelopes, each a message at most"),
    "table.coordination:_here": Cache("a number for each person connected", ("address.sockets",)),
    "features.daily.deals:_fields": Cache("the results of 32 days and games"),
    "web.feature:features": _ONCE,
    "web.feature:message_handlers": _ONCE,
    "features.friends.presence:_sockets": Cache(
        "a number for each person connected", ("address.sockets",)
    ),
    "features.history.records:_kept": Cache("4 MiB", ("features.history.records.KEPT",)),
    "features.history.replays:_kept": Cache("16 MiB", ("features.history.replays.KEPT",)),
    "web.described:_refusals": _ONCE,
    "features.site.page_routes:_interface": _ONCE,
    "features.site.page_routes:_interface_page": _ONCE,
    "features.site.page_routes:_socket_description": _ONCE,
    "features.site.page_routes:_socket_interface": _ONCE,
    "web.pages:rule_card": Cache("so many pages of a rule set and language"),
    "web.pages:sources_page": _ONCE,
    "web.static_files:_content": Cache("so many files of the client"),
    "features.league.leagues:_tables": Cache(
        "32 tables of 1,000 members and 31 days", ("features.league.leagues.MEMBERS",)
    ),
    "features.learn.progress:courses": _ONCE,
    "features.learn.progress:known": _ONCE,
    "features.tables.routes:_picture": Cache("so many pictures of an address"),
    "table.model.life:_life_after": Cache("a row for each state of a table and step, some 100"),
    "table.table_services:_times": Cache("so many times for each level of bots"),
    "features.mail.addresses:_requests": Cache(
        "256 requests of an address and a name", ("features.mail.addresses.MOST_REQUESTS",)
    ),
    "people.passwords:_all_rows": _ONCE,
    "people.passwords:_often": _ONCE,
    "people.passwords:_words": _ONCE,
    "people.sessions:_remembered": Cache("so many sessions, a few hundred bytes each"),
    "web.feature:declared": _ONCE,
    "base.protocol.names:_reserved": _ONCE,
    "base.protocol.names:_roles": _ONCE,
    "base.protocol.names:confusables": _ONCE,
    "base.protocol.names:prototype": Cache("so many letters"),
    "features.push.name_lookup:_slow": Cache(
        "1,024 names", ("features.push.name_lookup.SLOW_KEPT",)
    ),
    "features.quickmatch.queue:waits": Cache("so many times for each choice of rules and pace"),
    "base.runtime.addresses:_parsed": Cache("1,024 addresses"),
    "base.runtime.build:build_id": _ONCE,
    "base.runtime.lru_cache:_values": Cache("as many values, or bytes of them, as its user says"),
    "base.runtime.memory:_glibc": _ONCE,
    "base.runtime.rate_limits:_buckets": Cache(
        "50,000 buckets", ("base.runtime.rate_limits.BUCKETS",)
    ),
    "base.runtime.rate_limits:_under_way": Cache("a number for each that has something open"),
    "base.runtime.supervision:_backoffs": Cache("so many things of a chore that have failed"),
    "base.runtime.watchdog:stalls": Cache("the latest stalls"),
    "base.storage.postgres_connections:dollars": Cache("so many statements of the server"),
    "features.study.errors:_scheduler": _ONCE,
    "features.study.reviews:_asked": Cache("512 opinions"),
    "table.model.taking_back:_shared": Cache("so many rules of matches"),
    "base.workers.fair_queue:_queues": Cache(
        "what may wait by whoever uses it",
        (
            "base.workers.jobs.RECORDS_WAITING",
            "base.workers.jobs.PROOFS_WAITING",
            "features.tournament.opened.READ_AT_ONCE",
        ),
    ),
}
"""Every cache, queue and counter in memory whose size follows from what is done, by module."""
