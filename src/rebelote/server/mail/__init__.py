"""Mail: the SMTP server that it goes out by, what waits, and what it says."""
