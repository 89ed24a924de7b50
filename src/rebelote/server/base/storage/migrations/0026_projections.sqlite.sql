-- The trigger has followed the former table.
DROP TRIGGER records_are_due;
CREATE TRIGGER records_are_due AFTER INSERT ON played BEGIN
  INSERT OR IGNORE INTO match_records (table_id, version) VALUES (NEW.table_id, NEW.version);
END;
