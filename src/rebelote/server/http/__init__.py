"""HTTP and WebSocket: requests in, answers out, and their defence."""
