"""Processes for long work: bots think, records are written and read."""
