"""What happens at one table? Seats, a log of entries, and who is owed what; no input or output.

A change is first proposed, then written down by somebody else, and only then committed here: so
nothing is told to anybody that is not on disk. The version of a table is the length of its log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from rebelote import conduct, events, match
from rebelote.actions import Action
from rebelote.cards import Card, decode_hook
from rebelote.deck import Pack
from rebelote.events import Events, PackSealed, SealOpened
from rebelote.fairness import Stream, seal
from rebelote.match import Match
from rebelote.refusals import IllegalAction
from rebelote.rules import Rules
from rebelote.server import messages
from rebelote.server.messages import Player, Update
from rebelote.view import View, for_a_person, view

KEPT: Final = 64
"""Versions whose events are kept for those who come back."""


class _Entry(msgspec.Struct, frozen=True, tag_field="log"):
    pass


class Started(_Entry, frozen=True, tag="started"):
    """A match began: the first, or a rematch. `secret` made the pack (`docs/fairness.md`)."""

    rules: Rules
    pack: Pack
    dealer: int
    drawn: tuple[Card, ...] = ()
    secret: str = ""


class Acted(_Entry, frozen=True, tag="acted"):
    """A seat did something."""

    seat: int
    action: Action


class Dealt(_Entry, frozen=True, tag="dealt"):
    """The next deal began, with a pack that `secret` made, or the gathered one."""

    pack: Pack | None
    secret: str = ""


Entry = Started | Acted | Dealt
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry, dec_hook=decode_hook)


def decode(line: bytes) -> Entry:
    """An entry as it was written down."""
    return _decoder.decode(line)


class Change(msgspec.Struct, frozen=True):
    """An entry that would be next in the log, and what it would make of the table."""

    entry: Entry
    match: Match
    events: Events
    client_id: str | None = None

    def encoded(self) -> bytes:
        """The entry as it is written down."""
        return messages.encode(self.entry)


class SeatPlan(msgspec.Struct, frozen=True):
    """Who sits in a seat: a name, and for a bot which one."""

    name: str
    bot: str | None = None


class Table:
    """One table: its seats, a log, a match."""

    def __init__(self, table_id: str, seats: tuple[SeatPlan, ...]) -> None:
        self.id = table_id
        self.seats = seats
        self.version = 0
        self.ready: set[int] = set()
        self.online: dict[int, int] = dict.fromkeys(range(len(seats)), 0)
        self._match: Match | None = None
        self._recent: deque[tuple[int, Events]] = deque(maxlen=KEPT)
        self._written: dict[str, int] = {}
        self._secrets: tuple[tuple[int, str], ...] = ()

    @classmethod
    def restore(
        cls,
        table_id: str,
        seats: tuple[SeatPlan, ...],
        log: Iterable[tuple[str | None, bytes]],
    ) -> Table:
        """The table with this log: pairs of a client's message id and an encoded entry."""
        table = cls(table_id, seats)
        for client_id, encoded in log:
            table.commit(table._change(_decoder.decode(encoded), client_id))
        return table

    @property
    def match(self) -> Match:
        """The match in play."""
        if self._match is None:
            raise ValueError("no match has been started at this table")
        return self._match

    @property
    def people(self) -> set[int]:
        """The seats in which people sit."""
        return {seat for seat, plan in enumerate(self.seats) if plan.bot is None}

    # --- proposing

    def start(self, rules: Rules, secret: bytes) -> Change:
        """The change that begins a match, whose first pack this secret makes."""
        drawn, dealer = match.draw_dealer(rules, Stream(b"dealer" + secret))
        return self._change(self._started(rules, dealer, secret, drawn))

    def _started(
        self, rules: Rules, dealer: int, secret: bytes, drawn: tuple[Card, ...] = ()
    ) -> Started:
        pack = match.first_pack(rules, Stream(secret))
        return Started(rules, pack, dealer, drawn, secret.hex())

    def receive(self, seat: int, message: messages.Command, secret: bytes) -> Change | messages.Ack:
        """What a seat's command would change; an acknowledgement where it has been done already.

        Raises IllegalAction where the rules of the game or of the table refuse it.
        """
        if message.id in self._written:
            return messages.Ack(message.id, self._written[message.id])
        if message.expect != self.version:
            raise IllegalAction("stale")
        if isinstance(message, messages.Act):
            return self._change(Acted(seat, message.action), message.id)
        return self._go_on(seat, message, secret)

    def _go_on(
        self, seat: int, message: messages.Ready | messages.Rematch, secret: bytes
    ) -> Change | messages.Ack:
        """All people must agree before the next deal or match begins."""
        over, rematch = self.match.winner is not None, isinstance(message, messages.Rematch)
        if rematch and not over:
            raise IllegalAction("match-not-over")
        if self.match.to_act is not None:
            raise IllegalAction("deal-not-over")
        if over and not rematch:
            raise IllegalAction("match-over")
        if self.people - self.ready - {seat}:
            self.ready.add(seat)
            return messages.Ack(message.id, self.version)
        entry = self._rematch(secret) if rematch else self._next_deal(secret)
        return self._change(entry, message.id)

    def _rematch(self, secret: bytes) -> Started:
        """The loser of the deal order does not change: the turn to deal goes on."""
        return self._started(self.match.rules, match.next_dealer(self.match), secret)

    def _next_deal(self, secret: bytes) -> Dealt:
        if not self.match.needs_pack:
            return Dealt(None)
        return Dealt(match.new_pack(self.match, Stream(secret)), secret.hex())

    def by_itself(self, secret: bytes) -> Change | None:
        """What the table does unasked: a deal that left no marks is dealt again (`2:L9,L11`)."""
        over = self.match.to_act is None and self.match.settlement is None
        if over and self.match.winner is None:
            return self._change(self._next_deal(secret))
        return None

    def bot_intervening(self) -> Change | None:
        """What a bot does out of turn: ask an opponent to show, challenge what is proven."""
        bots = [seat for seat, plan in enumerate(self.seats) if plan.bot]
        step = next(conduct.interventions(self.match, bots), None)
        return self.act(*step) if step else None

    def bot_to_act(self) -> tuple[int, str, View] | None:
        """The seat, kind and view of the bot whose turn it is."""
        seat = self.match.to_act
        if seat is None or (bot := self.seats[seat].bot) is None:
            return None
        return seat, bot, view(self.match, seat)

    def to_hint(self, seat: int) -> View:
        """The view from which a hint is given; only for one's own turn, where the table helps."""
        if self.match.rules.assistance != "full":
            raise IllegalAction("no-hint")
        if self.match.to_act != seat:
            raise IllegalAction("not-your-turn")
        return view(self.match, seat)

    def act(self, seat: int, action: Action) -> Change:
        """What a bot's action would change."""
        return self._change(Acted(seat, action))

    def _change(self, entry: Entry, client_id: str | None = None) -> Change:
        if isinstance(entry, Started):
            after = match.start(entry.rules, entry.pack, entry.dealer)
            seen = self._sealed(entry, events.match_began(after, entry.drawn))
        elif isinstance(entry, Dealt):
            after = match.next_deal(self.match, entry.pack)
            seen = self._sealed(entry, events.deal_began(after))
        else:
            after = match.apply(self.match, entry.seat, entry.action)
            seen = events.narrate(self.match, entry.seat, entry.action, after)
            seen += tuple(SealOpened(*told) for told in self._tellable(after))
        return Change(entry, after, seen, client_id)

    def _sealed(self, entry: Started | Dealt, seen: Events) -> Events:
        """What is seen as a deal begins, with the seal on its pack before anything is dealt."""
        if not entry.secret:
            return seen
        at = next(i for i, event in enumerate(seen) if isinstance(event, events.DealBegan))
        sealed = PackSealed(seal(bytes.fromhex(entry.secret)))
        return (*seen[: at + 1], sealed, *seen[at + 1 :])

    def _tellable(self, after: Match) -> tuple[tuple[int, str], ...]:
        """The secrets that may be told now: none while it would betray a card still hidden.

        A pack that is not shuffled afresh goes on after a deal that was not played to its end.
        """
        if after.to_act is not None:
            return ()
        fresh = after.rules.shuffle == "each_deal_full"
        return self._secrets if after.deal.played_out or fresh or after.winner is not None else ()

    # --- once it is written down

    def commit(self, change: Change) -> None:
        """Take over a change that is on disk."""
        self._keep_secrets(change)
        self._match = change.match
        self.version += 1
        self.ready = set()
        self._recent.append((self.version, change.events))
        if change.client_id is not None:
            self._written[change.client_id] = self.version

    def _keep_secrets(self, change: Change) -> None:
        """Remember the secret of a pack until it is told."""
        if isinstance(change.entry, Started | Dealt):
            if change.entry.secret:
                self._secrets += ((change.match.number, change.entry.secret),)
        elif self._tellable(change.match):
            self._secrets = ()

    # --- telling

    def update(self, seat: int, since: int | None) -> Update:
        """All that `seat` missed after version `since`, or a snapshot where that is not kept."""
        missed = None if since is None else self._missed(since)
        return Update(
            table=self.id,
            since=None if missed is None else since,
            version=self.version,
            events=missed or (),
            view=for_a_person(view(self.match, seat)),
            players=self.players(),
        )

    def _missed(self, since: int) -> Events | None:
        """The events after `since`; None where they are not all kept, or it never was."""
        oldest = self._recent[0][0] if self._recent else self.version + 1
        if not oldest - 1 <= since <= self.version:
            return None
        return tuple(e for version, seen in self._recent if version > since for e in seen)

    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return tuple(
            Player(
                seat,
                plan.name,
                plan.bot is not None,
                bool(self.online[seat]),
                seat in self.ready,
                plan.bot or "",
            )
            for seat, plan in enumerate(self.seats)
        )
