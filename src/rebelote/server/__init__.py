"""How do people meet at a table in the browser? The server, room by room (docs/server.md)."""
