"""Several nodes that serve the same tables: their messages and their membership."""
