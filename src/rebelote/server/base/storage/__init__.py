"""The database file: schema, writer thread, lock file, trusted time."""
