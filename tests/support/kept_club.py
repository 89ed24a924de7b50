"""A club as today's server keeps it, for the tests of all later ones (`test_old_files`).

`PYTHONPATH=src:tests/support python tests/support/kept_club.py` plays an evening at a real server
and writes

- `tests/data/schema-N.db`: its whole file, N being the version of the schema, with `schema-N.json`
  beside it: the tables by name, and the sessions' cookies;
- `tests/logs/vM/`: the log of each table, M being the version of its entries, and what this server
  makes of it.

What is there already is never written again: run it once a new version of either has been decided.
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
from http_person import Browser, command
from in_process import InProcess, serving_in_process

from rebelote.rules import presets
from rebelote.server.history import work
from rebelote.server.history.records import Records
from rebelote.server.storage import schema
from rebelote.server.tables import event_log
from rebelote.server.tables.table import Table

HERE = Path(__file__).parents[1]
FILE = HERE / "data" / f"schema-{schema.VERSION}.db"
LOGS = HERE / "logs" / f"v{event_log.VERSION}"
ONE_DEAL = {"preset": "bga", "level": "beginner", "options": {"end_deals": 1}}


def over(view: dict[str, Any]) -> bool:
    """Whether the match is over."""
    return bool(view) and view["winner"] is not None


def plays_a_card(view: dict[str, Any]) -> bool:
    """Whether it is one's turn to play a card."""
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
        self.ann.ask("PUT", f"/api/me/circle/{self.bob.me['id']}", 204, {"kind": "friend"})

    def sitting(self, name: str, *people: Browser, **form: Any) -> list[Player]:
        """These people at a new table, with this name among the kept ones."""
        table = self.server.new_table(cookie=people[0].cookie, begin=False, **form)
        self.tables[name] = table["table"]
        players = [Player(self.server, {**table, "cookie": one.cookie}) for one in people]
        for seat, player in enumerate(players):
            player.sit()
            if seat:
                assert player.ask("sit", seat=seat)["type"] == "ack"
        return players

    def begun(self, name: str, *people: Browser, **form: Any) -> list[Player]:
        """The same once the match has begun."""
        players = self.sitting(name, *people, **form)
        assert players[0].ask("begin")["type"] == "ack"
        all_receive(list(players), catch_up(players[0])["version"])
        return players

    # --- the evening

    def play(self) -> None:
        """The tables, of every kind."""
        self.finished_and_again()
        self.substituted()
        self.deal_of_the_day()
        for preset in presets.PRESETS:
            [ann] = self.begun(f"{preset}-a-deal", self.ann, preset=preset, level="beginner")
            ann.play_until(lambda view: view["settlement"])
            ann.close()
        [ann] = self.sitting("waiting", self.ann, terms={"sit": "friends", "talk": "free"})
        ann.close()
        self.quick_match()

    def finished_and_again(self) -> None:
        """Two finished matches with packs that all have made; at one table a rematch in play."""
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
        """A bot substitutes for Gina, and gives the place back; the match is in play."""
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
        """Gina plays it."""
        self.tables["daily"] = self.gina.post("/api/daily", 201)["table"]
        gina = Player(self.server, {"table": self.tables["daily"], "cookie": self.gina.cookie})
        gina.sit()
        gina.play_the_deal_of_the_day()
        gina.close()

    def quick_match(self) -> None:
        """Four strangers play for their ratings."""
        people = strangers(self.server, pace="fast", preset="bga")
        self.tables["rated"] = people[0].seated["table"]
        play_until(people, over)
        for person in people:
            person.close()


# --- what is kept ---------------------------------------------------------------------------------


def keep_log(file: sqlite3.Connection, name: str, table: str) -> None:
    """The log of a table, a line an entry, and what today's server makes of it."""
    sql = "SELECT seq, client_id, entry FROM log WHERE table_id = ? ORDER BY seq"
    rows = file.execute(sql, (table,)).fetchall()
    lines = [
        json.dumps({"seq": seq, "client_id": key, "entry": json.loads(entry)}, ensure_ascii=False)
        for seq, key, entry in rows
    ]
    (LOGS / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    names = dict(file.execute("SELECT id, name FROM people").fetchall())
    made = made_of(table, rows, names)
    text = json.dumps(made, indent=1, ensure_ascii=False)
    (LOGS / f"{name}.expected.json").write_text(text + "\n", "utf-8")


def made_of(table_id: str, rows: list[Any], names: dict[str, str]) -> dict[str, Any]:
    """What a log leads to."""
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


def keep(database: Path, details: dict[str, Any]) -> None:
    """Write file and logs where nothing is yet."""
    LOGS.mkdir()
    with closing(sqlite3.connect(database)) as file:
        for name, table in details["tables"].items():
            keep_log(file, name, table)
        file.execute("VACUUM INTO ?", (str(FILE),))
    FILE.with_suffix(".json").write_text(json.dumps(details, indent=1) + "\n", "utf-8")
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}"
        for path in sorted(LOGS.iterdir())
    ]
    (LOGS / "SHA256SUMS").write_text("\n".join(sums) + "\n", "utf-8")


def main() -> None:
    """Play the evening and keep it."""
    if FILE.exists() or LOGS.exists():
        raise SystemExit(f"{FILE.name} or {LOGS} is there already, and stays as it is")
    folder = Path(tempfile.mkdtemp())
    with serving_in_process(folder / "club.sqlite", trusted_proxy="127.0.0.1") as server:
        club = Club(server)
        club.play()
        server.work(server.core[Records].keep())
        cookies = {"ann": club.ann.cookie, "bob": club.bob.cookie, "gina": club.gina.cookie}
    keep(folder / "club.sqlite", {"tables": club.tables, "cookies": cookies})
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
