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
            "a message, its fragments together", "bytes", "message", "the socket closes (1009)"
        ),
        "http.slim_websocket.FRAGMENTS": Told("fragments", "", "message", "the socket closes"),
        "http.slim_websocket.SLICE": Told(
            "what is read of a socket in one turn", "bytes", "socket", "it waits"
        ),
        "http.slim_websocket.MESSAGE_SECONDS": Told(
            "until a message is whole", "s", "message", "it closes"
        ),
        "http.websocket.UNSENT_LIMIT": Told(
            "messages that wait for a slow reader", "", "socket", "it closes, and comes back"
        ),
        "http.websocket.SILENT_SECONDS": Told(
            "silence after which a socket gives way to a new one", "s", "socket"
        ),
        "tables.table.KEPT": Told(
            "versions whose events are kept for those who come back", "", "table", "a snapshot"
        ),
    },
    "Requests": {
        "http.slim_websocket.REQUEST_SECONDS": Told(
            "until a request is whole", "s", "connection", "it closes"
        ),
        "http.slim_websocket.ANSWER_SECONDS": Told(
            "for an answer nobody takes", "s", "connection", "it closes"
        ),
        "http.slim_websocket.TURNED_AWAY": Told(
            "connections that are told why not", "", "server", "cut off"
        ),
        "http.slim_websocket.TURNED_AWAY_SECONDS": Told(
            "for telling them", "s", "connection", "cut off"
        ),
        "http.security.PATH_LIMIT": Told("an address", "characters", "request", "too-large"),
        "http.api.pages.BODY_LIMIT": Told(
            "a record to be verified", "bytes", "request", "too-large"
        ),
        "app.FILES": Told("files and connections", "", "server", "network-full"),
        "app.FILES_RESERVED": Told("of them, kept for the server itself", "", "server"),
        "people.passwords.WAITING": Told(
            "passwords that wait to be checked", "", "server", "too-many"
        ),
        "live.background_jobs.RECORDS_WAITING": Told(
            "records that wait to be written out", "", "server", "too-many"
        ),
        "live.background_jobs.PROOFS_WAITING": Told(
            "records that wait to be verified", "", "server", "too-many"
        ),
        "storage.store.WAITING": Told("lines that wait to be written", "", "server", "server-busy"),
        "runtime.rate_limits.BUCKETS": Told(
            "people and addresses counted", "", "server", "the least used is forgotten"
        ),
    },
    "Tables and matches": {
        "protocol.table_settings.LONGEST": Told(
            "deals that a match may need", "", "match", "match-too-long"
        ),
        "protocol.table_settings.MOST_DEALS": Told(
            "deals, dead ones included", "", "match", "it is called off"
        ),
        "live.live_table.DESERTED_SECONDS": Told(
            "that a table of absent people goes on", "s", "table", "it stands still"
        ),
        "live.live_table.ABANDONED_SECONDS": Told(
            "that a rated match waits for any of its people", "s", "table", "bots play it out"
        ),
        "live.lobby.IDLE_SECONDS": Told(
            "that an empty table stays in memory", "s", "table", "it is read from the file again"
        ),
        "live.retention.CLOSED_SECONDS": Told(
            "that a table nobody comes to keeps its code", "s", "table", "a visit gives another"
        ),
        "live.retention.NEVER_BEGUN_SECONDS": Told(
            "that a table is kept where no match began", "s", "table", "it is deleted"
        ),
        "live.retention.UNFINISHED_SECONDS": Told(
            "that a table is kept whose match was not finished", "s", "table", "it is deleted"
        ),
        "live.retention.FOLDED": Told(
            "entries of a log before the first match", "", "table", "they become one"
        ),
        "live.retention.AT_ONCE": Told("old tables closed, and deleted", "", "hour"),
        "tables.sealing.REVEAL_SECONDS": Told(
            "that a pack waits for its players' secrets", "s", "pack", "it is made without"
        ),
        "tables.broadcast.MOMENTS": Told(
            "changes kept for those who look over a shoulder", "", "table", "the oldest go"
        ),
        "live.lobby.SHOWN_OUT": Told("people sent away for good", "", "table"),
        "live.live_table.AWAY_SECONDS": Told(
            "without a line before one counts as away", "s", "person", "a bot may stand in"
        ),
        "live.live_table.ONLOOKERS_NAMED": Told(
            "who look on and are named", "", "table", "a number"
        ),
        "tables.clock.ALLOWANCE": Told("given with each action for the way", "s", "action"),
        "tables.clock.TO_GO_ON": Told("to agree to the next deal", "s", "table", "it begins"),
        "live.queue.KEPT": Told(
            "that a place in the quick match is kept without a line", "s", "person"
        ),
        "live.queue.PARTY_LENGTH": Told("the name of a pair", "characters", "", "wrong-options"),
        "ranking.matchmaking.MIXES_AFTER": Told(
            "before an account also meets guests", "s", "person"
        ),
        "ranking.matchmaking.BOTS_AFTER": Told("before bots take free seats", "s", "person"),
    },
    "Names, talk and texts": {
        "protocol.names.SHORTEST": Told("a name, at least", "characters", "", "bad-name"),
        "protocol.names.LONGEST": Told("a name, at most", "characters", "", "bad-name"),
        "protocol.names.MARKS": Told(
            "marks on a Latin, Greek or Cyrillic letter", "", "letter", "bad-name"
        ),
        "protocol.names.MARKS_ELSEWHERE": Told(
            "marks in every other script", "", "letter", "bad-name"
        ),
        "protocol.chat.TEXT_LENGTH": Told("something said", "characters", "", "too-large"),
        "protocol.chat.MARKS": Told(
            "combining marks on one letter said", "", "letter", "the rest is cut"
        ),
        "people.reports.TEXT_KEPT": Told(
            "what was told before, where one tells again", "characters", "report", "the rest is cut"
        ),
        "people.reports.TALK_KEPT": Told(
            "sayings kept with a report", "", "report", "the middle goes"
        ),
        "protocol.chat.LINES": Told("lines of a report", "", "report", "the rest is cut"),
        "live.live_table.TALK_KEPT": Told(
            "sayings kept for a report", "", "table", "the oldest go"
        ),
        "people.moderation.TEXT_LENGTH": Told("a report, a reason", "characters", "", "malformed"),
        "people.accounts.SETTINGS_BYTES": Told("settings", "bytes", "person", "too-large"),
        "people.accounts.AGENT_LENGTH": Told(
            "what is kept of a browser's name", "characters", "session"
        ),
        "people.accounts.NOTICES": Told(
            "notices of a new session or password", "", "account", "the oldest go"
        ),
    },
    "Bots and hints": {
        "live.bot_workers.MOST_HINTS": Told(
            "hints that wait for a worker", "", "server", "helper-busy"
        ),
        "live.bot_workers.HINT_PATIENCE": Told(
            "that a hint waits for one", "s", "hint", "helper-busy"
        ),
        "live.bot_pace.BEAT": Told("of the beat on which bots act", "s", "turn", "", "--bot-pace"),
        "live.bot_pace.LONGEST": Told("that a bot without a choice waits", "s", "turn", "it acts"),
    },
    "Lists": {
        "http.api.tables.LISTED": Told("open tables", "", "list"),
        "http.api.ratings.LISTED": Told("people on a leaderboard", "", "list"),
        "http.api.ratings.POINTS": Told("points of a plot", "", "profile"),
        "http.api.ratings.MATCHES": Told("matches", "", "profile"),
        "people.accounts.FOUND": Told("people found by name", "", "search"),
        "people.reports.ROWS": Told("reports", "", "page"),
        "people.reports.GROUPS": Told("people whom open reports are about", "", "page"),
        "people.reports.SHOWN": Told("reports about one of them, told at once", "", "person"),
        "people.moderation.ROWS": Told("rows of an admin's list", "", "page"),
    },
    "Times": {
        "people.accounts.SESSION_SECONDS": Told(
            "a guest's session unused", "s", "session", "guest gone"
        ),
        "people.accounts.ACCOUNT_SECONDS": Told(
            "an account's session unused", "s", "session", "it ends"
        ),
        "people.accounts.GIVEN_SECONDS": Told(
            "logins with a password that an admin gave", "s", "account", "password-expired"
        ),
        "people.accounts.NOTICE_SECONDS": Told(
            "notice of a new session or password", "s", "account"
        ),
        "people.devices.LASTS": Told("that a browser is known by its account", "s", "browser"),
        "storage.store.BUSY_SECONDS": Told(
            "that another process may hold the file", "s", "write", "server-busy"
        ),
        "http.enforcement.PERIOD": Told(
            "until a ban made on the machine reaches a socket", "s", ""
        ),
        "ops.drain.PATIENCE": Told("for deals under way when a server closes", "s", "server"),
        "ops.backup.EVERY": Told("between copies", "min", "server", "", "--backup-every"),
        "ops.backup.KEEP": Told("copies kept", "", "server", "the oldest go", "--backup-keep"),
        "http.api.health.DISK_LEAST": Told("that should be free on disk", "bytes", "server", "red"),
        "storage.trusted_time.JUMP_SECONDS": Told(
            "a leap of the clock that is doubted", "s", "server"
        ),
        "storage.trusted_time.HOLD_SECONDS": Told(
            "until a clock in doubt is believed", "s", "server"
        ),
    },
}
"""What is told, by heading."""
NO_LIMITS: Final = """
    http.api.pages.STATUS_TOO_MANY http.api.ratings.CANDIDATES http.api.tables.PICTURES_KEPT
    http.pages.CARDS_KEPT http.security.YEAR http.websocket.TRY_LATER http.websocket.WHO_ARE_YOU
    live.background_jobs.PRIORITY live.bot_pace.KEPT live.bot_workers.WORKERS
    live.command_handler.MOST_BEATS live.daily.SEAT live.daily.STARS live.lobby.CODE_DRAWS
    live.lobby.CODE_LENGTH live.lobby.ID_BYTES live.lobby.SWEEP_SECONDS live.lobby.SWEPT_AT_ONCE
    live.queue.EVERY live.queue.PARTY live.queue.TOLD_EVERY live.queue.WAITS_KEPT
    live.records.KEEP_EVERY live.records.KEPT live.records.KEPT_AT_ONCE live.retention.DAY
    live.retention.FOLD_EVERY live.retention.HOUR live.retention.OWED_AT_ONCE
    live.retention.OWED_SECONDS live.retention.RUN_EVERY ops.backup.LOOK_EVERY ops.drain.LOOK_EVERY
    people.accounts.DAY people.accounts.REMEMBERED people.accounts.SECRET_BYTES
    people.accounts.SEEN_SECONDS people.accounts.TRUSTED_SECONDS people.moderation.BELIEVED_SECONDS
    people.moderation.PASSWORD_BYTES people.privacy.AT_ONCE people.privacy.TRIES
    protocol.names.PROTOTYPES_KEPT protocol.table_settings.POINTS_OF_A_DEAL
    ranking.matchmaking.LOOKED_AT ranking.matchmaking.WAITS_NEEDED
    ranking.matchmaking.WAITS_QUANTILE ranking.matchmaking.WIDER ranking.matchmaking.WINDOW
    ranking.ratings.DAY ranking.ratings.DRIFT ranking.ratings.LEAST_NOISE ranking.ratings.NORMAL_95
    ranking.ratings.ODDS_OF_E ranking.ratings.PROVISIONAL ranking.ratings.START ranking.ratings.SURE
    ranking.ratings.UNSURE ranking.ratings.UNSURE_ODDS runtime.garbage.PAUSE runtime.garbage.QUIET
    runtime.garbage.YOUNG runtime.rate_limits.HOUSEHOLD_BITS runtime.rate_limits.SITE_BITS
    runtime.rate_limits.SITE_SHARE runtime.security_log.DAY runtime.security_log.DIGITS
    runtime.supervision.BACKOFF_FIRST runtime.supervision.BACKOFF_MOST
    runtime.supervision.LOOK_AGAIN runtime.supervision.LOOK_EVERY runtime.supervision.OVERDUE_LEAST
    runtime.supervision.OVERDUE_PERIODS runtime.supervision.TABLE_BACKOFF_MOST runtime.watchdog.BEAT
    runtime.watchdog.CALLS runtime.watchdog.KEPT runtime.watchdog.TOO_LONG runtime.watchdog.WARM_UP
    runtime.watchdog.WORTH_A_LINE storage.schema.SMALL storage.schema.VERSION storage.store.BATCH
    storage.store.LAST storage.store.PATIENCE storage.trusted_time.DAY
    storage.trusted_time.GRACE_SECONDS tables.event_versions.VERSION
"""
"""Numbers that limit nobody: units, paces, formats, weights."""


