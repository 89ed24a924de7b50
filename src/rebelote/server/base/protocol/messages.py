"""Messages between browser and server, and their one codec.

The client's TypeScript types are written from this module by `make generated`.
Cards are text, rank then suit: `JH`, `TS` (ten of spades). Seats are numbered in the order of turn,
sides 0 (seats 0 and 2) and 1 (seats 1 and 3). Actions, events and views are the library's own.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from rebelote.bots import Thought
from rebelote.rules.actions import Action
from rebelote.rules.codec import decode_hook
from rebelote.rules.refusals import REFUSALS, IllegalActionError
from rebelote.rules.view import View
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.replay_messages import (
    CommentOn,
    LeadReplay,
    OpenReplay,
    ReplayChanged,
    ReplayLed,
    SharedReplay,
    TryMove,
    Withdraw,
)
from rebelote.server.base.protocol.schemas import DETAIL, Digest, Nonce, Request, Tagged, encode
from rebelote.server.base.protocol.updates import Changed, Update

PROTOCOLS: Final = (1, 2)
"""Versions of this protocol that the server speaks: the one before the newest, and the newest."""

DELTAS_SINCE: Final = 2
"""The first version in which an update is sent as its changes (`Changed`)."""


# --- from the client ------------------------------------------------------------------------------


class Join(Tagged, frozen=True):
    """Come to a table: to one's own seat if one has one, otherwise to watch.

    Who one is, the cookie says. `since`: the version last seen. `watch`: the seat that a
    spectator watches, where the table lets people see a hand. `protocol`: that of the page;
    since 2 an update is sent as `Changed`.
    """

    table: str
    since: int | None = None
    watch: int | None = None
    protocol: int = 1


class GameCommand(Request, frozen=True):
    """The base of what the rules of the game answer, with `id` and `expect` as `Act` has them."""

    expect: int


class PlayCommand(GameCommand, frozen=True):
    """The base of commands within a deal; the others go on to the next deal or match."""


class Act(PlayCommand, frozen=True):
    """Do something at the table. `expect` is the version acted upon.

    `id` is unique for a person and a table, for good, not only for a connection: the same message
    is acknowledged again with its version, another message with its id is refused (`id-used`).
    """

    action: Action


class Claim(PlayCommand, frozen=True):
    """Claim the rest: all tricks left, as one who leads may where `Update.may_claim` says so."""


class AnswerClaim(PlayCommand, frozen=True):
    """Accept an opponent's claim of the rest, or have it played out; only as in real life."""

    accept: bool


class TakeBack(PlayCommand, frozen=True):
    """Take back one's last call or card in this deal, and all that followed, against bots alone.

    Allowed where `Update.may_take_back` says so. The match then counts nowhere.
    """


class Ready(GameCommand, frozen=True):
    """Go on after a deal has ended."""


class Rematch(GameCommand, frozen=True):
    """Play another match at this table, once one has ended."""


class Commit(Request, frozen=True):
    """Commit to the nonce with this SHA-256 digest, for the next pack (`docs/fairness.md`)."""

    digest: Digest


class Reveal(Request, frozen=True):
    """The nonce that one committed to, now that the pack is sealed; `digest`: that of the next."""

    nonce: Nonce
    digest: Digest | None = None


class Since(Tagged, frozen=True):
    """Ask for all that came after `version`."""

    version: int


class Ping(Tagged, frozen=True):
    """A ping, answered with a pong."""


class Listen(Tagged, frozen=True):
    """Ask for `News` on this connection from now on."""


class Follow(Tagged, frozen=True):
    """Ask for `TournamentChanged` of a tournament on this connection; empty: of none more."""

    tournament: str = msgspec.field(name="event")


class Hint(Request, frozen=True):
    """A request for what a strong player would do in this place now. Changes nothing.

    `on_device`: the client can compute it itself, and is sent the position (`HintPosition`).
    """

    expect: int
    on_device: bool = False


class Why(Request, frozen=True):
    """A request for why the bots played as they did in the deal that was just played out."""


class Sit(Request, frozen=True):
    """Take a seat that is free or a bot's; one's own, if one has one, is left."""

    seat: int


class Stand(Request, frozen=True):
    """Give up one's seat: before a match it is free, in its midst a bot plays on."""


class SeatBot(Request, frozen=True):
    """The host puts a bot of this level in a free seat; the table's level where none is said."""

    seat: int
    level: str = ""


class Unseat(Request, frozen=True):
    """The host frees a seat, before a match."""

    seat: int


class Swap(Request, frozen=True):
    """The host has two seats change places, before a match."""

    seats: tuple[int, int]


class Begin(Request, frozen=True):
    """The host begins; bots take the seats that are free."""


class Back(Request, frozen=True):
    """Here again: the substituting bot hands the seat back."""


class Pause(Request, frozen=True):
    """Vote to stop the clocks, or (`on` false) have them run again; never after a quick match.

    They stop once all who play have voted for it in one deal; one vote against restarts them.
    """

    on: bool


class Surrender(Request, frozen=True):
    """Ask one's side to give up the match, or (`on` false) refuse to.

    It is given up once all of the side's people have voted for it, in one deal; bots agree.
    """

    on: bool


class ShowOut(Request, frozen=True):
    """Remove a spectator of a table as its host, or a person from a shared replay that one opened.

    They do not come back.
    """

    person: str


class Think(Request, frozen=True):
    """Ask for more time for this action, once a deal."""


