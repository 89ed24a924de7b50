"""Games of the engine: each is a match in memory."""

from __future__ import annotations

from collections import OrderedDict
from itertools import islice
from random import Random
from typing import Final, assert_never

from rebelote import bots
from rebelote.bots import Bot
from rebelote.engine import messages
from rebelote.engine.handlers import (
    RequestRefusedError,
    cards_of,
    record_of,
    reviewed,
    rules_of,
    seat_of,
)
from rebelote.knowledge import conduct
from rebelote.rules import deck, events, match, moves
from rebelote.rules.actions import Action
from rebelote.rules.events import Event, Events
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.records.record import Record, Recorded
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, spectator, view

MOST_GAMES: Final = 256
"""Games stored; the least recently used makes room for a new one."""
MOST_DEALS: Final = 200
"""Deals that bots play among themselves in one answer."""


class EngineGame:
    """One match, its record, and the bots that sit at it."""

    def __init__(self, rules: Rules, seats: dict[int, Bot], chance: Random, begun: Match) -> None:
        self.rules, self.bots, self.chance = rules, seats, chance
        self.so_far = Recorded.begin(begun)
        self.seen: list[Event] = list(events.match_began(begun))

    @property
    def match(self) -> Match:
        return self.so_far.match

    @property
    def record(self) -> Record:
        return self.so_far.record

    def act(self, seat: int, action: Action) -> Events:
        """Apply an action and all that follows: moves of bots, and the next deals."""
        moves.check_at_table(action)
        self._carry_out(seat, action)
        self.go_on()
        return self.take_events()

    def take_events(self) -> Events:
        """Return the events since the last call."""
        seen, self.seen = tuple(self.seen), []
        return seen

    def go_on(self) -> None:
        """Let bots move and deals begin until another seat is to act, or the match is over.

        Bots alone play so many deals and no more, so that every request is answered.
        """
        last = self.match.number + MOST_DEALS
        while not self.match.over:
            seat = self.match.to_act
            if seat is None and self.match.number >= last:
                return
            if seat is None:
                self._next_deal()
            elif seat in self.bots:
                self._carry_out(seat, self.bots[seat].choose(view(self.match, seat)))
            else:
                return

    def _carry_out(self, seat: int, action: Action) -> None:
        before = self.match
        self.so_far = self.so_far.act(seat, action)
        self.seen += events.narrate(before, seat, action, self.match)
        for watcher, step in islice(conduct.interventions(self.match, self.bots), 1):
            self._carry_out(watcher, step)

    def _next_deal(self) -> None:
        self.so_far = self.so_far.next_deal(match.new_pack(self.match, self.chance))
        self.seen += events.deal_began(self.match)

    def view_of_mover(self) -> View:
        """Return the view of the seat to act, or a spectator's once the match is over."""
        seat = self.match.to_act
        return spectator(self.match) if seat is None else view(self.match, seat)


class Games:
    """The games of one engine, by handle."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, EngineGame] = OrderedDict()
        self._number = 0

    def find(self, handle: str) -> EngineGame:
        """Return the game of a handle; RequestRefusedError for an unknown one."""
        if handle not in self._games:
            raise RequestRefusedError("no-such-game")
        self._games.move_to_end(handle)
        return self._games[handle]

    def handle(self, request: messages.GameRequest) -> messages.Answer:
        """Answer a request about a game; RequestRefusedError for an unknown one."""
        match request:
            case messages.NewGame():
                return self.new(request)
            case messages.ViewOf():
                return self.view(request)
            case messages.Act():
                return self.act(request)
            case messages.RecordOf():
                return self.record(request)
            case messages.Review():
                return self.review(request)
        assert_never(request)

    def new(self, request: messages.NewGame) -> messages.GameState:
        """Begin a match."""
        rules = rules_of(request.rules)
        chance = Random(request.seed)
        game = EngineGame(
            rules, _bots(request, rules, chance), chance, _begun(request, rules, chance)
        )
        game.go_on()
        self._number += 1
        handle = f"g{self._number}"
        self._games[handle] = game
        if len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)
        return messages.GameState(game=handle, events=game.take_events(), view=game.view_of_mover())

    def view(self, request: messages.ViewOf) -> messages.Seen:
        """Return the view of a seat or of a spectator."""
        game = self.find(request.game)
        if request.spectator == (request.seat is not None):
            raise RequestRefusedError("wrong-field", "give either a seat, or spectator: true")
        if request.seat is None:
            return messages.Seen(view=spectator(game.match))
        seat = seat_of(request.seat, game.rules, "seat")
        return messages.Seen(view=view(game.match, seat))

    def act(self, request: messages.Act) -> messages.ActionDone:
        """Do something at the table."""
        game = self.find(request.game)
        seat = seat_of(request.seat, game.rules, "seat")
        try:
            seen = game.act(seat, request.action)
        except IllegalActionError as error:
            raise RequestRefusedError(error.refusal.code) from None
        over = game.match.over
        return messages.ActionDone(events=seen, view=game.view_of_mover(), over=over)

    def record(self, request: messages.RecordOf) -> messages.RecordText:
        return messages.RecordText(text=str(self.find(request.game).record))

    def review(self, request: messages.Review) -> messages.Reviewed:
        """Return the review of a recorded match, or of a game."""
        if request.record is not None and request.game is None:
            record = record_of(request.record)
        elif request.game is not None and request.record is None:
            record = self.find(request.game).record
        else:
            raise RequestRefusedError("wrong-field", "give either a record or a game")
        if request.rules is not None and rules_of(request.rules) != record.rules:
            raise RequestRefusedError("wrong-field", "the match was played by other rules")
        return reviewed(record, request.deal)


def _begun(request: messages.NewGame, rules: Rules, chance: Random) -> Match:
    pack = deck.shuffled(chance, rules.pack)
    if request.deck is not None:
        pack = cards_of(request.deck, rules, len(rules.pack))
    _, dealer = match.draw_dealer(rules, chance)
    if request.dealer is not None:
        dealer = seat_of(request.dealer, rules, "dealer")
    try:
        return match.start(rules, pack, dealer)
    except ValueError as error:
        raise RequestRefusedError("impossible-position", str(error)) from None


def _bots(request: messages.NewGame, rules: Rules, chance: Random) -> dict[int, Bot]:
    seats: dict[int, Bot] = {}
    for seat, name in request.bots.items():
        if not (seat.isdecimal() and len(seat) == 1):
            raise RequestRefusedError("wrong-field", f"bots: {seat!r} is not a seat")
        try:
            made = bots.make(name, chance.randrange(1 << 30))
        except ValueError as error:
            raise RequestRefusedError("wrong-field", f"bots: {error}") from None
        seats[seat_of(int(seat), rules, "bots")] = made
    return seats
