"""How fair packs and games were, month by month."""
