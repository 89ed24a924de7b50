-- Fair play. By pair of partners and detector the sums over their deals in rated matches; person
-- comes before other in the order of ids.
CREATE TABLE fair_play_sums (
  person TEXT NOT NULL, other TEXT NOT NULL, detector TEXT NOT NULL, deals INTEGER NOT NULL,
  total REAL NOT NULL, squares REAL NOT NULL, PRIMARY KEY (person, other, detector)
) WITHOUT ROWID;
CREATE INDEX fair_play_sums_by_other ON fair_play_sums (other);
CREATE INDEX fair_play_sums_by_deals ON fair_play_sums (deals);
-- The same deal by deal. side: 0 or 1, where the pair sat; scores: JSON, by deal those of detectors.
CREATE TABLE fair_play_matches (
  person TEXT NOT NULL, other TEXT NOT NULL, table_id TEXT NOT NULL, version INTEGER NOT NULL,
  side INTEGER NOT NULL, scores TEXT NOT NULL, PRIMARY KEY (person, other, table_id, version)
) WITHOUT ROWID;
CREATE INDEX fair_play_matches_by_other ON fair_play_matches (other);
CREATE INDEX fair_play_matches_by_table ON fair_play_matches (table_id);
-- What moderators did about a pair, and when it had how many deals. asked: when both players were
-- asked for an answer; decision: empty until it is settled; note: what both players read.
CREATE TABLE fair_play_cases (
  id INTEGER PRIMARY KEY, person TEXT NOT NULL, other TEXT NOT NULL, deals INTEGER NOT NULL,
  asked REAL, by TEXT NOT NULL, decision TEXT NOT NULL, note TEXT NOT NULL, settled REAL
);
CREATE INDEX fair_play_cases_by_pair ON fair_play_cases (person, other);
CREATE INDEX fair_play_cases_by_other ON fair_play_cases (other);
-- What those who were asked answered.
CREATE TABLE fair_play_answers (
  case_id INTEGER NOT NULL, person TEXT NOT NULL, at REAL NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (case_id, person)
) WITHOUT ROWID;
CREATE INDEX fair_play_answers_by_person ON fair_play_answers (person);
-- Matches that ended before are not looked at.
ALTER TABLE match_records ADD COLUMN fair_play_due BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE match_records SET fair_play_due = FALSE;
CREATE INDEX match_records_for_fair_play ON match_records (table_id, version) WHERE fair_play_due;
