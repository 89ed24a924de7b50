"""A bounded cache that drops first what was not used for longest."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def _one(_: object) -> int:
    return 1


class LruCache(Generic[Key, Value]):
    """Values by key, at most so many of them: those used last.

    `size`: the size of a value, where not values are counted but their bytes, say. A value that
    grows is put again.
    """

    def __init__(self, most: int, size: Callable[[Value], int] = _one) -> None:
        self.most, self.size = most, size
        self.held = 0
        """The sizes of all values together."""
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def items(self) -> list[tuple[Key, Value]]:
        """Return the keys and values, those used last at the end."""
        return [(key, value) for key, (value, _) in self._values.items()]

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, which is now the one used last; None where there is none."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key][0]

    def put(self, key: Key, value: Value) -> None:
        """Keep a value as the one used last; one that is too large by itself is not kept."""
        self.drop(key)
        size = self.size(value)
        if size > self.most:
            return
        self._values[key] = value, size
        self.held += size
        while self.held > self.most:
            self.drop(next(iter(self._values)))

    def drop(self, key: Key) -> None:
        """Keep the value of a key no longer, if there is one."""
        if key in self._values:
            self.held -= self._values.pop(key)[1]

    def clear(self) -> None:
        """Keep nothing any longer."""
        self._values.clear()
        self.held = 0
