"""Matches between strangers: the queue, and who plays whom."""
