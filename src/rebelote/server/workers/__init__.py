"""Processes that do what takes long: bots think, records are written and read."""
