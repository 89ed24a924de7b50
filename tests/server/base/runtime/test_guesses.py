"""Guesses of one account's password from many networks, and the holder's own tries meanwhile."""

from __future__ import annotations

from in_process import MovableTime

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime.rate_limits import BY_PERSON, Limits

ADDRESS = "192.0.2.1"


def may_try(counted: Limits, address: str) -> bool:
    """Try a wrong password from there, and return whether it may be tried."""
    try:
        with counted.guess("ann", address):
            raise IllegalActionError("wrong-login")
    except IllegalActionError as error:
        return error.refusal.code == "wrong-login"


def test_a_try_that_is_refused_for_the_guesses_of_others_is_not_counted_as_ones_own() -> None:
    network, account = BY_PERSON["guess"], BY_PERSON["guesses"]
    time = MovableTime()
    counted = Limits(time=time.source)
    for number in range(int(account.most / network.most)):
        while may_try(counted, f"198.51.100.{number}"):
            pass
    assert not any(may_try(counted, ADDRESS) for _ in range(20))
    time.advance(account.seconds * network.most)
    tries = [may_try(counted, ADDRESS) for _ in range(int(network.most))]
    assert tries == [True] * int(network.most)
