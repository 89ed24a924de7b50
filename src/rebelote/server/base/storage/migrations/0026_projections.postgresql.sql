-- Its name was that of the former table's key.
ALTER INDEX match_records_pkey1 RENAME TO match_records_pkey;
