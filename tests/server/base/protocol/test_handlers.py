"""Every message of a client has a handler: that of a feature, or of the place of the socket."""

from __future__ import annotations

from typing import get_args

from rebelote.server.base.protocol import messages
from rebelote.server.web.feature import message_handlers

AT_PLACES = {
    *get_args(messages.Command),
    *get_args(messages.AtTable),
    *get_args(messages.AtReplay),
    messages.Commit,
    messages.Reveal,
    messages.Hint,
    messages.Why,
    messages.Since,
    messages.Say,
}
"""Messages for the table or the shared replay where a socket is."""


def test_every_message_of_a_client_is_carried_out() -> None:
    handled = {messages.Ping, *message_handlers()}
    assert set(get_args(messages.FromClient)) == AT_PLACES | handled
    assert not AT_PLACES & handled
