-- As SQLite knows it: where in some bytes others begin; 0 where they do not.
CREATE FUNCTION instr(bytea, bytea) RETURNS integer LANGUAGE sql IMMUTABLE STRICT
AS 'SELECT position($2 IN $1)';
-- The record of a match is due once its result is written.
CREATE FUNCTION records_are_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO match_records (table_id, version) VALUES (NEW.table_id, NEW.version)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER records_are_due AFTER INSERT ON played
FOR EACH ROW EXECUTE FUNCTION records_are_due();
-- Notifications end with the session that asked for them, however it ends.
CREATE FUNCTION push_subscriptions_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE session = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER push_subscriptions_end AFTER DELETE ON sessions
FOR EACH ROW EXECUTE FUNCTION push_subscriptions_end();
