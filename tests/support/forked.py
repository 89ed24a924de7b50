"""Servers and commands that begin as copies of a process which has imported all of Rebelote.

Each is a process of its own, as in a new interpreter, and so is each worker process of a server;
only their imports and the application, which take most of the time of a start, are made once.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import importlib
import importlib.util
import json
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Sequence
from multiprocessing import forkserver
from pathlib import Path
from typing import Any, Final

from rebelote import worker_processes

POSSIBLE: Final = hasattr(os, "pidfd_open")
"""Whether the end of another process's child can be waited for."""
SERVER: Final = ["rebelote.cli.service", "rebelote.server.main.app"]
LATER: Final = [
    *("argon2", "regex", "segno", "litestar._kwargs", "uvicorn.lifespan.on"),
    *(["uvicorn.loops.uvloop"] if importlib.util.find_spec("uvloop") else []),
]
"""Modules that a server imports only when it runs or answers a request."""
PRELOADED: Final = SERVER + LATER
PATIENCE: Final = 60.0
"""Seconds in which a command ends."""
LONGEST: Final = 1 << 20
"""Bytes of a request, which holds all variables of the environment."""
PROGRAM: Final = "import sys; from forked import serve; serve(int(sys.argv[1]))"
MAIN: Final = "rebelote.cli.__main__"


class Forked:
    """A process that the common parent has started: what `subprocess.Popen` offers of it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._ends = os.pidfd_open(pid)
        self._asking = threading.Lock()
        """Its status is returned once, whichever thread asks."""

    def __del__(self) -> None:
        os.close(self._ends)

    def poll(self) -> int | None:
        """Return the exit status, negative after a signal; None while it runs."""
        with self._asking:
            if self.returncode is None and select.select([self._ends], [], [], 0)[0]:
                self.returncode = parent().ask(wait=self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and return the exit status. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._ends], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
            self.poll()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Parent:
    """The process that has imported everything, and what it is asked for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (self._line, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
        with theirs:
            path = os.pathsep.join(filter(None, sys.path))
            self._process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(theirs.fileno())],
                env={**os.environ, "PYTHONPATH": path},
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        atexit.register(self.close)

    def ask(self, files: Sequence[int] = (), **request: Any) -> int:
        """Ask the process, and return the number that it answers with."""
        with self._lock:
            socket.send_fds(self._line, [json.dumps(request).encode()], files)
            return int(self._line.recv(100))

    def close(self) -> None:
        """End it; the servers that it has started go on."""
        self._line.close()
        self._process.wait(timeout=60)


_MAKING: Final = threading.Lock()


def parent() -> Parent:
    """Return the parent of this process's copies, even if several threads ask for it first."""
    with _MAKING:
        return _parent()


@functools.cache
def _parent() -> Parent:
    return Parent()


def started(
    arguments: Sequence[str],
    stdout: int,
    stderr: int,
    files: int | None = None,
    folder: Path | None = None,
) -> Forked:
    """Start `rebelote` with these arguments, in a folder; it may open so many files."""
    where = str(folder or os.getcwd())
    asked = {"arguments": arguments, "environment": dict(os.environ), "folder": where}
    return Forked(parent().ask([stdout, stderr], limit=files, **asked))


def run(*words: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run `rebelote` with these words in a folder, to its end."""
    arguments = [str(word) for word in words]
    if not POSSIBLE:
        return subprocess.run(
            [sys.executable, "-m", "rebelote.cli", *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            timeout=PATIENCE,
        )
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        process = started(arguments, out.fileno(), err.fileno(), folder=folder)
        status = process.wait(PATIENCE)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read(), err.read())


def preload_workers() -> None:
    """Let workers of servers in this process be copies of one that has imported everything."""
    forkserver.set_forkserver_preload(PRELOADED)
    worker_processes.method_of_servers = "forkserver"


# --- in the parent --------------------------------------------------------------------------------


def serve(line: int) -> None:
    """Start what is asked for, and say how it ended, until nobody asks any more."""
    for name in PRELOADED:
        importlib.import_module(name)
    import digests
    from ending import end_soon

    from rebelote.server.main import app

    end_soon()
    digests.cheapen()
    app.READY.append(app.make_app())
    prepare()
    gc.collect()
    gc.freeze()  # no copy looks at what is here already
    with socket.socket(fileno=line) as asked:
        while True:
            text, files, *_ = socket.recv_fds(asked, LONGEST, 2)
            if not text:
                return
            request = json.loads(text)
            if (pid := request.get("wait")) is not None:
                asked.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())
            elif pid := os.fork():
                for file in files:
                    os.close(file)
                asked.send(str(pid).encode())
            else:
                asked.close()
                become(request, files)


def prepare() -> None:
    """Read and compile what every server does for its first visitor and its first account."""
    from rebelote import i18n
    from rebelote.server.base.protocol import names
    from rebelote.server.people import passwords

    name = i18n.person_name(names.tidy("Ann"))
    passwords.is_common("a password", [name] if names.is_reserved(name) else ())


def become(request: dict[str, Any], files: Sequence[int]) -> None:
    """Run `rebelote` with these arguments as if started from a shell; then end."""
    for number, file in enumerate(files, 1):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    if limit := request["limit"]:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    sys.argv = ["rebelote", *request["arguments"]]
    # Processes that it starts import this module instead of that of `-c`.
    sys.modules["__main__"].__spec__ = importlib.util.find_spec(MAIN)
    copy_workers()
    status = 0
    try:
        from rebelote.cli import main

        main()
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
        if isinstance(error.code, str):
            print(error.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        status = 1
    finally:
        end(status)


def end(status: int) -> None:
    """Do what an interpreter does at its end, except free its memory."""
    with contextlib.suppress(Exception):
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


def copy_workers() -> None:
    """Let the worker processes of this one be copies of it as it is now, with no thread yet.

    Each is asked for from a child that Python's `forkserver` would have started as a new
    interpreter.
    """
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("")  # the system chooses a name that is in no folder
    listener.listen()
    ends, alive = os.pipe()
    if not (pid := os.fork()):
        os.close(alive)
        try:
            forkserver.main(listener.detach(), ends, ())
        finally:
            os._exit(0)  # an interpreter would free all that the server has imported
    os.close(ends)
    server: Any = forkserver._forkserver
    server._forkserver_address = listener.getsockname()
    server._forkserver_alive_fd = alive
    server._forkserver_pid = pid
    listener.close()
    worker_processes.method_of_servers = "forkserver"
