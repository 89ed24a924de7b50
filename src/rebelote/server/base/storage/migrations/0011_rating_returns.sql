-- Points of a rating that were given back for a match that had cost them.
CREATE TABLE rating_returns (
  person TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL, preset TEXT NOT NULL,
  at REAL NOT NULL, points REAL NOT NULL, PRIMARY KEY (person, table_id, version)
) WITHOUT ROWID;
