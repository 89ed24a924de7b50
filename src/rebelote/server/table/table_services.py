"""Services that the live tables of one server share: storage, people, quotas, results, bots."""

from __future__ import annotations

import math
import secrets
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable
from dataclasses import InitVar, dataclass, field
from typing import Final

import structlog

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.node import Node
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.storage.store import (
    ConflictError,
    Statement,
    Store,
    StoreDamagedError,
    Written,
)
from rebelote.server.base.workers.bots import BotWorkers
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.people.moderation import InForce
from rebelote.server.table import replication
from rebelote.server.table.ended import Results
from rebelote.server.table.events import TableListener
from rebelote.server.table.replication import Replication

KEPT: Final = 16
"""Thoughts of a kind whose times are kept, for the turns after them."""
LONGEST: Final = limit(
    3.0, "time that a bot waits for others' thoughts", unit="s", per="turn", beyond="it acts"
)
BEAT: Final = limit(
    0.3, "period of the beat on which bots act", unit="s", per="turn", option="--bot-pace"
)
"""Seconds of a beat: the time in which a fast client shows a card, and longer than a thought."""


class Pace:
    """The beat on which one server's bots act, so that their time discloses nothing of their cards.

    A bot acts a whole number of beats after its turn began: as many as the longest of the recent
    thoughts of its kind took, at least one, whether or not it has a choice. Its own thought shows
    only where it takes longer than all of these. Without a beat bots act as soon as they can.
    """

    def __init__(self, beat: float = 0.0) -> None:
        if not (math.isfinite(beat) and 0 <= beat <= 10):
            raise ValueError(f"the beat of bots is 0 to 10 seconds, not {beat}")
        self.beat = beat
        self._times: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=KEPT))

    def beats(self, kind: str, took: float, choice: bool) -> int:
        """Return how many beats into its turn a bot acts after so many seconds of thought.

        `kind`: thoughts that look alike to spectators, by level and kind of action.
        """
        times = self._times[kind]
        waits = max(took, *times, 0.0)
        if choice:
            times.append(min(took, LONGEST))
        return max(1, math.ceil(waits / self.beat)) if self.beat else 0


log = structlog.get_logger()

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of the code by which people call a table: none that is taken for a figure."""
CODE_LENGTH: Final = 6
CODE_DRAWS: Final = 20
"""Codes drawn for a table, one after the other, until one is free."""


def draw_code() -> str:
    """Return a code, which another table may have."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


@dataclass(slots=True, kw_only=True)
class TableServices:
    """The services and settings that all live tables of a server share.

    Attributes:
        sanction_of: Returns the sanction in force against a person.
        listener: Follows all tables.
        draw_code: Draws a code by which a table is found.
        closing: Whether no deal begins any more, as the server is about to end.
        replication: The other nodes that serve the same tables; `node` is this one among them.
    """

    store: Store
    accounts: Accounts
    results: Results
    limits: Limits = field(default_factory=Limits)
    bot_workers: BotWorkers = field(default_factory=BotWorkers)
    pace: Pace = field(default_factory=Pace)
    sanction_of: Callable[[str], InForce | None] = lambda _: None
    listener: TableListener = field(default_factory=TableListener)
    draw_code: Callable[[], str] = draw_code
    closing: bool = False
    node: InitVar[Node | None] = None
    replication: Replication = field(init=False)

    def __post_init__(self, node: Node | None) -> None:
        self.replication = replication.of(node, self.accounts)

    def now(self) -> float:
        """Return the time by which clocks and absences are measured, in seconds."""
        return self.store.time.monotonic()

    def check_ban(self, person: str) -> None:
        """Check that a person may play for the time being. Raises IllegalActionError."""
        if self.sanction_of(person) == "banned":
            raise IllegalActionError("banned")

    def check_may_write(self, person: Person) -> None:
        """Check that others may be sent what a person writes: IllegalActionError `muted`, `banned`.

        What is in force against an account is in force against its bots.
        """
        for one in person.answerable:
            if (sanction := self.sanction_of(one)) is not None:
                raise IllegalActionError(sanction)

    async def write(self, *statements: Statement) -> None:
        """Write, and wait until it is on disk. Raises as `on_disk`."""
        await on_disk(self.store.write(*statements))

    async def with_code(self, write: Callable[[str], Awaitable[None]]) -> str:
        """Write a table down under a code that no other goes by, and return the code.

        ConflictError where another key exists that is written with it; IllegalActionError
        `server-busy`.
        """
        for _ in range(CODE_DRAWS):
            code = self.draw_code()
            try:
                await write(code)
            except ConflictError:
                if not await self.store.read("SELECT 1 FROM tables WHERE code = ?", code):
                    raise
            else:
                return code
        raise IllegalActionError("server-busy")


async def on_disk(done: Written) -> None:
    """Wait until something is on disk.

    ConflictError, or TooLateError, as in `Store`; IllegalActionError `server-busy` or
    `file-damaged` where it will not be written for another reason.
    """
    try:
        await done
    except StoreDamagedError:
        raise IllegalActionError("file-damaged") from None
    except ConflictError:
        raise
    except Exception as error:
        log.error("a database write failed", error=repr(error))
        raise IllegalActionError("server-busy") from error
