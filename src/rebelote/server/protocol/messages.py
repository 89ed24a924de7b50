"""Messages between browser and server, and their one codec.

The client's TypeScript types are written from this module by
`python -m rebelote.server.typescript`.
Cards are text, rank then suit: `JH`, `TS` (ten of spades). Seats are numbered in the order of turn,
sides 0 (seats 0 and 2) and 1 (seats 1 and 3). Actions, events and views are the library's own.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from rebelote.bots import Thought
from rebelote.rules.actions import Action
from rebelote.rules.cards import Card
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.events import Event, PackSealed
from rebelote.rules.refusals import REFUSALS
from rebelote.rules.view import RuleCard, View
from rebelote.server.limits import limit
from rebelote.server.protocol.table_settings import MOST_DEALS, Terms

PROTOCOLS: Final = (1, 2)
"""Versions of this protocol that the server speaks: the one before the newest, and the newest."""

DELTAS_SINCE: Final = 2
"""The first version in which an update is told by what has changed (`Changed`)."""


class Message(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The base of every message: immutable, and strict about what it does not know."""


# --- who sits there -------------------------------------------------------------------------------


class Rated(Message, frozen=True):
    """A rating as it is shown: `value` ± `interval` (half of 95 %); `provisional` while wide."""

    value: int
    interval: int
    provisional: bool


class Player(Message, frozen=True):
    """Who sits in a seat; neither `person` nor `bot`: nobody, it is free.

    `person`: how others call this person to the server. `ready`: has asked for the next deal or a
    rematch. `connected`: was heard of just now. `stand_in`: a bot plays in this person's place.
    `level`: the bot's, also of one who stands in. `host`: may change seats and begin.
    `asks_to_pause`: waits for the others to ask for a pause too.
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


class Onlooker(Message, frozen=True):
    """Somebody who is at the table and has no seat."""

    person: str
    name: str


class Clock(Message, frozen=True):
    """Whose time runs, and how long until a bot plays on in that place; all in seconds.

    `left` is what remained as this was sent, bank included; `banks` by seat. A paused clock has no
    `left`. Where people must agree to go on, `seat` is null. `more`: what the seat may still have
    added in this deal.
    """

    seat: int | None
    left: float | None
    banks: tuple[float, ...]
    paused: bool = False
    more: float = 0.0


# --- what happens at the table beside the game ----------------------------------------------------


class _TableEvent(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    pass


class SeatTaken(_TableEvent, frozen=True, tag="seat_taken"):
    """Somebody sat down, or a `bot` was put there."""

    seat: int
    name: str
    bot: bool


class SeatLeft(_TableEvent, frozen=True, tag="seat_left"):
    """`name` got up; before a match the seat is free, in its midst a bot has it."""

    seat: int
    name: str


class SeatsSwapped(_TableEvent, frozen=True, tag="seats_swapped"):
    """Those in these two seats changed places."""

    seats: tuple[int, int]


class StoodIn(_TableEvent, frozen=True, tag="stood_in"):
    """A bot plays on for the one who sits there: out of time (`clock`), or absent (`gone`).

    `no_show`: the person never joined the match, which therefore does not count.
    """

    seat: int
    why: Literal["clock", "gone"]
    no_show: bool = False


class CameBack(_TableEvent, frozen=True, tag="came_back"):
    """The one who sits there plays again."""

    seat: int


class BotFailed(_TableEvent, frozen=True, tag="bot_failed"):
    """The bot in this seat failed at its decision: the simplest legal action takes its place."""

    seat: int


class TermsChanged(_TableEvent, frozen=True, tag="terms_changed"):
    """The rules or terms of the next match were changed."""


class MatchCalledOff(_TableEvent, frozen=True, tag="match_called_off"):
    """The match is over without a winner: it had so many `deals`, and there may be no more."""

    deals: int


class TimeUp(_TableEvent, frozen=True, tag="time_up"):
    """The time of the match is up: the deal in play is the last."""


class RestClaimed(_TableEvent, frozen=True, tag="rest_claimed"):
    """`seat` claims the rest, and lays its `cards` open; all the tricks follow at once."""

    seat: int
    cards: tuple[Card, ...]


class ClaimAnswered(_TableEvent, frozen=True, tag="claim_answered"):
    """`seat` accepts an opponent's claim of the rest, or has it played out."""

    seat: int
    accepted: bool


