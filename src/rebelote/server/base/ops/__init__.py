"""Operation: backups, draining, the life of the server process."""
