"""Does everything run that should? For whoever keeps the server."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.datastructures import State

import rebelote
from rebelote import solver
from rebelote.server import forms
from rebelote.server.lobby import Lobby

CLIENT: Final = Path(rebelote.__file__).parent / "server" / "static"
KERNEL_BUILT: Final = any(Path(rebelote.__file__).parent.glob("_kernel*.so"))
"""Whether a kernel lies there; that it loads is another matter."""


@get("/health", sync_to_thread=False, summary="What should run beside what does")
def health(state: State) -> Response[forms.Health]:
    """200 when everything that should run does, 503 otherwise."""
    lobby: Lobby = state.lobby
    actual = {
        "writer": lobby.store.alive,
        "client": (CLIENT / "index.html").is_file(),
        "kernel": solver.KERNEL,
    }
    expected = {"writer": True, "client": True, "kernel": KERNEL_BUILT}
    found = forms.Health(
        ok=actual == expected,
        version=rebelote.__version__,
        expected=expected,
        actual=actual,
        tables=lobby.store.count_tables(),
        tables_in_memory=len(lobby.open),
        sockets=len(state.sockets),
        waiting_to_be_written=lobby.store.waiting,
        waiting_to_be_thought=lobby.thinkers.waiting,
    )
    return Response(found, status_code=200 if found.ok else 503)


HANDLERS: Final = (health,)
