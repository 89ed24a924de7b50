"""Matches between strangers: the queue, and the matchmaking."""
