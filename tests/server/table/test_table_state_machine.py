"""A state machine of tables: people come, sit, swap, play and leave."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from listening import Ear
from volume import volume

from rebelote import bots
from rebelote.rules import presets
from rebelote.rules.fairness import commitment
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import view
from rebelote.server.base.protocol import messages
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.table.broadcaster import Broadcaster
from rebelote.server.table.model.life import ClockState, MatchState
from rebelote.server.table.model.seat_commands import changes
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room, TableMetadata

PEOPLE = ("Ann", "Bea", "Cas", "Dov", "Eef")
anybody = st.sampled_from(PEOPLE)
any_seat = st.integers(-1, 4)
any_preset = st.sampled_from(sorted(presets.PRESETS))
any_pace = st.sampled_from(["fast", "none"])
going_on = st.sampled_from([messages.Ready, messages.Rematch])


class Evening(RuleBasedStateMachine):
    """One table, five people, and a clock."""

    @initialize(preset=any_preset, pace=any_pace, people=st.integers(0, 3))
    def open(self, preset: str, pace: Any, people: int) -> None:
        """Open a table; people at it are playing already."""
        self.now, self.ids = 0.0, 0
        self.chance = Random(7)
        self.log: list[tuple[int, str | None, bytes]] = []
        self.nonces: list[bytes] = []
        self.table = Table("evening")
        rules = presets.rules(preset, target=300 if preset != "flemish" else 30)
        self.commit(self.table.agree(rules, Terms(pace=pace, level="beginner")))
        self.room = Room(self.table, TableMetadata(host="Ann"), "ABCDEF", self.now)
        self.broadcaster = Broadcaster(self.room)
        self.here: dict[str, Ear] = {}
        for seat in range(people):
            self.come(PEOPLE[seat])
            self.arrange(PEOPLE[seat], seat, "sit", 0)
        if people:
            self.arrange("Ann", 0, "begin", 0)
            assert self.table.playing

    # --- what a lobby does with changes

    def commit(self, change: Change) -> None:
        self.log.append((self.table.version + 1, change.client_id, change.encoded()))
        self.table.commit(change)

    def carry_out(self, change: Change) -> None:
        change = self.room.charged(change, self.now)
        self.commit(change)
        self.room.settle_clock(change, self.now)
        self.broadcaster.broadcast(self.now, change)

    def ask(self, what: Callable[[], Any]) -> None:
        """Carry out a request, unless it is acknowledged, or refused and the table unchanged."""
        version = self.table.version
        try:
            answer = what()
        except IllegalActionError:
            assert self.table.version == version
            return
        if isinstance(answer, Change):
            self.carry_out(answer)

    def next_id(self) -> str:
        self.ids += 1
        return str(self.ids)

    # --- what people do

    @rule(name=anybody)
    def come(self, name: str) -> None:
        if name not in self.here:
            self.here[name] = Ear(name)
            self.room.add(self.here[name], self.now)
            seat = self.table.seat_of(name)
            if seat is not None and (back := self.table.resume(seat)):
                self.carry_out(back)

    @rule(name=anybody)
    def go(self, name: str) -> None:
        if name in self.here:
            self.room.remove(self.here.pop(name), self.now)

    @rule(
        name=anybody,
        seat=any_seat,
        kind=st.sampled_from(["sit", "stand", "seat_bot", "unseat", "swap", "begin", "back"]),
        other=any_seat,
    )
    def arrange(self, name: str, seat: int, kind: str, other: int) -> None:
        made = {
            "sit": lambda i: messages.Sit(i, seat),
            "stand": messages.Stand,
            "seat_bot": lambda i: messages.SeatBot(i, seat),
            "unseat": lambda i: messages.Unseat(i, seat),
            "swap": lambda i: messages.Swap(i, (seat, other)),
            "begin": messages.Begin,
            "back": messages.Back,
        }
        message: Any = made[kind](self.next_id())
        who, secret = Occupant(name=name, bot=None, person=name), self.chance.randbytes(32)
        host = self.room.host == name

        def all_of_it() -> None:
            for change in changes(self.table, who, host, message, secret):
                self.carry_out(change)

        self.ask(all_of_it)

    @precondition(lambda self: self.table.begun)
    @rule(name=anybody, kind=going_on, late=st.booleans())
    def agree(self, name: str, kind: Any, late: bool) -> None:
        seat = self.table.seat_of(name)
        if seat is not None:
            message = kind(self.next_id(), self.table.version - 3 * late)
            self.ask(lambda: self.table.receive(seat, message, self.chance.randbytes(32)))

    @rule(name=anybody, on=st.booleans())
    def pause(self, name: str, on: bool) -> None:
        self.ask(lambda: self.room.vote_to_pause(name, on, self.next_id()))

    @rule(name=anybody, on=st.booleans())
    def surrender(self, name: str, on: bool) -> None:
        self.ask(lambda: self.room.vote_to_surrender(name, on, self.next_id()))

    @rule(name=anybody)
    def think(self, name: str) -> None:
        self.ask(lambda: self.room.give_extra_time(name, self.next_id()))

    @precondition(lambda self: self.table.to_act is not None)
    @rule(data=st.data(), twice=st.booleans())
    def act(self, data: st.DataObject, twice: bool) -> None:
        """Have the player to act do something; sent twice it counts once."""
        seat = self.table.to_act
        assert seat is not None
        action = bots.make("random", data.draw(st.integers(0, 9))).choose(
            view(self.table.match, seat)
        )
        message = messages.Act(self.next_id(), self.table.version, action)
        self.ask(lambda: self.table.receive(seat, message, b""))
        if twice:
            version = self.table.version
            answer = self.table.receive(seat, message, b"")
            assert isinstance(answer, messages.Ack) and answer.version <= version
            assert self.table.version == version

    @precondition(lambda self: self.table.to_act is not None)
    @rule(seed=st.integers(0, 9))
    def play_the_deal(self, seed: int) -> None:
        """Play to the end of the deal, so that matches end."""
        while (seat := self.table.to_act) is not None:
            action = bots.make("random", seed).choose(view(self.table.match, seat))
            self.carry_out(self.table.act(seat, action))

    @precondition(lambda self: self.table.to_act is not None)
    @rule(seed=st.integers(0, 9), by=any_seat)
    def claim(self, seed: int, by: int) -> None:
        """Play until the rest may be claimed, and have the player to act, or another, claim it."""
        while (seat := self.table.to_act) is not None and not self.table.may_claim(seat):
            action = bots.make("random", seed).choose(view(self.table.match, seat))
            self.carry_out(self.table.act(seat, action))
        claimant = by if seat is None or by >= 0 else seat
        message = messages.Claim(self.next_id(), self.table.version)
        self.ask(lambda: self.table.receive(claimant, message, b""))

    # --- what their browsers do

    @rule(name=anybody)
    def commit_to_a_nonce(self, name: str) -> None:
        if name in self.here and self.table.seat_of(name) is not None:
            nonce = self.chance.randbytes(16)
            self.nonces.append(nonce)
            self.table.commitments.add(self.here[name], name, commitment(nonce))

    @precondition(lambda self: self.table.awaited is not None)
    @rule(which=st.integers(0, 9))
    def reveal_a_nonce(self, which: int) -> None:
        """Reveal any nonce that was ever promised; the table accepts only one that it awaits."""
        awaited = self.table.awaited
        assert awaited is not None
        nonce = self.nonces[-1 - which % len(self.nonces)]
        promised = commitment(nonce) in awaited.sealed.commitments
        try:
            awaited.reveal(nonce.hex())
        except IllegalActionError as error:
            assert error.refusal.code == "wrong-reveal" and not promised
        else:
            assert promised
        if awaited.complete:
            self.carry_out(self.table.deal())

    # --- what the table does by itself

    @rule(seconds=st.sampled_from([1, 11, 45, 400]))
    def time_passes(self, seconds: int) -> None:
        self.now += seconds
        self.broadcaster.broadcast_absences(self.now)
        if self.room.pack_is_overdue(self.now):
            self.carry_out(self.table.deal())
        if overdue := self.room.overdue(self.now):
            seat, why = overdue
            assert self.table.seats[seat].person and self.table.to_act == seat
            self.carry_out(self.table.substitute(seat, why))
            assert self.room.overdue(self.now) is None
        elif self.room.next_deal_is_overdue(self.now):
            change = self.table.go_on(self.chance.randbytes(32))
            if change is not None:
                self.carry_out(change)

    @rule()
    def by_itself(self) -> None:
        change = self.table.by_itself(self.chance.randbytes(32)) or self.table.bot_intervening()
        if change is not None:
            self.carry_out(change)

    # --- what always holds

    @invariant()
    def nobody_sits_twice(self) -> None:
        people = [who.person for who in self.table.seats if who.person]
        assert len(people) == len(set(people))
        assert set(self.table.substituted) <= {
            seat for seat, who in enumerate(self.table.seats) if who.person
        }

    @invariant()
    def its_life_agrees_with_its_match(self) -> None:
        match, life = self.table._match, self.table.life
        assert (life.match is MatchState.WAITING) == (match is None)
        if match is not None and life.match is not MatchState.CALLED_OFF:
            assert (life.match is MatchState.OVER) == match.over
        assert self.table.clock.paused == (life.clock is ClockState.PAUSED)
        assert not self.table.clock.paused or self.table.playing

    @invariant()
    def every_seat_is_taken_while_they_play(self) -> None:
        if self.table.playing:
            assert not any(who.free for who in self.table.seats)
            assert len(self.table.seats) == self.table.match.rules.players

    @invariant()
    def a_person_is_always_awaited_or_the_table_goes_on(self) -> None:
        """Check that the table goes on: a bot acts, a person is asked, or people are to agree."""
        if self.table.playing and (seat := self.table.to_act) is not None:
            assert self.table.bot_in(seat) or seat in self.table.people

    @invariant()
    def nobody_acts_while_a_pack_is_awaited(self) -> None:
        if self.table.awaited is not None:
            assert self.table.to_act is None and self.table.bot_to_act() is None
            assert self.table.by_itself(bytes(32)) is None and self.table.go_on(bytes(32)) is None
            assert self.table.bot_intervening() is None
            assert self.room.clock.left(self.now) is None
            assert not any(who.free for who in self.table.seats)

    @invariant()
    def all_receive_the_same(self) -> None:
        for name, ear in self.here.items():
            received = self.broadcaster.update(ear, None, self.now)
            assert received.version == self.table.version
            assert received.you == self.table.seat_of(name)
            assert received.view is None or received.view.seat == (
                -1 if received.you is None else received.you
            )

    def teardown(self) -> None:
        if hasattr(self, "table"):
            again = Table.restore("evening", self.log)
            assert again.version == self.table.version
            assert again.ready == self.table.ready
            assert again.pause_votes == self.table.pause_votes
            assert again.clock.banks == self.table.clock.banks
            assert again.clock.paused == self.table.clock.paused
            assert again.clock._had_more == self.table.clock._had_more
            assert again.seats == self.table.seats and again.substituted == self.table.substituted
            assert again._match == self.table._match
            assert again.pack_in_play() == self.table.pack_in_play()
            assert again.life == self.table.life
            assert (again.awaited is None) == (self.table.awaited is None)


Evening.TestCase.settings = settings(
    max_examples=volume(15, 60, 1000),
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
test_a_table_stays_in_order = Evening.TestCase
