"""The largest legal input of every route and socket message, or why none is large.

A new route needs a line in one of the tables below: what makes it work most, or a reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cached_property
from random import Random
from typing import Any, Final
from urllib.parse import quote, urlencode

from evenings_on_server import Evening, scored
from http_person import Browser, command
from in_process import InProcess
from server_process import Person
from volume import volume

from rebelote.learn import lessons
from rebelote.rules import match, presets
from rebelote.rules.records.record import Recorded
from rebelote.tournament.duplicate import MOST_PAIRS
from rebelote.tournament.formats import MOST_DEALS, MOST_OF_A_SET, MOST_TEAMS

TEAMS: Final = volume(quick=120, full=MOST_TEAMS)
MEMBERS: Final = volume(quick=60, full=500)
EVENINGS: Final = volume(quick=3, full=20)
LONGEST_MATCH: Final = 100
"""Deals of the longest match by a number of them."""
RULE: Final = {"best": 1}
SMALL_BODY: Final = "x" * 4000
BELA: Final[dict[str, Any]] = {
    "preset": "bela",
    "house": {"sweep_points": 999},
    "deals": MOST_DEALS,
}
ANSWERED: Final = {"answers": "expert", "seat": 0}
"""The others answer, by the level that searches longest."""

Ask = tuple[str, Any]
Asks = Callable[["World"], Iterable[Ask]]


class World:
    """A server with one of everything, as large as it may be, and who may see it all."""

    def __init__(self, server: InProcess) -> None:
        self.server = server
        self.owner = Browser(server)
        self.owner.me = self.owner.sign_up("Keeper Karin")
        command(server, "grant", "Keeper Karin")
        self.owner.log_in("Keeper Karin")
        self.other = Browser(server, "Other")
        self.person: str = self.owner.get("/api/me")["id"]
        self.stranger: str = self.other.get("/api/me")["id"]

    @cached_property
    def big(self) -> Evening:
        """As many teams as there may be, two rounds drawn, one of them scored, by long games."""
        evening = Evening(self.owner, **{**BELA, "draw": "lots"})
        names = [f"{number:04d} {'Ωμέγα ' * 9}"[:60].strip() for number in range(TEAMS)]
        for first in range(0, TEAMS, 500):
            evening.teams(*names[first : first + 500])
        evening.draw("one")
        evening.enter(*self.scores(1))
        evening.draw("two")
        return evening

    def encoded(self, path: str, body: Any) -> bytes:
        """Encode a body: as a form for pages, as JSON for anything else."""
        text = json.dumps(body) if path.startswith("/api/") else urlencode(body)
        return text.encode()

    def scores(self, round: int) -> list[dict[str, Any]]:
        """Return a score for every game of a round."""
        return [scored(round, table, 162 * 99, 162) for table in range(1, TEAMS // 2 + 1)]

    @cached_property
    def howell(self) -> Evening:
        """A duplicate of as many pairs and deals as there may be."""
        format: dict[str, Any] = {"deals": MOST_OF_A_SET, "draw": "howell", "rounds": 0, "ties": []}
        evening = Evening(self.owner, **format)
        evening.teams(*(f"Pair {number}" for number in range(volume(8, MOST_PAIRS))))
        evening.draw("one")
        return evening

    @cached_property
    def online(self) -> str:
        """An evening on the server that one can join."""
        format: dict[str, Any] = {
            "place": "online",
            "entrants": "melee",
            "draw": "lots",
            "deals": 1,
        }
        return Evening(self.owner, **format).here

    @cached_property
    def club(self) -> str:
        """A club with evenings of many teams in its season."""
        club = self.owner.post("/api/clubs", 201, name="Round table")["club"]
        format, events = {"deals": 1, "draw": "lots", "rounds": 1}, list[str]()
        for _ in range(EVENINGS):
            agreed = {"name": "Friday", "format": format, "club": club}
            event = self.owner.post("/api/tournaments", 201, **agreed)["tournament"]
            evening = Evening(self.owner, event)
            evening.teams(*(f"Team {number}" for number in range(TEAMS)))
            evening.draw("one")
            events.append(event)
        here = f"/api/clubs/{club}"
        season = {"season": 1, "name": "2026", "rule": RULE}
        for entry in (
            {"entry": "season-opened", "name": "2026", "rule": RULE},
            {"entry": "season-changed", **season, "events": events},
        ):
            version = self.owner.get(here)["version"]
            self.owner.post(f"{here}/entries", 200, version=version, entries=[entry])
        return here

    @cached_property
    def match(self) -> str:
        """A finished match of several deals."""
        person = self.other.sit(preset="bga", options={"end_deals": volume(1, 12)})
        person.play_until(lambda view: view["phase"] == "match_over")
        self.table = str(person.seated["table"])
        person.close()
        return str(self.other.get(f"/api/matches/{self.table}")["match"])

    @cached_property
    def record(self) -> str:
        """A record of the longest match by a number of deals."""
        rules = presets.rules("bga").agree({"end_deals": volume(6, LONGEST_MATCH)})
        chance = Random(1)
        so_far = Recorded.begin(match.start(rules, match.first_pack(rules, chance), 0))
        while not so_far.match.over:
            if (seat := so_far.match.to_act) is None:
                so_far = so_far.next_deal(match.new_pack(so_far.match, chance))
            else:
                so_far = so_far.act(seat, chance.choice(match.legal_actions(so_far.match)))
        return str(so_far.record)

    @cached_property
    def shared(self) -> str:
        """A shared replay of the longest record."""
        replay: str = self.other.post("/api/shared-replays", 201, record=self.record)["replay"]
        return f"/api/shared-replays/{replay}"


def get(*paths: str) -> Asks:
    """Ask these, in which names of the world are filled in."""
    return lambda world: [(filled(path, world), None) for path in paths]


def filled(path: str, world: World) -> str:
    """Fill the parameters of a path from the world."""
    for name in ("person", "stranger", "match", "club", "shared", "online"):
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", getattr(world, name))
    return path


def every_preset(path: str) -> Asks:
    """Ask it of each rule set."""
    return lambda _: [(path.replace("{preset}", preset), None) for preset in presets.PRESETS]


def every_taught(path: str) -> Asks:
    """Ask it of each rule set that has lessons."""
    return lambda _: [(path.replace("{preset}", preset), None) for preset in lessons.PRESETS]


def post(path: str, *bodies: dict[str, Any]) -> Asks:
    """Send each of these."""
    return lambda world: [(filled(path, world), body) for body in bodies]


def _entries(world: World) -> Iterable[Ask]:
    """Yield scores of a whole round, a change of the format, and teams."""
    here = f"{world.big.here}/entries"
    longest = {**world.big.state["format"], "house": {"sweep_points": 998}}
    for entries in (
        world.scores(2)[:-1],
        [{"entry": "format-changed", "format": longest}],
        [{"entry": "left", "team": number} for number in range(1, TEAMS + 1)],
    ):
        yield here, {"version": world.big.version, "entries": entries}


def _create_evening(_: World) -> Iterable[Ask]:
    """Yield evenings with every rule set, in the longest games."""
    for preset in presets.PRESETS:
        format = {"preset": preset, "deals": MOST_DEALS, "draw": "lots"}
        yield "/api/tournaments", {"name": "E", "format": format}


def _draw(world: World) -> Iterable[Ask]:
    """Yield the next round of a new evening of as many teams, by standing."""
    evening = Evening(world.owner, draw="swiss")
    for first in range(0, TEAMS, 500):
        evening.teams(*(f"Team {number}" for number in range(first, min(TEAMS, first + 500))))
    yield f"{evening.here}/draw", {"version": evening.version, "phrase": "next"}


def _exchange(world: World) -> Iterable[Ask]:
    seats = {"how": "exchange", "round": 2, "teams": [1, 2, 3, 4, 5, 6, 7, 8], "results": "stay"}
    yield f"{world.big.here}/seats", {"version": world.big.version, "reason": "Ω" * 60, **seats}


def _team(world: World) -> Iterable[Ask]:
    (key, *_) = world.owner.get(f"{world.big.here}/team-cards")["keys"]
    yield f"{world.big.here}/team?key={key}", None


def _slip(path: str) -> Asks:
    return lambda world: [(f"{world.big.here}/{path}?key={world.big.keys(2)[-1][0]}", None)]


def _report(world: World) -> Iterable[Ask]:
    key = world.big.keys(2)[-1][0]
    yield f"{world.big.here}/game", {"key": key, "own": 16_038, "other": 162}


def _sheet(_: World) -> Iterable[Ask]:
    deal = {"attacker": 1, "trump": "H", "points": [None, 92]}
    yield (
        "/api/score-sheet",
        {"preset": "french", "house": {"end_deals": 100}, "deals": [deal] * 100},
    )


def _calls(_: World) -> Iterable[Ask]:
    """Ask of the longest auction of passes and bids in coinche."""
    bids = [{"trump": "SHDC"[n % 4], "value": value} for n, value in enumerate(range(80, 170, 10))]
    made = [call for bid in bids for call in (bid, {"trump": None}, {"trump": None})]
    calls = [{"seat": (n + 1) % 4, "round": 1 + n // 4, **call} for n, call in enumerate(made)]
    yield "/api/auctions/shown", {"preset": "coinche", "dealer": 0, "calls": calls}


def _with(path: str, *queries: str) -> Asks:
    """Ask it of each rule set with each of these queries."""
    return lambda _: [
        (f"{path}/{one}?{query}", None) for one in presets.PRESETS for query in queries
    ]


LARGEST: Final[dict[str, Asks]] = {
    "GET /api/people/{person}/badges": get("/api/people/{person}/badges"),
    "GET /api/tournaments": get("/api/tournaments"),
    "GET /api/tournaments/models": get("/api/tournaments/models"),
    "POST /api/tournaments": _create_evening,
    "GET /api/tournaments/{tournament}": lambda world: [
        (f"{evening.here}{more}", None)
        for evening in (world.big, world.howell)
        for more in ("", "?hall=true")
    ],
    "GET /api/tournaments/{tournament}/file": lambda world: [(f"{world.big.here}/file", None)],
    "GET /api/clubs/{club}/file": get("{club}/file"),
    "POST /api/files": lambda world: [
        ("/api/files", {"text": json.dumps(world.owner.get(f"{world.big.here}/file"))})
    ],
    "GET /api/bin": get("/api/bin"),
    "GET /api/tournaments/{tournament}/totals": lambda world: [(f"{world.big.here}/totals", None)],
    "GET /api/tournaments/{tournament}/desk": lambda world: [(f"{world.big.here}/desk", None)],
    "GET /api/tournaments/{tournament}/log": lambda world: [
        (f"{world.big.here}/log{more}", None) for more in ("", "?kind=scores", "?before=100")
    ],
    "POST /api/tournaments/{tournament}/entries": _entries,
    "POST /api/tournaments/{tournament}/draw": _draw,
    "POST /api/tournaments/{tournament}/undo": lambda world: [
        (f"{world.big.here}/undo", {"number": world.big.version})
    ],
    "POST /api/tournaments/{tournament}/seats": _exchange,
    "GET /api/tournaments/{tournament}/money": lambda world: [(f"{world.big.here}/money", None)],
    "GET /api/tournaments/{tournament}/team-cards": lambda world: [
        (f"{world.big.here}/team-cards", None)
    ],
    "GET /api/tournaments/{tournament}/team": _team,
    "GET /api/tournaments/{tournament}/slips": lambda world: [
        (f"{world.big.here}/slips?drawn=2", None)
    ],
    "GET /api/tournaments/{tournament}/cards": lambda world: [
        (f"{world.howell.here}/cards?drawn=1", None)
    ],
    "GET /api/tournaments/{tournament}/game": _slip("game"),
    "POST /api/tournaments/{tournament}/game": _report,
    "GET /api/tournaments/{tournament}/qr.svg": _slip("qr.svg"),
    "GET /api/tournaments/{tournament}/players": get("{online}/players"),
    "POST /api/tournaments/{tournament}/players": post("{online}/players", {"partner": 0}),
    "DELETE /api/tournaments/{tournament}/players": get("{online}/players"),
    "GET /api/clubs": get("/api/clubs"),
    "POST /api/clubs": post("/api/clubs", {"name": "Ω" * 60}),
    "GET /api/clubs/{club}": get("{club}"),
    "GET /api/clubs/{club}/log": get("{club}/log"),
    "GET /api/clubs/{club}/people": get("{club}/people"),
    "GET /api/tournaments/{tournament}/people": lambda world: [(f"{world.big.here}/people", None)],
    "POST /api/tournaments/{tournament}/forgotten": lambda world: [
        (f"{world.big.here}/forgotten", {"name": "Ω" * 60})
    ],
    "POST /api/clubs/{club}/entries": lambda world: [
        (
            f"{world.club}/entries",
            {
                "version": world.owner.get(world.club)["version"],
                "entries": [
                    {"entry": "member-added", "name": f"Member {number}"}
                    for number in range(MEMBERS)
                ],
            },
        )
    ],
    "GET /api/clubs/{club}/seasons/{season}": get("{club}/seasons/1"),
    "GET /api/today": get("/api/today"),
    "GET /api/daily": get("/api/daily"),
    "GET /api/puzzle": every_preset("/api/puzzle?preset={preset}"),
    "GET /api/puzzles": get("/api/puzzles"),
    "GET /api/drills": every_preset("/api/drills?preset={preset}&about=lead_trumps"),
    "GET /api/drills/{puzzle}": get("/api/drills/2ab059b922ee"),
    "GET /embed/record": get("/embed/record"),
    "GET /embed/shared/{replay}": get("/embed/shared/abc"),
    "GET /embed/{match}": get("/embed/{match}"),
    "GET /api/oembed": lambda world: [
        (f"/api/oembed?url={quote(f'{world.server.url}/m/{world.match}', safe='')}", None)
    ],
    "GET /api/admin/fair-play": get("/api/admin/fair-play"),
    "GET /api/me/fair-play": get("/api/me/fair-play"),
    "GET /api/fairness": get("/api/fairness"),
    "GET /api/friends": get("/api/friends"),
    "GET /api/friends/settings": get("/api/friends/settings"),
    "GET /api/friends/partners": get("/api/friends/partners"),
    "GET /api/me/invitations": get("/api/me/invitations"),
    "GET /api/people": get("/api/people?name=Keeper"),
    "GET /api/me/relations": get("/api/me/relations"),
    "GET /api/matches/{match}": get("/api/matches/{match}"),
    "GET /api/matches/{match}/record": get(
        "/api/matches/{match}/record", "/api/matches/{match}/record?format=json"
    ),
    "POST /api/replays": lambda world: [("/api/replays", {"record": world.record})],
    "POST /api/replays/variation": lambda world: [
        ("/api/replays/variation", {"record": world.record, "deal": 1, "step": 40, **ANSWERED})
    ],
    "POST /api/matches/{match}/variation": post(
        "/api/matches/{match}/variation", {"deal": 1, "step": 10, **ANSWERED}
    ),
    "POST /api/deals": post(
        "/api/deals",
        {
            "preset": "ffb-contree-2016",
            "dealer": 3,
            "hands": ["AKQJ.T9.8.7", "T987.AKQ..8", ".J87.AKQJ.T", "..T97.AKQJ9"],
            "actions": ["pass", "80S"],
            **ANSWERED,
        },
    ),
    "GET /m/{match}": get("/m/{match}"),
    "GET /match/{match}": get("/match/{match}"),
    "GET /api/me/matches": get("/api/me/matches", "/api/me/matches?text=a"),
    "GET /api/me/matches.ndjson": get("/api/me/matches.ndjson"),
    "GET /api/me/matches.txt": get("/api/me/matches.txt"),
    "GET /rules": get("/rules", "/rules?lang=el"),
    "GET /rules/{preset}": _with(
        "/rules", "lang=el", "lang=el&format=text", "lang=el&format=json&sources=1"
    ),
    "GET /sources": get("/sources"),
    "GET /verify": get("/verify"),
    "GET /api": get("/api"),
    "GET /api/schema/asyncapi.json": get("/api/schema/asyncapi.json"),
    "GET /api/schema/openapi.json": get("/api/schema/openapi.json"),
    "GET /api/schema/record.json": get("/api/schema/record.json"),
    "GET /api/schema/socket.json": get("/api/schema/socket.json"),
    "GET /api/rules/{preset}": _with("/api/rules", "lang=el", "lang=el&shuffle=each_deal_full"),
    "GET /health": get("/health"),
    "GET /metrics": get("/metrics"),
    "GET /api/leagues": get("/api/leagues"),
    "GET /api/leagues/{league}": get("/api/leagues/french"),
    "GET /api/people/{person}/leagues": get("/api/people/{person}/leagues"),
    "GET /api/clubs/{club}/league": get("{club}/league"),
    "GET /api/learn/{preset}": every_taught("/api/learn/{preset}?lang=ar"),
    "GET /api/learn/{preset}/deal": every_taught("/api/learn/{preset}/deal?lang=hr"),
    "GET /api/learn/{preset}/count": every_taught("/api/learn/{preset}/count?level=3&seed=1"),
    "POST /api/tables": lambda _: [
        ("/api/tables", {"preset": preset, "level": "beginner"}) for preset in presets.PRESETS
    ],
    "GET /api/tables": get("/api/tables"),
    "GET /api/tables/{table}": lambda world: [(f"/api/tables/{table_of(world)}", None)],
    "GET /api/tables/{table}/qr.svg": lambda world: [
        (f"/api/tables/{table_of(world)}/qr.svg", None)
    ],
    "GET /api/tables/{table}/record": lambda world: [
        (f"/api/tables/{table_of(world)}/record", None)
    ],
    "GET /api/recovery": get("/api/recovery"),
    "POST /api/me/offline-matches": lambda world: [
        ("/api/me/offline-matches", {"record": world.record[:64_000]})
    ],
    "GET /api/admin/reports": get("/api/admin/reports"),
    "GET /api/admin/reports/groups": get("/api/admin/reports/groups"),
    "GET /api/admin/sanctions": get("/api/admin/sanctions"),
    "GET /api/admin/admins": get("/api/admin/admins"),
    "GET /api/admin/audit": get("/api/admin/audit"),
    "GET /api/admin/nodes": get("/api/admin/nodes"),
    "GET /api/me": get("/api/me"),
    "POST /api/me": lambda _: [("/api/me", {"name": "Ω" * 20})],
    "POST /api/me/account": post(
        "/api/me/account", {"name": "Ordinary Otto", "password": "p" * 200}
    ),
    "POST /api/login": post("/api/login", {"name": "Keeper Karin", "password": "p" * 1000}),
    "GET /api/me/sessions": get("/api/me/sessions"),
    "GET /api/me/tables": get("/api/me/tables"),
    "GET /api/me/notices": get("/api/me/notices"),
    "PUT /api/me/settings": post("/api/me/settings", {"theme": SMALL_BODY}),
    "GET /api/me/export": get("/api/me/export"),
    "GET /api/push": get("/api/push"),
    "GET /api/searches": get("/api/searches"),
    "GET /api/leaderboard/{preset}": every_preset("/api/leaderboard/{preset}"),
    "GET /api/people/{person}": get("/api/people/{person}", "/api/people/{stranger}"),
    "POST /api/auctions/shown": _calls,
    "POST /api/score-sheet": _sheet,
    "POST /api/shared-replays": lambda world: [("/api/shared-replays", {"record": world.record})],
    "GET /api/shared-replays/{shared_id}": get("{shared}"),
    "POST /api/shared-replays/{shared_id}/variation": post(
        "{shared}/variation", {"deal": 1, "step": 40, **ANSWERED}
    ),
    "GET /api/matches/{match}/deals/{deal}/review": get("/api/matches/{match}/deals/1/review"),
    "GET /api/matches/{match}/deals/{deal}/actions/{action}/opinion": get(
        "/api/matches/{match}/deals/1/actions/1/opinion"
    ),
    "POST /api/matches/{match}/deals/{deal}/review": post(
        "/api/matches/{match}/deals/1/review", {"report": "[" * 30_000}
    ),
    "GET /api/me/practice": get("/api/me/practice"),
    "POST /api/me/matches/{match}/practice": post("/api/me/matches/{match}/practice", {}),
    "GET /api/me/statistics": every_preset("/api/me/statistics?preset={preset}"),
    "GET /api/me/statistics.csv": get("/api/me/statistics.csv"),
    "GET /api/people/{person}/statistics": get("/api/people/{person}/statistics"),
    "GET /api/me/tokens": get("/api/me/tokens"),
    "GET /api/me/bots": get("/api/me/bots"),
    "POST /verify": lambda world: [("/verify", {"record": world.record})],
}
"""The input of each route that makes it work most. Whether it is allowed is not asked here."""


def table_of(world: World) -> str:
    """Return the table of the finished match."""
    assert world.match
    return world.table


ONE_ROW: Final = "it writes, marks or deletes a few rows of one person, whose size is bounded"
OF_A_PERSON: Final = "it reads a few rows of one person, whose number is bounded"
AS_ANOTHER: Final = "its work is that of a route that is asked above"
MAIL: Final = "it looks up one row and puts one mail in a queue"
SMALL: Final[dict[str, tuple[str, ...]]] = {
    ONE_ROW: (
        "DELETE /api/tournaments/{tournament}",
        "POST /api/bin/{binned}",
        "GET /api/recovery-sheets/{owned}",
        "POST /api/recovery-sheets/{owned}",
        "DELETE /api/recovery-sheets/{owned}",
        "POST /api/recovery-sheets/{owned}/owner",
        "DELETE /api/bin/{binned}",
        "POST /api/tournaments/{tournament}/secretaries",
        "DELETE /api/clubs/{club}",
        "DELETE /api/clubs/{club}/members/{member}",
        "POST /api/tournaments/{tournament}/desk",
        "PUT /api/clubs/{club}/people/{person}",
        "PUT /api/tournaments/{tournament}/people/{person}",
        "POST /api/clubs/{club}/secretaries",
        "POST /api/clubs/{club}/tournaments",
        "POST /api/puzzle",
        "POST /api/admin/fair-play/{person}/{other}/question",
        "POST /api/admin/fair-play/{person}/{other}/decision",
        "PUT /api/me/fair-play/{case}",
        "PUT /api/friends/{person}",
        "DELETE /api/friends/{person}",
        "DELETE /api/friends/requests/{person}",
        "PUT /api/friends/settings",
        "POST /api/friends/invitations",
        "DELETE /api/friends/invitations/{person}",
        "PUT /api/me/relations/{person}",
        "DELETE /api/me/relations/{person}",
        "PUT /api/me/matches/{match}",
        "POST /api/leagues/{league}/members",
        "DELETE /api/leagues/{league}/members",
        "PUT /api/me/league-reminder",
        "PUT /api/clubs/{club}/league",
        "PUT /api/me/lessons",
        "DELETE /api/me/address",
        "POST /api/confirm",
        "POST /api/reset",
        "POST /api/admin/reports/settle",
        "POST /api/admin/reports/{report}/settle",
        "DELETE /api/admin/reports/{report}/settle",
        "POST /api/admin/sanctions",
        "DELETE /api/admin/sanctions/{sanction}",
        "PUT /api/admin/people/{person}/role",
        "PUT /api/me/name",
        "PUT /api/me/portrait",
        "POST /api/logout",
        "DELETE /api/me/sessions/{session}",
        "DELETE /api/me/sessions",
        "DELETE /api/me/notices/{last}",
        "POST /api/reports",
        "DELETE /api/me",
        "PUT /api/me/push",
        "DELETE /api/me/push",
        "POST /api/me/practice/{match}/{deal}/{step}",
        "PUT /api/me/statistics",
        "POST /api/me/tokens",
        "DELETE /api/me/tokens/{access}",
        "POST /api/me/bots",
        "DELETE /api/me/bots/{bot}",
    ),
    OF_A_PERSON: (
        "GET /api/admin/fair-play/{person}/{other}",
        "GET /api/me/address",
        "GET /api/me/recovery-codes",
        "GET /api/me/practice/{match}/{deal}/{step}",
        "GET /api/me/offline-matches/{digest}",
        "GET /api/leagues/{league}/days/{day}",
    ),
    MAIL: ("PUT /api/me/address", "POST /api/mail-link", "POST /api/forgotten"),
    AS_ANOTHER: (
        "POST /api/drills/{puzzle}",
        "POST /api/daily",
        "POST /api/leagues/{league}/deal",
        "POST /api/tables/{table}/terms",
        "GET /join/{code}",
        "GET /api/admin/reports/{report}/record",
        "POST /api/me/password",
        "POST /api/me/recovery-codes",
        "POST /api/recover",
        "GET /api/tables/{table}/deals/{deal}/review",
        "POST /api/tables/{table}/deals/{deal}/review",
        "GET /api/tables/{table}/deals/{deal}/actions/{action}/opinion",
    ),
}
"""Routes whose work does not grow with what they are sent, by the reason."""


# --- messages of the socket -----------------------------------------------------------------------

TEXT: Final = "x" * 1900
FINISHED: Final = "the table of a match of many deals"
PLAYING: Final = "a table in play"
REPLAY: Final = "a shared replay of the longest record"

MESSAGES: Final[dict[str, tuple[str, tuple[dict[str, Any], ...]]]] = {
    "since": (FINISHED, ({"version": 0}, {"version": -1})),
    "why": (FINISHED, ({},)),
    "rematch": (FINISHED, ({"expect": 0},)),
    "say": (FINISHED, ({"text": TEXT}, {"phrase": "hello"}, {"reaction": TEXT})),
    "join": (FINISHED, ({"table": TEXT}, {"table": "", "since": 0, "protocol": 1})),
    "act": (PLAYING, ({"expect": 0, "action": {"do": "pass"}},)),
    "claim": (PLAYING, ({"expect": 0},)),
    "answer_claim": (PLAYING, ({"expect": 0, "accept": True},)),
    "take_back": (PLAYING, ({"expect": 0},)),
    "ready": (PLAYING, ({"expect": 0},)),
    "sit": (PLAYING, ({"seat": 1},)),
    "stand": (PLAYING, ({},)),
    "seat_bot": (PLAYING, ({"seat": 1, "level": TEXT}, {"seat": 1, "level": "master"})),
    "unseat": (PLAYING, ({"seat": 1},)),
    "swap": (PLAYING, ({"seats": [1, 2]},)),
    "begin": (PLAYING, ({},)),
    "back": (PLAYING, ({},)),
    "pause": (PLAYING, ({"on": True},)),
    "surrender": (PLAYING, ({"on": False},)),
    "think": (PLAYING, ({},)),
    "show_out": (PLAYING, ({"person": TEXT},)),
    "commit": (PLAYING, ({"digest": "0" * 64},)),
    "reveal": (PLAYING, ({"nonce": "0" * 64},)),
    "hint": (PLAYING, ({"expect": 0},)),
    "seek": (PLAYING, ({"preset": TEXT, "party": TEXT}, {"preset": "french"})),
    "unseek": (PLAYING, ({},)),
    "listen": (PLAYING, ({},)),
    "follow": (PLAYING, ({"event": TEXT},)),
    "ping": (PLAYING, ({},)),
    "open_replay": (REPLAY, ({"replay": TEXT},)),
    "lead_replay": (REPLAY, ({"deal": 1, "step": 30}, {"deal": 200, "step": 1000})),
    "try_move": (REPLAY, ({"word": "pass", "deal": 1, "step": 1}, {"word": "x" * 64, "deal": 1})),
    "comment_on": (REPLAY, ({"text": TEXT, "deal": 1, "step": 1},)),
    "withdraw": (REPLAY, ({"number": 1},)),
}
"""The place and the largest fields of each message; to enter these places is measured too."""


def place(world: World, where: str) -> Person:
    """Enter a person into the place."""
    if where == REPLAY:
        reader = Person(world.server, {"cookie": world.other.cookie})
        reader.dial()
        opened = {"replay": world.shared.rpartition("/")[2], "protocol": 2}
        reader.send({"type": "open_replay", **opened})
        return reader
    if where == PLAYING:
        person = world.other.sit(preset="bga")
        person.send({"type": "listen"})
        return person
    person = Person(world.server, {"cookie": world.other.cookie, "table": table_of(world)})
    person.sit(since=0)
    return person
