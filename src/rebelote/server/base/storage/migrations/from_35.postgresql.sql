-- From the last version before 0.2.0 (35), which was never released, to 0001_baseline.
CREATE FUNCTION instr(bytea, bytea) RETURNS integer LANGUAGE sql IMMUTABLE STRICT
AS 'SELECT position($2 IN $1)';
DROP TRIGGER seats_are_written ON log;
DROP FUNCTION seats_are_written;
ALTER TABLE log ADD COLUMN kind TEXT COLLATE "C";
UPDATE log SET kind = found.kind FROM (
  VALUES ('agreed'), ('seating'), ('started'), ('sealed'), ('relieved'), ('returned')
) AS found (kind)
WHERE position(convert_to('"log":"' || found.kind || '"', 'UTF8') IN entry) > 0;
CREATE INDEX log_by_kind ON log (table_id, kind, seq) WHERE kind IS NOT NULL;
