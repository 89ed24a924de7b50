"""HTTP schemas of fair play: the moderators' views of pairs, and their decisions."""

from __future__ import annotations

from typing import Literal

from rebelote.server.base.protocol.schemas import Message
from rebelote.server.people.schemas import PersonName


class FairPlayDecision(Message, frozen=True):
    """POST /api/admin/fair-play/{person}/{other}/decision: the decision, and its reason.

    `nothing`: nothing was seen that speaks against the pair. `points`: what matches against it have
    cost its opponents is given back to them; both players may answer before.
    """

    decision: Literal["nothing", "points"]
    note: str


class FairPlayAnswer(Message, frozen=True):
    """The answer of one of the two players, and its time."""

    person: PersonName
    at: float
    text: str


class FairPlayCase(Message, frozen=True, kw_only=True):
    """The moderators' last case about a pair, its moderator, and the pair's number of deals then.

    `asked`: when both players were asked, null where they were not; `until`: by when they may
    answer before anything else is decided than `nothing`. `decision`: empty until `settled`.
    """

    asked: float | None
    until: float | None
    answers: tuple[FairPlayAnswer, ...]
    decision: str
    note: str
    settled: float | None
    by: str
    by_name: str
    deals: int


class FairPlayQuestion(Message, frozen=True, kw_only=True):
    """One row of GET /api/me/fair-play: both players of a pair were asked for an answer.

    `answer`: one's own, empty without one. `decision`: empty until it is `settled`, then with the
    note of the moderator.
    """

    id: int
    partner: PersonName
    asked: float
    until: float
    answer: str
    decision: Literal["", "nothing", "points"]
    note: str
    settled: float | None


class NewFairPlayAnswer(Message, frozen=True):
    """PUT /api/me/fair-play/{id}: answer, or change the answer while nothing is decided."""

    text: str


class FairPlayPair(Message, frozen=True, kw_only=True):
    """A pair above the threshold: the strongest `test` and its z-value."""

    people: tuple[PersonName, PersonName]
    deals: int
    test: str
    z: float
    case: FairPlayCase | None = None


class FairPlayPairs(Message, frozen=True):
    """GET /api/admin/fair-play; `compared`: how many pairs have deals enough to be compared."""

    threshold: float
    compared: int
    pairs: tuple[FairPlayPair, ...]


class FairPlayTest(Message, frozen=True):
    """A test of a pair: its z-value beside all other pairs, and beside the same two players with
    others (null where they had none)."""

    test: str
    z: float
    own: float | None


class FairPlayDeal(Message, frozen=True):
    """A deal as a record without names, and the side of the pair: 0 sits in seats 0 and 2."""

    record: str
    side: int


class FairPlayEvidence(Message, frozen=True):
    """GET /api/admin/fair-play/{person}/{other}: the deals of a pair that weigh most.

    `samples`: those of this pair and, where there is one, those of a pair that nobody suspects, in
    an order by chance; `suspected`: which are this pair's.
    """

    pair: FairPlayPair
    tests: tuple[FairPlayTest, ...]
    samples: tuple[tuple[FairPlayDeal, ...], ...]
    suspected: int
