"""Metrics: counters and histograms for the operator.

They are exported in the text format of Prometheus. No figure names a person, a table or a card.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")
"""The media type of the text; the charset is added later."""
REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

_MOMENTS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.075, 0.1, 0.25, 1, 5)
_THOUGHTS: Final = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
_LINES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class UnlockedHistogram:
    """A histogram without a lock, for values that only one thread observes, and often."""

    def __init__(self, name: str, what: str, buckets: tuple[float, ...]) -> None:
        self._name, self._what, self._buckets = f"rebelote_{name}", what, buckets
        self._counts = [0] * (len(buckets) + 1)
        self._sum = 0.0
        REGISTRY.register(self)

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._buckets, value)] += 1
        self._sum += value

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """Yield the counts so far, for the registry."""
        names = (*map(str, map(float, self._buckets)), "+Inf")
        counts = list(zip(names, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._what, counts, self._sum)


def _counter(name: str, what: str, *labels: str) -> Counter:
    return Counter(f"rebelote_{name}", what, labels, registry=REGISTRY)


def _histogram(name: str, what: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
    return Histogram(f"rebelote_{name}", what, labels, buckets=buckets, registry=REGISTRY)


ENTRIES: Final = _counter("entries", "Entries written to tables' logs, and for whom", "by")
REFUSALS: Final = _counter("refusals", "What was refused at a socket, by code", "code")
SUBSTITUTIONS: Final = _counter("stand_ins", "Bots that took somebody's place, and why", "why")
PUSHES: Final = _counter("push_messages", "Push messages, and what became of them", "outcome")
CHORE_FAILURES: Final = _counter("chore_failures", "Failures of background work", "chore")
MAILS: Final = _counter("mails", "Mails, and tries to send one, by what came of it", "outcome")
BOT_TURNS: Final = _counter(
    "bot_turns", "Turns of bots at tables with people, by the beat they acted on", "choice", "beats"
)
BOT_FAILURES: Final = _counter(
    "bot_failures", "Decisions at which a bot, or the game it plays, failed", "level"
)
LET_GO: Final = _counter("slow_readers", "Sockets closed because they read too slowly")
ACKNOWLEDGED: Final = UnlockedHistogram(
    "acknowledged_seconds", "From a message read to its acknowledgement", _MOMENTS
)
DELIVERED: Final = UnlockedHistogram(
    "delivered_seconds", "From something to tell to its being handed to the network", _MOMENTS
)
UNSURE: Final = _counter(
    "lines_unsure", "Lines of logs of which it was not known for a while whether they were written"
)
OVERTAKEN: Final = _counter("lines_taken", "Lines of logs that another node had written first")
POLLS: Final = _counter("polls", "Reads of the logs for lines that no message announced")
POLLED: Final = _counter("polled_lines", "Lines of other nodes that were found by a poll")
WIRE_MESSAGES: Final = _counter("wire_messages", "Messages between nodes, by direction", "way")
REMOTE_REQUESTS: Final = _counter(
    "asked_thinkers",
    "Thoughts asked of thinkers: answered, declined, late, or none was there (absent)",
    "result",
)
WRITER_FAULTS: Final = _counter("writer_faults", "Unforeseen failures of the writer")
LAG: Final = UnlockedHistogram(
    "loop_lag_seconds", "How late the event loop comes to a beat", _MOMENTS
)
BATCH: Final = UnlockedHistogram("store_batch_writes", "Writes in one transaction", _LINES)
TRANSACTION: Final = UnlockedHistogram(
    "store_transaction_seconds", "One transaction, durable", _MOMENTS
)
THOUGHT: Final = _histogram("thought_seconds", "What a bot's thought takes", _THOUGHTS, "level")
TURN: Final = _histogram("thought_wait_seconds", "Until a thought has its turn", _THOUGHTS)


def watch(name: str, what: str, ask: Callable[[], float]) -> None:
    """Export a figure that is computed at each read; registered again, the newest counts."""
    full = f"rebelote_{name}"
    gauge = _gauges.get(full) or Gauge(full, what, registry=REGISTRY)
    _gauges[full] = gauge
    gauge.set_function(ask)


_gauges: Final[dict[str, Gauge]] = {}


def text() -> bytes:
    """Return every figure as Prometheus reads it."""
    return generate_latest(REGISTRY)


__all__ = ["CONTENT_TYPE", "LAG", "REGISTRY", "text", "watch"]
