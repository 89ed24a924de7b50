"""Profiles: ratings, matches and statistics of a person, as others may see them."""
