"""PostgreSQL and several nodes over it, on this machine: `make cluster`, for a look.

    PYTHONPATH=tests/support .venv/bin/python tools/cluster.py --nodes 3 --port 8000

A proxy stands before them, where HAProxy, Caddy or nginx is installed. Ctrl-C ends everything, and
deletes its data.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from nats_server import NatsServer
from postgres_server import NoPostgres, PostgresServer
from server_process import BEHIND_A_PROXY, Server

UNCOUNTED: Final = ("--uncounted", "127.0.0.1")


class Node(Server):
    """A server over PostgreSQL, which can be killed, stopped for a while, and started again."""

    def __init__(self, database: str, options: tuple[str, ...] = UNCOUNTED) -> None:
        super().__init__(Path(), options=options, address=database)
        self.said = ""
        """The text that it logged before its last start."""

    def crash(self) -> None:
        self.said += self.stop(signal.SIGKILL)

    def signal(self, which: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(which)

    def end(self) -> None:
        """Make sure that the node runs no more, in whatever state it is."""
        if self.process is not None and self.process.poll() is None:
            self.signal(signal.SIGCONT)
            self.signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=20)
            self.said += self.stop(signal.SIGKILL)


class Cluster:
    """A PostgreSQL of its own, and its nodes. `nats`: the server of their messages, if any."""

    def __init__(
        self, nodes: int, options: tuple[str, ...] = UNCOUNTED, nats: NatsServer | None = None
    ) -> None:
        self.nats = nats
        self.postgres = PostgresServer(durable=True)
        self.url = self.postgres.url()
        wire = () if nats is None else ("--wire", nats.url)
        self.nodes = [Node(self.url, (*options, *wire)) for _ in range(nodes)]
        self.threads = ThreadPoolExecutor(nodes + 1)
        """In which they are started: PostgreSQL ends with the thread that has started it."""

    @property
    def ports(self) -> list[int]:
        return [node.port for node in self.nodes]

    def start(self) -> None:
        """Start all nodes at once, and wait until they answer."""
        list(self.threads.map(Node.start, self.nodes))

    def end(self) -> None:
        """End every node, then PostgreSQL."""
        try:
            list(self.threads.map(Node.end, self.nodes))
        finally:
            self.postgres.remove()
            self.threads.shutdown()


@contextlib.contextmanager
def serving(
    nodes: int, options: tuple[str, ...] = UNCOUNTED, nats: NatsServer | None = None
) -> Iterator[Cluster]:
    """Yield a cluster for a while. NoPostgres where there can be none."""
    cluster = Cluster(nodes, options, nats)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.end()


# --- a proxy --------------------------------------------------------------------------------------


def haproxy(port: int, nodes: Sequence[int], folder: Path) -> tuple[str, list[str]]:
    """Return HAProxy's configuration, and how to start it."""
    servers = "\n".join(f"  server n{node} 127.0.0.1:{node} check" for node in nodes)
    text = f"""defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
  option redispatch
  option httpchk GET /health
frontend visitors
  bind 127.0.0.1:{port}
  default_backend nodes
backend nodes
  balance url_param table
  hash-type consistent
{servers}
"""
    return text, ["haproxy", "-db", "-f", str(folder / "haproxy")]


def caddy(port: int, nodes: Sequence[int], folder: Path) -> tuple[str, list[str]]:
    """Return Caddy's configuration, and how to start it."""
    text = f"""{{
	admin off
	auto_https off
	storage file_system {folder}
}}
http://127.0.0.1:{port} {{
	reverse_proxy {" ".join(f"127.0.0.1:{node}" for node in nodes)} {{
		lb_policy uri_hash
		lb_try_duration 5s
		fail_duration 5s
		flush_interval -1
	}}
}}
"""
    return text, ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "caddy")]


def nginx(port: int, nodes: Sequence[int], folder: Path) -> tuple[str, list[str]]:
    """Return nginx's configuration, and how to start it."""
    servers = " ".join(f"server 127.0.0.1:{node} fail_timeout=5s;" for node in nodes)
    kept = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = " ".join(f"{name}_temp_path {folder / name};" for name in kept)
    text = f"""daemon off;
pid {folder / "nginx.pid"};
error_log stderr;
events {{}}
http {{
  access_log off;
  {paths}
  map $http_upgrade $upgrades {{ default upgrade; "" ""; }}
  upstream pages {{ {servers} }}
  upstream sockets {{ hash $arg_table consistent; {servers} }}
  server {{
    listen 127.0.0.1:{port};
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $upgrades;
    location / {{ proxy_pass http://pages; }}
    location /ws {{ proxy_pass http://sockets; }}
  }}
}}
"""
    return text, ["nginx", "-p", str(folder), "-c", str(folder / "nginx"), "-e", "stderr"]


PROXIES: Final[dict[str, Callable[[int, Sequence[int], Path], tuple[str, list[str]]]]] = {
    "haproxy": haproxy,
    "caddy": caddy,
    "nginx": nginx,
}


@contextlib.contextmanager
def proxied(port: int, nodes: Sequence[int], name: str = "") -> Iterator[str]:
    """Start a proxy before these nodes, by this name or the first found; yield the name or none."""
    result = next((it for it in PROXIES if name in ("", it) and shutil.which(it)), "")
    if not result:
        yield ""
        return
    with tempfile.TemporaryDirectory() as folder:
        text, command = PROXIES[result](port, nodes, Path(folder))
        (Path(folder) / result).write_text(text, encoding="utf-8")
        with (Path(folder) / "log").open("w+b") as log:
            environment = {**os.environ, "HOME": folder}
            process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
            try:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=1)
                    log.seek(0)
                    raise RuntimeError(f"{result} has ended: {log.read().decode()}")
                yield result
            finally:
                process.terminate()
                process.wait()


# --- the command ----------------------------------------------------------------------------------


def ended_by_signals() -> None:
    """Have SIGTERM end this program as Ctrl-C does, so that all it has started ends with it."""

    def end(*_: Any) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--nodes", type=int, default=3)
    asked.add_argument("--port", type=int, default=8000, help="the proxy's port")
    asked.add_argument("--proxy", default="", choices=("", *PROXIES), help="which proxy")
    given = asked.parse_args()
    ended_by_signals()
    with contextlib.suppress(KeyboardInterrupt):
        try:
            with (
                serving(given.nodes, BEHIND_A_PROXY) as cluster,
                proxied(given.port, cluster.ports, given.proxy) as proxy,
            ):
                print(f"PostgreSQL: {cluster.url}")
                for node in cluster.nodes:
                    print(f"node: {node.url}")
                print(f"{proxy}: http://127.0.0.1:{given.port}" if proxy else "no proxy is here")
                print("Ctrl-C ends everything.", flush=True)
                threading.Event().wait()
        except NoPostgres as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
