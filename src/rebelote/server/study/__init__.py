"""Reviews, practice and statistics: what a player can learn from their matches."""
