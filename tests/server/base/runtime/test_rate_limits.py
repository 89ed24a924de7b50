"""Rate limits and quotas: counted together, changed by an operator, and forgotten."""

from __future__ import annotations

from pathlib import Path

import forked
import pytest
from http_person import PASSWORD, Browser
from in_process import StoppedTime
from raw_connections import at_once, request
from server_process import Person, Server, serving

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime import addresses, rate_limits
from rebelote.server.base.runtime.addresses import networks
from rebelote.server.base.runtime.rate_limits import Limits, changed

# --- by person ------------------------------------------------------------------------------------


def sockets(server: Server, seated: dict[str, object], count: int) -> list[Person]:
    people = [Person(server, seated) for _ in range(count)]
    for person in people:
        person.sit()
    return people


def test_what_one_says_is_counted_over_all_of_ones_sockets(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        ann = sockets(server, server.new_table(begin=False), 6)
        answers = [person.ask("say", phrase="hello") for person in ann for _ in range(5)]
        kinds = [answer["type"] for answer in answers]
        assert kinds[:5] == ["ack"] * 5
        assert answers[-1].get("code") == "too-many"


def test_what_one_sends_is_counted_over_all_of_ones_sockets(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "person.messages=20/600") as server:
        ann = sockets(server, server.new_table(begin=False), 2)
        for person in ann:
            for _ in range(15):
                person.send({"type": "ping"})
        incoming = [person.receive("pong", "refused") for person in ann for _ in range(15)]
        # Two of the twenty were needed to join.
        assert [answer.get("code", "") for answer in incoming].count("") == 18
        assert incoming[-1]["code"] == "too-many"
        bob = Person(server, server.new_table("Bob", begin=False))
        bob.sit()
        bob.send({"type": "ping"})
        assert bob.receive("pong", "refused")["type"] == "pong"


# --- by address -----------------------------------------------------------------------------------


def test_a_flood_of_logins_from_one_address_leaves_room_for_everybody_else(tmp_path: Path) -> None:
    options = ("--trusted-proxy", "127.0.0.1", "--limit", "address.logins=3")
    with serving(tmp_path / "log.sqlite", *options) as server:
        owner = Browser(server)
        owner.sign_up("Owner")
        guesses = [
            request(
                "POST",
                "/api/login",
                {"name": f"Nobody {number}", "password": "guess"},
                x_forwarded_for="192.0.2.7",
            )
            for number in range(20)
        ]
        right = {"name": "Owner", "password": PASSWORD}
        owners = request("POST", "/api/login", right, x_forwarded_for="192.0.2.8")
        *flood, let_in = at_once(server, [*guesses, owners])
        assert let_in == (200, "")
        assert {code for _, code in flood} == {"wrong-login", "too-many"}


def test_spelling_a_name_in_another_way_gives_no_more_guesses(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--host", "127.0.0.1") as server:
        Browser(server).sign_up("Victimanna")
        spelt = ("Victimanna", "VICTIMANNA", "v ictimanna", "v.ictimanna", "vic-timanna")
        wide = "".join(chr(ord(letter) + 0xFEE0) for letter in "victimanna")
        for name in spelt:
            Browser(server).code("POST", "/api/login", 401, name=name, password="guess")
        code = Browser(server).code("POST", "/api/login", 429, name=wide, password="guess")
        assert code == "too-many"


def test_the_households_of_one_ipv6_site_are_counted_together_as_well() -> None:
    counted = Limits(time=StoppedTime().source)
    most = int(rate_limits.BY_ADDRESS["guest"].most) * addresses.SITE_SHARE

    def come(number: int) -> None:
        counted.by_address("guest", f"2001:db8:1:{number:x}::1")

    for number in range(most):
        come(number)
    with pytest.raises(IllegalActionError):
        come(most)
    counted.by_address("guest", "2001:db8:2::1")


# --- quotas ---------------------------------------------------------------------------------------


def test_a_place_is_taken_within_every_quota_or_within_none() -> None:
    counted = Limits(networks("10.0.0.0/8"), changed(["address.logins=2"]))
    first, second = (counted.enter("logins", "192.0.2.1") for _ in range(2))
    with pytest.raises(IllegalActionError):
        counted.enter("logins", "192.0.2.1")
    counted.enter("logins", "192.0.2.2")
    assert [counted.enter("logins", "10.1.2.3") for _ in range(9)] == [()] * 9
    counted.leave(first)
    counted.leave(counted.enter("logins", "192.0.2.1"))
    counted.leave(second)


def test_what_is_over_leaves_nothing_in_memory() -> None:
    counted = Limits()
    for number in range(1000):
        with counted.place("logins", f"2001:db8::{number:x}:0:0:0:1"):
            assert counted.under_way == 2
    assert counted.under_way == 0


# --- what an operator changes ---------------------------------------------------------------------


def test_a_keeper_changes_a_limit(tmp_path: Path) -> None:
    options = ("--limit", "address.guest=2/600", "--limit", "person.chat=1/600")
    with serving(tmp_path / "log.sqlite", *options) as server:
        ann = Person(server, server.new_table(begin=False))
        ann.sit()
        assert ann.ask("say", phrase="hello")["type"] == "ack"
        assert ann.ask("say", phrase="hello")["code"] == "too-many"
        ann.close()
        assert server.post("/api/me", b'{"name": "Bob"}')[0] == 201
        assert server.post("/api/me", b'{"name": "Cas"}')[0] == 429


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("person.walk=1/2", "there is no limit 'person.walk'; there are: address.account, "),
        ("person.chat=often", "'person.chat=often' is not a limit: write NAME=MOST/SECONDS"),
        ("person.chat=5/0", "is not a limit"),
        ("person.chat=inf/1", "is not a limit"),
        ("address.logins=0", "'address.logins=0' is not a limit: write NAME=MOST,"),
    ],
)
def test_a_limit_that_is_none_is_refused_in_a_sentence(
    text: str, sentence: str, tmp_path: Path
) -> None:
    said = forked.run("serve", "--limit", text, "--database", tmp_path / "log.sqlite")
    assert said.returncode != 0
    assert sentence in " ".join(said.stderr.split())
    assert "Traceback" not in said.stderr


def test_every_limit_says_what_it_counts() -> None:
    rows = rate_limits.rows()
    tables = (rate_limits.BY_ADDRESS, rate_limits.AT_ONCE_BY_ADDRESS)
    tables += (rate_limits.BY_PERSON, rate_limits.AT_ONCE_BY_PERSON)  # type: ignore[assignment]
    tables += (rate_limits.BY_TABLE, rate_limits.BY_SERVER)  # type: ignore[assignment]
    assert len(rows) == sum(len(table) for table in tables)
    assert not [name for name, row in rows.items() if not row.of]
    assert all(changed([_written(name, row)])[name] == row for name, row in rows.items())


def _written(name: str, row: rate_limits.Row) -> str:
    most = f"{name}={row.most}"
    return most if isinstance(row, rate_limits.Quota) else f"{most}/{row.seconds}"
