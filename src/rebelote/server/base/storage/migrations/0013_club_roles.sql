-- What a person may do in a club or an evening, and how often its links were made again: who loses a
-- role knows the old ones.
ALTER TABLE club_secretaries ADD COLUMN role TEXT NOT NULL DEFAULT 'secretary';
ALTER TABLE club_events ADD COLUMN links INTEGER NOT NULL DEFAULT 0;
