"""Ratings, results and matchmaking."""