class Say(Request, frozen=True):
    """Say one of the fixed `phrase`s or `reaction`s, or free `text` where that is allowed."""

    phrase: str = ""
    reaction: str = ""
    text: str = ""


class Seek(Request, frozen=True):
    """Look for a table: alone, or as a pair whose two members name the same `party`.

    `digest` commits to a nonce for the first pack (`docs/fairness.md`).
    """

    preset: str = "french"
    pace: Literal["fast", "normal", "slow"] = "normal"
    party: str = ""
    digest: Digest | None = None


class Unseek(Request, frozen=True):
    """Stop looking. Once it is acknowledged, a table that was just made goes on without one."""


Command = Act | Claim | AnswerClaim | TakeBack | Ready | Rematch
"""Every `GameCommand`."""
AtTable = Sit | Stand | SeatBot | Unseat | Swap | Begin | Back | Pause | Surrender | Think | ShowOut
"""Commands about seats, clocks and spectators."""
AtReplay = LeadReplay | TryMove | CommentOn | Withdraw | ShowOut
"""Commands at a shared replay; some of them at a table, too."""
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
    | Listen
    | Follow
    | Ping
)


# --- from the server ------------------------------------------------------------------------------


class Ack(Tagged, frozen=True):
    """The message `id` is on disk, as `version`."""

    id: str
    version: int


class Refused(Tagged, frozen=True, omit_defaults=True, kw_only=True):
    """The message was not carried out: catalogue key `refusal.<code>`, a sentence, and the rule.

    `id` is the refused message's, null where none could be read, and where a person is removed from
    the table: the client may not stay there. `version` is the table's.
    `reference`: where the server itself failed, under what its log has it. `detail`: which field
    of a message that cannot be read is wrong, and how, in English.
    """

    id: str | None
    code: str
    message: str
    rule: str
    version: int
    reference: str = ""
    detail: str = ""


LONGEST_ID: Final = limit(
    256,
    "the id with which a message is refused that cannot be read",
    unit="characters",
    beyond="no id",
)


def refused(
    code: str, message_id: str | None = None, version: int = 0, detail: str = ""
) -> Refused:
    """Return the answer to what cannot be carried out."""
    why = REFUSALS[code]
    return Refused(
        id=message_id,
        code=why.code,
        message=why.sentence,
        rule=why.rule,
        version=version,
        detail=detail,
    )


class UnreadableError(IllegalActionError):
    """A message that cannot be read: which field is wrong, and how."""

    def __init__(self, detail: str) -> None:
        super().__init__("malformed")
        self.detail = detail[:DETAIL]


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


class Hinted(Tagged, frozen=True):
    """The requested hint, at this version: an action and why (`advice.<code>` or `why.<code>`)."""

    id: str
    version: int
    thought: Thought


class HintPosition(Tagged, frozen=True):
    """The position of a hint that the client computes: all that its seat knows, past tricks too."""

    id: str
    version: int
    view: View


class Reason(msgspec.Struct, frozen=True):
    """The reason for an action of a bot, with its trick, from 1; 0 is the auction."""

    seat: int
    trick: int
    thought: Thought


class Reasons(Tagged, frozen=True):
    """The requested reasons, of this deal, in order of play.

    None where the server has restarted since.
    """

    id: str
    deal: int
    reasons: tuple[Reason, ...]


class Pong(Tagged, frozen=True):
    """Here."""


class Said(Tagged, frozen=True, kw_only=True):
    """A person at the table said this; `seat` null: a spectator."""

    seat: int | None
    name: str
    person: str
    phrase: str = ""
    reaction: str = ""
    text: str = ""


class Seeking(Tagged, frozen=True, kw_only=True):
    """The state of a search for a table; times in seconds.

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


class News(Tagged, frozen=True):
    """Something new for a person, to a connection that has subscribed (`Listen`).

    At `/api/friends`: a request to be friends, a `friend` who has accepted one, or an invitation
    to a table. `called`: one's `table` in the evening of this `name` is open.
    """

    what: Literal["request", "friend", "invitation", "called"]
    table: str = ""
    name: str = ""


class TournamentChanged(Tagged, frozen=True, tag="evening_changed"):
    """A tournament that this connection follows may have changed: read it again."""

    tournament: str = msgspec.field(name="event")


class Matched(Tagged, frozen=True):
    """There is a table, and a seat at it: join it."""

    table: str


class Notice(Tagged, frozen=True):
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
    | HintPosition
    | Reasons
    | Said
    | Seeking
    | Matched
    | News
    | TournamentChanged
    | SharedReplay
    | ReplayChanged
    | ReplayLed
    | Notice
    | Pong
)


# --- the codec ------------------------------------------------------------------------------------

_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(
    FromClient, dec_hook=decode_hook
)


PING: Final = encode(Ping())
"""A ping as clients send it, byte for byte."""
PONG: Final = Pong()


class _Identified(msgspec.Struct, gc=False):
    id: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)] | None = None


_identified: msgspec.json.Decoder[_Identified] = msgspec.json.Decoder(_Identified)


def id_in(frame: str | bytes) -> str | None:
    """Return the id of a message that cannot be read as a whole; None without a readable one."""
    try:
        return _identified.decode(frame).id
    except (ValueError, RecursionError):
        return None


def decode(frame: str | bytes) -> FromClient:
    """Return a client's message; msgspec.DecodeError (a ValueError) for anything else."""
    return _from_client.decode(frame)
