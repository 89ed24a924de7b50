"""A table, and the changes that may follow from its state; no input or output.

A change is first proposed here, then written by the caller, and only then committed: so nothing
is sent that is not on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, assert_never

import msgspec

from rebelote.knowledge import conduct
from rebelote.rules import claims, events, moves
from rebelote.rules import match as matches
from rebelote.rules.actions import Action, Refuse
from rebelote.rules.cards import Card
from rebelote.rules.events import Event, PackMade
from rebelote.rules.fairness import Stream, pack_seed
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, view
from rebelote.server.protocol import messages, updates
from rebelote.server.protocol.table_settings import MOST_DEALS, Terms
from rebelote.server.protocol.updates import TableEvent
from rebelote.server.tables import seating, taking_back
from rebelote.server.tables.event_log import (
    Acted,
    Agreed,
    AgreedToGoOn,
    CalledOff,
    ClaimAnswered,
    Claimed,
    ClaimMade,
    ClockEntry,
    Dealt,
    Entry,
    ExtraTime,
    GivenUp,
    MatchEntry,
    PauseVote,
    Returned,
    Sealed,
    Seating,
    Seats,
    Started,
    Substituted,
    SurrenderVote,
    TableEntry,
    TakenBack,
    TimeUp,
)
from rebelote.server.tables.state import Change, TableState


class Table(TableState):
    """One table: what may happen to its seats and terms, and in the match in play."""

    __slots__ = ()

    # --- proposing: seats and terms

    def agree(self, rules: Rules, terms: Terms, seats: Seats | None = None) -> Change:
        """What the next match is played by; those who sit stay as far as there are seats."""
        if self.under_way:
            raise IllegalActionError("match-under-way")
        result = seating.resized(self.seats if seats is None else seats, rules.players)
        return self._change(Agreed(rules, terms, result))

    def agrees_already(self, change: Change) -> bool:
        """Whether a change of rules and terms would change nothing."""
        return change.entry == Agreed(self.rules, self.terms, self.seats)

    def seated(self, seats: Seats, client_id: str | None = None) -> Change:
        """These sit there from now on."""
        return self._change(Seating(seats), client_id)

    def substitute(self, seat: int, why: Literal["clock", "gone"], no_show: bool = False) -> Change:
        """A bot plays on in this seat; `no_show`: for a person who never joined."""
        return self._change(Substituted(seat, why, no_show=no_show))

    def resume(self, seat: int) -> Change | None:
        """The person in this seat plays again; None where no bot substitutes."""
        return self._change(Returned(seat)) if seat in self.substituted else None

    # --- proposing: the clock

    def vote_to_pause(self, seat: int, on: bool, client_id: str) -> Change | None:
        """A vote for a pause, or the end of one; None where it would change nothing."""
        votes, paused = self.pause_votes, self.clock.paused
        asks = not paused and (seat not in votes or self.people <= votes)
        ends = paused or bool(votes)
        changes = self.playing and (asks if on else ends)
        return self._change(PauseVote(seat, on), client_id) if changes else None

    def vote_to_surrender(self, seat: int, on: bool, client_id: str) -> Change | None:
        """A vote of a seat to give up the match, or not to; the last of its side's people ends it.

        None where it would change nothing. Raises IllegalActionError.
        """
        if self.match.over or self.called_off:
            raise IllegalActionError("match-over")
        if self.plays_one_deal or self.match.rules.side_count != 2:
            raise IllegalActionError("no-surrender")
        if self.awaited is not None:
            raise IllegalActionError("pack-awaited")
        sides = self.match.rules.sides
        own = {other for other, side in enumerate(sides) if side == sides[seat]}
        votes = self.surrender_votes & own
        if on and not (self.people & own) - votes - {seat}:
            return self._change(GivenUp(seat), client_id)
        changes = seat not in votes if on else bool(votes)
        return self._change(SurrenderVote(seat, on), client_id) if changes else None

    def give_extra_time(self, seat: int, client_id: str) -> Change:
        """More time for the seat to act, once a deal. Raises IllegalActionError."""
        if seat != self.clock.seat or not self.clock.more:
            raise IllegalActionError("no-more-time")
        return self._change(ExtraTime(seat), client_id)

    # --- proposing: the game

    def start(self, secret: bytes, client_id: str | None = None) -> Change:
        """The change that begins a match, or seals its first pack, with this secret."""
        return self._change(self._packed(secret), client_id)

    def _packed(self, secret: bytes) -> Sealed | Started | Dealt:
        """What comes next: the seal where players have committed to nonces, else the pack."""
        committed = self.commitments.by_seat(self.seats) if self.packs == "drawn" else ()
        if committed:
            return Sealed(secret.hex(), committed)
        kept = "" if self.packs == "fixed" else secret.hex()
        return msgspec.structs.replace(self._made(secret), secret=kept)

    def _made(self, seed: bytes) -> Started | Dealt:
        """The beginning of the next deal, or of a match, with the pack that this seed makes."""
        if self.playing:
            return Dealt(matches.new_pack(self.match, Stream(seed)))
        drawn, dealer = self._dealer(seed)
        return Started(self.rules, matches.first_pack(self.rules, Stream(seed)), dealer, drawn)

    def _dealer(self, seed: bytes) -> tuple[tuple[Card, ...], int]:
        """Who deals first, and the cards drawn for it; the turn goes on from a match before."""
        if self.first_dealer is not None:
            return (), self.first_dealer
        if self._match is None or self.match.rules.players != self.rules.players:
            return matches.draw_dealer(self.rules, Stream(b"dealer" + seed))
        return (), matches.next_dealer(self.match)

    def deal(self) -> Change:
        """The change that deals the awaited pack, made with the nonces revealed so far."""
        if self.awaited is None:
            raise ValueError("no pack is awaited at this table")
        sealed, nonces = self.awaited.sealed, self.awaited.nonces
        made = self._made(pack_seed(bytes.fromhex(sealed.secret), nonces))
        return self._change(msgspec.structs.replace(made, nonces=nonces))

    def receive(self, seat: int, message: messages.Command, secret: bytes) -> Change | messages.Ack:
        """What a seat's command would change; an acknowledgement where nothing needs writing.

        Raises IllegalActionError where the rules of the game or of the table refuse it.
        """
        if done := self.acknowledged(message.id):
            return done
        if not self.played_at <= message.expect <= self.version:
            raise IllegalActionError("stale")
        match message:
            case messages.PlayCommand():
                if self.called_off:
                    raise IllegalActionError("match-over")
                if self.awaited is not None:
                    raise IllegalActionError("pack-awaited")
                return self._change(self._played_by(seat, message), message.id)
            case messages.Ready() | messages.Rematch():
                return self._go_on(seat, message, secret)
            case _:
                assert_never(message)

    def _played_by(
        self, seat: int, message: messages.PlayCommand
    ) -> Acted | Claimed | ClaimMade | ClaimAnswered | TakenBack:
        """What a seat plays, takes back, claims, or answers to a claim."""
        if isinstance(message, messages.TakeBack):
            return self._taken_back(seat)
        if isinstance(message, messages.Act):
            moves.check_at_table(message.action)
            return Acted(seat, message.action)
        if isinstance(message, messages.AnswerClaim):
            return self._answered(seat, message.accept)
        if not self.may_claim(seat):
            raise IllegalActionError("no-claim")
        assisted = self.match.rules.conduct.assistance == "full"
        return self._settled(seat) if assisted else ClaimMade(seat)

    def _taken_back(self, seat: int) -> TakenBack:
        """That a seat takes back its last call or card. Raises IllegalActionError."""
        if self.match.to_act is None:
            raise IllegalActionError("deal-over")
        alone = len(self.participants) == 1 and not self.plays_one_deal
        if not alone or self.taken_back >= taking_back.MOST:
            raise IllegalActionError("no-take-back")
        if not self._actions.may_take_back(seat):
            raise IllegalActionError("nothing-to-take-back")
        return TakenBack(seat)

    def may_take_back(self, seat: int | None) -> bool:
        """Whether a seat could take back its last call or card, as far as the table knows."""
        if seat is None or not self.playing or self.awaited is not None:
            return False
        try:
            self._taken_back(seat)
        except IllegalActionError:
            return False
        return True

    def _settled(self, claimant: int) -> Claimed:
        """How the rest falls that a seat has claimed."""
        return Claimed(claimant, claims.rest(self.match, claimant))

    def _answered(self, seat: int, accepted: bool) -> Acted | Claimed | ClaimAnswered:
        """What an opponent's answer comes to: the rest falls once all have accepted.

        A refusal is an action of the game where a claim can lose the deal.
        """
        if self.claim is None or seat not in self.claim.asked:
            raise IllegalActionError("no-claim-asked")
        if not accepted and self.match.rules.claims_are_risked:
            return Acted(seat, Refuse(self.claim.seat))
        last = self.claim.asked == (seat,)
        return (
            self._settled(self.claim.seat) if accepted and last else ClaimAnswered(seat, accepted)
        )

    def may_claim(self, seat: int | None) -> bool:
        """Whether a seat can claim the rest, which follows from what it has seen.

        As in real life nothing is proved for it, and it may ask its opponents once a deal.
        """
        if self._match is None or seat is None or not self.playing or self.awaited is not None:
            return False
        if self._match.rules.conduct.assistance == "full":
            return claims.may_claim(self._match.deal, seat)
        return seat not in self._claimed and claims.may_ask(self._match.deal, seat)

    def _go_on(
        self, seat: int, message: messages.Ready | messages.Rematch, secret: bytes
    ) -> Change | messages.Ack:
        """All people must agree before the next deal or match begins."""
        if self.awaited is not None:
            return messages.Ack(message.id, self.version)
        rematch = isinstance(message, messages.Rematch)
        over = self.match.over or self.called_off
        if rematch and not over:
            raise IllegalActionError("match-not-over")
        if self.match.to_act is not None:
            raise IllegalActionError("deal-not-over")
        if over and not rematch:
            raise IllegalActionError("match-over")
        if rematch and any(who.free for who in self.seats):
            raise IllegalActionError("seat-empty")
        if self.people - self.ready - {seat}:
            if seat in self.ready:
                return messages.Ack(message.id, self.version)
            return self._change(AgreedToGoOn(seat), message.id)
        if rematch:
            return self.start(secret, message.id)
        return self._change(self._next_deal(secret), message.id)

    def time_up(self, now: float) -> Change | None:
        """That its time is up, once it is."""
        return None if self.ends_at is None or now < self.ends_at else self._change(TimeUp())

    def go_on(self, secret: bytes) -> Change | None:
        """The next deal, where one is owed and nobody waits for anybody any more."""
        if self.playing and self.match.to_act is None and self.awaited is None:
            return self._change(self._next_deal(secret))
        return None

    def _next_deal(self, secret: bytes) -> Sealed | Started | Dealt | CalledOff:
        """What follows a deal; after the last that a match may have, its end."""
        if self.match.number >= MOST_DEALS or self._has_played_the_shared_deal:
            return CalledOff()
        return self._packed(secret) if self.match.needs_pack else Dealt(None)

    @property
    def _has_played_the_shared_deal(self) -> bool:
        """Whether the one deal that is the same for all was played, be both sides even or not.

        The deal of the day is dealt again where nobody takes; a deal that is laid has ended so.
        """
        return self.packs == "laid" or (
            self.packs == "shared" and self.match.settlement is not None
        )

    def by_itself(self, secret: bytes) -> Change | None:
        """What the table does unasked: a deal that left no marks is dealt again (`french:9,11`).

        So is the next one where only bots play; and a match of one shared deal ends with it.
        """
        if not self.playing or self.match.to_act is not None or self.awaited is not None:
            return None
        if self.match.settlement is None or not self.people or self._has_played_the_shared_deal:
            return self._change(self._next_deal(secret))
        return None

    def bot_intervening(self) -> Change | None:
        """What a bot does out of turn: ask an opponent to show, challenge what is proven."""
        if self._match is None or self._stopped or self.awaited is not None:
            return None
        bots = [seat for seat in range(len(self.seats)) if self.bot_in(seat)]
        if self.claim is not None and (asked := set(bots).intersection(self.claim.asked)):
            proved = claims.may_claim(self._match.deal, self.claim.seat)
            return self._change(self._answered(min(asked), proved))
        step = next(conduct.interventions(self._match, bots), None)
        return self.act(*step) if step else None

    def bot_to_act(self) -> tuple[int, str, View] | None:
        """The seat, kind and view of the bot whose turn it is."""
        seat = self.to_act
        if seat is None or (bot := self.bot_in(seat)) is None:
            return None
        return seat, bot, view(self.match, seat)

    def to_hint(self, seat: int) -> View:
        """The view from which a hint is given; only for one's own turn, where the table helps."""
        if self.match.rules.conduct.assistance != "full":
            raise IllegalActionError("no-hint")
        if self.match.to_act != seat:
            raise IllegalActionError("not-your-turn")
        return view(self.match, seat)

    def act(self, seat: int, action: Action, failed: bool = False) -> Change:
        """What a bot's action would change; `failed`: the simplest, for the bot has failed."""
        return self._change(Acted(seat, action, failed=failed))

    # --- what is seen of a change

    def followed_by(self, entry: Entry, client_id: str | None) -> Change:
        """The change that an entry is which another node has written."""
        return self._change(entry, client_id)

    def _change(self, entry: Entry, client_id: str | None = None) -> Change:
        if isinstance(entry, MatchEntry):
            after = self._after(entry)
            return Change(entry, after, tuple(self._narrated(entry, after)), client_id)
        seen = () if isinstance(entry, ClockEntry) else tuple(self._visible_events(entry))
        return Change(entry, self._match, seen, client_id)

    def _visible_events(self, entry: TableEntry) -> Iterator[Event | TableEvent]:
        """What everybody sees of an entry that plays nothing."""
        match entry:
            case Substituted():
                yield updates.BotSubstituted(entry.seat, entry.why, entry.no_show)
            case Returned():
                yield updates.CameBack(entry.seat)
            case CalledOff():
                yield updates.MatchCalledOff(self.match.number)
                yield from self._openable
            case Sealed():
                yield self._sealed(entry, not self.playing)
            case ClaimMade():
                yield updates.RestClaimed(*self._laid_open(entry.seat))
            case ClaimAnswered():
                yield updates.ClaimAnswered(entry.seat, entry.accepted)
            case Agreed() | Seating():
                if isinstance(entry, Agreed) and self.version:
                    yield updates.TermsChanged()
                yield from seating.changes(self.seats, entry.seats)
            case _:
                assert_never(entry)

    def _narrated(self, entry: MatchEntry, after: Match) -> Iterator[Event | TableEvent]:
        if isinstance(entry, Acted):
            if entry.failed:
                yield updates.BotFailed(entry.seat)
            yield from events.narrate(self.match, entry.seat, entry.action, after)
            yield from self._disclosable(after)
        elif isinstance(entry, TimeUp | GivenUp):
            yield self._ending(entry)
            yield from events.narrate_end(after)
            yield from self._disclosable(after)
        elif isinstance(entry, TakenBack):
            yield updates.ActionTakenBack(entry.seat)
        elif isinstance(entry, Claimed):
            yield updates.RestClaimed(*self._laid_open(entry.seat))
            for played in claims.replayed(self.match, entry.cards):
                yield from events.narrate(*played)
            yield from self._disclosable(after)
        else:
            drawn = entry.drawn if isinstance(entry, Started) else None
            began = events.deal_began(after)
            began = began if drawn is None else events.match_began(after, drawn)
            at = next(i for i, event in enumerate(began) if isinstance(event, events.DealBegan))
            yield from (*began[: at + 1], *self._pack_events(entry), *began[at + 1 :])

    def _ending(self, entry: TimeUp | GivenUp) -> TableEvent:
        """Why a match ends between two actions, or is about to."""
        if isinstance(entry, TimeUp):
            return updates.TimeUp()
        return updates.MatchGivenUp(self.match.rules.sides[entry.seat])

    def _pack_events(self, entry: Started | Dealt) -> Iterator[Event]:
        """What everybody sees of a new pack before it is cut: its seal, or what it is made from."""
        if entry.secret:
            yield self._sealed(Sealed(entry.secret, ()), isinstance(entry, Started))
        if entry.nonces:
            yield PackMade(entry.nonces)
