"""Records: matches written down, read, replayed and varied."""
