"""A club as today's server keeps it, for the tests of all later ones (`test_old_files`).

`PYTHONPATH=src:tests/support python tests/support/kept_club.py` plays an evening at a real server
and writes

- `tests/data/schema-N.db`: its whole file, N being the version of the schema, with `schema-N.json`
  beside it: the tables by name, what this server makes of them, the sessions' cookies, and the
  evening of a club;
- `tests/logs/vM/`: the log of each table, M being the version of its entries, and what this server
  makes of it.

What is there already is never written again: run it once a new version of either has been decided.
Then `DIGESTS` of `test_old_files` gets the lines that it prints.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from company import Player, all_receive, begin, catch_up, play_until, strangers
from digests import at_full_cost
from evenings_on_server import Online
from http_person import Browser, command
from in_process import InProcess, serving_in_process
from waiting import until

from rebelote.rules import presets
from rebelote.server.base.storage import schema
from rebelote.server.features.history import work
from rebelote.server.features.history.records import Records
from rebelote.server.table.model import event_log
from rebelote.server.table.model.table import Table

HERE = Path(__file__).parents[1]
FILE = HERE / "data" / f"schema-{schema.VERSION}.db"
LOGS = HERE / "logs" / f"v{event_log.FORM.version}"
FORMAT = {"house": {"rounding": "none"}, "deals": 12, "rounds": 4}
ONE_DEAL = {"preset": "bga", "level": "beginner", "options": {"end_deals": 1}}


def over(view: dict[str, Any]) -> bool:
    """Return whether the match is over."""
    return bool(view) and view["winner"] is not None


def plays_a_card(view: dict[str, Any]) -> bool:
    """Return whether it is this person's turn to play a card."""
    return bool(view and view["legal"] and view["legal"]["cards"])


