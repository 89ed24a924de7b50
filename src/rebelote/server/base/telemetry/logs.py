"""The server's log: its contents, and the data it never holds.

Written: a time, a level, what happened, the node where there are several, and what an operator
needs to act: a table's id, a code, an error. Never: a name, a cookie or its digest, a network
address, what was said, a card. Addresses and accounts of security events are logged as digests of a
day (`security_log`).
"""

from __future__ import annotations

import logging
import secrets
import sys
import traceback
from pathlib import Path
from typing import Final

import structlog
from structlog.typing import EventDict, Processor

log = structlog.get_logger()

LIBRARIES: Final = ("uvicorn", "uvicorn.error", "asyncio")
"""Libraries whose own logs are written in the same form, from warnings upward."""

THEIRS: Final = ("Invalid UTF-8 sequence received from client.",)
"""Errors of libraries about a client's bad message; these are not logged."""

_everywhere: Final[dict[str, str]] = {}
"""Fields of every line."""


def _with_all(_: object, __: str, event: EventDict) -> EventDict:
    return {**event, **_everywhere}


_FIRST: Final[list[Processor]] = [
    _with_all,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
]


def place(error: BaseException) -> str:
    """Return the place where an error was raised, as file:line, without any text of people."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "nowhere"


def configure(as_json: bool = False) -> None:
    """Write lines to standard error: for people, or (`as_json`) one JSON object a line."""
    form = _form(as_json)
    structlog.configure(
        processors=[*_FIRST, structlog.processors.format_exc_info, form],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    for name in LIBRARIES:
        logger = logging.getLogger(name)
        logger.handlers = [_handler(form)]
        logger.propagate = False


def fault(error: Exception, **more: str) -> str:
    """Log an internal error, without anything that people wrote; its reference.

    The person concerned receives the reference, by which the line can be found.
    """
    reference = secrets.token_hex(4)
    name, at = type(error).__name__, place(error)
    log.error("fault", error=name, at=at, reference=reference, **more)
    return reference


def at_node(name: str) -> None:
    """Say in every line from now on at which node of a cluster it was written."""
    _everywhere["node"] = name


def _form(as_json: bool) -> Processor:
    if as_json:
        return structlog.processors.JSONRenderer(sort_keys=True)
    return structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"])


def _handler(form: Processor) -> logging.Handler:
    """Build the handler that gives the logs of libraries the same form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.WARNING)
    handler.addFilter(lambda record: record.getMessage() not in THEIRS)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_FIRST,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                form,
            ],
        )
    )
    return handler
