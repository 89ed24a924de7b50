"""Evenings of clubs: contests at real tables, run by secretaries, with scores from phones."""
