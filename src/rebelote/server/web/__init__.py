"""HTTP and WebSocket: pages, rules, health; requests in, answers out, their defence."""
