"""The server: people meet at a table in the browser (docs/server.md)."""

import contextlib
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def without(*modules: str) -> Iterator[None]:
    """Have the import of these modules fail, as if they were not installed, if not yet loaded."""
    absent = set(modules) - sys.modules.keys()
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]


# structlog imports these wherever they are installed, for consoles and for threads that a server
# does not have: 4 MB that it never uses. The table in the page has no log.
with without("rich", "greenlet"), contextlib.suppress(ImportError):
    import structlog  # noqa: F401
