"""Who may do what in a club or an evening: the one place where it is refused."""

from __future__ import annotations

from rebelote.club.roles import Right, Role, may
from rebelote.rules.refusals import IllegalActionError


def require(role: Role, right: Right) -> None:
    """Refuse a role without this right: `not-a-secretary` where there is none, or `not-your-role`.

    Args:
        role: as `StoredEvents.role_of` gives it.
        right: what is to be done.
    """
    if not role:
        raise IllegalActionError("not-a-secretary")
    if not may(role, right):
        raise IllegalActionError("not-your-role")
