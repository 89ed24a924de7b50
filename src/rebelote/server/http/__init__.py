"""HTTP and WebSocket: pages, rules, lessons, health; requests in, answers out, their defence."""
