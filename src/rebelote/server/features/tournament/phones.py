"""Addresses in the QR codes of a tournament: those that phones in the hall can reach."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime.addresses import is_nowhere, network_address
from rebelote.server.features.tournament import keys
from rebelote.server.features.tournament.tournaments import OpenTournament
from rebelote.server.web.security import is_loopback_name

HOME: Final = re.compile(r"https?://[\w.:\[\]-]{1,100}")


class Reach(NamedTuple):
    """The address of the server for phones, or else a guess for a person to check."""

    home: str
    nearby: str


def reach(home: str) -> Reach:
    """Return how phones reach the server that a page has under this address."""
    if is_reachable(home):
        return Reach(home, "")
    address, url = network_address(), urlsplit(home)
    port = f":{url.port}" if url.port else ""
    return Reach("", f"{url.scheme}://{address}{port}" if address else "")


def is_reachable(home: str) -> bool:
    """Return whether an address leads phones somewhere else than to themselves."""
    if not HOME.fullmatch(home):
        return False
    try:
        name = urlsplit(home).hostname or ""
    except ValueError:  # a bracket that is not closed
        return False
    return bool(name) and not is_loopback_name(name) and not is_nowhere(name)


def page_of_key(opened: OpenTournament, key: str, home: str) -> str:
    """Return the address of the page of a slip, or of a card.

    IllegalActionError `no-address` where phones cannot reach it, `wrong-slip`, `wrong-card`.
    """
    if not is_reachable(home):
        raise IllegalActionError("no-address")
    if key.count(".") == 1:
        keys.team_of(opened.secret, opened.tournament, key)
        return f"{home}/#/team/{opened.id}/{key}"
    keys.place_of(opened.secret, opened.tournament, key)
    return f"{home}/#/score/{opened.id}/{key}"
