"""Options that games from outside declare, beside those of the package.

They are read as `rules.own["name"]`: by an auction (`AuctionSoFar.rules`), a settlement
(`ScoringRules`) and a calling (`Rules`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple


class OwnOption(NamedTuple):
    """An option of a game's own.

    `kind`: `bool`, `int`, a number within limits (`Annotated[int, Meta(ge=0, le=100)]`), or a
    `Literal` of its values. `source`: citations. The rule card shows it in `section`, under the
    conditions `only`, as a `rules.switch.Switch` has them.
    """

    kind: object
    default: object
    source: str
    section: str = "score"
    only: str = ""


class Own(Mapping[str, object]):
    """The values of a game's own options, which never change."""

    __slots__ = ("_hash", "_values")

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)
        self._hash = hash(tuple(sorted(self._values.items(), key=lambda pair: pair[0])))

    def __getitem__(self, name: str) -> object:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and self._values == other._values

    def __reduce__(self) -> tuple[object, ...]:
        return Own, (self._values,)

    def __repr__(self) -> str:
        return f"Own({self._values!r})"


NONE: Final = Own({})
"""The rules of a game without options of its own."""
