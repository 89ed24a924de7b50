"""Does a seat ever receive a card it may not know? Every byte of thousands of deals is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Literal

import pytest

from rebelote import bots, variants
from rebelote.actions import Pass
from rebelote.cards import Card, CardSet
from rebelote.deal import Deal
from rebelote.events import MatchBegan, SealOpened
from rebelote.fairness import commitment
from rebelote.rules import Rules
from rebelote.server import messages
from rebelote.server.accounts import Person
from rebelote.server.entries import Occupant, Seats
from rebelote.server.opened import OpenTable, TableFacts
from rebelote.server.table import Change, Table
from rebelote.server.terms import Terms
from rebelote.view import view

DEALS = 2_000
Watch = Literal["none", "table", "seat"]
WATCH: tuple[Watch, ...] = ("table", "seat", "none")
CARD = re.compile(rb'"([789TJQKA][SHDC])"')
REAL_LIFE = {
    "assistance": "none",
    "revoke_policy": "challenge",
    "meld_show_mode": "manual",
    "belote_announce": "manual",
}
REMEMBERED = {"shuffle": "first_only", "bots_remember": True}
NAMES = ("Ann", "Bea", "Cas", "Dov")
PEOPLE: Seats = tuple(Occupant(name, None, name) for name in NAMES)


def known_to(seat: int, deal: Deal, held: CardSet) -> CardSet:
    """What `seat` may know: its own cards, those on the table or turned, those shown."""
    open_cards = [*deal.trick, *(card for trick in deal.tricks for card in trick.cards)]
    open_cards += [deal.turned] if deal.turned is not None else []
    seats = range(len(deal.announced))
    open_cards += [c for s in seats for m in deal.shown(s) for c in m.cards]
    open_cards += [c for s in seats if deal.showing and s == deal.to_act for c in laid(deal, s)]
    return held | CardSet.of(open_cards)


def laid(deal: Deal, seat: int) -> list[Card]:
    """What a seat has just laid open, before its card."""
    return [card for meld in deal.announced[seat] for card in meld.cards]


def drawn(change: Change) -> CardSet:
    """The cards that everybody drew for the first deal, of a pack that is not dealt."""
    return CardSet.of(c for e in change.events if isinstance(e, MatchBegan) for c in e.drawn)


def named_in(message: bytes) -> CardSet:
    """Every card that these bytes name."""
    return CardSet.of(Card(text.decode()) for text in CARD.findall(message))


class Ear:
    """One who listens at a table: the bytes last heard."""

    def __init__(self, name: str, watch: int | None = None) -> None:
        self.person, self.watch = Person(name, name), watch
        self.heard = b""

    def send(self, message: messages.FromServer) -> None:
        """Hear a message as it goes over the line."""
        self.heard = messages.encode(message)

    def turn_away(self, code: str) -> None:
        """Nobody is sent away here."""
        raise AssertionError(code)


class Watched:
    """A table whose every message, to those who play and who look on, is read as it is sent."""

    def __init__(self, chance: Random, rules: Rules, watch: Watch = "table") -> None:
        self.chance = chance
        self.table = Table("watched")
        self.opened = OpenTable(self.table, TableFacts("Ann"), "", 0.0)
        self.seats = range(rules.players)
        self.shown = 1 if watch == "seat" else None
        self.ears = [Ear(name) for name in NAMES[: rules.players]]
        self.onlookers = [Ear("Eve"), Ear("Fay", watch=1)]
        for ear in (*self.ears, *self.onlookers):
            self.opened.arrive(ear, 0.0)
        self.named = self.seals = self.nonces = 0
        self.secrets: set[str] = set()
        """Of packs whose deal is not over: what nobody may be told."""
        terms = Terms(watch=watch)
        self.table.commit(self.table.agree(rules, terms, PEOPLE[: rules.players]))
        self.deal(lambda secret: self.table.start(secret))

    def deal(self, ask: Callable[[bytes], Change]) -> None:
        """A new pack: some have committed to nonces, and some of them reveal them."""
        promised = {
            ear: self.chance.randbytes(16) for ear in self.ears if self.chance.random() < 0.5
        }
        for ear, nonce in promised.items():
            self.table.commitments.add(ear, ear.person.id, commitment(nonce))
        secret = self.chance.randbytes(32)
        self.secrets.add(secret.hex())
        self.carry_out(ask(secret))
        if self.table.awaited is not None:
            for nonce in promised.values():
                if self.chance.random() < 0.8:
                    self.table.awaited.reveal(nonce.hex())
            self.nonces += sum(map(bool, self.table.awaited.nonces))
            self.carry_out(self.table.deal())

    def carry_out(self, change: Change) -> None:
        """Commit a change, and read what each seat is told."""
        self.secrets -= {event.secret for event in change.events if isinstance(event, SealOpened)}
        self.table.commit(change)
        if not self.table.begun:
            return
        deal = self.table.match.deal
        opened = sum(isinstance(event, SealOpened) for event in change.events)
        assert not opened or deal.played_out or self.table.match.rules.shuffle == "each_deal_full"
        self.seals += opened
        self.opened.tell(0.0, change)
        for seat, ear in enumerate(self.ears):
            self.read(ear, seat, change)
        everybody, over_a_shoulder = self.onlookers
        self.read(everybody, None, change)
        self.read(over_a_shoulder, self.shown, change)

    def read(self, ear: Ear, seat: int | None, change: Change) -> None:
        """No card was named to this ear that is not known to a seat, or to everybody."""
        deal = self.table.match.deal
        mine = CardSet.of(deal.dealt[seat]) if deal.dealt and seat is not None else CardSet()
        told = named_in(ear.heard) - drawn(change)
        known = known_to(0 if seat is None else seat, deal, mine)
        assert told <= known, (seat, told - known)
        assert not any(secret.encode() in ear.heard for secret in self.secrets)
        self.named += len(told)

    def play_a_deal(self, player: bots.Bot, nobody_takes: bool) -> None:
        """One deal by somebody who does anything legal."""
        table = self.table
        while (seat := table.match.to_act) is not None:
            now = view(table.match, seat)
            passes = nobody_takes and now.phase == "bidding"
            self.carry_out(table.act(seat, Pass() if passes else player.choose(now)))
        self.deal(lambda secret: table.by_itself(secret) or self.all_ready(secret))

    def all_ready(self, secret: bytes) -> Change:
        """Everybody asks for the next deal."""
        ready = [
            messages.Ready(f"{s}.{self.table.version}", self.table.version) for s in self.seats
        ]
        *_, last = [self.table.receive(s, it, secret) for s, it in enumerate(ready)]
        assert isinstance(last, Change)
        return last


def test_the_reading_finds_a_secret_that_leaks() -> None:
    watched = Watched(Random(1), variants.rules("bga"))
    (secret,) = watched.secrets
    watched.ears[1].heard = secret.encode()
    with pytest.raises(AssertionError):
        watched.read(watched.ears[1], 1, watched.table.act(0, Pass()))


ALL_RULES = [
    variants.rules(preset, target=10**6).agree(options)
    for preset in variants.PRESETS
    for options in ({}, REAL_LIFE, REMEMBERED)
]


def test_no_byte_names_a_card_that_its_seat_may_not_know() -> None:
    chance, player = Random(11), bots.make("random", 11)
    named = seals = nonces = 0
    for number in range(DEALS // 20):
        rules = ALL_RULES[number % len(ALL_RULES)]
        watched = Watched(chance, rules, WATCH[number // len(ALL_RULES) % len(WATCH)])
        for deal in range(20):
            watched.play_a_deal(player, nobody_takes=deal % 10 == 5)
        assert sum(row.outcome is None for row in watched.table.match.sheet) >= 2
        named, seals = named + watched.named, seals + watched.seals
        nonces += watched.nonces
    assert named > DEALS * 100
    assert seals > DEALS // 2 and nonces > DEALS // 2


def test_the_reading_finds_a_card_that_leaks() -> None:
    watched = Watched(Random(1), variants.rules("french"))
    for _ in range(3):
        seat = watched.table.match.to_act
        assert seat is not None
        act = bots.make("random").choose(view(watched.table.match, seat))
        watched.carry_out(watched.table.act(seat, act))
    deal = watched.table.match.deal
    mine = CardSet.of(deal.dealt[0])
    assert not named_in(watched.ears[1].heard) <= known_to(0, deal, mine)
