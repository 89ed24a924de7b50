-- How often names were taken out of a log, which is read again then.
ALTER TABLE club_events ADD COLUMN rewrites INTEGER NOT NULL DEFAULT 0;
