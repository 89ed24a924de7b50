"""A cache that is bounded by the bytes of what it holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class ByteCache:
    """Values by key, at most so many bytes of them in all: those used last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        self._values: OrderedDict[Hashable, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable) -> bytes | None:
        """The value of a key, which is now the one used last; None where there is none."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def put(self, key: Hashable, value: bytes) -> None:
        """Keep a value as the one used last; one that is too large by itself is not kept."""
        self.bytes -= len(self._values.pop(key, b""))
        if len(value) > self.most:
            return
        self._values[key] = value
        self.bytes += len(value)
        while self.bytes > self.most:
            _, dropped = self._values.popitem(last=False)
            self.bytes -= len(dropped)
