"""Does a seat ever receive a card it may not know? Every byte of thousands of deals is read."""

from __future__ import annotations

import re
from random import Random

from rebelote import bots, variants
from rebelote.actions import Pass
from rebelote.cards import Card, CardSet
from rebelote.deal import Deal
from rebelote.events import MatchBegan, SealOpened
from rebelote.rules import Rules
from rebelote.server import messages
from rebelote.server.table import Change, SeatPlan, Table
from rebelote.view import view

DEALS = 2_000
CARD = re.compile(rb'"([789TJQKA][SHDC])')
REAL_LIFE = {
    "assistance": "none",
    "revoke_policy": "challenge",
    "meld_show_mode": "manual",
    "belote_announce": "manual",
}
REMEMBERED = {"shuffle": "first_only", "bots_remember": True}
PEOPLE = tuple(SeatPlan(name) for name in ("Ann", "Bea", "Cas", "Dov"))


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


class Watched:
    """A table whose every message is read as it is sent."""

    def __init__(self, chance: Random, rules: Rules) -> None:
        self.chance = chance
        self.table = Table("watched", PEOPLE[: rules.players])
        self.seats = range(rules.players)
        self.named = self.seals = 0
        self.carry_out(self.table.start(rules, chance.randbytes(32)))

    def carry_out(self, change: Change) -> None:
        """Commit a change, and read what each seat is told."""
        self.table.commit(change)
        deal = self.table.match.deal
        opened = sum(isinstance(event, SealOpened) for event in change.events)
        assert not opened or deal.played_out or self.table.match.rules.shuffle == "each_deal_full"
        self.seals += opened
        for seat in self.seats:
            mine = CardSet.of(deal.dealt[seat]) if deal.dealt else CardSet()
            told = named_in(messages.encode(self.table.update(seat, self.table.version - 1)))
            told -= drawn(change)
            assert told <= known_to(seat, deal, mine), (seat, told - known_to(seat, deal, mine))
            self.named += len(told)

    def play_a_deal(self, player: bots.Bot, nobody_takes: bool) -> None:
        """One deal by somebody who does anything legal."""
        table = self.table
        while (seat := table.match.to_act) is not None:
            now = view(table.match, seat)
            passes = nobody_takes and now.phase == "bidding"
            self.carry_out(table.act(seat, Pass() if passes else player.choose(now)))
        after = table.by_itself(self.chance.randbytes(32))
        if after is None:
            ready = [
                table.receive(
                    s,
                    messages.Ready(f"{s}.{table.version}", table.version),
                    self.chance.randbytes(32),
                )
                for s in self.seats
            ]
            assert isinstance(ready[-1], Change)
            after = ready[-1]
        self.carry_out(after)


ALL_RULES = [
    variants.rules(preset, target=10**6).agree(options)
    for preset in variants.PRESETS
    for options in ({}, REAL_LIFE, REMEMBERED)
]


def test_no_byte_names_a_card_that_its_seat_may_not_know() -> None:
    chance, player = Random(11), bots.make("random", 11)
    named = seals = 0
    for number in range(DEALS // 20):
        rules = ALL_RULES[number % len(ALL_RULES)]
        watched = Watched(chance, rules)
        for deal in range(20):
            watched.play_a_deal(player, nobody_takes=deal % 10 == 5)
        assert sum(row.outcome is None for row in watched.table.match.sheet) >= 2
        named, seals = named + watched.named, seals + watched.seals
    assert named > DEALS * 100
    assert seals > DEALS // 2


def test_the_reading_finds_a_card_that_leaks() -> None:
    watched = Watched(Random(1), variants.rules("french"))
    for _ in range(3):
        seat = watched.table.match.to_act
        assert seat is not None
        act = bots.make("random").choose(view(watched.table.match, seat))
        watched.carry_out(watched.table.act(seat, act))
    deal = watched.table.match.deal
    other = messages.encode(watched.table.update(1, None))
    mine = CardSet.of(deal.dealt[0])
    assert not named_in(other) <= known_to(0, deal, mine)
