"""The state of a table as clients receive it: who sits there, what happened, whose time runs."""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.rules.cards import Card
from rebelote.rules.events import Event, PackSealed
from rebelote.rules.view import RuleCard, View
from rebelote.server.base.protocol.schemas import Message, Rated, Tagged, snake_case
from rebelote.server.base.protocol.table_settings import Terms

# --- who sits there -------------------------------------------------------------------------------


class Player(Message, frozen=True, kw_only=True):
    """The occupant of a seat; it is free without `person` and `bot`.

    `person`: how others call this person to the server. `ready`: has agreed to the next deal or a
    rematch. `connected`: has a connection. `stand_in`: a bot substitutes for this person.
    `level`: the bot's, also of a substitute. `host`: may change seats and begin.
    `asks_to_pause`: waits for the others to ask for a pause too; `asks_to_surrender`: for the
    partner to agree to give up the match. `program`: a bot account, for which a program plays.
    `portrait`: the one that the person has chosen, from 1; 0 without.
    """

    seat: int
    name: str
    bot: bool
    connected: bool
    ready: bool
    level: str = ""
    person: str | None = None
    stand_in: bool = False
    rating: Rated | None = None
    host: bool = False
    asks_to_pause: bool = False
    asks_to_surrender: bool = False
    program: bool = False
    portrait: int = 0


class Onlooker(Message, frozen=True):
    """A person who is at the table and has no seat."""

    person: str
    name: str


class Clock(Message, frozen=True, kw_only=True):
    """The seat whose time runs, and the time until a bot plays on there; all in seconds.

    `left` is what remained as this was sent, bank included; `banks` by seat. Where that player is
    away, it is what remains to come back, at a table without a pace too. A paused clock has no
    `left`. Where people must agree to go on, `seat` is null. `more`: what the seat may still have
    added in this deal.
    """

    seat: int | None
    left: float | None
    banks: tuple[float, ...]
    paused: bool = False
    more: float = 0.0


# --- what happens at the table beside the game ----------------------------------------------------


class _TableEvent(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=snake_case):
    pass


class SeatTaken(_TableEvent, frozen=True):
    """A person sat down, or a `bot` was put there."""

    seat: int
    name: str
    bot: bool


class SeatLeft(_TableEvent, frozen=True):
    """`name` got up; before a match the seat is free, in its midst a bot has it."""

    seat: int
    name: str


class SeatsSwapped(_TableEvent, frozen=True):
    """The occupants of these two seats changed places."""

    seats: tuple[int, int]


class BotSubstituted(_TableEvent, frozen=True, tag="stood_in"):
    """A bot plays on for the one who sits there: out of time (`clock`), or absent (`gone`).

    `no_show`: the person never joined the match, which therefore does not count.
    """

    seat: int
    why: Literal["clock", "gone"]
    no_show: bool = False


class CameBack(_TableEvent, frozen=True):
    """The one who sits there plays again."""

    seat: int


class BotFailed(_TableEvent, frozen=True):
    """The bot in this seat failed at its decision: the simplest legal action takes its place."""

    seat: int


class TermsChanged(_TableEvent, frozen=True):
    """The rules or terms of the next match were changed."""


class MatchCalledOff(_TableEvent, frozen=True):
    """The match is over without a winner: it had so many `deals`, and there may be no more."""

    deals: int


class MatchGivenUp(_TableEvent, frozen=True):
    """A side gives up the match, which the other has won."""

    side: int


class ActionTakenBack(_TableEvent, frozen=True):
    """`seat` took back its last call or card, and all that followed it."""

    seat: int


class TimeUp(_TableEvent, frozen=True):
    """The time of the match is up: the deal in play is the last."""


class RestClaimed(_TableEvent, frozen=True):
    """`seat` claims the rest. It lays its `cards` open, and all the tricks follow at once.

    `cards` is empty while the opponents decide, where a claim costs nothing (`OpenClaim`).
    """

    seat: int
    cards: tuple[Card, ...]


class ClaimAnswered(_TableEvent, frozen=True):
    """`seat` accepts an opponent's claim of the rest, or has it played out."""

    seat: int
    accepted: bool


TableEvent = (
    SeatTaken
    | SeatLeft
    | SeatsSwapped
    | BotSubstituted
    | CameBack
    | BotFailed
    | TermsChanged
    | MatchCalledOff
    | MatchGivenUp
    | ActionTakenBack
    | TimeUp
    | RestClaimed
    | ClaimAnswered
)


# --- how things stand -----------------------------------------------------------------------------


class PackInPlay(Message, frozen=True):
    """The public facts of the pack in play, for people who come later.

    `sealed` null: it has no seal of its own. `nonces` null: they are awaited, and the pack is not
    made yet; then so are the others. `depth`, `packets`: how it was cut and dealt, so far.
    """

    sealed: PackSealed | None
    nonces: tuple[str, ...] | None = None
    depth: int | None = None
    packets: tuple[int, ...] | None = None


class OpenClaim(Message, frozen=True):
    """A claim of the rest, as in real life: the opponents in `asked` have not answered yet.

    With none of them it was refused, and is played out with the hand open (`baloot:sawa`).
    `cards` is empty for the partner and for spectators where a claim that fails costs nothing.
    """

    seat: int
    cards: tuple[Card, ...]
    asked: tuple[int, ...]


class Update(Tagged, frozen=True, kw_only=True):
    """The events after version `since` up to `version`, and the state now.

    `since` null: the events before are not kept any more; take the view as it is (a snapshot), and
    `pack`, which is sent in a snapshot alone. `view` null: no match has begun
    yet. `you`: one's seat, null for one who watches; then the view's seat is the one watched, or
    -1. `host`: may change seats and begin. `watching`: how many spectators, `onlookers` the first
    of them by name. `rules`: of the match in play or about to begin. `matched`: the quick match
    brought these people together. `rated`: the match in play, or the last, counts for ratings;
    `unrated`: why it does not, at such a table. `event`: the tournament whose game is
    played, and `delay` by how many seconds one sees it later, who watches.
    `may_claim`: one may
    claim the rest. `claim`: a player does, as in real life. `ends_at`: when the time of the match
    is up, in seconds since 1970, where it is limited. `may_take_back`: one's last call or card can
    be taken back. `practice`: one was, so that the match counts nowhere.
    """

    table: str
    since: int | None
    version: int
    events: tuple[Event | TableEvent, ...]
    view: View | None
    players: tuple[Player, ...]
    you: int | None = None
    host: bool = False
    watching: int = 0
    terms: Terms = Terms()
    rules: RuleCard | None = None
    clock: Clock | None = None
    code: str = ""
    matched: bool = False
    rated: bool = False
    unrated: str = ""
    tournament: str = msgspec.field(name="event", default="")
    delay: int = 0
    onlookers: tuple[Onlooker, ...] = ()
    pack: PackInPlay | None = None
    may_claim: bool = False
    claim: OpenClaim | None = None
    ends_at: float | None = None
    may_take_back: bool = False
    practice: bool = False


class Changed(Tagged, frozen=True, omit_defaults=True, kw_only=True):
    """An `Update` as its differences from the last one, or change, on the same connection.

    `fields`: those of the update that are others now; `view`: those of its view. Whatever is not
    named stands as it was. Since protocol 2; a snapshot is always a whole `Update`.
    """

    since: int
    version: int
    events: tuple[Event | TableEvent, ...] = ()
    fields: dict[str, object] = msgspec.field(default_factory=dict)
    view: dict[str, object] = msgspec.field(default_factory=dict)
