"""Round-robin queue: a key with many requests delays only its own.

Every key (a host, a person) has a queue of its own, first in first out; the keys are served in
turn, one item each.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items that wait, by key."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[Item]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def put(self, key: str, item: Item) -> None:
        """Wait at the end of a key's queue; a new key is served after all that wait already."""
        self._queues.setdefault(key, deque()).append(item)

    def take(self) -> Item | None:
        """Return the next item, which waits no longer; its key is served again after all others."""
        if not self._queues:
            return None
        key, queue = self._queues.popitem(last=False)
        item = queue.popleft()
        if queue:
            self._queues[key] = queue
        return item

    def remove(self, key: str, item: Item) -> None:
        """Wait no longer; nothing happens to an item that does not wait."""
        queue = self._queues.get(key)
        if queue is not None and item in queue:
            queue.remove(item)
            if not queue:
                del self._queues[key]

    def ahead(self, key: str, number: int) -> int:
        """Count the items served before the item of this number, from 0, of a key."""
        ahead, later = number, False
        for other, queue in self._queues.items():
            if other == key:
                later = True
            else:
                ahead += min(len(queue), number if later else number + 1)
        return ahead
