-- Roles that were given and taken in a club or an evening. by: who did it, the person itself by a
-- link; role: empty where all roles were taken.
CREATE TABLE club_role_changes (
  id INTEGER PRIMARY KEY, event TEXT NOT NULL, at REAL NOT NULL, person TEXT NOT NULL,
  by TEXT NOT NULL, role TEXT NOT NULL
);
CREATE INDEX club_role_changes_by_event ON club_role_changes (event, id);
CREATE INDEX club_role_changes_by_person ON club_role_changes (person);
CREATE INDEX club_role_changes_by_giver ON club_role_changes (by);
