"""What a seat can infer from its view: announced cards, memory of the pack, hidden hands."""
