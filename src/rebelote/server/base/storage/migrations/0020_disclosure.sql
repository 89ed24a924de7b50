-- Tables whose deal others have yet to play. until: the day (UTC) at whose end all may know it, or
-- 'all' in a duplicate, whose row goes once all tables have played the deal.
CREATE TABLE sealed_tables (table_id TEXT PRIMARY KEY, until TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX sealed_tables_by_end ON sealed_tables (until);
INSERT INTO sealed_tables (table_id, until)
  SELECT table_id, date FROM daily WHERE date >= (SELECT max(date) FROM daily);
INSERT INTO sealed_tables (table_id, until)
  SELECT table_id, day FROM league_lines WHERE day >= (SELECT max(day) FROM league_lines);
INSERT INTO sealed_tables (table_id, until)
  SELECT table_id, 'all' FROM club_tables WHERE event IN (SELECT event FROM club_rounds);
