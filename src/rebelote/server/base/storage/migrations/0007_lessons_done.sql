-- The lessons that a person has done.
CREATE TABLE lessons_done (
  person TEXT NOT NULL, lesson TEXT NOT NULL, PRIMARY KEY (person, lesson)
) WITHOUT ROWID;
