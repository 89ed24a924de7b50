"""Round-robin queue: nobody waits for one who asks for much.

Every key (a host, a person) has a line of its own, first come first served; the keys are served in
turn, one item each.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items that wait, by key."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def put(self, key: str, item: Item) -> None:
        """Wait at the end of a key's line; a new key is served after all that wait already."""
        self._lines.setdefault(key, deque()).append(item)

    def take(self) -> Item | None:
        """The next item, which waits no longer; its key is served again after all others."""
        if not self._lines:
            return None
        key, line = self._lines.popitem(last=False)
        item = line.popleft()
        if line:
            self._lines[key] = line
        return item

    def remove(self, key: str, item: Item) -> None:
        """Wait no longer; nothing happens to an item that does not wait."""
        line = self._lines.get(key)
        if line is not None and item in line:
            line.remove(item)
            if not line:
                del self._lines[key]
