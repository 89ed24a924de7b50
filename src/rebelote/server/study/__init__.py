"""Reviews, practice and statistics: what somebody can learn from their matches."""
