"""A person who speaks HTTP to a server and keeps a cookie; its file and the operator's command."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import forked
from databases import looking_into
from server_process import Person, Server

from rebelote.server.features.daily.deals import GAMES

PASSWORD = "a lamp in the north"


class Browser:
    """A person's browser: it keeps the cookie it is given."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.cookie = ""
        self.me: dict[str, Any] = {}
        if name:
            self.me = self.post("/api/me", 201, name=name)

    def ask(self, verb: str, path: str, status: int, body: Any = None) -> Any:
        """Send a request, check the status, and return the answer."""
        sent = None if body is None else json.dumps(body).encode()
        result, answer, headers = self.server.ask(verb, path, sent, self.cookie)
        assert result == status, (result, answer)
        if headers["set-cookie"]:
            self.cookie = str(headers["set-cookie"]).partition(";")[0]
        return json.loads(answer) if answer else None

    def get(self, path: str, status: int = 200) -> Any:
        return self.ask("GET", path, status)

    def post(self, path: str, status: int, **body: Any) -> Any:
        return self.ask("POST", path, status, body)

    def code(self, verb: str, path: str, status: int, **body: Any) -> str:
        """Return the code of a refusal."""
        return str(self.ask(verb, path, status, body or None)["code"])

    def sign_up(self, name: str, **more: Any) -> Any:
        return self.post("/api/me/account", 201, name=name, password=PASSWORD, **more)

    def log_in(self, name: str, password: str = PASSWORD) -> Any:
        return self.post("/api/login", 200, name=name, password=password)

    def sit(self, **details: Any) -> Person:
        """Sit down at a new table."""
        seated = self.server.new_table(cookie=self.cookie, **details)
        person = Person(self.server, seated)
        person.sit()
        return person

    def win_or_lose_a_deal_of_the_day(self) -> str:
        """Play the deal of the day of the first game that has a winner; the id of its table.

        A French deal in thirty ends even. It has no winner, so it is no finished match.
        """
        for game in GAMES:
            seated = self.post(f"/api/daily?preset={game}", 201)
            with closing(Person(self.server, {**seated, "cookie": self.cookie})) as person:
                person.sit()
                person.play_the_deal_of_the_day()
                if person.view["winner"] is not None:
                    return str(seated["table"])
        raise AssertionError("every deal of the day ended even")


def in_the_file(server: Server, sql: str, *values: Any) -> list[Any]:
    """Run SQL on the server's file, beside the server."""
    with looking_into(server.database) as file:
        return list(file.execute(sql, values))


def log_of(server: Server, table: str) -> list[tuple[int, str | None, bytes]]:
    """Return the log of a table, in order."""
    sql = "SELECT seq, client_id, entry FROM log WHERE table_id = ? ORDER BY seq"
    return in_the_file(server, sql, table)


def command(server: Server, *words: str, status: int = 0) -> str:
    """Run `rebelote admin` and return its output."""
    done = forked.run("admin", *words, "--database", server.address)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr
