-- The division in which a deal of a league is compared: that of its player when it was begun. Null
-- where the season before was yet to be closed then: until the day is compared.
ALTER TABLE league_lines ADD COLUMN division INTEGER;
UPDATE league_lines SET division = (
  SELECT division FROM league_members AS member WHERE member.league = league_lines.league
  AND member.season = substr(league_lines.day, 1, 7) AND member.person = league_lines.person
) WHERE points IS NOT NULL;
