"""A person who sits down where a program is served, and plays until the first own card is laid."""

from __future__ import annotations

from typing import Any

from company import seat_of
from server_process import Person


def play_a_card(person: Person) -> None:
    """Play on until this person has laid a card, and received that."""
    person.play_until(lambda view: laid(person))


def laid(person: Person) -> list[dict[str, Any]]:
    """Return the cards that this person has laid, by the updates."""
    played = [event for event in person.events if event["event"] == "card_played"]
    return [event for event in played if event["seat"] == seat_of(person)]
