"""Lessons for beginners: positions, a guided deal, a counting trainer."""
