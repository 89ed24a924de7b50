-- Clubs have a table beside that of tournaments, which were rows of one. What both have (the entries
-- of a log, roles and their changes) is found by the id of either, their log.
CREATE TABLE clubs (
  id TEXT PRIMARY KEY, person TEXT NOT NULL, secret TEXT NOT NULL, name TEXT NOT NULL,
  created REAL NOT NULL, touched REAL NOT NULL, links INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0, brief BOOLEAN NOT NULL DEFAULT FALSE,
  rewrites INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX clubs_by_person ON clubs (person);
CREATE INDEX clubs_by_visit ON clubs (touched);
INSERT INTO clubs (id, person, secret, name, created, touched, links, bytes, brief, rewrites)
  SELECT id, person, secret, name, created, touched, links, bytes, brief, rewrites
  FROM club_events WHERE club = id;
DELETE FROM club_events WHERE club = id;
-- club: the one that a tournament belongs to, or none.
ALTER TABLE club_events RENAME TO tournaments;
DROP INDEX club_events_by_person;
DROP INDEX club_events_by_visit;
DROP INDEX club_events_by_club;
CREATE INDEX tournaments_by_person ON tournaments (person);
CREATE INDEX tournaments_by_visit ON tournaments (touched);
CREATE INDEX tournaments_by_club ON tournaments (club);
ALTER TABLE club_entries RENAME TO log_entries;
ALTER TABLE log_entries RENAME COLUMN event TO log;
DROP INDEX club_entries_by_person;
CREATE INDEX log_entries_by_person ON log_entries (person);
-- Secretaries, helpers and members.
ALTER TABLE club_secretaries RENAME TO roles;
ALTER TABLE roles RENAME COLUMN event TO log;
DROP INDEX club_secretaries_by_person;
CREATE INDEX roles_by_person ON roles (person);
ALTER TABLE club_role_changes RENAME TO role_changes;
ALTER TABLE role_changes RENAME COLUMN event TO log;
DROP INDEX club_role_changes_by_event;
DROP INDEX club_role_changes_by_person;
DROP INDEX club_role_changes_by_giver;
CREATE INDEX role_changes_by_log ON role_changes (log, id);
CREATE INDEX role_changes_by_person ON role_changes (person);
CREATE INDEX role_changes_by_giver ON role_changes (by);
ALTER TABLE club_players RENAME TO tournament_players;
ALTER TABLE tournament_players RENAME COLUMN event TO tournament;
DROP INDEX club_players_by_person;
CREATE UNIQUE INDEX tournament_players_by_person ON tournament_players (person, tournament);
ALTER TABLE club_tables RENAME TO tournament_tables;
ALTER TABLE tournament_tables RENAME COLUMN event TO tournament;
DROP INDEX club_tables_by_table;
CREATE UNIQUE INDEX tournament_tables_by_table ON tournament_tables (table_id);
ALTER TABLE club_rounds RENAME TO tournament_rounds;
ALTER TABLE tournament_rounds RENAME COLUMN event TO tournament;
