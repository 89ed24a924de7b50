-- What is written because matches have ended (server.base.projections). A match has a number once
-- its record is written and all may know it; the row `matches` counts them. A projection has taken
-- up the matches up to its position.
CREATE TABLE projections (name TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
-- Matches that a projection takes up again, for it has failed or they have changed, by their places
-- in its queue.
CREATE TABLE matches_due (
  projection TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL,
  place INTEGER NOT NULL, PRIMARY KEY (projection, table_id, version)
) WITHOUT ROWID;
CREATE INDEX matches_due_by_table ON matches_due (table_id);
-- Flags become positions: every match with a record has a number, and what was due is due again.
INSERT INTO matches_due (projection, table_id, version, place)
  SELECT 'statistics', table_id, version, 1 FROM match_records
  WHERE statistics_due > 0 AND text IS NOT NULL;
INSERT INTO matches_due (projection, table_id, version, place)
  SELECT 'fairness', table_id, version, 1 FROM match_records
  WHERE fairness_due AND text IS NOT NULL;
INSERT INTO matches_due (projection, table_id, version, place)
  SELECT 'fair play', table_id, version, 1 FROM match_records
  WHERE fair_play_due AND text IS NOT NULL;
ALTER TABLE match_records RENAME TO former_records;
CREATE TABLE match_records (
  table_id TEXT NOT NULL, version INTEGER NOT NULL, text TEXT,
  pack_due BOOLEAN NOT NULL DEFAULT TRUE, number INTEGER, PRIMARY KEY (table_id, version)
);
INSERT INTO match_records (table_id, version, text, pack_due, number)
  SELECT kept.table_id, kept.version, text, pack_due, CASE WHEN text IS NOT NULL
    THEN row_number() OVER (ORDER BY text IS NULL, ended, kept.table_id, kept.version) END
  FROM former_records AS kept LEFT JOIN played
    ON played.table_id = kept.table_id AND played.version = kept.version AND seat = 0;
DROP TABLE former_records;
CREATE INDEX match_records_due ON match_records (table_id) WHERE text IS NULL;
CREATE INDEX match_records_new ON match_records (table_id, version) WHERE number IS NULL;
CREATE INDEX match_records_to_pack ON match_records (table_id, version) WHERE pack_due;
CREATE UNIQUE INDEX match_records_by_number ON match_records (number);
INSERT INTO projections (name, position)
  SELECT 'matches', coalesce(max(number), 0) FROM match_records;
INSERT INTO projections (name, position)
  SELECT 'statistics', position FROM projections WHERE name = 'matches';
INSERT INTO projections (name, position)
  SELECT 'fairness', position FROM projections WHERE name = 'matches';
INSERT INTO projections (name, position)
  SELECT 'fair play', position FROM projections WHERE name = 'matches';
