-- Reviews of deals that a person's own device made, as JSON (as `deal_reviews`): shown to that
-- person alone, and counted in their practice and statistics.
CREATE TABLE device_reviews (
  person TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL, deal INTEGER NOT NULL,
  revision INTEGER NOT NULL, report BLOB NOT NULL, PRIMARY KEY (person, table_id, version, deal)
) WITHOUT ROWID;
CREATE INDEX device_reviews_by_table ON device_reviews (table_id, version);
