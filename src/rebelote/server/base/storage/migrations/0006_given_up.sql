-- Whether a side gave up the match, which the other has won by that.
ALTER TABLE played ADD COLUMN given_up BOOLEAN NOT NULL DEFAULT FALSE;
