"""Matches that were played: records, replays, lists, and how long they are kept."""
