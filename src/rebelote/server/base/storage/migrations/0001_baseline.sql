-- The schema of Rebelote 0.2.0, in words that SQLite and PostgreSQL both know but for the types and
-- WITHOUT ROWID, which server.storage.schema translates. Times are seconds since 1970, truth values
-- BOOLEAN. What each database needs besides is in 0001_baseline.sqlite.sql and .postgresql.sql.

-- --- tables and matches ---

-- code: what others call a table until it is closed; freed with NULL.
-- stage: new (no match has begun), playing, rated (playing a match that counts) or over.
-- used: when somebody was last there, as the trusted time had it, give or take an hour.
CREATE TABLE tables (
  id TEXT PRIMARY KEY, created REAL NOT NULL, facts BLOB NOT NULL, code TEXT,
  stage TEXT NOT NULL DEFAULT 'new', used REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE UNIQUE INDEX tables_by_code ON tables (code);
CREATE INDEX tables_by_stage ON tables (stage, used);
-- kind: of an entry that counts beyond its match (server.tables.event_log); of any other NULL.
CREATE TABLE log (
  table_id TEXT NOT NULL, seq INTEGER NOT NULL, client_id TEXT, entry BLOB NOT NULL, kind TEXT,
  PRIMARY KEY (table_id, seq), UNIQUE (table_id, client_id)
) WITHOUT ROWID;
CREATE INDEX log_by_kind ON log (table_id, kind, seq) WHERE kind IS NOT NULL;
-- Lines of finished matches, compressed (server.storage.packed_lines), that are in `log` no more.
CREATE TABLE packed_matches (
  table_id TEXT NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL,
  lines BLOB NOT NULL, client_ids BLOB NOT NULL, PRIMARY KEY (table_id, first_seq)
);
-- Who has ever sat at which table.
CREATE TABLE seated (
  person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
-- Whom a host has sent away from a table for good.
CREATE TABLE removed_spectators (
  table_id TEXT NOT NULL, person TEXT NOT NULL, since REAL NOT NULL, PRIMARY KEY (table_id, person)
) WITHOUT ROWID;
CREATE INDEX removed_spectators_by_person ON removed_spectators (person);
-- Whom the quick match of one of several nodes has just given a table: no other gives them one.
CREATE TABLE match_claims (person TEXT PRIMARY KEY, since REAL NOT NULL) WITHOUT ROWID;

-- --- results and ratings ---

-- Where a match has ended whose results are not written yet; here since its last entry was.
CREATE TABLE pending_results (table_id TEXT PRIMARY KEY) WITHOUT ROWID;
-- A row for each seat in each match that ended; `version`, here and below: that with which the
-- match began. `person` is empty for a bot; `bot`: the level of the one that sat there at the end.
CREATE TABLE played (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, seat INTEGER NOT NULL, person TEXT NOT NULL,
  bot TEXT, preset TEXT NOT NULL, ended REAL NOT NULL, rated BOOLEAN NOT NULL,
  won BOOLEAN NOT NULL, marks INTEGER NOT NULL, others INTEGER NOT NULL, mu REAL, sigma REAL,
  PRIMARY KEY (table_id, version, seat)
) WITHOUT ROWID;
CREATE INDEX played_by_person ON played (person, ended);
CREATE TABLE ratings (
  person TEXT NOT NULL, preset TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
  matches INTEGER NOT NULL, changed REAL NOT NULL, PRIMARY KEY (person, preset)
) WITHOUT ROWID;

-- --- people ---

-- A guest has no account_name and no password; `account_name` is casefolded. skeleton: what names
-- that look alike have in common (server.protocol.names). account_since: when the account was made.
-- password_until: until when a password opens a session that an admin has given; else NULL.
-- shows: the parts of their statistics that people show on their profiles, between blanks.
CREATE TABLE people (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL, seen REAL NOT NULL,
  account_name TEXT UNIQUE, password TEXT, settings TEXT NOT NULL DEFAULT '{}',
  role TEXT NOT NULL DEFAULT '', skeleton TEXT, account_since REAL, password_until REAL,
  shows TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE UNIQUE INDEX people_by_skeleton ON people (skeleton);
-- mark: the digest of the cookie; id: what a list of sessions calls it; told: when the last notice
-- was written that was dismissed in this session.
CREATE TABLE sessions (
  mark TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL, created REAL NOT NULL,
  seen REAL NOT NULL, agent TEXT NOT NULL, told REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX sessions_by_person ON sessions (person);
-- kind: friend, mute (hear nothing of them) or block (nor meet them).
CREATE TABLE relations (
  person TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, since REAL NOT NULL,
  PRIMARY KEY (person, other, kind)
) WITHOUT ROWID;
CREATE INDEX relations_by_other ON relations (other, kind);
-- What the holder of an account is told of it: a new session, another password. session: by which
-- it was done, empty where an admin did it.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY, person TEXT NOT NULL, at REAL NOT NULL, what TEXT NOT NULL,
  session TEXT NOT NULL
);
CREATE INDEX notices_by_person ON notices (person);
-- Digests of the recovery codes that accounts have not used.
CREATE TABLE recovery_codes (digest TEXT PRIMARY KEY, person TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX recovery_codes_by_person ON recovery_codes (person);
-- Confirmed addresses of accounts, compared without case.
CREATE TABLE email_addresses (
  person TEXT PRIMARY KEY, address TEXT NOT NULL, confirmed REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX email_addresses_by_address ON email_addresses (lower(address));
-- Digests of links that were mailed; purpose: confirm (an address) or reset (a password).
CREATE TABLE mail_links (
  digest TEXT PRIMARY KEY, person TEXT NOT NULL, purpose TEXT NOT NULL, address TEXT NOT NULL,
  expires REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX mail_links_by_person ON mail_links (person);
-- Browsers that are notified (RFC 8030): `point` and `secret` are theirs, for encryption. They end
-- with their session. failures: deliveries that failed, in a row.
CREATE TABLE push_subscriptions (
  endpoint TEXT PRIMARY KEY, person TEXT NOT NULL, session TEXT NOT NULL, point BLOB NOT NULL,
  secret BLOB NOT NULL, language TEXT NOT NULL, since REAL NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX push_subscriptions_by_person ON push_subscriptions (person);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session);
-- Who has been notified at which table since they were there last; reminds: once more, later.
CREATE TABLE turn_notifications (
  table_id TEXT NOT NULL, person TEXT NOT NULL, sent REAL NOT NULL, reminds BOOLEAN NOT NULL,
  PRIMARY KEY (table_id, person)
) WITHOUT ROWID;
CREATE INDEX turn_notifications_by_person ON turn_notifications (person);
CREATE INDEX turn_notifications_waiting ON turn_notifications (sent) WHERE reminds;

-- --- moderation ---

-- talk: what was said of late at the table, as JSON. times: how often one person told of another
-- while the report was open. replay: the shared replay that it is about, where that is no table.
CREATE TABLE reports (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, by TEXT NOT NULL, against TEXT NOT NULL,
  table_id TEXT NOT NULL, version INTEGER NOT NULL, reason TEXT NOT NULL, text TEXT NOT NULL,
  talk TEXT NOT NULL, settled REAL, settled_by TEXT, outcome TEXT,
  times INTEGER NOT NULL DEFAULT 1, replay TEXT NOT NULL DEFAULT ''
);
CREATE INDEX reports_waiting ON reports (against, id) WHERE settled IS NULL;
CREATE INDEX reports_by_person ON reports (by);
-- kind: mute or ban. lifted: when somebody took it back.
CREATE TABLE sanctions (
  id INTEGER PRIMARY KEY, person TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL,
  by TEXT NOT NULL, since REAL NOT NULL, until REAL, lifted REAL, lifted_by TEXT
);
CREATE INDEX sanctions_by_person ON sanctions (person);
-- facts: what an act was beside who, what and about whom, as JSON.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, by TEXT NOT NULL, act TEXT NOT NULL,
  about TEXT NOT NULL, facts TEXT NOT NULL DEFAULT '{}'
);

-- --- history and study ---

-- The record of each match that has ended (docs/notation.md), which stays when its log cannot be
-- read; without the names of people, NULL until it is written out. What is still to be done with
-- the match: pack_due, that its lines are packed or left; fairness_due, that it is counted;
-- statistics_due, how often it or a review of its deals came since it was counted.
CREATE TABLE match_records (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, text TEXT,
  pack_due BOOLEAN NOT NULL DEFAULT TRUE, statistics_due INTEGER NOT NULL DEFAULT 1,
  fairness_due BOOLEAN NOT NULL DEFAULT TRUE, PRIMARY KEY (table_id, version)
);
CREATE INDEX match_records_due ON match_records (table_id) WHERE text IS NULL;
CREATE INDEX match_records_to_pack ON match_records (table_id, version) WHERE pack_due;
CREATE INDEX match_records_to_count ON match_records (table_id, version) WHERE statistics_due > 0;
CREATE INDEX match_records_for_fairness ON match_records (table_id, version) WHERE fairness_due;
-- What people keep of a match that they played, for themselves.
CREATE TABLE match_notes (
  person TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL,
  starred BOOLEAN NOT NULL, note TEXT NOT NULL, PRIMARY KEY (person, table_id, version)
) WITHOUT ROWID;
-- Matches that were played without a network and handed in, shown to their player alone. digest:
-- SHA-256 of the record, which has no name of a person; seat: the player's. packed: the record,
-- compressed by zlib; null in older rows, which have it in `record`.
CREATE TABLE offline_matches (
  person TEXT NOT NULL, digest TEXT NOT NULL, handed_in REAL NOT NULL, preset TEXT NOT NULL,
  seat INTEGER NOT NULL, won BOOLEAN NOT NULL, marks INTEGER NOT NULL, others INTEGER NOT NULL,
  record TEXT NOT NULL, packed BLOB, PRIMARY KEY (person, digest)
) WITHOUT ROWID;
CREATE INDEX offline_matches_by_age ON offline_matches (handed_in);
-- Reviews of deals, as JSON (analysis.report); those of another `revision` are made again.
CREATE TABLE deal_reviews (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, deal INTEGER NOT NULL,
  revision INTEGER NOT NULL, report BLOB NOT NULL, PRIMARY KEY (table_id, version, deal)
);
-- Errors that people made in matches that have ended, to be practised. step: so many actions of the
-- deal were done before; decision: as in its review, in JSON. due: when it is asked again;
-- schedule: the state of FSRS, empty before the first answer.
CREATE TABLE practice_positions (
  person TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL, deal INTEGER NOT NULL,
  step INTEGER NOT NULL, decisive BOOLEAN NOT NULL, loss REAL NOT NULL, decision BLOB NOT NULL,
  due REAL NOT NULL, schedule TEXT NOT NULL, PRIMARY KEY (person, table_id, version, deal, step)
) WITHOUT ROWID;
CREATE INDEX practice_positions_due ON practice_positions (person, due);
CREATE INDEX practice_positions_by_table ON practice_positions (table_id);
-- What the matches that people have played to their end add to their statistics
-- (analysis.statistics), as JSON.
CREATE TABLE match_statistics (
  person TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL, preset TEXT NOT NULL,
  ended REAL NOT NULL, tallies TEXT NOT NULL, PRIMARY KEY (person, table_id, version)
) WITHOUT ROWID;
CREATE INDEX match_statistics_latest ON match_statistics (person, preset, ended);
-- Matches that have ended, looked at by several together. touched: when somebody last came.
-- record: what is looked at where that is no match of this server: a record that was handed in.
CREATE TABLE shared_replays (
  id TEXT NOT NULL PRIMARY KEY, table_id TEXT NOT NULL, version INTEGER NOT NULL,
  person TEXT NOT NULL, created REAL NOT NULL, touched REAL NOT NULL,
  record TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX shared_replays_by_person ON shared_replays (person, created);
CREATE INDEX shared_replays_by_age ON shared_replays (touched);
-- Lines (server.shared_replays.replay) are only added, but for erasure.
CREATE TABLE shared_replay_lines (
  replay TEXT NOT NULL, number INTEGER NOT NULL, person TEXT NOT NULL, line TEXT NOT NULL,
  PRIMARY KEY (replay, number)
) WITHOUT ROWID;
CREATE INDEX shared_replay_lines_by_person ON shared_replay_lines (person);
-- The people whom the one who opened a shared replay has removed from it for good.
CREATE TABLE removed_from_replays (
  replay TEXT NOT NULL, person TEXT NOT NULL, since REAL NOT NULL, PRIMARY KEY (replay, person)
) WITHOUT ROWID;
CREATE INDEX removed_from_replays_by_person ON removed_from_replays (person);

-- --- every day ---

-- Who played the deal of a day, at which table. counts: the line stands in the field, for who
-- played had had an account before the day began.
CREATE TABLE daily (
  date TEXT NOT NULL, preset TEXT NOT NULL, person TEXT NOT NULL, table_id TEXT NOT NULL UNIQUE,
  line BLOB, counts BOOLEAN NOT NULL DEFAULT FALSE, PRIMARY KEY (date, preset, person)
) WITHOUT ROWID;
-- Answers to the puzzles of the days: the first of each person. rated: given on its day.
CREATE TABLE puzzle_answers (
  person TEXT NOT NULL, puzzle TEXT NOT NULL, day TEXT NOT NULL, choice TEXT NOT NULL,
  correct BOOLEAN NOT NULL, rated BOOLEAN NOT NULL, at REAL NOT NULL,
  preset TEXT NOT NULL DEFAULT 'french', PRIMARY KEY (person, puzzle)
) WITHOUT ROWID;
CREATE INDEX puzzle_answers_by_puzzle ON puzzle_answers (puzzle);
-- Ratings of people among puzzles, and of puzzles, as `puzzle:` and their id.
CREATE TABLE puzzle_ratings (
  person TEXT NOT NULL PRIMARY KEY, mu REAL NOT NULL, sigma REAL NOT NULL,
  answers INTEGER NOT NULL, changed REAL NOT NULL
) WITHOUT ROWID;
-- Fairness in figures, by month as YYYY-MM: so many matches, of which the last ended at `until`.
-- counted: analysis.fairness.Counted, a list; report: what is published; both in JSON. written:
-- when it was counted last.
CREATE TABLE fairness_months (
  month TEXT NOT NULL PRIMARY KEY, matches INTEGER NOT NULL, until REAL NOT NULL,
  written REAL NOT NULL, counted BLOB NOT NULL, report BLOB NOT NULL
) WITHOUT ROWID;

-- --- the server itself ---

-- What only the server knows, by name: `daily` makes the deals of the days.
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
-- The latest time that was trusted, and the jumps of the clock since (server.storage.trusted_time).
CREATE TABLE trusted_time (
  id INTEGER PRIMARY KEY CHECK (id = 1), latest REAL NOT NULL, jumps TEXT NOT NULL
);
