"""Several nodes that serve the same tables: what they tell each other, and who is there."""
