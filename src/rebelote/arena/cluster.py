"""Tasks on many machines, as remote tasks of a Ray cluster.

Every node has the same Rebelote installed; what differs would play differently, and is refused.
"""

from __future__ import annotations

import os
import pickle
import socket
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from rebelote import games
from rebelote.kernel import solver
from rebelote.workers import UnreachableWorkerError, few_at_once

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")
Ray = Any  # it ships no types
"""The module `ray`."""
LOCAL: Final = "local"
"""The address of a cluster on this machine, begun and ended with the run."""
PATIENCE: Final = 10
"""Seconds in which an address answers."""


def spread(
    work: Callable[[_Task], _Result], tasks: Iterable[_Task], jobs: int | None, address: str
) -> Iterator[_Result]:
    """Yield the result of each task from the cluster at `address`.

    UnreachableWorkerError where there is no cluster.

    `address`: `local`, HOST:PORT of a cluster that this machine is a node of, or ray://HOST:PORT
    of any. `jobs`: how many at once, None for as many as it has processors.
    """
    if address != LOCAL:
        _knock(address)
    ray = _library()
    with _joined(ray, address, jobs):
        most = jobs or int(ray.cluster_resources().get("CPU", 1))
        remote = ray.remote(_done_there)

        def some(begun: list[object]) -> tuple[list[_Result], list[object]]:
            ready, rest = ray.wait(begun, timeout=PATIENCE)
            if not ready and address != LOCAL:
                # Ray would wait a minute for a lost cluster, and then end this process.
                _knock(address)
            return ray.get(ready), rest

        def begin(task: _Task) -> object:
            return remote.remote(work, pickle.dumps(task), _installed(), games.loaded())

        yield from few_at_once(tasks, begin, some, most if jobs else 2 * most)


def _library() -> Ray:
    """Ray itself, with its usage reports switched off."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise RuntimeError("a cluster wants Ray: pip install 'rebelote[cluster]'") from None
    return ray


@contextmanager
def _joined(ray: Ray, address: str, jobs: int | None) -> Iterator[None]:
    """Connect to the cluster, and turn each of its errors into one sentence."""
    mine = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
    try:
        if address != LOCAL:
            _speaks(_place(address))
        with warnings.catch_warnings(action="ignore"):
            ray.init(address, log_to_driver=False, logging_level="ERROR", **mine)
        yield
    except ray.exceptions.RayTaskError as error:
        raise RuntimeError(f"a task failed on the cluster: {error.cause}") from error
    except (ConnectionError, TimeoutError, ray.exceptions.RayError) as error:
        raise UnreachableWorkerError(
            f"no cluster at {address}, or not any more: {_sentence(error)}"
        ) from error
    finally:
        ray.shutdown()


def _place(address: str) -> tuple[str, int]:
    """Host and port; ValueError where they are not said."""
    host, port = urlsplit(address if "://" in address else f"//{address}").netloc.rpartition(":")[
        ::2
    ]
    if not host or not port.isdecimal():
        raise ValueError("write it as HOST:PORT, ray://HOST:PORT or local")
    return host.strip("[]"), int(port)


def _knock(address: str) -> None:
    """Raise UnreachableWorkerError unless a server listens there: Ray would try for minutes."""
    try:
        socket.create_connection(_place(address), PATIENCE).close()
    except (OSError, ValueError, OverflowError) as error:
        raise UnreachableWorkerError(
            f"there is no cluster at {address}: {_sentence(error)}"
        ) from error


def _speaks(place: tuple[str, int]) -> None:
    """TimeoutError where something else listens; behind TLS only Ray itself can find out."""
    import grpc

    if os.environ.get("RAY_USE_TLS", "0").lower() in ("1", "true"):
        return
    with grpc.insecure_channel("{}:{}".format(*place)) as channel:
        try:
            grpc.channel_ready_future(channel).result(PATIENCE)
        except grpc.FutureTimeoutError:
            raise TimeoutError("what listens there is not Ray") from None


def _sentence(error: Exception) -> str:
    """Return the first line of an error, which often fills a page."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said.strip().partition("\n")[0]


def _installed() -> tuple[str, bool]:
    """Describe the installation, which must be alike everywhere: version, and kernel or none."""
    return metadata.version("rebelote"), solver.KERNEL


def _done_there(
    work: Callable[[_Task], _Result],
    task: bytes,
    required: tuple[str, bool],
    known: tuple[str, ...],
) -> _Result:
    """Run the task on a node with the same installation and the same games."""
    outcome = _installed()
    if outcome != required:
        raise ValueError(
            f"a node has Rebelote {_named(*outcome)}, this machine {_named(*required)}"
        )
    games.load(known, trusted=True)
    return work(pickle.loads(task))


def _named(version: str, kernel: bool) -> str:
    return f"{version} {'with' if kernel else 'without'} the kernel"
