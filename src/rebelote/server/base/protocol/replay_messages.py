"""Messages of shared replays: matches that have ended, looked at by several people together."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Message, Request, Tagged
from rebelote.server.base.protocol.table_settings import MOST_DEALS

MOST_STEPS: Final = limit(
    1000, "steps of a deal to which a shared replay is led", per="deal", beyond="malformed"
)


# --- from the client ------------------------------------------------------------------------------


class OpenReplay(Tagged, frozen=True):
    """Join a shared replay: a match that has ended, looked at by several together.

    `protocol`: that of the page; since 2 a change is sent as `ReplayChanged`.
    """

    replay: str
    protocol: int = 1


class LeadReplay(Request, frozen=True):
    """Lead from now on, and go there: after `move`, or where that is 0 in the match."""

    deal: Annotated[int, msgspec.Meta(ge=1, le=MOST_DEALS)]
    step: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEPS)]
    move: int = 0


class TryMove(Request, frozen=True):
    """Try a call or card, in the word of a record, that was not played.

    `parent`: the move it follows; 0 where it departs from the match after so many steps of a deal.
    """

    word: Annotated[str, msgspec.Meta(max_length=64)]
    parent: int = 0
    deal: int = 0
    step: int = 0


class CommentOn(Request, frozen=True):
    """Say something of a position: after `move`, or where that is 0 of one of the match."""

    text: str
    move: int = 0
    deal: int = 0
    step: int = 0


class Withdraw(Request, frozen=True):
    """Take back a comment of one's own, or a move with all that follows it.

    The person who opened the shared replay may take back any, and so may an admin.
    """

    number: int


# --- from the server ------------------------------------------------------------------------------


class ReplayPlace(Message, frozen=True):
    """A position: after so many steps of a deal, or after a move that was tried (not 0)."""

    deal: int = 1
    step: int = 0
    move: int = 0


class SharedMove(Message, frozen=True, kw_only=True):
    """A move that was tried, by its number: what `TryMove` says of it, and who tried it."""

    number: int
    word: str
    parent: int
    deal: int
    step: int
    by: str


class SharedComment(Message, frozen=True, kw_only=True):
    """A comment, by its number: what `CommentOn` says of it, and whose it is."""

    number: int
    text: str
    move: int
    deal: int
    step: int
    by: str


class SharedReplay(Tagged, frozen=True, kw_only=True):
    """The state of a shared replay: people `here` by id, and `names` of all who were here.

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


class ReplayLed(Tagged, frozen=True):
    """A person leads a shared replay to another place."""

    leader: str
    place: ReplayPlace


class ReplayChanged(Tagged, frozen=True, kw_only=True, omit_defaults=True):
    """The changes of a shared replay; what is not named is unchanged.

    `here`: all who are here now, where these are others. `led`: who leads where, where that may
    have changed. `names`: of them, and of who wrote what is new. `moves`, `comments`: those that
    are new, by number; `mine`: of these the ones that one may take back. `withdrawn`: numbers of
    moves and comments that are gone. A change may be sent that one knows already. Since protocol 2.
    """

    version: int
    here: tuple[str, ...] | None = None
    led: ReplayLed | None = None
    names: dict[str, str] = msgspec.field(default_factory=dict)
    moves: tuple[SharedMove, ...] = ()
    comments: tuple[SharedComment, ...] = ()
    withdrawn: tuple[int, ...] = ()
    mine: tuple[int, ...] = ()
