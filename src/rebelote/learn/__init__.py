"""Lessons for someone who has never played: positions, a guided deal, a counting trainer."""
