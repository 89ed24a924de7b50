"""The deals and the puzzles of the day."""
