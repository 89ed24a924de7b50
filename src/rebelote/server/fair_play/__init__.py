"""Fair play: the evidence of pairs in rated matches, and what moderators make of it."""
