"""Lessons, and which of them a person has done."""
