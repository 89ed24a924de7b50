-- Bytes of the log of an evening or club, each line with 100 more; of lines of before, characters.
ALTER TABLE club_events ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE club_events SET bytes = (
  SELECT coalesce(sum(length(line) + 100), 0) FROM club_entries WHERE event = club_events.id
);
-- What was begun since then is kept for a short time where it is a guest's.
ALTER TABLE club_events ADD COLUMN brief BOOLEAN NOT NULL DEFAULT FALSE;
