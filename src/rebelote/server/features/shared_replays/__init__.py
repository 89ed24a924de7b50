"""Replays that several people look at together."""
