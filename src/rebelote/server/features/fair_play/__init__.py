"""Fair play: the evidence of pairs in rated matches, and the moderators' decisions."""
