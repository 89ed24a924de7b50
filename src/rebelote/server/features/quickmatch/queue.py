"""The queue of the quick match: the searches, and the messages to searchers.

Once a second those who look for the same are matched (`quickmatch.matchmaking`), and a table is
created for them. A person whose connection is down keeps the place for a while, and is not matched
meanwhile.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

import structlog

from rebelote.rules import presets
from rebelote.rules.options import OF_THE_PLACE, SEATINGS, Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import MatchMade, Message, SearchEnded, SearchPublished
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import Matched, Seek, Seeking
from rebelote.server.base.protocol.schemas import Unrated
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.runtime.atomic import ATOMIC, atomic
from rebelote.server.base.runtime.rate_limits import Origin
from rebelote.server.base.storage.store import Statement
from rebelote.server.features.quickmatch import matchmaking
from rebelote.server.features.quickmatch.matchmaking import BOTS_AFTER, ProposedTable, Seeker
from rebelote.server.features.quickmatch.search import (
    STATUS_EVERY,
    Preferences,
    Search,
    Send,
    are_partners,
    neighbours,
    seeker,
)
from rebelote.server.features.ratings.eligibility import (
    MET_SECONDS,
    Contender,
    RecentMatches,
    Sides,
    is_new,
)
from rebelote.server.features.ratings.ratings import ANCHORS
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.room import AWAY_SECONDS, TableMetadata

log = structlog.get_logger()

EVERY: Final = 1.0
"""Seconds from one look at those who wait to the next."""
KEPT: Final = limit(
    30.0, "time that a place in matchmaking is kept without a connection", unit="s", per="person"
)
WAITS_KEPT: Final = 20
"""Recent waits from which the next is estimated."""
CLAIMED_SECONDS: Final = 5.0
"""Seconds for which no other node opens a second table for a person."""
PARTY: Final = 2
PARTY_LENGTH: Final = limit(40, "the name of a pair", unit="characters", beyond="wrong-options")
_SINCE: Final = "SELECT id, account_since FROM people WHERE id IN (?*)"
_SINCE_OF: Final = "SELECT account_since FROM people WHERE id IN (?*)"
_MET: Final = (
    "SELECT theirs.person, mine.seat, theirs.seat FROM played AS mine JOIN played AS theirs "
    "ON theirs.table_id = mine.table_id AND theirs.version = mine.version "
    "WHERE mine.person = ? AND mine.preset = ? AND mine.rated AND mine.ended >= ? "
    "AND theirs.person <> ''"
)
"""Whom a person has met recently in matches that counted, with the seats of both."""
_LET_GO: Final = "DELETE FROM match_claims WHERE person = ? AND since < ?"
_CLAIM: Final = "INSERT INTO match_claims (person, since) VALUES (?, ?)"


def rules_of(preset: str) -> Rules:
    """Return the rules by which strangers play: those of a preset, unchanged."""
    return presets.PRESETS[preset].agree(OF_THE_PLACE)


class _Match(NamedTuple):
    """A table that was made for a person, and when."""

    table: str
    at: float


class Queue:
    """The queue of people who look for a table on one server."""

    messages = (SearchPublished, SearchEnded, MatchMade)

    def __init__(self, lobby: Lobby, results: Results) -> None:
        self.lobby = lobby
        self.accounts: Accounts = lobby.accounts
        self.results = results
        self.replication = lobby.services.replication
        self.searches: dict[str, Search] = {}
        self.waits: dict[Preferences, deque[float]] = defaultdict(lambda: deque(maxlen=WAITS_KEPT))
        self.recent = RecentMatches()
        self._match_for: dict[str, _Match] = {}
        """The table made for each person, for as long as it waits for them."""

    # --- coming and going

    async def seek(self, person: Person, message: Seek, send: Send, origin: Origin) -> None:
        """Look for a table; another request than before starts a new search. Raises
        IllegalActionError."""
        if message.preset not in presets.PRESETS or len(message.party) > PARTY_LENGTH:
            raise IllegalActionError("wrong-options")
        if (table := await self._awaiting(person.id, message)) is not None:
            send(Matched(table))
            return
        search = self.searches.get(person.id)
        if search is None or search.node or not search.is_for(message):
            search = self._begun(person, message, await self._search(person.id, message))
        search.account = person.account
        search.digest = message.digest or search.digest
        search.comes_from(origin)
        if send not in search.connections:
            search.connections.append(send)
        self._publish(search)
        self._send_status(search, self.lobby.now())

    async def _awaiting(self, person: str, message: Seek) -> str | None:
        """Return the table just made for a person whose connection broke before its message.

        A person who looks for a different one does not join it.
        """
        if (match := self._match_for.get(person)) is None:
            return None
        live = await self.lobby.find(match.table)
        seat = live.table.seat_of(person)
        if seat is None or not (live.room.is_no_show(seat) and live.table.under_way):
            return None
        if (live.table.rules.preset, live.table.terms.pace) == (message.preset, message.pace):
            return live.table.id
        await self._release(person)
        return None

    async def _search(self, person: str, message: Seek) -> Search:
        value = (await self.results.rating(person, message.preset)).mu
        blocked = (await self.accounts.relations.blocked_by([person]))[person]
        return Search(person, message, self.lobby.now(), value, blocked)

    @atomic
    def _begun(self, person: Person, message: Seek, search: Search) -> Search:
        """Return the search of this person from now on.

        It may have begun on another connection while the database was read: that is looked up
        here, where nobody else acts in between.
        """
        before = self.searches.get(person.id)
        if before is not None and before.is_for(message) and not before.node:
            return before
        self._check_party(person, message, search.blocked)
        self.searches[person.id] = search
        if before is not None:
            search.connections, search.addresses = before.connections, before.addresses
            search.clubs = before.clubs
        return search

    def _check_party(self, person: Person, message: Seek, blocked: frozenset[str]) -> None:
        """Refuse a party unless it is of two who do not avoid each other."""
        if not message.party:
            return
        others = [
            search.person
            for search in self.searches.values()
            if search.is_for(message) and search.person != person.id
        ]
        if len(others) >= PARTY:
            raise IllegalActionError("seat-taken")
        if blocked & set(others):
            raise IllegalActionError("kept-apart")

    async def unseek(self, person: str) -> None:
        """Stop looking, on whatever connection, and decline a table that was just made.

        Raises IllegalActionError `server-busy` where that cannot be written down now.
        """
        self.searches.pop(person, None)
        self.replication.publish(SearchEnded(person, cancelled=True))
        await self._release(person)

    async def _release(self, person: str) -> None:
        """Let a bot play for a person who has not joined the table made for them."""
        if (match := self._match_for.pop(person, None)) is not None:
            await (await self.lobby.find(match.table)).seats.release(person)

    def disconnected(self, person: str, send: Send) -> None:
        """Close a connection; the search keeps its place for a while."""
        search = self.searches.get(person)
        if search is not None and send in search.connections:
            search.connections.remove(send)
            search.gone_at = self.lobby.now()
            if not search.connections:
                self.replication.publish(SearchEnded(person))

    # --- putting together

    async def match_seekers(self) -> None:
        """Open tables for those who wait and fit, and send the others their status."""
        now = self.lobby.now()
        self._forget(now)
        if self.replication.leads:
            await self._match(now)
        for search in list(self.searches.values()):
            if now - search.status_at >= STATUS_EVERY:
                self._send_status(search, now)

    async def _match(self, now: float) -> None:
        """Open tables for those who fit; of several nodes, one does so for all."""
        for preferences in sorted({search.preferences for search in self.searches.values()}):
            players = presets.PRESETS[preferences[0]].players
            seekers = list(self._seekers(preferences))
            for proposed in matchmaking.tables(seekers, players, now, ANCHORS):
                await asyncio.sleep(0)
                if proposed is not None:
                    await self._open(preferences, proposed, now)

    def _forget(self, now: float) -> None:
        for person, search in list(self.searches.items()):
            if not search.is_waited_for and now - search.gone_at > KEPT:
                del self.searches[person]
        for person, match in list(self._match_for.items()):
            if now - match.at > AWAY_SECONDS:
                del self._match_for[person]

    def _seekers(self, preferences: Preferences) -> Iterator[Seeker]:
        """Yield the seekers here with these preferences, alone or with their partner."""
        parties: dict[str, list[Search]] = defaultdict(list)
        for search in self.searches.values():
            if search.preferences == preferences and search.is_waited_for:
                parties[search.party or f"{search.person} alone"].append(search)
        for searches in parties.values():
            if len(searches) == (PARTY if searches[0].party else 1):
                yield seeker(searches)

    async def _open(self, preferences: Preferences, proposed: ProposedTable, now: float) -> None:
        """Open the table; where that fails, its people wait on."""
        people = {who for who in proposed.seats if who is not None}
        blocked = await self.accounts.relations.blocked_by(people)
        with ATOMIC:
            if not self._still_wait(people, preferences) or self._avoid_each_other(blocked):
                return
            served = [self.searches[who] for who in people]
        try:
            digests = {it.person: it.digest for it in served if it.digest is not None}
            live = await self._created(preferences, proposed, digests)
        except Exception as error:
            log.warning("a table could not be opened", error=repr(error))
            return
        with ATOMIC:
            staying = {who for who in people if self._still_wait({who}, preferences)}
            self.replication.publish(MatchMade(live.table.id, tuple(staying)))
            self._send_matched(live.table.id, staying)
        for person in people - staying:  # they have cancelled while it was written
            await live.seats.release(person)

    @atomic
    def _send_matched(self, table_id: str, people: Iterable[str]) -> None:
        """Send those who are connected here where their table is."""
        now = self.lobby.now()
        for person in people:
            self._match_for[person] = _Match(table_id, now)
            if (search := self.searches.pop(person, None)) is not None:
                self.waits[search.preferences].append(now - search.since)
                for send in search.connections:
                    send(Matched(table_id))

    async def _created(
        self, preferences: Preferences, proposed: ProposedTable, digests: dict[str, str]
    ) -> LiveTable:
        """Create a table where play has begun."""
        preset, pace = preferences
        kept = await self.accounts.people({who for who in proposed.seats if who is not None})
        people = [None if who is None else kept.get(who) for who in proposed.seats]
        host = next(who.id for who in people if who is not None)
        sides, now = await self._sides(proposed), self.lobby.store.time.wall()
        unrated = proposed.unrated or await self._why_unrated(preset, sides, now)
        metadata = TableMetadata(host=host, matched=True, rated=not unrated, unrated=unrated)
        terms = _terms(pace, proposed.level)
        claims = self._claims([who.id for who in people if who is not None])
        live = await self.lobby.create_begun(
            metadata, rules_of(preset), terms, people, digests, lambda _: claims
        )
        if not unrated:
            self.recent.began(preset, sides, now)
        return live

    async def _sides(self, proposed: ProposedTable) -> list[list[Contender]]:
        networks = {who: seeker.addresses for seeker in proposed.served for who in seeker.people}
        rows = await self.lobby.store.read_of(_SINCE, tuple(networks))
        since = dict(rows)
        sides: dict[int, list[Contender]] = defaultdict(list)
        for side, who in zip(SEATINGS[len(proposed.seats)].sides, proposed.seats, strict=True):
            if who is not None:
                sides[side].append(Contender(who, networks[who], since.get(who)))
        return list(sides.values())

    async def _why_unrated(self, preset: str, sides: Sides, now: float) -> Unrated:
        """Return why the match would not count, by these people's earlier matches."""
        seats = SEATINGS[presets.PRESETS[preset].players].sides
        met = {
            frozenset((one.person, other))
            for side in sides
            for one in side
            for other, mine, theirs in await self.lobby.store.read(
                _MET, one.person, preset, now - MET_SECONDS
            )
            if seats[mine] != seats[theirs]
        }
        return self.recent.why_unrated(preset, sides, met, now)

    async def unrated_for(self, person: Person | None) -> Unrated:
        """Return why matches of a person do not count, as far as that follows from the account."""
        if person is None or not person.account:
            return "guests"
        [(since,)] = await self.lobby.store.read_of(_SINCE_OF, (person.id,)) or [(None,)]
        return "new-accounts" if is_new(since, self.lobby.store.time.wall()) else ""

    def _still_wait(self, people: set[str], preferences: Preferences) -> bool:
        searches = [self.searches.get(person) for person in people]
        return all(search is not None and search.preferences == preferences for search in searches)

    def _avoid_each_other(self, blocked: Mapping[str, frozenset[str]]) -> bool:
        """Return whether one has blocked another meanwhile; if so, update their searches."""
        for person, others in blocked.items():
            self.searches[person].blocked = others
        return any(not others.isdisjoint(blocked) for others in blocked.values())

    # --- other nodes

    def _claims(self, people: Iterable[str]) -> list[Statement]:
        """Build the statements that keep two nodes from opening a table for the same person."""
        if not self.replication.clustered:
            return []
        now = self.lobby.store.time.wall()
        before = now - CLAIMED_SECONDS
        return [
            statement
            for person in sorted(people)
            for statement in ((_LET_GO, (person, before)), (_CLAIM, (person, now)))
        ]

    def _publish(self, search: Search) -> None:
        """Publish a search of this node to the others."""
        if search.node or not search.connections:
            return
        preset, pace = search.preferences
        self.replication.publish(
            SearchPublished(
                person=search.person,
                preset=preset,
                pace=pace,
                party=search.party,
                value=search.value,
                account=search.account,
                waited=self.lobby.now() - search.since,
                digest=search.digest,
                blocked=tuple(search.blocked),
                addresses=tuple(search.addresses),
                clubs=tuple(search.clubs),
            )
        )

    def publish_all(self) -> None:
        """Send the other nodes all that people here look for."""
        for search in self.searches.values():
            self._publish(search)

    async def receive_from(self, node: str, message: Message) -> None:
        """Take over what another node says of those who look for a table."""
        match message:
            case MatchMade():
                self._send_matched(message.table, message.people)
            case SearchEnded():
                search = self.searches.get(message.person)
                if search is not None and search.node == node:
                    del self.searches[message.person]
                earlier = self._match_for.get(message.person)
                if message.cancelled and earlier is not None and earlier.table in self.lobby.tables:
                    await self._release(message.person)
            case SearchPublished():
                known = self.searches.get(message.person)
                if known is None or known.node or not known.connections:
                    self.searches[message.person] = Search.elsewhere(
                        node, message, self.lobby.now()
                    )

    def forget_node(self, node: str) -> None:
        """Drop the searches of a node that has left."""
        gone = {person for person, search in self.searches.items() if search.node == node}
        for person in gone:
            del self.searches[person]

    def presets(self) -> list[str]:
        """Return the rule set of each waiting search."""
        return [it.preferences[0] for it in self.searches.values() if it.is_waited_for]

    async def poll(self) -> None:
        """Do nothing: searches are only in memory."""

    # --- status

    def _send_status(self, search: Search, now: float) -> None:
        search.status_at = now
        same = [
            other for other in self.searches.values() if other.preferences == search.preferences
        ]
        partner = self._partner_of(search)
        paired = not search.party or partner is not None
        rated = search.account and (partner is None or partner.account)
        waited = now - search.since
        waits = matchmaking.estimated_wait(list(self.waits[search.preferences])) if paired else None
        bots = max(0.0, BOTS_AFTER - waited) if paired else None
        status = Seeking(
            waited=round(waited, 1),
            waits=waits,
            here=len(same),
            with_bots_in=bots,
            rated=rated,
            neighbours=neighbours(search, same),
        )
        for send in search.connections:
            send(status)

    def _partner_of(self, search: Search) -> Search | None:
        return next((it for it in self.searches.values() if are_partners(search, it)), None)


def _terms(pace: Literal["fast", "normal", "slow"], level: str) -> Terms:
    """Return the terms for strangers: a clock, and only the fixed phrases."""
    return Terms(pace=pace, talk="phrases", level=level)
