"""The fairness of packs and games, month by month."""
