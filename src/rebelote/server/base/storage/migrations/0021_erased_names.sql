-- Names of erased accounts, which nobody takes for some months: digests keyed with a secret of the
-- server, until when.
CREATE TABLE erased_names (digest TEXT PRIMARY KEY, expires REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX erased_names_by_end ON erased_names (expires);
