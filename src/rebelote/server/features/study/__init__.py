"""Reviews, practice and statistics of a player's own matches."""