class Club:
    """People with and without accounts, and the tables they play at."""

    def __init__(self, server: InProcess) -> None:
        self.server = server
        self.tables: dict[str, str] = {}
        self.ann, self.bob, self.gina = (Browser(server, name) for name in ("Ann", "Bob", "Gina"))
        self.ann.sign_up("Ann Account")
        self.bob.sign_up("Bob Account")
        command(server, "grant", "Ann Account")
        self.ann.ask("PUT", "/api/me/settings", 204, {"language": "nl"})
        for one, other in ((self.ann, self.bob), (self.bob, self.ann)):
            one.ask("PUT", f"/api/me/circle/{other.me['id']}", 204, {"kind": "friend"})
        self.ann.post("/api/me/tokens", 201, name="a program", scopes=["matches"])
        self.event = ""
        self.later: dict[str, str] = {}
        """Ids, cookies and a token that the schema 1017 kept first, by name."""

    def sitting(self, name: str, *people: Browser, **form: Any) -> list[Player]:
        """Seat these people at a new table, kept by this name."""
        table = self.server.new_table(cookie=people[0].cookie, begin=False, **form)
        self.tables[name] = table["table"]
        players = [Player(self.server, {**table, "cookie": one.cookie}) for one in people]
        for seat, player in enumerate(players):
            player.sit()
            if seat:
                assert player.ask("sit", seat=seat)["type"] == "ack"
        return players

    def begun(self, name: str, *people: Browser, **form: Any) -> list[Player]:
        """Seat these people at a new table, kept by this name, and begin the match."""
        players = self.sitting(name, *people, **form)
        assert players[0].ask("begin")["type"] == "ack"
        all_receive(list(players), catch_up(players[0])["version"])
        return players

    # --- the evening

    def play(self) -> None:
        """Play at tables of every kind."""
        self.finished_and_again()
        self.substituted()
        self.deal_of_the_day()
        for preset in presets.PRESETS:
            [ann] = self.begun(f"{preset}-a-deal", self.ann, preset=preset, level="beginner")
            ann.play_until(lambda view: view["settlement"])
            ann.close()
            self.server.pass_time(60)  # she sends no more than people may
        [ann] = self.sitting("waiting", self.ann, terms={"sit": "friends", "talk": "free"})
        ann.close()
        self.quick_match()
        self.evening_of_a_club()
        self.club_of_a_guest()
        self.evenings_online()
        self.league()
        self.bot()

    def finished_and_again(self) -> None:
        """Finish two matches with packs that all have made; at one table play a rematch."""
        for name in ("finished", "rematch"):
            players = self.sitting(name, self.ann, self.bob, **ONE_DEAL)
            for player in players:
                player.commit()
            begin(players)
            for player in players:
                player.until("deal_began")
            all_receive(list(players), players[0].version or 0)
            play_until(list(players), over)
            if name == "rematch":
                for player in players:
                    player.ask("rematch", expect=player.version)
                for event in ("pack_sealed", "deal_began"):
                    for player in players:
                        player.until(event, 2)
            for player in players:
                player.close()
        received = {"person": self.ann.me["id"], "reason": "other", "text": "was slow"}
        self.bob.post("/api/reports", 204, table=self.tables["finished"], **received)

    def substituted(self) -> None:
        """Let a bot substitute for Gina, who takes the place back; the match is in play."""
        both = (self.ann, self.gina)
        players = self.begun("in-play", *both, level="beginner", terms={"pace": "fast"})
        play_until(list(players), plays_a_card)
        self.server.time.advance(60)
        players[0].until("stood_in")
        all_receive(list(players), catch_up(players[0])["version"])
        late = next(
            one for one in players if one.received("stood_in")[-1]["seat"] == one.update["you"]
        )
        assert late.ask("back")["type"] == "ack"
        for player in players:
            player.close()

    def deal_of_the_day(self) -> None:
        """Play the deal of the day with Gina."""
        self.tables["daily"] = self.gina.post("/api/daily", 201)["table"]
        gina = Player(self.server, {"table": self.tables["daily"], "cookie": self.gina.cookie})
        gina.sit()
        gina.play_the_deal_of_the_day()
        gina.close()

    def quick_match(self) -> None:
        """Play a rated match with four strangers."""
        people = strangers(self.server, pace="fast", preset="bga")
        self.tables["rated"] = people[0].seated["table"]
        play_until(people, over)
        for person in people:
            person.close()

    def evening_of_a_club(self) -> None:
        """Play one round of two tables in Bob's club, and draw the next."""
        club = self.bob.post("/api/clubs", 201, name="The Owls")["club"]
        form = {"name": "Tuesday", "club": club, "format": FORMAT}
        self.event = self.bob.post("/api/club", 201, **form)["event"]
        teams = ("Ann and Bob", "Bea and Cas", "Dov and Eve", "Fay and Gus")
        self.enter(*({"entry": "entered", "name": name} for name in teams))
        self.draw("three diamonds")
        scores = ({"points": [1000, 944]}, {"points": [900, 1044]})
        tables = enumerate(scores, 1)
        self.enter(
            *({"entry": "scored", "round": 1, "game": n, "score": score} for n, score in tables)
        )
        self.draw("four hearts")

    def club_of_a_guest(self) -> None:
        """Found a club as a guest; its secretary Bob prepares an evening."""
        founder = Browser(self.server, "Fleur")
        club = founder.post("/api/clubs", 201, name="The Owlets")["club"]
        key = founder.get(f"/api/clubs/{club}")["key"]
        self.bob.post(f"/api/clubs/{club}/secretaries", 204, key=key)
        form = {"name": "Wednesday", "club": club, "format": FORMAT}
        event = self.bob.post("/api/club", 201, **form)["event"]
        self.later |= {"club": club, "founder": founder.cookie, "club_event": event}

    def evenings_online(self) -> None:
        """Finish one evening; in another, open the tables of the last round."""
        for name in ("over", "playing"):
            players = (f"{player} {name}" for player in ("Iris", "Jo", "Kim", "Lou"))
            online = Online(self.server, *players, rounds=1)
            online.draw()
            until(online.all_open)
            if name == "over":
                online.bots_finish()
            self.later |= {name: online.event, f"{name}_player": online.players[0].cookie}

    def league(self) -> None:
        """Play in the French league with Ann and Bob; Ann has played today's deal."""
        self.later_account("Ann Account", "Bob Account")
        for one in (self.ann, self.bob):
            one.post("/api/leagues/french/members", 204)
        table = self.ann.post("/api/leagues/french/deal", 201)["table"]
        ann = Player(self.server, {"table": table, "cookie": self.ann.cookie})
        ann.sit()
        ann.play_the_deal_of_the_day()
        ann.close()
        self.later["league_table"] = table

    def later_account(self, *names: str) -> None:
        """Make accounts older than a day: a new one plays in no league."""
        with closing(sqlite3.connect(self.server.database)) as file:
            for name in names:
                file.execute("UPDATE people SET account_since = 0 WHERE name = ?", (name,))
            file.commit()

    def bot(self) -> None:
        """Create a bot account of Ann's, and a token for it."""
        bot = self.ann.post("/api/me/bots", 201, name="Robo Ann")["person"]
        form = {"name": "its key", "scopes": ["play", "matches"], "bot": bot}
        self.later["token"] = self.ann.post("/api/me/tokens", 201, **form)["secret"]

    def enter(self, *entries: dict[str, Any]) -> None:
        """Enter these as the secretary."""
        here = f"/api/club/{self.event}"
        version = self.bob.get(here)["version"]
        self.bob.post(f"{here}/entries", 200, version=version, entries=list(entries))

    def draw(self, phrase: str) -> None:
        """Draw the next round."""
        here = f"/api/club/{self.event}"
        self.bob.post(f"{here}/draw", 200, version=self.bob.get(here)["version"], phrase=phrase)


