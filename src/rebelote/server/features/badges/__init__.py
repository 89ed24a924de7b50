"""Badges for learning and playing, computed from figures that are stored anyway."""
