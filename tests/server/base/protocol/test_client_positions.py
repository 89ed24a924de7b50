"""The positions that the client's components are tested with: those the server sends today."""

from __future__ import annotations

import json

import client_positions


def test_the_positions_of_the_clients_tests_are_those_that_are_sent() -> None:
    stored = json.loads(client_positions.FILE.read_text("utf-8"))
    assert stored == client_positions.positions(), "run make generated"
