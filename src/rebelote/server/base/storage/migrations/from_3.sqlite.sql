-- From Rebelote 0.1.0 (version 3) to 0001_baseline: each table is set aside, made again, and filled.
DROP TRIGGER seats_are_written;
DROP INDEX tables_by_code;
DROP INDEX sessions_by_person;
DROP INDEX circle_by_other;
DROP INDEX played_by_person;
DROP INDEX measures_by_person;
ALTER TABLE tables RENAME TO old_tables;
ALTER TABLE log RENAME TO old_log;
ALTER TABLE people RENAME TO old_people;
ALTER TABLE sessions RENAME TO old_sessions;
ALTER TABLE seated RENAME TO old_seated;
ALTER TABLE played RENAME TO old_played;
ALTER TABLE ratings RENAME TO old_ratings;
ALTER TABLE daily RENAME TO old_daily;
ALTER TABLE secrets RENAME TO old_secrets;
ALTER TABLE reports RENAME TO old_reports;
ALTER TABLE audit RENAME TO old_audit;

.read 0001_baseline.sql
.read 0001_baseline.sqlite.sql

INSERT INTO secrets SELECT name, value FROM old_secrets;
INSERT INTO seated SELECT person, table_id FROM old_seated;
INSERT INTO relations SELECT person, other, kind, since FROM circle;
INSERT INTO pending_results SELECT table_id FROM untold;
INSERT INTO ratings SELECT person, preset, mu, sigma, matches, changed FROM old_ratings;
INSERT INTO sessions (mark, id, person, created, seen, agent)
SELECT mark, id, person, created, seen, agent FROM old_sessions;
INSERT INTO sanctions SELECT id, person, kind, reason, by, since, until, lifted, lifted_by
FROM measures;
INSERT INTO reports (
  id, at, by, against, table_id, version, reason, text, talk, settled, settled_by, outcome
)
SELECT id, at, by, against, table_id, version, reason, text, talk, settled, settled_by, outcome
FROM old_reports;
INSERT INTO trusted_time
SELECT 1, max(seen), '[]' FROM (SELECT seen FROM sessions UNION ALL SELECT seen FROM old_people)
HAVING max(seen) IS NOT NULL;

-- E-mail addresses are not taken over. Of accounts whose names look alike the oldest has the
-- skeleton. An account is as old as its guest. Guests without a name, whom a page called so in
-- Bulgarian, have the English name.
INSERT INTO people (
  id, name, created, seen, account_name, password, settings, role, account_since, skeleton
)
SELECT id,
  CASE WHEN account_name IS NULL AND name <> 'Гост ' AND rtrim(name, '0123456789') = 'Гост '
    THEN 'Guest ' || substr(name, 6) ELSE name END,
  created, seen, account_name, password, settings, role,
  CASE WHEN account_name IS NOT NULL THEN created END,
  CASE WHEN account_name IS NOT NULL AND name_skeleton(name) <> '' AND row_number() OVER (
    PARTITION BY account_name IS NOT NULL, name_skeleton(name) ORDER BY created, id
  ) = 1 THEN name_skeleton(name) END
FROM old_people;

-- What an act was, was prose.
INSERT INTO audit (id, at, by, act, about, facts)
SELECT id, at, by, CASE WHEN act LIKE 'lift %' THEN 'lift' ELSE act END, about, CASE
  WHEN act IN ('mute', 'ban') THEN json_object(
    'hours', CASE WHEN detail LIKE 'until lifted: %' THEN NULL ELSE CAST(detail AS REAL) END,
    'reason', substr(detail, instr(detail, ': ') + 2)
  )
  WHEN act IN ('lift mute', 'lift ban') THEN json_object(
    'measure', CAST(substr(detail, 9) AS INTEGER), 'kind', substr(act, 6)
  )
  WHEN act = 'role' THEN json_object('role', replace(detail, 'none', ''))
  WHEN act IN ('settle', 'reopen') THEN json_object(
    'report', CAST(substr(detail, 8) AS INTEGER), 'outcome', substr(detail, instr(detail, ': ') + 2)
  )
  ELSE '{}' END
FROM old_audit;

INSERT INTO daily (date, preset, person, table_id, line, counts)
SELECT date, 'french', person, table_id, line,
  person IN (SELECT id FROM people WHERE account_name IS NOT NULL)
FROM old_daily;
INSERT INTO log (table_id, seq, client_id, entry)
SELECT table_id, seq, client_id, entry FROM old_log;
.read log_kinds.sqlite.sql
INSERT INTO played (
  table_id, version, seat, person, bot, preset, ended, rated, won, marks, others, mu, sigma
)
SELECT table_id, version, seat, person, bot, preset, ended, rated, won, marks, others, mu, sigma
FROM old_played;
INSERT INTO tables (id, created, facts, code, used)
SELECT id, created, facts, code, max(created, coalesce((SELECT latest FROM trusted_time), 0))
FROM old_tables;
UPDATE tables SET stage = CASE
  WHEN id IN (SELECT table_id FROM pending_results) OR begun.seq IN (
    SELECT version FROM played WHERE table_id = begun.table_id
  ) THEN 'over'
  WHEN json_extract(CAST(facts AS TEXT), '$.rated') THEN 'rated'
  ELSE 'playing' END
FROM (
  SELECT table_id, max(seq) AS seq FROM log WHERE kind = 'started' GROUP BY table_id
) AS begun WHERE begun.table_id = tables.id;
DELETE FROM match_records WHERE table_id NOT IN (SELECT id FROM tables);

DROP TABLE old_tables;
DROP TABLE old_log;
DROP TABLE old_people;
DROP TABLE old_sessions;
DROP TABLE old_seated;
DROP TABLE old_played;
DROP TABLE old_ratings;
DROP TABLE old_daily;
DROP TABLE old_secrets;
DROP TABLE old_reports;
DROP TABLE old_audit;
DROP TABLE circle;
DROP TABLE measures;
DROP TABLE untold;
