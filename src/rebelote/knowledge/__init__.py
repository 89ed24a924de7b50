"""Inference from the view of a seat: announced cards, memory of the pack, hidden hands."""
