-- From the last version before 0.2.0 (35), which was never released, to 0001_baseline.
DROP TRIGGER seats_are_written;
ALTER TABLE log ADD COLUMN kind TEXT;
.read log_kinds.sqlite.sql
CREATE INDEX log_by_kind ON log (table_id, kind, seq) WHERE kind IS NOT NULL;
