"""Former addresses of the HTTP interface: older pages and programs get the present answers there.

Each feature names its own (`Feature.former_addresses`), and a release later they may go.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable

from rebelote.server.base.runtime.asgi import Application, Receive, Scope, Send
from rebelote.server.web.feature import features


class FormerAddresses:
    """Answers a request for a former address as one for the address in its place."""

    def __init__(self, inside: Application) -> None:
        self.inside = inside
        self._former = [
            (re.compile(address), present)
            for feature in features()
            for address, present in feature.former_addresses.items()
        ]

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pass on a request with its present address: no socket keeps a frame of this."""
        if scope["type"] == "http" and (path := self.present(scope["path"])) != scope["path"]:
            scope = {**scope, "path": path}
        return self.inside(scope, receive, send)

    def present(self, path: str) -> str:
        """Return the address in place of a former one; any other as it is."""
        for former, present in self._former:
            if found := former.match(path):
                return found.expand(present) + path[found.end() :]
        return path
