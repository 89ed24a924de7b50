"""Mail: the SMTP server, the queue, and the messages."""
