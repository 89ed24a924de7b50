"""Several nodes that serve the same tables: what they publish to each other, and who is there."""
