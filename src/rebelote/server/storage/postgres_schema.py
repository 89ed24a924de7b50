"""The schema in PostgreSQL: as SQLite's of version 20, and every later step in the same words.

`VERSION_20` and the later steps of `server.storage.schema` are written as SQLite has them;
`in_postgres` puts the few types that PostgreSQL calls otherwise. Triggers are PostgreSQL's own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rebelote.server.storage import schema

if TYPE_CHECKING:
    from asyncpg import Connection

FIRST: Final = 20
"""The version with which a database in PostgreSQL begins."""
_LOCK: Final = 0x7265_6265_6C6F_7465
"""The advisory lock that is held while the schema changes."""

VERSION_20: Final = """
CREATE TABLE tables (
  id TEXT PRIMARY KEY, created REAL NOT NULL, facts BLOB NOT NULL, code TEXT,
  stage TEXT NOT NULL DEFAULT 'new', used REAL NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX tables_by_code ON tables (code);
CREATE INDEX tables_by_stage ON tables (stage, used);
CREATE TABLE log (
  table_id TEXT NOT NULL, seq INTEGER NOT NULL, client_id TEXT, entry BLOB NOT NULL,
  PRIMARY KEY (table_id, seq), UNIQUE (table_id, client_id)
);
CREATE TABLE people (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL, seen REAL NOT NULL,
  account_name TEXT UNIQUE, password TEXT, settings TEXT NOT NULL DEFAULT '{}',
  role TEXT NOT NULL DEFAULT '', skeleton TEXT, account_since REAL, password_until REAL
);
CREATE UNIQUE INDEX people_by_skeleton ON people (skeleton);
CREATE TABLE sessions (
  mark TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL, created REAL NOT NULL,
  seen REAL NOT NULL, agent TEXT NOT NULL, told REAL NOT NULL DEFAULT 0
);
CREATE INDEX sessions_by_person ON sessions (person);
CREATE TABLE relations (
  person TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, since REAL NOT NULL,
  PRIMARY KEY (person, other, kind)
);
CREATE INDEX relations_by_other ON relations (other, kind);
CREATE TABLE seated (
  person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)
);
CREATE TABLE played (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,
  bot TEXT, preset TEXT NOT NULL, ended REAL NOT NULL, rated BOOLEAN NOT NULL,
  won BOOLEAN NOT NULL, marks INTEGER NOT NULL, others INTEGER NOT NULL, mu REAL, sigma REAL,
  PRIMARY KEY (table_id, version, seat)
);
CREATE INDEX played_by_person ON played (person, ended);
CREATE TABLE ratings (
  person TEXT NOT NULL, preset TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
  matches INTEGER NOT NULL, changed REAL NOT NULL, PRIMARY KEY (person, preset)
);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE reports (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, by TEXT NOT NULL, against TEXT NOT NULL,
  table_id TEXT NOT NULL, version INTEGER NOT NULL, reason TEXT NOT NULL, text TEXT NOT NULL,
  talk TEXT NOT NULL, settled REAL, settled_by TEXT, outcome TEXT,
  times INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX reports_waiting ON reports (against, id) WHERE settled IS NULL;
CREATE INDEX reports_by_person ON reports (by);
CREATE TABLE sanctions (
  id INTEGER PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL,
  by TEXT NOT NULL, since REAL NOT NULL, until REAL, lifted REAL, lifted_by TEXT
);
CREATE INDEX sanctions_by_person ON sanctions (person);
CREATE TABLE audit (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, by TEXT NOT NULL, act TEXT NOT NULL,
  about TEXT NOT NULL, facts TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE pending_results (table_id TEXT PRIMARY KEY);
CREATE TABLE trusted_time (
  id INTEGER PRIMARY KEY CHECK (id = 1), latest REAL NOT NULL, jumps TEXT NOT NULL
);
CREATE TABLE removed_spectators (
  table_id TEXT NOT NULL, person TEXT NOT NULL, since REAL NOT NULL, PRIMARY KEY (table_id, person)
);
CREATE INDEX removed_spectators_by_person ON removed_spectators (person);
CREATE TABLE notices (
  id INTEGER PRIMARY KEY, person TEXT NOT NULL, at REAL NOT NULL, what TEXT NOT NULL,
  session TEXT NOT NULL
);
CREATE INDEX notices_by_person ON notices (person);
CREATE TABLE match_records (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, text TEXT, PRIMARY KEY (table_id, version)
);
CREATE INDEX match_records_due ON match_records (table_id) WHERE text IS NULL;
CREATE TABLE recovery_codes (digest TEXT PRIMARY KEY, person TEXT NOT NULL);
CREATE INDEX recovery_codes_by_person ON recovery_codes (person);
CREATE TABLE push_subscriptions (
  endpoint TEXT PRIMARY KEY, person TEXT NOT NULL, session TEXT NOT NULL, point BLOB NOT NULL,
  secret BLOB NOT NULL, language TEXT NOT NULL, since REAL NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session);
CREATE TABLE turn_notifications (
  table_id TEXT NOT NULL, person TEXT NOT NULL, sent REAL NOT NULL, reminds BOOLEAN NOT NULL,
  PRIMARY KEY (table_id, person)
);
CREATE INDEX turn_notifications_by_person ON turn_notifications (person);
CREATE INDEX turn_notifications_waiting ON turn_notifications (sent) WHERE reminds;
CREATE TABLE offline_matches (
  person TEXT NOT NULL, digest TEXT NOT NULL, handed_in REAL NOT NULL, preset TEXT NOT NULL,
  seat INTEGER NOT NULL, won BOOLEAN NOT NULL, marks INTEGER NOT NULL, others INTEGER NOT NULL,
  record TEXT NOT NULL, PRIMARY KEY (person, digest)
);
CREATE TABLE email_addresses (
  person TEXT PRIMARY KEY, address TEXT NOT NULL, confirmed REAL NOT NULL
);
CREATE INDEX email_addresses_by_address ON email_addresses (address);
CREATE TABLE mail_links (
  digest TEXT PRIMARY KEY, person TEXT NOT NULL, purpose TEXT NOT NULL, address TEXT NOT NULL,
  expires REAL NOT NULL
);
CREATE INDEX mail_links_by_person ON mail_links (person);
CREATE TABLE daily (
  date TEXT NOT NULL, preset TEXT NOT NULL, person TEXT NOT NULL, table_id TEXT NOT NULL UNIQUE,
  line BLOB, counts BOOLEAN NOT NULL DEFAULT FALSE, PRIMARY KEY (date, preset, person)
);
"""

TRIGGERS: Final = """
CREATE FUNCTION seats_are_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seated
  SELECT DISTINCT seat ->> 'person', NEW.table_id
  FROM json_array_elements(convert_from(NEW.entry, 'UTF8')::json -> 'seats') AS seat
  WHERE seat ->> 'person' IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER seats_are_written AFTER INSERT ON log FOR EACH ROW
WHEN (position('"seats":'::bytea IN NEW.entry) > 0) EXECUTE FUNCTION seats_are_written();
CREATE FUNCTION records_are_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_records (table_id, version) VALUES (NEW.table_id, NEW.version)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER records_are_due AFTER INSERT ON played
FOR EACH ROW EXECUTE FUNCTION records_are_due();
CREATE FUNCTION push_subscriptions_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE session = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER push_subscriptions_end AFTER DELETE ON sessions
FOR EACH ROW EXECUTE FUNCTION push_subscriptions_end();
"""

_WORDS: Final = (
    (r" WITHOUT ROWID", ""),
    (r"\bBLOB\b", "BYTEA"),
    (r"\bREAL\b", "DOUBLE PRECISION"),
    (r"\bid INTEGER PRIMARY KEY\b", "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
    (r"\bINTEGER\b", "BIGINT"),
    # Sorted by code points, as in SQLite, whatever the database's language.
    (r"(?<!AS )(?<=\w )TEXT\b", 'TEXT COLLATE "C"'),
)
"""What of SQLite's definitions PostgreSQL says otherwise."""


def in_postgres(step: str) -> str:
    """A step of the schema in PostgreSQL's words.

    >>> in_postgres("CREATE TABLE seen (name TEXT NOT NULL, at REAL) WITHOUT ROWID;")
    'CREATE TABLE seen (name TEXT COLLATE "C" NOT NULL, at DOUBLE PRECISION);'
    """
    for word, other in _WORDS:
        step = re.sub(word, other, step)
    return step


async def bring_up_to_date(connection: Connection) -> None:
    """Make the tables, or take the steps that they lack, by one server at a time.

    ValueError for a later Rebelote's database, and for another program's.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)
        found = await _version(connection)
        if found > schema.VERSION:
            raise ValueError(
                f"the database has schema version {found}; this Rebelote knows only "
                f"{schema.VERSION}: serve it with the later Rebelote that wrote it"
            )
        if not found:
            await connection.execute(in_postgres(VERSION_20) + TRIGGERS)
        for step in schema.STEPS[max(found, FIRST) :]:
            await connection.execute(in_postgres(step))
        if found != schema.VERSION:
            await connection.execute("DELETE FROM schema_version")
            await connection.execute("INSERT INTO schema_version VALUES ($1)", schema.VERSION)


async def _version(connection: Connection) -> int:
    """The version of the schema; 0 where there is none yet."""
    if await connection.fetchval("SELECT to_regclass('schema_version') IS NULL"):
        if await connection.fetchval("SELECT coalesce(to_regclass('log'), to_regclass('tables'))"):
            raise ValueError("the database holds tables of another program: make one for Rebelote")
        await connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
        return 0
    version: int = await connection.fetchval("SELECT version FROM schema_version")
    return version
