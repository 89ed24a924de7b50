-- Which of our portraits a person has chosen, from 1; 0: the one that follows from their id.
ALTER TABLE people ADD COLUMN portrait INTEGER NOT NULL DEFAULT 0;
