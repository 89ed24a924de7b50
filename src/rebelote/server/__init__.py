"""The server: people meet at a table in the browser (docs/server.md)."""

import contextlib
import sys

if "rich" not in sys.modules:
    # structlog imports rich wherever it is installed, for consoles: 3 MB that a server never uses.
    sys.modules["rich"] = None  # type: ignore[assignment]
    try:
        with contextlib.suppress(ImportError):  # the table in the page has no log
            import structlog  # noqa: F401
    finally:
        del sys.modules["rich"]
