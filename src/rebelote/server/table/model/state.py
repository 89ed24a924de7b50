"""The state of a table as its log makes it: seats, terms, the match in play, and its views.

It changes by `commit` alone, with a change that is on disk. The version of a table is the length
of its log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, Self, assert_never

import msgspec

from rebelote.rules import claims
from rebelote.rules import match as matches
from rebelote.rules.cards import Card
from rebelote.rules.deal import Playing
from rebelote.rules.events import PackSealed, SealOpened, TrickWon
from rebelote.rules.fairness import seal
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, for_a_person, seen_by, spectator
from rebelote.server.base.protocol import message_ids, messages, occupants, updates
from rebelote.server.base.protocol.occupants import Look, Occupant, Seats
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.protocol.updates import PackInPlay
from rebelote.server.table.model import event_log, seating
from rebelote.server.table.model.clock import TableClock
from rebelote.server.table.model.event_log import (
    Acted,
    Agreed,
    AgreedToGoOn,
    CalledOff,
    ClaimAnswered,
    Claimed,
    ClaimMade,
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
    TakenBack,
    TimeUp,
)
from rebelote.server.table.model.life import ClockState, Life, MatchState, PackState, step_of
from rebelote.server.table.model.recent import Events, Recent
from rebelote.server.table.model.sealing import Commitments, Reveals
from rebelote.server.table.model.taking_back import DealActions

Packs = Literal["drawn", "shared", "laid", "fixed"]
"""Origins of packs: chance; a shared deal of the day; or known beforehand, for tests."""


class Change(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """An entry that would be next in the log, and what it would make of the table."""

    entry: Entry
    match: Match | None
    life: Life
    events: Events
    client_id: str | None = None

    @property
    def played(self) -> Match:
        """The match after the entry; ValueError where none has begun."""
        if self.match is None:
            raise ValueError("no match has begun at this table")
        return self.match

    def encoded(self) -> bytes:
        """Return the entry as it is written down."""
        return event_log.encode(self.entry)

    @property
    def kind(self) -> str | None:
        """The kind of an entry that counts beyond its match."""
        return event_log.kind(self.entry)


class TableState:
    """The state of one table: its seats and terms, and the match in play."""

    __slots__ = (
        "_actions",
        "_claimed",
        "_match",
        "_nonces",
        "_recent",
        "_reveals",
        "_seal",
        "_secrets",
        "acted",
        "began_at",
        "claim",
        "clock",
        "commitments",
        "first",
        "first_dealer",
        "id",
        "life",
        "matches",
        "no_shows",
        "packs",
        "pause_votes",
        "played_at",
        "ready",
        "rules",
        "seats",
        "started_at",
        "starters",
        "substituted",
        "surrender_votes",
        "taken_back",
        "terms",
        "to_act",
        "version",
    )

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.packs: Packs = "drawn"
        self.first_dealer: int | None = None
        """The first dealer where it is not drawn."""
        self.life = Life()
        self.version = 0
        self.first = 0
        """The version of the first entry its log still has, if it was read from there."""
        self.rules = Rules()
        self.terms = Terms()
        self.seats: Seats = ()
        self.substituted: dict[int, str] = {}
        self.acted: frozenset[int] = frozenset()
        """The seats whose people have taken part in the match: they have played, added to its
        first pack, or come back to it."""
        self.no_shows: frozenset[int] = frozenset()
        """The seats in which a bot had to substitute for a person who had never joined."""
        self.ready: set[int] = set()
        self.pause_votes: set[int] = set()
        """The seats that have voted for a pause in this deal."""
        self.surrender_votes: frozenset[int] = frozenset()
        """The seats that have voted in this deal to give up the match."""
        self.clock = TableClock()
        self.starters: Seats = ()
        self.began_at = 0
        self.played_at = 0
        self.started_at = 0.0
        """When the match began, in seconds since 1970, where its time is limited."""
        self.taken_back = 0
        """The number of actions of this match that were taken back."""
        self.to_act: int | None = None
        """The seat whose turn it is, where there is one."""
        self.matches = 0
        """The number of matches that have begun here."""
        self.commitments = Commitments()
        self.claim: updates.OpenClaim | None = None
        """The claim of the rest that waits for the opponents, as in real life."""
        self._claimed: set[int] = set()
        """The seats that have claimed in this deal, in vain: each may once."""
        self._reveals: Reveals | None = None
        """The nonces revealed for the last sealed pack."""
        self._match: Match | None = None
        self._actions = DealActions()
        self._recent = Recent()
        self._seal: PackSealed | None = None
        self._nonces: tuple[str, ...] | None = None
        self._secrets: tuple[SealOpened, ...] = ()

    @classmethod
    def restore(
        cls,
        table_id: str,
        log: Iterable[tuple[int, str | None, bytes]],
        name_of: Callable[[str], str] = str,
        start: int = 0,
    ) -> Self:
        """Return the table with this log: versions, clients' message ids and encoded entries.

        `name_of` gives a person's name. What happened is not sent again: who reconnects is
        sent the current state. `start`: the line with which the last match began; what was played
        in matches before it is not played again, and may be left out of the log. ValueError where
        a later line is missing.
        """
        table, before = cls(table_id), 0
        for version, client_id, encoded in log:
            if before and version != before + 1 and version > start:
                raise ValueError(f"the log goes from line {before} to line {version}")
            before = version
            table.first = table.first or version
            table.version = version - 1
            entry = event_log.decode(encoded)
            if version < start and (isinstance(entry, Started) or entry.lasts == "match"):
                table.matches += isinstance(entry, Started)
                continue
            if (version < start and isinstance(entry, Sealed)) or (
                version == start and not (isinstance(entry, Started) and entry.nonces)
            ):  # the last seal was that of a deal before
                table.life = msgspec.structs.replace(table.life, pack=PackState.UNSEALED)
            after = table._after(entry) if isinstance(entry, MatchEntry) else table._match
            table.commit(
                Change(
                    entry=entry,
                    match=after,
                    life=table._life_after(entry, after),
                    events=(),
                    client_id=client_id,
                )
            )
        table.show(occupants.by_name(name_of))
        table._recent.forget_events()
        return table

    def show(self, look_of: Callable[[str], Look]) -> None:
        """Give those who sit here the names and portraits they have now."""
        self.seats = occupants.named(self.seats, look_of)

    # --- current state

    @property
    def begun(self) -> bool:
        """Whether a match has ever begun here."""
        return self.life.match is not MatchState.WAITING

    @property
    def match(self) -> Match:
        """The match in play, or the last; IllegalActionError before the first."""
        if self._match is None:
            raise IllegalActionError("not-begun")
        return self._match

    @property
    def playing(self) -> bool:
        """Whether a match is under way."""
        return self.life.match is MatchState.PLAYING

    @property
    def called_off(self) -> bool:
        """Whether the last match ended without a winner."""
        return self.life.match is MatchState.CALLED_OFF

    @property
    def awaited(self) -> Reveals | None:
        """The pack that is sealed and not made yet, with what was revealed for it."""
        return self._reveals if self.life.pack is PackState.SEALED else None

    @property
    def practice(self) -> bool:
        """Whether an action of the match was taken back, so that it counts nowhere."""
        return self.taken_back > 0

    @property
    def _stopped(self) -> bool:
        """Whether the match has ended before its last deal was over, or without a winner."""
        given_up = self._match is not None and self._match.given_up is not None
        return self.called_off or given_up

    @property
    def under_way(self) -> bool:
        """Whether a match is under way, or its first pack is being made."""
        return self.life.under_way

    @property
    def hides_nothing(self) -> bool:
        """Whether every hand may be shown, for the deal is over and betrays nothing to come."""
        return self._match is not None and _hides_nothing(self._match)

    @property
    def in_deal(self) -> bool:
        """Whether a deal is under way, so that nothing may be said of cards."""
        return self.to_act is not None

    @property
    def people(self) -> set[int]:
        """The seats in which people play themselves."""
        return {seat for seat in range(len(self.seats)) if self.is_played_by_a_person(seat)}

    def is_played_by_a_person(self, seat: int) -> bool:
        """Return whether the one who sits there plays, and no bot does."""
        return bool(self.seats[seat].person) and seat not in self.substituted

    @property
    def participants(self) -> set[str]:
        """The people who sit here, or began the match in play or the last one."""
        return event_log.participants(self.seats, self.starters)

    def seat_of(self, person: str) -> int | None:
        for seat, who in enumerate(self.seats):
            if who.person == person:
                return seat
        return None

    def bot_in(self, seat: int) -> str | None:
        """Return the level of the bot that plays in a seat, for itself or for a person."""
        return self.terms.level if seat in self.substituted else self.seats[seat].bot

    def acknowledged(self, client_id: str) -> messages.Ack | None:
        """Return the acknowledgement of a message that has been carried out recently.

        IllegalActionError `id-used` where the message of this id had other content.
        """
        made = self._recent.message(client_id)
        if made is None:
            return None
        version, kept = made
        message_ids.check_same(kept, client_id)
        return messages.Ack(client_id, version)

    @property
    def ends_at(self) -> float | None:
        """The end of the match's time, in seconds since 1970; None without a limit."""
        limit = None if self._match is None else self._match.rules.ending.time_limit
        if limit is None or not self.started_at or not self.playing or self.match.late:
            return None
        return self.started_at + 60 * limit

    # --- after an entry

    def _life_after(self, entry: Entry, after: Match | None) -> Life:
        """Return the life of the table after an entry, with the match as it is then.

        ImpossibleStepError where the entry cannot come now.
        """
        pauses = (
            isinstance(entry, PauseVote) and entry.on and self.people <= self._votes_after(entry)
        )
        return self.life.after(step_of(entry, after, pauses))

    def _votes_after(self, vote: PauseVote) -> set[int]:
        """Return the seats that ask for a pause after a vote; a refusal ends all requests."""
        return self.pause_votes | {vote.seat} if vote.on else set()

    def _after(self, entry: MatchEntry) -> Match:
        match entry:
            case Acted():
                return matches.apply(self.match, entry.seat, entry.action)
            case Claimed():
                *_, last = claims.replayed(self.match, entry.cards)
                return last.after
            case Dealt():
                return matches.next_deal(self.match, entry.pack)
            case Started():
                return matches.start(entry.rules, entry.pack, entry.dealer)
            case TimeUp():
                return matches.time_up(self.match)
            case GivenUp():
                return matches.give_up(self.match, self.match.rules.sides[entry.seat])
            case TakenBack():
                return self._actions.before_last_of(entry.seat, self.match.late)
            case _:
                assert_never(entry)

    def _laid_open(self, seat: int) -> tuple[int, tuple[Card, ...]]:
        """Return a claimant, and the hand that it lays open."""
        return seat, claims.laid_open(self.match.deal, seat)

    def _sealed(self, sealed: Sealed, begins: bool) -> PackSealed:
        """Return the public seal of a pack, which `begins` a match or is the next deal's."""
        rules = self.rules if begins else self.match.rules
        how = matches.making(rules, () if begins else self.match.sheet)
        return PackSealed(
            commitment=seal(bytes.fromhex(sealed.secret)),
            commitments=sealed.commitments,
            match=self.matches + begins,
            number=1 if begins else self.match.number + 1,
            riffles=how.riffles,
            joined=how.joined,
        )

    def _disclosable(self, after: Match) -> tuple[SealOpened, ...]:
        """Return the secrets that may be disclosed now: none that would betray a hidden card.

        A pack that is not shuffled afresh goes on after a deal that was not played to its end; the
        deal of the day is still to be played by others.
        """
        return self._openable if _hides_nothing(after) else ()

    @property
    def _openable(self) -> tuple[SealOpened, ...]:
        """The secrets that need not stay sealed: none of a deal that others play too."""
        return () if self.plays_one_deal else self._secrets

    @property
    def plays_one_deal(self) -> bool:
        """Whether a deal is played here that others play too, and no other."""
        return self.packs in ("shared", "laid")

    # --- commit

    def commit(self, change: Change) -> None:
        """Take over a change that is on disk."""
        self.version += 1
        self.clock.follow(change.entry, self.to_act)
        self._commit_entry(change)
        self.to_act = None if self._match is None else self._match.to_act
        if change.life.clock is not self.life.clock:
            self.clock.paused = change.life.clock is ClockState.PAUSED
        self.life = change.life
        if (seat := _acting_person(change)) is not None and seat not in self.acted:
            self.acted |= {seat}
        if not self.playing:
            self.pause_votes = set()
            self.surrender_votes = frozenset()
        turns_trick = self._turns_a_trick(change)
        self._recent.add(self.version, change.events, change.client_id, turns_trick)

    def _commit_entry(self, change: Change) -> None:
        match entry := change.entry:
            case Acted() | Claimed() | Dealt() | Started():
                self._commit_play(entry, change.played)
            case TakenBack():
                self._actions.take_back(entry.seat)
                self._match, self.claim = change.played, self._played_out(change.played)
                self.played_at = self.version
                self.taken_back += 1
            case TimeUp() | GivenUp():
                self._match = change.played
                if isinstance(entry, GivenUp):
                    self.claim, self.ready, self.played_at = None, set(), self.version
                self._secrets = () if self._disclosable(change.played) else self._secrets
            case Substituted():
                self.substituted[entry.seat] = entry.why
                if entry.no_show:
                    self.no_shows |= {entry.seat}
            case Returned():
                del self.substituted[entry.seat]
            case CalledOff():
                self.ready, self._secrets = set(), ()
            case Sealed():
                self._commit_seal(entry)
            case ClaimMade() | ClaimAnswered():
                self._commit_claim(entry)
            case Agreed() | Seating():
                self._commit_seats(entry)
            case AgreedToGoOn():
                self.ready.add(entry.seat)
            case PauseVote():
                self.pause_votes = self._votes_after(entry)
            case SurrenderVote():
                self._commit_surrender_vote(entry)
            case ExtraTime():
                pass  # the clock alone follows it
            case _:
                assert_never(entry)

    def _commit_surrender_vote(self, vote: SurrenderVote) -> None:
        """Take over a vote; one that refuses ends those of its side."""
        sides = self.match.rules.sides
        others = {seat for seat in self.surrender_votes if sides[seat] != sides[vote.seat]}
        self.surrender_votes = self.surrender_votes | {vote.seat} if vote.on else frozenset(others)

    def _commit_claim(self, entry: ClaimMade | ClaimAnswered) -> None:
        """Take over a claim, or an answer to it; a refusal ends it."""
        if isinstance(entry, ClaimMade):
            sides = self.match.rules.sides
            opponents = (s for s, side in enumerate(sides) if side != sides[entry.seat])
            self.claim = updates.OpenClaim(*self._laid_open(entry.seat), tuple(opponents))
            self._claimed.add(entry.seat)
        elif self.claim is not None:
            left = tuple(seat for seat in self.claim.asked if seat != entry.seat)
            accepted = msgspec.structs.replace(self.claim, asked=left)
            self.claim = accepted if entry.accepted else None

    @staticmethod
    def _played_out(after: Match) -> updates.OpenClaim | None:
        """Return the refused claim that is played out: its hand stays open (`baloot:sawa`)."""
        claimant = after.deal.claimant if isinstance(after.deal, Playing) else None
        if claimant is None:
            return None
        return updates.OpenClaim(claimant, claims.laid_open(after.deal, claimant), ())

    def _turns_a_trick(self, change: Change) -> bool:
        """Return whether a trick was turned that may not be looked at whenever one likes."""
        at_will = self._match is None or self._match.rules.conduct.last_trick_view == "last"
        return not at_will and any(isinstance(event, TrickWon) for event in change.events)

    def _commit_play(self, entry: Acted | Claimed | Dealt | Started, after: Match) -> None:
        if isinstance(entry, Acted | Claimed):
            self._secrets = () if self._disclosable(after) else self._secrets
            if isinstance(entry, Acted):
                self._actions.add(entry.seat, entry.action)
        else:
            self._commit_pack(entry, after)
            self._actions = DealActions(after)
            self._claimed.clear()
            self.pause_votes, self.surrender_votes = set(), frozenset()
        self.claim = self._played_out(after)
        if isinstance(entry, Started):
            self.starters, self.began_at = self.seats, self.version
            self.started_at = entry.at
            self.taken_back = 0
            self.acted = frozenset(seat for seat, nonce in enumerate(entry.nonces) if nonce)
            self.no_shows &= self.substituted.keys()
            self.matches += 1
        self._match = after
        self.played_at = self.version
        self.ready = set()

    def _commit_seats(self, entry: Agreed | Seating) -> None:
        if isinstance(entry, Agreed):
            self.rules, self.terms = entry.rules, entry.terms
        left = {seat for seat in self.substituted if entry.seats[seat] != self.seats[seat]}
        self.substituted = {seat: why for seat, why in self.substituted.items() if seat not in left}
        stayed = (seat for seat in self.pause_votes if entry.seats[seat] == self.seats[seat])
        self.pause_votes = set(stayed)
        self.surrender_votes = frozenset(
            seat for seat in self.surrender_votes if entry.seats[seat] == self.seats[seat]
        )
        self.seats = entry.seats
        self.ready = set()

    def replace(self, old: str, new: Occupant) -> None:
        """Replace a person by another, as the log has done by now too; there is no new version."""
        self.seats = seating.replaced(self.seats, old, new)
        self.starters = seating.replaced(self.starters, old, new)

    def _commit_seal(self, entry: Sealed) -> None:
        self._reveals = Reveals(entry)
        self._seal, self._nonces = self._sealed(entry, not self.playing), None
        self.commitments.spend(entry.commitments)

    def _commit_pack(self, entry: Started | Dealt, after: Match) -> None:
        """Take over a new pack, and remember its secret until it may be disclosed."""
        sealed = Sealed(entry.secret, ()) if self.awaited is None else self.awaited.sealed
        if self.awaited is None:
            begins = isinstance(entry, Started)
            self._seal = self._sealed(sealed, begins) if entry.secret else None
        if sealed.secret:
            self._secrets += (SealOpened(after.number, sealed.secret, entry.nonces),)
        self._reveals, self._nonces = None, entry.nonces

    # --- what is seen

    def public(self) -> View | None:
        """Return the view that everybody may see, None before the first match."""
        if self._match is None:
            return None
        seen = for_a_person(spectator(self._match))
        return msgspec.structs.replace(seen, phase="match_over") if self.called_off else seen

    def seen_from(self, public: View | None, seat: int | None) -> View | None:
        """Return the view from a seat, or the public one without a seat; None without a match."""
        if public is None or self._match is None or seat is None:
            return public
        return seen_by(public, self._match, seat, remembers=False)

    def pack_in_play(self) -> PackInPlay | None:
        """Return the public facts of the pack in play, or of the one that is awaited."""
        if self.awaited is not None:
            return PackInPlay(self._seal)
        if self._match is None:
            return None
        deal = self._match.deal
        return PackInPlay(self._seal, self._nonces, deal.depth, deal.packets)

    def missed(self, since: int | None) -> Events | None:
        """Return the events after version `since`; None where the client needs a snapshot."""
        return self._recent.since(since, self.version)


def _acting_person(change: Change) -> int | None:
    """Return the seat whose person makes a change, or resumes by it; None for anything else."""
    entry = change.entry
    if isinstance(entry, Returned) or (change.client_id and isinstance(entry, event_log.BY_PEOPLE)):
        return entry.seat
    return None


def _hides_nothing(match: Match) -> bool:
    """Return whether the deal is over, and no card that is still to be played follows from it."""
    if match.to_act is not None:
        return False
    fresh = match.rules.deal.shuffle == "each_deal_full"
    return match.deal.hides_nothing or fresh or match.over
