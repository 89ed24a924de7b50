-- Secrets by which programs act for a person, as digests. `by`: the account that made one; `person`:
-- for whom it acts, the same account or one of its bots. scopes: words, by spaces.
CREATE TABLE tokens (
  mark TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, person TEXT NOT NULL, by TEXT NOT NULL,
  name TEXT NOT NULL, scopes TEXT NOT NULL, created REAL NOT NULL, seen REAL, expires REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX tokens_by_person ON tokens (person);
CREATE INDEX tokens_by_maker ON tokens (by);
-- Bot accounts, and whose they are.
CREATE TABLE bots (
  person TEXT PRIMARY KEY, by TEXT NOT NULL, created REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX bots_by_owner ON bots (by);
