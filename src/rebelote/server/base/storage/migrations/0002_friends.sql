-- A friendship is two rows of `relations`, one of each; one row alone is a request, which the other
-- has not answered, or has `refused`, a kind of relation that only the one who refused knows of.
-- What was a list of one's own until now becomes that: who is on each other's list is a friend. The
-- others become requests, but for those to somebody muted or blocked either way, and those beyond
-- the fifty latest that somebody gets: nobody finds a hundred requests one morning.
DELETE FROM relations WHERE kind = 'friend' AND EXISTS (
  SELECT 1 FROM relations AS avoided WHERE avoided.kind IN ('mute', 'block') AND (
    (avoided.person = relations.other AND avoided.other = relations.person)
    OR (avoided.person = relations.person AND avoided.other = relations.other)
  )
);
DELETE FROM relations WHERE kind = 'friend' AND NOT EXISTS (
  SELECT 1 FROM relations AS back
  WHERE back.person = relations.other AND back.other = relations.person AND back.kind = 'friend'
) AND 50 <= (
  SELECT count(*) FROM relations AS later WHERE later.kind = 'friend'
  AND later.other = relations.other AND (later.since > relations.since
    OR (later.since = relations.since AND later.person > relations.person))
);
-- What people allow their friends and others. presence: who sees where one is, friends or nobody.
-- findable: whether others find the account by the first letters of its name. asked: who may ask to
-- be a friend, anyone, those one has met at a table, or nobody. Without a row: friends, not, anyone.
CREATE TABLE friend_settings (
  person TEXT PRIMARY KEY, presence TEXT NOT NULL, findable BOOLEAN NOT NULL, asked TEXT NOT NULL
) WITHOUT ROWID;
-- The latest invitation of each friend to a table.
CREATE TABLE invitations (
  person TEXT NOT NULL, by TEXT NOT NULL, table_id TEXT NOT NULL, at REAL NOT NULL,
  PRIMARY KEY (person, by)
) WITHOUT ROWID;
CREATE INDEX invitations_by_sender ON invitations (by);
CREATE INDEX invitations_by_age ON invitations (at);
