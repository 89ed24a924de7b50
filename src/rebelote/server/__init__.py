"""The server: people meet at a table in the browser (docs/server.md)."""

import contextlib
import sys

# structlog imports these wherever they are installed, for consoles and for threads that a server
# does not have: 4 MB that it never uses.
_unused = {"rich", "greenlet"} - sys.modules.keys()
sys.modules.update(dict.fromkeys(_unused))  # type: ignore[arg-type]
try:
    with contextlib.suppress(ImportError):  # the table in the page has no log
        import structlog  # noqa: F401
finally:
    for _name in _unused:
        del sys.modules[_name]
