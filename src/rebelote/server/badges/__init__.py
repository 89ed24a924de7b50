"""Badges: what a person has learnt or done, from what is kept anyway."""
