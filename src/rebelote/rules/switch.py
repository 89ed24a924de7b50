"""The declaration of an option beside its type and default: source, function, when it applies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

ALL_TRUMPS: Final = "round3!=none|no_suit_bids=both|auction_kind=ranked"
"""The condition of what means something only where all trumps may be played."""
NO_TRUMPS: Final = "round3!=none|no_suit_bids!=none|auction_kind=ranked|auction_kind=purchase"
"""The condition of what means something only where no trumps may be played."""

WITH_BELOTE: Final = "belote!=none"
"""The condition of what means something only where king and queen of trump are a belote."""


class Switch(NamedTuple):
    """The description of an option of the rules.

    `source`: citations, in the order players see them. `rule`: the function that decides it. The
    rule card shows it in `section`, that of its part unless said, and under the conditions `only`,
    such as "melds=full booms!=1"; of conditions with | between them one is enough. `of_records`: it
    means something only in records of tables where people deal, and is never offered or shown.
    """

    source: str
    rule: str
    section: str = ""
    only: str = ""
    of_records: bool = False

    def applies(self, agreed: Mapping[str, object]) -> bool:
        """Return whether the option means anything among these values of all options."""
        return not self.of_records and holds(self.only, agreed)


def holds(conditions: str, agreed: Mapping[str, object]) -> bool:
    """Return whether all of these conditions hold; of those with | between them one is enough."""
    return all(
        any(_holds(one, agreed) for one in condition.split("|")) for condition in conditions.split()
    )


def _holds(condition: str, agreed: Mapping[str, object]) -> bool:
    name, _, value = condition.partition("=")
    same = str(agreed[name.removesuffix("!")]).lower() == value
    return same is not name.endswith("!")
