"""Listeners at a table in memory, and the cards that the received bytes name."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from rebelote.rules.cards import CARDS, Card, CardSet
from rebelote.rules.deal import Contracted, Deal, Playing
from rebelote.server.base.protocol import messages, schemas, updates
from rebelote.server.base.protocol.deltas import delta
from rebelote.server.people.database import Person

CARD = re.compile(rb'"([789TJQKA][SHDC])"')
NAMED = {card.text.encode(): card for card in CARDS}


def named_in(message: bytes) -> CardSet:
    """Return every card that these bytes name."""
    return CardSet.of(map(NAMED.__getitem__, set(CARD.findall(message))))


class Frame(NamedTuple):
    """A message in bytes: as a whole, and as a line is sent it that knows the one before."""

    whole: bytes
    sent: bytes


class Ear:
    """A listener at a table: the bytes last received, and those not read yet."""

    def __init__(self, name: str, watch: int | None = None) -> None:
        self.person, self.watch = Person(id=name, name=name), watch
        self.incoming = b""
        self.received: updates.Update | None = None
        self.unread: list[Frame] = []

    def send(self, message: messages.FromServer) -> None:
        """Receive a message as it goes over the line, an update by what is different too."""
        self.incoming = sent = schemas.encode(message)
        if isinstance(message, updates.Update):
            sent = schemas.encode(delta(self.received, message))
            self.received = message
        self.unread.append(Frame(self.incoming, sent))

    def frames(self) -> list[Frame]:
        """Return the frames received since the last call."""
        result, self.unread = self.unread, []
        return result

    def remove(self, code: str) -> None:
        """Do nothing: nobody is sent away here."""
        raise AssertionError(code)

    def close_to_reconnect(self) -> None:
        """Do nothing: there is no other node."""


def known_to(seat: int, deal: Deal, held: CardSet) -> CardSet:
    """Return the cards that `seat` may know: its own, and those that lie open."""
    return held | open_in(deal)


@functools.lru_cache(maxsize=64)
def open_in(deal: Deal) -> CardSet:
    """Return the open cards: on the table, turned, played before, or shown."""
    open_cards = [*deal.trick, *(card for trick in deal.tricks for card in trick.cards)]
    open_cards += [deal.turned] if deal.turned is not None else []
    if isinstance(deal, Contracted):
        open_cards += [
            c for s in range(len(deal.announced)) for m in deal.shown(s) for c in m.cards
        ]
    if isinstance(deal, Playing) and deal.showing:
        open_cards += laid(deal, deal.to_act)
    return CardSet.of(open_cards)


def laid(deal: Deal, seat: int) -> list[Card]:
    """Return the cards that a seat has just laid open, before its card."""
    return [card for meld in deal.announced[seat] for card in meld.cards]
