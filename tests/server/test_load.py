"""The load test itself, on a small run; how fast it is does not matter here."""

from __future__ import annotations

import load


def test_a_small_load_is_played_without_an_error() -> None:
    asked = load.LoadOptions(
        tables=4, minutes=0.1, pace=0.2, ramp=0.1, preset="french", clock="normal",
        write=False, reviews=2,
    )  # fmt: skip
    found = load.run(asked)
    assert found["errors"] == {}
    assert (found["tables"], found["sockets"]) == (4, 16)
    assert found["moves"] > 40
    assert found["ack_ms"]["p50"] <= found["ack_ms"]["p99"] <= found["ack_ms"]["max"]
    assert found["seen_ms"]["p50"] > 0
    assert found["memory_end_mb"] > found["memory_empty_mb"] / 2
    assert (found["reviews"]["asked"], found["reviews"]["made"]) == (2, 2)
    assert found["reviews"]["answers"].keys() == {"200"}
    assert found["ack_ms_meanwhile"]["p99"] > 0
    assert len(list(load.judged(found))) == 6
    assert "| errors | at most 0 | 0 | yes |" in load.text(found)
