"""Tournaments: contests at real tables, run by secretaries, with scores from phones."""
