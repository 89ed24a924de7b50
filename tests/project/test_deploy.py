"""Deployments that the docs describe: nginx, Caddy, systemd, a container."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import environments
import pytest
from certificates import write_certificate
from playing import play_a_card
from proxies import DEPLOY, asked, edited, nginx_changes, nginx_with, running
from server_process import Server, free_port, seated
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from rebelote.cli.service import serve

CONTAINER: Final = environments.HOME / "Containerfile"
GUESTS: Final = 3
"""New guests that an address may have in these tests."""
DAY: Final = 86_400


# --- proxies --------------------------------------------------------------------------------------


def nginx(folder: Path, port: int, inner: int, certificate: Path) -> list[str]:
    """Return the command of nginx with our site, on ports of the test."""
    site = edited(
        "nginx.conf",
        *nginx_changes(port, certificate),
        ("127.0.0.1:8000", f"127.0.0.1:{inner}"),
    )
    return nginx_with(folder, site)


def caddy(folder: Path, port: int, inner: int, certificate: Path) -> list[str]:
    """Return the command of Caddy with our site, on a port of the test."""
    changed = edited(
        "Caddyfile",
        ("{\n\tservers {", "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {"),
        ("\nclub.example {", f"\nhttps://localhost:{port} {{\n\ttls {certificate} {certificate}"),
        ("127.0.0.1:8000", f"127.0.0.1:{inner}"),
    )
    (folder / "Caddyfile").write_text(changed, "utf-8")
    data = f"XDG_DATA_HOME={folder}"
    command = ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]
    return ["env", data, f"XDG_CONFIG_HOME={folder}", *command]


PROXIES: Final = {"nginx": nginx, "caddy": caddy}


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a certificate for `localhost` that is trusted here, with its key."""
    made = write_certificate(tmp_path / "certificate.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(made))
    return made


class Proxied(Server):
    """A server behind a proxy: every client comes by https."""

    def __init__(self, database: Path, port: int) -> None:
        self.public = f"https://localhost:{port}"
        believed = ("--trusted-proxy", "127.0.0.1", "--public-url", self.public)
        super().__init__(database, options=(*believed, "--limit", f"address.guest={GUESTS}/{DAY}"))

    @property
    def url(self) -> str:
        return self.public


@pytest.fixture(params=PROXIES)
def proxied(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    certificate: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[Proxied, int]]:
    """Yield a server, and the port of the proxy before it."""
    name: str = request.param
    monkeypatch.setenv("PATH", "/usr/sbin", prepend=os.pathsep)
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed: on Debian, apt-get install {name}")
    make: Callable[..., list[str]] = PROXIES[name]
    port = free_port()
    server = Proxied(tmp_path / "club.sqlite", port)
    server.start()
    try:
        command = make(tmp_path, port, server.port, certificate)
        with running(command, port, tmp_path / "proxy.log"):
            yield server, port
    finally:
        server.stop()


def test_a_card_is_played_through_a_proxy(proxied: tuple[Proxied, int]) -> None:
    server, port = proxied
    status, page = server.get("/")
    assert status == 200 and b"<script" in page
    status, headers = asked(port, "GET", "/")
    assert "max-age" in headers["strict-transport-security"], "that it came by https is believed"
    person = seated(server)
    play_a_card(person)


def test_a_proxy_names_the_client_and_trusts_no_header(
    proxied: tuple[Proxied, int],
) -> None:
    """Each address of this machine is a client of its own; what a visitor says is not passed on."""
    _, port = proxied
    form = json.dumps({"name": "Ann"})

    def guest(source: str, claimed: str) -> int:
        said = {"X-Forwarded-For": claimed, "Forwarded": f"for={claimed}", "X-Real-IP": claimed}
        return asked(port, "POST", "/api/me", form, source, **said)[0]

    made = [guest("127.0.0.2", f"192.0.2.{number}") for number in range(GUESTS)]
    assert made == [201] * GUESTS
    assert guest("127.0.0.2", "192.0.2.77") == 429
    assert guest("127.0.0.3", "127.0.0.2") == 201


def test_cookies_are_for_https_alone_behind_a_proxy(proxied: tuple[Proxied, int]) -> None:
    _, port = proxied
    status, headers = asked(port, "POST", "/api/me", json.dumps({"name": "Ann"}))
    assert status == 201
    assert "secure" in headers["set-cookie"].lower()


def test_sockets_of_other_sites_are_refused_through_a_proxy(proxied: tuple[Proxied, int]) -> None:
    server, port = proxied
    cookie = server.guest()
    address = f"wss://localhost:{port}/ws"
    how: dict[str, Any] = {"legacy": True, "additional_headers": {"Cookie": cookie}}
    connect(address, origin=Origin(server.public), **how).close()
    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin=Origin("https://elsewhere.example"), **how)


# --- systemd and the container --------------------------------------------------------------------


def test_the_unit_is_sound_and_gives_the_server_little_to_reach(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / "rebelote.service"
    unit.write_text(
        edited("rebelote.service", ("/opt/rebelote/bin/rebelote", "/bin/true")), "utf-8"
    )
    said = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert said.returncode == 0 and "rebelote.service" not in said.stderr, said.stderr
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(unit)]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stdout[-300:]


def test_our_deployment_files_name_options_that_exist() -> None:
    texts = [path.read_text("utf-8") for path in (*sorted(DEPLOY.iterdir()), CONTAINER)]
    used = {option for text in texts for option in options(text)}
    assert {"--public-url", "--trusted-proxy", "--backup-to", "--host"} <= used
    assert used <= {word for option in serve.params for word in option.opts}


def options(text: str) -> list[str]:
    """Return the options of `rebelote serve` that a file names, in a command or a list."""
    result = re.findall(r"(?:rebelote serve|\"serve\").*", text)
    return [option for line in result for option in re.findall(r"(?<![\w-])--[a-z-]+", line)]


def test_the_container_runs_without_privileges_and_says_how_it_is() -> None:
    text = CONTAINER.read_text("utf-8").replace("\\\n", " ")
    lines = [line.partition(" ") for line in text.splitlines() if line and line[0].isupper()]
    last = [word for word, _, _ in lines][
        len(lines) - [w for w, _, _ in lines][::-1].index("FROM") - 1 :
    ]
    assert [word for word, _, _ in lines].count("FROM") == 2, "what builds is not what runs"
    assert last.index("USER") < last.index("ENTRYPOINT") and {"VOLUME", "HEALTHCHECK"} <= set(last)
    (user,) = [rest for word, _, rest in lines if word == "USER"]
    assert user not in ("root", "0")
    copied = [rest.split()[:-1] for word, _, rest in lines if word == "COPY"]
    assert all((environments.HOME / name).exists() for names in copied for name in names)
    (health,) = [rest for word, _, rest in lines if word == "HEALTHCHECK"]
    assert "http://127.0.0.1:8000/health" in health