# --- what there is --------------------------------------------------------------------------------


@cache
def constants() -> dict[str, float]:
    """Every number that a module of the server names, by `module.NAME`."""
    found = {}
    for path in sorted(SERVER.rglob("*.py")):
        module = ".".join(path.relative_to(SERVER).with_suffix("").parts).removesuffix(".__init__")
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


def untold() -> set[str]:
    """Constants that are neither told nor known to be no limit, and names of none."""
    told = {name for section in SECTIONS.values() for name in section}
    return set(constants()) ^ (told | set(NO_LIMITS.split()))


# --- the page -------------------------------------------------------------------------------------

HEAD: Final = """\
# Limits

Every limit of the server, made from the code by `tools/limits.py`.
Beyond a limit the answer is a code and a sentence, and nothing is lost; whoever waits may go on.

Counted *by address* is what comes from one IPv4 address, or from one IPv6 network of 64 bits; a
network of 48 bits may do ten times as much.
Counted *by person* is what somebody does on all browsers and sockets together, guest or account.
Counted *by table* is what all do at one table, from whatever network.

A rate is a token bucket: so many at once, and one more every so many seconds.
A quota is what may be open or under way at the same time.
Whoever keeps a server changes each by its name, as often as needed:

```sh
rebelote serve --limit person.talk=10/1 --limit address.logins=20
```

Other limits are constants in the code; the last column names them.

`--uncounted 192.168.1.0/24` counts nothing from a network that one knows, as a club's own.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD, _rates(), _quotas(), *map(_section, SECTIONS)]
    return "\n".join(parts)


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
    rows = ["## Rates", "", "| name | counts | at once | one more every |", "|---|---|--:|--:|"]
    codes: OrderedDict[str, list[str]] = OrderedDict({"too-many": []})
    for name, row in sorted(rate_limits.rows().items()):
        if isinstance(row, rate_limits.Rate):
            rows.append(f"| `{name}` | {row.of} | {_number(row.most)} | {_seconds(row.seconds)} |")
            codes.setdefault(row.code, []).append(f"`{name}`")
    usual = f"Beyond, one is told {_beyond(codes.popitem(last=False)[0])}"
    others = (f"{', '.join(names)}: {_beyond(code)}" for code, names in codes.items())
    return "\n".join([*rows, "", usual, *others, ""])


def _seconds(seconds: float) -> str:
    return f"{_number(seconds)} s" if seconds >= 1 else f"1/{_number(1 / seconds)} s"


def _quotas() -> str:
    rows = ["## Quotas", "", "| name | counts | most | beyond |", "|---|---|--:|---|"]
    for name, row in sorted(rate_limits.rows().items()):
        if isinstance(row, rate_limits.Quota):
            rows.append(f"| `{name}` | {row.of} | {_number(row.most)} | {_beyond(row.code)} |")
    return "\n".join([*rows, ""])


def _section(heading: str) -> str:
    """The constants under a heading."""
    rows = [f"## {heading}", "", "| what | most | for each | beyond | changed by |"]
    rows.append("|---|--:|---|---|---|")
    for name, told in SECTIONS[heading].items():
        value = _value(constants()[name], told.unit)
        how = f"`serve {told.option}`" if told.option else f"`server.{name}`"
        rows.append(f"| {told.what} | {value} | {told.by} | {_beyond(told.beyond)} | {how} |")
    return "\n".join([*rows, ""])


def main() -> int:
    """Write the page, or say whether it is out of date."""
    if unknown := untold():
        print(f"say in tools/limits.py whether these are limits: {sorted(unknown)}")
        return 1
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif not PAGE.is_file() or PAGE.read_text("utf-8") != page():
        print("docs/limits.md is out of date: python tools/limits.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
