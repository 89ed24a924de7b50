-- What bots make of the deal of a day, and its worth: made once, when the first has played it.
CREATE TABLE daily_bots (
  date TEXT NOT NULL, preset TEXT NOT NULL, result BLOB NOT NULL, PRIMARY KEY (date, preset)
);
