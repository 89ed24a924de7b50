"""The protocol of clients and server: messages, HTTP bodies, settings, chat, names."""
