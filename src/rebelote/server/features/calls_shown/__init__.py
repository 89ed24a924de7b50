"""Explanations of calls."""
