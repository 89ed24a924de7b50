-- Ratings that accounts would have if matches of their first day counted: shown until one counts.
CREATE TABLE rating_estimates (
  person TEXT NOT NULL, preset TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
  matches INTEGER NOT NULL, changed REAL NOT NULL, PRIMARY KEY (person, preset)
) WITHOUT ROWID;
