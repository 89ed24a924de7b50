-- The club that an evening belongs to; that of a club is its own id, and of an evening by itself
-- none. The log of a club is kept, as are its secretaries, like that of an evening.
ALTER TABLE club_events ADD COLUMN club TEXT NOT NULL DEFAULT '';
CREATE INDEX club_events_by_club ON club_events (club);
