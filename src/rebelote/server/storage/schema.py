"""The schema of the database, and the migrations of older files.

`STEPS[n]` turns a file of version n into one of version n + 1 (`PRAGMA user_version`); a step that
has been released is never changed. Times are seconds since 1970.

Steps from version 20 on are taken by PostgreSQL too (`server.storage.postgres_schema`): they are in
words that both databases know, but for those types that are put otherwise there. Truth columns are
BOOLEAN.
"""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Final

from rebelote.server.protocol import names

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, created REAL NOT NULL, facts BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS log (
  table_id TEXT NOT NULL, seq INTEGER NOT NULL, client_id TEXT, entry BLOB NOT NULL,
  PRIMARY KEY (table_id, seq), UNIQUE (table_id, client_id)
) WITHOUT ROWID;
"""

_PEOPLE: Final = """
-- What others call a table until it is closed; freed with NULL.
ALTER TABLE tables ADD COLUMN code TEXT;
CREATE UNIQUE INDEX tables_by_code ON tables (code);

-- A guest has no account_name and no password. `account_name` is casefolded.
CREATE TABLE people (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL, seen REAL NOT NULL,
  account_name TEXT UNIQUE, password TEXT, email TEXT,
  settings TEXT NOT NULL DEFAULT '{}', role TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
-- `mark` is the digest of the cookie, `id` what a list of sessions calls it.
CREATE TABLE sessions (
  mark TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL,
  created REAL NOT NULL, seen REAL NOT NULL, agent TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_person ON sessions (person);
-- kind: friend, mute (hear nothing of them) or block (nor meet them).
CREATE TABLE circle (
  person TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, since REAL NOT NULL,
  PRIMARY KEY (person, other, kind)
) WITHOUT ROWID;
CREATE INDEX circle_by_other ON circle (other, kind);
-- Who has ever sat at which table: kept by itself, whatever writes to the log.
CREATE TABLE seated (
  person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
CREATE TRIGGER seats_are_written AFTER INSERT ON log
WHEN instr(NEW.entry, CAST('"seats":' AS BLOB))
BEGIN
  INSERT OR IGNORE INTO seated
  SELECT json_extract(value, '$.person'), NEW.table_id
  FROM json_each(CAST(NEW.entry AS TEXT), '$.seats')
  WHERE json_extract(value, '$.person') IS NOT NULL;
END;

-- One row for each seat in each match that ended; `version`: that with which the match began.
-- `person` is empty for a bot; `bot` is the level of the one that sat there at the end.
CREATE TABLE played (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,
  bot TEXT, preset TEXT NOT NULL, ended REAL NOT NULL, rated INTEGER NOT NULL,
  won INTEGER NOT NULL, marks INTEGER NOT NULL, others INTEGER NOT NULL, mu REAL, sigma REAL,
  PRIMARY KEY (table_id, version, seat)
) WITHOUT ROWID;
CREATE INDEX played_by_person ON played (person, ended);
CREATE TABLE ratings (
  person TEXT NOT NULL, preset TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
  matches INTEGER NOT NULL, changed REAL NOT NULL, PRIMARY KEY (person, preset)
) WITHOUT ROWID;
CREATE TABLE daily (
  date TEXT NOT NULL, person TEXT NOT NULL, table_id TEXT NOT NULL UNIQUE, line BLOB,
  PRIMARY KEY (date, person)
) WITHOUT ROWID;
-- What only the server knows, by name: `daily` makes the deals of the days.
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

-- `talk`: what was said of late at the table, as JSON.
CREATE TABLE reports (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, by TEXT NOT NULL, against TEXT NOT NULL,
  table_id TEXT NOT NULL, version INTEGER NOT NULL, reason TEXT NOT NULL, text TEXT NOT NULL,
  talk TEXT NOT NULL, settled REAL, settled_by TEXT, outcome TEXT
);
-- kind: mute or ban. `lifted` is when somebody took it back.
CREATE TABLE measures (
  id INTEGER PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL,
  by TEXT NOT NULL, since REAL NOT NULL, until REAL, lifted REAL, lifted_by TEXT
);
CREATE INDEX measures_by_person ON measures (person);
CREATE TABLE audit (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, by TEXT NOT NULL, act TEXT NOT NULL,
  about TEXT NOT NULL, detail TEXT NOT NULL
);
"""

_UNTOLD: Final = """
-- Where a match has ended whose results are not written yet; here since its last entry was.
CREATE TABLE untold (table_id TEXT PRIMARY KEY) WITHOUT ROWID;
"""

_TRUSTED_TIME: Final = """
-- The latest time that was trusted, and the jumps of the clock since (server.trusted_time).
CREATE TABLE trusted_time (
  id INTEGER PRIMARY KEY CHECK (id = 1), latest REAL NOT NULL, jumps TEXT NOT NULL
);
INSERT INTO trusted_time
SELECT 1, max(seen), '[]' FROM (SELECT seen FROM sessions UNION ALL SELECT seen FROM people)
HAVING max(seen) IS NOT NULL;
"""

_SHOWN_OUT: Final = """
-- Whom a host has sent away from a table, not to come back.
CREATE TABLE shown_out (
  table_id TEXT NOT NULL, person TEXT NOT NULL, since REAL NOT NULL, PRIMARY KEY (table_id, person)
) WITHOUT ROWID;
CREATE INDEX shown_out_by_person ON shown_out (person);
"""

_LOOK_ALIKES: Final = """
-- What names have in common that look alike (server.names); of several older accounts the first one
-- has it.
ALTER TABLE people ADD COLUMN skeleton TEXT;
UPDATE people SET skeleton = shown.skeleton FROM (
  SELECT id, name_skeleton(name) AS skeleton,
    row_number() OVER (PARTITION BY name_skeleton(name) ORDER BY created, id) AS place
  FROM people WHERE account_name IS NOT NULL
) AS shown WHERE shown.id = people.id AND place = 1 AND shown.skeleton <> '';
CREATE UNIQUE INDEX people_by_skeleton ON people (skeleton);
"""

_NO_EMAIL: Final = """
UPDATE people SET email = NULL;
ALTER TABLE people DROP COLUMN email;
"""

_AUDIT_IS_DATA: Final = """
-- What an act was beside who, what and about whom, as JSON (forms.Facts); it was prose before.
ALTER TABLE audit ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';
UPDATE audit SET facts = json_object(
  'hours', CASE WHEN detail LIKE 'until lifted: %' THEN NULL ELSE CAST(detail AS REAL) END,
  'reason', substr(detail, instr(detail, ': ') + 2)
) WHERE act IN ('mute', 'ban');
UPDATE audit SET act = 'lift', facts = json_object(
  'measure', CAST(substr(detail, 9) AS INTEGER), 'kind', substr(act, 6)
) WHERE act IN ('lift mute', 'lift ban');
UPDATE audit SET facts = json_object('role', replace(detail, 'none', '')) WHERE act = 'role';
UPDATE audit SET facts = json_object(
  'report', CAST(substr(detail, 8) AS INTEGER), 'outcome', substr(detail, instr(detail, ': ') + 2)
) WHERE act IN ('settle', 'reopen');
ALTER TABLE audit DROP COLUMN detail;
"""

_COUNTED_DAILY: Final = """
-- `account_since`: when the account was made; of an older one, when its guest first came.
ALTER TABLE people ADD COLUMN account_since REAL;
UPDATE people SET account_since = created WHERE account_name IS NOT NULL;
-- `counts`: the line stands in the field, for who played had had an account before the day began.
ALTER TABLE daily ADD COLUMN counts INTEGER NOT NULL DEFAULT 0;
UPDATE daily SET counts = 1
WHERE person IN (SELECT id FROM people WHERE account_name IS NOT NULL);
"""

_STAGES: Final = """
-- stage: new (no match has begun), playing, rated (playing a match that counts) or over.
ALTER TABLE tables ADD COLUMN stage TEXT NOT NULL DEFAULT 'new';
-- used: when somebody was last there, as the trusted time had it, give or take an hour.
ALTER TABLE tables ADD COLUMN used REAL NOT NULL DEFAULT 0;
UPDATE tables SET used = max(created, coalesce((SELECT latest FROM trusted_time), 0));
CREATE TEMP TABLE last_begun AS
SELECT table_id, max(seq) AS seq FROM log
WHERE instr(entry, CAST('"log":"started"' AS BLOB)) GROUP BY table_id;
UPDATE tables SET stage = CASE
  WHEN EXISTS (SELECT 1 FROM untold WHERE table_id = tables.id) THEN 'over'
  WHEN EXISTS (
    SELECT 1 FROM played JOIN last_begun USING (table_id)
    WHERE played.table_id = tables.id AND played.version = last_begun.seq
  ) THEN 'over'
  WHEN json_extract(CAST(facts AS TEXT), '$.rated') THEN 'rated'
  ELSE 'playing' END
WHERE id IN (SELECT table_id FROM last_begun);
DROP TABLE last_begun;
CREATE INDEX tables_by_stage ON tables (stage, used);
"""

_REPORTS_IN_GROUPS: Final = """
-- `times`: how often one person told of another while the report was open.
ALTER TABLE reports ADD COLUMN times INTEGER NOT NULL DEFAULT 1;
CREATE INDEX reports_waiting ON reports (against, id) WHERE settled IS NULL;
CREATE INDEX reports_by_person ON reports (by);
"""

_SECURITY_NOTICES: Final = """
-- What the holder of an account is told of it: a new session, another password. `session`: by which
-- it was done, empty where an admin did it.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY, person TEXT NOT NULL, at REAL NOT NULL, what TEXT NOT NULL,
  session TEXT NOT NULL
);
CREATE INDEX notices_by_person ON notices (person);
-- told: when the last notice was written that was dismissed in this session.
ALTER TABLE sessions ADD COLUMN told REAL NOT NULL DEFAULT 0;
"""

_GIVEN_PASSWORDS: Final = """
-- password_until: until when a password opens a session that an admin has given; else NULL.
ALTER TABLE people ADD COLUMN password_until REAL;
"""

_MATCH_RECORDS: Final = """
-- The record of each match that has ended (docs/notation.md), which stays when its log cannot be
-- read; without the names of people. `version`: as in `played`. NULL until it is written out.
CREATE TABLE match_records (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, text TEXT, PRIMARY KEY (table_id, version)
);
CREATE INDEX match_records_due ON match_records (table_id) WHERE text IS NULL;
CREATE TRIGGER records_are_due AFTER INSERT ON played BEGIN
  INSERT OR IGNORE INTO match_records (table_id, version) VALUES (NEW.table_id, NEW.version);
END;
INSERT OR IGNORE INTO match_records (table_id, version)
SELECT table_id, version FROM played WHERE table_id IN (SELECT id FROM tables);
"""

_PLAIN_NAMES: Final = """
-- Tables under the names that moderation, matchmaking and social software use.
ALTER TABLE measures RENAME TO sanctions;
ALTER TABLE untold RENAME TO pending_results;
ALTER TABLE circle RENAME TO relations;
ALTER TABLE shown_out RENAME TO removed_spectators;
DROP INDEX measures_by_person;
DROP INDEX circle_by_other;
DROP INDEX shown_out_by_person;
CREATE INDEX sanctions_by_person ON sanctions (person);
CREATE INDEX relations_by_other ON relations (other, kind);
CREATE INDEX removed_spectators_by_person ON removed_spectators (person);
"""

_RECOVERY_CODES: Final = """
-- What is kept of the recovery codes that accounts have not used: digests.
CREATE TABLE recovery_codes (digest TEXT PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX recovery_codes_by_person ON recovery_codes (person);
"""

_WEB_PUSH: Final = """
-- Browsers that are notified (RFC 8030): `point` and `secret` are theirs, for encryption. They end
-- with their session. `failures`: deliveries that failed, in a row.
CREATE TABLE push_subscriptions (
  endpoint TEXT PRIMARY KEY, person TEXT NOT NULL, session TEXT NOT NULL, point BLOB NOT NULL,
  secret BLOB NOT NULL, language TEXT NOT NULL, since REAL NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session);
CREATE TRIGGER push_subscriptions_end AFTER DELETE ON sessions BEGIN
  DELETE FROM push_subscriptions WHERE session = OLD.id;
END;
-- Who has been notified at which table since they were there last; `reminds`: once more, later.
CREATE TABLE turn_notifications (
  table_id TEXT NOT NULL, person TEXT NOT NULL, sent REAL NOT NULL, reminds INTEGER NOT NULL,
  PRIMARY KEY (table_id, person)
) WITHOUT ROWID;
CREATE INDEX turn_notifications_by_person ON turn_notifications (person);
CREATE INDEX turn_notifications_waiting ON turn_notifications (sent) WHERE reminds;
"""

_OFFLINE_MATCHES: Final = """
-- Matches that were played without a network and handed in, told to their player alone. `digest`:
-- SHA-256 of the record, which has no name of a person; `seat`: the player's.
CREATE TABLE offline_matches (
  person TEXT NOT NULL, digest TEXT NOT NULL, handed_in REAL NOT NULL, preset TEXT NOT NULL,
  seat INTEGER NOT NULL, won INTEGER NOT NULL, marks INTEGER NOT NULL, others INTEGER NOT NULL,
  record TEXT NOT NULL, PRIMARY KEY (person, digest)
) WITHOUT ROWID;
"""

_EMAIL_ADDRESSES: Final = """
-- Confirmed addresses of accounts, where their holders gave one and mail is configured.
CREATE TABLE email_addresses (
  person TEXT PRIMARY KEY, address TEXT NOT NULL COLLATE NOCASE, confirmed REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX email_addresses_by_address ON email_addresses (address);
-- Digests of links that were mailed; purpose: confirm (an address) or reset (a password).
CREATE TABLE mail_links (
  digest TEXT PRIMARY KEY, person TEXT NOT NULL, purpose TEXT NOT NULL, address TEXT NOT NULL,
  expires REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX mail_links_by_person ON mail_links (person);
"""

_DAILY_BY_GAME: Final = """
-- A deal of the day for each of several games: `preset`.
ALTER TABLE daily RENAME TO daily_of_one_game;
CREATE TABLE daily (
  date TEXT NOT NULL, preset TEXT NOT NULL, person TEXT NOT NULL, table_id TEXT NOT NULL UNIQUE,
  line BLOB, counts INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (date, preset, person)
) WITHOUT ROWID;
INSERT INTO daily (date, preset, person, table_id, line, counts)
SELECT date, 'french', person, table_id, line, counts FROM daily_of_one_game;
DROP TABLE daily_of_one_game;
"""

_PACKED_MATCHES: Final = """
-- Lines of finished matches, compressed (server.storage.packed_lines), that are in `log` no more.
CREATE TABLE packed_matches (
  table_id TEXT NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL,
  lines BLOB NOT NULL, client_ids BLOB NOT NULL, PRIMARY KEY (table_id, first_seq)
);
-- pack_due: the lines of the match are still to be packed, or looked at and left.
ALTER TABLE match_records ADD COLUMN pack_due BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX match_records_to_pack ON match_records (table_id, version) WHERE pack_due;
"""

_LOWER_ADDRESSES: Final = """
-- Addresses are compared without case by `lower`, which every database knows.
DROP INDEX email_addresses_by_address;
CREATE INDEX email_addresses_by_address ON email_addresses (lower(address));
"""

_MATCH_CLAIMS: Final = """
-- Whom the quick match of one of several nodes has just given a table: no other gives them one.
CREATE TABLE match_claims (person TEXT PRIMARY KEY, since REAL NOT NULL) WITHOUT ROWID;
"""

_DEAL_REVIEWS: Final = """
-- Reviews of deals, as JSON (analysis.report); of another `revision` they are made anew.
CREATE TABLE deal_reviews (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, deal INTEGER NOT NULL,
  revision INTEGER NOT NULL, report BLOB NOT NULL, PRIMARY KEY (table_id, version, deal)
);
"""

_MATCH_NOTES: Final = """
-- What somebody keeps of a match that they played, for themselves. `version`: as in `played`.
CREATE TABLE match_notes (
  person TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL,
  starred BOOLEAN NOT NULL, note TEXT NOT NULL, PRIMARY KEY (person, table_id, version)
) WITHOUT ROWID;
"""

_PRACTICE_POSITIONS: Final = """
-- Errors that people made in matches that have ended, to be practised. `version`: as in `played`;
-- `step`: so many actions of the deal were done before; `decision`: as in its review, in JSON.
-- `due`: when it is asked again; `schedule`: the state of FSRS, empty before the first answer.
CREATE TABLE practice_positions (
  person TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL, deal INTEGER NOT NULL,
  step INTEGER NOT NULL, decisive BOOLEAN NOT NULL, loss REAL NOT NULL, decision BLOB NOT NULL,
  due REAL NOT NULL, schedule TEXT NOT NULL, PRIMARY KEY (person, table_id, version, deal, step)
) WITHOUT ROWID;
CREATE INDEX practice_positions_due ON practice_positions (person, due);
CREATE INDEX practice_positions_by_table ON practice_positions (table_id);
"""

_MATCH_STATISTICS: Final = """
-- What the matches that people have played to their end add to their statistics
-- (analysis.statistics), as JSON. `version`: as in `played`.
CREATE TABLE match_statistics (
  person TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL, preset TEXT NOT NULL,
  ended REAL NOT NULL, tallies TEXT NOT NULL, PRIMARY KEY (person, table_id, version)
) WITHOUT ROWID;
CREATE INDEX match_statistics_latest ON match_statistics (person, preset, ended);
-- statistics_due: how often a match or a review of its deals came since it was counted.
ALTER TABLE match_records ADD COLUMN statistics_due INTEGER NOT NULL DEFAULT 1;
CREATE INDEX match_records_to_count ON match_records (table_id, version) WHERE statistics_due > 0;
-- shows: the parts of their statistics that people show on their profiles, between blanks.
ALTER TABLE people ADD COLUMN shows TEXT NOT NULL DEFAULT '';
"""

_PUZZLES: Final = """
-- Answers to the puzzles of the days: the first of each person. `rated`: given on its day.
CREATE TABLE puzzle_answers (
  person TEXT NOT NULL, puzzle TEXT NOT NULL, day TEXT NOT NULL, choice TEXT NOT NULL,
  correct BOOLEAN NOT NULL, rated BOOLEAN NOT NULL, at REAL NOT NULL, PRIMARY KEY (person, puzzle)
) WITHOUT ROWID;
CREATE INDEX puzzle_answers_by_puzzle ON puzzle_answers (puzzle);
-- Ratings of people among puzzles, and of puzzles, as `puzzle:` and their id.
CREATE TABLE puzzle_ratings (
  person TEXT NOT NULL PRIMARY KEY, mu REAL NOT NULL, sigma REAL NOT NULL,
  answers INTEGER NOT NULL, changed REAL NOT NULL
) WITHOUT ROWID;
"""

_FAIRNESS_MONTHS: Final = """
-- Fairness in figures, by month as YYYY-MM: so many matches, of which the last ended at `until`.
-- `counted`: analysis.fairness.Counted, a list; `report`: what is told; both in JSON. `written`:
-- when it was counted last.
CREATE TABLE fairness_months (
  month TEXT NOT NULL PRIMARY KEY, matches INTEGER NOT NULL, until REAL NOT NULL,
  written REAL NOT NULL, counted BLOB NOT NULL, report BLOB NOT NULL
) WITHOUT ROWID;
-- fairness_due: whether the match is still to be counted.
ALTER TABLE match_records ADD COLUMN fairness_due BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX match_records_for_fairness ON match_records (table_id, version) WHERE fairness_due;
"""

_SHARED_REPLAYS: Final = """
-- Matches that have ended, looked at by several together; `version`: as in `played`. `touched`:
-- when somebody last came. Lines (server.shared_replays.replay) are only added, but for erasure.
CREATE TABLE shared_replays (
  id TEXT NOT NULL PRIMARY KEY, table_id TEXT NOT NULL, version INTEGER NOT NULL,
  person TEXT NOT NULL, created REAL NOT NULL, touched REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX shared_replays_by_person ON shared_replays (person, created);
CREATE INDEX shared_replays_by_age ON shared_replays (touched);
CREATE TABLE shared_replay_lines (
  replay TEXT NOT NULL, number INTEGER NOT NULL, person TEXT NOT NULL, line TEXT NOT NULL,
  PRIMARY KEY (replay, number)
) WITHOUT ROWID;
CREATE INDEX shared_replay_lines_by_person ON shared_replay_lines (person);
"""

_SHARED_RECORDS: Final = """
-- record: what is looked at where that is no match of this server: a record that was handed in.
ALTER TABLE shared_replays ADD COLUMN record TEXT NOT NULL DEFAULT '';
"""

_PUZZLE_PRESETS: Final = """
-- preset: the game of the puzzle; before there were several, it was the first.
ALTER TABLE puzzle_answers ADD COLUMN preset TEXT NOT NULL DEFAULT 'french';
"""

_ENGLISH_GUESTS: Final = """
-- Names of guests without one are stored in English (i18n.STORED_LANGUAGE); a page stored them in
-- Bulgarian.
UPDATE people SET name = 'Guest ' || substr(name, 6)
WHERE account_name IS NULL AND name <> 'Гост ' AND rtrim(name, '0123456789') = 'Гост ';
"""

_REMOVED_FROM_REPLAYS: Final = """
-- The people whom the one who opened a shared replay has removed from it for good.
CREATE TABLE removed_from_replays (
  replay TEXT NOT NULL, person TEXT NOT NULL, since REAL NOT NULL, PRIMARY KEY (replay, person)
) WITHOUT ROWID;
CREATE INDEX removed_from_replays_by_person ON removed_from_replays (person);
-- replay: the shared replay that a report is about, where that is no table.
ALTER TABLE reports ADD COLUMN replay TEXT NOT NULL DEFAULT '';
"""

_COMPRESSED_OFFLINE_MATCHES: Final = """
-- packed: the record, compressed by zlib; null in older rows, which have it in `record`.
ALTER TABLE offline_matches ADD COLUMN packed BLOB;
CREATE INDEX offline_matches_by_age ON offline_matches (handed_in);
"""

STEPS: Final = (
    _TABLES,
    _PEOPLE,
    _UNTOLD,
    _TRUSTED_TIME,
    _SHOWN_OUT,
    _LOOK_ALIKES,
    _NO_EMAIL,
    _AUDIT_IS_DATA,
    _COUNTED_DAILY,
    _STAGES,
    _REPORTS_IN_GROUPS,
    _SECURITY_NOTICES,
    _GIVEN_PASSWORDS,
    _MATCH_RECORDS,
    _PLAIN_NAMES,
    _RECOVERY_CODES,
    _WEB_PUSH,
    _OFFLINE_MATCHES,
    _EMAIL_ADDRESSES,
    _DAILY_BY_GAME,
    _PACKED_MATCHES,
    _LOWER_ADDRESSES,
    _MATCH_CLAIMS,
    _DEAL_REVIEWS,
    _MATCH_NOTES,
    _PRACTICE_POSITIONS,
    _MATCH_STATISTICS,
    _PUZZLES,
    _FAIRNESS_MONTHS,
    _SHARED_REPLAYS,
    _SHARED_RECORDS,
    _PUZZLE_PRESETS,
    _ENGLISH_GUESTS,
    _REMOVED_FROM_REPLAYS,
    _COMPRESSED_OFFLINE_MATCHES,
)
VERSION: Final = len(STEPS)
SMALL: Final = 64 << 20
"""Bytes of a file that is written anew where what was taken out of it may have left traces."""
_SIZE: Final = ("page_count", "page_size")


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Schema migration: take the steps that a file lacks. ValueError for a later Rebelote's."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > VERSION:
        raise ValueError(f"the schema is of version {found}; this Rebelote knows only {VERSION}")
    connection.create_function("name_skeleton", 1, names.skeleton, deterministic=True)
    for version in range(found, VERSION):
        connection.executescript(
            f"BEGIN;{STEPS[version]};PRAGMA user_version = {version + 1};COMMIT;"
        )
    if 0 < found < VERSION:
        _write_anew(connection)


def _write_anew(connection: sqlite3.Connection) -> None:
    """Leave nothing in free places of a small file of what a step has taken out."""
    pages, size = (connection.execute(f"PRAGMA {what}").fetchone()[0] for what in _SIZE)
    if pages * size <= SMALL:
        with contextlib.suppress(sqlite3.OperationalError):  # another process has it open
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
