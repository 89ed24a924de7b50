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
from rebelote.rules.deal import Playing
from rebelote.rules.events import Event, PackMade
from rebelote.rules.fairness import Stream, pack_seed
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, view
from rebelote.server.base.protocol import messages, updates
from rebelote.server.base.protocol.occupants import Seats
from rebelote.server.base.protocol.table_settings import MOST_DEALS, Terms
from rebelote.server.base.protocol.updates import TableEvent
from rebelote.server.table.model import seating, taking_back
from rebelote.server.table.model.event_log import (
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
    Started,
    Substituted,
    SurrenderVote,
    TableEntry,
    TakenBack,
    TimeUp,
)
from rebelote.server.table.model.state import Change, TableState


class Table(TableState):
    """One table: what may happen to its seats and terms, and in the match in play."""

    __slots__ = ()

    # --- proposing: seats and terms

    def agree(self, rules: Rules, terms: Terms, seats: Seats | None = None) -> Change:
        """Propose rules and terms for the next match; people keep their seats where these exist."""
        if self.under_way:
            raise IllegalActionError("match-under-way")
        seated = seating.resized(self.seats if seats is None else seats, rules.players)
        return self._change(Agreed(rules, terms, seated))

    def agrees_already(self, change: Change) -> bool:
        """Return whether a change of rules and terms would change nothing."""
        return change.entry == Agreed(self.rules, self.terms, self.seats)

    def seated(self, seats: Seats, client_id: str | None = None) -> Change:
        """Propose these occupants of the seats from now on."""
        return self._change(Seating(seats), client_id)

    def substitute(self, seat: int, why: Literal["clock", "gone"], no_show: bool = False) -> Change:
        """Propose a bot in place of a person; `no_show`: for one who never joined."""
        return self._change(Substituted(seat, why, no_show=no_show))

    def resume(self, seat: int) -> Change | None:
        """Propose that a person plays again; None where no bot substitutes."""
        return self._change(Returned(seat)) if seat in self.substituted else None

    # --- proposing: the clock

    def vote_to_pause(self, seat: int, on: bool, client_id: str) -> Change | None:
        """Propose a vote for a pause, or the end of one; None where it would change nothing."""
        votes, paused = self.pause_votes, self.clock.paused
        asks = not paused and (seat not in votes or self.people <= votes)
        ends = paused or bool(votes)
        changes = self.playing and (asks if on else ends)
        return self._change(PauseVote(seat, on), client_id) if changes else None

    def vote_to_surrender(self, seat: int, on: bool, client_id: str) -> Change | None:
        """Propose a vote to give up the match, or not to; the last of its side's people ends it.

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
        """Propose more time for the seat to act, once a deal. Raises IllegalActionError."""
        if seat != self.clock.seat or not self.clock.more:
            raise IllegalActionError("no-more-time")
        return self._change(ExtraTime(seat), client_id)

    # --- proposing: the game

    def start(self, secret: bytes, client_id: str | None = None) -> Change:
        """Propose the beginning of a match, or the seal of its first pack, with this secret."""
        return self._change(self._packed(secret), client_id)

    def _packed(self, secret: bytes) -> Sealed | Started | Dealt:
        """Return the seal where players have committed to nonces, else the entry with the pack."""
        committed = self.commitments.by_seat(self.seats) if self.packs == "drawn" else ()
        if committed:
            return Sealed(secret.hex(), committed)
        kept = "" if self.packs == "fixed" else secret.hex()
        return msgspec.structs.replace(self._made(secret), secret=kept)

    def _made(self, seed: bytes) -> Started | Dealt:
        """Return the entry that begins a deal or a match, with the pack that this seed makes."""
        if self.playing:
            return Dealt(matches.new_pack(self.match, Stream(seed)))
        drawn, dealer = self._dealer(seed)
        return Started(
            rules=self.rules,
            pack=matches.first_pack(self.rules, Stream(seed)),
            dealer=dealer,
            drawn=drawn,
        )

    def _dealer(self, seed: bytes) -> tuple[tuple[Card, ...], int]:
        """Return the cards drawn for the first dealer, and that seat; after a match no cards."""
        if self.first_dealer is not None:
            return (), self.first_dealer
        if self._match is None or self.match.rules.players != self.rules.players:
            return matches.draw_dealer(self.rules, Stream(b"dealer" + seed))
        return (), matches.next_dealer(self.match)

    def deal(self) -> Change:
        """Propose the deal of the awaited pack, made with the nonces revealed so far."""
        if self.awaited is None:
            raise ValueError("no pack is awaited at this table")
        sealed, nonces = self.awaited.sealed, self.awaited.nonces
        made = self._made(pack_seed(bytes.fromhex(sealed.secret), nonces))
        return self._change(msgspec.structs.replace(made, nonces=nonces))

    def receive(self, seat: int, message: messages.Command, secret: bytes) -> Change | messages.Ack:
        """Propose the change of a seat's command; return an Ack where nothing needs writing.

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
        """Return the entry for an action, a take-back, a claim, or an answer to a claim."""
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
        """Return the entry that takes back a seat's last call or card, or refuse it."""
        if self.match.to_act is None:
            raise IllegalActionError("deal-over")
        alone = len(self.participants) == 1 and not self.plays_one_deal
        if not alone or self.taken_back >= taking_back.MOST:
            raise IllegalActionError("no-take-back")
        if not self._actions.may_take_back(seat):
            raise IllegalActionError("nothing-to-take-back")
        return TakenBack(seat)

    def may_take_back(self, seat: int | None) -> bool:
        """Return whether a seat could take back its last call or card, as far as known here."""
        if seat is None or not self.playing or self.awaited is not None:
            return False
        try:
            self._taken_back(seat)
        except IllegalActionError:
            return False
        return True

    def _settled(self, claimant: int) -> Claimed:
        return Claimed(claimant, claims.rest(self.match, claimant))

    def _answered(self, seat: int, accepted: bool) -> Acted | Claimed | ClaimAnswered:
        """Return the entry for an opponent's answer; once all have accepted, the claim is settled.

        A refusal is an action of the game where a claim can lose the deal.
        """
        if self.claim is None or seat not in self.claim.asked:
            raise IllegalActionError("no-claim-asked")
        if not accepted and not self._may_refuse(seat, self.claim.seat):
            raise IllegalActionError("no-trick-to-win")
        if not accepted and self.match.rules.claims_are_risked:
            return Acted(seat, Refuse(self.claim.seat))
        last = self.claim.asked == (seat,)
        return (
            self._settled(self.claim.seat) if accepted and last else ClaimAnswered(seat, accepted)
        )

    def _may_refuse(self, seat: int, claimant: int) -> bool:
        deal = self.match.deal
        return isinstance(deal, Playing) and claims.may_refuse(deal, claimant, seat)

    def claim_seen_from(self, seat: int | None) -> updates.OpenClaim | None:
        """Return the open claim with the cards that `seat` may see (None: a spectator).

        A claim that costs nothing lies open to its claimant and the opponents alone, or it would
        be a way to show a hand to one's partner. Where it can lose the deal (`baloot:sawa`), and
        once it is played out, it lies open to all.
        """
        claim = self.claim
        if claim is None or not claim.asked or self.match.rules.claims_are_risked:
            return claim
        sides = self.match.rules.sides
        sees = seat is not None and (seat == claim.seat or sides[seat] != sides[claim.seat])
        return claim if sees else msgspec.structs.replace(claim, cards=())

    def may_claim(self, seat: int | None) -> bool:
        """Return whether a seat can claim the rest, which follows from what it has seen.

        As in real life nothing is proved for it, and it may ask its opponents once a deal.
        """
        if self._match is None or seat is None or not claims.may_ask(self._match.deal, seat):
            return False
        if not self.playing or self.awaited is not None:
            return False
        if self._match.rules.conduct.assistance == "full":
            return claims.may_claim(self._match.deal, seat)
        return seat not in self._claimed

    def _go_on(
        self, seat: int, message: messages.Ready | messages.Rematch, secret: bytes
    ) -> Change | messages.Ack:
        """Propose the next deal or match once all people have agreed, else a seat's consent."""
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
        """Propose the end of the match once its time has run out, else None.

        A pack that is sealed is dealt first, and is the last: it would begin another match.
        """
        if self.ends_at is None or now < self.ends_at or self.awaited is not None:
            return None
        return self._change(TimeUp())

    def go_on(self, secret: bytes) -> Change | None:
        """Propose the next deal, where one is owed and no consent is missing."""
        if self.playing and self.match.to_act is None and self.awaited is None:
            return self._change(self._next_deal(secret))
        return None

    def _next_deal(self, secret: bytes) -> Sealed | Started | Dealt | CalledOff:
        """Return the entry that deals again, or ends the match after the last deal it may have."""
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
        """Propose the next deal where it needs no consent: after one without marks (`french:9,11`).

        Bots among themselves need none either. A match of one shared deal ends instead.
        """
        if not self.playing or self.match.to_act is not None or self.awaited is not None:
            return None
        if self.match.settlement is None or not self.people or self._has_played_the_shared_deal:
            return self._change(self._next_deal(secret))
        return None

    def bot_intervening(self) -> Change | None:
        """Propose a bot's act out of turn: answer a claim, ask to show, or challenge."""
        if self._match is None or self._stopped or self.awaited is not None:
            return None
        bots = [seat for seat in range(len(self.seats)) if self.bot_in(seat)]
        if self.claim is not None and (asked := set(bots).intersection(self.claim.asked)):
            accepts = not self._may_refuse(min(asked), self.claim.seat)
            return self._change(self._answered(min(asked), accepts))
        step = next(conduct.interventions(self._match, bots), None)
        return self.act(*step) if step else None

    def bot_to_act(self) -> tuple[int, str, View] | None:
        """Return the seat, kind and view of the bot whose turn it is."""
        seat = self.to_act
        if seat is None or (bot := self.bot_in(seat)) is None:
            return None
        return seat, bot, view(self.match, seat)

    def to_hint(self, seat: int) -> View:
        """Return the view for a hint; only for one's own turn, where the table helps."""
        if self.match.rules.conduct.assistance != "full":
            raise IllegalActionError("no-hint")
        if self.match.to_act != seat:
            raise IllegalActionError("not-your-turn")
        return view(self.match, seat)

    def act(self, seat: int, action: Action, failed: bool = False) -> Change:
        """Propose an action of a bot; `failed`: the simplest one, since the bot has failed."""
        return self._change(Acted(seat, action, failed=failed))

    # --- what is seen of a change

    def followed_by(self, entry: Entry, client_id: str | None) -> Change:
        """Return the change of an entry that another node has written."""
        return self._change(entry, client_id)

    def _change(self, entry: Entry, client_id: str | None = None) -> Change:
        if isinstance(entry, MatchEntry):
            after = self._after(entry)
            life = self._life_after(entry, after)
            return Change(
                entry=entry,
                match=after,
                life=life,
                events=tuple(self._narrated(entry, after)),
                client_id=client_id,
            )
        seen = () if isinstance(entry, ClockEntry) else tuple(self._visible_events(entry))
        return Change(
            entry=entry,
            match=self._match,
            life=self._life_after(entry, self._match),
            events=seen,
            client_id=client_id,
        )

    def _visible_events(self, entry: TableEntry) -> Iterator[Event | TableEvent]:
        """Yield the public events of an entry without a move in the game."""
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
                seat, cards = self._laid_open(entry.seat)
                yield updates.RestClaimed(seat, cards if self.rules.claims_are_risked else ())
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
        """Return the event of a match that ends, or is about to, between two actions."""
        if isinstance(entry, TimeUp):
            return updates.TimeUp()
        return updates.MatchGivenUp(self.match.rules.sides[entry.seat])

    def _pack_events(self, entry: Started | Dealt) -> Iterator[Event]:
        """Yield the public events of a new pack before the cut: its seal, or its nonces."""
        if entry.secret:
            yield self._sealed(Sealed(entry.secret, ()), isinstance(entry, Started))
        if entry.nonces:
            yield PackMade(entry.nonces)
