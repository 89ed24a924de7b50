-- Members of the leagues by season, as 2026-11. gone: they have left, and play in no season after it.
CREATE TABLE league_members (
  league TEXT NOT NULL, season TEXT NOT NULL, person TEXT NOT NULL, division INTEGER NOT NULL,
  joined REAL NOT NULL, gone BOOLEAN NOT NULL DEFAULT FALSE, PRIMARY KEY (league, season, person)
) WITHOUT ROWID;
CREATE INDEX league_members_by_person ON league_members (person);
-- Deals of a league that a member has begun. line: null until it was played; points, steps: what
-- the day counts, null until it was compared.
CREATE TABLE league_lines (
  league TEXT NOT NULL, day TEXT NOT NULL, person TEXT NOT NULL, table_id TEXT NOT NULL UNIQUE,
  line BLOB, points INTEGER, steps INTEGER, PRIMARY KEY (league, day, person)
) WITHOUT ROWID;
CREATE INDEX league_lines_by_person ON league_lines (person);
CREATE INDEX league_lines_to_compare ON league_lines (day) WHERE points IS NULL;
-- Seasons that are over: those who go on are members of the next.
CREATE TABLE league_seasons (
  league TEXT NOT NULL, season TEXT NOT NULL, PRIMARY KEY (league, season)
) WITHOUT ROWID;