TableEvent = (
    SeatTaken
    | SeatLeft
    | SeatsSwapped
    | StoodIn
    | CameBack
    | BotFailed
    | TermsChanged
    | MatchCalledOff
    | TimeUp
    | RestClaimed
    | ClaimAnswered
)


Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""A SHA-256 digest in hexadecimal digits."""
Nonce = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
"""16 random bytes in hexadecimal digits."""

# --- from the client ------------------------------------------------------------------------------


class Join(Message, frozen=True, tag="join", tag_field="type"):
    """Come to a table: to one's own seat if one has one, otherwise to watch.

    Who one is, the cookie says. `since`: the version last seen. `watch`: the seat that a
    spectator watches, where the table lets people see a hand. `protocol`: one of `PROTOCOLS`;
    since 2 a change is told by `Changed`.
    """

    table: str
    since: int | None = None
    watch: int | None = None
    protocol: int = 1


class GameCommand(Message, frozen=True):
    """The base of what the rules of the game answer, with `id` and `expect` as `Act` has them."""

    id: str
    expect: int


class PlayCommand(GameCommand, frozen=True):
    """The base of commands within a deal; the others go on to the next deal or match."""


class Act(PlayCommand, frozen=True, tag="act", tag_field="type"):
    """Do something at the table. `id` is unique a message; `expect` the version acted upon."""

    action: Action


class Claim(PlayCommand, frozen=True, tag="claim", tag_field="type"):
    """Claim the rest: all tricks left, as one who leads may where `Update.may_claim` says so."""


class AnswerClaim(PlayCommand, frozen=True, tag="answer_claim", tag_field="type"):
    """Accept an opponent's claim of the rest, or have it played out; only as in real life."""

    accept: bool


class Ready(GameCommand, frozen=True, tag="ready", tag_field="type"):
    """Go on after a deal has ended."""


class Rematch(GameCommand, frozen=True, tag="rematch", tag_field="type"):
    """Play another match at this table, once one has ended."""


class Commit(Message, frozen=True, tag="commit", tag_field="type"):
    """Commit to the nonce with this SHA-256 digest, for the next pack (`docs/fairness.md`)."""

    id: str
    digest: Digest


class Reveal(Message, frozen=True, tag="reveal", tag_field="type"):
    """The nonce that one committed to, now that the pack is sealed; `digest`: that of the next."""

    id: str
    nonce: Nonce
    digest: Digest | None = None


class Since(Message, frozen=True, tag="since", tag_field="type"):
    """Ask for all that came after `version`."""

    version: int


class Ping(Message, frozen=True, tag="ping", tag_field="type"):
    """A ping, answered with a pong."""


class Hint(Message, frozen=True, tag="hint", tag_field="type"):
    """A request for what a strong player would do in this place now. Changes nothing."""

    id: str
    expect: int


class Why(Message, frozen=True, tag="why", tag_field="type"):
    """A request for why the bots played as they did in the deal that was just played out."""

    id: str


class Sit(Message, frozen=True, tag="sit", tag_field="type"):
    """Take a seat that is free or a bot's; one's own, if one has one, is left."""

    id: str
    seat: int


class Stand(Message, frozen=True, tag="stand", tag_field="type"):
    """Give up one's seat: before a match it is free, in its midst a bot plays on."""

    id: str


class SeatBot(Message, frozen=True, tag="seat_bot", tag_field="type"):
    """The host puts a bot of this level in a free seat; the table's level where none is said."""

    id: str
    seat: int
    level: str = ""


class Unseat(Message, frozen=True, tag="unseat", tag_field="type"):
    """The host frees a seat, before a match."""

    id: str
    seat: int


class Swap(Message, frozen=True, tag="swap", tag_field="type"):
    """The host has two seats change places, before a match."""

    id: str
    seats: tuple[int, int]


class Begin(Message, frozen=True, tag="begin", tag_field="type"):
    """The host begins; bots take the seats that are free."""

    id: str


class Back(Message, frozen=True, tag="back", tag_field="type"):
    """Here again: the bot that stands in hands the seat back."""

    id: str


