"""Hidden information: every byte of thousands of deals, seat by seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Literal

import msgspec
import pytest
from drawn_matches import FOR_TWO
from listening import Ear, Frame, known_to, named_in
from volume import volume

from rebelote import bots
from rebelote.rules import claims, presets
from rebelote.rules.actions import Pass
from rebelote.rules.auctions import may_die
from rebelote.rules.cards import CardSet
from rebelote.rules.deal import Deal, Playing
from rebelote.rules.events import MatchBegan, SealOpened
from rebelote.rules.fairness import commitment
from rebelote.rules.options import REAL_LIFE, Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view
from rebelote.server.base.protocol import messages, schemas, updates
from rebelote.server.base.protocol.occupants import Occupant, Seats
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.features.push.notifier import Kind, Notification, notification
from rebelote.server.table.broadcaster import Broadcaster
from rebelote.server.table.hints import position
from rebelote.server.table.model.broadcast import view_from_seat
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room, TableMetadata

MATCHES = volume(40, 100)
LENGTH = volume(5, 10)
"""Deals of each match."""
DEAD = volume(3, 5)
"""The deal of each ten in which everybody passes."""
PARTS = 5
"""So that several processors can share them."""
Watch = Literal["none", "table", "seat"]
WATCH: tuple[Watch, ...] = ("table", "seat", "none")
VERSIONS = re.compile(rb'"since":(null|[0-9]+),"version":([0-9]+)')
SEEN_FROM = re.compile(rb'"seat":(-?[0-9]+),"deal_number":')
KINDS: tuple[Kind, ...] = ("turn", "stand_in", "waits")
REMEMBERED = {"shuffle": "first_only", "bots_remember": True}
NAMES = ("Ann", "Bea", "Cas", "Dov")
PEOPLE: Seats = tuple(Occupant(name=name, bot=None, person=name) for name in NAMES)


def drawn(change: Change) -> CardSet:
    """Return the cards that everybody drew for the first deal, of a pack that is not dealt."""
    return CardSet.of(c for e in change.events if isinstance(e, MatchBegan) for c in e.drawn)


def laid_open(table: Table, change: Change) -> CardSet:
    """Return the hand of a person who claims the rest."""
    received = (e.cards for e in change.events if isinstance(e, updates.RestClaimed))
    return CardSet.of(
        c for cards in (*received, table.claim.cards if table.claim else ()) for c in cards
    )


def received_of(frame: bytes) -> tuple[int, int, int | None]:
    """Return the first and last version that an update covers, and the seat of its view."""
    versions, seat = VERSIONS.search(frame), SEEN_FROM.search(frame)
    assert versions is not None
    last = int(versions[2])
    first = last if versions[1] == b"null" else min(int(versions[1]) + 1, last)
    return first, last, int(seat[1]) if seat and int(seat[1]) >= 0 else None


class Watched:
    """A table whose every message, to those who play and who look on, is read as it is sent."""

    def __init__(self, chance: Random, rules: Rules, watch: Watch = "table") -> None:
        self.chance = chance
        self.table = Table("watched")
        self.room = Room(self.table, TableMetadata(host="Ann"), "", 0.0)
        self.broadcaster = Broadcaster(self.room)
        self.seats = range(rules.players)
        self.watch = watch
        self.ears = [Ear(name) for name in NAMES[: rules.players]]
        self.onlooker = Ear("Eve")
        shoulders = self.seats if watch == "seat" else (1,)
        self.over_shoulders = [Ear("Fay", watch=seat) for seat in shoulders]
        for ear in (*self.ears, self.onlooker, *self.over_shoulders):
            self.room.add(ear, 0.0)
        self.named = self.seals = self.nonces = self.hands = self.changes = 0
        self.claims = self.dead = self.hints = self.remembered = 0
        self.secrets: set[str] = set()
        """Secrets of packs whose deal is not over, which nobody may be sent."""
        self.deals: dict[int, tuple[Deal, CardSet]] = {}
        self.over_until = 0
        self.notices: dict[tuple[str, Kind], Notification] = {}
        terms = Terms(watch=watch)
        self.table.commit(self.table.agree(rules, terms, PEOPLE[: rules.players]))
        self.deal(lambda secret: self.table.start(secret))

    def deal(self, ask: Callable[[bytes], Change]) -> None:
        """Deal a new pack: some people commit to nonces, and some of these reveal them."""
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
        """Commit a change, and read what each seat is sent."""
        self.secrets -= {event.secret for event in change.events if isinstance(event, SealOpened)}
        self.table.commit(change)
        if not self.table.begun:
            return
        deal = self.table.match.deal
        opened = sum(isinstance(event, SealOpened) for event in change.events)
        assert (
            not opened or deal.played_out or self.table.match.rules.deal.shuffle == "each_deal_full"
        )
        self.seals += opened
        opened_hand = laid_open(self.table, change)
        self.deals[self.table.version] = deal, drawn(change) | opened_hand
        self.note_what_is_over()
        self.broadcaster.broadcast(0.0, change)
        for seat, ear in enumerate(self.ears):
            self.read(ear, seat)
            self.read_notices(ear)
        self.read(self.onlooker, None)
        self.come_and_miss()
        for ear in self.over_shoulders:
            self.read_over_a_shoulder(ear)

    def note_what_is_over(self) -> None:
        """Note up to where hands may be sent, by cards all laid or a pack shuffled afresh."""
        match = self.table.match
        laid = CardSet.of(c for trick in match.deal.tricks for c in trick.cards)
        dealt = CardSet.of(c for hand in match.deal.dealt for c in hand)
        fresh = match.rules.deal.shuffle == "each_deal_full"
        if match.to_act is None and (fresh or laid == dealt):
            self.over_until = self.table.version

    def come_and_miss(self) -> None:
        """Have a person join again now and then, or ask for missed updates."""
        ear = self.chance.choice(self.over_shoulders)
        if self.chance.random() < 0.1:
            self.broadcaster.welcome(ear, None, 0.0)
        elif self.chance.random() < 0.1:
            since = self.table.version - self.chance.randrange(60)
            ear.send(self.broadcaster.update(ear, since, 0.0))
        elif self.chance.random() < 0.1:
            self.broadcaster.broadcast(0.0)
            for other in (*self.ears, self.onlooker):
                other.frames()

    def read(self, ear: Ear, seat: int | None) -> None:
        """Check that this ear was named only cards that its seat, or everybody, knows."""
        for frame in ear.frames():
            self.compare(frame, seat, self.table.version, self.table.version)

    def read_notices(self, ear: Ear) -> None:
        """Check that a push message to an absent player is the same whatever was dealt."""
        name, table = ear.person.name, self.table.id
        for kind in KINDS:
            received = notification(self.room, name, kind, "en")
            assert not named_in(msgspec.json.encode(received))
            self.notices.setdefault((name, kind), received)
            assert received == self.notices[name, kind] and received.url == f"/#/table/{table}"

    def read_over_a_shoulder(self, ear: Ear) -> None:
        """Check that a hand was sent only of a deal that is over, as it was seen then."""
        for frame in ear.frames():
            first, last, seat = received_of(frame.whole)
            if seat is not None:
                assert (self.watch, seat) == ("seat", ear.watch)
                assert last <= self.over_until, "a hand of a deal that is being played"
                self.hands += b'"hand":["' in frame.whole
            self.compare(frame, seat, first, last)

    def compare(self, frame: Frame, seat: int | None, first: int, last: int) -> None:
        """Compare what a frame names with what a seat saw from one version to another."""
        known, received = CardSet(), named_in(frame.whole) | named_in(frame.sent)
        for version in self.deals.keys() & range(first, last + 1):
            deal, drawn_then = self.deals[version]
            mine = CardSet.of(deal.dealt[seat]) if deal.dealt and seat is not None else CardSet()
            known |= known_to(0 if seat is None else seat, deal, mine) | drawn_then
        assert received <= known, (seat, received - known)
        self.changes += b'"type":"changed"' in frame.sent
        assert not any(secret.encode() in part for part in frame for secret in self.secrets)
        self.named += len(received)

    def read_hint(self, seat: int) -> None:
        """Check the position of a hint: each deal in it names only what the seat saw of it."""
        match, version = self.table.match, self.table.version
        if match.rules.conduct.assistance != "full":
            return
        request = messages.Hint("h", version, on_device=True)
        seen = position(self.room, NAMES[seat], request)
        now = msgspec.structs.replace(seen, remembered=())
        whole = schemas.encode(messages.HintPosition("h", version, now))
        assert seen.seat == seat and seen.tricks == match.deal.tricks
        self.compare(Frame(whole, whole), seat, version, version)
        assert match.rules.conduct.bots_remember or not seen.remembered
        for past, deal in zip(seen.remembered, match.past, strict=True):
            sent = schemas.encode(past)
            assert named_in(sent) <= known_to(seat, deal, CardSet.of(deal.dealt[seat]))
            assert not any(secret.encode() in sent for secret in self.secrets)
        self.hints, self.remembered = self.hints + 1, self.remembered + len(seen.remembered)

    def play_a_deal(self, player: bots.Bot, nobody_takes: bool) -> None:
        """Play one deal with any legal actions."""
        table = self.table
        while (seat := table.match.to_act) is not None:
            now = view(table.match, seat)
            offered = now.legal.calls if now.legal else ()
            self.read_hint(seat)
            passes = nobody_takes and now.phase == "bidding" and Pass() in offered
            if table.may_claim(seat) and self.chance.random() < 0.5:
                self.claim(seat)
                continue
            self.carry_out(table.act(seat, Pass() if passes else player.choose(now)))
        self.dead += table.match.sheet[-1].outcome is None
        self.deal(lambda secret: table.by_itself(secret) or self.all_ready(secret))

    def claim(self, seat: int) -> None:
        """Have a person claim the rest; in real life it may be accepted, refused or unanswered."""
        table = self.table
        claimed = table.receive(seat, messages.Claim(f"c{table.version}", table.version), b"")
        assert isinstance(claimed, Change)
        self.carry_out(claimed)
        self.claims += 1
        while table.claim is not None and table.claim.asked and self.chance.random() < 0.8:
            asked, deal = table.claim.asked[0], table.match.deal
            assert isinstance(deal, Playing)
            wins = claims.may_refuse(deal, table.claim.seat, asked)
            accept = self.chance.random() < 0.6 or not wins
            answer = messages.AnswerClaim(f"c{table.version}", table.version, accept)
            answered = table.receive(asked, answer, b"")
            assert isinstance(answered, Change)
            self.carry_out(answered)

    def all_ready(self, secret: bytes) -> Change:
        """Have everybody ask for the next deal, or for the next match if this one is won."""
        *others, last = self.seats
        for seat in others:
            self.carry_out(self.ready(seat, secret))
        return self.ready(last, secret)

    def ready(self, seat: int, secret: bytes) -> Change:
        version = self.table.version
        message = messages.Rematch if self.table.match.over else messages.Ready
        asked = self.table.receive(seat, message(f"{seat}.{version}", version), secret)
        assert isinstance(asked, Change)
        return asked


def test_the_reading_finds_a_secret_that_leaks() -> None:
    watched = Watched(Random(1), presets.rules("bga"))
    (secret,) = watched.secrets
    watched.ears[1].unread.append(Frame(b"{}", secret.encode()))
    with pytest.raises(AssertionError):
        watched.read(watched.ears[1], 1)


ALL_RULES = [
    presets.rules(preset, target=10**6, end_deals=None).agree(options)
    for preset in presets.PRESETS
    for options in ({}, REAL_LIFE, REMEMBERED)
]
TWO = [
    FOR_TWO.agree({"target": 10**6, **options})
    for options in ({}, {"shuffle": "limited(2)", **REAL_LIFE}, {"shuffle": "each_deal_full"})
]
"""Rules by which fourteen cards stay in the stock, and lie in the next pack."""


@pytest.mark.parametrize("part", range(PARTS))
def test_no_byte_names_a_card_that_its_seat_may_not_know(part: int) -> None:
    """Each match of a part has other rules; all parts together have all rules."""
    chance, player = Random(11 + part), bots.make("random", 11 + part)
    named = seals = shuffled = nonces = hands = matches = claimed = 0
    for number in range(MATCHES // PARTS):
        rules = ALL_RULES[(7 * number + 6 * part) % len(ALL_RULES)]
        watched = Watched(chance, rules, WATCH[(number + part) % len(WATCH)])
        for deal in range(LENGTH):
            watched.play_a_deal(player, nobody_takes=deal % 10 == DEAD)
        assert watched.dead >= max(1, LENGTH // 10) * may_die(rules.auction, rules.sides)
        named, seals = named + watched.named, seals + watched.seals
        shuffled += LENGTH * (rules.deal.shuffle == "each_deal_full")
        nonces += watched.nonces
        assert watched.changes > LENGTH * 8, "most updates go as what is different"
        assert bool(watched.hands) == (watched.watch == "seat")
        hands += watched.hands
        claimed += watched.claims
        matches += 1
        assert bool(watched.hints) == (rules.conduct.assistance == "full")
        assert bool(watched.remembered) == bool(watched.hints and rules.conduct.bots_remember)
    deals = LENGTH * matches
    assert matches == MATCHES // PARTS
    assert named > deals * 100
    assert seals > shuffled // 2 > 0 and nonces > shuffled
    assert claimed > deals // 20
    assert hands > deals * 10, "who looks over a shoulder sees hands, a deal later"


@pytest.mark.parametrize("rules", TWO)
@pytest.mark.parametrize("watch", WATCH)
def test_the_stock_is_hidden_from_every_seat_too(rules: Rules, watch: Watch) -> None:
    watched = Watched(Random(5), rules, watch)
    for deal in range(LENGTH):
        watched.play_a_deal(bots.make("random", 5), nobody_takes=deal % 10 == DEAD)
    fresh = rules.deal.shuffle == "each_deal_full"
    assert watched.named > LENGTH * 50
    assert bool(watched.seals) == fresh, "a seal that is opened tells what lies in the stock"


def test_the_reading_finds_a_card_that_leaks() -> None:
    watched = Watched(Random(1), presets.rules("french"))
    for _ in range(3):
        seat = watched.table.match.to_act
        assert seat is not None
        act = bots.make("random").choose(view(watched.table.match, seat))
        watched.carry_out(watched.table.act(seat, act))
    deal = watched.table.match.deal
    mine = CardSet.of(deal.dealt[0])
    assert not named_in(watched.ears[1].incoming) <= known_to(0, deal, mine)
    with pytest.raises(AssertionError):
        watched.compare(Frame(watched.ears[1].incoming, b""), 0, *[watched.table.version] * 2)


def test_the_position_of_a_hint_is_for_whoever_is_to_act() -> None:
    watched = Watched(Random(1), presets.rules("french"))
    to_act, request = watched.table.match.to_act, messages.Hint("h", 9**9, on_device=True)
    for seat, name in enumerate(NAMES):
        if seat != to_act:
            with pytest.raises(IllegalActionError, match="turn"):
                position(watched.room, name, request)
    with pytest.raises(IllegalActionError):
        position(watched.room, "Eve", request)


def test_the_reading_finds_a_hand_that_is_sent_too_early() -> None:
    watched = Watched(Random(1), presets.rules("french"), "seat")
    player = bots.make("random", 1)
    while not watched.table.match.deal.hands:
        seat = watched.table.match.to_act
        assert seat is not None
        watched.carry_out(watched.table.act(seat, player.choose(view(watched.table.match, seat))))
    ear, public = watched.over_shoulders[0], watched.table.public()
    assert public is not None
    received = watched.broadcaster.update(ear, None, 0.0)
    early = view_from_seat(public, watched.table.match, 0)
    ear.send(msgspec.structs.replace(received, view=early))
    with pytest.raises(AssertionError, match="that is being played"):
        watched.read_over_a_shoulder(ear)
