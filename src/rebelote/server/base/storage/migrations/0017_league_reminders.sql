-- Who is reminded of a day of their leagues that they have not played: from which hour (UTC), and the
-- last day on which they were.
CREATE TABLE league_reminders (
  person TEXT PRIMARY KEY, hour INTEGER NOT NULL, sent TEXT NOT NULL
) WITHOUT ROWID;
