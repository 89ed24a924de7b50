"""What clients and server send each other: messages, HTTP bodies, settings, chat, names."""
