"""Leagues: one deal a day for people who never meet, a month a season, two divisions."""
