"""Several nodes behind the proxies that the docs describe: HAProxy, nginx, Caddy."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from certificates import write_certificate
from company import all_receive
from needs import a_database
from proxies import edited, nginx_changes, nginx_with, running
from server_process import STARTING, Person, Server, free_port
from waiting import until

pytest.importorskip("asyncpg", reason="the extra rebelote[postgres] is not installed")

Ports = tuple[int, int]


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a certificate for `localhost` that is trusted here, with its key."""
    made = write_certificate(tmp_path / "certificate.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(made))
    return made


def nodes_of(file: str, port: int, ports: Ports, *changes: tuple[str, str]) -> str:
    """Return a file of ours with the addresses of a test."""
    text = edited(file, *changes)
    for number, node in enumerate(ports, 1):
        assert f"10.0.0.{number}:8000" in text
        text = text.replace(f"10.0.0.{number}:8000", f"127.0.0.1:{node}")
    return text


def haproxy(folder: Path, port: int, ports: Ports, certificate: Path) -> list[str]:
    text = nodes_of(
        "haproxy.cfg",
        port,
        ports,
        ("bind :443 ssl crt /etc/haproxy/club.example.pem", f"bind :{port} ssl crt {certificate}"),
        ("hdr Host club.example", f"hdr Host localhost:{port}"),
    )
    (folder / "haproxy.cfg").write_text(text, "utf-8")
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def nginx(folder: Path, port: int, ports: Ports, certificate: Path) -> list[str]:
    text = nodes_of(
        "nginx-nodes.conf",
        port,
        ports,
        *nginx_changes(port, certificate),
    )
    return nginx_with(folder, text)


def caddy(folder: Path, port: int, ports: Ports, certificate: Path) -> list[str]:
    text = nodes_of(
        "Caddyfile.nodes",
        port,
        ports,
        ("{\n\tservers {", "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {"),
        ("\nclub.example {", f"\nhttps://localhost:{port} {{\n\ttls {certificate} {certificate}"),
        ("Host club.example", f"Host localhost:{port}"),
    )
    (folder / "Caddyfile").write_text(text, "utf-8")
    data = f"XDG_DATA_HOME={folder}"
    command = ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]
    return ["env", data, f"XDG_CONFIG_HOME={folder}", *command]


PROXIES: dict[str, Callable[..., list[str]]] = {"haproxy": haproxy, "nginx": nginx, "caddy": caddy}


class Node(Server):
    """A node behind a proxy."""

    @property
    def here(self) -> str:
        """The address past the proxy."""
        return f"http://127.0.0.1:{self.port}"

    def sockets(self) -> int:
        status, body = self.get("/health")
        assert status in (200, 503)
        return int(json.loads(body)["sockets"])


class Door(Server):
    """The proxy, as visitors know it."""

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"


@pytest.fixture(params=PROXIES)
def club(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    certificate: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[Door, list[Node]]]:
    """Yield the proxy, and two nodes behind it."""
    name: str = request.param
    monkeypatch.setenv("PATH", "/usr/sbin", prepend=os.pathsep)
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed: on Debian, apt-get install {name}")
    port = free_port()
    believed = ("--trusted-proxy", "127.0.0.1", "--uncounted", "127.0.0.1")
    options = (*believed, "--public-url", f"https://localhost:{port}")
    nodes = [Node(tmp_path / "none", options=options) for _ in range(2)]
    with a_database() as database, contextlib.ExitStack() as stack:
        for node in nodes:
            node.address = database
            node.start()
            stack.callback(ended, node)
        ports = (nodes[0].port, nodes[1].port)
        command = PROXIES[name](tmp_path, port, ports, certificate)
        stack.enter_context(running(command, port, tmp_path / "proxy.log"))
        yield Door(tmp_path / "none", port=port), nodes


def ended(node: Node) -> None:
    """See to it that a node runs no more."""
    if node.process is not None and node.process.poll() is None:
        node.stop()
    elif node.log is not None:
        node.log.close()


def four(door: Door) -> list[Person]:
    """Return four people who came by the proxy and have begun a match."""
    people = [Person(door, door.new_table("Ann", begin=False))]
    people[0].sit()
    for seat, name in enumerate(("Bea", "Cas", "Dov"), 1):
        seated = {"table": people[0].seated["table"], "cookie": door.guest(name)}
        people.append(Person(door, seated))
        people[-1].sit()
        assert people[-1].ask("sit", seat=seat)["type"] == "ack"
    assert people[0].ask("begin")["type"] == "ack"
    for person in people:
        while not person.view:
            person.receive("update")
    return people


def plays(people: list[Person]) -> None:
    actor = next(person for person in people if person.action())
    message = actor.action()
    assert message is not None
    actor.send(message)
    answer = actor.receive("ack", "refused")
    assert answer["type"] == "ack", answer
    all_receive(people, answer["version"])


def comes_again(person: Person) -> None:
    """Come again as a page does: until a node answers, with the version last seen."""

    def answered() -> bool:
        try:
            person.sit(person.version)
        except Exception as error:
            tried.append(repr(error))
            return False
        return True

    tried: list[str] = []
    try:
        until(answered, patience=STARTING)
    except AssertionError:
        raise AssertionError(f"nobody answered: {tried}") from None


def test_the_four_of_a_table_are_at_one_node_and_go_on_at_another(
    club: tuple[Door, list[Node]],
) -> None:
    door, nodes = club
    people = four(door)
    theirs, other = sorted(nodes, key=Node.sockets, reverse=True)
    assert (theirs.sockets(), other.sockets()) == (4, 0)
    plays(people)
    theirs.stop(signal.SIGKILL)
    for person in people:
        comes_again(person)
    assert other.sockets() == 4
    all_receive(people, max(person.version or 0 for person in people))
    plays(people)


def test_a_node_that_is_drained_hands_its_people_over(club: tuple[Door, list[Node]]) -> None:
    door, nodes = club
    people = four(door)
    theirs, other = sorted(nodes, key=Node.sockets, reverse=True)
    assert theirs.process is not None
    theirs.process.send_signal(signal.SIGUSR1)
    theirs.process.wait(timeout=60)
    for person in people:
        comes_again(person)
    assert other.sockets() == 4
    all_receive(people, max(person.version or 0 for person in people))
    plays(people)
