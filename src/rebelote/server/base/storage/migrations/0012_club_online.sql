-- Who plays in an evening on the server: by team and place, from 0.
CREATE TABLE club_players (
  event TEXT NOT NULL, team INTEGER NOT NULL, place INTEGER NOT NULL, person TEXT NOT NULL,
  PRIMARY KEY (event, team, place)
) WITHOUT ROWID;
CREATE UNIQUE INDEX club_players_by_person ON club_players (person, event);
-- The table of each game of an evening on the server.
CREATE TABLE club_tables (
  event TEXT NOT NULL, round INTEGER NOT NULL, game INTEGER NOT NULL, table_id TEXT NOT NULL,
  PRIMARY KEY (event, round, game)
) WITHOUT ROWID;
CREATE UNIQUE INDEX club_tables_by_table ON club_tables (table_id);
-- Evenings on the server of which a round is played.
CREATE TABLE club_rounds (event TEXT PRIMARY KEY) WITHOUT ROWID;
