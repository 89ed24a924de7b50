"""Matches that were played without a network and handed in later."""
