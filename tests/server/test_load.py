"""The load test itself, on a small run; how fast it is does not matter here."""

from __future__ import annotations

import load


def test_a_small_load_is_played_without_an_error() -> None:
    asked = load.LoadOptions(
        tables=4, minutes=0.1, pace=0.2, ramp=0.1, preset="french", clock="normal",
        write=False, reviews=2,
    )  # fmt: skip
    result = load.run(asked)
    assert result["errors"] == {}
    assert (result["tables"], result["sockets"]) == (4, 16)
    assert result["moves"] > 40
    assert result["ack_ms"]["p50"] <= result["ack_ms"]["p99"] <= result["ack_ms"]["max"]
    assert result["seen_ms"]["p50"] > 0
    assert result["memory_end_mb"] > result["memory_empty_mb"] / 2
    assert (result["reviews"]["asked"], result["reviews"]["made"]) == (2, 2)
    assert result["reviews"]["answers"].keys() == {"200"}
    assert result["ack_ms_meanwhile"]["p99"] > 0
    assert len(list(load.judged(result))) == 6
    assert "| errors | at most 0 | 0 | yes |" in load.text(result)
