"""Domains as they are registered: what many names of one owner have in common."""

from __future__ import annotations

from typing import Final

_SECOND_LEVEL: Final = ("ac", "co", "com", "edu", "gob", "gouv", "gov", "ne", "net", "or", "org")
"""Labels under which countries let domains be registered, as in `co.uk`."""


def registered(host: str) -> str:
    """The registered domain of any name in it; an approximation, without a list of suffixes.

    >>> registered("mx.mail.example"), registered("A.Club.co.uk."), registered("localhost")
    ('mail.example', 'club.co.uk', 'localhost')
    """
    labels = host.lower().strip(".").split(".")
    country = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3 if country else -2 :])