class Pause(Message, frozen=True, tag="pause", tag_field="type"):
    """Ask to stop the clocks, or (`on` false) that they run again; never after a quick match.

    They stop once everybody who plays has asked, in one deal, and run again as soon as one asks.
    """

    id: str
    on: bool


class ShowOut(Message, frozen=True, tag="show_out", tag_field="type"):
    """Remove a spectator of a table as its host, or a person from a shared replay that one opened.

    They do not come back.
    """

    id: str
    person: str


class Think(Message, frozen=True, tag="think", tag_field="type"):
    """Ask for more time for this action, once a deal."""

    id: str


class Say(Message, frozen=True, tag="say", tag_field="type"):
    """Say one of the fixed `phrase`s or `reaction`s, or free `text` where that is allowed."""

    id: str
    phrase: str = ""
    reaction: str = ""
    text: str = ""


class Seek(Message, frozen=True, tag="seek", tag_field="type"):
    """Look for a table: alone, or as a pair whose two members name the same `party`.

    `digest` commits to a nonce for the first pack (`docs/fairness.md`).
    """

    id: str
    preset: str = "french"
    pace: Literal["fast", "normal", "slow"] = "normal"
    party: str = ""
    digest: Digest | None = None


MOST_STEPS: Final = limit(
    1000, "steps of a deal to which a shared replay is led", per="deal", beyond="malformed"
)


class OpenReplay(Message, frozen=True, tag="open_replay", tag_field="type"):
    """Join a shared replay: a match that has ended, looked at by several together.

    `protocol`: one of `PROTOCOLS`; since 2 a change is sent as `ReplayChanged`.
    """

    replay: str
    protocol: int = 1


class LeadReplay(Message, frozen=True, tag="lead_replay", tag_field="type"):
    """Lead from now on, and go there: after `move`, or where that is 0 in the match."""

    id: str
    deal: Annotated[int, msgspec.Meta(ge=1, le=MOST_DEALS)]
    step: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]
    move: int = 0


class TryMove(Message, frozen=True, tag="try_move", tag_field="type"):
    """Try a call or card, in the word of a record, that was not played.

    `parent`: the move it follows; 0 where it departs from the match after so many steps of a deal.
    """

    id: str
    word: Annotated[str, msgspec.Meta(max_length=64)]
    parent: int = 0
    deal: int = 0
    step: int = 0


class CommentOn(Message, frozen=True, tag="comment_on", tag_field="type"):
    """Say something of a position: after `move`, or where that is 0 of one of the match."""

    id: str
    text: str
    move: int = 0
    deal: int = 0
    step: int = 0


class Withdraw(Message, frozen=True, tag="withdraw", tag_field="type"):
    """Take back a comment of one's own, or a move with all that follows it.

    The person who opened the shared replay may take back any, and so may an admin.
    """

    id: str
    number: int


class Unseek(Message, frozen=True, tag="unseek", tag_field="type"):
    """Stop looking. Once it is acknowledged, a table that was just found goes on without one."""

    id: str


Command = Act | Claim | AnswerClaim | Ready | Rematch
"""Every `GameCommand`."""
AtTable = Sit | Stand | SeatBot | Unseat | Swap | Begin | Back | Pause | Think | ShowOut
"""What is done about seats, clocks and spectators."""
AtReplay = LeadReplay | TryMove | CommentOn | Withdraw | ShowOut
"""What is done at a shared replay; some of it at a table, too."""
FromClient = (
    Join
    | Command
    | AtTable
    | Commit
    | Reveal
    | Hint
    | Why
    | Since
    | Say
    | Seek
    | Unseek
    | OpenReplay
    | LeadReplay
    | TryMove
    | CommentOn
    | Withdraw
    | Ping
)


# --- from the server ------------------------------------------------------------------------------


class PackInPlay(Message, frozen=True):
    """What everybody was told of the pack in play, for who comes later.

    `sealed` null: it has no seal of its own. `nonces` null: they are awaited, and the pack is not
    made yet; then so are the others. `depth`, `packets`: how it was cut and dealt, so far.
    """

    sealed: PackSealed | None
    nonces: tuple[str, ...] | None = None
    depth: int | None = None
    packets: tuple[int, ...] | None = None


class OpenClaim(Message, frozen=True):
    """A claim of the rest, as in real life: the opponents in `asked` have not answered yet."""

    seat: int
    cards: tuple[Card, ...]
    asked: tuple[int, ...]


