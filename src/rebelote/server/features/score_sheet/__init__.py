"""The score sheet of a match with real cards, which the server settles and does not keep."""
