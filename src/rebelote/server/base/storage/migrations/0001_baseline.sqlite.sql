-- The record of a match is due once its result is written.
CREATE TRIGGER records_are_due AFTER INSERT ON played BEGIN
  INSERT OR IGNORE INTO match_records (table_id, version) VALUES (NEW.table_id, NEW.version);
END;
-- Notifications end with the session that asked for them, however it ends.
CREATE TRIGGER push_subscriptions_end AFTER DELETE ON sessions BEGIN
  DELETE FROM push_subscriptions WHERE session = OLD.id;
END;
