"""The law of the games: pure functions and values; nothing here reads a file, a clock or chance."""
