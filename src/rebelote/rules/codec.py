"""The form of rules values outside: what JSON writes for cards and rules, and the way back."""

from __future__ import annotations

from rebelote.rules.cards import Card, CardSet
from rebelote.rules.options import Rules


def encode_hook(value: object) -> object:
    """Return the JSON form: a card as text, a set as a list of texts, rules in their flat form."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, CardSet):
        return [card.text for card in value]
    if isinstance(value, Rules):
        return value.flat()
    raise NotImplementedError(f"no text for {type(value).__name__}")


def decode_hook(kind: type, value: object) -> object:
    """Decode cards and rules; ValueError for any other text."""
    if kind is Card:
        return Card(str(value))
    if kind is CardSet:
        if not isinstance(value, list):
            raise ValueError("cards are a list of texts")
        return CardSet.parse(" ".join(map(str, value)))
    if kind is Rules:
        if not isinstance(value, dict):
            raise ValueError("rules are an object of options")
        return Rules.of(value)
    raise NotImplementedError(f"{kind.__name__} has no text")