# --- what is kept ---------------------------------------------------------------------------------


def logged(file: sqlite3.Connection, table: str) -> tuple[list[Any], dict[str, Any]]:
    """Return the log of a table, and what today's server makes of it."""
    sql = "SELECT seq, client_id, entry FROM log WHERE table_id = ? ORDER BY seq"
    rows = file.execute(sql, (table,)).fetchall()
    names = dict(file.execute("SELECT id, name FROM people").fetchall())
    return rows, made_of(table, rows, names)


def keep_log(file: sqlite3.Connection, name: str, table: str) -> None:
    """Write the log of a table, a line an entry, and what today's server makes of it."""
    rows, made = logged(file, table)
    lines = [
        json.dumps({"seq": seq, "client_id": key, "entry": json.loads(entry)}, ensure_ascii=False)
        for seq, key, entry in rows
    ]
    (LOGS / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    text = json.dumps(made, indent=1, ensure_ascii=False)
    (LOGS / f"{name}.expected.json").write_text(text + "\n", "utf-8")


def made_of(table_id: str, rows: list[Any], names: dict[str, str]) -> dict[str, Any]:
    """Return the state that a log leads to."""
    table = Table.restore(table_id, rows, lambda person: names.get(person, ""))
    match = table.match if table.begun else None
    return {
        "table": table_id,
        "version": table.version,
        "scores": match and list(match.scores),
        "winner": match and match.winner,
        "to_act": match and match.to_act,
        "deal": match and match.number,
        "relieved": {str(seat): why for seat, why in table.substituted.items()},
        "seats": [[who.name, who.bot, who.person] for who in table.seats],
        "record": work.record_text([row[2] for row in rows], names),
    }


def keep_logs(file: sqlite3.Connection, tables: dict[str, str]) -> None:
    """Write the logs of these tables, and their digests."""
    LOGS.mkdir()
    for name, table in tables.items():
        keep_log(file, name, table)
    sums = [f"{digest(path)}  {path.name}" for path in sorted(LOGS.iterdir())]
    (LOGS / "SHA256SUMS").write_text("\n".join(sums) + "\n", "utf-8")


def keep_file(file: sqlite3.Connection, details: dict[str, Any]) -> None:
    """Write the whole file and what is known of it, and print their digests."""
    file.execute("VACUUM INTO ?", (str(FILE),))
    FILE.with_suffix(".json").write_text(json.dumps(details, indent=1) + "\n", "utf-8")
    for path in (FILE, FILE.with_suffix(".json")):
        print(f'    "{path.name}": "{digest(path)}",')


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Play the evening and keep what is new of it."""
    if FILE.exists() and LOGS.exists():
        raise SystemExit(f"{FILE.name} and {LOGS} are there already, and stay as they are")
    folder = Path(tempfile.mkdtemp())
    proxy = "127.0.0.1"
    with at_full_cost(), serving_in_process(folder / "club.sqlite", trusted_proxy=proxy) as server:
        club = Club(server)
        club.play()
        server.work(server.core[Records].keep())
        cookies = {"ann": club.ann.cookie, "bob": club.bob.cookie, "gina": club.gina.cookie}
    with closing(sqlite3.connect(folder / "club.sqlite")) as file:
        if not LOGS.exists():
            keep_logs(file, club.tables)
        if not FILE.exists():
            made = {name: logged(file, table)[1] for name, table in club.tables.items()}
            details = {"tables": club.tables, "cookies": cookies, "event": club.event}
            details |= {"made": made, "later": club.later}
            keep_file(file, details)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
