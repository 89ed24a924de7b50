-- Clubs that have a league of their own, by their ids, and the game that it plays.
CREATE TABLE club_leagues (club TEXT PRIMARY KEY, preset TEXT NOT NULL) WITHOUT ROWID;
