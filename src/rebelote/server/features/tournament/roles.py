"""Permissions of the roles in a club or a tournament, all refused here."""

from __future__ import annotations

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.roles import Right, Role, may


def require(role: Role, right: Right) -> None:
    """Refuse a role without this right: `not-a-secretary` where there is none, or `not-your-role`.

    Args:
        role: as `StoredTournaments.role_of` gives it.
        right: what is to be done.
    """
    if not role:
        raise IllegalActionError("not-a-secretary")
    if not may(role, right):
        raise IllegalActionError("not-your-role")