class Update(Message, frozen=True, tag="update", tag_field="type"):
    """What happened after version `since` up to `version`, and how things stand now.

    `since` null: the events before are not kept any more; take the view as it is (a snapshot), and
    `pack`, which is told of the pack in play in a snapshot alone. `view` null: no match has begun
    yet. `you`: one's seat, null for one who watches; then the view's seat is the one watched, or
    -1. `host`: may change seats and begin. `watching`: how many spectators, `onlookers` the first
    of them by name. `rules`: of the match in play or about to begin. `matched`: the quick match
    brought these people together. `rated`: the match in play, or the last, counts for ratings;
    `unrated`: why it does not, at such a table (`server.ratings.eligibility`). `may_claim`: one may
    claim the rest. `claim`: a player does, as in real life. `ends_at`: when the time of the match
    is up, in seconds since 1970, where it is limited.
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
    onlookers: tuple[Onlooker, ...] = ()
    pack: PackInPlay | None = None
    may_claim: bool = False
    claim: OpenClaim | None = None
    ends_at: float | None = None


class Changed(Message, frozen=True, omit_defaults=True, tag="changed", tag_field="type"):
    """An `Update` told by what is different from the last one, or change, on the same line.

    `fields`: those of the update that are others now; `view`: those of its view. Whatever is not
    named stands as it was. Since protocol 2; a snapshot is always a whole `Update`.
    """

    since: int
    version: int
    events: tuple[Event | TableEvent, ...] = ()
    fields: dict[str, object] = {}
    view: dict[str, object] = {}


class Ack(Message, frozen=True, tag="ack", tag_field="type"):
    """The message `id` is on disk, as `version`."""

    id: str
    version: int


class Refused(Message, frozen=True, omit_defaults=True, tag="refused", tag_field="type"):
    """The message was not carried out: catalogue key `refusal.<code>`, a sentence, and the rule.

    `id` is the refused message's, null where none could be read, and where somebody is sent away
    from the table: whoever is told so may not stay there. `version` is the table's.
    `reference`: where the server itself failed, under what its log has it.
    """

    id: str | None
    code: str
    message: str
    rule: str
    version: int
    reference: str = ""


LONGEST_ID: Final = limit(
    256,
    "the id with which a message is refused that cannot be read",
    unit="characters",
    beyond="no id",
)


def refused(code: str, message_id: str | None = None, version: int = 0) -> Refused:
    """The answer to what cannot be carried out."""
    why = REFUSALS[code]
    return Refused(message_id, why.code, why.sentence, why.rule, version)


FATAL_CODES: Final = (
    "no-such-table",
    "table-unreadable",
    "not-invited",
    "kept-apart",
    "no-watching",
    "shown-out",
    "banned",
    "who-are-you",
    "other-protocol",
)
"""Codes of a `Refused` without an id after which a page does not connect to the table again."""
RETRY_CODES: Final = ("too-many-sockets", "network-full", "too-many")
"""Codes of a refused connection after which a page tries again later, and says why it waits."""


class Hinted(Message, frozen=True, tag="hinted", tag_field="type"):
    """The hint that was asked for, at this version: an action, and why (`why.<code>`)."""

    id: str
    version: int
    thought: Thought


class Reason(msgspec.Struct, frozen=True):
    """Why a bot did what it did: in which trick, from 1; 0 is the auction."""

    seat: int
    trick: int
    thought: Thought


class Reasons(Message, frozen=True, tag="reasons", tag_field="type"):
    """The reasons that were asked for, of this deal, in order of play.

    None where the server has restarted since.
    """

    id: str
    deal: int
    reasons: tuple[Reason, ...]


class Pong(Message, frozen=True, tag="pong", tag_field="type"):
    """Here."""


class Said(Message, frozen=True, tag="said", tag_field="type"):
    """Somebody at the table said this; `seat` null: one who watches."""

    seat: int | None
    name: str
    person: str
    phrase: str = ""
    reaction: str = ""
    text: str = ""


class Seeking(Message, frozen=True, tag="seeking", tag_field="type"):
    """How the search for a table stands; times in seconds.

    `waits`: how long others waited of late for such a table, null where that is not known;
    `here`: how many look for the same; `with_bots_in`: when bots will fill the seats. `rated`:
    the match may count, for one has an account, and so has one's partner. `neighbours`: how many of
    `here` are at one's own address, and are not met.
    """

    waited: float
    waits: float | None
    here: int
    with_bots_in: float | None
    rated: bool = False
    neighbours: int = 0


class Matched(Message, frozen=True, tag="matched", tag_field="type"):
    """There is a table, and a seat at it: join it."""

    table: str


class ReplayPlace(Message, frozen=True):
    """A position: after so many steps of a deal, or after a move that was tried (not 0)."""

    deal: int = 1
    step: int = 0
    move: int = 0


class SharedMove(Message, frozen=True):
    """A move that was tried, by its number: what `TryMove` says of it, and who tried it."""

    number: int
    word: str
    parent: int
    deal: int
    step: int
    by: str


class SharedComment(Message, frozen=True):
    """A comment, by its number: what `CommentOn` says of it, and whose it is."""

    number: int
    text: str
    move: int
    deal: int
    step: int
    by: str


class SharedReplay(Message, frozen=True, tag="shared_replay", tag_field="type"):
    """How a shared replay stands. People by id: `here` now, their `names`, and of who was here.

    It is sent on joining; then, before protocol 2, again at each change. `match`: its id, empty
    where a record that was handed in is looked at. `leader`: whom the others follow, to `place`;
    empty where no one leads. `mine`: the numbers of what one may take back. `opener`: who may
    remove people.
    """

    replay: str
    match: str
    version: int
    leader: str
    place: ReplayPlace
    here: tuple[str, ...]
    names: dict[str, str]
    moves: tuple[SharedMove, ...]
    comments: tuple[SharedComment, ...]
    mine: tuple[int, ...]
    opener: str


class ReplayLed(Message, frozen=True, tag="replay_led", tag_field="type"):
    """Somebody leads a shared replay to another place."""

    leader: str
    place: ReplayPlace


class ReplayChanged(
    Message, frozen=True, omit_defaults=True, tag="replay_changed", tag_field="type"
):
    """The changes of a shared replay; what is not named is unchanged.

    `here`: all who are here now, where these are others. `led`: who leads where, where that may
    have changed. `names`: of them, and of who wrote what is new. `moves`, `comments`: those that
    are new, by number; `mine`: of these the ones that one may take back. `withdrawn`: numbers of
    moves and comments that are gone. A change may be sent that one knows already. Since protocol 2.
    """

    version: int
    here: tuple[str, ...] | None = None
    led: ReplayLed | None = None
    names: dict[str, str] = {}
    moves: tuple[SharedMove, ...] = ()
    comments: tuple[SharedComment, ...] = ()
    withdrawn: tuple[int, ...] = ()
    mine: tuple[int, ...] = ()


class Notice(Message, frozen=True, tag="notice", tag_field="type"):
    """Something everyone should know: `maintenance` in so many seconds, after this deal.

    Any other code is that of a sentence, `refusal.<code>`: what the table waits for.
    """

    code: str
    seconds: float | None = None


FromServer = (
    Update
    | Changed
    | Ack
    | Refused
    | Hinted
    | Reasons
    | Said
    | Seeking
    | Matched
    | SharedReplay
    | ReplayChanged
    | ReplayLed
    | Notice
    | Pong
)


# --- the codec ------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder(enc_hook=encode_hook)
_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(
    FromClient, dec_hook=decode_hook
)


def encode(message: object) -> bytes:
    """Any message, event, action or view as JSON."""
    return _encoder.encode(message)


PING: Final = encode(Ping())
"""A ping as clients send it, byte for byte."""
PONG: Final = Pong()


class _Identified(msgspec.Struct, gc=False):
    id: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)] | None = None


_identified: msgspec.json.Decoder[_Identified] = msgspec.json.Decoder(_Identified)


def id_in(frame: str | bytes) -> str | None:
    """The id of a message that cannot be read as a whole; None where it has no readable one."""
    try:
        return _identified.decode(frame).id
    except (ValueError, RecursionError):
        return None


def decode(frame: str | bytes) -> FromClient:
    """A client's message; msgspec.DecodeError (a ValueError) for anything else."""
    return _from_client.decode(frame)
