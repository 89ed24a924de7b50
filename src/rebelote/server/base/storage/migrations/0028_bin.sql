-- When a club or a tournament was put into the bin; null where it is not there.
ALTER TABLE tournaments ADD COLUMN deleted REAL;
ALTER TABLE clubs ADD COLUMN deleted REAL;
CREATE INDEX tournaments_by_deletion ON tournaments (deleted);
CREATE INDEX clubs_by_deletion ON clubs (deleted);
-- The recovery sheet of a club or a tournament: a digest of the secret that gives its ownership.
CREATE TABLE recovery_sheets (
  log TEXT PRIMARY KEY, digest TEXT NOT NULL, printed REAL NOT NULL
) WITHOUT ROWID;
