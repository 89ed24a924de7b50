-- Evenings of clubs. person: who created one; secret: from which the keys of its secretaries and of
-- the slips of its tables follow.
CREATE TABLE club_events (
  id TEXT PRIMARY KEY, person TEXT NOT NULL, secret TEXT NOT NULL, name TEXT NOT NULL,
  created REAL NOT NULL, touched REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX club_events_by_person ON club_events (person);
CREATE INDEX club_events_by_visit ON club_events (touched);
-- Who may enter something: who created it, and who has opened the secretary's link.
CREATE TABLE club_secretaries (
  event TEXT NOT NULL, person TEXT NOT NULL, since REAL NOT NULL, PRIMARY KEY (event, person)
) WITHOUT ROWID;
CREATE INDEX club_secretaries_by_person ON club_secretaries (person);
-- The log of an event, from which its state follows. person: who entered a line, where it is known.
CREATE TABLE club_entries (
  event TEXT NOT NULL, number INTEGER NOT NULL, person TEXT, at REAL NOT NULL, line TEXT NOT NULL,
  PRIMARY KEY (event, number)
) WITHOUT ROWID;
CREATE INDEX club_entries_by_person ON club_entries (person);
