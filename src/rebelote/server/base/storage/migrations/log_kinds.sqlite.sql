-- The kinds of the entries of a log that was written before it had any.
UPDATE log SET kind = CASE
  WHEN instr(entry, CAST('"log":"agreed"' AS BLOB)) THEN 'agreed'
  WHEN instr(entry, CAST('"log":"seating"' AS BLOB)) THEN 'seating'
  WHEN instr(entry, CAST('"log":"started"' AS BLOB)) THEN 'started'
  WHEN instr(entry, CAST('"log":"sealed"' AS BLOB)) THEN 'sealed'
  WHEN instr(entry, CAST('"log":"relieved"' AS BLOB)) THEN 'relieved'
  WHEN instr(entry, CAST('"log":"returned"' AS BLOB)) THEN 'returned'
END;
