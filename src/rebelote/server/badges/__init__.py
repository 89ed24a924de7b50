"""Badges: what somebody has learnt or done, from what is kept anyway."""
